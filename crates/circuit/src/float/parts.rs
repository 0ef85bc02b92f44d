//! Unpacking: the sign, exponent and significand of a pattern.

use super::format::Format;
use super::normalize;
use crate::{Gates, integer};

/// The fields of an operand and what class of number they make.
pub(super) struct Parts<L> {
    pub sign: L,
    /// The field, biased.
    pub exponent: Vec<L>,
    /// Without the integer bit.
    pub fraction: Vec<L>,
    /// The integer bit: the exponent field is not zero.
    pub normal: L,
    /// Infinity or NaN.
    pub special: L,
    pub infinite: L,
    pub nan: L,
    pub zero: L,
}

/// A finite number as significand · 2^exponent with the integer bit set; of zero, the significand is zero and the
/// exponent anything.
pub(super) struct Normalized<L> {
    /// Biased, two's complement, [`Format::normalized_exponent_bits`] wide.
    pub exponent: Vec<L>,
    pub significand: Vec<L>,
}

impl<L: Copy + Eq> Parts<L> {
    pub fn of<G: Gates<Lit = L>>(g: &mut G, format: Format, pattern: &[L]) -> Parts<L> {
        assert_eq!(pattern.len(), format.width(), "a pattern of the format's width");
        let stored = format.fraction_bits() + usize::from(format.explicit_integer);
        let fraction = pattern[..format.fraction_bits()].to_vec();
        let mut exponent = pattern[stored..stored + format.exponent_bits].to_vec();
        let mut normal = g.any(&exponent);
        if format.explicit_integer {
            let integer_bit = pattern[format.fraction_bits()];
            let pseudo = g.and(integer_bit, g.not(normal));
            exponent[0] = g.or(exponent[0], pseudo);
            normal = g.or(normal, integer_bit);
        }
        let special = g.all(&exponent);
        let fraction_zero = integer::is_zero(g, &fraction);
        let infinite = g.and(special, fraction_zero);
        let nan = g.and(special, g.not(fraction_zero));
        let zero = g.and(g.not(normal), fraction_zero);
        Parts { sign: pattern[format.width() - 1], exponent, fraction, normal, special, infinite, nan, zero }
    }

    /// The significand with its integer bit.
    pub fn significand(&self) -> Vec<L> {
        let mut significand = self.fraction.clone();
        significand.push(self.normal);
        significand
    }

    /// The exponent the significand counts with: a subnormal's is one, not zero.
    pub fn effective_exponent<G: Gates<Lit = L>>(&self, g: &mut G) -> Vec<L> {
        let mut exponent = self.exponent.clone();
        exponent[0] = g.or(exponent[0], g.not(self.normal));
        exponent
    }

    /// Fraction and exponent as one number, which orders magnitudes.
    pub fn magnitude(&self) -> Vec<L> {
        [&self.fraction[..], &self.exponent[..]].concat()
    }

    pub fn normalized<G: Gates<Lit = L>>(&self, g: &mut G, format: Format) -> Normalized<L> {
        let width = format.normalized_exponent_bits();
        let (significand, zeros) = normalize::full(g, &self.significand());
        let exponent = self.effective_exponent(g);
        let exponent = integer::resize_unsigned(g, &exponent, width);
        let zeros = integer::resize_unsigned(g, &zeros, width);
        Normalized { exponent: integer::sub(g, &exponent, &zeros), significand }
    }
}
