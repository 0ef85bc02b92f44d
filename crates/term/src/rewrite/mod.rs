//! Simplification while building.
//!
//! [`simplify`] is asked for every operator of a rewriting pool. Rules look at the operator, its children and
//! a bounded number of levels below, and at the facts known of the children. Each rule is an equation that holds
//! for every assignment; they are listed in [`Rule`], and one file holds the rules of one family.
//!
//! *Normal forms.* Operands of commutative operators are ordered by structural hash, a constant last. Shifts by
//! constants, masks and products with powers of two are slices (`concat`, `extract`, `zext`, `sext`). `0 :: x` is
//! `zext(x)`; concatenations nest to the right. Sums have their constant outermost, and differences with a
//! constant on the right are sums. Of comparisons with a constant only `<` exists. A negation stands
//! only before what has no complement of its own.
//!
//! *Determinism.* No rule looks at ids other than for equality, so the result depends on the structure only.
//!
//! *Termination.* Builders called by rules may apply rules again, but not more than [`MAX_DEPTH`] deep nor more than
//! [`MAX_CALLS`] altogether for one call from outside; past that, nodes are taken as they are, which is
//! always right. Both limits count what the term's structure causes, so they too are independent of history.

mod arith;
mod compare;
mod equal;
mod float;
mod ite;
mod logic;
mod product;
mod rule;
mod slices;

pub use rule::Rule;

use crate::concrete;
use crate::op::Op;
use crate::pool::{Pool, TermId};

/// How deep rules may call builders that apply rules.
pub(crate) const MAX_DEPTH: u32 = 200;

/// How many builders may apply rules on behalf of one call from outside. Rules that go into both children would
/// otherwise take exponential time on terms that share much.
pub(crate) const MAX_CALLS: u32 = 4_000;

/// The term that the operator with these children is rewritten to, or `None` if it stays as it is.
pub(crate) fn simplify(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    if let Some(folded) = fold_constants(p, op, width, children) {
        return Some(folded);
    }
    if let [a, b] = *children
        && op.is_commutative()
    {
        let (a, b) = ordered(p, a, b);
        if let Some(folded) = fold_into_ite(p, op, width, &[a, b]) {
            return Some(folded);
        }
        return match op {
            Op::Add => arith::add(p, width, a, b),
            Op::Mul => product::mul(p, width, a, b),
            Op::And => logic::and(p, width, a, b),
            Op::Or => logic::or(p, width, a, b),
            Op::Xor => logic::xor(p, width, a, b),
            Op::Eq => equal::eq(p, a, b),
            Op::FpEq(format) => float::compare(p, op, format, a, b),
            _ => None,
        }
        .or_else(|| Some(p.node(op, width, &[a, b])));
    }
    if op != Op::Ite
        && let Some(folded) = fold_into_ite(p, op, width, children)
    {
        return Some(folded);
    }
    match (op, children) {
        (Op::Sub, &[a, b]) => arith::sub(p, width, a, b),
        (Op::Neg, &[a]) => arith::neg(p, width, a),
        (Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem, &[a, b]) => product::divide(p, op, width, a, b),
        (Op::Not, &[a]) => logic::not(p, width, a),
        (Op::Shl | Op::Lshr | Op::Ashr, &[a, b]) => slices::shift(p, op, width, a, b),
        (Op::Concat, &[hi, lo]) => slices::concat(p, hi, lo),
        (Op::Extract { lo }, &[a]) => slices::extract(p, a, lo, width),
        (Op::Zext, &[a]) => slices::zext(p, a, width),
        (Op::Sext, &[a]) => slices::sext(p, a, width),
        (Op::Ult | Op::Ule | Op::Slt | Op::Sle, &[a, b]) => compare::compare(p, op, a, b),
        (Op::Ite, &[c, a, b]) => ite::ite(p, width, c, a, b),
        _ if op.is_float() => float::simplify(p, op, width, children),
        _ => None,
    }
}

impl Pool {
    /// Counts a rule and gives its result.
    #[inline]
    pub(crate) fn by(&mut self, rule: Rule, result: TermId) -> Option<TermId> {
        self.fired[rule as usize] += 1;
        Some(result)
    }

    /// How often a rule was applied in this pool.
    pub fn fired(&self, rule: Rule) -> u64 {
        self.fired[rule as usize]
    }
}

/// A constant last, otherwise by structural hash.
fn ordered(p: &Pool, a: TermId, b: TermId) -> (TermId, TermId) {
    let key = |t: TermId| (p.op(t) == Op::Const, p.hash(t));
    if key(a) <= key(b) { (a, b) } else { (b, a) }
}

#[inline]
fn fold_constants(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    let mut args = [0; 3];
    let mut widths = [0; 3];
    for (i, &child) in children.iter().enumerate() {
        args[i] = p.as_const(child)?;
        widths[i] = p.width(child);
    }
    let result = p.constant(width, concrete::apply(op, width, widths, args));
    p.by(Rule::FoldConstants, result)
}

/// One child is a choice between two constants, the others are constants.
fn fold_into_ite(p: &mut Pool, op: Op, width: u32, children: &[TermId]) -> Option<TermId> {
    let mut choice = None;
    for (i, &child) in children.iter().enumerate() {
        match p.op(child) {
            Op::Const => {}
            Op::Ite if choice.is_none() => choice = Some(i),
            _ => return None,
        }
    }
    let position = choice?;
    let [condition, a, b] = kids(p, children[position]);
    if p.as_const(a).is_none() || p.as_const(b).is_none() {
        return None;
    }
    let branch = |p: &mut Pool, value: TermId| {
        let mut replaced = [value; 3];
        replaced[..children.len()].copy_from_slice(children);
        replaced[position] = value;
        p.make(op, width, &replaced[..children.len()])
    };
    let (a, b) = (branch(p, a), branch(p, b));
    let result = p.ite(condition, a, b);
    p.by(Rule::FoldIntoIte, result)
}

/// The `N` children of a term.
#[inline]
fn kids<const N: usize>(p: &Pool, t: TermId) -> [TermId; N] {
    std::array::from_fn(|i| p.child(t, i))
}

/// The operands, if `t` is this operator on two.
#[inline]
fn pair(p: &Pool, t: TermId, op: Op) -> Option<(TermId, TermId)> {
    (p.op(t) == op).then(|| (p.child(t, 0), p.child(t, 1)))
}

/// The operand, if `t` is this operator on one.
#[inline]
fn sole(p: &Pool, t: TermId, op: Op) -> Option<TermId> {
    (p.op(t) == op).then(|| p.child(t, 0))
}

/// `x` and `c`, if `t` is `op(x, c)`.
#[inline]
fn with_constant(p: &Pool, t: TermId, op: Op) -> Option<(TermId, u128)> {
    let (x, c) = pair(p, t, op)?;
    Some((x, p.as_const(c)?))
}

/// The other operand, if `x` is one of the two of `t`, which is this operator.
#[inline]
fn other_operand(p: &Pool, t: TermId, op: Op, x: TermId) -> Option<TermId> {
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
fn complementary(p: &Pool, a: TermId, b: TermId) -> bool {
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
