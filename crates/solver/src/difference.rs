//! The links for questions whether two computations differ: laws of arithmetic.

use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use incise_term::{Op, Pool, TermId};

/// Formula nodes looked at before a query counts as something else.
const MAX_NODES: usize = 64;

impl Solver {
    /// The normal form of the term, under what the path condition says of its conditions.
    pub(crate) fn by_algebra(&mut self, pool: &mut Pool, query: &Query) -> Option<Decided> {
        if !is_difference(pool, query.term) {
            return None;
        }
        match self.algebra.truth(pool, query.term)? {
            true => Some(Decided::Implied),
            false => {
                if self.config.use_cache {
                    self.memo.remember_core(&[query.term]);
                }
                Some(Decided::Unsat)
            }
        }
    }
}

/// Is the term a formula with an equality of computed terms in it?
fn is_difference(pool: &Pool, term: TermId) -> bool {
    let mut stack = vec![term];
    for _ in 0..MAX_NODES {
        let Some(next) = stack.pop() else { return false };
        match pool.op(next) {
            Op::Not | Op::And | Op::Or | Op::Xor => stack.extend(pool.children(next)),
            Op::Eq => {
                let computed = |t: TermId| !matches!(pool.op(t), Op::Const | Op::Var(_));
                if computed(pool.child(next, 0)) || computed(pool.child(next, 1)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
