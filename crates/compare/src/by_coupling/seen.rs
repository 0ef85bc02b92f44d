//! What concrete histories were seen to leave in each slot.

use crate::by_coupling::fact::Fact;
use crate::by_coupling::histories::Sample;
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::view::{Made, View};
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// Slots that are no array elements, past which none is related to others of its kind.
const MAX_SINGLE: usize = 14;

/// Facts, each once.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) facts: Vec<Fact>,
    known: BTreeSet<Fact>,
}

impl Found {
    pub(crate) fn add(&mut self, fact: Fact) {
        if self.known.insert(fact.clone()) {
            self.facts.push(fact);
        }
    }
}

impl Found {
    /// Whether it is there.
    pub(crate) fn has(&self, fact: &Fact) -> bool {
        self.known.contains(fact)
    }
}

/// What was seen of each slot.
pub(crate) struct Seen {
    pub(crate) slots: Slots,
    /// The numbers, by sample.
    pub(crate) values: BTreeMap<Place, Vec<i128>>,
    /// The different ones.
    pub(crate) distinct: BTreeMap<Place, BTreeSet<i128>>,
}

impl Seen {
    pub(crate) fn of(slots: &Slots, samples: &[Sample]) -> Seen {
        let number = |place: Place, sample: &Sample| {
            let bits = match place.0 {
                Role::Base => sample.base[place.1],
                Role::Mod => sample.modified[place.1],
            };
            if slots.get(place).is_number { slots.get(place).number(bits) } else { bits as i128 }
        };
        let all = |place: Place| samples.iter().map(|sample| number(place, sample)).collect::<Vec<_>>();
        Seen::with(slots.clone(), slots.places().map(|place| (place, all(place))).collect())
    }

    /// These numbers in these slots.
    pub(crate) fn with(slots: Slots, values: BTreeMap<Place, Vec<i128>>) -> Seen {
        let distinct = values.iter().map(|(place, all)| (*place, all.iter().copied().collect())).collect();
        Seen { slots, values, distinct }
    }

    /// How many states were seen.
    pub(crate) fn n_samples(&self) -> usize {
        self.values.values().next().map_or(0, Vec::len)
    }

    /// What a view would be in each state.
    pub(crate) fn of_view(&self, role: Role, made: &Made) -> Vec<i128> {
        let view = View::of(made.clone(), self.slots.of(role));
        let at = |sample| view.number(self.slots.of(role), &|slot| self.values[&(role, slot)][sample]);
        (0..self.n_samples()).map(at).collect()
    }

    /// Adds a view.
    pub(crate) fn add(&mut self, role: Role, made: Made) -> Place {
        let values = self.of_view(role, &made);
        let place = self.slots.add(role, made);
        self.distinct.insert(place, values.iter().copied().collect());
        self.values.insert(place, values);
        place
    }

    /// The numbers of a slot in some of the states.
    pub(crate) fn among(&self, place: Place, at: &[usize]) -> BTreeSet<i128> {
        let values = &self.values[&place];
        at.iter().map(|sample| values[*sample]).collect()
    }

    /// Whether a fact holds of some of the states.
    pub(crate) fn holds_at(&self, fact: &Fact, at: &[usize]) -> bool {
        at.iter().all(|sample| fact.holds(&|place| self.values[&place][*sample]))
    }

    /// Whether a slot was seen to hold more than one number.
    pub(crate) fn varies(&self, place: Place) -> bool {
        self.distinct[&place].len() > 1
    }

    /// Numbers that vary, in no array.
    pub(crate) fn singles(&self) -> Vec<Place> {
        let is_single = |place: &Place| {
            let slot = self.slots.get(*place);
            slot.is_number && slot.element().is_none() && self.varies(*place)
        };
        let found: Vec<Place> = self.slots.places().filter(is_single).collect();
        if found.len() > MAX_SINGLE { Vec::new() } else { found }
    }

    /// Whether a fact holds of all samples.
    pub(crate) fn holds(&self, fact: &Fact) -> bool {
        (0..self.n_samples()).all(|at| fact.holds(&|place| self.values[&place][at]))
    }
}
