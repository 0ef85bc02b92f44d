//! Reproducible random numbers for the tests, and floats that matter.
#![allow(dead_code, reason = "each test file uses a part")]

use incise_term::{Format, concrete};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    /// Bits of a width: often at a boundary.
    pub fn bits(&mut self, width: u32) -> u128 {
        let value = match self.below(8) {
            0 => self.below(4) as u128,
            1 => (self.below(4) as u128).wrapping_neg(),
            2 => (1u128 << (width - 1)).wrapping_add(self.below(3) as u128),
            3 => (1u128 << (width - 1)).wrapping_sub(self.below(3) as u128),
            4 => 1 << self.below(width as usize),
            _ => self.wide(),
        };
        value & concrete::mask(width)
    }

    /// A float: often special, often with an exponent near the middle so that operations interact.
    pub fn float(&mut self, format: Format) -> u128 {
        let width = format.width();
        if self.chance(8) {
            return self.pick(&special_floats(format));
        }
        let mut bits = self.wide() & concrete::mask(width);
        let field = format.significand_field_bits();
        let exponent_mask = concrete::mask(format.exponent_bits()) << field;
        if self.chance(2) {
            let near = format.bias() as u128 + self.below(9) as u128 - 4;
            bits = bits & !exponent_mask | near << field;
        }
        if self.chance(3) {
            // Few significant bits: ties and exact results.
            let keep = self.below(6) as u32;
            bits &= !(concrete::mask(field - keep.min(field - 1)) >> 1);
        }
        canonical(format, bits)
    }
}

/// An x87 encoding that its hardware supports; other formats have no others.
pub fn canonical(format: Format, bits: u128) -> u128 {
    if format != Format::X87 {
        bits
    } else if bits >> 64 & 0x7fff == 0 {
        bits & !(1 << 63)
    } else {
        bits | 1 << 63
    }
}

/// Zeros, subnormals, ones, largest, infinities, NaNs, of both signs.
pub fn special_floats(format: Format) -> Vec<u128> {
    let one = concrete::fp_from_uint(format, 1);
    let infinity = concrete::infinity(format);
    let smallest_normal = canonical(format, 1 << format.significand_field_bits());
    let positive = [
        0,
        1,
        2,
        smallest_normal - 1,
        smallest_normal,
        smallest_normal + 1,
        one,
        one - 1,
        one + 1,
        concrete::fp_from_uint(format, 2),
        concrete::fp_from_uint(format, 3),
        concrete::fp_from_uint(format, 1 << format.fraction_bits()),
        concrete::fp_from_uint(format, (1 << format.fraction_bits()) + 1),
        concrete::fp_div(format, one, concrete::fp_from_uint(format, 2)),
        infinity - 1,
        infinity,
        infinity + 1,
        infinity + (1 << (format.fraction_bits() - 1)) + 5,
    ];
    let sign = 1 << (format.width() - 1);
    let both = positive.iter().flat_map(|&bits| [bits, bits | sign]);
    both.map(|bits| canonical(format, bits)).collect()
}
