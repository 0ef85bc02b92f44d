//! From terms to polynomials and back, each once.

use super::polynomial::{Monomial, Polynomial};
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How deep one reading may go before a term is taken as an atom.
const MAX_DEPTH: u32 = 120;
/// Products made for one question before terms are taken as atoms.
const FUEL: u64 = 30_000;
/// Products remembered before all are forgotten.
const MAX_WEIGHT: usize = 2_000_000;

/// Normal forms of the terms of one pool.
#[derive(Default)]
pub(crate) struct Algebra {
    /// By term and width: the term as an unsigned number modulo `2^width`.
    known: FxHashMap<(TermId, u32), Rc<Polynomial>>,
    normal: FxHashMap<TermId, TermId>,
    weight: usize,
    depth: u32,
    fuel: u64,
}

impl Algebra {
    /// Is a term of width 1 the same for every assignment, by algebra alone?
    pub(crate) fn truth(&mut self, pool: &mut Pool, term: TermId) -> Option<bool> {
        self.start(pool, term);
        self.read(pool, term, 1).as_constant().map(|value| value == 1)
    }

    /// A term that is equal for every assignment and the same for all that have the same polynomial.
    pub(crate) fn normal_form(&mut self, pool: &mut Pool, term: TermId) -> TermId {
        self.start(pool, term);
        self.normal(pool, term)
    }

    #[cfg(test)]
    pub(super) fn polynomial(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Rc<Polynomial> {
        self.start(pool, term);
        self.read(pool, term, width)
    }

    /// Reads what is below a term, children first, so that no reading is deep.
    fn start(&mut self, pool: &mut Pool, term: TermId) {
        if self.weight > MAX_WEIGHT {
            *self = Algebra::default();
        }
        self.fuel = FUEL;
        self.depth = 0;
        let mut stack = vec![(term, false)];
        while let Some((next, children_done)) = stack.pop() {
            if self.fuel == 0 {
                return;
            }
            let width = pool.width(next);
            if self.known.contains_key(&(next, width)) {
                continue;
            }
            if children_done {
                self.read(pool, next, width);
            } else {
                stack.push((next, true));
                stack.extend(pool.children(next).iter().map(|&child| (child, false)));
            }
        }
    }

    /// A term as an unsigned number modulo `2^width`.
    pub(super) fn read(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Rc<Polynomial> {
        if let Some(known) = self.known.get(&(term, width)) {
            return known.clone();
        }
        if self.depth >= MAX_DEPTH || self.fuel == 0 {
            return Rc::new(Polynomial::atom(width, term));
        }
        self.depth += 1;
        let polynomial = self.read_anew(pool, term, width);
        self.depth -= 1;
        let polynomial = Rc::new(polynomial);
        self.fuel = self.fuel.saturating_sub(1 + polynomial.terms.len() as u64);
        self.remember(term, width, &polynomial);
        polynomial
    }

    fn remember(&mut self, term: TermId, width: u32, polynomial: &Rc<Polynomial>) {
        self.weight += 1 + polynomial.terms.len();
        self.known.entry((term, width)).or_insert_with(|| polynomial.clone());
    }

    /// The term that the polynomial of `term` at its own width stands for.
    pub(super) fn normal(&mut self, pool: &mut Pool, term: TermId) -> TermId {
        if let Some(&known) = self.normal.get(&term) {
            return known;
        }
        let width = pool.width(term);
        let polynomial = self.read(pool, term, width);
        let normal = build(pool, &polynomial);
        self.remember(normal, width, &polynomial);
        self.normal.insert(term, normal);
        self.normal.entry(normal).or_insert(normal);
        normal
    }

    /// A term that is no sum: the operator on operands in normal form, or what the pool makes of that.
    pub(super) fn opaque(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Polynomial {
        let mut children = pool.children(term).to_vec();
        // A comparison does not see which NaN it has.
        if let Op::FpEq(format) | Op::FpLt(format) | Op::FpLe(format) | Op::FpToUint(format) | Op::FpToSint(format) =
            pool.op(term)
        {
            children.iter_mut().for_each(|operand| *operand = pool.fp_up_to_nan(format, *operand));
        }
        let normal: Vec<TermId> = children.iter().map(|&child| self.normal(pool, child)).collect();
        let rebuilt = pool.with_children(term, &normal);
        let op = pool.op(term);
        self.settled(pool, rebuilt, op, width)
    }

    pub(super) fn spend(&mut self, products: u64) {
        self.fuel = self.fuel.saturating_sub(products);
    }

    /// A term just built: an atom if it has the operator that was asked for, otherwise it is read again.
    pub(super) fn settled(&mut self, pool: &mut Pool, term: TermId, expected: Op, width: u32) -> Polynomial {
        if pool.op(term) == expected {
            return Polynomial::atom(width, term);
        }
        (*self.read(pool, term, width)).clone()
    }
}

/// The polynomial as a term of its width. Sums and products are made in an order that depends on structure only.
pub(super) fn build(pool: &mut Pool, polynomial: &Polynomial) -> TermId {
    let width = polynomial.width;
    let mut products: Vec<(&Monomial, u128)> = polynomial.terms.iter().map(|(product, &c)| (product, c)).collect();
    products.sort_by_cached_key(|(product, _)| structure(pool, product));
    let mut positive: Option<TermId> = None;
    let mut negative: Option<TermId> = None;
    for (product, coefficient) in products {
        let minus = coefficient.wrapping_neg() & mask(width);
        let subtracted = minus < coefficient && !product.is_empty();
        let term = product_term(pool, width, product, if subtracted { minus } else { coefficient });
        let sum = if subtracted { &mut negative } else { &mut positive };
        *sum = Some(match *sum {
            Some(before) => pool.add(before, term),
            None => term,
        });
    }
    match (positive, negative) {
        (Some(sum), None) => sum,
        (Some(sum), Some(less)) => pool.sub(sum, less),
        (None, Some(less)) => pool.neg(less),
        (None, None) => pool.constant(width, 0),
    }
}

/// Orders products by degree and by the structure of their atoms.
pub(super) fn structure(pool: &Pool, product: &Monomial) -> (usize, Vec<u64>) {
    let mut hashes: Vec<u64> = product.iter().map(|&atom| pool.hash(atom)).collect();
    hashes.sort_unstable();
    (product.len(), hashes)
}

fn product_term(pool: &mut Pool, width: u32, product: &Monomial, coefficient: u128) -> TermId {
    let mut factors = product.to_vec();
    factors.sort_by_key(|&atom| pool.hash(atom));
    let factor = pool.constant(width, coefficient);
    let mut term: Option<TermId> = None;
    for atom in factors {
        let fitted = if pool.width(atom) > width { pool.extract(atom, 0, width) } else { pool.zext(atom, width) };
        term = Some(match term {
            Some(before) => pool.mul(before, fitted),
            None => fitted,
        });
    }
    match term {
        Some(term) => pool.mul(term, factor),
        None => factor,
    }
}
