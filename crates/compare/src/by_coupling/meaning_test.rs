//! Facts and views mean the same on numbers and on terms: compared on random numbers.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::slot::Slot;
use crate::by_coupling::view::{Cells, Index, Made, View};
use crate::by_coupling::writer::Modulus;
use crate::by_coupling::writer::Writer;
use crate::role::Role;
use incise_term::{Pool, TermId};

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn slot(size: u32, signed: bool, text: &str) -> Slot {
    Slot { global: String::from("g"), offset: 0, size, signed, is_number: true, text: String::from(text) }
}

/// Four elements of an array, a signed and an unsigned number, two of one width.
fn slots() -> Vec<Slot> {
    let elements = (0..4).map(|index| slot(2, true, &format!("a[{index}]")));
    let others = [slot(4, true, "n"), slot(1, false, "b"), slot(4, false, "head"), slot(4, false, "tail")];
    elements.chain(others).collect()
}

/// Bits of a slot: small numbers, their opposites, and any.
fn bits(slot: &Slot, random: &mut Random) -> u128 {
    let any = random.next();
    let number = match any % 3 {
        0 => u128::from(any >> 8 & 15),
        1 => u128::from(any >> 8 & 15).wrapping_neg(),
        _ => u128::from(any >> 8),
    };
    number & ((1 << slot.width()) - 1)
}

#[test]
fn views_mean_the_same_on_numbers_and_on_terms() {
    let slots = slots();
    let index = |terms: &[(i64, usize)], offset| Index { terms: terms.to_vec(), offset };
    let three = Cells::Slots(vec![0, 1, 2]);
    let four = Cells::Slots(vec![0, 1, 2, 3]);
    let all = [
        Made::Quotient(6, 60),
        Made::Quotient(4, 16),
        Made::Remainder(6, 60),
        Made::Remainder(4, 7),
        Made::Field(5, 4, 4),
        Made::Field(6, 3, 9),
        Made::Difference(6, 7),
        Made::At(four.clone(), index(&[(1, 4)], 3)),
        Made::At(four, index(&[(-1, 6)], 2)),
        Made::At(three.clone(), index(&[(1, 4)], 1)),
        Made::At(three, index(&[(1, 6), (-1, 7)], 5)),
        Made::At(Cells::Bits(5, 8), index(&[(-1, 4)], 7)),
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        let held: Vec<u128> = slots.iter().map(|slot| bits(slot, &mut random)).collect();
        let mut pool = Pool::new();
        let terms: Vec<Option<TermId>> =
            slots.iter().zip(&held).map(|(slot, bits)| Some(pool.constant(slot.width(), *bits))).collect();
        for made in &all {
            let view = View::of(made.clone(), &slots);
            let number = view.number(&slots, &|slot| slots[slot].number(held[slot]));
            let term = view.term(&mut pool, &slots, &terms).expect("all slots hold numbers");
            assert_eq!(pool.as_const(term), Some(number as u128), "{made:?} of {held:?}");
            assert_eq!(pool.width(term), view.slot.width(), "{made:?}");
        }
    }
}

#[test]
fn facts_mean_the_same_on_numbers_and_on_terms() {
    let mut slots = Slots { base: slots(), modified: slots(), ..Slots::default() };
    let view = slots.add(Role::Mod, Made::Remainder(6, 60));
    let (new, old) = (|slot| (Role::Mod, slot), |slot| (Role::Base, slot));
    let equal = Fact::equal(&slots, view, old(5));
    let facts = [
        Fact::Linear(vec![(1, new(4)), (60, new(5)), (-1, old(6))], 3, Modulus::None),
        Fact::Linear(vec![(1, new(4)), (-1, old(5))], -1, Modulus::Bits(32)),
        Fact::Linear(vec![(1, new(6)), (-1, old(5))], 2, Modulus::Number(7)),
        Fact::Linear(vec![(1, new(6)), (-1, old(5))], 2, Modulus::Number(8)),
        Fact::AtLeast(new(4), -3),
        Fact::AtMost(old(6), 9),
        Fact::NotAbove(new(4), new(6)),
        Fact::Cases(vec![new(4), old(5)], vec![vec![-1, 1], vec![2, 2], vec![0, 300]]),
        Fact::Iff(Test::Bit(new(5), 2), Test::Below(old(4), 4)),
        Fact::When(Test::AtLeast(new(5), 8), Box::new(equal)),
    ];
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..300 {
        let mut pool = Pool::new();
        let draw = |slots: &[Slot], random: &mut Random| slots.iter().map(|slot| bits(slot, random)).collect();
        let held: [Vec<u128>; 2] = [draw(&slots.modified, &mut random), draw(&slots.base, &mut random)];
        let mut terms: [Vec<Option<TermId>>; 2] = Default::default();
        for (number, role) in [Role::Mod, Role::Base].into_iter().enumerate() {
            let all = slots.of(role).iter().zip(&held[number]);
            let own = all.map(|(slot, bits)| Some(pool.constant(slot.width(), *bits))).collect();
            terms[number] = slots.with_views(role, &mut pool, own);
        }
        let of = |role: Role| usize::from(role == Role::Base);
        let term = |(role, number): Place| terms[of(role)][number].expect("it holds a number");
        let constants: Vec<u128> =
            terms.iter().flatten().map(|term| pool.as_const(term.expect("a number")).expect("a constant")).collect();
        let n_new = terms[0].len();
        let value = |place: Place| {
            let at = if place.0 == Role::Mod { place.1 } else { n_new + place.1 };
            slots.get(place).number(constants[at])
        };
        for fact in &facts {
            let written = fact.term(&mut Writer { pool: &mut pool, slots: &slots, value: &term });
            assert_eq!(pool.is_true(written), fact.holds(&value), "{fact:?} of {held:?}");
        }
    }
}
