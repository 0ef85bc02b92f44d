//! Back ends: SAT and SMT solvers that decide a conjunction from scratch.

use crate::answer::UnknownReason;
use crate::sat::{Blaster, Cdcl, Limit, Verdict};
use crate::scratch::Scratch;
use incise_base::Deadline;
use incise_term::{Assignment, Evaluator, Pool, TermId};
use std::time::Duration;

/// What a back end says.
#[derive(Clone, Debug)]
pub enum BackendAnswer {
    /// Satisfiable, with values for all variables and function applications in the assertions.
    Sat(Assignment),
    /// Unsatisfiable.
    Unsat,
    /// Not decided.
    Unknown(UnknownReason),
}

/// Decides conjunctions of terms of width 1.
pub trait Backend {
    /// What a user would call it.
    fn name(&self) -> &str;

    /// Is the conjunction satisfiable? Gives up after `timeout`.
    fn solve(&mut self, pool: &Pool, assertions: &[TermId], timeout: Option<Duration>) -> BackendAnswer;
}

/// Our own bit-blaster and SAT solver, a fresh instance for each question.
#[derive(Default)]
pub struct OneShot {
    _private: (),
}

impl Backend for OneShot {
    fn name(&self) -> &str {
        "incise"
    }

    fn solve(&mut self, pool: &Pool, assertions: &[TermId], timeout: Option<Duration>) -> BackendAnswer {
        let deadline = Deadline::after_any(timeout);
        let mut instance = Blaster::new(Cdcl::default());
        match instance.solve(pool, assertions, Limit { deadline, ..Limit::default() }, None) {
            Verdict::Unsat(_) => BackendAnswer::Unsat,
            Verdict::Limit => BackendAnswer::Unknown(UnknownReason::Limit),
            Verdict::Sat => {
                let mut assignment = Assignment::new();
                let mut scratch = Scratch::new();
                for &assertion in assertions {
                    for &var in pool.vars(assertion) {
                        assignment.set(var, instance.value(pool, pool.var_term(var)));
                    }
                    for application in scratch.applications(pool, assertion) {
                        assignment.set_application(application, instance.value(pool, application));
                    }
                }
                let mut evaluator = Evaluator::new();
                if assertions.iter().all(|&assertion| evaluator.holds(pool, &assignment, assertion)) {
                    BackendAnswer::Sat(assignment)
                } else {
                    assert!(instance.is_relaxed(), "a model of SAT does not satisfy the assertions");
                    BackendAnswer::Unknown(UnknownReason::GaveUp("an operator has no circuit".into()))
                }
            }
        }
    }
}
