//! Work: a count that stands for time, so that a budget ends at the same question on every run and every machine.
//!
//! A solver has a meter ([`Solver::work`](crate::Solver::work)) that only grows. Whoever works with the solver counts on it: the SAT solver the watches it
//! visits and the gates it is given, the links that try values the operators they evaluate, the engine its statements and the terms they
//! make. A budget is so much work from now. The clock is an outer guard: where it ends something, the report says so.
//!
//! *Calibration.* A unit is about 10 ns of one core in a release build. Over the pairs of `tests/pairs` that take longest most searches did between a half and
//! twice [`PER_SECOND`] units in a second of CPU time, those that mostly build and explain terms a quarter; `INCISE_TRACE_WORK=1 incise diff …` prints the work of each look.

use crate::solver::Solver;
use incise_term::Pool;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    pub(crate) deadline: Option<Instant>,
}

impl Until {
    /// Whether it is over, by the meter or by the clock.
    pub(crate) fn is_over(self, work: u64) -> bool {
        self.work.is_some_and(|most| work >= most) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Solver {
    /// Changes the work that one question may take; gives what it was.
    pub fn set_work_per_query(&mut self, work: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.config.work_per_query, work)
    }

    /// The meter: work that was done so far. It never goes back.
    #[inline]
    pub fn work(&self) -> u64 {
        self.stats.work
    }

    /// Counts a statement of a program, and the terms that were made since the last one.
    #[inline]
    pub fn count_statement(&mut self, pool: &Pool) {
        let n_terms = pool.size();
        self.stats.work += STATEMENT + n_terms.saturating_sub(self.n_terms) as u64 * TERM;
        self.n_terms = n_terms;
    }

    /// Work that was not reported to a sum.
    #[inline]
    pub fn unreported_work(&self) -> u64 {
        self.stats.work - self.reported
    }

    /// Adds the work since the last report to a sum, that of several workers perhaps; gives the sum.
    pub fn report_work(&mut self, sum: &AtomicU64) -> u64 {
        let new = self.unreported_work();
        self.reported = self.stats.work;
        sum.fetch_add(new, Ordering::Relaxed) + new
    }
}
