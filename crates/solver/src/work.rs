//! Work: a count that stands for time, so that a budget ends at the same question on every run and every machine.
//!
//! A solver has a meter ([`Solver::work`](crate::Solver::work)) that only grows. Whoever works with the solver counts on it: the SAT solver the watches it
//! visits and the gates it is given, the links that try values the operators they evaluate, the engine its statements and the terms they
//! make. A budget is so much work from now. The clock is an outer guard: where it ends something, the report says so.
//!
//! *Calibration.* A unit is about 10 ns of one core in a release build. Over the pairs of `tests/pairs` that take longest most searches did between a half and
//! twice [`PER_SECOND`] units in a second of CPU time, those that mostly build and explain terms a quarter; `INCISE_LOG=debug incise diff …` prints the work of each look.

use incise_base::Deadline;
use std::time::Duration;

/// Work that is done in about a second.
pub const PER_SECOND: u64 = 100_000_000;

/// A statement of the program, without the terms and questions that it leads to.
pub(crate) const STATEMENT: u64 = 10;
/// A term that is new to the pool.
pub(crate) const TERM: u64 = 20;
/// A question, before anything is searched for.
pub(crate) const QUERY: u64 = 50;
/// An operator that is evaluated.
pub(crate) const EVALUATION: u64 = 3;
/// A variable of a SAT instance, with the clauses that define it.
pub(crate) const VARIABLE: u64 = 20;
/// A literal that is propagated, without the watches that are visited.
pub(crate) const PROPAGATION: u64 = 2;
/// A conflict that is analysed.
pub(crate) const CONFLICT: u64 = 100;
/// Gates that are simulated on 64 inputs for one unit.
pub(crate) const GATES_SIMULATED: u64 = 4;

/// About the work that is done in this time.
pub const fn work_in(time: Duration) -> u64 {
    (time.as_micros() as u64).saturating_mul(PER_SECOND / 1_000_000)
}

/// About the time that this work takes.
pub const fn time_for(work: u64) -> Duration {
    Duration::from_micros(work / (PER_SECOND / 1_000_000))
}

/// Until when a question may be worked on.
#[derive(Clone, Copy)]
pub(crate) struct Until {
    /// What the meter shows then.
    pub(crate) work: Option<u64>,
    /// The outer guard.
    pub(crate) deadline: Deadline,
}

impl Until {
    /// Whether it is over, by the meter or by the clock.
    pub(crate) fn is_over(self, work: u64) -> bool {
        self.work.is_some_and(|most| work >= most) || self.deadline.is_over()
    }
}
