//! The tape: answers along a path, so that the path can be run again without asking anybody.
//!
//! *Recording*, every answer about a path is kept in the order of the questions. *Playing*, the questions of the same path, asked again in
//! the same order over another pool, get these answers; what is possible gets its witness from an input that takes the path. A question
//! that the answers do not fit is a divergence: playing ends there, and whoever plays asks for it.

use crate::answer::{Truth, UnknownReason, Values};
use incise_term::{Assignment, Pool, TermId, VarId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// An answer about a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// One constraint follows from the path condition.
    Implied,
    /// It can be added.
    Possible,
    /// It cannot.
    Impossible,
    /// It was not decided.
    Unknown(UnknownReason),
    /// Whether something may be true.
    May(Truth),
    /// The values of a term.
    Values(Values),
    /// The smallest and the largest value of a term.
    Range(Result<(u128, u128), UnknownReason>),
}

/// An input that takes a path, for any pool: variables by name, applications of functions by the hash of their structure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortableModel {
    variables: BTreeMap<Box<str>, u128>,
    applications: BTreeMap<u64, u128>,
}

impl PortableModel {
    /// The same as an assignment of a pool.
    pub fn of(pool: &Pool, assignment: &Assignment) -> PortableModel {
        let variables = assignment.iter().map(|(var, value)| (pool.var_info(var).name.into(), value)).collect();
        let applications = assignment.applications().map(|(term, value)| (pool.hash(term), value)).collect();
        PortableModel { variables, applications }
    }

    /// The value of a variable; 0 if the model does not have it.
    pub(crate) fn value(&self, pool: &Pool, var: VarId) -> u128 {
        self.variables.get(pool.var_info(var).name).copied().unwrap_or(0)
    }

    /// The value of an application; 0 if the model does not have it.
    pub(crate) fn application(&self, pool: &Pool, term: TermId) -> u128 {
        self.applications.get(&pool.hash(term)).copied().unwrap_or(0)
    }
}

/// What the tape does.
#[derive(Default)]
pub(crate) enum Tape {
    #[default]
    Off,
    Recording(Vec<Recorded>),
    /// With an input that takes the path.
    Playing(VecDeque<Recorded>, Rc<PortableModel>),
    /// An answer did not fit its question.
    Diverged,
}

impl Tape {
    /// The next answer, when answers are played; what comes after the last one is recorded.
    pub(crate) fn next(&mut self) -> Option<Recorded> {
        match self {
            Tape::Playing(answers, _) => {
                let next = answers.pop_front();
                if next.is_none() {
                    *self = Tape::Recording(Vec::new());
                }
                next
            }
            _ => None,
        }
    }

    /// Keeps an answer, when answers are recorded.
    pub(crate) fn keep(&mut self, answer: impl FnOnce() -> Recorded) {
        if let Tape::Recording(answers) = self {
            answers.push(answer());
        }
    }
}
