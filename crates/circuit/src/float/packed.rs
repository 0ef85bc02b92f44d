//! Packing: a pattern from its sign, exponent and significand.

use super::format::Format;
use super::nan::Nan;
use crate::Gates;

/// The fields of a result that is not a NaN.
pub(super) struct Packed<L> {
    pub sign: L,
    pub exponent: Vec<L>,
    pub fraction: Vec<L>,
}

impl<L: Copy + Eq> Packed<L> {
    /// The pattern: this number, or the NaN.
    pub fn unless<G: Gates<Lit = L>>(self, g: &mut G, format: Format, nan: &Nan<L>) -> Vec<L> {
        let mut pattern: Vec<L> =
            self.fraction.iter().zip(&nan.fraction).map(|(&number, &payload)| g.mux(nan.is, payload, number)).collect();
        let exponent: Vec<L> = self.exponent.iter().map(|&bit| g.or(nan.is, bit)).collect();
        if format.explicit_integer {
            pattern.push(g.any(&exponent));
        }
        pattern.extend(exponent);
        pattern.push(g.mux(nan.is, nan.sign, self.sign));
        pattern
    }
}
