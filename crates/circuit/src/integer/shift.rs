//! Shifts by variable amounts: barrel shifters, one layer of multiplexers for each bit of the amount that matters.
//!
//! The amount is unsigned and of any width. An amount of the width or more shifts everything out, it does not wrap:
//! zeros come in, or copies of the sign for [`ashr`].

use super::{mux, resize_unsigned};
use crate::Gates;

/// a · 2^amount
pub fn shl<G: Gates>(g: &mut G, a: &[G::Lit], amount: &[G::Lit]) -> Vec<G::Lit> {
    let reversed: Vec<_> = a.iter().rev().copied().collect();
    let mut result = lshr(g, &reversed, amount);
    result.reverse();
    result
}

/// a / 2^amount, unsigned
pub fn lshr<G: Gates>(g: &mut G, a: &[G::Lit], amount: &[G::Lit]) -> Vec<G::Lit> {
    let zero = g.constant(false);
    shift_right(g, a, amount, zero)
}

/// a / 2^amount, signed, toward −∞
pub fn ashr<G: Gates>(g: &mut G, a: &[G::Lit], amount: &[G::Lit]) -> Vec<G::Lit> {
    let Some(&sign) = a.last() else { return Vec::new() };
    shift_right(g, a, amount, sign)
}

fn shift_right<G: Gates>(g: &mut G, a: &[G::Lit], amount: &[G::Lit], fill: G::Lit) -> Vec<G::Lit> {
    let (stages, beyond) = amount.split_at(amount.len().min(n_stages(a.len())));
    let mut result = a.to_vec();
    for (k, &bit) in stages.iter().enumerate() {
        let mut shifted = result[1 << k..].to_vec();
        shifted.resize(a.len(), fill);
        result = mux(g, bit, &shifted, &result);
    }
    let out = g.any(beyond);
    result.iter().map(|&bit| g.mux(out, fill, bit)).collect()
}

/// a / 2^amount, unsigned, and whether a set bit was shifted out.
pub fn shift_right_sticky<G: Gates>(g: &mut G, a: &[G::Lit], amount: &[G::Lit]) -> (Vec<G::Lit>, G::Lit) {
    let (stages, beyond) = amount.split_at(amount.len().min(n_stages(a.len())));
    let mut sticky = g.constant(false);
    let mut result = a.to_vec();
    for (k, &bit) in stages.iter().enumerate() {
        let lost = g.any(&result[..1 << k]);
        let lost = g.and(lost, bit);
        sticky = g.or(sticky, lost);
        let shifted = resize_unsigned(g, &result[1 << k..], a.len());
        result = mux(g, bit, &shifted, &result);
    }
    let out = g.any(beyond);
    let rest = g.any(&result);
    let lost = g.and(out, rest);
    let sticky = g.or(sticky, lost);
    (result.iter().map(|&bit| g.and(bit, g.not(out))).collect(), sticky)
}

/// How many bits of the amount can leave something of a vector: those of weight below its width.
fn n_stages(width: usize) -> usize {
    (0..usize::BITS as usize - 1).take_while(|&k| 1 << k < width).count()
}
