//! Decides a query apart from all others: over terms of its own, by a solver that was asked nothing else.
//!
//! The answer then depends on the constraints and on the witness of the path, and so does what a limit leaves open: not on the questions
//! of other paths, their learnt clauses and models, nor on the order in which terms were made. Constraints come in the order of their
//! structural hashes, which fixes the numbers of all terms and variables.

use crate::answer::UnknownReason;
use crate::component::Component;
use crate::config::SolverConfig;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use crate::stats::SolverStats;
use crate::tape::PortableModel;
use incise_term::{Assignment, Pool};
use std::cell::RefCell;
use std::rc::Rc;

impl Solver {
    pub(crate) fn by_itself(&mut self, pool: &Pool, query: &Query) -> Result<Decided, UnknownReason> {
        let mut terms = query.base_constraints().to_vec();
        terms.sort_by_key(|&term| pool.hash(term));
        let n_constraints = terms.len();
        terms.push(query.term);
        let mut own = Pool::new();
        let terms = pool.rebuild_all_in(&mut own, &terms);
        let (constraints, term) = (&terms[..n_constraints], terms[n_constraints]);

        let mut solver = self.fresh();
        let model = PortableModel::of(pool, &witness(pool, query));
        let mut base = Rc::clone(&solver.nothing);
        for &constraint in constraints {
            if own.as_const(constraint) != Some(1) {
                base = solver.with_model(&mut own, &base, constraint, &model);
            }
        }
        if query.base.open {
            base = Rc::new(Component::opened(&base));
        }
        let until = solver.until();
        let decided = match own.as_const(term) {
            Some(0) => Ok(Decided::Unsat),
            Some(_) => Ok(Decided::Implied),
            None => solver.decide(&mut own, &base, term),
        };
        let is_over = until.is_over(solver.stats.work);
        self.external = std::mem::take(&mut solver.external);
        // The query was counted already.
        self.stats = SolverStats { queries: self.stats.queries, ..solver.stats };
        match decided {
            Ok(Decided::Sat(component)) => {
                let found = |&var| own.find_var(pool.var_info(var).name).and_then(|var| component.position(&own, var));
                let value = |var| found(var).map_or(0, |at| component.values[at]);
                let values = pool.set_members(query.vars).iter().map(value).collect();
                let own = RefCell::new(own);
                let result = |application| {
                    let application = pool.rebuild_in(&mut own.borrow_mut(), application);
                    component
                        .applications
                        .iter()
                        .find(|(known, _)| *known == application)
                        .map_or(0, |(_, value)| *value)
                };
                Ok(self.satisfied(pool, query, values, result))
            }
            Err(UnknownReason::Limit) if !is_over => Err(UnknownReason::Conflicts),
            decided => decided,
        }
    }

    /// A solver with the same limits and back ends that has no history.
    fn fresh(&mut self) -> Solver {
        let config = SolverConfig { is_apart: false, external: Vec::new(), ..self.config.clone() };
        let mut solver = Solver::new(config).expect("no external solver is looked for");
        solver.external = std::mem::take(&mut self.external);
        solver.stats = self.stats.clone();
        solver.in_a_hurry = self.in_a_hurry;
        solver
    }
}

/// The witness of the base, with 0 for variables that are new.
fn witness(pool: &Pool, query: &Query) -> Assignment {
    let mut assignment = Assignment::new();
    for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
        assignment.set(var, value);
    }
    for &(application, value) in query.base.applications.iter() {
        assignment.set_application(application, value);
    }
    assignment
}
