//! The table of the facts of all terms, packed.

use super::known::{Facts, KnownBits};
use crate::ids::TermId;

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
