//! Candidate facts that hold under a condition on one slot: `flag == 1` → equal, elements of arrays below a count.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::{Found, Seen};
use crate::role::Role;
use std::collections::BTreeSet;

/// States that a condition must hold of so that something can be learnt under it.
const LEAST_SEEN: usize = 4;
/// The most values of a slot that is a condition.
const FEW: usize = 8;
/// Slots of the other version that one is taken to be equal to under a condition.
const PARTNERS: usize = 2;

/// Adds equalities of slots that are not equal in all states but under a condition.
pub(crate) fn guarded(seen: &Seen, related: &BTreeSet<(Place, Place)>, found: &mut Found) {
    let has_partner = |old: Place| related.iter().any(|(_, other)| *other == old);
    let open: Vec<Place> = (0..seen.slots.base.len())
        .map(|number| (Role::Base, number))
        .filter(|old| seen.varies(*old) && !has_partner(*old))
        .collect();
    for old in open {
        for test in tests(seen, old) {
            let at: Vec<usize> = (0..seen.values[&old].len())
                .filter(|sample| test.holds(&|place| seen.values[&place][*sample]))
                .collect();
            let values: BTreeSet<i128> = at.iter().map(|sample| seen.values[&old][*sample]).collect();
            if at.len() < LEAST_SEEN || values.len() < 2 {
                continue;
            }
            let is_partner = |new: &Place| {
                let (a, b) = (seen.slots.get(*new), seen.slots.get(old));
                let is_alike = a.is_number == b.is_number && (a.is_number || a.size == b.size);
                is_alike && at.iter().all(|sample| seen.values[new][*sample] == seen.values[&old][*sample])
            };
            let partners = (0..seen.slots.modified.len()).map(|number| (Role::Mod, number)).filter(is_partner);
            for new in partners.take(PARTNERS) {
                found.add(Fact::When(test, Box::new(Fact::equal(&seen.slots, new, old))));
            }
        }
    }
}

/// Conditions that may say when a slot matters.
fn tests(seen: &Seen, slot: Place) -> Vec<Test> {
    let mut found = Vec::new();
    for place in seen.singles().into_iter().filter(|place| *place != slot) {
        let distinct = &seen.distinct[&place];
        if distinct.len() <= FEW {
            found.extend(distinct.iter().map(|number| Test::Is(place, *number)));
        }
        found.push(Test::IsNot(place, seen.values[&place][0]));
        if let Some((_, index)) = seen.slots.get(slot).element() {
            found.push(Test::AtLeast(place, i128::from(index) + 1));
        }
    }
    found
}
