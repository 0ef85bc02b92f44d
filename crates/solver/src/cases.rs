//! Case splitting on `ite`: a query is asked once with the condition true and once with it false.
//!
//! Under each value of a condition the choices on it are gone from the term, so that what is left is often decided by folding or by
//! the laws of arithmetic. Nested questions go through the same chain, but within bounds: at first without SAT at all, later
//! with a small budget. If one case stays open the query is left to others.

use crate::effort::Effort;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use crate::stats::SolverStats;
use incise_term::{Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Nodes looked at for a condition.
const MAX_NODES: usize = 2_000;

impl Solver {
    /// Case by case, without SAT.
    pub(crate) fn by_glance(&mut self, pool: &mut Pool, query: &Query) -> Option<Decided> {
        let effort = match self.effort {
            Effort::Full => Effort::Glance(1),
            Effort::Glance(_) => self.effort.next()?,
            Effort::Case(_) => return None,
        };
        self.split(pool, query, effort)
    }

    /// Case by case, with a small budget for each.
    pub(crate) fn by_cases(&mut self, pool: &mut Pool, query: &Query) -> Option<Decided> {
        let effort = self.effort.next()?;
        self.split(pool, query, effort)
    }

    fn split(&mut self, pool: &mut Pool, query: &Query, effort: Effort) -> Option<Decided> {
        if query.has_applications {
            return None;
        }
        let condition = condition(pool, query.term)?;
        let (outer, stats) = (self.effort, self.stats.clone());
        self.effort = effort;
        let decided = self.both_cases(pool, query, condition);
        self.effort = outer;
        // Questions about cases are no questions of the program; what they cost is spent.
        let (conflicts, work) = (self.stats.conflicts, self.stats.work);
        self.stats = SolverStats { conflicts, work, ..stats };
        decided
    }

    fn both_cases(&mut self, pool: &mut Pool, query: &Query, condition: TermId) -> Option<Decided> {
        let negation = pool.not(condition);
        for (holds, fails) in [(condition, negation), (negation, condition)] {
            if query.base_constraints().binary_search(&fails).is_ok() {
                continue;
            }
            let base = match self.decide(pool, &query.base, holds).ok()? {
                Decided::Unsat => continue,
                Decided::Implied => query.base.clone(),
                Decided::Sat(component) => component,
            };
            let (always, never) = (pool.true_(), pool.false_());
            let known = FxHashMap::from_iter([(holds, always), (fails, never)]);
            let term = replace(pool, query.term, &known);
            let satisfied = match pool.as_const(term) {
                Some(0) => continue,
                Some(_) => base,
                None => match self.decide(pool, &base, term).ok()? {
                    Decided::Unsat => continue,
                    Decided::Implied => base,
                    Decided::Sat(component) => component,
                },
            };
            if satisfied.open {
                return None;
            }
            let members = pool.set_members(query.vars);
            let value = |(at, &var)| match satisfied.position(pool, var) {
                Some(place) => satisfied.values[place],
                None => query.values[at],
            };
            let values: Rc<[u128]> = members.iter().enumerate().map(value).collect();
            return Some(Decided::Sat(self.component(pool, query, values, Rc::from([]), false)));
        }
        Some(Decided::Unsat)
    }
}

/// A condition that a choice in the term depends on, itself without choices.
fn condition(pool: &Pool, term: TermId) -> Option<TermId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        if seen.len() > MAX_NODES {
            return None;
        }
        match pool.op(next) {
            Op::Ite => return innermost(pool, pool.child(next, 0)),
            // A truth value used as a number.
            Op::Zext | Op::Sext if pool.width(pool.child(next, 0)) == 1 => {
                let bit = pool.child(next, 0);
                if !matches!(pool.op(bit), Op::Var(_) | Op::Extract { .. }) {
                    return innermost(pool, bit);
                }
            }
            _ => {}
        }
        stack.extend(pool.children(next));
    }
    None
}

/// Down to a comparison: the first part of a formula, the condition of a choice inside.
fn innermost(pool: &Pool, mut condition: TermId) -> Option<TermId> {
    loop {
        match pool.op(condition) {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => condition = pool.child(condition, 0),
            Op::Eq if pool.width(pool.child(condition, 0)) == 1 => condition = pool.child(condition, 0),
            Op::Const => return None,
            _ => return Some(self::condition(pool, condition).unwrap_or(condition)),
        }
    }
}

/// The term with parts replaced by others of the same width.
pub(crate) fn replace(pool: &mut Pool, term: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
    let mut done = by.clone();
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        if done.contains_key(&top) {
            stack.pop();
            continue;
        }
        let missing = stack.len();
        stack.extend(pool.children(top).iter().filter(|child| !done.contains_key(child)));
        if stack.len() > missing {
            continue;
        }
        let children: Vec<TermId> = pool.children(top).iter().map(|child| done[child]).collect();
        let same = children[..] == *pool.children(top);
        let replaced = if same { top } else { pool.with_children(top, &children) };
        done.insert(top, replaced);
        stack.pop();
    }
    done[&term]
}
