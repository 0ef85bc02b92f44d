//! Terms over what slots hold: comparisons with numbers, and sums of a few slots with small factors.

use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::slot::Slot;
use incise_term::{Pool, TermId};

/// What a sum is taken modulo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Modulus {
    /// Nothing.
    None,
    /// Two to the power of so many bits.
    Bits(u32),
    /// A number.
    Number(u32),
}

/// Makes terms over what slots hold.
pub struct Writer<'a> {
    /// The terms.
    pub pool: &'a mut Pool,
    /// The slots.
    pub slots: &'a Slots,
    /// What each holds.
    pub value: &'a dyn Fn(Place) -> TermId,
}

impl Writer<'_> {
    pub(crate) fn width(&self, place: Place) -> u32 {
        self.slots.get(place).width()
    }

    /// A slot as a number of more bits.
    pub(crate) fn widened(&mut self, place: Place, width: u32) -> TermId {
        let term = (self.value)(place);
        match self.slots.get(place).signed {
            true => self.pool.sext(term, width),
            false => self.pool.zext(term, width),
        }
    }

    pub(crate) fn is(&mut self, place: Place, number: i128) -> TermId {
        let slot = self.slots.get(place);
        if slot.number(number as u128) != number {
            return self.pool.false_();
        }
        let number = self.pool.constant(slot.width(), number as u128);
        self.pool.eq((self.value)(place), number)
    }

    pub(crate) fn at_least(&mut self, place: Place, number: i128) -> TermId {
        let slot = self.slots.get(place);
        let (low, high) = range(slot);
        if number <= low {
            return self.pool.true_();
        }
        if number > high {
            return self.pool.false_();
        }
        let number = self.pool.constant(slot.width(), number as u128);
        match slot.signed {
            true => self.pool.sle(number, (self.value)(place)),
            false => self.pool.ule(number, (self.value)(place)),
        }
    }

    pub(crate) fn linear(&mut self, terms: &[(i64, Place)], constant: i128, modulus: Modulus) -> TermId {
        let widest = terms.iter().map(|(_, place)| self.width(*place)).max().unwrap_or(8);
        let width = match modulus {
            Modulus::Bits(bits) => bits,
            // No sum of these slots is too great for so many bits.
            Modulus::None | Modulus::Number(_) => {
                let factors: u128 = terms.iter().map(|(factor, _)| u128::from(factor.unsigned_abs())).sum();
                let bits = |number: u128| 128 - number.leading_zeros();
                (widest + bits(factors)).max(bits(constant.unsigned_abs())).saturating_add(2).min(128)
            }
        };
        // One slot on the left, the others on the right: equal sides are one term.
        let Some(((factor, place), rest)) = terms.split_first() else { return self.pool.true_() };
        let left = self.scaled(*factor, *place, width);
        let mut right = self.pool.constant(width, constant as u128);
        for (factor, place) in rest {
            let scaled = self.scaled(-factor, *place, width);
            right = self.pool.add(right, scaled);
        }
        match modulus {
            Modulus::None | Modulus::Bits(_) => self.pool.eq(left, right),
            Modulus::Number(number) => {
                let difference = self.pool.sub(left, right);
                let zero = self.pool.constant(width, 0);
                if number.is_power_of_two() {
                    let low = self.pool.extract(difference, 0, number.trailing_zeros().max(1));
                    let zero = self.pool.constant(number.trailing_zeros().max(1), 0);
                    return self.pool.eq(low, zero);
                }
                let number = self.pool.constant(width, u128::from(number));
                let rest = self.pool.srem(difference, number);
                self.pool.eq(rest, zero)
            }
        }
    }

    fn scaled(&mut self, factor: i64, place: Place, width: u32) -> TermId {
        let slot = match self.width(place) {
            own if own == width => (self.value)(place),
            own if own > width => self.pool.extract((self.value)(place), 0, width),
            _ => self.widened(place, width),
        };
        match factor {
            1 => slot,
            -1 => self.pool.neg(slot),
            _ => {
                let factor = self.pool.constant(width, factor as u128);
                self.pool.mul(slot, factor)
            }
        }
    }

    /// What a slot must hold so that a sum is a number, as far as its own bits say: the others of the sum are known.
    pub fn solved(&mut self, terms: &[(i64, Place)], constant: i128, place: Place) -> Option<TermId> {
        let width = self.width(place);
        let (own, _) = terms.iter().find(|(_, other)| *other == place).filter(|(factor, _)| factor.abs() == 1)?;
        let mut sum = self.pool.constant(width, constant as u128);
        for (factor, other) in terms.iter().filter(|(_, other)| *other != place) {
            let scaled = self.scaled(-factor, *other, width);
            sum = self.pool.add(sum, scaled);
        }
        Some(if *own == 1 { sum } else { self.pool.neg(sum) })
    }
}

/// The least and the greatest number of a slot.
pub fn range(slot: &Slot) -> (i128, i128) {
    match slot.signed {
        true => (-(1 << (slot.width() - 1)), (1 << (slot.width() - 1)) - 1),
        false => (0, (1 << slot.width()) - 1),
    }
}
