//! Rounding to an integer in the same format: `rint` in five modes.
//!
//! Where some bits of the fraction have a weight below one, a mask covers them. Filling the masked bits with ones makes
//! an increment at the bottom carry to the first bit above the mask, and from the fraction into the exponent.

use super::format::{Format, bits_for};
use super::nan::Nan;
use super::packed::Packed;
use super::parts::Parts;
use crate::{Gates, integer};

/// To which of the two neighbouring integers. Source: IEEE 754-2019 §4.3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// The nearer, of two the even one: `rint` by default, `roundeven`.
    NearestEven,
    /// The nearer, of two the one away from zero: `round`.
    NearestAway,
    /// Toward zero: `trunc`.
    Zero,
    /// Toward +∞: `ceil`.
    Up,
    /// Toward −∞: `floor`.
    Down,
}

/// The integer that a rounds to; zero with the sign of a.
pub fn round_to_integral<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], mode: Rounding) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let fraction_bits = format.fraction_bits();
    let bias = format.bias() as u128;

    // The number of fraction bits that weigh less than one is bias + fraction bits − field, if that is a number of bits.
    let most = bias + fraction_bits as u128;
    let width = format.exponent_bits.max(bits_for(most as u64)) + 1;
    let field = integer::resize_unsigned(g, &a.exponent, width);
    let constant = integer::constant(g, width, most);
    let n_below = integer::sub(g, &constant, &field);
    let negative = *n_below.last().expect("the width is positive");
    let n_counted = bits_for(format.significand_bits as u64);
    let mut mask = greater_than(g, &n_below[..n_counted.min(width)]);
    mask.truncate(format.significand_bits);
    mask.resize(format.significand_bits, g.constant(false));
    // With no bit below one the count may be negative, and its low bits mean nothing.
    for bit in &mut mask {
        *bit = g.and(*bit, g.not(negative));
    }

    let around = Around::of(g, &a.significand(), &mask);
    let up = increments(g, mode, a.sign, &around);
    let filled: Vec<_> = a.fraction.iter().zip(&mask).map(|(&bit, &covered)| g.or(bit, covered)).collect();
    let filled = [&filled[..], &a.exponent[..]].concat();
    // Without mask nothing is below the point and `up` is false.
    let rounded = integer::increment_if(g, up, &filled);
    let (fraction, exponent) = rounded.split_at(fraction_bits);

    // Below one the result is zero or one: half is where the field is just below the bias.
    let bias_field = integer::constant(g, format.exponent_bits, bias);
    let half_field = integer::constant(g, format.exponent_bits, bias - 1);
    let below_one = integer::ult(g, &a.exponent, &bias_field);
    let half = integer::eq(g, &a.exponent, &half_field);
    let power_of_two = integer::is_zero(g, &a.fraction);
    let more_than_half = g.and(half, g.not(power_of_two));
    let less_than_half = g.and(g.not(a.zero), g.not(half));
    let rest = g.or(more_than_half, less_than_half);
    let even = g.constant(false);
    let one = increments(g, mode, a.sign, &Around { half, rest, odd: even });
    let small: Vec<_> = bias_field.iter().map(|&bit| g.and(bit, one)).collect();

    let packed = Packed {
        sign: a.sign,
        exponent: integer::mux(g, below_one, &small, exponent),
        fraction: fraction
            .iter()
            .zip(&mask)
            .map(|(&bit, &covered)| {
                let dropped = g.or(covered, below_one);
                g.and(bit, g.not(dropped))
            })
            .collect(),
    };
    let never = g.constant(false);
    let nan = Nan::of(g, format, &[&a], never);
    packed.unless(g, format, &nan)
}

/// The bits around the point.
struct Around<L> {
    /// The first bit below it.
    half: L,
    /// Whether any other below it is set.
    rest: L,
    /// The last bit above it.
    odd: L,
}

impl<L: Copy + Eq> Around<L> {
    fn of<G: Gates<Lit = L>>(g: &mut G, significand: &[L], mask: &[L]) -> Around<L> {
        let (mut half, mut rest, mut odd) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..significand.len() - 1 {
            let first = g.and(mask[i], g.not(mask[i + 1]));
            half.push(g.and(first, significand[i]));
            odd.push(g.and(first, significand[i + 1]));
            rest.push(g.and(mask[i + 1], significand[i]));
        }
        Around { half: g.any(&half), rest: g.any(&rest), odd: g.any(&odd) }
    }
}

/// Whether the magnitude grows to the next integer.
fn increments<G: Gates>(g: &mut G, mode: Rounding, sign: G::Lit, around: &Around<G::Lit>) -> G::Lit {
    let &Around { half, rest, odd } = around;
    let inexact = g.or(half, rest);
    match mode {
        Rounding::NearestEven => {
            let more = g.or(rest, odd);
            g.and(half, more)
        }
        Rounding::NearestAway => half,
        Rounding::Zero => g.constant(false),
        Rounding::Up => g.and(inexact, g.not(sign)),
        Rounding::Down => g.and(inexact, sign),
    }
}

/// For each j below 2ⁿ, whether the vector's value exceeds j.
fn greater_than<G: Gates>(g: &mut G, a: &[G::Lit]) -> Vec<G::Lit> {
    let mut result = vec![g.constant(false)];
    for &bit in a {
        let low: Vec<_> = result.iter().map(|&exceeds| g.or(bit, exceeds)).collect();
        let high: Vec<_> = result.iter().map(|&exceeds| g.and(bit, exceeds)).collect();
        result = [low, high].concat();
    }
    result
}
