//! The last links: the incremental SAT instance, then an instance of the query's own.

use crate::answer::UnknownReason;
use crate::memo::Decided;
use crate::query::Query;
use crate::sat::{Blaster, Cdcl, Limit, Verdict};
use crate::solver::Solver;
use incise_term::{Pool, TermId};
use std::rc::Rc;
use std::time::Instant;

impl Solver {
    pub(crate) fn by_sat(&mut self, pool: &Pool, query: &Query) -> Result<Decided, UnknownReason> {
        let start = Instant::now();
        let decided = self.by_sat_untimed(pool, query, start);
        let elapsed = start.elapsed();
        self.stats.total_time += elapsed;
        self.stats.max_time = self.stats.max_time.max(elapsed);
        decided
    }

    fn by_sat_untimed(&mut self, pool: &Pool, query: &Query, start: Instant) -> Result<Decided, UnknownReason> {
        let deadline = self.config.timeout_per_query.map(|timeout| start + timeout);
        let constraints = query.constraints();
        if self.config.use_incremental {
            let limit = Limit { conflicts: Some(self.config.conflict_budget), deadline };
            let mut instance = std::mem::replace(&mut self.incremental, Blaster::new(Cdcl::default()));
            for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
                instance.suggest(pool, pool.var_term(var), value);
            }
            let verdict = instance.solve(pool, constraints, limit, None);
            let decided = self.settle(pool, query, &instance, verdict);
            self.incremental = instance;
            if let Some(decided) = decided {
                self.stats.sat += 1;
                return Ok(decided);
            }
        }
        let mut instance = Blaster::new(Cdcl::default());
        let verdict = instance.solve(pool, constraints, Limit { conflicts: None, deadline }, None);
        match self.settle(pool, query, &instance, verdict) {
            Some(decided) => {
                self.stats.one_shot += 1;
                Ok(decided)
            }
            None => Err(UnknownReason::Limit),
        }
    }

    fn settle(&mut self, pool: &Pool, query: &Query, instance: &Blaster<Cdcl>, verdict: Verdict) -> Option<Decided> {
        match verdict {
            Verdict::Limit => None,
            Verdict::Unsat(core) => {
                if self.config.use_cache {
                    self.memo.remember_core(&core);
                }
                Some(Decided::Unsat)
            }
            Verdict::Sat => {
                let value = |&var| instance.value(pool, pool.var_term(var));
                let values: Rc<[u128]> = pool.set_members(query.vars).iter().map(value).collect();
                let mut applications: Vec<(TermId, u128)> = Vec::new();
                if query.has_applications {
                    for &constraint in query.constraints() {
                        for application in self.scratch.applications(pool, constraint) {
                            applications.push((application, instance.value(pool, application)));
                        }
                    }
                    applications.sort_unstable();
                    applications.dedup();
                }
                if instance.is_relaxed() {
                    if self.violated(pool, query, &values, &applications).is_some() {
                        return None;
                    }
                } else {
                    self.check(pool, query, &values, &applications);
                }
                let component = self.component(pool, query, values, applications.into(), false);
                if self.config.use_cache {
                    self.memo.remember_model(&component, query.constraints());
                }
                Some(Decided::Sat(component))
            }
        }
    }

    /// Evaluates every constraint under a model of SAT: a mismatch is a broken circuit, and no answer may leave.
    fn check(&mut self, pool: &Pool, query: &Query, values: &[u128], applications: &[(TermId, u128)]) {
        if !cfg!(debug_assertions) && !self.config.cross_check {
            return;
        }
        if let Some(constraint) = self.violated(pool, query, values, applications) {
            panic!("the model of SAT does not satisfy {}", incise_term::display(pool, constraint));
        }
    }

    /// A constraint that is false under the assignment.
    pub(crate) fn violated(
        &mut self,
        pool: &Pool,
        query: &Query,
        values: &[u128],
        applications: &[(TermId, u128)],
    ) -> Option<TermId> {
        for (&var, &value) in pool.set_members(query.vars).iter().zip(values) {
            self.scratch.set(var, value);
        }
        for &(application, value) in applications {
            self.scratch.set_application(application, value);
        }
        query.constraints().iter().copied().find(|&constraint| !self.scratch.holds(pool, constraint))
    }
}
