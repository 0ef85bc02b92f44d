//! Fused multiply and add: the exact product and the addend are added as numbers of twice the precision.

use super::format::{Format, bits_for};
use super::multiply::{exponent_sum, invalid_product};
use super::nan::{Nan, align_top};
use super::normalize;
use super::parts::Parts;
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// A number of twice the precision; the top bit is set unless it is zero.
struct Wide<L> {
    sign: L,
    nonzero: L,
    exponent: Vec<L>,
    significand: Vec<L>,
}

/// a · b + c, rounded once.
pub fn fma<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit], c: &[G::Lit]) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let b = Parts::of(g, format, b);
    let c = Parts::of(g, format, c);
    let product = exact_product(g, format, &a, &b);
    let addend = widened(g, format, &c);
    let differ = g.xor(product.sign, addend.sign);

    let product_key = product.key(g);
    let addend_key = addend.key(g);
    let swap = integer::ult(g, &product_key, &addend_key);
    let large_significand = integer::mux(g, swap, &addend.significand, &product.significand);
    let small_significand = integer::mux(g, swap, &product.significand, &addend.significand);
    let large_exponent = integer::mux(g, swap, &addend.exponent, &product.exponent);
    let small_exponent = integer::mux(g, swap, &product.exponent, &addend.exponent);
    let large_sign = g.mux(swap, addend.sign, product.sign);

    // As in addition: two more bits and a sticky bit. A zero has no meaningful exponent, but nothing to shift either.
    let distance = integer::sub(g, &large_exponent, &small_exponent);
    let zero = g.constant(false);
    let small = [&[zero, zero], &small_significand[..]].concat();
    let (aligned, sticky) = integer::shift_right_sticky(g, &small, &distance);
    let small: Vec<_> = [&[sticky], &aligned[..]].concat().iter().map(|&bit| g.xor(bit, differ)).collect();
    let large = [&[zero, zero, zero], &large_significand[..]].concat();
    let (mut sum, carry) = integer::add_with_carry(g, &large, &small, differ);
    sum.push(g.and(carry, g.not(differ)));

    let (significand, zeros) = normalize::full(g, &sum);
    let width = large_exponent.len();
    let wide_zeros = integer::resize_unsigned(g, &zeros, width);
    // The carry has the weight after the larger exponent's: exponent + 1 − zeros, with 1 − zeros as ¬zeros + 2.
    let one = g.constant(true);
    let complement = integer::not(g, &wide_zeros);
    let (less, _) = integer::add_with_carry(g, &large_exponent, &complement, one);
    let exponent = integer::increment_if(g, one, &less);

    let all_zeros = integer::constant(g, bits_for(sum.len() as u64), sum.len() as u128);
    let sum_zero = integer::eq(g, &zeros, &all_zeros);
    let cancelled = g.and(sum_zero, differ);
    let finite_sign = g.and(large_sign, g.not(cancelled));
    let product_infinite = g.or(a.infinite, b.infinite);
    let sign = g.mux(c.infinite, c.sign, finite_sign);
    let sign = g.mux(product_infinite, product.sign, sign);

    let exact = Unrounded {
        sign,
        exponent,
        significand,
        sticky: zero,
        zero: sum_zero,
        infinite: g.or(product_infinite, c.infinite),
    };
    let invalid_sum = g.all(&[product_infinite, c.infinite, differ]);
    let invalid_product = invalid_product(g, &a, &b);
    let invalid = g.or(invalid_sum, invalid_product);
    let nan = Nan::of(g, format, &[&a, &b, &c], invalid);
    round(g, format, &exact, Reach { below: true, above: true }).unless(g, format, &nan)
}

fn exact_product<G: Gates>(g: &mut G, format: Format, a: &Parts<G::Lit>, b: &Parts<G::Lit>) -> Wide<G::Lit> {
    let (a_normal, b_normal) = (a.normalized(g, format), b.normalized(g, format));
    let product = integer::mul_wide(g, &a_normal.significand, &b_normal.significand);
    let carried = *product.last().expect("a product has bits");
    let shifted = [&[g.constant(false)], &product[..product.len() - 1]].concat();
    let zero = g.or(a.zero, b.zero);
    Wide {
        sign: g.xor(a.sign, b.sign),
        nonzero: g.not(zero),
        exponent: exponent_sum(g, format, &a_normal, &b_normal, carried),
        significand: integer::mux(g, carried, &product, &shifted),
    }
}

fn widened<G: Gates>(g: &mut G, format: Format, c: &Parts<G::Lit>) -> Wide<G::Lit> {
    let normal = c.normalized(g, format);
    Wide {
        sign: c.sign,
        nonzero: g.not(c.zero),
        exponent: integer::resize_signed(g, &normal.exponent, format.normalized_exponent_bits() + 2),
        significand: align_top(g, &normal.significand, 2 * format.significand_bits),
    }
}

impl<L: Copy + Eq> Wide<L> {
    /// An unsigned number that orders magnitudes.
    fn key<G: Gates<Lit = L>>(&self, g: &G) -> Vec<L> {
        let mut key = [&self.significand[..], &self.exponent[..]].concat();
        if let Some(exponent_sign) = key.last_mut() {
            *exponent_sign = g.not(*exponent_sign);
        }
        key.push(self.nonzero);
        key
    }
}
