//! Square root: restoring, digit by digit, one bit more than the precision.
//!
//! Halving the exponent keeps it in range: no root overflows, and none underflows in a format whose exponent range is
//! wide beside its precision, as in all but contrived ones.

use super::format::Format;
use super::nan::Nan;
use super::parts::Parts;
use super::round::{Reach, Unrounded, round};
use crate::{Gates, integer};

/// √a; of −0, −0.
pub fn sqrt<G: Gates>(g: &mut G, format: Format, a: &[G::Lit]) -> Vec<G::Lit> {
    let a = Parts::of(g, format, a);
    let normal = a.normalized(g, format);

    // The bias is odd: an even field is an odd exponent, whose odd half goes to the significand. Then the field of the
    // root is ⌊(field + bias) / 2⌋.
    let odd = g.not(normal.exponent[0]);
    let zero = g.constant(false);
    let even_radicand = [&normal.significand[..], &[zero]].concat();
    let odd_radicand = [&[zero], &normal.significand[..]].concat();
    let radicand = integer::mux(g, odd, &odd_radicand, &even_radicand);
    let (significand, sticky) = root(g, &radicand);

    let width = normal.exponent.len() + 1;
    let bias = integer::constant(g, width, format.bias() as u128);
    let exponent = integer::resize_signed(g, &normal.exponent, width);
    let mut exponent = integer::add(g, &exponent, &bias);
    exponent.remove(0);

    let exact = Unrounded { sign: a.sign, exponent, significand, sticky, zero: a.zero, infinite: a.infinite };
    let invalid = g.and(a.sign, g.not(a.zero));
    let nan = Nan::of(g, format, &[&a], invalid);
    let below = format.least_subnormal_exponent().div_euclid(2) < format.least_exponent();
    round(g, format, &exact, Reach { below, above: false }).unless(g, format, &nan)
}

/// ⌊√(a · 2ⁿ)⌋ of an n-bit number, in n bits, and whether something remains.
fn root<G: Gates>(g: &mut G, a: &[G::Lit]) -> (Vec<G::Lit>, G::Lit) {
    let zero = g.constant(false);
    let one = g.constant(true);
    let n = a.len();
    let mut radicand = [vec![zero; n], a.to_vec()].concat();
    let mut root: Vec<G::Lit> = Vec::with_capacity(n);
    // At most twice the root.
    let mut remainder = vec![zero];
    for _ in 0..n {
        let pair = radicand.split_off(radicand.len() - 2);
        remainder = [pair, remainder].concat();
        let trial = [&[one, zero], &root[..], &[zero]].concat();
        let (difference, fits) = integer::sub_with_no_borrow(g, &remainder, &trial);
        remainder = integer::mux(g, fits, &difference, &remainder);
        remainder.pop();
        root.insert(0, fits);
    }
    let inexact = g.any(&remainder);
    (root, inexact)
}
