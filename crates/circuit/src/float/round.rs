//! Rounding an exact result, or one that is exact but for a sticky bit, to nearest, ties to even.
//!
//! Source: IEEE 754-2019 §4.3.1 and §7.4 (overflow), §7.5 (underflow: subnormals are results like others).

use super::format::Format;
use super::nan::align_top;
use super::packed::Packed;
use crate::{Gates, integer};

/// A result before rounding.
pub(super) struct Unrounded<L> {
    pub sign: L,
    /// Biased, two's complement, wide enough for 1 − exponent.
    pub exponent: Vec<L>,
    /// The top bit is the integer bit, set unless the result is zero.
    pub significand: Vec<L>,
    /// Whether the value exceeds the significand, by less than its last place.
    pub sticky: L,
    /// The result is zero, whatever exponent and significand say.
    pub zero: L,
    /// The result is infinite, whatever exponent and significand say.
    pub infinite: L,
}

/// What an operation's exponents can do; what cannot happen costs no gates.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The exponent may be below the smallest normal one.
    pub below: bool,
    /// The exponent may, before rounding, be above the largest. A carry into the field of all ones needs no attention:
    /// it leaves a fraction of zero, which is infinity.
    pub above: bool,
}

pub(super) fn round<G: Gates>(g: &mut G, format: Format, exact: &Unrounded<G::Lit>, reach: Reach) -> Packed<G::Lit> {
    let precision = format.significand_bits;
    // The integer bit, the fraction, and the first bit beyond.
    let mut kept = align_top(g, &exact.significand, precision + 1);
    let rest = exact.significand.len().saturating_sub(precision + 1);
    let beyond = g.any(&exact.significand[..rest]);
    let mut sticky = g.or(exact.sticky, beyond);

    let (field, high) = exact.exponent.split_at(format.exponent_bits);
    let mut field = field.to_vec();
    let negative = *exact.exponent.last().expect("an exponent has a sign");
    if reach.below {
        let nonzero = g.any(&exact.exponent);
        let normal = g.and(nonzero, g.not(negative));
        let one = integer::constant(g, exact.exponent.len(), 1);
        let amount: Vec<_> = integer::sub(g, &one, &exact.exponent);
        let amount: Vec<_> = amount.iter().map(|&bit| g.and(bit, g.not(normal))).collect();
        let (shifted, lost) = integer::shift_right_sticky(g, &kept, &amount);
        kept = shifted;
        sticky = g.or(sticky, lost);
        field = field.iter().map(|&bit| g.and(bit, normal)).collect();
    }

    let odd_or_sticky = g.or(sticky, kept[1]);
    let up = g.and(kept[0], odd_or_sticky);
    // A fraction that overflows carries into the exponent, which is what it has to do.
    let unrounded = [&kept[1..precision], &field[..]].concat();
    let rounded = integer::increment_if(g, up, &unrounded);
    let (fraction, exponent) = rounded.split_at(format.fraction_bits());

    let mut infinite = exact.infinite;
    if reach.above {
        let far = g.any(high);
        let far = g.and(far, g.not(negative));
        let before = g.all(&field);
        let overflow = g.or(far, before);
        let overflow = g.and(overflow, g.not(exact.zero));
        infinite = g.or(infinite, overflow);
    }
    let dropped = g.or(exact.zero, infinite);
    Packed {
        sign: exact.sign,
        exponent: exponent
            .iter()
            .map(|&bit| {
                let kept = g.and(bit, g.not(exact.zero));
                g.or(kept, infinite)
            })
            .collect(),
        fraction: fraction.iter().map(|&bit| g.and(bit, g.not(dropped))).collect(),
    }
}
