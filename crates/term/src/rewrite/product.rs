//! Rewrite rules of products, quotients and remainders.

use super::Rule;
use super::shape::{sole, with_constant};
use crate::concrete::{self, mask, neg, signed};
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a * b`, a constant is on the right.
pub(super) fn mul(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if w == 1 {
        let and = p.and(a, b);
        return p.by(Rule::BitProduct, and);
    }
    if let Some(d) = p.as_const(b) {
        return mul_constant(p, w, a, d);
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some((x, c)) = with_constant(p, a, Op::Mul) {
            let product = p.mul(x, b);
            let c = p.constant(w, c);
            let result = p.mul(product, c);
            return p.by(Rule::MulConstants, result);
        }
        match sole(p, a, Op::Zext) {
            Some(truth) if p.width(truth) == 1 => {
                let zero = p.constant(w, 0);
                let result = p.ite(truth, b, zero);
                return p.by(Rule::MulTruth, result);
            }
            _ => {}
        }
    }
    match (sole(p, a, Op::Neg), sole(p, b, Op::Neg)) {
        (Some(x), Some(y)) => {
            let result = p.mul(x, y);
            p.by(Rule::MulNegation, result)
        }
        _ => None,
    }
}

fn mul_constant(p: &mut Pool, w: u32, a: TermId, d: u128) -> Option<TermId> {
    if d == 0 || d == 1 || d == mask(w) {
        let result = match d {
            0 => p.constant(w, 0),
            1 => a,
            _ => p.neg(a),
        };
        return p.by(Rule::MulTrivial, result);
    }
    if let Some((x, c)) = with_constant(p, a, Op::Mul) {
        let product = p.constant(w, c.wrapping_mul(d));
        let result = p.mul(x, product);
        return p.by(Rule::MulConstants, result);
    }
    if let Some((x, c)) = with_constant(p, a, Op::Add) {
        let factor = p.constant(w, d);
        let product = p.mul(x, factor);
        let c = p.constant(w, c.wrapping_mul(d));
        let result = p.add(product, c);
        return p.by(Rule::MulDistribute, result);
    }
    if let Some(x) = sole(p, a, Op::Neg) {
        let minus = p.constant(w, d.wrapping_neg());
        let result = p.mul(x, minus);
        return p.by(Rule::MulNegation, result);
    }
    if d.is_power_of_two() {
        let amount = p.constant(w, u128::from(d.trailing_zeros()));
        let result = p.shl(a, amount);
        return p.by(Rule::MulPowerOfTwo, result);
    }
    match sole(p, a, Op::Zext) {
        Some(truth) if p.width(truth) == 1 => {
            let (factor, zero) = (p.constant(w, d), p.constant(w, 0));
            let result = p.ite(truth, factor, zero);
            p.by(Rule::MulTruth, result)
        }
        _ => None,
    }
}

/// `a op b` for the four divisions.
pub(super) fn divide(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(c) = p.as_const(b) {
        let found = match op {
            Op::Udiv => udiv_constant(p, w, a, c),
            Op::Urem => urem_constant(p, w, a, c),
            Op::Sdiv => sdiv_constant(p, w, a, c),
            _ => srem_constant(p, w, a, c),
        };
        if found.is_some() {
            return found;
        }
    }
    if op == Op::Urem && p.unsigned_range(a).1 < p.unsigned_range(b).0 {
        return p.by(Rule::RemSmall, a);
    }
    if matches!(op, Op::Sdiv | Op::Srem) && p.signed_range(a).0 >= 0 && p.signed_range(b).0 >= 0 {
        let result = if op == Op::Sdiv { p.udiv(a, b) } else { p.urem(a, b) };
        return p.by(Rule::DivUnsigned, result);
    }
    None
}

/// The narrow operand and the constant at its width, if `a` is `zext(x)` and `c`, not zero, fits.
fn narrow(p: &mut Pool, a: TermId, c: u128) -> Option<(TermId, TermId)> {
    let x = sole(p, a, Op::Zext)?;
    let fits = c != 0 && c <= mask(p.width(x));
    fits.then(|| (x, p.constant(p.width(x), c)))
}

fn udiv_constant(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    if c <= 1 {
        let result = if c == 0 { p.constant(w, u128::MAX) } else { a };
        return p.by(Rule::DivTrivial, result);
    }
    if c.is_power_of_two() {
        let amount = p.constant(w, u128::from(c.trailing_zeros()));
        let result = p.lshr(a, amount);
        return p.by(Rule::DivPowerOfTwo, result);
    }
    if let Some((x, d)) = with_constant(p, a, Op::Udiv) {
        let product = c.checked_mul(d).filter(|&product| product <= mask(w));
        if let Some(product) = product {
            let product = p.constant(w, product);
            let result = p.udiv(x, product);
            return p.by(Rule::DivDiv, result);
        }
    }
    let (x, c) = narrow(p, a, c)?;
    let quotient = p.udiv(x, c);
    let result = p.zext(quotient, w);
    p.by(Rule::DivNarrow, result)
}

fn urem_constant(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    if c <= 1 {
        let result = if c == 0 { a } else { p.constant(w, 0) };
        return p.by(Rule::DivTrivial, result);
    }
    if c.is_power_of_two() {
        let low = p.extract(a, 0, c.trailing_zeros());
        let result = p.zext(low, w);
        return p.by(Rule::DivPowerOfTwo, result);
    }
    let (x, c) = narrow(p, a, c)?;
    let rest = p.urem(x, c);
    let result = p.zext(rest, w);
    p.by(Rule::DivNarrow, result)
}

/// `k` if the constant, read as signed, is `2^k` with `k` of at least 1.
fn positive_power(w: u32, c: u128) -> Option<u32> {
    (c.is_power_of_two() && c > 1 && !concrete::is_negative(w, c)).then(|| c.trailing_zeros())
}

/// `x + (x < 0 ? 2^k - 1 : 0)`
fn biased(p: &mut Pool, w: u32, x: TermId, k: u32) -> TermId {
    let sign = p.extract(x, w - 1, 1);
    let ones = p.sext(sign, k);
    let bias = p.zext(ones, w);
    p.add(x, bias)
}

fn sdiv_constant(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    if w > 1 && (c == 1 || c == mask(w)) {
        let result = if c == 1 { a } else { p.neg(a) };
        return p.by(Rule::DivTrivial, result);
    }
    if c != 0 && p.signed_range(a).0 >= 0 && signed(w, c) > 0 {
        return None;
    }
    if signed(w, c) < 0 && c != 1 << (w - 1) {
        let positive = p.constant(w, neg(w, c));
        let quotient = p.sdiv(a, positive);
        let result = p.neg(quotient);
        return p.by(Rule::DivByNegative, result);
    }
    let k = positive_power(w, c)?;
    let sum = biased(p, w, a, k);
    let amount = p.constant(w, u128::from(k));
    let result = p.ashr(sum, amount);
    p.by(Rule::SdivPowerOfTwo, result)
}

fn srem_constant(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    if c == 0 || c == 1 || c == mask(w) {
        let result = if c == 0 { a } else { p.constant(w, 0) };
        return p.by(Rule::DivTrivial, result);
    }
    if p.signed_range(a).0 >= 0 && signed(w, c) > 0 {
        return None;
    }
    if signed(w, c) < 0 && c != 1 << (w - 1) {
        let positive = p.constant(w, neg(w, c));
        let result = p.srem(a, positive);
        return p.by(Rule::DivByNegative, result);
    }
    let k = positive_power(w, c)?;
    let sum = biased(p, w, a, k);
    let high = p.constant(w, mask(w) << k);
    let multiple = p.and(sum, high);
    let result = p.sub(a, multiple);
    p.by(Rule::SdivPowerOfTwo, result)
}
