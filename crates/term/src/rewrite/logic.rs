//! And, or, exclusive or, complement. Truth values are width 1.

use super::Rule;
use super::shape::{complementary, other_operand, pair, sole, with_constant};
use crate::concrete::{self, mask};
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// `a & b`, a constant is on the right.
pub(super) fn and(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(c) = p.as_const(b)
        && (c == 0 || c == mask(w))
    {
        return p.by(Rule::BitwiseTrivial, if c == 0 { b } else { a });
    }
    if let Some(result) = and_or(p, Op::And, w, a, b) {
        return Some(result);
    }
    if w == 1 {
        return and_equalities(p, a, b);
    }
    if let Some(result) = parts(p, Op::And, w, a, b) {
        return Some(result);
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some(x) = sole(p, a, Op::Zext) {
            let low = p.extract(b, 0, p.width(x));
            let meet = p.and(x, low);
            let result = p.zext(meet, w);
            return p.by(Rule::AndZext, result);
        }
    }
    let c = p.as_const(b)?;
    let result = masked(p, w, a, c)?;
    p.by(Rule::AndMask, result)
}

/// `x & c` as slices between zeros, if the ones or the zeros of `c` are one run.
fn masked(p: &mut Pool, w: u32, x: TermId, c: u128) -> Option<TermId> {
    let is_run = |bits: u128| bits != 0 && (bits >> bits.trailing_zeros()).wrapping_add(1).is_power_of_two();
    let is_run = |bits: u128| is_run(bits) || bits >> bits.trailing_zeros() == u128::MAX;
    let zeros = concrete::not(w, c);
    if is_run(c) {
        let (low, n_ones) = (c.trailing_zeros(), c.count_ones());
        let mut slice = p.extract(x, low, n_ones);
        if low > 0 {
            let below = p.constant(low, 0);
            slice = p.concat(slice, below);
        }
        return Some(p.zext(slice, w));
    }
    if !is_run(zeros) {
        return None;
    }
    // Ones, zeros, ones: neither end of the run of zeros is an end of the word, or `c` would be a run.
    let (low, n_zeros) = (zeros.trailing_zeros(), zeros.count_ones());
    let high = p.extract(x, low + n_zeros, w - low - n_zeros);
    let middle = p.constant(n_zeros, 0);
    let below = p.extract(x, 0, low);
    let rest = p.concat(middle, below);
    Some(p.concat(high, rest))
}

/// `x == c & x == d`, `x == c & x != d`
fn and_equalities(p: &mut Pool, a: TermId, b: TermId) -> Option<TermId> {
    for (a, b) in [(a, b), (b, a)] {
        let Some((x, c)) = with_constant(p, a, Op::Eq) else { continue };
        match with_constant(p, b, Op::Eq) {
            Some((y, d)) if x == y && c != d => {
                let never = p.constant(1, 0);
                return p.by(Rule::AndEqualities, never);
            }
            _ => {}
        }
        match sole(p, b, Op::Not).and_then(|negated| with_constant(p, negated, Op::Eq)) {
            Some((y, d)) if x == y && c != d => return p.by(Rule::AndEqualities, a),
            _ => {}
        }
    }
    None
}

/// `a | b`, a constant is on the right.
pub(super) fn or(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(c) = p.as_const(b)
        && (c == 0 || c == mask(w))
    {
        return p.by(Rule::BitwiseTrivial, if c == 0 { a } else { b });
    }
    if let Some(result) = and_or(p, Op::Or, w, a, b) {
        return Some(result);
    }
    if w == 1 {
        return None;
    }
    parts(p, Op::Or, w, a, b).or_else(|| beside(p, a, b))
}

/// `a ^ b`, a constant is on the right.
pub(super) fn xor(p: &mut Pool, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(c) = p.as_const(b) {
        if c == 0 {
            return p.by(Rule::BitwiseTrivial, a);
        }
        if c == mask(w) {
            let result = p.not(a);
            return p.by(Rule::XorOnes, result);
        }
    }
    if a == b {
        let zero = p.constant(w, 0);
        return p.by(Rule::BitwiseSelf, zero);
    }
    if w == 1 {
        let equal = p.eq(a, b);
        let result = p.not(equal);
        return p.by(Rule::XorTruth, result);
    }
    if complementary(p, a, b) {
        let ones = p.constant(w, u128::MAX);
        return p.by(Rule::BitwiseComplement, ones);
    }
    if let Some(result) = constants(p, Op::Xor, w, a, b) {
        return Some(result);
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some(x) = sole(p, a, Op::Not) {
            let inner = p.xor(x, b);
            let result = p.not(inner);
            return p.by(Rule::XorNot, result);
        }
        if let Some(y) = other_operand(p, b, Op::Xor, a) {
            return p.by(Rule::BitwiseRepeat, y);
        }
    }
    parts(p, Op::Xor, w, a, b).or_else(|| beside(p, a, b))
}

/// What `&` and `|` have in common.
fn and_or(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    let dual = if op == Op::And { Op::Or } else { Op::And };
    if a == b {
        return p.by(Rule::BitwiseSelf, a);
    }
    if complementary(p, a, b) {
        let result = p.constant(w, if op == Op::And { 0 } else { u128::MAX });
        return p.by(Rule::BitwiseComplement, result);
    }
    if let Some(result) = constants(p, op, w, a, b) {
        return Some(result);
    }
    for (a, b) in [(a, b), (b, a)] {
        if other_operand(p, b, dual, a).is_some() {
            return p.by(Rule::Absorb, a);
        }
        if other_operand(p, b, op, a).is_some() {
            return p.by(Rule::BitwiseRepeat, b);
        }
        if let Some((x, y)) = pair(p, b, dual) {
            let rest = if complementary(p, a, x) {
                Some(y)
            } else if complementary(p, a, y) {
                Some(x)
            } else {
                None
            };
            if let Some(rest) = rest {
                let result = p.make(op, w, &[a, rest]);
                return p.by(Rule::AbsorbComplement, result);
            }
        }
    }
    None
}

/// Constants of nested operators meet.
fn constants(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(d) = p.as_const(b) {
        let (x, c) = with_constant(p, a, op)?;
        let merged = p.constant(w, concrete::apply(op, w, [w; 3], [c, d, 0]));
        let result = p.make(op, w, &[x, merged]);
        return p.by(Rule::BitwiseConstants, result);
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some((x, c)) = with_constant(p, a, op) {
            let inner = p.make(op, w, &[x, b]);
            let c = p.constant(w, c);
            let result = p.make(op, w, &[inner, c]);
            return p.by(Rule::BitwiseConstantOut, result);
        }
    }
    None
}

/// Operands that are put together from parts are combined part by part.
fn parts(p: &mut Pool, op: Op, w: u32, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(c) = p.as_const(b) {
        return parts_with_constant(p, op, w, a, c);
    }
    match (p.op(a), p.op(b)) {
        (Op::Concat, Op::Concat) => {
            let (a_hi, a_lo) = (p.child(a, 0), p.child(a, 1));
            let (b_hi, b_lo) = (p.child(b, 0), p.child(b, 1));
            let seam = p.width(a_lo);
            if seam != p.width(b_lo) {
                return None;
            }
            let hi = p.make(op, w - seam, &[a_hi, b_hi]);
            let lo = p.make(op, seam, &[a_lo, b_lo]);
            let result = p.concat(hi, lo);
            p.by(Rule::BitwiseConcat, result)
        }
        (Op::Zext, Op::Zext) => {
            let (x, y) = (p.child(a, 0), p.child(b, 0));
            let inner = p.width(x).max(p.width(y));
            let (x, y) = (p.zext(x, inner), p.zext(y, inner));
            let narrow = p.make(op, inner, &[x, y]);
            let result = p.zext(narrow, w);
            p.by(Rule::BitwiseZext, result)
        }
        (Op::Sext, Op::Sext) => {
            let (x, y) = (p.child(a, 0), p.child(b, 0));
            let inner = p.width(x);
            if inner != p.width(y) {
                return None;
            }
            let narrow = p.make(op, inner, &[x, y]);
            let result = p.sext(narrow, w);
            p.by(Rule::BitwiseSext, result)
        }
        _ => None,
    }
}

fn parts_with_constant(p: &mut Pool, op: Op, w: u32, a: TermId, c: u128) -> Option<TermId> {
    let combined = |p: &mut Pool, part: TermId, c: u128| {
        let width = p.width(part);
        let c = p.constant(width, c);
        p.make(op, width, &[part, c])
    };
    match p.op(a) {
        Op::Concat => {
            let (hi, lo) = (p.child(a, 0), p.child(a, 1));
            let hi = combined(p, hi, c >> p.width(lo));
            let lo = combined(p, lo, c);
            let result = p.concat(hi, lo);
            p.by(Rule::BitwiseConcat, result)
        }
        Op::Zext => {
            let x = p.child(a, 0);
            let seam = p.width(x);
            let high = if op == Op::And { 0 } else { c >> seam };
            let lo = combined(p, x, c);
            let hi = p.constant(w - seam, high);
            let result = p.concat(hi, lo);
            p.by(Rule::BitwiseConcat, result)
        }
        _ => None,
    }
}

/// `(x :: 0) | y` where only the low bits of `y` can be set; the same for `^`.
fn beside(p: &mut Pool, a: TermId, b: TermId) -> Option<TermId> {
    for (a, b) in [(a, b), (b, a)] {
        let Some((hi, lo)) = pair(p, a, Op::Concat) else { continue };
        let seam = p.width(lo);
        let high_bits = mask(p.width(hi)) << seam;
        if p.as_const(lo) == Some(0) && p.known_bits(b).zeros & high_bits == high_bits {
            let low = p.extract(b, 0, seam);
            let result = p.concat(hi, low);
            return p.by(Rule::OrConcat, result);
        }
    }
    None
}

/// `~a`
pub(super) fn not(p: &mut Pool, w: u32, a: TermId) -> Option<TermId> {
    match p.op(a) {
        Op::Not => {
            let x = p.child(a, 0);
            p.by(Rule::NotNot, x)
        }
        op @ (Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
            let (x, y) = (p.child(a, 0), p.child(a, 1));
            let opposite = match op {
                Op::Ult => Op::Ule,
                Op::Ule => Op::Ult,
                Op::Slt => Op::Sle,
                _ => Op::Slt,
            };
            let result = p.make(opposite, 1, &[y, x]);
            p.by(Rule::NotComparison, result)
        }
        Op::Add => {
            let (x, c) = with_constant(p, a, Op::Add)?;
            let c = p.constant(w, !c);
            let result = p.sub(c, x);
            p.by(Rule::NotSum, result)
        }
        Op::Sub => {
            let (c, x) = (p.as_const(p.child(a, 0))?, p.child(a, 1));
            let c = p.constant(w, !c);
            let result = p.add(x, c);
            p.by(Rule::NotSum, result)
        }
        Op::Neg => {
            let x = p.child(a, 0);
            let ones = p.constant(w, u128::MAX);
            let result = p.add(x, ones);
            p.by(Rule::NotSum, result)
        }
        Op::Sext => {
            let x = p.child(a, 0);
            let inner = p.not(x);
            let result = p.sext(inner, w);
            p.by(Rule::NotSext, result)
        }
        Op::Zext => {
            let x = p.child(a, 0);
            let inner = p.not(x);
            let ones = p.constant(w - p.width(x), u128::MAX);
            let result = p.concat(ones, inner);
            p.by(Rule::NotConcat, result)
        }
        Op::Concat => {
            let (hi, lo) = (p.child(a, 0), p.child(a, 1));
            if p.as_const(hi).is_none() && p.as_const(lo).is_none() {
                return None;
            }
            let (hi, lo) = (p.not(hi), p.not(lo));
            let result = p.concat(hi, lo);
            p.by(Rule::NotConcat, result)
        }
        _ => None,
    }
}
