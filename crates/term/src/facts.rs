//! Known bits and intervals of terms.
//!
//! Computed once, when a node is made, from those of its children, so that asking costs a look-up and deep terms
//! need no recursion. Terms of up to 64 bits, nearly all, keep them in 48 bytes.
//!
//! *Invariant.* Every value a term can take satisfies its facts. Bits, unsigned and signed interval are
//! reduced against each other; when one value is left, all three say so.

mod bits;
mod intervals;

use crate::concrete::{mask, signed};
use crate::op::Op;
use crate::pool::{Pool, TermId};

/// Bits that are the same in every value of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits that are always 0.
    pub zeros: u128,
    /// Bits that are always 1.
    pub ones: u128,
}

/// Everything known of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) bits: KnownBits,
    pub(crate) unsigned: (u128, u128),
    pub(crate) signed: (i128, i128),
}

impl Facts {
    pub(crate) const fn exactly(width: u32, value: u128) -> Facts {
        Facts {
            bits: KnownBits { zeros: !value & mask(width), ones: value },
            unsigned: (value, value),
            signed: (signed(width, value), signed(width, value)),
        }
    }

    pub(crate) const fn nothing(width: u32) -> Facts {
        Facts {
            bits: KnownBits { zeros: 0, ones: 0 },
            unsigned: (0, mask(width)),
            signed: (signed(width, 1 << (width - 1)), signed(width, mask(width - 1))),
        }
    }

    /// The value, if only one is left.
    pub(crate) fn value(&self) -> Option<u128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    /// Lets bits and intervals sharpen each other.
    fn reduced(mut self, width: u32) -> Facts {
        for _ in 0..2 {
            // Bits bound the unsigned interval; its common prefix is known bits.
            self.unsigned.0 = self.unsigned.0.max(self.bits.ones);
            self.unsigned.1 = self.unsigned.1.min(!self.bits.zeros & mask(width));
            // The signed interval, if it does not straddle zero, is an unsigned one.
            if self.signed.0 >= 0 || self.signed.1 < 0 {
                let unsigned = |value: i128| value as u128 & mask(width);
                self.unsigned.0 = self.unsigned.0.max(unsigned(self.signed.0));
                self.unsigned.1 = self.unsigned.1.min(unsigned(self.signed.1));
            }
            let differing = self.unsigned.0 ^ self.unsigned.1;
            let prefix = mask(width) & !mask(128 - differing.leading_zeros());
            self.bits.ones |= self.unsigned.0 & prefix;
            self.bits.zeros |= !self.unsigned.0 & prefix;
            // The unsigned interval, if the sign is known, is a signed one.
            if (self.bits.ones | self.bits.zeros) >> (width - 1) & 1 == 1 {
                self.signed.0 = self.signed.0.max(signed(width, self.unsigned.0));
                self.signed.1 = self.signed.1.min(signed(width, self.unsigned.1));
            }
        }
        debug_assert!(self.unsigned.0 <= self.unsigned.1 && self.signed.0 <= self.signed.1);
        debug_assert!(self.bits.zeros & self.bits.ones == 0);
        self
    }
}

/// Facts of the node with this operator and these children.
pub(crate) fn derive(p: &Pool, op: Op, width: u32, children: &[TermId]) -> Facts {
    let child = |i: usize| p.facts(children[i]);
    let child_width = |i: usize| p.width(children[i]);
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

/// Facts of a term of up to 64 bits; of a wider one `zeros` is its place in the table of wide ones.
#[derive(Clone, Copy)]
struct Packed {
    zeros: u64,
    ones: u64,
    unsigned: (u64, u64),
    signed: (i64, i64),
}

/// Facts by term.
#[derive(Default)]
pub(crate) struct FactTable {
    packed: Vec<Packed>,
    wide: Vec<Facts>,
}

impl FactTable {
    pub(crate) fn push(&mut self, width: u32, facts: Facts) {
        if width > 64 {
            let place = self.wide.len() as u64;
            self.wide.push(facts);
            self.packed.push(Packed { zeros: place, ones: 0, unsigned: (0, 0), signed: (0, 0) });
            return;
        }
        self.packed.push(Packed {
            zeros: facts.bits.zeros as u64,
            ones: facts.bits.ones as u64,
            unsigned: (facts.unsigned.0 as u64, facts.unsigned.1 as u64),
            signed: (facts.signed.0 as i64, facts.signed.1 as i64),
        });
    }

    #[inline]
    pub(crate) fn get(&self, width: u32, t: TermId) -> Facts {
        let packed = &self.packed[t.index()];
        if width > 64 {
            return self.wide[packed.zeros as usize];
        }
        Facts {
            bits: KnownBits { zeros: u128::from(packed.zeros), ones: u128::from(packed.ones) },
            unsigned: (u128::from(packed.unsigned.0), u128::from(packed.unsigned.1)),
            signed: (i128::from(packed.signed.0), i128::from(packed.signed.1)),
        }
    }
}

impl Pool {
    #[inline]
    pub(crate) fn facts(&self, t: TermId) -> Facts {
        self.fact_table.get(self.width(t), t)
    }

    /// Bits that are the same whatever the variables are.
    pub fn known_bits(&self, t: TermId) -> KnownBits {
        self.facts(t).bits
    }

    /// Least and greatest value, read as unsigned; every value lies between, not every one between is a value.
    pub fn unsigned_range(&self, t: TermId) -> (u128, u128) {
        self.facts(t).unsigned
    }

    /// Least and greatest value, read as signed.
    pub fn signed_range(&self, t: TermId) -> (i128, i128) {
        self.facts(t).signed
    }
}
