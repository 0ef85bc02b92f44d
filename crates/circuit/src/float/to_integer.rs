//! To integers of any width, toward zero.

use super::format::{Format, bits_for};
use super::nan::align_top;
use super::parts::Parts;
use crate::{Gates, integer};

/// An integer, and whether there was one.
pub struct ToInteger<L> {
    /// The integer part; zero if it does not fit.
    pub bits: Vec<L>,
    /// Whether the integer part fits: false of NaNs, infinities and integers out of range.
    pub in_range: L,
}

/// The integer part as an unsigned integer of `width` bits.
pub fn to_unsigned<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], width: usize) -> ToInteger<G::Lit> {
    let a = Parts::of(g, format, a);
    let (magnitude, fits) = magnitude(g, format, &a, width);
    // Above −1 the integer part is zero.
    let some = g.any(&magnitude);
    let negative = g.and(a.sign, some);
    let in_range = g.and(fits, g.not(negative));
    ToInteger { bits: magnitude.iter().map(|&bit| g.and(bit, in_range)).collect(), in_range }
}

/// The integer part as a signed integer of `width` bits.
pub fn to_signed<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], width: usize) -> ToInteger<G::Lit> {
    let a = Parts::of(g, format, a);
    let (magnitude, fits) = magnitude(g, format, &a, width);
    let value = integer::negate_if(g, a.sign, &magnitude);
    // The top bit is for the least integer alone, which is its own negation.
    let in_range = match magnitude.split_last() {
        None => fits,
        Some((&top, below)) => {
            let some_below = g.any(below);
            let least = g.and(a.sign, g.not(some_below));
            let out_of_range = g.and(top, g.not(least));
            g.and(fits, g.not(out_of_range))
        }
    };
    ToInteger { bits: value.iter().map(|&bit| g.and(bit, in_range)).collect(), in_range }
}

/// The integer part of |a| modulo nothing: meaningless unless it fits, which is the second result.
fn magnitude<G: Gates>(g: &mut G, format: Format, a: &Parts<G::Lit>, width: usize) -> (Vec<G::Lit>, G::Lit) {
    // With its integer bit at the top of the integer the significand stands for exponent width − 1.
    let mut significand = a.fraction.clone();
    significand.push(g.constant(true));
    let top_aligned = align_top(g, &significand, width);
    let largest = (format.bias() as u64 + width as u64).saturating_sub(1);
    let n = bits_for(largest).max(format.exponent_bits) + 1;
    let field = integer::resize_unsigned(g, &a.exponent, n);
    let largest = integer::constant(g, n, u128::from(largest));
    let distance = integer::sub(g, &largest, &field);
    let too_large = *distance.last().expect("the width is positive");
    // Numbers below one, subnormals among them, are shifted out; subnormals have no integer bit, but nobody sees it.
    let shifted = integer::lshr(g, &top_aligned, &distance[..n - 1]);
    let bad = g.or(too_large, a.special);
    (shifted, g.not(bad))
}
