//! Facts of one term: known bits and intervals.

use crate::concrete::{mask, signed};

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
    pub(super) fn reduced(mut self, width: u32) -> Facts {
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
