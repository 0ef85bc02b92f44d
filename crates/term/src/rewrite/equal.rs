//! Rewrite rules of equality.

use super::Rule;
use super::shape::{kids, other_operand, pair, with_constant};
use crate::concrete::{self, mask};
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a == b`, a constant is on the right.
pub(super) fn eq(p: &mut Pool, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        let always = p.constant(1, 1);
        return p.by(Rule::EqSelf, always);
    }
    let w = p.width(a);
    if let Some(c) = p.as_const(b) {
        return eq_constant(p, w, a, c);
    }
    match (p.op(a), p.op(b)) {
        (Op::Not, Op::Not) | (Op::Neg, Op::Neg) => {
            let ([x], [y]) = (kids(p, a), kids(p, b));
            let result = p.eq(x, y);
            return p.by(Rule::EqNegations, result);
        }
        (Op::Not, _) | (_, Op::Not) if w == 1 => {
            let (negated, other) = if p.op(a) == Op::Not { (a, b) } else { (b, a) };
            let [x] = kids(p, negated);
            let equal = p.eq(x, other);
            let result = p.not(equal);
            return p.by(Rule::EqNegations, result);
        }
        (Op::Zext, Op::Zext) => {
            let ([x], [y]) = (kids(p, a), kids(p, b));
            let width = p.width(x).max(p.width(y));
            let (x, y) = (p.zext(x, width), p.zext(y, width));
            let result = p.eq(x, y);
            return p.by(Rule::EqZext, result);
        }
        (Op::Sext, Op::Sext) => {
            let ([x], [y]) = (kids(p, a), kids(p, b));
            let width = p.width(x).max(p.width(y));
            let (x, y) = (p.sext(x, width), p.sext(y, width));
            let result = p.eq(x, y);
            return p.by(Rule::EqSext, result);
        }
        (Op::Concat, Op::Concat) => {
            let ([a_hi, a_lo], [b_hi, b_lo]) = (kids(p, a), kids(p, b));
            if p.width(a_lo) == p.width(b_lo) {
                let (hi, lo) = (p.eq(a_hi, b_hi), p.eq(a_lo, b_lo));
                let result = p.and(hi, lo);
                return p.by(Rule::EqConcat, result);
            }
        }
        _ => {}
    }
    eq_sums(p, w, a, b)
}

/// Sums and differences of which parts cancel.
fn eq_sums(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let (Some((x, c)), Some((y, d))) = (with_constant(p, a, Op::Add), with_constant(p, b, Op::Add)) {
        // The constant stays on the side whose rest has the larger hash: one form for both orders.
        let keep_right = p.hash(x) <= p.hash(y);
        let (alone, rest, offset) = if keep_right { (x, y, d.wrapping_sub(c)) } else { (y, x, c.wrapping_sub(d)) };
        let offset = p.constant(w, offset);
        let shifted = p.add(rest, offset);
        let result = p.eq(alone, shifted);
        return p.by(Rule::EqAddConstant, result);
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some(result) = constant_over(p, w, a, b) {
            return p.by(Rule::EqAddConstant, result);
        }
        let rest = other_operand(p, a, Op::Add, b).or_else(|| match pair(p, a, Op::Sub) {
            Some((x, y)) if x == b => Some(y),
            _ => None,
        });
        if let Some(rest) = rest {
            let zero = p.constant(w, 0);
            let result = p.eq(rest, zero);
            return p.by(Rule::EqCancel, result);
        }
    }
    None
}

/// `x + c == y` as `x == y - c` if `y` has the larger hash, so that one of the two forms is chosen.
fn constant_over(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    let (x, c) = with_constant(p, a, Op::Add)?;
    if x == b || p.hash(x) > p.hash(b) {
        return None;
    }
    let minus = p.constant(w, c.wrapping_neg());
    let shifted = p.add(b, minus);
    Some(p.eq(x, shifted))
}

fn eq_constant(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    if w == 1 {
        let result = if c == 1 { a } else { p.not(a) };
        return p.by(Rule::EqTruth, result);
    }
    let equals = |p: &mut Pool, x: TermId, value: u128| {
        let value = p.constant(p.width(x), value);
        p.eq(x, value)
    };
    match p.op(a) {
        Op::Not | Op::Neg => {
            let [x] = kids(p, a);
            let value = if p.op(a) == Op::Not { !c } else { c.wrapping_neg() };
            let result = equals(p, x, value);
            p.by(Rule::EqInvert, result)
        }
        Op::Add => {
            let (x, d) = with_constant(p, a, Op::Add)?;
            let result = equals(p, x, c.wrapping_sub(d));
            p.by(Rule::EqAddConstant, result)
        }
        Op::Sub => {
            let [x, y] = kids(p, a);
            if let Some(d) = p.as_const(x) {
                let result = equals(p, y, d.wrapping_sub(c));
                return p.by(Rule::EqInvert, result);
            }
            if c != 0 {
                return None;
            }
            let result = p.eq(x, y);
            p.by(Rule::EqDifferenceZero, result)
        }
        Op::Xor => {
            let [x, y] = kids(p, a);
            if let Some(d) = p.as_const(y) {
                let result = equals(p, x, c ^ d);
                return p.by(Rule::EqInvert, result);
            }
            if c != 0 {
                return None;
            }
            let result = p.eq(x, y);
            p.by(Rule::EqDifferenceZero, result)
        }
        Op::Mul => {
            let (x, d) = with_constant(p, a, Op::Mul)?;
            let inverse = inverse(d)?;
            let result = equals(p, x, c.wrapping_mul(inverse));
            p.by(Rule::EqMulOdd, result)
        }
        Op::Zext => {
            let [x] = kids(p, a);
            let fits = c <= mask(p.width(x));
            let result = if fits { equals(p, x, c) } else { p.constant(1, 0) };
            p.by(Rule::EqZext, result)
        }
        Op::Sext => {
            let [x] = kids(p, a);
            let narrow = c & mask(p.width(x));
            let fits = concrete::sext(p.width(x), narrow, w) == c;
            let result = if fits { equals(p, x, narrow) } else { p.constant(1, 0) };
            p.by(Rule::EqSext, result)
        }
        Op::Concat => {
            let [hi, lo] = kids(p, a);
            let above = equals(p, hi, c >> p.width(lo));
            let below = equals(p, lo, c);
            let result = p.and(above, below);
            p.by(Rule::EqConcat, result)
        }
        Op::Or if c == 0 => both(p, a, 0),
        Op::And if c == mask(w) => both(p, a, c),
        Op::Ite => eq_choice(p, w, a, c),
        _ => None,
    }
}

/// Both operands of `a` equal the constant.
fn both(p: &mut Pool, a: TermId, c: u128) -> Option<TermId> {
    let [x, y] = kids(p, a);
    let c = p.constant(p.width(a), c);
    let (x, y) = (p.eq(x, c), p.eq(y, c));
    let result = p.and(x, y);
    p.by(Rule::EqBitwise, result)
}

/// `ite(b, d, x) == c` where a branch is constant.
fn eq_choice(p: &mut Pool, w: u32, a: TermId, c: u128) -> Option<TermId> {
    let [condition, x, y] = kids(p, a);
    let (known, rest, condition) = match (p.as_const(x), p.as_const(y)) {
        (Some(known), _) => (known, y, condition),
        (_, Some(known)) => (known, x, p.not(condition)),
        _ => return None,
    };
    let c_term = p.constant(w, c);
    let rest = p.eq(rest, c_term);
    let result = if known == c {
        p.or(condition, rest)
    } else {
        let otherwise = p.not(condition);
        p.and(otherwise, rest)
    };
    p.by(Rule::EqIte, result)
}

/// The inverse modulo 2^128 (and so modulo every smaller power) of an odd number, by Newton's iteration.
fn inverse(odd: u128) -> Option<u128> {
    if odd & 1 == 0 {
        return None;
    }
    // `odd` is its own inverse modulo 8; every step doubles the number of right bits.
    let step = |x: u128, _: i32| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    Some((0..6).fold(odd, step))
}
