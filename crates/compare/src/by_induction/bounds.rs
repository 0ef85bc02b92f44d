//! Candidate bounds of loop-carried values: kept if they hold at the first visit of the loop head and every later visit preserves them.

use crate::by_induction::loop_visit::{Changing, Visit};
use crate::by_induction::relation::{Bound, Key, Relation, Resize, Way, held, resized};
use crate::by_induction::slots;
use crate::role::Role;
use incise_engine::{Prepared, State};
use incise_term::{Op, Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};

const NUMBERS: [Bound; 4] = [Bound::AtLeast(1), Bound::AtLeast(0), Bound::AtLeast(-1), Bound::NotZero];

/// The bounds by the first visit that a slot may keep, as it grows.
fn by_start(pool: &Pool, step: Option<&Option<TermId>>, width: u32) -> Vec<Bound> {
    let below = [Bound::SignedStart(Way::Below), Bound::UnsignedStart(Way::Below)];
    let above = [Bound::SignedStart(Way::Above), Bound::UnsignedStart(Way::Above)];
    match step.map(|step| step.and_then(|step| pool.as_const(step))) {
        // Not before it is known how it grows.
        None => Vec::new(),
        Some(Some(step)) if step >> (width - 1) & 1 == 0 => below.to_vec(),
        Some(Some(_)) => above.to_vec(),
        Some(None) => [below, above].concat(),
    }
}

/// How many bits of a slot do not change from visit to visit, as its step tells.
fn stride(pool: &Pool, visit: &Visit, key: Key) -> Option<u32> {
    let slot = visit.changing.get(&key).filter(|slot| !slot.is_float)?;
    let step = pool.as_const((*visit.steps.get(&key)?)?)?;
    let bits = step.trailing_zeros();
    (1..slot.width).contains(&bits).then_some(bits)
}

/// The bounds of a visit that may hold.
pub fn open(pool: &Pool, (new, old): (&Prepared<'_>, &Prepared<'_>), visit: &Visit) -> Vec<(Key, Bound)> {
    let fixed = |version: Role| {
        let (prepared, state) = match version {
            Role::Mod => (new, &visit.new),
            Role::Base => (old, &visit.old),
        };
        slots::variables(prepared, state, |slot| !visit.changing.contains_key(&(version, slot)))
    };
    let (fixed_new, fixed_old) = (fixed(Role::Mod), fixed(Role::Base));
    let mut found = Vec::new();
    let is_number = |slot: &Changing| {
        slot.is_named && !slot.is_float && slot.width >= 8 && !matches!(slot.relation, Relation::Summed(..))
    };
    for (key, slot) in visit.changing.iter().filter(|(_, slot)| is_number(slot)) {
        let fixed = if key.0 == Role::Mod { &fixed_new } else { &fixed_old };
        let is_pointer = slot.object.is_some();
        let others = fixed.iter().flat_map(|&(other, other_points)| match (is_pointer, other_points) {
            (true, true) => vec![Bound::UnsignedAtMost(other)],
            (false, false) => vec![Bound::SignedAtMost(other), Bound::UnsignedAtMost(other)],
            _ => Vec::new(),
        });
        let numbers = visit.limits.get(&slot.width).into_iter().flatten().map(|number| Bound::AtMost(*number));
        found.extend(
            by_start(pool, visit.steps.get(key), slot.width)
                .into_iter()
                .chain(NUMBERS)
                .chain(others)
                .chain(numbers)
                .map(|bound| (*key, bound)),
        );
    }
    let even = visit.changing.iter().filter(|(key, _)| stride(pool, visit, **key).is_some());
    found.extend(even.map(|(key, _)| (*key, Bound::Even)));
    let few = visit.changing.iter().filter(|(_, slot)| (2..=3).contains(&slot.values.len()));
    found.extend(few.map(|(key, _)| (*key, Bound::Among)));
    found.retain(|key| !visit.unbounded.contains(key));
    found
}

impl Visit {
    /// A bound on what a slot holds here, given what it is bounded by; nothing when one is no number.
    pub fn bound(
        &self,
        prepared: &Prepared<'_>,
        pool: &mut Pool,
        (key, bound): (Key, Bound),
        now: TermId,
    ) -> Option<TermId> {
        let width = pool.width(now);
        let first: &State = if key.0 == Role::Mod { &self.new } else { &self.old };
        let start = self.changing.get(&key)?.start?;
        Some(match bound {
            Bound::SignedStart(Way::Below) => pool.sle(start, now),
            Bound::SignedStart(Way::Above) => pool.sle(now, start),
            Bound::UnsignedStart(Way::Below) => pool.ule(start, now),
            Bound::UnsignedStart(Way::Above) => pool.ule(now, start),
            Bound::SignedAtMost(other) | Bound::UnsignedAtMost(other) => {
                let other_width = slots::width(prepared, first, other);
                let limit = held(pool, first, other, other_width)?;
                let (wide, how) = (width.max(other_width), resize(bound));
                let (now, limit) = (resized(pool, now, wide, how), resized(pool, limit, wide, how));
                if how == Resize::Signed { pool.sle(now, limit) } else { pool.ule(now, limit) }
            }
            Bound::AtLeast(number) => {
                let number = pool.constant(width, i128::from(number) as u128);
                pool.sle(number, now)
            }
            Bound::Even => {
                let bits = stride(pool, self, key)?;
                let (now, start) = (pool.extract(now, 0, bits), pool.extract(start, 0, bits));
                pool.eq(now, start)
            }
            Bound::NotZero => {
                let zero = pool.constant(width, 0);
                pool.ne(now, zero)
            }
            Bound::Among => {
                let mut any = pool.constant(1, 0);
                for value in &self.changing.get(&key)?.values {
                    let value = pool.constant(width, *value);
                    let here = pool.eq(now, value);
                    any = pool.or(any, here);
                }
                any
            }
            Bound::AtMost(number) => {
                let number = pool.constant(width, number);
                pool.ule(now, number)
            }
        })
    }
}

fn resize(bound: Bound) -> Resize {
    if matches!(bound, Bound::SignedAtMost(_)) { Resize::Signed } else { Resize::Unsigned }
}

/// The numbers that conditions compare something with, by width.
pub fn limits(pool: &Pool, conditions: impl Iterator<Item = TermId>) -> BTreeMap<u32, BTreeSet<u128>> {
    let mut found: BTreeMap<u32, BTreeSet<u128>> = BTreeMap::new();
    for condition in conditions {
        let mut inner = condition;
        if pool.op(inner) == Op::Not {
            inner = pool.children(inner)[0];
        }
        if !matches!(pool.op(inner), Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Eq) {
            continue;
        }
        for side in pool.children(inner) {
            if let Some(number) = pool.as_const(*side) {
                let numbers = found.entry(pool.width(*side)).or_default();
                numbers.insert(number);
                numbers.insert(
                    number.wrapping_add(1)
                        & if pool.width(*side) >= 128 { u128::MAX } else { (1 << pool.width(*side)) - 1 },
                );
            }
        }
    }
    found
}
