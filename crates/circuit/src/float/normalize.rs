//! Shifting the highest set bit of a significand to the top.

use super::format::bits_for;
use crate::{Gates, integer};

/// The shifted significand and by how much; of zero, zero and its width.
pub(super) fn full<G: Gates>(g: &mut G, significand: &[G::Lit]) -> (Vec<G::Lit>, Vec<G::Lit>) {
    let zeros = integer::leading_zeros(g, significand);
    (integer::shl(g, significand, &zeros), zeros)
}

/// A significand shifted as far up as the exponent allows, so that what remains unnormalized is subnormal.
pub(super) struct Limited<L> {
    pub significand: Vec<L>,
    /// The exponent field: zero unless the top bit is set.
    pub exponent: Vec<L>,
    /// Whether the significand is zero.
    pub zero: L,
}

/// `room` is the field that the significand has now, were its top bit set, less one: how far it may be shifted up.
pub(super) fn limited<G: Gates>(g: &mut G, significand: &[G::Lit], room: &[G::Lit]) -> Limited<G::Lit> {
    let zeros = integer::leading_zeros(g, significand);
    let width = zeros.len().max(room.len());
    let wide_zeros = integer::resize_unsigned(g, &zeros, width);
    let wide_room = integer::resize_unsigned(g, room, width);
    let is_limited = integer::ult(g, &wide_room, &wide_zeros);
    let amount = integer::mux(g, is_limited, &wide_room[..zeros.len()], &zeros);
    let shifted = integer::shl(g, significand, &amount);

    // Limited, nothing is left of the room and the field is the top bit, which is clear. Else the field is what is left
    // and one more, or zero if the number is zero, which alone leaves the top bit clear then.
    let wide_amount = integer::resize_unsigned(g, &amount, width);
    let left = integer::sub(g, &wide_room, &wide_amount);
    let top = *shifted.last().expect("a significand has bits");
    let left: Vec<_> = left[..room.len()].iter().map(|&bit| g.and(bit, top)).collect();
    let exponent = integer::increment_if(g, top, &left);

    let all_zeros = integer::constant(g, bits_for(significand.len() as u64), significand.len() as u128);
    let zero = integer::eq(g, &zeros, &all_zeros);
    Limited { significand: shifted, exponent, zero }
}
