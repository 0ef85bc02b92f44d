//! Candidate facts about all elements of arrays alike: what is learnt from the states of all elements together is proposed for each.
//!
//! A family is slots whose names differ in one index, or the bits of a word or of an array of words. Families of one length are taken as
//! slots of a generic element, whose states are those of all elements: an element that histories did not change does not matter.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::linear::relation;
use crate::by_coupling::modes::{Told, in_modes};
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::seen::{Found, Seen};
use crate::by_coupling::slot::Slot;
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// The least and the most elements of a family.
const LEAST: usize = 2;
const MOST: usize = 256;
/// The most families of a length and version.
const MAX_FAMILIES: usize = 5;
/// The most states of a generic element.
const MAX_STATES: usize = 4000;
/// The most pairs of values of two families that are listed.
const MAX_CASES: usize = 16;

/// Slots by an index in their names.
pub(crate) fn families(slots: &Slots, role: Role) -> BTreeMap<String, Vec<Place>> {
    let mut found: BTreeMap<String, Vec<(i64, Place)>> = BTreeMap::new();
    for (number, slot) in slots.of(role).iter().enumerate().filter(|(_, slot)| slot.is_number) {
        if let Some((pattern, index)) = pattern(slot) {
            found.entry(pattern).or_default().push((index, (role, number)));
        }
    }
    let in_order = |elements: &Vec<(i64, Place)>| {
        (LEAST..=MOST).contains(&elements.len()) && elements.iter().zip(0..).all(|((index, _), at)| *index == at)
    };
    let complete = found.into_iter().filter(|(_, elements)| in_order(elements));
    complete.map(|(name, elements)| (name, elements.into_iter().map(|(_, place)| place).collect())).collect()
}

/// The name of a slot without its only index, and the index.
fn pattern(slot: &Slot) -> Option<(String, i64)> {
    let (before, rest) = slot.text.split_once('[')?;
    let (index, after) = rest.split_once(']')?;
    (!after.contains('[')).then_some(())?;
    Some((format!("{before}[]{after}"), index.parse().ok()?))
}

/// Adds what holds of all elements alike.
pub(crate) fn of_elements(seen: &Seen, told: Told<'_>, found: &mut Found) {
    let by_role = |role: Role| families(&seen.slots, role).into_values().collect::<Vec<_>>();
    let (base, modified) = (by_role(Role::Base), by_role(Role::Mod));
    let lengths: BTreeSet<usize> = base.iter().chain(&modified).map(Vec::len).collect();
    for length in lengths {
        let of = |all: &[Vec<Place>]| -> Vec<Vec<Place>> {
            all.iter().filter(|family| family.len() == length).take(MAX_FAMILIES).cloned().collect()
        };
        let generic = Generic { base: of(&base), modified: of(&modified) };
        generic.learn(seen, length, told, found);
    }
    bits(seen, Role::Base, &modified, found);
    bits(seen, Role::Mod, &base, found);
}

/// The families of one length.
struct Generic {
    base: Vec<Vec<Place>>,
    modified: Vec<Vec<Place>>,
}

impl Generic {
    fn learn(&self, seen: &Seen, length: usize, told: Told<'_>, found: &mut Found) {
        if self.base.is_empty() || self.modified.is_empty() {
            return;
        }
        let describe = |families: &[Vec<Place>]| {
            let slot =
                |family: &Vec<Place>| Slot { text: String::from("element"), ..seen.slots.get(family[0]).clone() };
            families.iter().map(slot).collect::<Vec<_>>()
        };
        let slots = Slots { base: describe(&self.base), modified: describe(&self.modified), ..Slots::default() };
        let step = (seen.n_samples() * length).div_ceil(MAX_STATES).max(1);
        let values = |place: Place| {
            let elements = self.family(place);
            let of_sample = |sample: usize| elements.iter().map(move |element| seen.values[element][sample]);
            (0..seen.n_samples()).step_by(step).flat_map(of_sample).collect::<Vec<_>>()
        };
        let all = slots.places().map(|place| (place, values(place))).collect();
        let element = Seen::with(slots, all);
        let whole: Vec<usize> = (0..element.n_samples()).collect();
        let mut learnt = Found::default();
        for new in (0..self.modified.len()).map(|number| (Role::Mod, number)) {
            for old in (0..self.base.len()).map(|number| (Role::Base, number)) {
                cases(&element, new, old, &whole, &mut learnt);
            }
        }
        let singles = element.singles();
        in_modes(&element, &singles, told, &mut learnt);
        for fact in learnt.facts {
            for index in 0..length {
                let own = fact.renamed(&|place| self.family(place)[index]);
                if seen.holds(&own) {
                    found.add(own);
                }
            }
        }
    }

    fn family(&self, (role, number): Place) -> &[Place] {
        match role {
            Role::Base => &self.base[number],
            Role::Mod => &self.modified[number],
        }
    }
}

/// Numbers of two families that go together; a sum, where there is one.
fn cases(element: &Seen, new: Place, old: Place, whole: &[usize], found: &mut Found) {
    let equal = Fact::equal(&element.slots, new, old);
    if element.holds(&equal) {
        found.add(equal);
        return;
    }
    if let Some(fact) = relation(element, &[new, old], whole) {
        found.add(fact);
    }
    let rows: BTreeSet<Vec<i128>> =
        element.values[&new].iter().zip(&element.values[&old]).map(|(x, y)| vec![*x, *y]).collect();
    let (n_new, n_old) = (element.distinct[&new].len(), element.distinct[&old].len());
    if rows.len() <= MAX_CASES && rows.len() < n_new * n_old {
        found.add(Fact::Cases(vec![new, old], rows.into_iter().collect()));
    }
}

/// That the bits of a word, or of the words of an array, say which elements of an array of the other version are not zero.
fn bits(seen: &Seen, role: Role, arrays: &[Vec<Place>], found: &mut Found) {
    let mut words: Vec<Vec<Place>> = families(&seen.slots, role).into_values().collect();
    words.extend(seen.singles().into_iter().filter(|place| place.0 == role).map(|place| vec![place]));
    for word in words {
        let width = seen.slots.get(word[0]).width() as usize;
        for array in arrays.iter().filter(|array| array.len() > 1 && array.len() <= width * word.len()) {
            let has_parts = word.len() > 1 && array.len() < width * word.len();
            if has_parts || !array.iter().any(|element| seen.varies(*element)) {
                continue;
            }
            let fact = |(index, element): (usize, &Place)| {
                Fact::Iff(Test::Bit(word[index / width], (index % width) as u32), Test::IsNot(*element, 0))
            };
            let facts: Vec<Fact> = array.iter().enumerate().map(fact).collect();
            if facts.iter().all(|fact| seen.holds(fact)) {
                facts.into_iter().for_each(|fact| found.add(fact));
            }
        }
    }
}
