//! A pair of loop heads with its loop invariant: loop-carried values are variables, or determined by relations.
//!
//! # Invariants
//! - Relations are tried one after the other; what was refuted is tried again only when something new was learned about how slots
//!   grow, and that happens finitely often.

use crate::by_induction::relation::{Bound, Key, Leader, LeaderSpan, Relation, Resize, counted, resized, summed};
use crate::by_induction::slots::Slot;
use crate::role::Role;
use incise_engine::{ObjectId, PathEnd, Prepared, State};
use incise_solver::PathCondition;
use incise_term::{Op, Pool, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A slot that changes.
#[derive(Clone)]
pub struct Changing {
    /// What stands for it when nothing is known of it.
    pub variable: TermId,
    /// What it holds.
    pub relation: Relation,
    /// What it held at the first visit, if that was a number.
    pub start: Option<TermId>,
    /// The object that it pointed into.
    pub object: Option<ObjectId>,
    /// Its bits.
    pub width: u32,
    /// Whether it is a float.
    pub is_float: bool,
    /// Whether it is in the source.
    pub is_named: bool,
    /// Its name there, if it has one.
    pub name: String,
    /// What it held at the first visits, where those were known numbers.
    pub values: BTreeSet<u128>,
}

/// A way in which a slot can go on for only so long.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Monotone {
    /// Grows, unsigned.
    Rises,
    /// Falls, unsigned.
    Falls,
    /// Grows, signed.
    RisesSigned,
    /// Falls, signed.
    FallsSigned,
}

/// All of them.
pub const MONOTONE: [Monotone; 4] = [Monotone::Rises, Monotone::Falls, Monotone::RisesSigned, Monotone::FallsSigned];

/// A visit of loops in both versions, generalised.
pub struct Visit {
    /// The first visit of the new version.
    pub new: State,
    /// The first visit of the old version.
    pub old: State,
    /// What is known at the first visit.
    pub condition: PathCondition,
    /// The version that is over already, and how it ended.
    pub over: Option<(Role, PathEnd)>,
    /// How many visits of each version make one of both.
    pub pace: (usize, usize),
    /// What changes.
    pub changing: BTreeMap<Key, Changing>,
    /// In whose terms slots are counted.
    pub leader: Option<Leader>,
    /// The number of visits, of 32 and of 64 bits.
    pub counters: [TermId; 2],
    /// Whether no slot will do for a leader.
    pub by_visits: bool,
    /// What was found not to hold.
    pub refuted: BTreeSet<(Key, Relation)>,
    /// By how much slots grow from one visit to the next; nothing where that is not always the same.
    pub steps: BTreeMap<Key, Option<TermId>>,
    /// By how much slots grow at the first visit, and by how much more from each visit to the next; nothing where that is not so.
    pub slopes: BTreeMap<Key, Option<(TermId, TermId)>>,
    /// Bounds that were found not to hold.
    pub unbounded: BTreeSet<(Key, Bound)>,
    /// Whether bounds hold at the first visit.
    pub at_first: BTreeMap<(Key, Bound), bool>,
    /// Which slots of the old version were proved to be equal to ones of the new version at the first visit, or not.
    pub equal_at_first: BTreeMap<(Slot, Slot), bool>,
    /// Numbers that slots are compared with and may be bounded by, by width.
    pub limits: BTreeMap<u32, BTreeSet<u128>>,
    /// Those that were met since.
    pub new_limits: BTreeMap<u32, BTreeSet<u128>>,
    /// Ways in which a version that goes on alone may be bound to end; all when nothing was found yet.
    pub measures: Option<BTreeSet<(Key, Monotone)>>,
    /// Number of variables when the visit was met.
    pub n_vars: usize,
}

/// What was found out about a generalised visit that does not cover a later one.
#[derive(Default)]
pub struct Weakening {
    /// What changes, and what it became where that is a known number.
    pub changed: BTreeMap<Key, BTreeSet<u128>>,
    /// What does not hold.
    pub refuted: BTreeSet<(Key, Relation)>,
    /// By how much slots grow.
    pub steps: BTreeMap<Key, Option<TermId>>,
    /// By how much slots grow at first, and by how much more each time.
    pub slopes: BTreeMap<Key, Option<(TermId, TermId)>>,
    /// Bounds that do not hold.
    pub unbounded: BTreeSet<(Key, Bound)>,
}

impl Weakening {
    /// Takes in what was found out at another visit.
    pub fn merge(&mut self, other: Weakening) {
        for (key, values) in other.changed {
            self.changed.entry(key).or_default().extend(values);
        }
        self.refuted.extend(other.refuted);
        self.unbounded.extend(other.unbounded);
        merge_steps(&mut self.steps, other.steps);
        merge_steps(&mut self.slopes, other.slopes);
    }
}

fn merge_steps<T: PartialEq + Copy>(into: &mut BTreeMap<Key, Option<T>>, from: BTreeMap<Key, Option<T>>) {
    for (key, step) in from {
        into.entry(key).and_modify(|known| *known = known.filter(|known| Some(*known) == step)).or_insert(step);
    }
}

impl Visit {
    /// A version, and its state at this visit.
    pub fn first<'v, 'p>(
        &'v self,
        new: &'v Prepared<'p>,
        old: &'v Prepared<'p>,
        key: Key,
    ) -> (&'v Prepared<'p>, &'v State) {
        match key.0 {
            Role::Mod => (new, &self.new),
            Role::Base => (old, &self.old),
        }
    }

    /// What the leader holds at the first visit, and whether it falls.
    fn leader_first(&self, pool: &mut Pool) -> Option<(TermId, bool)> {
        match self.leader? {
            Leader::Slot(key, falls) => Some((self.changing.get(&key)?.start?, falls)),
            Leader::Visits(wide) => Some((pool.constant(if wide { 64 } else { 32 }, 0), false)),
        }
    }

    /// What the leader holds at the generalised visit.
    pub fn leader_here(&self) -> Option<TermId> {
        match self.leader? {
            Leader::Slot(key, _) => Some(self.changing.get(&key)?.variable),
            Leader::Visits(wide) => Some(self.counters[usize::from(wide)]),
        }
    }

    /// How a slot that does not grow evenly grows, if that is by so much at first and so much more each time: its step is given.
    pub fn slope(&self, pool: &mut Pool, step: TermId, version: Role, now: &State) -> Option<(TermId, TermId)> {
        let (here, (first, falls)) = (self.leader_here()?, self.leader_first(pool)?);
        let Op::Var(var) = pool.op(here) else { return None };
        let one = pool.constant(pool.width(here), 1);
        let next = if falls { pool.sub(here, one) } else { pool.add(here, one) };
        let at_first = pool.substitute(step, &HashMap::from([(var, first)]));
        let then = pool.substitute(step, &HashMap::from([(var, next)]));
        let then = pool.substitute(then, &HashMap::from([(var, first)]));
        let more = pool.sub(then, at_first);
        let fixed = |term| self.is_fixed(pool, term, version, now);
        (pool.width(step) <= pool.width(here) && fixed(more) && fixed(at_first)).then_some((at_first, more))
    }

    /// How much a slot that grows by so much at first and so much more each time should grow from here.
    pub fn expected_step(&self, pool: &mut Pool, step: TermId, more: TermId) -> Option<TermId> {
        let (here, (first, falls)) = (self.leader_here()?, self.leader_first(pool)?);
        Some(counted(pool, step, more, Resize::Unsigned, LeaderSpan { first, now: here, falls }))
    }

    /// Whether the leader is back where it was at first.
    pub fn is_back(&self, pool: &mut Pool, leader: TermId) -> Option<TermId> {
        let (first, _) = self.leader_first(pool)?;
        Some(pool.eq(leader, first))
    }

    /// What a slot should hold, where the leader and slots of the new version hold what is given.
    pub fn expected(
        &self,
        pool: &mut Pool,
        key: Key,
        relation: Relation,
        leader: Option<TermId>,
        new: &BTreeMap<Slot, TermId>,
    ) -> Option<TermId> {
        let slot = self.changing.get(&key)?;
        match relation {
            Relation::Free => None,
            Relation::Shifted(other, apart) => {
                let x = *new.get(&other)?;
                let apart = pool.constant(pool.width(x), apart);
                Some(pool.add(x, apart))
            }
            Relation::Resized(other, how) => Some(resized(pool, *new.get(&other)?, slot.width, how)),
            Relation::Counted(factor, how) => {
                let (first, falls) = self.leader_first(pool)?;
                Some(counted(pool, slot.start?, factor, how, LeaderSpan { first, now: leader?, falls }))
            }
            Relation::Summed(step, more) => {
                let (first, falls) = self.leader_first(pool)?;
                summed(pool, slot.start?, (step, more), LeaderSpan { first, now: leader?, falls })
            }
        }
    }

    /// What every slot that changes holds at the generalised visit.
    pub fn terms(&self, pool: &mut Pool) -> BTreeMap<Key, TermId> {
        let leader = self.leader_here();
        let mut found = BTreeMap::new();
        let mut new = BTreeMap::new();
        // Slots of the new version come first.
        for (key, slot) in &self.changing {
            let term = self.expected(pool, *key, slot.relation, leader, &new).unwrap_or(slot.variable);
            if key.0 == Role::Mod {
                new.insert(key.1, term);
            }
            found.insert(*key, term);
        }
        found
    }

    /// Takes in by how much slots grow.
    pub fn learn(&mut self, steps: BTreeMap<Key, Option<TermId>>, slopes: BTreeMap<Key, Option<(TermId, TermId)>>) {
        merge_steps(&mut self.steps, steps);
        merge_steps(&mut self.slopes, slopes);
    }

    /// Whether a term is the same at every visit, for one that a version made on its way from here to another visit.
    pub fn is_fixed(&self, pool: &Pool, term: TermId, version: Role, now: &State) -> bool {
        if pool.as_const(term).is_some() {
            return true;
        }
        let before = if version == Role::Mod { &self.new } else { &self.old };
        let made = |state: &State| (state.inputs.len(), state.n_opaque, state.n_undefined, state.unwritten.len());
        made(before) == made(now) && pool.vars(term).iter().all(|var| var.index() < self.n_vars)
    }

    /// Whether a version that goes on alone writes nothing and reads no input in a loop.
    pub fn silent(&self, new: &State, old: &State) -> Result<(), &'static str> {
        for (before, now) in [(&self.new, new), (&self.old, old)] {
            if before.output.len() != now.output.len() || before.inputs.len() != now.inputs.len() {
                return Err("one version reads or writes in a loop that the other does not have");
            }
        }
        Ok(())
    }

    /// How many visits of each version may make one of both, as slots of the same name that grow evenly tell.
    pub fn paces(&self, pool: &Pool) -> Vec<(usize, usize)> {
        let mut found = BTreeSet::new();
        let step = |key: &Key, slot: &Changing| {
            let bits = pool.as_const((*self.steps.get(key)?)?)?;
            (slot.width <= 64).then(|| ((bits << (128 - slot.width)) as i128) >> (128 - slot.width))
        };
        for (key, new) in self.changing.iter().filter(|(key, slot)| key.0 == Role::Mod && slot.is_named) {
            for (other, old) in self.changing.iter().filter(|(key, slot)| key.0 == Role::Base && slot.is_named) {
                let (Some(a), Some(b)) = (step(key, new), step(other, old)) else { continue };
                if a == b || b == 0 || a == 0 || new.name != old.name {
                    continue;
                }
                if a % b == 0 && a / b > 1 {
                    found.insert((1, (a / b) as usize));
                } else if b % a == 0 && b / a > 1 {
                    found.insert(((b / a) as usize, 1));
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether steps that were seen may give a slot another relation.
    pub fn is_news(&self, found: &Weakening) -> bool {
        let mut merged = self.steps.clone();
        merge_steps(&mut merged, found.steps.clone());
        let free = |key: &Key| self.changing.get(key).is_some_and(|slot| slot.relation == Relation::Free);
        if found.slopes.iter().any(|(key, slope)| slope.is_some() && !self.slopes.contains_key(key) && free(key)) {
            return true;
        }
        let is_leader = |key: &Key| matches!(self.leader, Some(Leader::Slot(leader, _)) if leader == *key);
        let lost = self.steps.iter().any(|(key, step)| {
            let counted = matches!(self.changing.get(key).map(|slot| slot.relation), Some(Relation::Counted(..)));
            step.is_some() && merged.get(key) == Some(&None) && (counted || is_leader(key))
        });
        let could_be_told = merged.iter().filter(|(key, step)| {
            let free = self.changing.get(key).is_some_and(|slot| slot.relation == Relation::Free && !slot.is_float);
            free && step.is_some() && !is_leader(key) && self.steps.get(key) != Some(step)
        });
        lost || could_be_told.count() > usize::from(self.leader.is_none())
    }

    /// Chooses a slot for the leader.
    fn choose_leader(&mut self, pool: &mut Pool) {
        if self.by_visits {
            self.count_visits();
            return;
        }
        let mut best = None;
        for (key, slot) in &self.changing {
            let (Some(start), Some(Some(step)), false) = (slot.start, self.steps.get(key), slot.is_float) else {
                continue;
            };
            let all_ones = if slot.width >= 128 { u128::MAX } else { (1 << slot.width) - 1 };
            let falls = match pool.as_const(*step) {
                Some(1) => false,
                Some(value) if value == all_ones => true,
                _ => continue,
            };
            let symbolic = pool.as_const(start).is_none();
            let rank = (slot.object.is_some(), falls, symbolic, !slot.is_named, *key);
            if best.is_none_or(|(known, _)| rank < known) {
                best = Some((rank, Leader::Slot(*key, falls)));
            }
        }
        self.leader = best.map(|(_, leader)| leader);
    }

    /// Takes the number of visits for the leader.
    fn count_visits(&mut self) {
        let wide =
            self.changing.iter().any(|(key, slot)| slot.width > 32 && matches!(self.steps.get(key), Some(Some(_))));
        self.leader = Some(Leader::Visits(wide));
    }

    /// Chooses a leader, and for every slot the first relation that looks as if it held at the first visit and was not refuted.
    pub fn relate(&mut self, pool: &mut Pool) {
        self.choose_leader(pool);
        self.relate_by_look(pool);
        // Without a slot that changes by one, two that change by so much each are still told by the number of visits.
        let unrelated = self
            .changing
            .iter()
            .filter(|(key, slot)| slot.relation == Relation::Free && matches!(self.steps.get(key), Some(Some(_))));
        if self.leader.is_none() && unrelated.count() > 1 {
            self.count_visits();
            self.relate_by_look(pool);
        }
    }

    fn relate_by_look(&mut self, pool: &mut Pool) {
        let keys: Vec<Key> = self.changing.keys().copied().collect();
        for key in keys {
            let relation = self.relation_by_look(pool, key);
            if let Some(slot) = self.changing.get_mut(&key) {
                slot.relation = relation;
            }
        }
    }

    /// The first relation of a slot that looks as if it held at the first visit and was not refuted.
    fn relation_by_look(&self, pool: &mut Pool, key: Key) -> Relation {
        let Some(slot) = self.changing.get(&key) else { return Relation::Free };
        let Some(start) = slot.start else { return Relation::Free };
        if matches!(self.leader, Some(Leader::Slot(leader, _)) if leader == key) {
            return Relation::Free;
        }
        let mut candidates = Vec::new();
        let others = self.changing.iter().filter(|(other, _)| key.0 == Role::Base && other.0 == Role::Mod);
        for ((_, other), x) in others {
            let Some(x_start) = x.start else { continue };
            let steps = (self.steps.get(&key), self.steps.get(&(Role::Mod, *other)));
            let named = !slot.name.is_empty() && slot.name == x.name;
            if x.width == slot.width {
                let differ = matches!(steps, (Some(Some(a)), Some(Some(b))) if a != b);
                let apart = pool.sub(start, x_start);
                if let Some(apart) = pool.as_const(apart).filter(|_| !differ) {
                    candidates.push(((apart != 0, !named), Relation::Shifted(*other, apart)));
                }
            } else if slot.is_named && x.is_named && !slot.is_float && !x.is_float {
                for how in [Resize::Signed, Resize::Unsigned] {
                    if resized(pool, x_start, slot.width, how) == start {
                        candidates.push(((true, !named), Relation::Resized(*other, how)));
                    }
                }
            }
        }
        if let (Some(Some(step)), Some(_), false) = (self.steps.get(&key), self.leader, slot.is_float) {
            for how in [Resize::Signed, Resize::Unsigned] {
                candidates.push(((true, true), Relation::Counted(*step, how)));
            }
        }
        if let (Some(Some((first, more))), Some(_), false) = (self.slopes.get(&key), self.leader, slot.is_float) {
            candidates.push(((true, true), Relation::Summed(*first, *more)));
        }
        candidates.sort_by_key(|(rank, _)| *rank);
        let fresh = candidates.into_iter().find(|(_, relation)| !self.refuted.contains(&(key, *relation)));
        fresh.map_or(Relation::Free, |(_, relation)| relation)
    }

    /// Whether a slot that grows evenly can be told by no leader that is a slot.
    pub fn needs_counter(&self) -> bool {
        !matches!(self.leader, Some(Leader::Visits(_)))
            && self.changing.keys().any(|key| {
                let Some(Some(step)) = self.steps.get(key) else { return false };
                let refuted = |how| self.refuted.contains(&(*key, Relation::Counted(*step, how)));
                refuted(Resize::Signed) && refuted(Resize::Unsigned)
            })
    }
}
