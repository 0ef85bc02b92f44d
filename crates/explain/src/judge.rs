//! Questions to the solver, within a budget. An answer is definite or there is none: whoever asks goes on with what
//! it has.

use crate::input::{CType, Inputs};
use incise_solver::{Extend, PathCondition, Solver};
use incise_term::{Assignment, Evaluator, Pool, TermId};

/// Models kept to answer "satisfiable" by evaluation.
const MAX_SAMPLES: usize = 48;

/// Is a conjunction satisfiable?
pub(crate) enum Answer {
    Model(Assignment),
    Unsat,
    Open,
}

/// The pool, the solver, and how much may still be asked.
pub(crate) struct Judge<'a> {
    pub(crate) pool: &'a mut Pool,
    solver: &'a mut Solver,
    base: PathCondition,
    /// What holds of every input: a `_Bool` is 0 or 1.
    assumed: Vec<TermId>,
    samples: Vec<Assignment>,
    evaluator: Evaluator,
    left: u32,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(pool: &'a mut Pool, solver: &'a mut Solver, inputs: &Inputs, queries: u32) -> Judge<'a> {
        let mut base = PathCondition::new();
        let mut assumed = Vec::new();
        for input in inputs.all() {
            let width = pool.width(input.term);
            if input.ty == CType::Bool && width > 1 {
                let one = pool.constant(width, 1);
                let is_bool = pool.ule(input.term, one);
                assumed.push(is_bool);
                if let Extend::Sat(extended) = solver.extend(pool, &base, is_bool) {
                    base = extended;
                }
            }
        }
        let samples = vec![Assignment::new()];
        Judge { pool, solver, base, assumed, samples, evaluator: Evaluator::new(), left: queries }
    }

    /// What holds of every input.
    pub(crate) fn assumed(&self) -> &[TermId] {
        &self.assumed
    }

    /// One question.
    pub(crate) fn ask(&mut self, conjuncts: &[TermId]) -> Answer {
        for sample in &self.samples {
            if conjuncts.iter().all(|&term| self.evaluator.holds(self.pool, sample, term)) {
                return Answer::Model(sample.clone());
            }
        }
        if self.left == 0 {
            return Answer::Open;
        }
        self.left -= 1;
        let mut condition = self.base.clone();
        for &conjunct in conjuncts {
            match self.solver.extend(self.pool, &condition, conjunct) {
                Extend::Sat(extended) => condition = extended,
                Extend::Unsat => return Answer::Unsat,
                Extend::Unknown(_) => return Answer::Open,
            }
        }
        let model = self.solver.witness(self.pool, &condition);
        if self.samples.len() >= MAX_SAMPLES {
            self.samples.remove(1);
        }
        self.samples.push(model.clone());
        Answer::Model(model)
    }

    /// Is it certain that no input satisfies all of them?
    pub(crate) fn excludes(&mut self, conjuncts: &[TermId]) -> bool {
        matches!(self.ask(conjuncts), Answer::Unsat)
    }

    /// Is it certain that `to` holds wherever all of `from` do?
    pub(crate) fn implies(&mut self, from: &[TermId], to: TermId) -> bool {
        if from.contains(&to) {
            return true;
        }
        let negation = self.pool.not(to);
        let mut conjuncts = from.to_vec();
        conjuncts.push(negation);
        self.excludes(&conjuncts)
    }

    /// Are two truth values certainly the same wherever all of `context` hold?
    pub(crate) fn same(&mut self, context: &[TermId], a: TermId, b: TermId) -> bool {
        let differ = self.pool.xor(a, b);
        let mut conjuncts = context.to_vec();
        conjuncts.push(differ);
        self.excludes(&conjuncts)
    }

    pub(crate) fn all(&mut self, conjuncts: &[TermId]) -> TermId {
        let mut all = self.pool.true_();
        for &conjunct in conjuncts {
            all = self.pool.bool_and(all, conjunct);
        }
        all
    }

    pub(crate) fn any(&mut self, disjuncts: &[TermId]) -> TermId {
        let mut any = self.pool.false_();
        for &disjunct in disjuncts {
            any = self.pool.bool_or(any, disjunct);
        }
        any
    }
}
