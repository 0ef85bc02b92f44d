//! Units of work: pending states in plain data, and the queue by which workers exchange them.

use crate::choice::Choice;
use crate::limits::Limits;
use incise_solver::{PathCondition, PortableModel, Recorded};
use incise_term::Pool;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

/// A pending state in plain data.
#[derive(Default)]
pub(super) struct Unit {
    /// The choices that lead to it.
    pub(super) choices: Vec<Choice>,
    /// The statements that were counted up to it.
    pub(super) steps: u64,
    /// What the solver answered on the way.
    pub(super) answers: Vec<Recorded>,
    /// An input that takes it.
    pub(super) model: PortableModel,
    /// What was decided on the way.
    pub(super) condition: ConditionPrint,
}

/// A path condition by the number of its constraints and a hash of their structure.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ConditionPrint {
    pub(super) n_constraints: usize,
    pub(super) hash: u64,
}

impl ConditionPrint {
    /// Of the first constraints of a condition.
    pub(super) fn of(pool: &Pool, condition: &PathCondition, n_constraints: usize) -> ConditionPrint {
        let constraints = condition.constraints().take(n_constraints);
        let hash = constraints.fold(0u64, |hash, term| hash.rotate_left(5).wrapping_mul(0x9e37_79b9) ^ pool.hash(term));
        ConditionPrint { n_constraints, hash }
    }
}

pub(super) struct Shared<'a> {
    pub(super) queue: Mutex<Queue>,
    pub(super) ready: Condvar,
    pub(super) limits: Limits<'a>,
    pub(super) jobs: usize,
}

pub(super) struct Queue {
    pub(super) units: VecDeque<Unit>,
    pub(super) idle: usize,
}
