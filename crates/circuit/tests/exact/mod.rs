//! Floating point by exact arithmetic on rationals and a search through all numbers of a small format: slow, and
//! nothing in common with the circuits.

use incise_circuit::Format;
use std::cmp::Ordering;

/// A number; magnitudes count units of 2^[`UNIT`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Nan,
    Infinite { negative: bool },
    Finite { negative: bool, magnitude: i128 },
}

/// Small enough for every subnormal of the formats tested, and for halves between them.
pub const UNIT: i64 = -24;

/// A small format with all its numbers.
pub struct Exact {
    pub format: Format,
    /// The finite magnitudes with their patterns, then the number that would follow if there were no infinity.
    pub ladder: Vec<(i128, u128)>,
}

impl Exact {
    pub fn new(format: Format) -> Exact {
        let mut exact = Exact { format, ladder: Vec::new() };
        let fraction_bits = format.significand_bits - 1;
        let largest_field = (1u128 << format.exponent_bits) - 1;
        let bias = (1i64 << (format.exponent_bits - 1)) - 1;
        for field in 0..=largest_field {
            for fraction in 0..1u128 << fraction_bits {
                let significand = if field == 0 { fraction } else { fraction | 1 << fraction_bits };
                let exponent = field.max(1) as i64 - bias - fraction_bits as i64 - UNIT;
                exact.ladder.push(((significand as i128) << exponent, exact.assemble(false, field, fraction)));
                if field == largest_field {
                    // Infinity, as the number in its place.
                    return exact;
                }
            }
        }
        exact
    }

    pub fn assemble(&self, negative: bool, field: u128, fraction: u128) -> u128 {
        let fraction_bits = self.format.significand_bits - 1;
        let stored = fraction_bits + usize::from(self.format.explicit_integer);
        let integer_bit = if self.format.explicit_integer { u128::from(field != 0) << fraction_bits } else { 0 };
        u128::from(negative) << (self.format.width() - 1) | field << stored | integer_bit | fraction
    }

    /// Sign, field and fraction; `None` of a pattern whose integer bit does not match.
    pub fn fields(&self, pattern: u128) -> Option<(bool, u128, u128)> {
        let fraction_bits = self.format.significand_bits - 1;
        let stored = fraction_bits + usize::from(self.format.explicit_integer);
        let negative = pattern >> (self.format.width() - 1) & 1 == 1;
        let field = pattern >> stored & ((1 << self.format.exponent_bits) - 1);
        let fraction = pattern & ((1 << fraction_bits) - 1);
        (self.assemble(negative, field, fraction) == pattern).then_some((negative, field, fraction))
    }

    /// Every pattern that is inside the contract.
    pub fn patterns(&self) -> Vec<u128> {
        (0..1 << self.format.width()).filter(|&pattern| self.fields(pattern).is_some()).collect()
    }

    pub fn number(&self, pattern: u128) -> Number {
        let (negative, field, fraction) = self.fields(pattern).expect("a canonical pattern");
        let largest_field = (1u128 << self.format.exponent_bits) - 1;
        match (field == largest_field, fraction) {
            (true, 0) => Number::Infinite { negative },
            (true, _) => Number::Nan,
            (false, _) => {
                let positive = self.assemble(false, field, fraction);
                let (magnitude, _) = self.ladder.iter().find(|(_, p)| *p == positive).expect("every number is listed");
                Number::Finite { negative, magnitude: *magnitude }
            }
        }
    }

    pub fn infinity(&self, negative: bool) -> u128 {
        self.assemble(negative, (1 << self.format.exponent_bits) - 1, 0)
    }

    pub fn default_nan(&self) -> u128 {
        self.assemble(true, (1 << self.format.exponent_bits) - 1, 1 << (self.format.significand_bits - 2))
    }

    pub fn quieted(&self, pattern: u128) -> u128 {
        pattern | 1 << (self.format.significand_bits - 2)
    }

    /// The number nearest to a magnitude, which is given by how it compares with twice a number of units, ties to even.
    pub fn nearest(&self, negative: bool, compare_with_halves: impl Fn(i128) -> Ordering) -> u128 {
        let mut chosen = self.ladder[0].1;
        for pair in self.ladder.windows(2) {
            let [(low, low_pattern), (high, high_pattern)] = [pair[0], pair[1]];
            // low + high is twice the midpoint.
            chosen = match compare_with_halves(low + high) {
                Ordering::Less => low_pattern,
                Ordering::Greater => high_pattern,
                Ordering::Equal if low_pattern & 1 == 0 => low_pattern,
                Ordering::Equal => high_pattern,
            };
            if chosen == low_pattern {
                break;
            }
        }
        chosen | u128::from(negative) << (self.format.width() - 1)
    }

    /// The number nearest to (numerator / denominator) units; an exact zero has the given sign.
    pub fn nearest_quotient(&self, negative: bool, numerator: i128, denominator: i128) -> u128 {
        self.nearest(negative, |halves| (2 * numerator).cmp(&(halves * denominator)))
    }
}
