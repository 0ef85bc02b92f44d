//! Candidate facts about arrays, and bits of words, that hold the same at other indices: a ring that begins where a slot says.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::families::families;
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::{Found, Seen};
use crate::by_coupling::view::{Cells, Index, Made};
use crate::role::Role;

/// The longest ring.
const MOST: usize = 32;
/// The most slots that an index is made of, and those that say how many elements there are.
const MAX_SINGLES: usize = 6;
/// The most relations of two arrays.
const MAX_FOUND: usize = 3;

/// An array, or the bits of a word.
#[derive(Clone)]
struct Ring {
    role: Role,
    cells: Cells,
}

impl Ring {
    /// What it holds at an index in a state.
    fn value(&self, seen: &Seen, at: usize, sample: usize) -> i128 {
        match &self.cells {
            Cells::Slots(slots) => seen.values[&(self.role, slots[at])][sample],
            Cells::Bits(slot, _) => seen.values[&(self.role, *slot)][sample] >> at & 1,
        }
    }

    /// A cell of it as a place.
    fn place(&self, seen: &mut Seen, at: usize) -> Place {
        match &self.cells {
            Cells::Slots(slots) => (self.role, slots[at]),
            Cells::Bits(slot, _) => seen.add(self.role, Made::Field(*slot, at as u32, 1)),
        }
    }
}

/// How the elements of one array are those of a ring.
struct Relation {
    terms: Vec<(i64, usize)>,
    /// The factor of the element's own index, and what is added.
    own: i64,
    offset: i64,
    /// The slot that must be above an element's index for it to matter.
    count: Option<Place>,
}

/// Adds relations of arrays of one version with rings of the other.
pub(crate) fn rings(seen: &mut Seen, found: &mut Found) {
    for role in [Role::Mod, Role::Base] {
        let other = if role == Role::Mod { Role::Base } else { Role::Mod };
        for ring in all(seen, role) {
            for array in all(seen, other) {
                if matches!((&ring.cells, &array.cells), (Cells::Bits(..), Cells::Bits(..))) {
                    continue;
                }
                let is_fixed = (0..array.cells.len()).all(|at| {
                    let first = array.value(seen, at, 0);
                    (0..seen.n_samples()).all(|sample| array.value(seen, at, sample) == first)
                });
                if is_fixed {
                    continue;
                }
                for relation in relations(seen, &ring, &array) {
                    add(seen, (&ring, &array), &relation, found);
                }
            }
        }
    }
}

/// The arrays and the words of a version.
fn all(seen: &Seen, role: Role) -> Vec<Ring> {
    let arrays = families(&seen.slots, role).into_values().filter(|family| family.len() <= MOST);
    let arrays = arrays.map(|family| Cells::Slots(family.into_iter().map(|(_, slot)| slot).collect()));
    let words = seen.singles().into_iter().filter(|place| place.0 == role && seen.distinct[place].len() > 2);
    let lengths = |place: Place| {
        let width = seen.slots.get(place).width();
        [8, 16, 32].into_iter().filter(move |bits| *bits <= width).map(move |bits| Cells::Bits(place.1, bits))
    };
    arrays.chain(words.flat_map(lengths)).map(|cells| Ring { role, cells }).collect()
}

/// Whether histories show that the elements of an array are those of a ring.
fn relations(seen: &Seen, ring: &Ring, array: &Ring) -> Vec<Relation> {
    let (length, n_elements) = (ring.cells.len(), array.cells.len());
    // A word has as many bits as the array elements.
    let is_word = matches!(ring.cells, Cells::Bits(..)) || matches!(array.cells, Cells::Bits(..));
    if n_elements > length || is_word && n_elements != length {
        return Vec::new();
    }
    let singles: Vec<Place> = seen.singles().into_iter().take(MAX_SINGLES * 2).collect();
    let own: Vec<usize> =
        singles.iter().filter(|place| place.0 == ring.role).map(|place| place.1).take(MAX_SINGLES).collect();
    let mut bases: Vec<Vec<(i64, usize)>> = Vec::new();
    for a in &own {
        bases.extend([vec![(1, *a)], vec![(-1, *a)]]);
        bases.extend(own.iter().filter(|b| *b != a).map(|b| vec![(1, *a), (-1, *b)]));
    }
    // A slot counts elements that was seen to count all of them.
    let counts_all = |place: &&Place| seen.distinct[place].last() == Some(&(n_elements as i128));
    let counts = || [None].into_iter().chain(singles.iter().filter(counts_all).map(|place| Some(*place)));
    let mut found = Vec::new();
    for terms in bases {
        for own in [1, -1] {
            for offset in 0..length as i64 {
                for count in counts() {
                    let relation = Relation { terms: terms.clone(), own, offset, count };
                    if found.len() < MAX_FOUND && relation.is_seen(seen, ring, array) {
                        found.push(relation);
                        break;
                    }
                }
            }
        }
    }
    found
}

impl Relation {
    fn is_seen(&self, seen: &Seen, ring: &Ring, array: &Ring) -> bool {
        let length = ring.cells.len() as i128;
        let mut n_seen = 0;
        for sample in (0..seen.n_samples()).rev() {
            let value = |slot: usize| seen.values[&(ring.role, slot)][sample];
            let base: i128 = self.terms.iter().map(|(factor, slot)| i128::from(*factor) * value(*slot)).sum();
            let n_elements = match self.count {
                None => array.cells.len(),
                Some(count) => seen.values[&count][sample].clamp(0, array.cells.len() as i128) as usize,
            };
            for element in 0..n_elements {
                let at = base + i128::from(self.offset) + i128::from(self.own) * element as i128;
                let cell = ring.value(seen, at.rem_euclid(length) as usize, sample);
                if cell != array.value(seen, element, sample) {
                    return false;
                }
                n_seen += usize::from(cell != 0);
            }
        }
        n_seen > 2 * array.cells.len()
    }
}

/// Adds that the elements of an array are those of a ring.
fn add(seen: &mut Seen, (ring, array): (&Ring, &Ring), relation: &Relation, found: &mut Found) {
    for element in 0..array.cells.len() {
        let offset = (relation.offset + relation.own * element as i64).rem_euclid(ring.cells.len() as i64);
        let index = Index { terms: relation.terms.clone(), offset };
        let view = seen.add(ring.role, Made::At(ring.cells.clone(), index));
        let place = array.place(seen, element);
        let equal = Fact::equal(&seen.slots, view, place);
        found.add(match relation.count {
            None => equal,
            Some(count) => Fact::When(Test::AtLeast(count, element as i128 + 1), Box::new(equal)),
        });
    }
}
