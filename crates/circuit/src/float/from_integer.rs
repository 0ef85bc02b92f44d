//! From integers of any width.

use super::format::{Format, bits_for};
use super::nan::Nan;
use super::normalize;
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// The number nearest to an unsigned integer.
pub fn from_unsigned<G: Gates>(g: &mut G, format: Format, a: &[G::Lit]) -> Vec<G::Lit> {
    let positive = g.constant(false);
    from_magnitude(g, format, positive, a)
}

/// The number nearest to a signed integer.
pub fn from_signed<G: Gates>(g: &mut G, format: Format, a: &[G::Lit]) -> Vec<G::Lit> {
    let sign = a.last().copied().unwrap_or_else(|| g.constant(false));
    // The magnitude of the least integer is its own pattern, read as unsigned.
    let magnitude = integer::negate_if(g, sign, a);
    from_magnitude(g, format, sign, &magnitude)
}

fn from_magnitude<G: Gates>(g: &mut G, format: Format, sign: G::Lit, magnitude: &[G::Lit]) -> Vec<G::Lit> {
    let magnitude = integer::resize_unsigned(g, magnitude, magnitude.len().max(1));
    let n = magnitude.len();
    let (significand, zeros) = normalize::full(g, &magnitude);
    let largest = format.bias() as u64 + n as u64 - 1;
    let width = bits_for(largest).max(format.exponent_bits) + 1;
    let largest = integer::constant(g, width, u128::from(largest));
    let zeros = integer::resize_unsigned(g, &zeros, width);
    let top = *significand.last().expect("a magnitude has bits");
    let exact = Unrounded {
        sign,
        exponent: integer::sub(g, &largest, &zeros),
        significand,
        sticky: g.constant(false),
        zero: g.not(top),
        infinite: g.constant(false),
    };
    let reach = Reach { below: false, above: n as i64 > format.bias() + 1 };
    let never = g.constant(false);
    let nan = Nan::of(g, format, &[], never);
    round(g, format, &exact, reach).unless(g, format, &nan)
}
