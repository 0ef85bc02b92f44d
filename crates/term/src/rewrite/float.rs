//! Floats. Few identities hold bit by bit: a NaN operand comes out quieted, and zeros have signs.

use super::Rule;
use super::shape::{ordered, sole};
use crate::concrete;
use crate::ids::TermId;
use crate::op::{Format, Op};
use crate::pool::Pool;

/// Any floating-point operator but the commutative comparison.
pub(super) fn simplify(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    if let Some(result) = unquieted(p, op, width, children) {
        return p.by(Rule::FpQuietOperand, result);
    }
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

/// The operator on operands that only had their NaNs made quiet: it does so itself, or asks only whether they are NaNs.
fn unquieted(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    let format = match op {
        Op::FpAdd(f) | Op::FpSub(f) | Op::FpMul(f) | Op::FpDiv(f) | Op::FpRem(f) | Op::FpSqrt(f) | Op::FpFma(f) => f,
        Op::FpEq(f) | Op::FpLt(f) | Op::FpLe(f) | Op::FpRoundToIntegral(f, _) => f,
        _ => return None,
    };
    if format == Format::X87 || !children.iter().any(|&child| p.op(child) == Op::Ite) {
        return None;
    }
    let mut plain = [children[0]; 3];
    for (plain, &child) in plain.iter_mut().zip(children) {
        *plain = quieted(p, format, child).unwrap_or(child);
    }
    let plain = &plain[..children.len()];
    (plain != children).then(|| p.make(op, width, plain))
}

/// `x`, if the term is `x` but for a NaN, and then that made quiet.
fn quieted(p: &mut Pool, format: Format, t: TermId) -> Option<TermId> {
    if p.op(t) != Op::Ite {
        return None;
    }
    let [condition, quiet, x] = super::shape::kids(p, t);
    let is_nan = p.fp_is_nan(format, x);
    (condition == is_nan && quiet == p.fp_quiet(format, x)).then_some(x)
}

/// `a op b` for `=`, `<`, `<=`.
pub(super) fn compare(p: &mut Pool, op: Op, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(result) = unquieted(p, op, 1, &[a, b]) {
        return p.by(Rule::FpQuietOperand, result);
    }
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
        let result = if is_result(p.op(x)) { x } else { unless_nan(p, format, x, x) };
        return p.by(Rule::FpNeutral, result);
    }
    let minus_one = one | sign;
    let negated = match op {
        Op::FpMul(_) | Op::FpDiv(_) if is(p, b, minus_one) => Some(a),
        Op::FpMul(_) if is(p, a, minus_one) => Some(b),
        _ => None,
    };
    if let Some(negated) = negated {
        let minus = p.fp_neg(format, negated);
        let result = unless_nan(p, format, negated, minus);
        return p.by(Rule::FpMinusOne, result);
    }
    one_form(p, op, format, a, b)
}

/// Of several ways to write the same value, one.
fn one_form(p: &mut Pool, op: Op, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    let width = format.width();
    match op {
        Op::FpAdd(_) if a == b => {
            let two = p.constant(width, concrete::fp_from_uint(format, 2));
            let result = p.fp_mul(format, a, two);
            p.by(Rule::FpAddSelf, result)
        }
        Op::FpMul(_) if scaled_up(p, format, a, b).is_some() => {
            let (x, scale) = scaled_up(p, format, a, b)?;
            let scale = p.constant(width, scale);
            let result = p.fp_mul(format, x, scale);
            p.by(Rule::FpScaleTwice, result)
        }
        Op::FpAdd(_) | Op::FpMul(_) => {
            let either = is_number(p, format, a) || is_number(p, format, b);
            let (first, second) = ordered(p, a, b);
            if !either || (first, second) == (a, b) {
                return None;
            }
            let result = p.make(op, width, &[first, second]);
            p.by(Rule::FpCommute, result)
        }
        Op::FpSub(_) if p.as_const(b).is_some() && is_number(p, format, b) => {
            let minus = p.fp_neg(format, b);
            let result = p.fp_add(format, a, minus);
            p.by(Rule::FpSubConstant, result)
        }
        Op::FpDiv(_) => {
            let inverse = exact_inverse(format, p.as_const(b)?)?;
            let inverse = p.constant(width, inverse);
            let result = p.fp_mul(format, a, inverse);
            p.by(Rule::FpDivPowerOfTwo, result)
        }
        _ => None,
    }
}

/// `x` and `c * d`, if the product is `x * c` times `d`, both powers of two that only raise the exponent: nothing is rounded, and what
/// overflows on the way overflows at once.
fn scaled_up(p: &Pool, format: Format, a: TermId, b: TermId) -> Option<(TermId, u128)> {
    let raises = |c: u128| {
        let fraction = c & concrete::mask(format.significand_field_bits());
        let is_finite = c < concrete::infinity(format);
        fraction == 0 && is_finite && c >= concrete::fp_from_uint(format, 1)
    };
    let (inner, d) = match (p.as_const(a), p.as_const(b)) {
        (None, Some(d)) => (a, d),
        (Some(d), None) => (b, d),
        _ => return None,
    };
    let (x, c) = super::shape::with_constant(p, inner, Op::FpMul(format))?;
    let product = concrete::fp_mul(format, c, d);
    (raises(c) && raises(d) && raises(product)).then_some((x, product))
}

/// Is the term, whatever the variables are, no NaN?
fn is_number(p: &Pool, format: Format, t: TermId) -> bool {
    match p.op(t) {
        Op::Const => p.as_const(t).is_some_and(|c| !concrete::fp_is_nan(format, c)),
        Op::FpFromUint(f) | Op::FpFromSint(f) => f == format,
        _ => false,
    }
}

/// `1 / c` for a normal power of two of either sign, if it is not too small to be exact.
fn exact_inverse(format: Format, c: u128) -> Option<u128> {
    let fraction = c & concrete::mask(format.significand_field_bits());
    let exponent = c >> format.fraction_bits() & concrete::mask(format.exponent_bits());
    if fraction != 0 || exponent == 0 || exponent == concrete::mask(format.exponent_bits()) {
        return None;
    }
    let one = concrete::fp_from_uint(format, 1);
    let inverse = concrete::fp_div(format, one, c);
    (concrete::fp_mul(format, inverse, c) == one).then_some(inverse)
}

/// Whether an operator never gives a NaN that is not quiet.
fn is_result(op: Op) -> bool {
    matches!(
        op,
        Op::FpAdd(_)
            | Op::FpSub(_)
            | Op::FpMul(_)
            | Op::FpDiv(_)
            | Op::FpRem(_)
            | Op::FpFma(_)
            | Op::FpSqrt(_)
            | Op::FpRoundToIntegral(..)
            | Op::FpConvert { .. }
            | Op::FpFromUint(_)
            | Op::FpFromSint(_)
    )
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
