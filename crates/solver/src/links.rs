//! The links that need no SAT: value sets, the kept witness, models of earlier queries.

use crate::component::Component;
use crate::domain::ValueSet;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use incise_term::{Pool, TermId};
use std::rc::Rc;

impl Solver {
    /// A term over one variable: its set of values meets the variable's, or contains it, or not.
    /// Exact when the component has no other variable.
    pub(crate) fn by_domain(&mut self, pool: &Pool, query: &mut Query) -> Option<Decided> {
        let &[var] = pool.vars(query.term) else { return None };
        if query.has_applications {
            return None;
        }
        let satisfying = self.domains.of(pool, query.term)?;
        let at = query.position(pool, var);
        let width = pool.var_info(var).width;
        let (allowed, implied) = match &query.facts[at] {
            Some(fact) => {
                let both = fact.intersection(&satisfying);
                let implied = both == **fact;
                (Rc::new(both), implied)
            }
            None => {
                let implied = *satisfying == ValueSet::full(width);
                (satisfying, implied)
            }
        };
        if allowed.is_empty() {
            return Some(Decided::Unsat);
        }
        if implied {
            return Some(Decided::Implied);
        }
        let mut facts = query.facts.to_vec();
        facts[at] = Some(allowed.clone());
        query.facts = facts.into();
        let only_variable = query.values.len() == 1 && (query.base.exact || query.base.n_constraints == 0);
        if !only_variable {
            return None;
        }
        let value = if allowed.contains(query.values[0]) {
            query.values[0]
        } else {
            allowed.nearest_zero(width).expect("not empty")
        };
        query.values = Rc::from([value]);
        Some(Decided::Sat(self.component(pool, query, query.values.clone(), query.base.applications.clone(), true)))
    }

    /// The kept assignment satisfies the component; does it satisfy the term too?
    pub(crate) fn by_witness(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        if query.base.open {
            return None;
        }
        if query.has_applications && !self.load_known_applications(pool, query, &query.base) {
            return None;
        }
        for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
            self.scratch.set(var, value);
        }
        if !self.scratch.holds(pool, query.term) {
            return None;
        }
        let applications = query.base.applications.clone();
        Some(Decided::Sat(self.component(pool, query, query.values.clone(), applications, false)))
    }

    /// Loads the results of function applications; false if one in the term has none.
    fn load_known_applications(&mut self, pool: &Pool, query: &Query, from: &Component) -> bool {
        for &(application, value) in from.applications.iter() {
            self.scratch.set_application(application, value);
        }
        let known = |application: &TermId| from.applications.iter().any(|(term, _)| term == application);
        self.scratch.applications(pool, query.term).iter().all(known)
    }

    /// A model of an earlier query that contained the term satisfies this one too.
    pub(crate) fn by_model(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        if query.has_applications {
            return None;
        }
        let candidates: Vec<Rc<Component>> = self.memo.models(query.term).take(4).cloned().collect();
        for candidate in candidates {
            for &var in pool.set_members(query.vars) {
                let value = candidate.position(pool, var).map_or(0, |at| candidate.values[at]);
                self.scratch.set(var, value);
            }
            if query.constraints().iter().all(|&term| self.scratch.holds(pool, term)) {
                let value = |&var| candidate.position(pool, var).map_or(0, |at| candidate.values[at]);
                let values = pool.set_members(query.vars).iter().map(value).collect();
                return Some(Decided::Sat(self.component(pool, query, values, Rc::from([]), false)));
            }
        }
        None
    }

    /// The component of a satisfiable query.
    pub(crate) fn component(
        &mut self,
        pool: &Pool,
        query: &Query,
        values: Rc<[u128]>,
        applications: Rc<[(TermId, u128)]>,
        exact: bool,
    ) -> Rc<Component> {
        let functions = if query.has_applications {
            let mut functions = self.scratch.functions(pool, query.term).to_vec();
            functions.extend_from_slice(&query.base.functions);
            functions.sort_unstable();
            functions.dedup();
            functions.into()
        } else {
            query.base.functions.clone()
        };
        Rc::new(Component {
            id: self.next_component_id(),
            vars: query.vars,
            functions,
            constraints: query.added(),
            n_constraints: query.base.n_constraints + 1,
            values,
            applications,
            facts: query.facts.clone(),
            exact,
            open: false,
        })
    }
}
