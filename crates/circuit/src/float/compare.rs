//! Comparison. NaNs are unordered, zeros are equal.

use super::format::Format;
use super::parts::Parts;
use crate::{Gates, integer};

/// Exactly one of these, or greater, holds.
pub struct Comparison<L> {
    /// a < b
    pub less: L,
    /// a = b
    pub equal: L,
    /// a or b is a NaN.
    pub unordered: L,
}

/// How a and b are ordered.
pub fn compare<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> Comparison<G::Lit> {
    let (a, b) = (Parts::of(g, format, a), Parts::of(g, format, b));
    let (a_magnitude, b_magnitude) = (a.magnitude(), b.magnitude());
    let same_magnitude = integer::eq(g, &a_magnitude, &b_magnitude);
    let smaller_magnitude = integer::ult(g, &a_magnitude, &b_magnitude);
    let same_sign = integer::eq(g, &[a.sign], &[b.sign]);
    let both_zero = g.and(a.zero, b.zero);
    let unordered = g.or(a.nan, b.nan);

    let same_or_zero = g.or(same_sign, both_zero);
    let equal = g.all(&[same_magnitude, same_or_zero, g.not(unordered)]);
    // Of two negative numbers the one of larger magnitude is less; both orders are false of equal ones.
    let larger_magnitude = g.and(g.not(smaller_magnitude), g.not(same_magnitude));
    let by_magnitude = g.mux(a.sign, larger_magnitude, smaller_magnitude);
    let by_sign = g.and(a.sign, g.not(both_zero));
    let less = g.mux(same_sign, by_magnitude, by_sign);
    let less = g.and(less, g.not(unordered));
    Comparison { less, equal, unordered }
}

/// a = b
pub fn eq<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let (a, b) = (Parts::of(g, format, a), Parts::of(g, format, b));
    let same_magnitude = integer::eq(g, &a.magnitude(), &b.magnitude());
    let same_sign = integer::eq(g, &[a.sign], &[b.sign]);
    // With the same magnitude, what one is the other is.
    let same_or_zero = g.or(same_sign, a.zero);
    g.all(&[same_magnitude, same_or_zero, g.not(a.nan)])
}

/// a < b
pub fn lt<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    compare(g, format, a, b).less
}

/// a ≤ b
pub fn le<G: Gates>(g: &mut G, format: Format, a: &[G::Lit], b: &[G::Lit]) -> G::Lit {
    let Comparison { less, equal, .. } = compare(g, format, a, b);
    g.or(less, equal)
}
