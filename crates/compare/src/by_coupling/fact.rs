//! Facts: what may hold of the private states of two versions together.
//!
//! # Invariants
//! - [`Fact::holds`] on numbers and [`Fact::term`] on terms mean the same. Arithmetic is that of the integers, unless a modulus is named.

use crate::by_coupling::formula::Formula;
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::writer::{Modulus, Writer};
use incise_term::TermId;
use std::sync::Arc;

/// A condition on one slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Test {
    /// It is this number.
    Is(Place, i128),
    /// It is another number.
    IsNot(Place, i128),
    /// It is this number or a greater one.
    AtLeast(Place, i128),
    /// It is less than this number.
    Below(Place, i128),
    /// This bit of it is set.
    Bit(Place, u32),
}

/// Something that may hold of two private states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// The sum of slots, each with a factor, is a number.
    Linear(Vec<(i64, Place)>, i128, Modulus),
    /// A slot is at least a number.
    AtLeast(Place, i128),
    /// A slot is at most a number.
    AtMost(Place, i128),
    /// A slot is not above another.
    NotAbove(Place, Place),
    /// Slots hold the numbers of one of these rows.
    Cases(Vec<Place>, Vec<Vec<i128>>),
    /// Two conditions hold both or neither.
    Iff(Test, Test),
    /// Under a condition something holds.
    When(Test, Box<Fact>),
    /// A condition of the programs does.
    Formula(Arc<Formula>),
}

impl Test {
    /// The slot.
    pub fn place(&self) -> Place {
        match self {
            Test::Is(place, _)
            | Test::IsNot(place, _)
            | Test::AtLeast(place, _)
            | Test::Below(place, _)
            | Test::Bit(place, _) => *place,
        }
    }

    fn renamed(&self, other: &dyn Fn(Place) -> Place) -> Test {
        match *self {
            Test::Is(place, number) => Test::Is(other(place), number),
            Test::IsNot(place, number) => Test::IsNot(other(place), number),
            Test::AtLeast(place, number) => Test::AtLeast(other(place), number),
            Test::Below(place, number) => Test::Below(other(place), number),
            Test::Bit(place, bit) => Test::Bit(other(place), bit),
        }
    }

    /// Whether it holds of a number.
    pub fn holds(&self, value: &dyn Fn(Place) -> i128) -> bool {
        match *self {
            Test::Is(place, number) => value(place) == number,
            Test::IsNot(place, number) => value(place) != number,
            Test::AtLeast(place, number) => value(place) >= number,
            Test::Below(place, number) => value(place) < number,
            Test::Bit(place, bit) => value(place) >> bit & 1 == 1,
        }
    }

    fn term(&self, writer: &mut Writer<'_>) -> TermId {
        match *self {
            Test::Is(place, number) => writer.is(place, number),
            Test::IsNot(place, number) => {
                let is = writer.is(place, number);
                writer.pool.not(is)
            }
            Test::AtLeast(place, number) => writer.at_least(place, number),
            Test::Below(place, number) => {
                let least = writer.at_least(place, number);
                writer.pool.not(least)
            }
            Test::Bit(place, bit) => writer.pool.extract((writer.value)(place), bit, 1),
        }
    }
}

impl Fact {
    /// That two slots hold the same number.
    pub fn equal(slots: &Slots, a: Place, b: Place) -> Fact {
        let (first, second) = (slots.get(a), slots.get(b));
        let modulus = if first.size == second.size { Modulus::Bits(first.width()) } else { Modulus::None };
        Fact::Linear(vec![(1, a), (-1, b)], 0, modulus)
    }

    /// Whether it says of all these slots what one is by the others.
    pub fn is_sum_of(&self, places: &[Place]) -> bool {
        let Fact::Linear(terms, _, modulus) = self else { return false };
        let is_exact = !matches!(modulus, Modulus::Number(_));
        is_exact && places.iter().all(|place| terms.iter().any(|(_, other)| other == place))
    }

    /// The slots that it is about.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Fact::Linear(terms, ..) => terms.iter().map(|(_, place)| *place).collect(),
            Fact::AtLeast(place, _) | Fact::AtMost(place, _) => vec![*place],
            Fact::NotAbove(a, b) => vec![*a, *b],
            Fact::Cases(places, _) => places.clone(),
            Fact::Iff(a, b) => vec![a.place(), b.place()],
            Fact::Formula(formula) => formula.places(),
            Fact::When(test, fact) => [vec![test.place()], fact.places()].concat(),
        }
    }

    /// The same of other slots; of a formula itself.
    #[must_use]
    pub fn renamed(&self, other: &dyn Fn(Place) -> Place) -> Fact {
        match self {
            Fact::Linear(terms, constant, modulus) => {
                let terms = terms.iter().map(|(factor, place)| (*factor, other(*place)));
                Fact::Linear(terms.collect(), *constant, *modulus)
            }
            Fact::AtLeast(place, number) => Fact::AtLeast(other(*place), *number),
            Fact::AtMost(place, number) => Fact::AtMost(other(*place), *number),
            Fact::NotAbove(a, b) => Fact::NotAbove(other(*a), other(*b)),
            Fact::Cases(places, rows) => Fact::Cases(places.iter().map(|place| other(*place)).collect(), rows.clone()),
            Fact::Iff(a, b) => Fact::Iff(a.renamed(other), b.renamed(other)),
            Fact::Formula(_) => self.clone(),
            Fact::When(test, fact) => Fact::When(test.renamed(other), Box::new(fact.renamed(other))),
        }
    }

    /// Whether it holds of numbers.
    pub fn holds(&self, value: &dyn Fn(Place) -> i128) -> bool {
        match self {
            Fact::Linear(terms, constant, modulus) => {
                let mut rest = constant.wrapping_neg();
                for (factor, place) in terms {
                    rest = rest.wrapping_add(value(*place).wrapping_mul(i128::from(*factor)));
                }
                match modulus {
                    Modulus::None => rest == 0,
                    Modulus::Bits(bits) => (rest as u128) << (128 - bits) == 0,
                    Modulus::Number(number) => rest % i128::from(*number) == 0,
                }
            }
            Fact::AtLeast(place, number) => value(*place) >= *number,
            Fact::AtMost(place, number) => value(*place) <= *number,
            Fact::NotAbove(a, b) => value(*a) <= value(*b),
            Fact::Cases(places, rows) => {
                rows.iter().any(|row| places.iter().zip(row).all(|(at, is)| value(*at) == *is))
            }
            Fact::Iff(a, b) => a.holds(value) == b.holds(value),
            Fact::Formula(formula) => formula.holds(value),
            Fact::When(test, fact) => !test.holds(value) || fact.holds(value),
        }
    }

    /// That it holds, as a term over what the slots hold.
    pub fn term(&self, writer: &mut Writer<'_>) -> TermId {
        match self {
            Fact::Linear(terms, constant, modulus) => writer.linear(terms, *constant, *modulus),
            Fact::AtLeast(place, number) => writer.at_least(*place, *number),
            Fact::AtMost(place, number) => {
                let above = writer.at_least(*place, *number + 1);
                writer.pool.not(above)
            }
            Fact::NotAbove(a, b) => {
                let width = 1 + writer.width(*a).max(writer.width(*b));
                let (a, b) = (writer.widened(*a, width), writer.widened(*b, width));
                writer.pool.sle(a, b)
            }
            Fact::Cases(places, rows) => {
                let mut any = writer.pool.false_();
                for row in rows {
                    let mut all = writer.pool.true_();
                    for (place, number) in places.iter().zip(row) {
                        let is = writer.is(*place, *number);
                        all = writer.pool.bool_and(all, is);
                    }
                    any = writer.pool.bool_or(any, all);
                }
                any
            }
            Fact::Iff(a, b) => {
                let (a, b) = (a.term(writer), b.term(writer));
                writer.pool.eq(a, b)
            }
            Fact::Formula(formula) => formula.term(writer),
            Fact::When(test, fact) => {
                let (test, fact) = (test.term(writer), fact.term(writer));
                writer.pool.implies(test, fact)
            }
        }
    }
}
