//! IEEE 754 formats: widths and positions of sign, exponent and significand.

/// A binary interchange format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Width of the exponent field, at least 3.
    pub exponent_bits: usize,
    /// The precision: bits of the significand with its integer bit, stored or not; at least 2.
    pub significand_bits: usize,
    /// Whether the integer bit is stored.
    pub explicit_integer: bool,
}

impl Format {
    /// `_Float16`
    pub const F16: Format = Format::implicit(5, 11);
    /// `__bf16`
    pub const BF16: Format = Format::implicit(8, 8);
    /// `float`
    pub const F32: Format = Format::implicit(8, 24);
    /// `double`
    pub const F64: Format = Format::implicit(11, 53);
    /// `long double` of x86: 80 bits
    pub const X87: Format = Format { exponent_bits: 15, significand_bits: 64, explicit_integer: true };
    /// `__float128`
    pub const F128: Format = Format::implicit(15, 113);

    /// A format that does not store the integer bit, as all do but x87's.
    pub const fn implicit(exponent_bits: usize, significand_bits: usize) -> Format {
        Format { exponent_bits, significand_bits, explicit_integer: false }
    }

    /// Bits of a pattern.
    pub const fn width(self) -> usize {
        self.exponent_bits + self.significand_bits + self.explicit_integer as usize
    }

    /// What the exponent field exceeds the exponent by; also the largest exponent.
    pub(super) fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the smallest normal number.
    pub(super) fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The exponent of the smallest subnormal number.
    pub(super) fn least_subnormal_exponent(self) -> i64 {
        self.least_exponent() - self.fraction_bits() as i64
    }

    pub(super) fn fraction_bits(self) -> usize {
        self.significand_bits - 1
    }

    /// Bits of the two's complement exponent of a subnormal after normalization, biased.
    pub(super) fn normalized_exponent_bits(self) -> usize {
        self.exponent_bits.max(bits_for(self.significand_bits as u64)) + 1
    }
}

/// The number of bits that hold every value up to `most`.
pub(super) fn bits_for(most: u64) -> usize {
    (u64::BITS - most.leading_zeros()) as usize
}
