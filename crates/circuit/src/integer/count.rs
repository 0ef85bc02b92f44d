//! Counting bits.

use super::add::add_with_carry;
use crate::Gates;

/// The number of zeros above the highest set bit, in just enough bits to hold the width; the width if there is none.
pub fn leading_zeros<G: Gates>(g: &mut G, a: &[G::Lit]) -> Vec<G::Lit> {
    let width = a.len();
    let levels = bits_for(width);
    if width == 0 {
        return Vec::new();
    }
    // Padding with ones below makes the width a power of two: the padding stops the count at the width.
    let mut padded = vec![g.constant(true); width.next_power_of_two() - width];
    padded.extend_from_slice(a);
    let (mut count, none) = count_tree(g, &padded);
    // Only an unpadded vector can be all zeros, and then its width is a power of two, above the bits of the tree.
    count.push(none);
    count.truncate(levels);
    count
}

/// Counts in a vector whose width is a power of two; the count is zero, not the width, when no bit is set.
fn count_tree<G: Gates>(g: &mut G, a: &[G::Lit]) -> (Vec<G::Lit>, G::Lit) {
    if a.len() == 1 {
        return (Vec::new(), g.not(a[0]));
    }
    let (low, high) = a.split_at(a.len() / 2);
    let (low_count, low_none) = count_tree(g, low);
    let (high_count, high_none) = count_tree(g, high);
    let none = g.and(low_none, high_none);
    // With no bit set in the low half its count is zero.
    let mut count: Vec<_> = high_count.iter().zip(&low_count).map(|(&h, &l)| g.mux(high_none, l, h)).collect();
    count.push(g.and(high_none, g.not(low_none)));
    (count, none)
}

/// The number of set bits, in just enough bits to hold the width.
pub fn population_count<G: Gates>(g: &mut G, a: &[G::Lit]) -> Vec<G::Lit> {
    // Each full adder takes in one more bit through its carry.
    let mut count = match a {
        [] => return Vec::new(),
        [bit] => return vec![*bit],
        _ => {
            let (low, rest) = a.split_at((a.len() - 1) / 2);
            let (&extra, high) = rest.split_first().expect("at least two bits");
            let low = population_count(g, low);
            let high = population_count(g, high);
            let width = low.len().max(high.len());
            let low = super::resize_unsigned(g, &low, width);
            let high = super::resize_unsigned(g, &high, width);
            let (mut sum, carry) = add_with_carry(g, &low, &high, extra);
            sum.push(carry);
            sum
        }
    };
    count.truncate(bits_for(a.len()));
    count
}

/// The number of bits that hold every value up to `most`.
fn bits_for(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
