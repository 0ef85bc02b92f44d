//! Multiplication.

use super::format::Format;
use super::nan::Nan;
use super::parts::{Normalized, Parts};
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// a · b
pub fn mul<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let b = Parts::of(g, format, b);
    let (a_normal, b_normal) = (a.normalized(g, format), b.normalized(g, format));
    let product = integer::mul_wide(g, &a_normal.significand, &b_normal.significand);
    let carried = *product.last().expect("a product has bits");

    // The product is in [1, 4): its top bit or the one below is set.
    let precision = format.significand_bits;
    let significand = integer::mux(g, carried, &product[precision - 1..], &product[precision - 2..2 * precision - 1]);
    let below = g.any(&product[..precision - 2]);
    let shifted_out = g.and(carried, product[precision - 2]);
    let exact = Unrounded {
        sign: g.xor(a.sign, b.sign),
        exponent: exponent_sum(g, format, &a_normal, &b_normal, carried),
        significand,
        sticky: g.or(below, shifted_out),
        zero: g.or(a.zero, b.zero),
        infinite: g.or(a.infinite, b.infinite),
    };
    let invalid = invalid_product(g, &a, &b);
    let nan = Nan::of(g, format, &[&a, &b], invalid);
    round(g, format, &exact, Reach { below: true, above: true }).unless(g, format, &nan)
}

/// The biased exponent of a product, two bits wider than the operands'.
pub(super) fn exponent_sum<G: Gates>(
    g: &mut G,
    format: Format,
    a: &Normalized<G::Lit>,
    b: &Normalized<G::Lit>,
    carry: G::Lit,
) -> Vec<G::Lit> {
    let width = format.normalized_exponent_bits() + 2;
    let a = integer::resize_signed(g, &a.exponent, width);
    let b = integer::resize_signed(g, &b.exponent, width);
    let (sum, _) = integer::add_with_carry(g, &a, &b, carry);
    let bias = integer::constant(g, width, format.bias() as u128);
    integer::sub(g, &sum, &bias)
}

/// 0 · ∞
pub(super) fn invalid_product<G: Gates>(g: &mut G, a: &Parts<G::Lit>, b: &Parts<G::Lit>) -> G::Lit {
    let one = g.and(a.zero, b.infinite);
    let other = g.and(a.infinite, b.zero);
    g.or(one, other)
}
