//! Bitwise operators of more than one bit.
//!
//! Each bit of the result is one boolean function of the operands' bits; as a polynomial over the integers with operands that
//! are their own squares it is a sum of products, so the word is the same sum of conjunctions of words:
//! `x | y = x + y - (x & y)`, `x ^ y = x + y - 2 (x & y)`, `~x = -1 - x`. A conjunction with a constant is a sum of slices.

use super::normal::{Algebra, build};
use super::polynomial::{Monomial, Polynomial};
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};

/// Conjunctions in a bitwise function before it counts as too large.
const MAX_CONJUNCTIONS: usize = 64;
/// Runs of ones in a mask before a conjunction with it is an atom.
const MAX_RUNS: u32 = 32;

impl Algebra {
    /// `None` if it is too large.
    pub(super) fn bitwise(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Option<Polynomial> {
        let function = self.function(pool, term, 0)?;
        let own = pool.width(term);
        let mut sum = Polynomial::constant(width, 0);
        for (operands, &coefficient) in &function.terms {
            sum.add(&self.conjunction(pool, own, operands, width)?, coefficient);
        }
        (sum.terms.len() <= super::polynomial::MAX_MONOMIALS).then_some(sum)
    }

    /// The bits of a term as a sum of products of the bits of operands; the empty product is 1.
    fn function(&mut self, pool: &mut Pool, term: TermId, depth: u32) -> Option<Polynomial> {
        let op = pool.op(term);
        if depth < 16 && matches!(op, Op::And | Op::Or | Op::Xor) {
            let (a, b) = (pool.child(term, 0), pool.child(term, 1));
            let (a, b) = (self.function(pool, a, depth + 1)?, self.function(pool, b, depth + 1)?);
            self.spend((a.terms.len() * b.terms.len()) as u64);
            let both = a.times(&b, |_| true)?;
            let mut sum = both;
            if op != Op::And {
                let factor: u128 = if op == Op::Or { u128::MAX } else { 2u128.wrapping_neg() };
                sum = sum.scaled(factor);
                sum.add(&a, 1);
                sum.add(&b, 1);
            }
            return (sum.terms.len() <= MAX_CONJUNCTIONS).then_some(sum);
        }
        let mut one = Polynomial::constant(128, 1);
        if depth < 16 && op == Op::Not {
            let x = pool.child(term, 0);
            one.add(&self.function(pool, x, depth + 1)?, u128::MAX);
            return Some(one);
        }
        let own = pool.width(term);
        if let Some(value) = pool.as_const(term) {
            return Some(match value {
                0 => Polynomial::constant(128, 0),
                _ if value == mask(own) => one,
                _ => Polynomial::atom(128, term),
            });
        }
        // Of an operand and its complement, -x - 1, the one with an even constant part stands for both.
        let polynomial = self.read(pool, term, own);
        if polynomial.constant_part() & 1 == 0 {
            let normal = self.normal(pool, term);
            return Some(Polynomial::atom(128, normal));
        }
        let mut complement = polynomial.scaled(u128::MAX);
        complement.add(&Polynomial::constant(own, 1), u128::MAX);
        let complement = build(pool, &complement);
        one.add(&Polynomial::atom(128, complement), u128::MAX);
        Some(one)
    }

    /// The conjunction of words as a number: of none, all ones.
    fn conjunction(&mut self, pool: &mut Pool, own: u32, operands: &Monomial, width: u32) -> Option<Polynomial> {
        let mut constant = mask(own);
        let mut bits = Polynomial::constant(width, 1);
        let mut words: Vec<TermId> = Vec::new();
        for &operand in operands {
            if let Some(value) = pool.as_const(operand) {
                constant &= value;
            } else if let Some(bit) = repeated_bit(pool, operand) {
                let bit = self.read(pool, bit, width);
                bits = self.product(pool, &bits, &bit)?;
            } else {
                words.push(operand);
            }
        }
        words.sort_by_key(|&word| pool.hash(word));
        let Some(word) = words.into_iter().reduce(|a, b| pool.and(a, b)) else {
            return Some(bits.scaled(constant));
        };
        let is_conjunction = pool.op(word) == Op::And;
        let whole =
            if is_conjunction { Polynomial::atom(width, word) } else { (*self.read(pool, word, width)).clone() };
        let masked = if constant == mask(own) {
            whole
        } else {
            if (constant & !(constant << 1)).count_ones() > MAX_RUNS {
                return None;
            }
            self.masked(pool, word, constant, width)
        };
        self.product(pool, &bits, &masked)
    }

    /// `x & constant`: for each run of ones from `lo` to below `hi`, `2^lo floor(x / 2^lo) - 2^hi floor(x / 2^hi)`.
    fn masked(&mut self, pool: &mut Pool, x: TermId, constant: u128, width: u32) -> Polynomial {
        let mut sum = Polynomial::constant(width, 0);
        let own = pool.width(x);
        let mut at = 0;
        while at < own {
            if constant >> at & 1 == 0 {
                at += 1;
                continue;
            }
            let lo = at;
            while at < own && constant >> at & 1 == 1 {
                at += 1;
            }
            for (edge, sign) in [(lo, 1u128), (at, u128::MAX)] {
                if edge < own && edge < width {
                    sum.add(&self.upper(pool, x, edge, width), (1u128 << edge).wrapping_mul(sign));
                }
            }
        }
        sum
    }
}

/// The bit that a word repeats.
fn repeated_bit(pool: &Pool, term: TermId) -> Option<TermId> {
    let bit = (pool.op(term) == Op::Sext).then(|| pool.child(term, 0))?;
    (pool.width(bit) == 1).then_some(bit)
}
