//! Division with SMT-LIB's meaning: x udiv 0 is all ones, x urem 0 is x; the signed forms are defined from these by
//! signs, so that x sdiv 0 is −1 for x ≥ 0 and 1 for x < 0, x srem 0 = x smod 0 = x, and the least value sdiv −1 is itself.
//!
//! The divider is the restoring one, triangular: after i + 1 bits of the dividend the remainder has i + 1 bits, so the
//! divisor's bits above only have to be zero for it to fit. Its behaviour at zero is SMT-LIB's without any case
//! distinction, as long as the remainder may grow as wide as the dividend; it is kept as narrow as the divisor, and the
//! dividend put in its place when divided by zero, where the divisor's top bits are known to be zero.

use super::{eq, is_zero, mul_wide, mux, negate_if, sub_with_no_borrow, ult, wiring};
use crate::{Gates, Relations};

/// Quotient, unsigned
pub fn udiv<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    udivrem(g, a, b).0
}

/// Remainder, unsigned
pub fn urem<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    udivrem(g, a, b).1
}

/// Quotient and remainder, unsigned
pub fn udivrem<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> (Vec<G::Lit>, Vec<G::Lit>) {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let width = a.len();
    if let Some(shift) = power_of_two(g, b) {
        let mut quotient = a[shift..].to_vec();
        quotient.resize(width, g.constant(false));
        return (quotient, wiring::resize_unsigned(g, &a[..shift], width));
    }
    let (n_dividend, n_divisor) = (significant_bits(g, a), significant_bits(g, b));
    // fits[i]: the divisor is below 2^i. So fits[0]: it is zero.
    let mut fits = vec![g.constant(true); n_divisor + 1];
    for i in (0..n_divisor).rev() {
        fits[i] = g.and(fits[i + 1], g.not(b[i]));
    }
    let by_zero = fits[0];
    let mut quotient = vec![by_zero; width];
    let mut remainder: Vec<G::Lit> = Vec::with_capacity(n_divisor + 1);
    for position in (0..n_dividend).rev() {
        remainder.insert(0, a[position]);
        let n_compared = remainder.len().min(n_divisor);
        let divisor = wiring::resize_unsigned(g, &b[..n_compared], remainder.len());
        let (difference, no_borrow) = sub_with_no_borrow(g, &remainder, &divisor);
        quotient[position] = g.and(no_borrow, fits[n_compared]);
        remainder = mux(g, quotient[position], &difference, &remainder);
        // Less than a divisor that is not zero.
        remainder.truncate(n_divisor);
    }
    let remainder = wiring::resize_unsigned(g, &remainder, width);
    if n_dividend <= n_divisor {
        return (quotient, remainder);
    }
    // By zero the remainder is the dividend, which was truncated.
    let known_nonzero = b.iter().any(|&bit| g.as_constant(bit) == Some(true));
    let by_zero = if known_nonzero { g.constant(false) } else { by_zero };
    (quotient, mux(g, by_zero, a, &remainder))
}

/// The width without known zeros at the top.
fn significant_bits<G: Gates>(g: &G, a: &[G::Lit]) -> usize {
    a.len() - a.iter().rev().take_while(|&&bit| g.as_constant(bit) == Some(false)).count()
}

/// The exponent of a divisor that is a known power of two.
fn power_of_two<G: Gates>(g: &G, b: &[G::Lit]) -> Option<usize> {
    let mut exponent = None;
    for (i, &bit) in b.iter().enumerate() {
        if g.as_constant(bit)? {
            if exponent.is_some() {
                return None;
            }
            exponent = Some(i);
        }
    }
    exponent
}

/// Quotient and remainder, unsigned, as the one solution of a = q·b + r, r < b (for b = 0 as SMT-LIB says).
pub fn udivrem_by_relation<G: Relations>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> (Vec<G::Lit>, Vec<G::Lit>) {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let width = a.len();
    let quotient: Vec<_> = (0..width).map(|_| g.fresh()).collect();
    let remainder: Vec<_> = (0..width).map(|_| g.fresh()).collect();
    // Exact: 2n bits, so that nothing wraps around. q·b + r < 2²ⁿ always.
    let product = mul_wide(g, &quotient, b);
    let wide_remainder = wiring::resize_unsigned(g, &remainder, 2 * width);
    let sum = super::add(g, &product, &wide_remainder);
    let wide_a = wiring::resize_unsigned(g, a, 2 * width);
    for (&s, &x) in sum.iter().zip(&wide_a) {
        let differs = g.xor(s, x);
        g.assert_clause(&[g.not(differs)]);
    }
    let by_zero = is_zero(g, b);
    let smaller = ult(g, &remainder, b);
    g.assert_clause(&[by_zero, smaller]);
    // For b = 0 the sum alone says r = a.
    for &bit in &quotient {
        g.assert_clause(&[g.not(by_zero), bit]);
    }
    (quotient, remainder)
}

/// Quotient, signed, toward zero
pub fn sdiv<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let (Some(&a_sign), Some(&b_sign)) = (a.last(), b.last()) else { return Vec::new() };
    let (a, b) = (negate_if(g, a_sign, a), negate_if(g, b_sign, b));
    let quotient = udiv(g, &a, &b);
    let negative = g.xor(a_sign, b_sign);
    negate_if(g, negative, &quotient)
}

/// Remainder, signed, with the dividend's sign
pub fn srem<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let (Some(&a_sign), Some(&b_sign)) = (a.last(), b.last()) else { return Vec::new() };
    let (a, b) = (negate_if(g, a_sign, a), negate_if(g, b_sign, b));
    let remainder = urem(g, &a, &b);
    negate_if(g, a_sign, &remainder)
}

/// Remainder, signed, with the divisor's sign
pub fn smod<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let (Some(&a_sign), Some(&b_sign)) = (a.last(), b.last()) else { return Vec::new() };
    let remainder = srem(g, a, b);
    let zero = wiring::constant(g, a.len(), 0);
    let exact = eq(g, &remainder, &zero);
    let differ = g.xor(a_sign, b_sign);
    let correct = g.and(differ, g.not(exact));
    let addend: Vec<_> = b.iter().map(|&bit| g.and(bit, correct)).collect();
    super::add(g, &remainder, &addend)
}
