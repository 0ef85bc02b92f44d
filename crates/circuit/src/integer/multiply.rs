//! Multiplication: shift and add, one row of full adders for each bit of the multiplier.
//!
//! The operand with fewer unknown bits is the multiplier, its known zeros cost no row; a multiplier that is known
//! altogether is first recoded to digits −1, 0, 1 without neighbours (Reitwiesner's non-adjacent form), which leaves
//! at most half of the rows.

use super::{add, add_with_carry, sub, wiring};
use crate::Gates;
use std::cmp::Ordering;

/// a · b modulo 2ⁿ, n the operands' width.
pub fn mul<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let (multiplicand, multiplier) = roles(g, a, b);
    match constant_digits(g, multiplier) {
        Some(digits) => by_digits(g, multiplicand, &digits),
        None => by_rows(g, multiplicand, multiplier, a.len()),
    }
}

/// a · b exactly: as many bits as both have together.
pub fn mul_wide<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let (multiplicand, multiplier) = roles(g, a, b);
    by_rows(g, multiplicand, multiplier, a.len() + b.len())
}

/// The multiplicand and the multiplier; which is which does not depend on the order of the operands if the builder has
/// an order of its own.
fn roles<'a, G: Gates>(g: &G, a: &'a [G::Lit], b: &'a [G::Lit]) -> (&'a [G::Lit], &'a [G::Lit]) {
    match cost(g, a).cmp(&cost(g, b)) {
        Ordering::Less => (b, a),
        Ordering::Greater => (a, b),
        Ordering::Equal if g.in_order(a, b) => (a, b),
        Ordering::Equal => (b, a),
    }
}

/// Rows that a multiplier needs; unknown bits weigh more than known ones.
fn cost<G: Gates>(g: &G, a: &[G::Lit]) -> usize {
    let weight = |&bit| match g.as_constant(bit) {
        Some(false) => 0,
        Some(true) => 1,
        None => 4,
    };
    a.iter().map(weight).sum()
}

fn by_rows<G: Gates>(g: &mut G, multiplicand: &[G::Lit], multiplier: &[G::Lit], width: usize) -> Vec<G::Lit> {
    let zero = g.constant(false);
    let mut result = vec![zero; width];
    for (i, &bit) in multiplier.iter().enumerate().take(width) {
        if g.as_constant(bit) == Some(false) {
            continue;
        }
        let end = width.min(i + multiplicand.len());
        let row: Vec<_> = multiplicand[..end - i].iter().map(|&m| g.and(m, bit)).collect();
        if end < width {
            // What was added before is below 2^end, so the carry is all there is at bit `end`.
            let (sum, carry) = add_with_carry(g, &result[i..end], &row, zero);
            result[i..end].copy_from_slice(&sum);
            result[end] = carry;
        } else {
            let sum = add(g, &result[i..end], &row);
            result[i..end].copy_from_slice(&sum);
        }
    }
    result
}

/// The digits of a constant in non-adjacent form, least significant first: `Some(true)` is −1.
fn constant_digits<G: Gates>(g: &G, a: &[G::Lit]) -> Option<Vec<Option<bool>>> {
    let bits = a.iter().map(|&bit| g.as_constant(bit)).collect::<Option<Vec<bool>>>()?;
    let mut digits = Vec::with_capacity(bits.len());
    let mut carry = false;
    for (i, &bit) in bits.iter().enumerate() {
        let odd = bit ^ carry;
        let next = bits.get(i + 1).copied().unwrap_or(false);
        // An odd remainder takes the digit that makes the next one even.
        digits.push(odd.then_some(next));
        carry = if odd { next } else { bit && carry };
    }
    Some(digits)
}

fn by_digits<G: Gates>(g: &mut G, a: &[G::Lit], digits: &[Option<bool>]) -> Vec<G::Lit> {
    let width = a.len();
    let mut result = wiring::constant(g, width, 0);
    for (i, digit) in digits.iter().enumerate() {
        let Some(negative) = digit else { continue };
        let row = &a[..width - i];
        let sum = if *negative { sub(g, &result[i..], row) } else { add(g, &result[i..], row) };
        result[i..].copy_from_slice(&sum);
    }
    result
}
