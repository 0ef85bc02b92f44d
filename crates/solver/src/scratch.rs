//! Evaluation under witnesses: one assignment and one evaluator that are loaded with what a term needs.
//!
//! The evaluator keeps its results while the assignment stays as it is, so questions along one path, whose witness
//! rarely changes, evaluate only what is new.

use incise_term::{Assignment, Evaluator, FunId, Op, Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Applies {
    NotYetKnown,
    No,
    Yes,
}

/// Working memory for evaluation; keep one and reuse it, with terms of one pool.
#[derive(Default)]
pub struct Scratch {
    assignment: Assignment,
    evaluator: Evaluator,
    /// For each term of the pool: does it apply an uninterpreted function?
    applies: Vec<Applies>,
    functions: FxHashMap<TermId, Rc<[FunId]>>,
    no_functions: Rc<[FunId]>,
}

impl Scratch {
    /// Nothing loaded.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    /// Loads a value for each variable of `t`, 0 where there is none.
    pub(crate) fn load(&mut self, pool: &Pool, t: TermId, value: impl Fn(VarId) -> Option<u128>) {
        for &var in pool.vars(t) {
            self.assignment.set(var, value(var).unwrap_or(0));
        }
    }

    pub(crate) fn set(&mut self, var: VarId, value: u128) {
        self.assignment.set(var, value);
    }

    pub(crate) fn set_application(&mut self, application: TermId, value: u128) {
        if self.assignment.application(application) != value {
            self.assignment.set_application(application, value);
        }
    }

    pub(crate) fn eval(&mut self, pool: &Pool, t: TermId) -> u128 {
        self.evaluator.eval(pool, &self.assignment, t)
    }

    pub(crate) fn holds(&mut self, pool: &Pool, t: TermId) -> bool {
        self.eval(pool, t) == 1
    }

    /// Does a term apply an uninterpreted function?
    #[inline]
    pub(crate) fn has_applications(&mut self, pool: &Pool, t: TermId) -> bool {
        match self.applies.get(t.index()) {
            Some(&Applies::Yes) => true,
            Some(&Applies::No) => false,
            _ => self.find_applications(pool, t),
        }
    }

    fn find_applications(&mut self, pool: &Pool, t: TermId) -> bool {
        if self.applies.len() < pool.size() {
            self.applies.resize(pool.size(), Applies::NotYetKnown);
        }
        let mut stack = vec![t];
        while let Some(&term) = stack.last() {
            let depth = stack.len();
            let mut applies = matches!(pool.op(term), Op::Uninterpreted(_));
            for &child in pool.children(term) {
                match self.applies[child.index()] {
                    Applies::NotYetKnown => stack.push(child),
                    Applies::Yes => applies = true,
                    Applies::No => {}
                }
            }
            if stack.len() == depth {
                self.applies[term.index()] = if applies { Applies::Yes } else { Applies::No };
                stack.pop();
            }
        }
        self.applies[t.index()] == Applies::Yes
    }

    /// The applications in a term, arguments before the applications they are part of.
    pub(crate) fn applications(&mut self, pool: &Pool, t: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        if !self.has_applications(pool, t) {
            return found;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![(t, false)];
        while let Some((term, done)) = stack.pop() {
            if done {
                if matches!(pool.op(term), Op::Uninterpreted(_)) {
                    found.push(term);
                }
            } else if self.applies[term.index()] == Applies::Yes && seen.insert(term) {
                stack.push((term, true));
                stack.extend(pool.children(term).iter().map(|&child| (child, false)));
            }
        }
        found
    }

    /// The functions applied in a term, sorted.
    pub(crate) fn functions(&mut self, pool: &Pool, t: TermId) -> Rc<[FunId]> {
        if !self.has_applications(pool, t) {
            return self.no_functions.clone();
        }
        if let Some(known) = self.functions.get(&t) {
            return known.clone();
        }
        let mut functions: Vec<FunId> = (self.applications(pool, t).iter())
            .filter_map(|&application| match pool.op(application) {
                Op::Uninterpreted(fun) => Some(fun),
                _ => None,
            })
            .collect();
        functions.sort_unstable();
        functions.dedup();
        let functions: Rc<[FunId]> = functions.into();
        self.functions.insert(t, functions.clone());
        functions
    }

    /// Loads results for the applications in `t`: the known ones, for others that of a known application of equal
    /// arguments, else 0 — given to all applications of equal arguments alike.
    pub(crate) fn load_applications(
        &mut self,
        pool: &Pool,
        t: TermId,
        known: impl Fn(FunId) -> Option<Rc<[(TermId, u128)]>>,
    ) {
        for application in self.applications(pool, t) {
            let Op::Uninterpreted(fun) = pool.op(application) else { continue };
            let table = known(fun).unwrap_or_else(|| Rc::from([]));
            let value = match table.iter().find(|&&(term, _)| term == application) {
                Some(&(_, value)) => value,
                None => self.congruent(pool, application, &table),
            };
            self.set_application(application, value);
        }
    }

    /// The result in `table` of the same function for arguments of the same values, else 0. The variables of the
    /// table's applications must be loaded, or stay as the caller left them.
    fn congruent(&mut self, pool: &Pool, application: TermId, table: &[(TermId, u128)]) -> u128 {
        let arguments: Vec<u128> =
            pool.children(application).to_vec().into_iter().map(|argument| self.eval(pool, argument)).collect();
        for &(term, value) in table {
            if pool.op(term) != pool.op(application) {
                continue;
            }
            let same = pool.children(term).to_vec().into_iter().zip(&arguments).all(|(a, &b)| self.eval(pool, a) == b);
            if same {
                return value;
            }
        }
        0
    }
}
