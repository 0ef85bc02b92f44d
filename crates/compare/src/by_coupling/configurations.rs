//! Candidate facts that list states: slots of few values together, such as the states of a machine, and slots that change together, such as
//! a table that is built at the first call.

use crate::by_coupling::fact::Fact;
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::{Found, Seen};
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// The most values of a slot, and the most states that are listed.
const FEW: usize = 20;
const MAX_ROWS: usize = 48;
/// The most states of slots that change together, and the least of those.
const MAX_TOGETHER: usize = 3;
const LEAST_TOGETHER: usize = 3;

/// Adds lists of states.
pub(crate) fn configurations(seen: &Seen, few: &[Place], found: &mut Found) {
    let is_few = |place: &Place| (2..=FEW).contains(&seen.distinct[place].len());
    let mut machine: Vec<Place> = seen.singles().into_iter().chain(few.iter().copied()).filter(is_few).collect();
    // Slots of many values say least about the others.
    machine.sort_by_key(|place| (seen.distinct[place].len(), *place));
    while machine.len() > 1 {
        let rows = rows(seen, &machine);
        let all = machine.iter().map(|place| seen.distinct[place].len()).product::<usize>();
        if rows.len() <= MAX_ROWS {
            if rows.len() < all {
                found.add(Fact::Cases(machine.clone(), rows.into_iter().collect()));
            }
            break;
        }
        machine.pop();
    }
    together(seen, found);
}

fn rows(seen: &Seen, places: &[Place]) -> BTreeSet<Vec<i128>> {
    let row = |sample: usize| places.iter().map(|place| seen.values[place][sample]).collect();
    (0..seen.n_samples()).map(row).collect()
}

/// Slots of a version that change together.
fn together(seen: &Seen, found: &mut Found) {
    let mut groups: BTreeMap<(Role, Vec<u8>), Vec<Place>> = BTreeMap::new();
    let varies = |place: &Place| (2..=MAX_TOGETHER).contains(&seen.distinct[place].len());
    for place in seen.slots.places().filter(varies) {
        // Which states have the same value, by the first that has it.
        let mut values: Vec<i128> = Vec::new();
        let class = seen.values[&place].iter().map(|value| {
            let known = values.iter().position(|other| other == value);
            known.unwrap_or_else(|| {
                values.push(*value);
                values.len() - 1
            }) as u8
        });
        groups.entry((place.0, class.collect())).or_default().push(place);
    }
    for places in groups.into_values().filter(|places| places.len() >= LEAST_TOGETHER) {
        let rows = rows(seen, &places);
        found.add(Fact::Cases(places, rows.into_iter().collect()));
    }
}
