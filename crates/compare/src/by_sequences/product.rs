//! Both versions, called alike: functions that can be called, sequences of calls, and what was spent on them.

use crate::by_sequences::callee::{Callee, Solved, Stepped, Values};
use crate::by_sequences::concrete_states::Point;
use incise_engine::Limits;
use incise_solver::PER_SECOND;
use std::sync::atomic::Ordering;

/// Work of a call with any arguments, and of one with known ones.
const SOLVE: u64 = PER_SECOND / 20;
const STEP: u64 = PER_SECOND / 50;

/// A call: the number of the function, and the values of its variables.
pub(crate) type Call = (usize, Values);

/// Calls with known arguments, calls with any, and statements.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) steps: u64,
    pub(crate) solves: u64,
    pub(crate) statements: u64,
}

/// Both versions.
pub(crate) struct Product<'e, 'p, 'l> {
    pub(crate) callees: Vec<Callee<'e, 'p>>,
    pub(crate) limits: Limits<'l>,
    /// What is left.
    pub(crate) budget: Budget,
}

impl Product<'_, '_, '_> {
    /// Whether nothing is left to be spent.
    pub(crate) fn is_exhausted(&mut self) -> bool {
        let Budget { steps, statements, .. } = self.budget;
        let limits = self.limits;
        steps == 0 || statements == 0 || self.callees[0].is_over(limits)
    }

    /// One call with known arguments; nothing where it is not known what comes of it.
    pub(crate) fn step(&mut self, point: &Point, (callee, values): &Call) -> Option<Stepped> {
        if self.budget.steps == 0 {
            return None;
        }
        self.budget.steps -= 1;
        let stepped = self.callees[*callee].step(point, values, limited(self.limits, STEP))?;
        self.budget.statements = self.budget.statements.saturating_sub(stepped.steps);
        Some(stepped)
    }

    /// One call with any arguments.
    pub(crate) fn solve(&mut self, point: &Point, callee: usize) -> Solved {
        if self.budget.solves == 0 {
            return Solved::default();
        }
        self.budget.solves -= 1;
        self.callees[callee].solve(point, limited(self.limits, SOLVE))
    }

    /// Makes calls from a point on until somebody sees a difference; how many calls that takes.
    pub(crate) fn differs_after(&mut self, root: &Point, calls: &[Call]) -> Option<usize> {
        let mut point = root.clone();
        for (number, call) in calls.iter().enumerate() {
            let stepped = self.step(&point, call)?;
            if stepped.differs {
                return Some(number + 1);
            }
            point = stepped.point?;
        }
        None
    }
}

/// The same limits with so much work from now on.
fn limited(limits: Limits<'_>, work: u64) -> Limits<'_> {
    let now = limits.progress.work.load(Ordering::Relaxed);
    let until = limits.until.map_or(now + work, |until| until.min(now + work));
    Limits { until: Some(until), ends_all: false, ..limits }
}
