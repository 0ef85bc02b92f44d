//! Bounded solver: queries within a budget. An answer is definite or there is none.

use crate::cost::Costs;
use crate::input::Inputs;
use incise_solver::{Extend, PathCondition, Solver};
use incise_term::{Assignment, Evaluator, Op, Pool, TermId};

/// Models kept to answer "satisfiable" by evaluation.
const MAX_SAMPLES: usize = 32;
/// So many conflicts of the solver count as one question.
const CONFLICTS_OF_A_QUESTION: u64 = 50;
/// Disjunctions in a question that is asked case by case.
const MAX_SPLITS: u32 = 4;

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
    /// What holds of every input: a `_Bool` is 0 or 1, a pointer to a function null or one address.
    assumed: Vec<TermId>,
    /// Models, each with what is known of terms under it.
    samples: Vec<(Assignment, Evaluator)>,
    pub(crate) evaluator: Evaluator,
    costs: Costs,
    left: u32,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(pool: &'a mut Pool, solver: &'a mut Solver, inputs: &Inputs, queries: u32) -> Judge<'a> {
        let mut base = PathCondition::new();
        let mut assumed = Vec::new();
        for input in inputs.all() {
            if let Some(known) = input.holds(pool) {
                assumed.push(known);
                if let Extend::Sat(extended) = solver.extend(pool, &base, known) {
                    base = extended;
                }
            }
        }
        let samples = vec![(Assignment::new(), Evaluator::new())];
        Judge {
            pool,
            solver,
            base,
            assumed,
            samples,
            evaluator: Evaluator::new(),
            costs: Costs::default(),
            left: queries,
        }
    }

    /// What holds of every input.
    pub(crate) fn assumed(&self) -> &[TermId] {
        &self.assumed
    }

    /// One question.
    pub(crate) fn ask(&mut self, conjuncts: &[TermId]) -> Answer {
        for (sample, evaluator) in &mut self.samples {
            if conjuncts.iter().all(|&term| evaluator.holds(self.pool, sample, term)) {
                return Answer::Model(sample.clone());
            }
        }
        let cost = conjuncts.iter().fold(1, |sum: u32, &term| sum.saturating_add(self.costs.of(self.pool, term)));
        if self.left < cost {
            return Answer::Open;
        }
        self.left -= cost;
        let before = self.solver.stats().conflicts;
        let answer = self.decide(conjuncts);
        let conflicts = self.solver.stats().conflicts.saturating_sub(before) / CONFLICTS_OF_A_QUESTION;
        self.left = self.left.saturating_sub(u32::try_from(conflicts).unwrap_or(u32::MAX));
        answer
    }

    fn decide(&mut self, conjuncts: &[TermId]) -> Answer {
        let mut condition = self.base.clone();
        // Comparisons first: a difference or a disjunction is easily decided by the orders that are known by then.
        let mut conjuncts = conjuncts.to_vec();
        conjuncts.sort_by_key(|&term| match self.pool.op(term) {
            Op::Not => 1,
            Op::Or | Op::And | Op::Ite => 2,
            _ => 0,
        });
        for conjunct in conjuncts {
            self.solver.hurry(true);
            let extended = self.solver.extend(self.pool, &condition, conjunct);
            self.solver.hurry(false);
            match extended {
                Extend::Sat(extended) => condition = extended,
                Extend::Unsat => return Answer::Unsat,
                Extend::Unknown(_) => return Answer::Open,
            }
        }
        let model = self.solver.witness(self.pool, &condition);
        if self.samples.len() >= MAX_SAMPLES {
            self.samples.remove(1);
        }
        self.samples.push((model.clone(), Evaluator::new()));
        Answer::Model(model)
    }

    /// Is it certain that no input satisfies all of them?
    pub(crate) fn excludes(&mut self, conjuncts: &[TermId]) -> bool {
        self.excludes_by_cases(conjuncts, MAX_SPLITS)
    }

    /// What is open as a whole may be easy case by case.
    fn excludes_by_cases(&mut self, conjuncts: &[TermId], splits: u32) -> bool {
        match self.ask(conjuncts) {
            Answer::Unsat => return true,
            Answer::Model(_) => return false,
            Answer::Open => {}
        }
        let Some(at) = conjuncts.iter().position(|&term| self.pool.op(term) == Op::Or) else { return false };
        [0, 1].into_iter().all(|side| {
            let mut case = conjuncts.to_vec();
            case[at] = self.pool.child(conjuncts[at], side);
            splits > 0 && self.excludes_by_cases(&case, splits - 1)
        })
    }

    /// Is it certain that `to` holds wherever all of `from` do?
    pub(crate) fn implies(&mut self, from: &[TermId], to: TermId) -> bool {
        if from.contains(&to) {
            return true;
        }
        let mut conjuncts = from.to_vec();
        conjuncts.extend(self.negation(to));
        self.excludes(&conjuncts)
    }

    /// Are two truth values certainly the same wherever all of `context` hold?
    pub(crate) fn same(&mut self, context: &[TermId], a: TermId, b: TermId) -> bool {
        [(a, b), (b, a)].into_iter().all(|(from, to)| {
            let mut conjuncts = context.to_vec();
            conjuncts.push(from);
            self.implies(&conjuncts, to)
        })
    }

    /// The negation as conjuncts: each is easier to decide with than all in one.
    pub(crate) fn negation(&mut self, t: TermId) -> Vec<TermId> {
        let mut conjuncts = Vec::new();
        let mut stack = vec![t];
        while let Some(next) = stack.pop() {
            let children = || [self.pool.child(next, 1), self.pool.child(next, 0)];
            match self.pool.op(next) {
                Op::Or => stack.extend(children()),
                Op::And => {
                    let [a, b] = children();
                    let (a, b) = (self.pool.not(a), self.pool.not(b));
                    conjuncts.push(self.pool.bool_or(b, a));
                }
                _ => conjuncts.push(self.pool.not(next)),
            }
        }
        conjuncts
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
