//! Views that hold the same as slots of the other version, and views of few values that tell states apart.

use crate::by_coupling::fact::Fact;
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::{Found, Seen};
use crate::by_coupling::view::Made;
use crate::role::Role;
use std::collections::BTreeSet;

/// The most values of a view that tells states apart, and the most such views of a version.
const FEW: usize = 16;
const MAX_FEW: usize = 6;
/// The most differences whose bounds are proposed.
const MAX_DIFFERENCES: usize = 6;
/// The greatest difference that is a bounded one.
const SMALL: i128 = 4096;

/// Adds views to what was seen, with the facts that make them known; gives those that tell states apart.
pub(crate) fn pieces(seen: &mut Seen, numbers: &[i128], found: &mut Found) -> Vec<Place> {
    let mut few = Vec::new();
    for role in [Role::Mod, Role::Base] {
        let own: Vec<Place> = seen.singles().into_iter().filter(|place| place.0 == role).collect();
        let mut own_few = Vec::new();
        for place in &own {
            for made in views_of(seen, *place, numbers) {
                let values = seen.of_view(role, &made);
                let distinct: BTreeSet<i128> = values.iter().copied().collect();
                if distinct.len() < 2 {
                    continue;
                }
                // A sum says what quotients and remainders say, and is decided sooner.
                let is_part = |partner: &Place| {
                    let divides = matches!(made, Made::Quotient(..) | Made::Remainder(..));
                    divides && found.facts.iter().any(|fact| fact.is_sum_of(&[*place, *partner]))
                };
                let mut partners = partners(seen, role, &values);
                partners.retain(|partner| !is_part(partner));
                if !partners.is_empty() {
                    let view = seen.add(role, made.clone());
                    for partner in partners {
                        found.add(Fact::equal(&seen.slots, view, partner));
                    }
                }
                let is_few = matches!(made, Made::Remainder(..) | Made::Field(_, 0, _))
                    && distinct.len() <= FEW
                    && seen.distinct[place].len() > FEW;
                if is_few && own_few.len() < MAX_FEW {
                    own_few.push(made);
                }
            }
        }
        few.extend(own_few.into_iter().map(|made| seen.add(role, made)));
        few.extend(differences(seen, role, &own, numbers, found));
    }
    few
}

/// Slots of the other version that hold these numbers.
fn partners(seen: &Seen, role: Role, values: &[i128]) -> Vec<Place> {
    let is_partner = |place: &Place| {
        let slot = seen.slots.get(*place);
        place.0 != role && slot.is_number && seen.values[place] == values
    };
    seen.slots.places().filter(is_partner).take(2).collect()
}

/// Quotients, remainders and fields of a slot.
fn views_of(seen: &Seen, place: Place, numbers: &[i128]) -> Vec<Made> {
    let slot = seen.slots.get(place);
    let (number, width) = (place.1, slot.width());
    let high = seen.distinct[&place].last().copied().unwrap_or_default();
    let mut found = Vec::new();
    // Where fields may begin and end: shifts, ends of masks, widths of other slots.
    let mut cuts: BTreeSet<u32> = [0, width].into_iter().collect();
    for other in seen.slots.places() {
        cuts.insert(seen.slots.get(other).width());
    }
    for constant in numbers.iter().copied().filter(|constant| *constant > 0) {
        // One is everywhere, and says nothing of bits.
        if constant > 1 && constant < i128::from(width) {
            cuts.insert(constant as u32);
        }
        if constant >= 3 && (constant as u128 + 1).is_power_of_two() {
            cuts.insert((constant as u128 + 1).trailing_zeros());
        }
    }
    let cuts: Vec<u32> = cuts.into_iter().filter(|cut| *cut <= width).collect();
    for (at, low) in cuts.iter().enumerate() {
        for end in &cuts[at + 1..] {
            if (*low, *end) != (0, width) {
                found.push(Made::Field(number, *low, end - low));
            }
        }
    }
    let divisors = numbers.iter().copied().filter(|number| (3..=1 << 20).contains(number) && *number <= high);
    for divisor in divisors.map(|divisor| divisor as u64) {
        found.extend([Made::Quotient(number, divisor), Made::Remainder(number, divisor)]);
    }
    found
}

/// Differences of two slots of a version that are small, or what a slot of the other version holds.
fn differences(seen: &mut Seen, role: Role, own: &[Place], numbers: &[i128], found: &mut Found) -> Vec<Place> {
    let mut views = Vec::new();
    for a in own {
        for b in own.iter().filter(|b| *b != a) {
            let is_alike = seen.slots.get(*a).width() == seen.slots.get(*b).width();
            if !is_alike || views.len() == MAX_DIFFERENCES {
                continue;
            }
            let made = Made::Difference(a.1, b.1);
            let values = seen.of_view(role, &made);
            let high = values.iter().copied().max().unwrap_or_default();
            let partners = partners(seen, role, &values);
            let is_small = high < SMALL && high < (1 << (seen.slots.get(*a).width() - 1));
            if partners.is_empty() && !is_small || high == 0 {
                continue;
            }
            let view = seen.add(role, made);
            views.push(view);
            found.add(Fact::AtMost(view, high));
            let above = numbers.iter().copied().filter(|number| *number > high);
            above.take(3).for_each(|number| found.add(Fact::AtMost(view, number)));
            for partner in partners {
                found.add(Fact::equal(&seen.slots, view, partner));
            }
        }
    }
    views
}
