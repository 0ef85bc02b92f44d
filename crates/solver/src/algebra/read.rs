//! The laws: which polynomial each operator is. Every line is an equation between integers, or modulo `2^width` where the
//! operator's own width is at least that.

use super::normal::{Algebra, build, structure};
use super::polynomial::{Monomial, Polynomial};
use incise_term::concrete::{mask, signed};
use incise_term::{Op, Pool, TermId};
use smallvec::SmallVec;
use std::rc::Rc;

/// Products that a choice may add: the choices of a table would double them with each entry.
const MAX_CHOICE: usize = 48;
/// Halves and the like that are made whole in one sum.
const MAX_WHOLE: usize = 16;

/// `2^exponent` modulo `2^128`.
fn power(exponent: u32) -> u128 {
    1u128.checked_shl(exponent).unwrap_or(0)
}

/// The inverse of an odd number modulo `2^128`, by Newton's iteration.
fn inverse(odd: u128) -> u128 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}

impl Algebra {
    pub(super) fn read_anew(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Polynomial {
        self.by_law(pool, term, width).unwrap_or_else(|| self.opaque(pool, term, width))
    }

    /// `None` if the operator is no sum, or a bound is passed.
    fn by_law(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Option<Polynomial> {
        let own = pool.width(term);
        let op = pool.op(term);
        let parts: SmallVec<[TermId; 3]> = pool.children(term).into();
        match op {
            Op::Const => Some(Polynomial::constant(width, pool.as_const(term)?)),
            Op::Var(_) => Some(Polynomial::atom(width, term)),
            Op::And | Op::Or | Op::Xor | Op::Eq if pool.width(parts[0]) == 1 => {
                let (a, b) = (self.read(pool, parts[0], width), self.read(pool, parts[1], width));
                self.formula(pool, op, &a, &b)
            }
            Op::And | Op::Or | Op::Xor => self.bitwise(pool, term, width),
            Op::Not => {
                // 2^own - 1 - x
                let mut sum = Polynomial::constant(width, mask(own));
                sum.add(&self.read(pool, parts[0], width), u128::MAX);
                Some(sum)
            }
            Op::Zext => Some((*self.read(pool, parts[0], width)).clone()),
            Op::Sext => {
                let x = parts[0];
                let mut sum = self.read_signed(pool, x, width);
                if width > own {
                    let top = pool.width(x) - 1;
                    sum.add(&self.upper(pool, x, top, width), power(own));
                }
                Some(sum)
            }
            Op::Concat => {
                let (hi, lo) = (parts[0], parts[1]);
                let seam = pool.width(lo);
                let mut sum = (*self.read(pool, lo, width)).clone();
                if seam < width {
                    // Times 2^seam: what is above 2^(width - seam) does not matter.
                    sum.add(&self.read(pool, hi, width - seam), power(seam));
                }
                Some(sum)
            }
            Op::Extract { lo } => {
                let x = parts[0];
                let mut sum = (*self.upper(pool, x, lo, width)).clone();
                if own < width {
                    sum.add(&self.upper(pool, x, lo + own, width), power(own).wrapping_neg());
                }
                Some(sum)
            }
            Op::Ite => {
                let [c, a, b] = [parts[0], parts[1], parts[2]].map(|part| self.read(pool, part, width));
                let mut difference = (*a).clone();
                difference.add(&b, u128::MAX);
                if c.terms.len() * difference.terms.len() > MAX_CHOICE {
                    return None;
                }
                let mut sum = self.product(pool, &c, &difference)?;
                sum.add(&b, 1);
                Some(sum)
            }
            Op::Add | Op::Sub | Op::Mul if width <= own || fits_unsigned(pool, term) => {
                let (a, b) = (self.read(pool, parts[0], width), self.read(pool, parts[1], width));
                self.arithmetic(pool, op, &a, &b)
            }
            Op::Neg if width <= own => Some(self.read(pool, parts[0], width).scaled(u128::MAX)),
            Op::Shl if width <= own => {
                // x << y = x * (1 << y)
                let (x, y) = (parts[0], parts[1]);
                if pool.as_const(x) == Some(1) {
                    return None;
                }
                let one = pool.constant(own, 1);
                let power = pool.shl(one, y);
                let (x, power) = (self.read(pool, x, width), self.read(pool, power, width));
                self.product(pool, &x, &power)
            }
            Op::Urem => {
                let (x, y) = (parts[0], parts[1]);
                let quotient = pool.udiv(x, y);
                self.remainder(pool, x, y, quotient, width)
            }
            Op::Srem if width <= own => {
                let (x, y) = (parts[0], parts[1]);
                let quotient = pool.sdiv(x, y);
                self.remainder(pool, x, y, quotient, width)
            }
            Op::Udiv => self.quotient_of_slice(pool, parts[0], parts[1], width),
            Op::Sdiv => self.quotient(pool, term, width),
            Op::Eq => self.equality(pool, parts[0], parts[1], width),
            Op::Ule | Op::Sle => {
                let (a, b) = (parts[0], parts[1]);
                let above = if op == Op::Ule { pool.ult(b, a) } else { pool.slt(b, a) };
                let mut sum = Polynomial::constant(width, 1);
                sum.add(&self.read(pool, above, width), u128::MAX);
                Some(sum)
            }
            Op::Slt => self.sign(pool, parts[0], parts[1], width),
            _ => None,
        }
    }

    pub(super) fn product(&mut self, pool: &Pool, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        self.spend((a.terms.len() * b.terms.len()) as u64);
        // Modulo 2 every number is its own square.
        let modulo_2 = a.width == 1;
        a.times(b, |atom| modulo_2 || pool.width(atom) == 1)
    }

    /// A connective of two truth values.
    fn formula(&mut self, pool: &Pool, op: Op, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let both = self.product(pool, a, b)?;
        if op == Op::And {
            return Some(both);
        }
        let mut sum = a.clone();
        sum.add(b, 1);
        sum.add(&both, if op == Op::Or { u128::MAX } else { 2u128.wrapping_neg() });
        if op != Op::Eq {
            return Some(sum);
        }
        let mut equal = Polynomial::constant(a.width, 1);
        equal.add(&sum, u128::MAX);
        Some(equal)
    }

    fn arithmetic(&mut self, pool: &Pool, op: Op, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        if op == Op::Mul {
            return self.product(pool, a, b);
        }
        let mut sum = a.clone();
        sum.add(b, if op == Op::Add { 1 } else { u128::MAX });
        (sum.terms.len() <= super::polynomial::MAX_MONOMIALS).then_some(sum)
    }

    /// A term as a signed number modulo `2^width`.
    fn read_signed(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Polynomial {
        let own = pool.width(term);
        let op = pool.op(term);
        if width > own && matches!(op, Op::Add | Op::Sub | Op::Mul) && fits_signed(pool, term) {
            let (a, b) = (pool.child(term, 0), pool.child(term, 1));
            let (a, b) = (self.read_signed(pool, a, width), self.read_signed(pool, b, width));
            if let Some(result) = self.arithmetic(pool, op, &a, &b) {
                return result;
            }
        }
        if op == Op::Sext {
            let narrow = pool.child(term, 0);
            return self.read_signed(pool, narrow, width);
        }
        let mut sum = (*self.read(pool, term, width)).clone();
        if width > own {
            sum.add(&self.upper(pool, term, own - 1, width), power(own).wrapping_neg());
        }
        sum
    }

    /// `floor(x / 2^k)` modulo `2^width`.
    pub(super) fn upper(&mut self, pool: &mut Pool, x: TermId, k: u32, width: u32) -> Rc<Polynomial> {
        if k == 0 {
            return self.read(pool, x, width);
        }
        let own = pool.width(x);
        if k >= own {
            return Rc::new(Polynomial::constant(width, 0));
        }
        let normal = self.normal(pool, x);
        let slice = pool.extract(normal, k, own - k);
        if pool.op(slice) == (Op::Extract { lo: k }) && pool.child(slice, 0) == normal {
            return Rc::new(Polynomial::atom(width, slice));
        }
        self.read(pool, slice, width)
    }

    /// `x - quotient * y`, which is the remainder also by zero.
    fn remainder(&mut self, pool: &mut Pool, x: TermId, y: TermId, quotient: TermId, width: u32) -> Option<Polynomial> {
        let [x, y, quotient] = [x, y, quotient].map(|part| self.read(pool, part, width));
        let mut sum = (*x).clone();
        sum.add(&self.product(pool, &quotient, &y)?, u128::MAX);
        Some(sum)
    }

    /// `floor(y / 2^k) udiv c = y udiv (2^k c)`, when that fits.
    fn quotient_of_slice(&mut self, pool: &mut Pool, x: TermId, c: TermId, width: u32) -> Option<Polynomial> {
        let c = pool.as_const(c).filter(|&c| c != 0)?;
        let Op::Extract { lo } = pool.op(x) else { return None };
        let whole = pool.child(x, 0);
        let own = pool.width(whole);
        if lo + pool.width(x) != own || c > mask(own) >> lo {
            return None;
        }
        let divisor = pool.constant(own, c << lo);
        let merged = pool.udiv(whole, divisor);
        Some((*self.read(pool, merged, width)).clone())
    }

    /// A signed quotient of a signed quotient, by positive constants whose product fits, is one quotient.
    fn quotient(&mut self, pool: &mut Pool, term: TermId, width: u32) -> Option<Polynomial> {
        let own = pool.width(term);
        let positive = |pool: &Pool, t: TermId| pool.as_const(t).filter(|&c| signed(own, c) > 0);
        let (x, c) = (pool.child(term, 0), positive(pool, pool.child(term, 1))?);
        let (inner, d) = match pool.op(x) {
            Op::Sdiv => (pool.child(x, 0), positive(pool, pool.child(x, 1))?),
            _ => shifted_quotient(pool, x)?,
        };
        let both = c.checked_mul(d).filter(|&both| both <= mask(own - 1))?;
        let both = pool.constant(own, both);
        let merged = pool.sdiv(inner, both);
        Some((*self.read(pool, merged, width)).clone())
    }

    /// `a == b` of more than one bit: the difference, made unique up to a unit, against zero.
    fn equality(&mut self, pool: &mut Pool, a: TermId, b: TermId, width: u32) -> Option<Polynomial> {
        let own = pool.width(a);
        let mut difference = (*self.read(pool, a, own)).clone();
        difference.add(&self.read(pool, b, own), u128::MAX);
        let difference = self.whole(pool, difference);
        if let Some(value) = difference.as_constant() {
            return Some(Polynomial::constant(width, u128::from(value == 0)));
        }
        let leading = difference.terms.iter().filter(|(product, _)| !product.is_empty());
        let key = |&(product, coefficient): &(&Monomial, &u128)| {
            (coefficient & 1 == 0, std::cmp::Reverse(structure(pool, product)))
        };
        let (_, &coefficient) = leading.min_by_key(key)?;
        let unit = if coefficient & 1 == 1 {
            inverse(coefficient)
        } else if coefficient.wrapping_neg() & mask(own) < coefficient {
            u128::MAX
        } else {
            1
        };
        let difference = difference.scaled(unit);
        let constant = difference.constant_part();
        let mut rest = difference;
        rest.add(&Polynomial::constant(own, constant), u128::MAX);
        let rest = build(pool, &rest);
        let constant = pool.constant(own, constant.wrapping_neg());
        let equal = pool.eq(rest, constant);
        Some(self.settled(pool, equal, Op::Eq, width))
    }

    /// `2^k floor(x / 2^k) = x` where `x` is a multiple of `2^k`, as `x (x - 1)` is one of 2.
    fn whole(&mut self, pool: &mut Pool, mut sum: Polynomial) -> Polynomial {
        for _ in 0..MAX_WHOLE {
            let found = sum.terms.iter().find_map(|(product, &coefficient)| {
                let at = product.iter().position(|&atom| {
                    let Op::Extract { lo } = pool.op(atom) else { return false };
                    let x = pool.child(atom, 0);
                    let is_upper = pool.width(atom) + lo == pool.width(x);
                    is_upper && coefficient.trailing_zeros() >= lo && self.read(pool, x, lo).as_constant() == Some(0)
                })?;
                Some((product.clone(), coefficient, at))
            });
            let Some((mut product, coefficient, at)) = found else { break };
            let slice = product[at];
            let Op::Extract { lo } = pool.op(slice) else { break };
            let x = self.read(pool, pool.child(slice, 0), sum.width);
            let mut rest = Polynomial::constant(sum.width, 0);
            let mut removed = Polynomial::constant(sum.width, 0);
            removed.add_product(product.clone(), coefficient);
            product.remove(at);
            rest.add_product(product, coefficient >> lo);
            let Some(instead) = self.product(pool, &rest, &x) else { break };
            sum.add(&removed, u128::MAX);
            sum.add(&instead, 1);
        }
        sum
    }

    /// `a <s b`; a comparison with zero is the sign bit.
    fn sign(&mut self, pool: &mut Pool, a: TermId, b: TermId, width: u32) -> Option<Polynomial> {
        let own = pool.width(a);
        if pool.as_const(b) == Some(0) {
            return Some((*self.upper(pool, a, own - 1, width)).clone());
        }
        if pool.as_const(a) == Some(mask(own)) {
            let mut sum = Polynomial::constant(width, 1);
            sum.add(&self.upper(pool, b, own - 1, width), u128::MAX);
            return Some(sum);
        }
        None
    }
}

/// The dividend and `2^k`, if a term is what the pool makes of a signed quotient by `2^k`.
fn shifted_quotient(pool: &mut Pool, term: TermId) -> Option<(TermId, u128)> {
    let own = pool.width(term);
    if pool.op(term) != Op::Sext {
        return None;
    }
    let slice = pool.child(term, 0);
    let Op::Extract { lo } = pool.op(slice) else { return None };
    let sum = pool.child(slice, 0);
    if pool.width(sum) != own || lo == 0 || lo + 1 >= own || pool.op(sum) != Op::Add {
        return None;
    }
    let divisor = pool.constant(own, power(lo));
    let dividends = [pool.child(sum, 0), pool.child(sum, 1)];
    dividends.into_iter().find(|&x| pool.sdiv(x, divisor) == term).map(|x| (x, power(lo)))
}

/// Can a sum, difference or product of two terms, read as unsigned, not leave the width?
fn fits_unsigned(pool: &Pool, term: TermId) -> bool {
    let most = mask(pool.width(term));
    let (a, b) = (pool.unsigned_range(pool.child(term, 0)), pool.unsigned_range(pool.child(term, 1)));
    match pool.op(term) {
        Op::Add => a.1.checked_add(b.1).is_some_and(|sum| sum <= most),
        Op::Sub => a.0 >= b.1,
        Op::Mul => a.1.checked_mul(b.1).is_some_and(|product| product <= most),
        _ => false,
    }
}

/// The same, read as signed.
fn fits_signed(pool: &Pool, term: TermId) -> bool {
    let width = pool.width(term);
    let (least, most) = (-((mask(width - 1)) as i128) - 1, mask(width - 1) as i128);
    let (a, b) = (pool.signed_range(pool.child(term, 0)), pool.signed_range(pool.child(term, 1)));
    let within = |value: Option<i128>| value.is_some_and(|value| (least..=most).contains(&value));
    match pool.op(term) {
        Op::Add => within(a.0.checked_add(b.0)) && within(a.1.checked_add(b.1)),
        Op::Sub => within(a.0.checked_sub(b.1)) && within(a.1.checked_sub(b.0)),
        Op::Mul => [a.0, a.1].into_iter().all(|x| [b.0, b.1].into_iter().all(|y| within(x.checked_mul(y)))),
        _ => false,
    }
}
