//! Candidate facts: what holds of all states that histories were seen to leave.
//!
//! *In*: slots, samples, numbers of the program. *Out*: facts that hold of all samples, in a fixed order, simple ones first. They are guesses:
//! whoever uses them proves them.

use crate::by_coupling::configurations::configurations;
use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::families::of_elements;
use crate::by_coupling::guarded::guarded;
use crate::by_coupling::histories::Sample;
use crate::by_coupling::modes::{Told, in_modes, learn};
use crate::by_coupling::palette::Numbers;
use crate::by_coupling::pieces::pieces;
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::rings::rings;
use crate::by_coupling::seen::{Found, Seen};
use crate::by_coupling::writer::{Modulus, range};
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that a slot may have so that its values are listed.
const FEW: usize = 16;
/// Slots of the other version that one is taken to be equal to.
const PARTNERS: usize = 4;
/// Numbers that may bound a slot although the program does not name them.
const SMALL: i128 = 4096;
/// The largest factor in a sum.
const MAX_FACTOR: i128 = 256;
/// Elements of an array that are added up.
const MAX_ADDED: usize = 64;
/// Flags that bits are compared with.
const MAX_FLAGS: usize = 64;
/// Values of a slot each of which is a condition.
const FEW_MODES: usize = 5;
const MANY_MODES: usize = 20;
/// All facts.
const MAX_FACTS: usize = 3000;

/// Which facts are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Those about slots, at all times and while one of few values is held.
    Plain,
    /// Also those about views of slots, and while one of few conditions holds.
    Rich,
    /// Also those while one of many conditions holds.
    Richest,
}

/// Whether one of some slots is known by the others.
type IsSum<'a> = &'a dyn Fn(&[Place]) -> bool;

/// The facts that hold of all samples, with the slots and the views that they are about.
pub(crate) fn candidates(slots: &Slots, samples: &[Sample], program: &Numbers, effort: Effort) -> (Slots, Vec<Fact>) {
    let mut seen = Seen::of(slots, samples);
    let numbers = &program.near[..];
    let mut found = Found::default();
    for place in seen.slots.places() {
        seen.bounds(place, numbers, &mut found);
    }
    let whole: Vec<usize> = (0..samples.len()).collect();
    let mut sums = Found::default();
    learn(&seen, &whole, &mut sums);
    // What is left of a sum is known where the sum is, and harder to decide.
    let is_sum = |places: &[Place]| sums.facts.iter().any(|fact| fact.is_sum_of(places));
    let related = seen.pairs(&program.named, &is_sum, &mut found);
    seen.triples(&program.named, (&related, &is_sum), &mut found);
    sums.facts.iter().for_each(|fact| found.add(fact.clone()));
    seen.orders(&mut found);
    seen.array_sums(&mut found);
    seen.bits(&mut found);
    guarded(&seen, &related, &mut found);
    if effort == Effort::Plain {
        in_modes(&seen, &seen.singles(), Told { few: FEW_MODES, numbers: &[] }, &mut found);
    } else {
        let few = if effort == Effort::Rich { FEW_MODES } else { MANY_MODES };
        let told = Told { few, numbers: &program.named };
        let views = pieces(&mut seen, &program.named, &mut found);
        of_elements(&seen, told, &mut found);
        rings(&mut seen, &mut found);
        configurations(&seen, &views, &mut found);
        let conditions: Vec<Place> = seen.singles().into_iter().chain(views).collect();
        in_modes(&seen, &conditions, told, &mut found);
    }
    found.facts.retain(|fact| seen.holds(fact));
    found.facts.truncate(MAX_FACTS);
    (seen.slots, found.facts)
}

impl Seen {
    /// Bounds of one slot: the numbers seen, and those of the program that come next.
    fn bounds(&self, place: Place, numbers: &[i128], found: &mut Found) {
        if !self.slots.get(place).is_number {
            return;
        }
        let distinct = &self.distinct[&place];
        let (Some(low), Some(high)) = (distinct.first().copied(), distinct.last().copied()) else { return };
        let (least, most) = range(self.slots.get(place));
        // A great number that the program does not name is where the histories ended.
        let is_bound = |number: i128| number.abs() <= SMALL || numbers.contains(&number);
        if low > least && is_bound(low) {
            found.add(Fact::AtLeast(place, low));
        }
        if high < most && is_bound(high) {
            found.add(Fact::AtMost(place, high));
        }
        let above = numbers.iter().copied().filter(|number| *number > high && *number < most);
        let above: Vec<i128> = above.collect();
        let far = above.iter().rev().take(4);
        let above: BTreeSet<i128> = above.iter().take(6).chain(far).copied().collect();
        above.into_iter().for_each(|number| found.add(Fact::AtMost(place, number)));
        let below = numbers.iter().rev().copied().filter(|number| *number < low && *number > least).take(2);
        below.for_each(|number| found.add(Fact::AtLeast(place, number)));
        if low > 0 && least < 0 {
            found.add(Fact::AtLeast(place, 0));
        }
        let is_gapped = (high - low) as usize >= distinct.len();
        if (2..=FEW).contains(&distinct.len()) && is_gapped {
            found.add(Fact::Cases(vec![place], distinct.iter().map(|number| vec![*number]).collect()));
        }
    }

    /// Relations between a slot of the new version and one of the old; the pairs of varying slots that are related by a sum.
    fn pairs(&self, numbers: &[i128], is_sum: IsSum<'_>, found: &mut Found) -> BTreeSet<(Place, Place)> {
        let mut related = BTreeSet::new();
        for old in (0..self.slots.base.len()).map(|number| (Role::Base, number)) {
            let mut equal: Vec<Place> = Vec::new();
            for new in (0..self.slots.modified.len()).map(|number| (Role::Mod, number)) {
                if self.may_be_equal(new, old) {
                    equal.push(new);
                }
            }
            equal.sort_by_key(|new| (self.strangeness(*new, old), *new));
            equal.truncate(PARTNERS);
            for new in equal {
                found.add(Fact::equal(&self.slots, new, old));
                related.insert((new, old));
            }
        }
        let is_open = |place: &Place| {
            self.slots.get(*place).is_number && self.varies(*place) && self.slots.get(*place).element().is_none()
        };
        let of = |role: Role| self.slots.places().filter(move |place| place.0 == role).filter(is_open);
        for new in of(Role::Mod) {
            for old in of(Role::Base) {
                let numbers = if is_sum(&[new, old]) { &[] } else { numbers };
                if !related.contains(&(new, old)) && self.relate(new, old, numbers, found) {
                    related.insert((new, old));
                }
            }
        }
        related
    }

    fn may_be_equal(&self, new: Place, old: Place) -> bool {
        let (a, b) = (self.slots.get(new), self.slots.get(old));
        if a.is_number != b.is_number || !a.is_number && a.size != b.size {
            return false;
        }
        self.values[&new] == self.values[&old]
    }

    /// How little two slots that hold the same have to do with each other by name, array and index.
    fn strangeness(&self, new: Place, old: Place) -> (bool, i64, bool) {
        let (a, b) = (self.slots.get(new), self.slots.get(old));
        let last = |text: &str| text.rsplit(['.', ']']).next().unwrap_or_default().to_owned();
        let apart = match (a.element(), b.element()) {
            (Some((_, x)), Some((_, y))) => (x - y).abs(),
            (None, None) => 0,
            _ => i64::MAX,
        };
        (a.text != b.text, apart, last(&a.text) != last(&b.text))
    }

    /// Sums of two slots with factors; cases, where neither has many values; whether a sum was found.
    fn relate(&self, new: Place, old: Place, numbers: &[i128], found: &mut Found) -> bool {
        let (a, b) = (&self.values[&new], &self.values[&old]);
        let bits = (self.slots.get(new).size == self.slots.get(old).size).then(|| self.slots.get(new).width());
        let other = (1..a.len()).find(|at| b[*at] != b[0]);
        let mut is_sum = false;
        if let Some(at) = other {
            let (x, y) = (a[at] - a[0], b[at] - b[0]);
            // x / y in lowest terms, if that is a whole number or one by a whole number.
            let factors = match (x, y) {
                (0, _) => None,
                (x, y) if x % y == 0 => Some((1, x / y)),
                (x, y) if y % x == 0 => Some((y / x, 1)),
                _ => None,
            };
            let small = factors.filter(|(m, n)| m.abs() <= MAX_FACTOR && n.abs() <= MAX_FACTOR);
            if let Some((m, n)) = small {
                let constant = m * a[0] - n * b[0];
                let modulus = bits.map_or(Modulus::None, Modulus::Bits);
                let fact = Fact::Linear(vec![(m as i64, new), (-n as i64, old)], constant, modulus);
                is_sum = self.holds(&fact);
                if is_sum {
                    found.add(fact);
                }
            }
        }
        if is_sum {
            return true;
        }
        self.congruent(new, old, numbers, found);
        let rows: BTreeSet<Vec<i128>> = a.iter().zip(b).map(|(x, y)| vec![*x, *y]).collect();
        let (n_new, n_old) = (self.distinct[&new].len(), self.distinct[&old].len());
        if rows.len() <= FEW && rows.len() < n_new * n_old {
            found.add(Fact::Cases(vec![new, old], rows.into_iter().collect()));
        }
        self.flags(new, old, found);
        self.flags(old, new, found);
        false
    }

    /// Sums of two slots modulo lengths that occur in the program, and modulo the width of the narrower.
    fn congruent(&self, new: Place, old: Place, numbers: &[i128], found: &mut Found) {
        let narrow = self.slots.get(new).width().min(self.slots.get(old).width());
        let lengths = numbers.iter().copied().filter(|number| (2..=1024).contains(number));
        let wide = (narrow < 32).then_some(1 << narrow);
        for modulus in wide.into_iter().chain(lengths) {
            for sign in [-1, 1] {
                let constant = self.values[&new][0] + i128::from(sign) * self.values[&old][0];
                let constant = constant.rem_euclid(modulus);
                let terms = vec![(1, new), (sign, old)];
                let fact = Fact::Linear(terms, constant, Modulus::Number(modulus as u32));
                if self.holds(&fact) {
                    found.add(fact);
                    return;
                }
            }
        }
    }

    /// That one slot, which has two values, says whether the other has one value, or is above one.
    fn flags(&self, flag: Place, other: Place, found: &mut Found) {
        let (values, flags) = (&self.distinct[&other], &self.distinct[&flag]);
        let (2, Some(high)) = (flags.len(), flags.last().copied()) else { return };
        let set = Test::Is(flag, high);
        for number in [values.first(), values.last(), Some(&0)].into_iter().flatten() {
            for test in [Test::Is(other, *number), Test::IsNot(other, *number)] {
                let fact = Fact::Iff(set, test);
                if self.holds(&fact) {
                    found.add(fact);
                }
            }
        }
        // Where the flag changes with growing values of the other.
        let with = |value: i128| {
            let pairs = self.values[&flag].iter().zip(&self.values[&other]);
            pairs.filter(move |(set, _)| **set == value).map(|(_, other)| *other)
        };
        let low = flags.first().copied().unwrap_or_default();
        for (upper, test) in [(high, set), (low, Test::IsNot(flag, high))] {
            if let Some(least) = with(upper).min() {
                let fact = Fact::Iff(test, Test::AtLeast(other, least));
                if self.holds(&fact) {
                    found.add(fact);
                }
            }
        }
    }

    /// Sums of three slots that no two of them have: `count == tail - head`, also modulo lengths.
    fn triples(&self, numbers: &[i128], (related, is_sum): (&BTreeSet<(Place, Place)>, IsSum<'_>), found: &mut Found) {
        let singles = self.singles();
        let are_related = |a: Place, b: Place| related.contains(&(a, b)) || related.contains(&(b, a));
        for (i, a) in singles.iter().enumerate() {
            for (j, b) in singles.iter().enumerate().skip(i + 1) {
                for c in singles.iter().skip(j + 1) {
                    let is_known = are_related(*a, *b) || are_related(*b, *c) || are_related(*a, *c);
                    if is_known || is_sum(&[*a, *b, *c]) {
                        continue;
                    }
                    for signs in [[1, 1, -1], [1, -1, 1], [1, -1, -1], [1, 1, 1]] {
                        self.triple([*a, *b, *c], signs, numbers, found);
                    }
                }
            }
        }
    }

    fn triple(&self, places: [Place; 3], signs: [i64; 3], numbers: &[i128], found: &mut Found) {
        let terms: Vec<(i64, Place)> = signs.into_iter().zip(places).collect();
        let first: i128 = terms.iter().map(|(sign, place)| i128::from(*sign) * self.values[place][0]).sum();
        let sizes: BTreeSet<u32> = places.iter().map(|place| self.slots.get(*place).size).collect();
        let bits = (sizes.len() == 1).then(|| Modulus::Bits(self.slots.get(places[0]).width()));
        let lengths = numbers.iter().copied().filter(|number| (3..=1024).contains(number));
        let moduli = [bits.unwrap_or(Modulus::None)].into_iter().chain(lengths.map(|n| Modulus::Number(n as u32)));
        for modulus in moduli {
            let constant = match modulus {
                Modulus::Number(number) => first.rem_euclid(i128::from(number)),
                Modulus::None | Modulus::Bits(_) => first,
            };
            let fact = Fact::Linear(terms.clone(), constant, modulus);
            if self.holds(&fact) {
                found.add(fact);
                return;
            }
        }
    }

    /// That a slot is not above another of its version.
    fn orders(&self, found: &mut Found) {
        let singles = self.singles();
        for a in &singles {
            for b in singles.iter().filter(|b| *b != a && b.0 == a.0) {
                found.add(Fact::NotAbove(*a, *b));
            }
        }
    }

    /// That a slot is the sum of the elements of an array.
    fn array_sums(&self, found: &mut Found) {
        let mut arrays: BTreeMap<(Role, &str), Vec<Place>> = BTreeMap::new();
        for place in self.slots.places().filter(|place| self.slots.get(*place).is_number) {
            if let Some((array, _)) = self.slots.get(place).element() {
                arrays.entry((place.0, array)).or_default().push(place);
            }
        }
        for elements in arrays.values().filter(|elements| elements.len() <= MAX_ADDED) {
            for place in self.singles() {
                let terms = [(1, place)].into_iter().chain(elements.iter().map(|element| (-1, *element)));
                let fact = Fact::Linear(terms.collect(), 0, Modulus::None);
                if self.holds(&fact) {
                    found.add(fact);
                }
            }
        }
    }

    /// That a bit of one slot says whether another, which has two values, has the greater one.
    fn bits(&self, found: &mut Found) {
        let numbers = || self.slots.places().filter(|place| self.slots.get(*place).is_number);
        let flags: Vec<Place> = numbers().filter(|place| self.distinct[place].len() == 2).take(MAX_FLAGS).collect();
        for place in self.singles().into_iter().filter(|place| self.distinct[place].len() > 2) {
            for flag in flags.iter().filter(|flag| flag.0 != place.0) {
                let Some(high) = self.distinct[flag].last().copied() else { continue };
                for bit in 0..self.slots.get(place).width() {
                    let fact = Fact::Iff(Test::Bit(place, bit), Test::Is(*flag, high));
                    if self.holds(&fact) {
                        found.add(fact);
                    }
                }
            }
        }
    }
}
