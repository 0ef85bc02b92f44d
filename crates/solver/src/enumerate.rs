//! The values a term can take: all of them, or the smallest and the largest.

use crate::answer::{Extend, UnknownReason, Values};
use crate::path_condition::PathCondition;
use crate::solver::Solver;
use crate::tape::Recorded;
use incise_term::{Op, Pool, TermId};

impl Solver {
    /// All values, up to `limit` of them, that `t` takes on the path, in ascending unsigned order.
    pub fn values(&mut self, pool: &mut Pool, pc: &PathCondition, t: TermId, limit: usize) -> Values {
        let play = |answer| match answer {
            Recorded::Values(values) => Some(values),
            _ => None,
        };
        self.taped(play, |solver| solver.new_values(pool, pc, t, limit), |values| Recorded::Values(values.clone()))
    }

    fn new_values(&mut self, pool: &mut Pool, pc: &PathCondition, t: TermId, limit: usize) -> Values {
        if let Some(value) = pool.as_const(t) {
            return if limit == 0 { Values::More } else { Values::Complete(vec![value]) };
        }
        if let Some(set) = self.exact_values(pool, pc, t) {
            return set.members(limit).map_or(Values::More, Values::Complete);
        }
        if self.base(pool, pc, t).open {
            return Values::Unknown(UnknownReason::Limit);
        }
        let mut found = Vec::new();
        let mut rest = pc.clone();
        loop {
            let mut scratch = std::mem::take(&mut self.scratch);
            let value = rest.eval(pool, &mut scratch, t);
            self.scratch = scratch;
            if found.len() == limit {
                return Values::More;
            }
            found.push(value);
            let value = pool.constant(pool.width(t), value);
            let other = pool.ne(t, value);
            match self.extend(pool, &rest, other) {
                Extend::Sat(narrower) => rest = narrower,
                Extend::Unsat => {
                    found.sort_unstable();
                    return Values::Complete(found);
                }
                Extend::Unknown(reason) => return Values::Unknown(reason),
            }
        }
    }

    /// The smallest and the largest value, unsigned, that `t` takes on the path.
    pub fn range(&mut self, pool: &mut Pool, pc: &PathCondition, t: TermId) -> Result<(u128, u128), UnknownReason> {
        let play = |answer| match answer {
            Recorded::Range(range) => Some(range),
            _ => None,
        };
        self.taped(play, |solver| solver.new_range(pool, pc, t), |range| Recorded::Range(range.clone()))
    }

    fn new_range(&mut self, pool: &mut Pool, pc: &PathCondition, t: TermId) -> Result<(u128, u128), UnknownReason> {
        if let Some(value) = pool.as_const(t) {
            return Ok((value, value));
        }
        if let Some(set) = self.exact_values(pool, pc, t) {
            return Ok(set.hull().expect("a path condition is satisfiable"));
        }
        if self.base(pool, pc, t).open {
            return Err(UnknownReason::Limit);
        }
        let max = incise_term::concrete::mask(pool.width(t));
        let least = self.least(pool, pc, t)?;
        let inverted = pool.not(t);
        let most = match pool.as_const(inverted) {
            Some(value) => value,
            None => self.least(pool, pc, inverted)?,
        };
        Ok((least, max - most))
    }

    /// Halving between 0 and the best value seen.
    fn least(&mut self, pool: &mut Pool, pc: &PathCondition, t: TermId) -> Result<u128, UnknownReason> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut best = pc.eval(pool, &mut scratch, t);
        let (mut from, mut within) = (0, pc.clone());
        // The bound is tried at 0 first, then in the middle of what is left.
        let mut middle = 0;
        let width = pool.width(t);
        while from < best {
            let bound = pool.constant(width, middle);
            let lower = pool.ule(t, bound);
            self.scratch = scratch;
            let answer = self.extend(pool, &within, lower);
            scratch = std::mem::take(&mut self.scratch);
            match answer {
                Extend::Sat(narrower) => {
                    best = narrower.eval(pool, &mut scratch, t);
                    within = narrower;
                }
                Extend::Unsat => from = middle + 1,
                Extend::Unknown(reason) => {
                    self.scratch = scratch;
                    return Err(reason);
                }
            }
            middle = from + (best - from) / 2;
        }
        self.scratch = scratch;
        Ok(best)
    }

    /// The exact set of values of a term that is a variable with a component of its own, or without constraints.
    fn exact_values(
        &mut self,
        pool: &mut Pool,
        pc: &PathCondition,
        t: TermId,
    ) -> Option<std::rc::Rc<crate::domain::ValueSet>> {
        let Op::Var(var) = pool.op(t) else { return None };
        if !self.config.use_domains {
            return None;
        }
        let base = self.base(pool, pc, t);
        if base.n_constraints == 0 {
            return Some(std::rc::Rc::new(crate::domain::ValueSet::full(pool.var_info(var).width)));
        }
        if base.exact { base.fact(pool, var).cloned() } else { None }
    }
}
