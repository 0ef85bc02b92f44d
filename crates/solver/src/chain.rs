//! The chain on one page: who is asked about `component ∧ term`, in which order.
//!
//! Each link answers for certain or passes on. Whatever reaches the end is unknown, never unsatisfiable.

use crate::answer::UnknownReason;
use crate::component::Component;
use crate::difference::is_difference;
use crate::effort::Effort;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use crate::work;
use incise_term::{Pool, TermId};
use std::rc::Rc;

impl Solver {
    /// Decides `base ∧ term`, where `base` includes every component the term touches. The term is not a constant.
    pub(crate) fn decide(
        &mut self,
        pool: &mut Pool,
        base: &Rc<Component>,
        term: TermId,
    ) -> Result<Decided, UnknownReason> {
        self.stats.queries += 1;
        self.stats.work += work::QUERY;
        if self.config.is_off {
            return Err(UnknownReason::GaveUp(String::from("it is switched off")));
        }
        // In a hurry less is found: an answer that is known would depend on who asked before.
        let remembers = self.config.use_cache && !(self.config.is_apart && self.in_a_hurry);
        if remembers && let Some(known) = self.memo.answer(base.id, term) {
            self.stats.cache += 1;
            return Ok(known.clone());
        }
        if remembers && let Some(reason) = self.memo.open(base.id, term) {
            return Err(reason.clone());
        }
        let answer = match self.decide_anew(pool, base, term) {
            Ok(Decided::Sat(component)) if base.open && !self.is_model(pool, &component) => Err(UnknownReason::Limit),
            answer => answer,
        };
        if remembers {
            match &answer {
                Ok(decided) => self.memo.remember(base.id, term, decided.clone()),
                // With more effort the answer may be another one.
                Err(_) if self.effort != Effort::Full || self.in_a_hurry => {}
                Err(reason) => self.memo.remember_open(base.id, term, reason.clone()),
            }
        }
        answer
    }

    /// Whether the values of a component satisfy its constraints.
    fn is_model(&mut self, pool: &Pool, component: &Component) -> bool {
        for (&var, &value) in pool.set_members(component.vars).iter().zip(component.values.iter()) {
            self.scratch.set(var, value);
        }
        for &(application, value) in component.applications.iter() {
            self.scratch.set_application(application, value);
        }
        component.sorted_constraints().iter().all(|&constraint| self.scratch.holds(pool, constraint))
    }

    fn decide_anew(&mut self, pool: &mut Pool, base: &Rc<Component>, term: TermId) -> Result<Decided, UnknownReason> {
        let mut query = Query::new(pool, &mut self.scratch, base, term);
        if self.config.use_domains
            && let Some(decided) = self.by_domain(pool, &mut query)
        {
            self.stats.domain += 1;
            return Ok(decided);
        }
        if self.config.use_witness
            && let Some(decided) = self.by_witness(pool, &query)
        {
            self.stats.witness += 1;
            return Ok(decided);
        }
        if query.is_constraint() {
            self.stats.folded += 1;
            return Ok(Decided::Implied);
        }
        if self.config.is_apart {
            return self.by_itself(pool, &query);
        }
        if self.config.use_ranges
            && let Some(decided) = self.by_ranges(pool, &query)
        {
            self.stats.ranges += 1;
            return Ok(decided);
        }
        if self.config.use_order
            && let Some(decided) = self.by_order(pool, &query)
        {
            self.stats.order += 1;
            return Ok(decided);
        }
        if self.config.use_cache {
            if self.memo.has_core(term, query.constraints()) {
                self.stats.cores += 1;
                return Ok(Decided::Unsat);
            }
            if let Some(decided) = self.by_model(pool, &query) {
                self.stats.models += 1;
                return Ok(decided);
            }
        }
        if self.config.use_algebra
            && let Some(decided) = self.by_algebra(pool, &query)
        {
            self.stats.algebra += 1;
            return Ok(decided);
        }
        if self.config.use_trials
            && let Some(decided) = self.by_trials(pool, &query)
        {
            self.stats.trials += 1;
            return Ok(decided);
        }
        if self.config.use_cases
            && is_difference(pool, term)
            && let Some(decided) = self.by_glance(pool, &query)
        {
            self.stats.cases += 1;
            return Ok(decided);
        }
        self.by_sat(pool, &query)
    }
}
