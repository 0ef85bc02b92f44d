//! Whether it could matter that a caller makes objects overlap, or that a function without a body changes what it can reach.
//!
//! Objects behind pointers are given apart from each other ([`incise_engine::MayOverlap`]). Were two of them to overlap, a run would differ from
//! the one that was made only where something is accessed after a write to another object. If both runs have the same such accesses in the same
//! order, they differ from what was made in the same way, and what was found equal stays equal. Private state that a coupling relates is
//! out of reach: its address is known to nobody outside, and functions without body are taken to call nothing of the program.

use crate::observation::final_states::Finished;
use crate::observation::pairing::Pairing;
use incise_engine::{Accessed, MayOverlap, SharedList, Weakness};
use incise_term::{Pool, TermId};
use std::collections::BTreeSet;

/// A place in a shared object: its name, the offset, bytes.
type Spot<'a> = (&'a str, Result<usize, TermId>, u64);

/// A write (none for a call), and the reads between it and the next one.
struct Step<'a> {
    write: Option<Spot<'a>>,
    reads: Vec<Spot<'a>>,
}

/// The accesses of one run that come after a write to something else.
#[derive(Default)]
struct Hazards<'a> {
    any: bool,
    steps: Vec<Step<'a>>,
}

/// Under which condition overlapping objects could matter, and which objects; nothing if they cannot.
pub fn matters(
    pool: &mut Pool,
    new: &Finished<'_, '_>,
    old: &Finished<'_, '_>,
    pairing: &Pairing,
) -> Option<(TermId, (Weakness, String))> {
    let new = (&new.program.run.shared[..], &new.state.accesses);
    let old = (&old.program.run.shared[..], &old.state.accesses);
    let differs = in_logs(pool, new, old, pairing)?;
    let names: BTreeSet<&str> =
        [objects(new), objects(old)].into_iter().flatten().map(|object| &*object.name).collect();
    let names = names.into_iter().filter(|name| !pairing.is_out_of_reach(name)).collect::<Vec<_>>();
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    let why = match names.len() {
        1 => {
            let why = format!("{} is accessed in another order around calls of functions without body", names[0]);
            (Weakness::NotObserved, why)
        }
        _ => {
            let why = format!("{} are accessed in another order: not all ways to overlap were tried", names.join(", "));
            (Weakness::Alias, why)
        }
    };
    Some((differs, why))
}

/// The objects of a run that may overlap, and its accesses.
type Log<'a> = (&'a [MayOverlap], &'a SharedList<Accessed>);

/// The same for two logs.
pub fn in_logs(pool: &mut Pool, new: Log<'_>, old: Log<'_>, pairing: &Pairing) -> Option<TermId> {
    if new.1.len() == 0 && old.1.len() == 0 {
        return None;
    }
    let accessed = objects(new).into_iter().chain(objects(old)).collect::<Vec<_>>();
    let calls = [new.1, old.1].iter().any(|log| log.iter_back().any(|entry| *entry == Accessed::Call));
    let beyond: BTreeSet<&str> = [beyond_first(new), beyond_first(old)].into_iter().flatten().collect();
    let meets = |a: &MayOverlap, b: &MayOverlap| {
        let first_only = !beyond.contains(&*a.name) && !beyond.contains(&*b.name);
        a.name != b.name && a.overlaps(b) && !(first_only && a.is_like(b))
    };
    // Whether an access can matter to whoever reaches objects from outside.
    let counts = |own: &MayOverlap| {
        !pairing.is_out_of_reach(&own.name) && (calls || accessed.iter().any(|other| meets(own, other)))
    };
    let (new, old) = (hazards(new, &counts, &meets), hazards(old, &counts, &meets));
    if !new.any && !old.any {
        return None;
    }
    let mut differs = pool.constant(1, u128::from(new.steps.len() != old.steps.len()));
    for (new, old) in new.steps.iter().zip(&old.steps) {
        let here = match (new.write, old.write) {
            (None, None) => pool.constant(1, 0),
            (Some(a), Some(b)) => apart(pool, a, b),
            _ => pool.constant(1, 1),
        };
        differs = pool.or(differs, here);
        let has = |reads: &[Spot<'_>], wanted: &Spot<'_>| reads.contains(wanted);
        let same =
            new.reads.iter().all(|read| has(&old.reads, read)) && old.reads.iter().all(|read| has(&new.reads, read));
        if !same {
            differs = pool.constant(1, 1);
        }
    }
    (!pool.is_false(differs)).then_some(differs)
}

/// The names of objects that are accessed elsewhere than at their beginning.
fn beyond_first<'a>((shared, log): Log<'a>) -> BTreeSet<&'a str> {
    let beyond = log.iter_back().filter_map(|entry| match entry {
        Accessed::Memory { object, offset, .. } if *offset != Ok(0) => Some(&*shared[*object].name),
        _ => None,
    });
    beyond.collect()
}

fn objects<'a>((shared, log): Log<'a>) -> Vec<&'a MayOverlap> {
    let used: BTreeSet<usize> = log
        .iter_back()
        .filter_map(|entry| match entry {
            Accessed::Memory { object, .. } => Some(*object),
            Accessed::Call => None,
        })
        .collect();
    used.into_iter().map(|object| &shared[object]).collect()
}

/// The accesses of a run that can matter: to objects that may overlap with another that either run accesses, or that a call can reach.
fn hazards<'a>(
    (shared, log): Log<'a>,
    counts: &dyn Fn(&MayOverlap) -> bool,
    meets: &dyn Fn(&MayOverlap, &MayOverlap) -> bool,
) -> Hazards<'a> {
    let mut found = Hazards::default();
    let mut written: BTreeSet<usize> = BTreeSet::new();
    let mut called = false;
    for entry in log.in_order() {
        let Accessed::Memory { object, offset, size, write } = *entry else {
            found.any |= !written.is_empty();
            called = true;
            found.steps.push(Step { write: None, reads: Vec::new() });
            continue;
        };
        let own = &shared[object];
        if !counts(own) {
            continue;
        }
        let spot = (&*own.name, offset, size);
        let is_hazard = called || written.iter().any(|other| meets(own, &shared[*other]));
        found.any |= is_hazard;
        if write {
            written.insert(object);
            found.steps.push(Step { write: Some(spot), reads: Vec::new() });
        } else if is_hazard && let Some(step) = found.steps.last_mut() {
            step.reads.push(spot);
        }
    }
    found
}

/// Under which condition two places are not the same.
fn apart(pool: &mut Pool, a: Spot<'_>, b: Spot<'_>) -> TermId {
    if (a.0, a.2) != (b.0, b.2) {
        return pool.constant(1, 1);
    }
    let term = |pool: &mut Pool, offset: Result<usize, TermId>| match offset {
        Ok(offset) => pool.constant(64, offset as u128),
        Err(term) => term,
    };
    let (a, b) = (term(pool, a.1), term(pool, b.1));
    pool.ne(a, b)
}
