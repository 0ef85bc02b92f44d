//! Candidate facts that hold while a condition on one slot does.
//!
//! Conditions that hold of the same states are one mode: they are proposed to be equivalent, and what is learnt in the mode is proposed
//! under one of them.

use crate::by_coupling::fact::{Fact, Test};
use crate::by_coupling::linear::{relation, shifted, wrapping};
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::{Found, Seen};
use crate::by_coupling::writer::Modulus;
use crate::role::Role;
use std::collections::{BTreeMap, BTreeSet};

/// States that a condition must hold of so that bounds are learnt while it does.
const LEAST_SEEN: usize = 4;
/// By which values of slots states are told apart.
#[derive(Clone, Copy)]
pub(crate) struct Told<'a> {
    /// The most values of a slot each of which is one.
    pub(crate) few: usize,
    /// Numbers of the program, which are others.
    pub(crate) numbers: &'a [i128],
}

/// Numbers that a slot is compared with.
const THRESHOLDS: usize = 10;
/// Numbers that are bounds in a mode are smaller.
const SMALL: i128 = 4096;
/// The most modes, and conditions that mean the same.
const MAX_MODES: usize = 80;
const MAX_ALIKE: usize = 12;
/// Slots whose numbers in a mode are proposed.
const MAX_CONSTANT: usize = 300;
/// Slots that are related by threes.
const MAX_BY_THREE: usize = 9;

/// Conditions that hold of the same states.
struct Mode {
    tests: Vec<Test>,
    at: Vec<usize>,
}

/// Adds what holds in modes.
pub(crate) fn in_modes(seen: &Seen, conditions: &[Place], told: Told<'_>, found: &mut Found) {
    let modes = modes(seen, conditions, told);
    for mode in &modes {
        for other in mode.tests.iter().skip(1).take(MAX_ALIKE) {
            if other.place() != mode.tests[0].place() {
                found.add(Fact::Iff(mode.tests[0], *other));
            }
        }
    }
    let whole: Vec<usize> = (0..seen.n_samples()).collect();
    let mut known = Found::default();
    learn(seen, &whole, &mut known);
    for mode in &modes {
        let mut learnt = Found::default();
        constants(seen, mode, &mut learnt);
        learn(seen, &mode.at, &mut learnt);
        if mode.at.len() >= LEAST_SEEN {
            bounds(seen, mode, &mut learnt);
        }
        let test = mode.tests[0];
        for fact in learnt.facts.into_iter().filter(|fact| !known.has(fact)) {
            let is_own = fact.places().iter().all(|place| *place == test.place());
            if !is_own {
                found.add(Fact::When(test, Box::new(fact)));
            }
        }
    }
}

/// The modes of these slots.
fn modes(seen: &Seen, conditions: &[Place], Told { few, numbers }: Told<'_>) -> Vec<Mode> {
    let mut tests = Vec::new();
    let mut known: Vec<Place> = Vec::new();
    for place in conditions.iter().copied().filter(|place| seen.varies(*place)) {
        // A slot that is equal to an earlier one tells no other states apart.
        if known.iter().any(|other| seen.values[other] == seen.values[&place]) {
            continue;
        }
        known.push(place);
        let distinct = &seen.distinct[&place];
        let (low, high) = (distinct.first().copied().unwrap_or(0), distinct.last().copied().unwrap_or(0));
        if distinct.len() <= few {
            tests.extend(distinct.iter().map(|number| (0, Test::Is(place, *number))));
        }
        if distinct.len() > 2 {
            let special: BTreeSet<i128> = [0, seen.values[&place][0]].into_iter().collect();
            let inside = special.into_iter().filter(|number| distinct.contains(number));
            tests.extend(inside.flat_map(|number| [(1, Test::IsNot(place, number)), (1, Test::Is(place, number))]));
            let thresholds = numbers.iter().copied().filter(|number| *number > low && *number <= high);
            let mut thresholds: BTreeSet<i128> = thresholds.collect();
            if low < 0 {
                thresholds.insert(0);
            }
            for number in thresholds.into_iter().take(THRESHOLDS) {
                tests.extend([(2, Test::AtLeast(place, number)), (2, Test::Below(place, number))]);
            }
            let named = numbers.iter().copied().filter(|number| distinct.contains(number) && distinct.len() > few);
            tests.extend(named.take(THRESHOLDS).flat_map(|n| [(3, Test::Is(place, n)), (3, Test::IsNot(place, n))]));
        }
    }
    tests.sort_by_key(|(rank, test)| (*rank, *test));
    let mut by_states: BTreeMap<Vec<usize>, Vec<Test>> = BTreeMap::new();
    let mut order: Vec<Vec<usize>> = Vec::new();
    let n_samples = seen.n_samples();
    for (_, test) in tests {
        let at: Vec<usize> = (0..n_samples).filter(|at| test.holds(&|place| seen.values[&place][*at])).collect();
        if at.is_empty() || at.len() == n_samples {
            continue;
        }
        let alike = by_states.entry(at.clone()).or_default();
        if alike.is_empty() {
            order.push(at);
        }
        if !alike.contains(&test) {
            alike.push(test);
        }
    }
    order.truncate(MAX_MODES);
    order.into_iter().map(|at| Mode { tests: by_states.remove(&at).unwrap_or_default(), at }).collect()
}

/// Slots that have one number in a mode.
fn constants(seen: &Seen, mode: &Mode, found: &mut Found) {
    let is_number = |place: &Place| seen.slots.get(*place).is_number && seen.varies(*place);
    for place in seen.slots.places().filter(is_number).take(MAX_CONSTANT) {
        if mode.tests.iter().any(|test| test.place() == place) {
            continue;
        }
        let values = &seen.values[&place];
        let first = values[mode.at[0]];
        if mode.at.iter().all(|sample| values[*sample] == first) {
            let modulus = Modulus::Bits(seen.slots.get(place).width());
            found.add(Fact::Linear(vec![(1, place)], first, modulus));
        }
    }
}

/// Bounds of slots in a mode that are narrower than elsewhere.
fn bounds(seen: &Seen, mode: &Mode, found: &mut Found) {
    for place in seen.singles() {
        let (all, own) = (&seen.distinct[&place], seen.among(place, &mode.at));
        let (Some(low), Some(high)) = (own.first(), own.last()) else { continue };
        if own.len() < 2 {
            continue;
        }
        if all.first() != Some(low) {
            if low.abs() < SMALL {
                found.add(Fact::AtLeast(place, *low));
            }
            if *low > 0 && all.first() < Some(&1) {
                found.add(Fact::AtLeast(place, 1));
            }
        }
        if high.abs() < SMALL && all.last() != Some(high) {
            found.add(Fact::AtMost(place, *high));
            if *high > 0 {
                let next = 1i128 << (128 - high.leading_zeros());
                if Some(&next) <= all.last() {
                    found.add(Fact::AtMost(place, next - 1));
                }
            }
        }
    }
}

/// Relations of slots in some states: sums of two and of three, orders.
pub(crate) fn learn(seen: &Seen, at: &[usize], found: &mut Found) {
    let varies = |place: &Place| seen.among(*place, at).len() > 1;
    let singles: Vec<Place> = seen.singles().into_iter().filter(varies).collect();
    let mut related: BTreeSet<(Place, Place)> = BTreeSet::new();
    for (number, a) in singles.iter().enumerate() {
        for b in singles.iter().skip(number + 1) {
            let pair = [*a, *b];
            let fact = relation(seen, &pair, at).or_else(|| wrapping(seen, &pair, at));
            let fact = fact.or_else(|| (a.0 != b.0).then(|| shifted(seen, [*a, *b], at))?);
            let fact = fact.or_else(|| (a.0 != b.0).then(|| shifted(seen, [*b, *a], at))?);
            if let Some(fact) = fact {
                found.add(fact);
                related.insert((*a, *b));
            }
        }
    }
    for a in &singles {
        for b in singles.iter().filter(|b| *b != a && b.0 == a.0) {
            let is_below = |sample: &usize| seen.values[a][*sample] <= seen.values[b][*sample];
            if at.iter().all(is_below) {
                found.add(Fact::NotAbove(*a, *b));
            }
        }
    }
    // Of slots that are related to an earlier one the earlier one is enough.
    let is_first = |place: &Place| !related.iter().any(|(_, later)| later == place);
    let open: Vec<Place> = singles.iter().copied().filter(is_first).collect();
    let has_both = |places: &[Place]| {
        places.iter().any(|place| place.0 == Role::Base) && places.iter().any(|place| place.0 == Role::Mod)
    };
    if open.len() > MAX_BY_THREE {
        return;
    }
    for (i, a) in open.iter().enumerate() {
        for (j, b) in open.iter().enumerate().skip(i + 1) {
            for (k, c) in open.iter().enumerate().skip(j + 1) {
                let three = [*a, *b, *c];
                if let Some(fact) = relation(seen, &three, at).or_else(|| wrapping(seen, &three, at)) {
                    found.add(fact);
                    continue;
                }
                for d in open.iter().skip(k + 1) {
                    let four = [*a, *b, *c, *d];
                    if has_both(&four)
                        && let Some(fact) = relation(seen, &four, at).or_else(|| wrapping(seen, &four, at))
                    {
                        found.add(fact);
                    }
                }
            }
        }
    }
}
