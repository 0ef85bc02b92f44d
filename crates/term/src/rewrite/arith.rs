//! Rewrite rules of sums, differences and negations.

use super::Rule;
use super::shape::{other_operand, pair, sole, with_constant};
use crate::concrete;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a + b`, a constant is on the right.
pub(super) fn add(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if w == 1 {
        let xor = p.xor(a, b);
        return p.by(Rule::BitSum, xor);
    }
    if let Some(d) = p.as_const(b) {
        if d == 0 {
            return p.by(Rule::AddZero, a);
        }
        if let Some((x, c)) = with_constant(p, a, Op::Add) {
            let sum = p.constant(w, c.wrapping_add(d));
            let result = p.add(x, sum);
            return p.by(Rule::AddConstants, result);
        }
        if let Some((c, x)) = pair(p, a, Op::Sub)
            && let Some(c) = p.as_const(c)
        {
            let sum = p.constant(w, c.wrapping_add(d));
            let result = p.sub(sum, x);
            return p.by(Rule::AddToDifference, result);
        }
        return None;
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some((x, c)) = with_constant(p, a, Op::Add) {
            let sum = p.add(x, b);
            let c = p.constant(w, c);
            let result = p.add(sum, c);
            return p.by(Rule::AddConstantOut, result);
        }
        if let Some(y) = sole(p, b, Op::Neg) {
            let result = p.sub(a, y);
            return p.by(Rule::AddNegation, result);
        }
        if let Some((x, y)) = pair(p, a, Op::Sub)
            && y == b
        {
            return p.by(Rule::AddCancel, x);
        }
        if sole(p, a, Op::Not) == Some(b) {
            let ones = p.constant(w, u128::MAX);
            return p.by(Rule::AddComplement, ones);
        }
    }
    if a == b {
        let one = p.constant(w, 1);
        let result = p.shl(a, one);
        return p.by(Rule::AddSelf, result);
    }
    if p.known_bits(a).zeros | p.known_bits(b).zeros == concrete::mask(w) {
        let result = p.or(a, b);
        return p.by(Rule::AddDisjoint, result);
    }
    None
}

/// `a - b`
pub(super) fn sub(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if w == 1 {
        let xor = p.xor(a, b);
        return p.by(Rule::BitSum, xor);
    }
    if a == b {
        let zero = p.constant(w, 0);
        return p.by(Rule::SubSelf, zero);
    }
    if let Some(c) = p.as_const(b) {
        let minus = p.constant(w, c.wrapping_neg());
        let result = p.add(a, minus);
        return p.by(Rule::SubConstant, result);
    }
    if let Some(c) = p.as_const(a)
        && (c == 0 || c == concrete::mask(w))
    {
        let result = if c == 0 { p.neg(b) } else { p.not(b) };
        return p.by(Rule::SubFromConstant, result);
    }
    if let Some(y) = sole(p, b, Op::Neg) {
        let result = p.add(a, y);
        return p.by(Rule::SubNegation, result);
    }
    if let Some(result) = cancel(p, a, b) {
        return p.by(Rule::SubCancel, result);
    }
    if let Some((x, c)) = with_constant(p, a, Op::Add) {
        let difference = p.sub(x, b);
        let c = p.constant(w, c);
        let result = p.add(difference, c);
        return p.by(Rule::SubConstantOut, result);
    }
    if let Some((y, c)) = with_constant(p, b, Op::Add) {
        let difference = p.sub(a, y);
        let c = p.constant(w, c.wrapping_neg());
        let result = p.add(difference, c);
        return p.by(Rule::SubConstantOut, result);
    }
    if let Some((c, y)) = pair(p, b, Op::Sub)
        && let Some(c) = p.as_const(c)
    {
        let sum = p.add(a, y);
        let c = p.constant(w, c.wrapping_neg());
        let result = p.add(sum, c);
        return p.by(Rule::SubConstantOut, result);
    }
    None
}

fn cancel(p: &mut Pool, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(x) = other_operand(p, a, Op::Add, b) {
        return Some(x);
    }
    if let Some(y) = other_operand(p, b, Op::Add, a) {
        return Some(p.neg(y));
    }
    if let Some((x, y)) = pair(p, a, Op::Sub)
        && x == b
    {
        return Some(p.neg(y));
    }
    match pair(p, b, Op::Sub) {
        Some((x, y)) if x == a => Some(y),
        _ => None,
    }
}

/// `-a`
pub(super) fn neg(p: &mut Pool, w: u32, a: TermId) -> Option<TermId> {
    if w == 1 {
        return p.by(Rule::BitSum, a);
    }
    if let Some(x) = sole(p, a, Op::Neg) {
        return p.by(Rule::NegNeg, x);
    }
    if let Some((x, y)) = pair(p, a, Op::Sub) {
        let result = p.sub(y, x);
        return p.by(Rule::NegSub, result);
    }
    if let Some((x, c)) = with_constant(p, a, Op::Add) {
        let minus = p.constant(w, c.wrapping_neg());
        let result = p.sub(minus, x);
        return p.by(Rule::NegAddConstant, result);
    }
    match sole(p, a, Op::Zext) {
        Some(truth) if p.width(truth) == 1 => {
            let result = p.sext(truth, w);
            p.by(Rule::NegTruth, result)
        }
        _ => None,
    }
}
