//! The links for questions whether two computations differ: laws of arithmetic.

use crate::memo::Decided;
use crate::query::Query;
use crate::sat::{Blaster, Cdcl, Spent, Verdict};
use crate::solver::Solver;
use crate::work::Until;
use incise_term::{Op, Pool, TermId};

/// Conflicts that the query may cost once equal parts are one.
const AFTER_SWEEP: u64 = 5_000;
/// Formula nodes looked at before a query counts as something else.
const MAX_NODES: usize = 64;
/// Constraints that a condition is compared with.
const MAX_CONSTRAINTS: usize = 12;

impl Solver {
    /// The normal form of the term, under what the path condition says of its conditions.
    pub(crate) fn by_algebra(&mut self, pool: &mut Pool, query: &Query) -> Option<Decided> {
        if !is_difference(pool, query.term) {
            return self.by_same_condition(pool, query);
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

    /// A condition on products that the path condition has already, or has the contrary of, up to the laws of arithmetic.
    fn by_same_condition(&mut self, pool: &mut Pool, query: &Query) -> Option<Decided> {
        if query.base_constraints().is_empty() || !has_product(pool, query.term) {
            return None;
        }
        let negation = pool.not(query.term);
        let (holds, fails) = (self.algebra.normal_form(pool, query.term), self.algebra.normal_form(pool, negation));
        for &constraint in query.base_constraints().iter().rev().take(MAX_CONSTRAINTS) {
            if !has_product(pool, constraint) {
                continue;
            }
            let known = self.algebra.normal_form(pool, constraint);
            if known == holds {
                return Some(Decided::Implied);
            }
            if known == fails {
                if self.config.use_cache {
                    self.memo.remember_core(&[constraint, query.term]);
                }
                return Some(Decided::Unsat);
            }
        }
        None
    }

    /// An instance in which equal parts of the query become one: equal for every input first, then under the path condition.
    pub(crate) fn by_sweep(&mut self, pool: &Pool, query: &Query, until: Until) -> Option<Decided> {
        let path = query.base_constraints();
        let rounds = if path.is_empty() { 1 } else { 2 };
        for round in 0..rounds {
            let limit = self.limit(Some(AFTER_SWEEP), until);
            let mut instance = Blaster::sweeping(Cdcl::default(), limit);
            for (&var, &value) in pool.set_members(query.vars).iter().zip(query.values.iter()) {
                instance.start_near(pool, pool.var_term(var), value);
            }
            let under_path = round == 1;
            if under_path {
                instance.sweep_under(pool, path);
            }
            let mut verdict = instance.solve(pool, query.constraints(), limit, None);
            if under_path && let Verdict::Unsat(core) = &mut verdict {
                // What was made one may differ without the path condition.
                *core = query.constraints().to_vec();
            }
            self.count_search(Spent::default(), instance.spent());
            if let Some(decided) = self.settle(pool, query, &instance, verdict) {
                return Some(decided);
            }
        }
        None
    }
}

/// Is a product of integers in the term, as far as is looked?
fn has_product(pool: &Pool, term: TermId) -> bool {
    let mut stack = vec![term];
    for _ in 0..MAX_NODES {
        let Some(next) = stack.pop() else { return false };
        if pool.op(next) == Op::Mul {
            return true;
        }
        stack.extend(pool.children(next));
    }
    false
}

/// Does the term say, perhaps among other things, that a computed term is *not* equal to another?
///
/// Branches of programs ask for equality as often, but there it is a model that is wanted, not a proof.
pub(crate) fn is_difference(pool: &Pool, term: TermId) -> bool {
    let mut stack = vec![(term, false)];
    for _ in 0..MAX_NODES {
        let Some((next, negated)) = stack.pop() else { return false };
        let children = pool.children(next);
        match pool.op(next) {
            Op::Not => stack.push((children[0], !negated)),
            Op::And | Op::Or => stack.extend(children.iter().map(|&child| (child, negated))),
            Op::Eq | Op::FpEq(_) if negated => {
                let computed = |&t: &TermId| !matches!(pool.op(t), Op::Const | Op::Var(_));
                if children.iter().any(computed) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
