//! Preimages of ranges under the operators for which a range stays a few ranges.
//!
//! `preimage(f, S)` is the set of values of the only variable for which `f` is in `S`: exact, or `None`.

use super::RangeSet;
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};

/// Sets with more ranges than this are given up: SAT is better at them.
const MAX_RANGES: usize = 64;
/// Deeper terms are given up; this also bounds the recursion.
const MAX_DEPTH: u32 = 64;

/// The values of the only variable of `t`, of width 1, for which it is true.
pub(super) fn truth(pool: &Pool, t: TermId) -> Option<RangeSet> {
    let mut budget = 1000;
    truth_within(pool, t, MAX_DEPTH, &mut budget)
}

fn truth_within(pool: &Pool, t: TermId, depth: u32, budget: &mut u32) -> Option<RangeSet> {
    preimage(pool, t, &RangeSet::range(1, 1), depth, budget)
}

/// The variable's full range; the variable is the only one of `t`.
fn everything(pool: &Pool, t: TermId) -> Option<RangeSet> {
    let &[var] = pool.vars(t) else { return None };
    Some(RangeSet::range(0, mask(pool.var_info(var).width)))
}

fn preimage(pool: &Pool, t: TermId, set: &RangeSet, depth: u32, budget: &mut u32) -> Option<RangeSet> {
    if depth == 0 || *budget == 0 || set.ranges().len() > MAX_RANGES {
        return None;
    }
    *budget -= 1;
    if set.is_empty() {
        return Some(RangeSet::empty());
    }
    let child = |i: usize| pool.child(t, i);
    match pool.op(t) {
        Op::Var(_) => Some(set.clone()),
        Op::And | Op::Or | Op::Xor if pool.width(t) == 1 => {
            let a = truth_within(pool, child(0), depth - 1, budget)?;
            let b = truth_within(pool, child(1), depth - 1, budget)?;
            let all = everything(pool, t)?;
            let top = all.max()?;
            let (not_a, not_b) = (a.complement(top), b.complement(top));
            let holds = match pool.op(t) {
                Op::And => a.intersection(&b),
                Op::Or => a.union(&b),
                _ => a.intersection(&not_b).union(&not_a.intersection(&b)),
            };
            Some(choose(&holds, set, top))
        }
        Op::Ite => {
            let top = everything(pool, t)?.max()?;
            let condition = truth_within(pool, child(0), depth - 1, budget)?;
            let mut side = |term: TermId| match pool.as_const(term) {
                Some(value) if set.contains(value) => Some(RangeSet::range(0, top)),
                Some(_) => Some(RangeSet::empty()),
                None => preimage(pool, term, set, depth - 1, budget),
            };
            let (then, otherwise) = (side(child(1))?, side(child(2))?);
            let skipped = condition.complement(top);
            Some(condition.intersection(&then).union(&skipped.intersection(&otherwise)))
        }
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
            let top = everything(pool, t)?.max()?;
            let (operand, holds) = comparison_with_constant(pool, t)?;
            let holds = preimage(pool, operand, &holds, depth - 1, budget)?;
            Some(choose(&holds, set, top))
        }
        _ => {
            let (operand, set) = operand_preimage(pool, t, set)?;
            preimage(pool, operand, &set, depth - 1, budget)
        }
    }
    .filter(|set| set.ranges().len() <= MAX_RANGES)
}

/// The operand that is not constant, and the values of it for which `t` is in `set`; none if the operator has no such.
fn operand_preimage(pool: &Pool, t: TermId, set: &RangeSet) -> Option<(TermId, RangeSet)> {
    let width = pool.width(t);
    let max = mask(width);
    let constant = |i: usize| pool.as_const(pool.child(t, i));
    let child = |i: usize| pool.child(t, i);
    match pool.op(t) {
        Op::Not => Some((child(0), set.reflected(max))),
        // -f = max - f + 1
        Op::Neg => Some((child(0), set.shifted_down(1, max).reflected(max))),
        Op::Add => match (constant(0), constant(1)) {
            (Some(c), None) => Some((child(1), set.shifted_down(c, max))),
            (None, Some(c)) => Some((child(0), set.shifted_down(c, max))),
            _ => None,
        },
        Op::Sub => match (constant(0), constant(1)) {
            // c - f in S: f in { c - s } = { max - (s - c - 1) }
            (Some(c), None) => Some((child(1), set.shifted_down(c.wrapping_add(1) & max, max).reflected(max))),
            (None, Some(c)) => Some((child(0), set.shifted_down(c.wrapping_neg() & max, max))),
            _ => None,
        },
        Op::Zext => {
            let inner = mask(pool.width(child(0)));
            Some((child(0), set.intersection(&RangeSet::range(0, inner))))
        }
        Op::Sext => {
            let inner = mask(pool.width(child(0)));
            let half = inner >> 1;
            let positive = set.intersection(&RangeSet::range(0, half));
            let negative = set.intersection(&RangeSet::range(max - half, max)).shifted_down(max - inner, max);
            Some((child(0), positive.union(&negative)))
        }
        Op::Concat => match (constant(0), constant(1)) {
            (Some(high), None) => {
                let low_width = pool.width(child(1));
                let base = high << low_width;
                let hit = set.intersection(&RangeSet::range(base, base | mask(low_width)));
                Some((child(1), hit.shifted_down(base, max)))
            }
            (None, Some(low)) => {
                // f·2^k + low in [a, b]: f in [ceil((a - low) / 2^k), floor((b - low) / 2^k)]
                let k = pool.width(child(1));
                let high_max = mask(pool.width(child(0)));
                let ranges = set.ranges().iter().filter(|range| range.1 >= low).map(|&(lo, hi)| {
                    let up = lo.saturating_sub(low);
                    let from = (up >> k) + u128::from(up & mask(k) != 0);
                    (from, ((hi - low) >> k).min(high_max))
                });
                let set = RangeSet::from_ranges(ranges.filter(|range| range.0 <= range.1));
                Some((child(0), set))
            }
            _ => None,
        },
        Op::Extract { lo } if lo + width == pool.width(child(0)) => {
            let set = RangeSet::from_ranges(set.ranges().iter().map(|&(a, b)| (a << lo, b << lo | low_bits(lo))));
            Some((child(0), set))
        }
        Op::Lshr => {
            let shift = constant(1).filter(|&shift| shift < u128::from(width))? as u32;
            let reach = set.intersection(&RangeSet::range(0, max >> shift));
            let set =
                RangeSet::from_ranges(reach.ranges().iter().map(|&(a, b)| (a << shift, b << shift | low_bits(shift))));
            Some((child(0), set))
        }
        Op::Udiv => {
            let divisor = constant(1).filter(|&divisor| divisor != 0)?;
            let reach = set.intersection(&RangeSet::range(0, max / divisor));
            let bounds = |&(a, b): &(u128, u128)| {
                (a * divisor, (b * divisor).checked_add(divisor - 1).map_or(max, |v| v.min(max)))
            };
            Some((child(0), RangeSet::from_ranges(reach.ranges().iter().map(bounds))))
        }
        _ => None,
    }
}

fn low_bits(n: u32) -> u128 {
    if n == 0 { 0 } else { mask(n) }
}

/// The values for which a truth value is in `set`, given those for which it is true.
fn choose(holds: &RangeSet, set: &RangeSet, top: u128) -> RangeSet {
    match (set.contains(0), set.contains(1)) {
        (true, true) => RangeSet::range(0, top),
        (true, false) => holds.complement(top),
        (false, true) => holds.clone(),
        (false, false) => RangeSet::empty(),
    }
}

/// The operand of a comparison with a constant, and the values of it that make the comparison true.
pub(crate) fn comparison_with_constant(pool: &Pool, t: TermId) -> Option<(TermId, RangeSet)> {
    if !matches!(pool.op(t), Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
        return None;
    }
    let (a, b) = (pool.child(t, 0), pool.child(t, 1));
    let (operand, c, constant_first) = match (pool.as_const(a), pool.as_const(b)) {
        (Some(c), None) => (b, c, true),
        (None, Some(c)) => (a, c, false),
        _ => return None,
    };
    let width = pool.width(a);
    let max = mask(width);
    let sign = 1u128 << (width - 1);
    let below = |bound: u128| if bound == 0 { RangeSet::empty() } else { RangeSet::range(0, bound - 1) };
    let above = |bound: u128| if bound == max { RangeSet::empty() } else { RangeSet::range(bound + 1, max) };
    // A signed comparison is the unsigned one with both sign bits flipped, that is, shifted by half the range.
    let flipped = c ^ sign;
    let set = match (pool.op(t), constant_first) {
        (Op::Eq, _) => RangeSet::range(c, c),
        (Op::Ult, false) => below(c),
        (Op::Ult, true) => above(c),
        (Op::Ule, false) => RangeSet::range(0, c),
        (Op::Ule, true) => RangeSet::range(c, max),
        (Op::Slt, false) => below(flipped).shifted_down(sign, max),
        (Op::Slt, true) => above(flipped).shifted_down(sign, max),
        (Op::Sle, false) => RangeSet::range(0, flipped).shifted_down(sign, max),
        (Op::Sle, true) => RangeSet::range(flipped, max).shifted_down(sign, max),
        _ => return None,
    };
    Some((operand, set))
}
