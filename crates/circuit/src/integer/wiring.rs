//! Vectors without arithmetic: constants, extension, truncation, selection.

use crate::Gates;

/// The low `width` bits of `value`, zero-extended.
pub fn constant<G: Gates>(g: &G, width: usize, value: u128) -> Vec<G::Lit> {
    (0..width).map(|i| g.constant(i < 128 && value >> i & 1 == 1)).collect()
}

/// The value of a vector whose bits are all known; `None` also past 128 bits.
pub fn constant_value<G: Gates>(g: &G, a: &[G::Lit]) -> Option<u128> {
    if a.len() > 128 {
        return None;
    }
    let mut value = 0;
    for (i, &bit) in a.iter().enumerate() {
        value |= u128::from(g.as_constant(bit)?) << i;
    }
    Some(value)
}

/// Zero-extend or truncate.
pub fn resize_unsigned<G: Gates>(g: &G, a: &[G::Lit], width: usize) -> Vec<G::Lit> {
    let zero = g.constant(false);
    (0..width).map(|i| a.get(i).copied().unwrap_or(zero)).collect()
}

/// Sign-extend or truncate.
pub fn resize_signed<G: Gates>(g: &G, a: &[G::Lit], width: usize) -> Vec<G::Lit> {
    let sign = a.last().copied().unwrap_or_else(|| g.constant(false));
    (0..width).map(|i| a.get(i).copied().unwrap_or(sign)).collect()
}

/// Bitwise complement.
pub fn not<G: Gates>(g: &G, a: &[G::Lit]) -> Vec<G::Lit> {
    a.iter().map(|&bit| g.not(bit)).collect()
}

/// `condition ? then : otherwise`, bit by bit.
pub fn mux<G: Gates>(g: &mut G, condition: G::Lit, then: &[G::Lit], otherwise: &[G::Lit]) -> Vec<G::Lit> {
    assert_eq!(then.len(), otherwise.len(), "operands of one width");
    then.iter().zip(otherwise).map(|(&t, &e)| g.mux(condition, t, e)).collect()
}
