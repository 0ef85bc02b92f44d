//! Local search for a model: the distance of an assignment from satisfying the query is minimised.
//!
//! Questions whether a path with floats can be taken are mostly satisfiable by many values, of which circuits say little and
//! evaluation much. From several starts each variable in turn is moved by powers of two, of the order of floats or of
//! integers, as long as that brings the query nearer to true. What is found is evaluated, so an answer is definite; nothing
//! found says nothing.
//!
//! *Source.* The distances are those of search-based testing (Tracey et al. 1998; for floats Fu and Su, XSat, CAV 2016).

use crate::effort::Effort;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use crate::trials::{Random, Shape};
use crate::work::{self, Until};
use incise_term::concrete::{self, mask};
use incise_term::{Format, Op, Pool, TermId, VarId};
use std::rc::Rc;

/// Operators evaluated for one query, at most.
const MAX_STEPS: usize = 1_500_000;
/// Starts, at most.
const MAX_STARTS: usize = 40;
/// Rounds over all variables from one start.
const MAX_ROUNDS: usize = 12;
/// Variables of a query, at most.
const MAX_VARS: usize = 24;
/// How deep formulas are taken apart.
const MAX_DEPTH: u32 = 40;

impl Solver {
    pub(crate) fn by_descent(&mut self, pool: &Pool, query: &Query, until: Until) -> Option<Decided> {
        let vars: Vec<VarId> = pool.set_members(query.vars).to_vec();
        if !self.config.use_trials || query.has_applications || vars.is_empty() || vars.len() > MAX_VARS {
            return None;
        }
        let shape = Shape::of(pool, query.constraints());
        if !shape.has_floats() {
            return None;
        }
        let most = if self.effort == Effort::Full && !self.in_a_hurry { MAX_STEPS } else { MAX_STEPS / 20 };
        let mut walk = Walk { vars, values: query.values.to_vec(), left: most / shape.n_nodes().max(1), shape };
        for at in 0..walk.vars.len() {
            walk.values[at] = query.allowed(at, pool.var_info(walk.vars[at]).width, walk.values[at]);
        }
        let mut random = Random(pool.hash(query.term) | 1);
        for start in 0..MAX_STARTS {
            if start > 0 {
                walk.start(pool, query, &mut random, start);
            }
            let before = walk.left;
            let is_found = self.walk(pool, query, &mut walk);
            self.stats.work += ((before - walk.left) * walk.shape.n_nodes()) as u64 * work::EVALUATION;
            if is_found {
                let values: Rc<[u128]> = walk.values.into();
                return Some(Decided::Sat(self.component(pool, query, values, Rc::from([]), false)));
            }
            if walk.left == 0 || until.is_over(self.stats.work) {
                return None;
            }
        }
        None
    }

    /// From where it stands; true if it reached a model.
    fn walk(&mut self, pool: &Pool, query: &Query, walk: &mut Walk) -> bool {
        let Some(mut best) = self.distance(pool, query, walk) else { return false };
        for _ in 0..MAX_ROUNDS {
            let before = best;
            for at in 0..walk.vars.len() {
                if best == 0.0 {
                    break;
                }
                let width = pool.var_info(walk.vars[at]).width;
                for bit in (0..width).rev() {
                    for forward in [true, false] {
                        let old = walk.values[at];
                        let new = moved(old, width, bit, forward, walk.shape.is_float(width));
                        if query.facts[at].as_ref().is_some_and(|fact| !fact.contains(new)) {
                            continue;
                        }
                        walk.values[at] = new;
                        match self.distance(pool, query, walk) {
                            Some(distance) if distance < best => best = distance,
                            Some(_) => walk.values[at] = old,
                            None => return false,
                        }
                    }
                }
            }
            if best == 0.0 || best >= before {
                break;
            }
        }
        best == 0.0 && {
            for (&var, &value) in walk.vars.iter().zip(&walk.values) {
                self.scratch.set(var, value);
            }
            query.constraints().iter().all(|&constraint| self.scratch.holds(pool, constraint))
        }
    }

    /// How far the query is from true; `None` when no more steps may be made.
    fn distance(&mut self, pool: &Pool, query: &Query, walk: &mut Walk) -> Option<f64> {
        walk.left = walk.left.checked_sub(1)?;
        for (&var, &value) in walk.vars.iter().zip(&walk.values) {
            self.scratch.set(var, value);
        }
        Some(query.constraints().iter().map(|&constraint| self.from(pool, constraint, true, 0)).sum())
    }

    /// How far a formula is from being `wanted`; 0 exactly if it is, but for what is too deep to be looked at.
    fn from(&mut self, pool: &Pool, term: TermId, wanted: bool, depth: u32) -> f64 {
        if self.scratch.holds(pool, term) == wanted {
            return 0.0;
        }
        if depth >= MAX_DEPTH {
            return 1.0;
        }
        let children = pool.children(term);
        match (pool.op(term), children) {
            (Op::Not, &[a]) => self.from(pool, a, !wanted, depth + 1),
            (op @ (Op::And | Op::Or), &[a, b]) => {
                let (a, b) = (self.from(pool, a, wanted, depth + 1), self.from(pool, b, wanted, depth + 1));
                if (op == Op::And) == wanted { a + b } else { a.min(b) }
            }
            (Op::Ite, &[condition, a, b]) => {
                let yes = self.from(pool, condition, true, depth + 1) + self.from(pool, a, wanted, depth + 1);
                let no = self.from(pool, condition, false, depth + 1) + self.from(pool, b, wanted, depth + 1);
                yes.min(no)
            }
            (Op::Eq, &[a, b]) if pool.width(a) == 1 => {
                let (a_holds, b_holds) = (self.scratch.holds(pool, a), self.scratch.holds(pool, b));
                self.from(pool, a, !a_holds, depth + 1).min(self.from(pool, b, !b_holds, depth + 1))
            }
            (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, &[a, b]) => {
                let width = pool.width(a);
                let difference = self.scratch.eval(pool, a).wrapping_sub(self.scratch.eval(pool, b)) & mask(width);
                gap(difference.min(difference.wrapping_neg() & mask(width)))
            }
            (Op::FpEq(format) | Op::FpLt(format) | Op::FpLe(format), &[a, b]) => {
                let (a, b) = (self.scratch.eval(pool, a), self.scratch.eval(pool, b));
                if [a, b].iter().any(|&value| concrete::fp_is_nan(format, value)) {
                    return 2.0 * f64::from(format.width());
                }
                gap(place(format, a).abs_diff(place(format, b)))
            }
            _ => 1.0,
        }
    }
}

/// An assignment on its way.
struct Walk {
    vars: Vec<VarId>,
    values: Vec<u128>,
    shape: Shape,
    /// How many more assignments may be looked at.
    left: usize,
}

impl Walk {
    /// Begins anew elsewhere.
    fn start(&mut self, pool: &Pool, query: &Query, random: &mut Random, start: usize) {
        for at in 0..self.vars.len() {
            let width = pool.var_info(self.vars[at]).width;
            let value = self.shape.value(random, start, width, &self.values[..at], query.values[at]);
            self.values[at] = query.allowed(at, width, value);
        }
    }
}

/// What is more than nothing, growing with the number of digits.
fn gap(difference: u128) -> f64 {
    1.0 + (difference as f64 + 1.0).log2()
}

/// Where a float stands among all of its format.
fn place(format: Format, value: u128) -> i128 {
    let sign = 1u128 << (format.width() - 1);
    let magnitude = (value & (sign - 1)) as i128;
    if value & sign == 0 { magnitude } else { -magnitude }
}

/// A value a power of two away, in the order of floats if it is one.
fn moved(value: u128, width: u32, bit: u32, forward: bool, is_float: bool) -> u128 {
    let step = 1u128 << bit;
    let sign = 1u128 << (width - 1);
    if !is_float {
        return if forward { value.wrapping_add(step) } else { value.wrapping_sub(step) } & mask(width);
    }
    if bit == width - 1 {
        return value ^ sign;
    }
    let magnitude = (value & (sign - 1)) as i128;
    let place = if value & sign == 0 { magnitude } else { -magnitude };
    let place = if forward { place.wrapping_add(step as i128) } else { place.wrapping_sub(step as i128) };
    let magnitude = place.unsigned_abs() & (sign - 1);
    if place < 0 { sign | magnitude } else { magnitude }
}
