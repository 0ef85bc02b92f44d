//! Polynomials modulo a power of two over atoms.
//!
//! An atom is a term read as an unsigned number, whatever its own width; an atom of width 1 is 0 or 1 and so its own
//! square. A polynomial is a sum of products of atoms with coefficients modulo `2^width`, none of them zero, each
//! product once: the representation is unique.

use incise_term::TermId;
use incise_term::concrete::mask;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Products in a polynomial before it counts as too large.
pub(crate) const MAX_MONOMIALS: usize = 256;
/// Factors of a product before it counts as too long.
const MAX_DEGREE: usize = 12;

/// Atoms, sorted, as often as they are factors.
pub(crate) type Monomial = SmallVec<[TermId; 4]>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Polynomial {
    pub(crate) width: u32,
    pub(crate) terms: BTreeMap<Monomial, u128>,
}

impl Polynomial {
    pub(crate) fn constant(width: u32, value: u128) -> Polynomial {
        let mut sum = Polynomial { width, terms: BTreeMap::new() };
        sum.add_product(Monomial::new(), value);
        sum
    }

    pub(crate) fn atom(width: u32, atom: TermId) -> Polynomial {
        let mut sum = Polynomial::constant(width, 0);
        sum.add_product(SmallVec::from_slice(&[atom]), 1);
        sum
    }

    /// The value, if there is no atom.
    pub(crate) fn as_constant(&self) -> Option<u128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Monomial::new()).copied(),
            _ => None,
        }
    }

    pub(crate) fn constant_part(&self) -> u128 {
        self.terms.get(&Monomial::new()).copied().unwrap_or(0)
    }

    pub(crate) fn add_product(&mut self, product: Monomial, factor: u128) {
        let mask = mask(self.width);
        let entry = self.terms.entry(product);
        match entry {
            std::collections::btree_map::Entry::Vacant(place) => {
                if factor & mask != 0 {
                    place.insert(factor & mask);
                }
            }
            std::collections::btree_map::Entry::Occupied(mut place) => {
                let sum = place.get().wrapping_add(factor) & mask;
                if sum == 0 {
                    place.remove();
                } else {
                    *place.get_mut() = sum;
                }
            }
        }
    }

    /// Adds `factor` times another polynomial.
    pub(crate) fn add(&mut self, other: &Polynomial, factor: u128) {
        if factor & mask(self.width) == 0 {
            return;
        }
        for (product, &coefficient) in &other.terms {
            self.add_product(product.clone(), coefficient.wrapping_mul(factor));
        }
    }

    pub(crate) fn scaled(&self, factor: u128) -> Polynomial {
        let mut sum = Polynomial::constant(self.width, 0);
        sum.add(self, factor);
        sum
    }

    /// The product; `None` if it is too large. `is_bit` tells the atoms that are their own squares.
    pub(crate) fn times(&self, other: &Polynomial, is_bit: impl Fn(TermId) -> bool) -> Option<Polynomial> {
        let mut sum = Polynomial::constant(self.width, 0);
        if self.terms.len() * other.terms.len() > 16 * MAX_MONOMIALS {
            return None;
        }
        for (a, &x) in &self.terms {
            for (b, &y) in &other.terms {
                let mut product: Monomial = a.iter().chain(b).copied().collect();
                product.sort_unstable();
                let mut previous = None;
                product.retain(|atom| {
                    let repeated = previous == Some(*atom) && is_bit(*atom);
                    previous = Some(*atom);
                    !repeated
                });
                if product.len() > MAX_DEGREE {
                    return None;
                }
                sum.add_product(product, x.wrapping_mul(y));
            }
        }
        (sum.terms.len() <= MAX_MONOMIALS).then_some(sum)
    }
}
