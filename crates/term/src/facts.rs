//! Known bits and intervals of terms.
//!
//! Computed once, when a node is made, from those of its children, so that asking costs a look-up and deep terms
//! need no recursion. Terms of up to 64 bits, nearly all, keep them in 48 bytes.
//!
//! *Invariant.* Every value a term can take satisfies its facts. Bits, unsigned and signed interval are
//! reduced against each other; when one value is left, all three say so.

mod bits;
mod intervals;
mod known;
mod table;

pub(crate) use known::Facts;
pub use known::KnownBits;
pub(crate) use table::FactTable;

use crate::ids::TermId;
use crate::op::Op;

/// Facts of the node with this operator and these children.
pub(crate) fn derive(
    known: &FactTable,
    op: Op,
    width: u32,
    children: &[TermId],
    width_of: impl Fn(TermId) -> u32,
) -> Facts {
    let child_width = |i: usize| width_of(children[i]);
    let child = |i: usize| known.get(child_width(i), children[i]);
    let mut facts = Facts::nothing(width);
    match (op, children.len()) {
        (Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle, 2) => {
            return match intervals::decide(op, &child(0), &child(1)) {
                Some(truth) => Facts::exactly(1, u128::from(truth)),
                None => facts,
            };
        }
        (Op::Ite, _) => {
            let (a, b) = (child(1), child(2));
            facts.bits.zeros = a.bits.zeros & b.bits.zeros;
            facts.bits.ones = a.bits.ones & b.bits.ones;
            facts.unsigned = (a.unsigned.0.min(b.unsigned.0), a.unsigned.1.max(b.unsigned.1));
            facts.signed = (a.signed.0.min(b.signed.0), a.signed.1.max(b.signed.1));
        }
        (Op::Not | Op::Neg | Op::Extract { .. } | Op::Zext | Op::Sext, 1) => {
            let a = child(0);
            facts.bits = bits::unary(op, width, child_width(0), a.bits);
            intervals::unary(op, width, child_width(0), &a, &mut facts);
        }
        (Op::Concat, 2) => {
            let (hi, lo, seam) = (child(0), child(1), child_width(1));
            facts.bits.zeros = hi.bits.zeros << seam | lo.bits.zeros;
            facts.bits.ones = hi.bits.ones << seam | lo.bits.ones;
            facts.unsigned.0 = hi.unsigned.0 << seam | lo.unsigned.0;
            facts.unsigned.1 = hi.unsigned.1 << seam | lo.unsigned.1;
        }
        (_, 2) if !op.is_float() && !matches!(op, Op::Uninterpreted(_)) => {
            let (a, b) = (child(0), child(1));
            facts.bits = bits::binary(op, width, a.bits, b.bits);
            intervals::binary(op, width, &a, &b, &mut facts);
        }
        _ => return facts,
    }
    facts.reduced(width)
}
