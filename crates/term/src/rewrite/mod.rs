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
mod shape;
mod slices;

pub use rule::Rule;

use crate::concrete;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;
use shape::{kids, ordered};

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
