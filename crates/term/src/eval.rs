//! Evaluation of terms under an assignment.
//!
//! The memo is dense and stamped: results survive from term to term while the same pool and an
//! assignment of the same contents are passed, and are dropped all at once, in constant time, when either changes.
//! Only the chosen branch of an `ite` is evaluated.

use crate::assignment::Assignment;
use crate::concrete;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// Evaluates terms; keep one and reuse it.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<u128>,
    stamps: Vec<u32>,
    stamp: u32,
    pool: u64,
    version: u64,
    stack: Vec<TermId>,
}

impl Evaluator {
    /// An evaluator without memory.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of `t`, within its width.
    pub fn eval(&mut self, pool: &Pool, assignment: &Assignment, t: TermId) -> u128 {
        self.refresh(pool, assignment);
        if let Some(known) = self.known(t) {
            return known;
        }
        self.stack.clear();
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.known(top).is_some() {
                self.stack.pop();
            } else if let Some(value) = self.step(pool, assignment, top) {
                self.values[top.index()] = value;
                self.stamps[top.index()] = self.stamp;
                self.stack.pop();
            }
        }
        self.values[t.index()]
    }

    /// Is `t`, of width 1, true?
    pub fn holds(&mut self, pool: &Pool, assignment: &Assignment, t: TermId) -> bool {
        self.eval(pool, assignment, t) == 1
    }

    fn refresh(&mut self, pool: &Pool, assignment: &Assignment) {
        if self.values.len() < pool.size() {
            self.values.resize(pool.size(), 0);
            self.stamps.resize(pool.size(), 0);
        }
        if self.pool == pool.identity && self.version == assignment.version {
            return;
        }
        self.pool = pool.identity;
        self.version = assignment.version;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    #[inline]
    fn known(&self, t: TermId) -> Option<u128> {
        (self.stamps[t.index()] == self.stamp).then(|| self.values[t.index()])
    }

    /// The value of `t` if those it needs are known; otherwise they are pushed.
    fn step(&mut self, pool: &Pool, assignment: &Assignment, t: TermId) -> Option<u128> {
        let op = pool.op(t);
        match op {
            Op::Const => return pool.as_const(t),
            Op::Var(var) => return Some(assignment.get(var) & concrete::mask(pool.width(t))),
            Op::Uninterpreted(_) => {
                return Some(assignment.application(t) & concrete::mask(pool.width(t)));
            }
            Op::Ite => {
                let Some(condition) = self.known(pool.child(t, 0)) else {
                    self.stack.push(pool.child(t, 0));
                    return None;
                };
                let chosen = pool.child(t, if condition == 1 { 1 } else { 2 });
                if self.known(chosen).is_none() {
                    self.stack.push(chosen);
                }
                return self.known(chosen);
            }
            _ => {}
        }
        let children = pool.children(t);
        let mut args = [0; 3];
        let mut widths = [0; 3];
        let mut ready = true;
        for (i, &child) in children.iter().enumerate() {
            widths[i] = pool.width(child);
            match self.known(child) {
                Some(value) => args[i] = value,
                None => {
                    ready = false;
                    self.stack.push(child);
                }
            }
        }
        ready.then(|| concrete::apply(op, pool.width(t), widths, args))
    }
}
