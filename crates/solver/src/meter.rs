//! The meter of a solver: work that was done so far, see [`work`](crate::work).

use crate::solver::Solver;
use crate::work::{STATEMENT, TERM};
use incise_term::Pool;
use std::sync::atomic::{AtomicU64, Ordering};

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
