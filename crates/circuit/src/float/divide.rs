//! Division: restoring, one bit of the quotient a step, two more than the precision.

use super::format::Format;
use super::nan::Nan;
use super::parts::Parts;
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// a / b
pub fn div<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let b = Parts::of(g, format, b);
    let (a_normal, b_normal) = (a.normalized(g, format), b.normalized(g, format));
    let (quotient, inexact) = quotient(g, &a_normal.significand, &b_normal.significand);

    // The quotient is in (½, 2): its top bit or the one below is set.
    let precision = format.significand_bits;
    let at_least_one = quotient[precision + 1];
    // The bit that is dropped of a quotient of at least 1 is not lost: with it set, the quotient is odd and has two bits
    // more than the precision, and so has its product with any divisor, so that it was inexact anyway.
    let significand = integer::mux(g, at_least_one, &quotient[1..], &quotient[..=precision]);

    // a − b + bias, one less for a quotient below 1: the complement of b is −b − 1.
    let width = format.normalized_exponent_bits() + 2;
    let a_exponent = integer::resize_signed(g, &a_normal.exponent, width);
    let b_exponent = integer::resize_signed(g, &b_normal.exponent, width);
    let complement = integer::not(g, &b_exponent);
    let (difference, _) = integer::add_with_carry(g, &a_exponent, &complement, at_least_one);
    let bias = integer::constant(g, width, format.bias() as u128);

    let exact = Unrounded {
        sign: g.xor(a.sign, b.sign),
        exponent: integer::add(g, &difference, &bias),
        significand,
        sticky: inexact,
        zero: g.or(a.zero, b.infinite),
        infinite: g.or(a.infinite, b.zero),
    };
    let zeros = g.and(a.zero, b.zero);
    let infinities = g.and(a.infinite, b.infinite);
    let invalid = g.or(zeros, infinities);
    let nan = Nan::of(g, format, &[&a, &b], invalid);
    round(g, format, &exact, Reach { below: true, above: true }).unless(g, format, &nan)
}

/// ⌊a · 2^(n+1) / b⌋ of two n-bit numbers with their top bits set, in n + 2 bits, and whether something remains.
fn quotient<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> (Vec<G::Lit>, G::Lit) {
    let zero = g.constant(false);
    let n = a.len();
    let mut quotient = Vec::with_capacity(n + 2);
    let divisor = [b, &[zero]].concat();
    // Below twice the divisor, always.
    let mut remainder = [a, &[zero]].concat();
    for step in 0..n + 2 {
        if step > 0 {
            remainder.pop();
            remainder.insert(0, zero);
        }
        let (difference, fits) = integer::sub_with_no_borrow(g, &remainder, &divisor);
        quotient.push(fits);
        remainder = integer::mux(g, fits, &difference[..n], &remainder[..n]);
        remainder.push(zero);
    }
    quotient.reverse();
    (quotient, g.any(&remainder))
}
