//! From one format to another.

use super::format::Format;
use super::nan::Nan;
use super::parts::Parts;
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// The number nearest to `a` in another format. A NaN is quieted and keeps its sign and the top of its payload.
pub fn convert<G: Gates>(g: &mut G, from: Format, to: Format, a: &[G::Lit]) -> Vec<G::Lit> {
    let a = Parts::of(g, from, a);
    // A subnormal below half of the target's smallest number rounds to zero however far below it is.
    let subnormals_vanish = from.least_exponent() < to.least_subnormal_exponent();
    let (exponent, significand) = if subnormals_vanish {
        let width = from.normalized_exponent_bits();
        (integer::resize_unsigned(g, &a.exponent, width), a.significand())
    } else {
        let normal = a.normalized(g, from);
        (normal.exponent, normal.significand)
    };
    let width = exponent.len().max(to.exponent_bits) + 2;
    let exponent = integer::resize_signed(g, &exponent, width);
    let bias_difference = integer::constant(g, width, (to.bias() - from.bias()) as i128 as u128);
    let exact = Unrounded {
        sign: a.sign,
        exponent: integer::add(g, &exponent, &bias_difference),
        significand,
        sticky: g.constant(false),
        zero: a.zero,
        infinite: a.infinite,
    };
    let reach = Reach { below: from.least_subnormal_exponent() < to.least_exponent(), above: from.bias() > to.bias() };
    let nan = Nan::converted(g, to, &a);
    round(g, to, &exact, reach).unless(g, to, &nan)
}
