//! Addition and subtraction.
//!
//! The operand of smaller magnitude is shifted to the other's exponent, with two more bits and a sticky bit, which is
//! what rounding needs when the sum loses one place at the top; it loses more only when the shift was by at most
//! one, and then nothing was lost at the bottom. A sum that is subnormal is exact, so subnormals need no rounding of
//! their own, and no operand needs normalizing.

use super::format::Format;
use super::nan::Nan;
use super::normalize;
use super::packed::Packed;
use super::parts::Parts;
use crate::{Gates, integer};

/// a + b
pub fn add<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    signed_add(g, format, a, b, false)
}

/// a − b. A NaN b keeps its sign, so this is not a + (−b).
pub fn sub<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    signed_add(g, format, a, b, true)
}

fn signed_add<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit], negate: bool) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let b = Parts::of(g, format, b);
    let b_sign = if negate { g.not(b.sign) } else { b.sign };
    let differ = g.xor(a.sign, b_sign);

    let (a_magnitude, b_magnitude) = (a.magnitude(), b.magnitude());
    let swap = integer::ult(g, &a_magnitude, &b_magnitude);
    let large = Ordered::of(g, swap, &b, &a);
    let small = Ordered::of(g, swap, &a, &b);
    let sign = g.mux(swap, b_sign, a.sign);

    let distance = integer::sub(g, &large.exponent, &small.exponent);
    let zero = g.constant(false);
    let widened = [&[zero, zero], &small.significand[..]].concat();
    let (aligned, sticky) = integer::shift_right_sticky(g, &widened, &distance);
    let addend: Vec<_> = [&[sticky], &aligned[..]].concat().iter().map(|&bit| g.xor(bit, differ)).collect();
    let widened = [&[zero, zero, zero], &large.significand[..]].concat();
    let (mut sum, carry) = integer::add_with_carry(g, &widened, &addend, differ);
    sum.push(g.and(carry, g.not(differ)));

    // The carry has the weight after the larger exponent's.
    let normal = normalize::limited(g, &sum, &large.exponent);
    let kept = &normal.significand[4..];
    let below = g.any(&normal.significand[..3]);
    let odd_or_below = g.or(below, kept[0]);
    let up = g.and(normal.significand[3], odd_or_below);
    let unrounded = [&kept[..format.fraction_bits()], &normal.exponent[..]].concat();
    let rounded = integer::increment_if(g, up, &unrounded);
    let (fraction, exponent) = rounded.split_at(format.fraction_bits());

    // The field cannot pass all ones: only the largest number twice has a sum whose fraction is all ones there, and it
    // needs no rounding.
    let overflow = g.all(exponent);
    let special = g.or(a.special, b.special);
    let infinite = g.or(overflow, special);
    let cancelled = g.and(normal.zero, differ);
    let both_infinite = g.and(a.infinite, b.infinite);
    let invalid = g.and(both_infinite, differ);
    let nan = Nan::of(g, format, &[&a, &b], invalid);
    let packed = Packed {
        sign: g.and(sign, g.not(cancelled)),
        exponent: exponent.iter().map(|&bit| g.or(bit, infinite)).collect(),
        fraction: fraction.iter().map(|&bit| g.and(bit, g.not(infinite))).collect(),
    };
    packed.unless(g, format, &nan)
}

/// An operand after ordering by magnitude.
struct Ordered<L> {
    exponent: Vec<L>,
    significand: Vec<L>,
}

impl<L: Copy + Eq> Ordered<L> {
    fn of<G: Gates<Lit = L>>(g: &mut G, condition: L, then: &Parts<L>, otherwise: &Parts<L>) -> Ordered<L> {
        let significand = integer::mux(g, condition, &then.significand(), &otherwise.significand());
        let mut exponent = integer::mux(g, condition, &then.exponent, &otherwise.exponent);
        let normal = *significand.last().expect("a significand has bits");
        exponent[0] = g.or(exponent[0], g.not(normal));
        Ordered { exponent, significand }
    }
}
