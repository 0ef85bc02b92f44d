//! Floats. Few identities hold bit by bit: a NaN operand comes out quieted, and zeros have signs.

use super::{Rule, sole};
use crate::concrete;
use crate::op::{Format, Op};
use crate::pool::{Pool, TermId};

/// Any floating-point operator but the commutative comparison.
pub(super) fn simplify(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    match (op, children) {
        (Op::FpLt(format) | Op::FpLe(format), &[a, b]) => compare(p, op, format, a, b),
        (Op::FpAdd(f) | Op::FpSub(f) | Op::FpMul(f) | Op::FpDiv(f), &[a, b]) => arithmetic(p, op, f, a, b),
        (Op::FpConvert { from, to }, &[a]) => convert(p, from, to, a),
        (Op::FpFromUint(format), &[a]) => {
            let x = sole(p, a, Op::Zext)?;
            let result = p.fp_from_uint(format, x);
            p.by(Rule::FpFromExtended, result)
        }
        (Op::FpFromSint(format), &[a]) => {
            let result = match (sole(p, a, Op::Sext), sole(p, a, Op::Zext)) {
                (Some(x), _) => p.fp_from_sint(format, x),
                (_, Some(x)) => p.fp_from_uint(format, x),
                _ => return None,
            };
            p.by(Rule::FpFromExtended, result)
        }
        (Op::FpToUint(format) | Op::FpToSint(format), &[a]) => {
            let result = integer_back(p, op, format, a, width)?;
            p.by(Rule::FpIntegerBack, result)
        }
        (Op::FpRoundToIntegral(format, _), &[a]) => {
            let is_integer = matches!(p.op(a), Op::FpFromSint(f) | Op::FpFromUint(f) if f == format);
            if is_integer { p.by(Rule::FpIntegral, a) } else { None }
        }
        _ => None,
    }
}

/// `a op b` for `=`, `<`, `<=`.
pub(super) fn compare(p: &mut Pool, op: Op, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        let result = match op {
            Op::FpLt(_) => p.constant(1, 0),
            _ => {
                let is_nan = p.fp_is_nan(format, a);
                p.not(is_nan)
            }
        };
        return p.by(Rule::FpCompareSelf, result);
    }
    if [a, b].iter().any(|&t| p.as_const(t).is_some_and(|c| concrete::fp_is_nan(format, c))) {
        let never = p.constant(1, 0);
        return p.by(Rule::FpCompareNan, never);
    }
    let (from, a, b) = narrowed(p, format, a, b)?;
    let result = match op {
        Op::FpEq(_) => p.fp_eq(from, a, b),
        Op::FpLt(_) => p.fp_lt(from, a, b),
        _ => p.fp_le(from, a, b),
    };
    p.by(Rule::FpCompareWidened, result)
}

/// Does every number of `from` exist in `to`?
fn widens(from: Format, to: Format) -> bool {
    from.fraction_bits() <= to.fraction_bits() && from.exponent_bits() <= to.exponent_bits()
}

/// The operand and its format, if `t` was converted from a narrower one.
fn widened(p: &Pool, t: TermId) -> Option<(Format, TermId)> {
    match p.op(t) {
        Op::FpConvert { from, to } if widens(from, to) => Some((from, p.child(t, 0))),
        _ => None,
    }
}

fn narrowed(p: &mut Pool, format: Format, a: TermId, b: TermId) -> Option<(Format, TermId, TermId)> {
    let exact = |p: &mut Pool, from: Format, c: TermId| {
        let c = p.as_const(c)?;
        let narrow = concrete::fp_convert(format, from, c);
        let same = concrete::fp_convert(from, format, narrow) == c;
        same.then(|| p.constant(from.width(), narrow))
    };
    match (widened(p, a), widened(p, b)) {
        (Some((from, x)), Some((other, y))) => (from == other).then_some((from, x, y)),
        (Some((from, x)), None) => Some((from, x, exact(p, from, b)?)),
        (None, Some((from, y))) => Some((from, exact(p, from, a)?, y)),
        (None, None) => None,
    }
}

/// Neutral operands. Not for x87: its pseudo-denormals would come out canonical.
fn arithmetic(p: &mut Pool, op: Op, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if format == Format::X87 {
        return None;
    }
    let sign = 1u128 << (format.width() - 1);
    let one = concrete::fp_from_uint(format, 1);
    let is = |p: &Pool, t: TermId, value: u128| p.as_const(t) == Some(value);
    let both_ways = matches!(op, Op::FpAdd(_) | Op::FpMul(_));
    let neutral = match op {
        Op::FpMul(_) | Op::FpDiv(_) => one,
        Op::FpAdd(_) => sign,
        _ => 0,
    };
    let neutral_beside = if is(p, b, neutral) {
        Some(a)
    } else if both_ways && is(p, a, neutral) {
        Some(b)
    } else {
        None
    };
    if let Some(x) = neutral_beside {
        let result = unless_nan(p, format, x, x);
        return p.by(Rule::FpNeutral, result);
    }
    let minus_one = one | sign;
    let negated = match op {
        Op::FpMul(_) | Op::FpDiv(_) if is(p, b, minus_one) => a,
        Op::FpMul(_) if is(p, a, minus_one) => b,
        _ => return None,
    };
    let minus = p.fp_neg(format, negated);
    let result = unless_nan(p, format, negated, minus);
    p.by(Rule::FpMinusOne, result)
}

/// `result`, but the quieted `x` if that is a NaN.
fn unless_nan(p: &mut Pool, format: Format, x: TermId, result: TermId) -> TermId {
    let is_nan = p.fp_is_nan(format, x);
    let quiet = p.fp_quiet(format, x);
    p.ite(is_nan, quiet, result)
}

fn convert(p: &mut Pool, from: Format, to: Format, a: TermId) -> Option<TermId> {
    let (origin, x) = widened(p, a)?;
    if origin != to || origin == Format::X87 {
        return None;
    }
    debug_assert!(widens(origin, from));
    let result = unless_nan(p, origin, x, x);
    p.by(Rule::FpConvertBack, result)
}

/// `to_int(from_int(x))` where the format holds every integer of the width and the result is wide enough.
fn integer_back(p: &mut Pool, op: Op, format: Format, a: TermId, width: u32) -> Option<TermId> {
    // Integers of up to this many bits, sign apart, are exact, and far from the largest float in every format.
    let precision = format.fraction_bits() + 1;
    let back_to_signed = matches!(op, Op::FpToSint(_));
    match p.op(a) {
        Op::FpFromUint(f) if f == format => {
            let x = p.child(a, 0);
            let have = p.width(x);
            let fits = have <= precision && have + u32::from(back_to_signed) <= width;
            fits.then(|| p.zext(x, width))
        }
        Op::FpFromSint(f) if f == format && back_to_signed => {
            let x = p.child(a, 0);
            let have = p.width(x);
            (have - 1 <= precision && have <= width).then(|| p.sext(x, width))
        }
        _ => None,
    }
}
