//! Rewrite rules of unsigned and signed order.

use super::Rule;
use super::shape::{sole, with_constant};
use crate::concrete::{mask, signed};
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a op b` for `<u`, `<=u`, `<s`, `<=s`.
pub(super) fn compare(p: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let w = p.width(a);
    let is_signed = matches!(op, Op::Slt | Op::Sle);
    if a == b {
        let result = p.constant(1, u128::from(matches!(op, Op::Ule | Op::Sle)));
        return p.by(Rule::CompareSelf, result);
    }
    if w == 1 {
        return truth(p, op, a, b);
    }
    if let Some(result) = extended(p, op, a, b) {
        return Some(result);
    }
    if is_signed && same_sign(p, a, b) {
        let unsigned = if op == Op::Slt { Op::Ult } else { Op::Ule };
        let result = p.make(unsigned, 1, &[a, b]);
        return p.by(Rule::CompareUnsigned, result);
    }
    let (least, greatest) = extremes(is_signed, w);
    if matches!(op, Op::Ule | Op::Sle) {
        return strict(p, op, a, b);
    }
    if let Some(c) = p.as_const(b) {
        let equal_to = |p: &mut Pool, c: u128| {
            let c = p.constant(w, c);
            p.eq(a, c)
        };
        if c == least.wrapping_add(1) & mask(w) {
            let result = equal_to(p, least);
            return p.by(Rule::CompareEnd, result);
        }
        if c == greatest {
            let at_end = equal_to(p, greatest);
            let result = p.not(at_end);
            return p.by(Rule::CompareEnd, result);
        }
    }
    if let Some(c) = p.as_const(a) {
        let equal_to = |p: &mut Pool, c: u128| {
            let c = p.constant(w, c);
            p.eq(b, c)
        };
        if c == least {
            let at_end = equal_to(p, least);
            let result = p.not(at_end);
            return p.by(Rule::CompareEnd, result);
        }
        if c == greatest.wrapping_sub(1) & mask(w) {
            let result = equal_to(p, greatest);
            return p.by(Rule::CompareEnd, result);
        }
    }
    shifted(p, op, w, a, b)
}

/// The least and the greatest value, as patterns.
fn extremes(is_signed: bool, width: u32) -> (u128, u128) {
    if is_signed { (1 << (width - 1), mask(width - 1)) } else { (0, mask(width)) }
}

/// At width 1: unsigned false < true, signed true (-1) < false.
fn truth(p: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let (small, large) = if matches!(op, Op::Slt | Op::Sle) { (b, a) } else { (a, b) };
    let not_small = p.not(small);
    let result = match op {
        Op::Ult | Op::Slt => p.and(not_small, large),
        _ => p.or(not_small, large),
    };
    p.by(Rule::CompareTruth, result)
}

/// `x <= c` and `c <= x` become strict; at the end of the range they are true.
fn strict(p: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let w = p.width(a);
    let (least, greatest) = extremes(op == Op::Sle, w);
    let below = if op == Op::Ule { Op::Ult } else { Op::Slt };
    let result = match (p.as_const(a), p.as_const(b)) {
        (_, Some(c)) if c == greatest => p.constant(1, 1),
        (Some(c), _) if c == least => p.constant(1, 1),
        (_, Some(c)) => {
            let next = p.constant(w, c.wrapping_add(1));
            p.make(below, 1, &[a, next])
        }
        (Some(c), _) => {
            let previous = p.constant(w, c.wrapping_sub(1));
            p.make(below, 1, &[previous, b])
        }
        _ => return None,
    };
    p.by(Rule::CompareStrict, result)
}

fn same_sign(p: &Pool, a: TermId, b: TermId) -> bool {
    let (a, b) = (p.signed_range(a), p.signed_range(b));
    a.0 >= 0 && b.0 >= 0 || a.1 < 0 && b.1 < 0
}

/// Comparisons of extended terms go down to the narrow width.
fn extended(p: &mut Pool, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let unsigned = match op {
        Op::Ult | Op::Slt => Op::Ult,
        _ => Op::Ule,
    };
    if let Some((x, y)) = narrowed(p, Op::Zext, a, b, |c, width| c <= mask(width)) {
        // A narrow term extended by zeros has no sign: the signed order is the unsigned one.
        let result = p.make(unsigned, 1, &[x, y]);
        return p.by(Rule::CompareZext, result);
    }
    let w = p.width(a);
    let fits = |c: u128, width: u32| signed(w, c) == signed(width, c & mask(width));
    let (x, y) = narrowed(p, Op::Sext, a, b, fits)?;
    // The sign extended is also monotone in the unsigned order.
    let result = p.make(op, 1, &[x, y]);
    p.by(Rule::CompareSext, result)
}

/// Both sides at the narrowest width at which they are extensions, or constants that fit.
fn narrowed(
    p: &mut Pool,
    extension: Op,
    a: TermId,
    b: TermId,
    fits: impl Fn(u128, u32) -> bool,
) -> Option<(TermId, TermId)> {
    let extend = |p: &mut Pool, t: TermId, width: u32| match extension {
        Op::Zext => p.zext(t, width),
        _ => p.sext(t, width),
    };
    match (sole(p, a, extension), sole(p, b, extension)) {
        (Some(x), Some(y)) => {
            let width = p.width(x).max(p.width(y));
            Some((extend(p, x, width), extend(p, y, width)))
        }
        (Some(x), None) => {
            let c = p.as_const(b).filter(|&c| fits(c, p.width(x)))?;
            Some((x, p.constant(p.width(x), c)))
        }
        (None, Some(y)) => {
            let c = p.as_const(a).filter(|&c| fits(c, p.width(y)))?;
            Some((p.constant(p.width(y), c), y))
        }
        (None, None) => None,
    }
}

/// `x + c < d` and `d < x + c` where neither the sum nor the difference of the constants wraps.
fn shifted(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    let (sum, bound, sum_is_left) = match (p.as_const(a), p.as_const(b)) {
        (None, Some(d)) => (a, d, true),
        (Some(d), None) => (b, d, false),
        _ => return None,
    };
    let (x, c) = with_constant(p, sum, Op::Add)?;
    let difference = if op == Op::Ult {
        // c may stand for a subtraction: read it as signed if the unsigned sum always wraps.
        let (low, high) = p.unsigned_range(x);
        let exact = high.checked_add(c).is_some_and(|high| high <= mask(w));
        let minus = c.wrapping_neg() & mask(w);
        if exact {
            bound.checked_sub(c)?
        } else if low >= minus {
            bound.checked_add(minus).filter(|&moved| moved <= mask(w))?
        } else {
            return None;
        }
    } else {
        let (low, high) = p.signed_range(x);
        let c = signed(w, c);
        let fits = |value: i128| signed(w, value as u128 & mask(w)) == value;
        let exact = |value: i128| value.checked_add(c).is_some_and(fits);
        if !exact(low) || !exact(high) {
            return None;
        }
        let moved = signed(w, bound).checked_sub(c).filter(|&moved| fits(moved))?;
        moved as u128 & mask(w)
    };
    let difference = p.constant(w, difference);
    let result = if sum_is_left { p.make(op, 1, &[x, difference]) } else { p.make(op, 1, &[difference, x]) };
    p.by(Rule::CompareAddConstant, result)
}
