//! The remainder of C's `fmod`: a − n·b with n the quotient truncated, which is exact.
//!
//! Source: C23 §7.12.10.1, F.10.7.1. With a = s·2^i and b = t·2^j the remainder is (s·2^(i−j) mod t)·2^j: the integer
//! remainder s mod t, then one doubling modulo t for each place the exponents are apart. The circuit has a stage for
//! every distance that the format can have; the first remainder enters at the stage of the actual distance.
//!
//! # Deviations
//! 1. A stage for each distance is 2·10³ stages for binary64 (half a million variables), and 3·10⁴ for the formats
//!    with 15 exponent bits, which get no circuit.

use super::format::Format;
use super::nan::Nan;
use super::normalize;
use super::packed::Packed;
use super::parts::Parts;
use crate::{Gates, integer};

/// The widest exponent that gets a circuit.
const WIDEST_EXPONENT: usize = 11;

/// a − n·b, n truncated toward zero, with the sign of a; `None` for formats whose circuit would be too large.
pub fn rem<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Option<Vec<G::Lit>> {
    if format.exponent_bits > WIDEST_EXPONENT {
        return None;
    }
    let a = Parts::of(g, format, a);
    let b = Parts::of(g, format, b);
    let a_exponent = a.effective_exponent(g);
    let b_exponent = b.effective_exponent(g);
    let (distance, apart) = integer::sub_with_no_borrow(g, &a_exponent, &b_exponent);
    let divisor = b.significand();
    let first = integer::urem(g, &a.significand(), &divisor);
    let remainder = doubled(g, format, &first, &divisor, &distance);

    let one = integer::constant(g, format.exponent_bits, 1);
    let room = integer::sub(g, &b_exponent, &one);
    let normal = normalize::limited(g, &remainder, &room);

    // |a| < |b| by exponent alone, b perhaps infinite; the circuit above is right when the exponents are equal.
    let unchanged = g.not(apart);
    let invalid = g.or(a.infinite, b.zero);
    let nan = Nan::of(g, format, &[&a, &b], invalid);
    let packed = Packed {
        sign: a.sign,
        exponent: integer::mux(g, unchanged, &a.exponent, &normal.exponent),
        fraction: integer::mux(g, unchanged, &a.fraction, &normal.significand[..format.fraction_bits()]),
    };
    Some(packed.unless(g, format, &nan))
}

/// first · 2^distance mod divisor, with first < divisor.
fn doubled<G: Gates>(
    g: &mut G,
    format: Format,
    first: &[G::Lit],
    divisor: &[G::Lit],
    distance: &[G::Lit],
) -> Vec<G::Lit> {
    let zero = g.constant(false);
    let n = first.len();
    let is_at = decode(g, distance);
    let divisor = [divisor, &[zero]].concat();
    // Finite operands have effective exponents from 1 to 2^e − 2.
    let farthest = (1 << format.exponent_bits) - 3;
    let mut current = vec![zero; n];
    for stage in (0..=farthest).rev() {
        // Zero until the stage of the actual distance.
        for (bit, &entering) in current.iter_mut().zip(first) {
            let entering = g.and(entering, is_at[stage]);
            *bit = g.or(*bit, entering);
        }
        if stage > 0 {
            let twice = [&[zero], &current[..]].concat();
            let (difference, fits) = integer::sub_with_no_borrow(g, &twice, &divisor);
            current = integer::mux(g, fits, &difference[..n], &twice[..n]);
        }
    }
    current
}

/// For each value of a vector, whether it has that value.
fn decode<G: Gates>(g: &mut G, a: &[G::Lit]) -> Vec<G::Lit> {
    let mut cases = vec![g.constant(true)];
    for &bit in a {
        let clear: Vec<_> = cases.iter().map(|&case| g.and(case, g.not(bit))).collect();
        let set: Vec<_> = cases.iter().map(|&case| g.and(case, bit)).collect();
        cases = [clear, set].concat();
    }
    cases
}
