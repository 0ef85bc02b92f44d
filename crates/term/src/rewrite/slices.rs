//! Rewrite rules of shifts, concatenations, slices and extensions.

use super::Rule;
use super::shape::{kids, pair, sole, with_constant};
use crate::concrete::mask;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a op b` for the three shifts.
pub(super) fn shift(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if p.as_const(a) == Some(0) {
        return p.by(Rule::ShiftZero, a);
    }
    let Some(amount) = p.as_const(b) else {
        if op == Op::Ashr && p.signed_range(a).0 >= 0 {
            let result = p.lshr(a, b);
            return p.by(Rule::AshrUnsigned, result);
        }
        return None;
    };
    let amount = amount.min(u128::from(w)) as u32;
    match op {
        Op::Shl if amount == w => {
            let zero = p.constant(w, 0);
            p.by(Rule::ShlConstant, zero)
        }
        Op::Shl if amount == 0 => p.by(Rule::ShlConstant, a),
        Op::Shl => {
            let slice = p.extract(a, 0, w - amount);
            let zeros = p.constant(amount, 0);
            let result = p.concat(slice, zeros);
            p.by(Rule::ShlConstant, result)
        }
        Op::Lshr if amount == w => {
            let zero = p.constant(w, 0);
            p.by(Rule::LshrConstant, zero)
        }
        Op::Lshr => {
            let slice = p.extract(a, amount, w - amount);
            let result = p.zext(slice, w);
            p.by(Rule::LshrConstant, result)
        }
        _ => {
            let amount = amount.min(w - 1);
            let slice = p.extract(a, amount, w - amount);
            let result = p.sext(slice, w);
            p.by(Rule::AshrConstant, result)
        }
    }
}

/// `hi :: lo`
pub(super) fn concat(p: &mut Pool, hi: TermId, lo: TermId) -> Option<TermId> {
    let width = p.width(hi) + p.width(lo);
    if p.as_const(hi) == Some(0) {
        let result = p.zext(lo, width);
        return p.by(Rule::ConcatZero, result);
    }
    if let Some((x, y)) = pair(p, hi, Op::Concat) {
        let rest = p.concat(y, lo);
        let result = p.concat(x, rest);
        return p.by(Rule::ConcatRight, result);
    }
    if let Some(x) = sole(p, hi, Op::Zext) {
        let inner = p.concat(x, lo);
        let result = p.zext(inner, width);
        return p.by(Rule::ConcatZext, result);
    }
    if let Some(merged) = adjacent(p, hi, lo) {
        return p.by(Rule::ConcatSlices, merged);
    }
    let (next, rest) = pair(p, lo, Op::Concat)?;
    if let Some(merged) = adjacent(p, hi, next) {
        let result = p.concat(merged, rest);
        return p.by(Rule::ConcatSlices, result);
    }
    if p.as_const(hi).is_some() && p.as_const(next).is_some() {
        let merged = p.concat(hi, next);
        let result = p.concat(merged, rest);
        return p.by(Rule::ConcatConstants, result);
    }
    None
}

/// The one slice that two adjacent slices of a term are.
fn adjacent(p: &mut Pool, hi: TermId, lo: TermId) -> Option<TermId> {
    let Op::Extract { lo: hi_start } = p.op(hi) else { return None };
    let Op::Extract { lo: lo_start } = p.op(lo) else { return None };
    let ([whole], [other]) = (kids(p, hi), kids(p, lo));
    if whole != other || lo_start + p.width(lo) != hi_start {
        return None;
    }
    Some(p.extract(whole, lo_start, p.width(hi) + p.width(lo)))
}

/// Can a slice of this be taken without a new operator over the whole?
fn is_shallow(p: &Pool, t: TermId) -> bool {
    matches!(p.op(t), Op::Const | Op::Zext | Op::Sext | Op::Var(_) | Op::Extract { .. })
}

/// `x` and `d`, if the product `zext(x) * c` shifted right by `k` is `x / d`: with `x` below `2^w` that is so if
/// `2^k <= c * d <= 2^k + 2^(k - w)` (Granlund and Montgomery, PLDI 1994, theorem 4.2), provided that the product does not wrap.
fn scaled_quotient(p: &Pool, product: TermId, k: u32) -> Option<(TermId, u128)> {
    let (extended, c) = with_constant(p, product, Op::Mul)?;
    let x = sole(p, extended, Op::Zext)?;
    let w = p.width(x);
    if w > 64 || k < w || k > 126 || c == 0 || c > mask(p.width(product)) / mask(w) {
        return None;
    }
    let power = 1u128 << k;
    let divisor = power.div_ceil(c);
    let excess = divisor.checked_mul(c)? - power;
    (divisor > 1 && divisor <= mask(w) && excess <= 1 << (k - w)).then_some((x, divisor))
}

/// `width` bits of `a` from bit `lo`, not all of them.
pub(super) fn extract(p: &mut Pool, a: TermId, lo: u32, width: u32) -> Option<TermId> {
    let op = p.op(a);
    match op {
        Op::Extract { lo: inner } => {
            let [x] = kids(p, a);
            let result = p.extract(x, inner + lo, width);
            p.by(Rule::ExtractExtract, result)
        }
        Op::Mul if scaled_quotient(p, a, lo).is_some() => {
            let (x, divisor) = scaled_quotient(p, a, lo)?;
            let divisor = p.constant(p.width(x), divisor);
            let quotient = p.udiv(x, divisor);
            let result = if width <= p.width(x) { p.extract(quotient, 0, width) } else { p.zext(quotient, width) };
            p.by(Rule::ExtractQuotient, result)
        }
        Op::Concat => {
            let [hi_part, lo_part] = kids(p, a);
            let seam = p.width(lo_part);
            let result = if lo >= seam {
                p.extract(hi_part, lo - seam, width)
            } else if lo + width <= seam {
                p.extract(lo_part, lo, width)
            } else {
                let below = p.extract(lo_part, lo, seam - lo);
                let above = p.extract(hi_part, 0, lo + width - seam);
                p.concat(above, below)
            };
            p.by(Rule::ExtractConcat, result)
        }
        Op::Zext => {
            let [x] = kids(p, a);
            let have = p.width(x);
            let result = if lo >= have {
                p.constant(width, 0)
            } else if lo + width <= have {
                p.extract(x, lo, width)
            } else {
                let slice = p.extract(x, lo, have - lo);
                p.zext(slice, width)
            };
            p.by(Rule::ExtractZext, result)
        }
        Op::Sext => {
            let [x] = kids(p, a);
            let have = p.width(x);
            let result = if lo + width <= have {
                p.extract(x, lo, width)
            } else {
                let start = lo.min(have - 1);
                let slice = p.extract(x, start, have - start);
                p.sext(slice, width)
            };
            p.by(Rule::ExtractSext, result)
        }
        Op::Not => {
            let [x] = kids(p, a);
            let slice = p.extract(x, lo, width);
            let result = p.not(slice);
            p.by(Rule::ExtractBitwise, result)
        }
        Op::And | Op::Or | Op::Xor => {
            let [x, c] = kids(p, a);
            p.as_const(c)?;
            let (x, c) = (p.extract(x, lo, width), p.extract(c, lo, width));
            let result = p.make(op, width, &[x, c]);
            p.by(Rule::ExtractBitwise, result)
        }
        Op::Add | Op::Sub | Op::Mul if lo == 0 => {
            let [x, y] = kids(p, a);
            let has_constant = p.as_const(x).is_some() || p.as_const(y).is_some();
            if !(has_constant || is_shallow(p, x) && is_shallow(p, y)) {
                return None;
            }
            let (x, y) = (p.extract(x, 0, width), p.extract(y, 0, width));
            let result = p.make(op, width, &[x, y]);
            p.by(Rule::ExtractLow, result)
        }
        Op::Neg if lo == 0 => {
            let [x] = kids(p, a);
            let slice = p.extract(x, 0, width);
            let result = p.neg(slice);
            p.by(Rule::ExtractLow, result)
        }
        Op::Ite => {
            let [condition, x, y] = kids(p, a);
            if p.as_const(x).is_none() && p.as_const(y).is_none() {
                return None;
            }
            let (x, y) = (p.extract(x, lo, width), p.extract(y, lo, width));
            let result = p.ite(condition, x, y);
            p.by(Rule::ExtractIte, result)
        }
        _ => None,
    }
}

/// `zext(a)` to `width`, more than it has.
pub(super) fn zext(p: &mut Pool, a: TermId, width: u32) -> Option<TermId> {
    let x = sole(p, a, Op::Zext)?;
    let result = p.zext(x, width);
    p.by(Rule::ZextZext, result)
}

/// `sext(a)` to `width`, more than it has.
pub(super) fn sext(p: &mut Pool, a: TermId, width: u32) -> Option<TermId> {
    if let Some(x) = sole(p, a, Op::Sext) {
        let result = p.sext(x, width);
        return p.by(Rule::SextSext, result);
    }
    if p.signed_range(a).0 >= 0 {
        let result = p.zext(a, width);
        return p.by(Rule::SextUnsigned, result);
    }
    None
}
