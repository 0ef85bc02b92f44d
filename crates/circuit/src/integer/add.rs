//! Addition and its relatives: ripple carry, one `xor3` and one `majority` a bit.
//!
//! Ripple carry is the smallest adder, and unit propagation runs along the carry chain whatever its depth; the faster
//! adders of hardware buy depth, which a SAT solver does not pay for, with gates, which it does.

use super::wiring;
use crate::Gates;

/// a + b
pub fn add<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let zero = g.constant(false);
    sum(g, a, b, zero)
}

/// a + b + carry, and the carry out of the top.
pub fn add_with_carry<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit], carry: G::Lit) -> (Vec<G::Lit>, G::Lit) {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let mut carry = carry;
    let mut result = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        result.push(g.xor3(x, y, carry));
        carry = g.majority(x, y, carry);
    }
    (result, carry)
}

/// The sum alone: no gate for the last carry.
fn sum<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit], carry: G::Lit) -> Vec<G::Lit> {
    assert_eq!(a.len(), b.len(), "operands of one width");
    let Some(top) = a.len().checked_sub(1) else { return Vec::new() };
    let (mut result, carry) = add_with_carry(g, &a[..top], &b[..top], carry);
    result.push(g.xor3(a[top], b[top], carry));
    result
}

/// a − b
pub fn sub<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> Vec<G::Lit> {
    let one = g.constant(true);
    let complement = wiring::not(g, b);
    sum(g, a, &complement, one)
}

/// a − b, and whether a ≥ b (unsigned).
pub fn sub_with_no_borrow<G: Gates>(g: &mut G, a: &[G::Lit], b: &[G::Lit]) -> (Vec<G::Lit>, G::Lit) {
    let one = g.constant(true);
    let complement = wiring::not(g, b);
    add_with_carry(g, a, &complement, one)
}

/// −a
pub fn neg<G: Gates>(g: &mut G, a: &[G::Lit]) -> Vec<G::Lit> {
    let one = g.constant(true);
    negate_if(g, one, a)
}

/// `condition ? −a : a`
pub fn negate_if<G: Gates>(g: &mut G, condition: G::Lit, a: &[G::Lit]) -> Vec<G::Lit> {
    // Bit i flips when a lower bit is set.
    let mut flip = g.constant(false);
    let mut result = Vec::with_capacity(a.len());
    for (i, &bit) in a.iter().enumerate() {
        result.push(g.xor(bit, flip));
        if i + 1 < a.len() {
            let set = g.and(condition, bit);
            flip = g.or(flip, set);
        }
    }
    result
}

/// `condition ? a + 1 : a`
pub fn increment_if<G: Gates>(g: &mut G, condition: G::Lit, a: &[G::Lit]) -> Vec<G::Lit> {
    let mut carry = condition;
    let mut result = Vec::with_capacity(a.len());
    for (i, &bit) in a.iter().enumerate() {
        result.push(g.xor(bit, carry));
        if i + 1 < a.len() {
            carry = g.and(bit, carry);
        }
    }
    result
}

/// `condition ? a − 1 : a`
pub fn decrement_if<G: Gates>(g: &mut G, condition: G::Lit, a: &[G::Lit]) -> Vec<G::Lit> {
    let complement = wiring::not(g, a);
    let result = increment_if(g, condition, &complement);
    wiring::not(g, &result)
}
