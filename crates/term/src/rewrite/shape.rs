//! Shapes of terms that rules look for, and the order of operands.

use crate::concrete;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;

/// A constant last, otherwise by structural hash.
pub(super) fn ordered(p: &Pool, a: TermId, b: TermId) -> (TermId, TermId) {
    let key = |t: TermId| (p.op(t) == Op::Const, p.hash(t));
    if key(a) <= key(b) { (a, b) } else { (b, a) }
}

/// The `N` children of a term.
#[inline]
pub(super) fn kids<const N: usize>(p: &Pool, t: TermId) -> [TermId; N] {
    std::array::from_fn(|i| p.child(t, i))
}

/// The operands, if `t` is this operator on two.
#[inline]
pub(super) fn pair(p: &Pool, t: TermId, op: Op) -> Option<(TermId, TermId)> {
    (p.op(t) == op).then(|| (p.child(t, 0), p.child(t, 1)))
}

/// The operand, if `t` is this operator on one.
#[inline]
pub(super) fn sole(p: &Pool, t: TermId, op: Op) -> Option<TermId> {
    (p.op(t) == op).then(|| p.child(t, 0))
}

/// `x` and `c`, if `t` is `op(x, c)`.
#[inline]
pub(super) fn with_constant(p: &Pool, t: TermId, op: Op) -> Option<(TermId, u128)> {
    let (x, c) = pair(p, t, op)?;
    Some((x, p.as_const(c)?))
}

/// The other operand, if `x` is one of the two of `t`, which is this operator.
#[inline]
pub(super) fn other_operand(p: &Pool, t: TermId, op: Op, x: TermId) -> Option<TermId> {
    let (a, b) = pair(p, t, op)?;
    if a == x {
        Some(b)
    } else if b == x {
        Some(a)
    } else {
        None
    }
}

/// Is one term the complement of the other, by form?
pub(super) fn complementary(p: &Pool, a: TermId, b: TermId) -> bool {
    if sole(p, a, Op::Not) == Some(b) || sole(p, b, Op::Not) == Some(a) {
        return true;
    }
    let swapped = |strict: Op, weak: Op| match (pair(p, a, strict), pair(p, b, weak)) {
        (Some((x, y)), Some((u, v))) => x == v && y == u,
        _ => false,
    };
    // x < c and c - 1 < x
    let around = |op: Op, a: TermId, b: TermId| match (pair(p, a, op), pair(p, b, op)) {
        (Some((x, c)), Some((d, y))) if x == y => match (p.as_const(c), p.as_const(d)) {
            (Some(c), Some(d)) => concrete::add(p.width(x), d, 1) == c,
            _ => false,
        },
        _ => false,
    };
    match (p.op(a), p.op(b)) {
        (Op::Ult, Op::Ule) => swapped(Op::Ult, Op::Ule),
        (Op::Ule, Op::Ult) => swapped(Op::Ule, Op::Ult),
        (Op::Slt, Op::Sle) => swapped(Op::Slt, Op::Sle),
        (Op::Sle, Op::Slt) => swapped(Op::Sle, Op::Slt),
        (op @ (Op::Ult | Op::Slt), other) if op == other => around(op, a, b) || around(op, b, a),
        _ => false,
    }
}
