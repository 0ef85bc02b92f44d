//! Generalises a visit of loop heads to a loop invariant, and checks whether a later visit is an instance of it.

use crate::by_induction::bounds;
use crate::by_induction::induction::{Failed, Induction};
use crate::by_induction::loop_visit::{Changing, MONOTONE, Monotone, Visit, Weakening};
use crate::by_induction::relation::{Bound, Key, Leader, Relation, Resize, even, held, resized};
use crate::by_induction::segment::taken_up;
use crate::by_induction::slots::{self, Slot};
use crate::role::Role;
use incise_engine::{State, Value};
use incise_solver::{Extend, PathCondition, Scratch};
use incise_term::{Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// What is seen of one version at a later visit.
#[derive(Default)]
struct Seen {
    /// Slots that changed and were not known to, with the number that each holds if it is known.
    changed: BTreeMap<Key, BTreeSet<u128>>,
    /// What slots hold that are known to change.
    now: BTreeMap<Key, TermId>,
}

/// What slots hold that change, at a generalised visit and at a later one.
#[derive(Clone, Copy)]
struct SlotTerms<'a> {
    before: &'a BTreeMap<Key, TermId>,
    now: &'a BTreeMap<Key, TermId>,
}

impl Induction<'_, '_> {
    /// The two states of a visit with variables for what changes, ready to go on.
    pub(crate) fn generalised(&mut self, level: usize) -> (State, State) {
        let (mut new, mut old, terms) = self.generalised_states(level);
        let mut condition = self.visits[level].condition.clone();
        for (key, bound) in self.open_bounds(level) {
            if self.is_over() {
                break;
            }
            let Some(term) = self.bound(level, key, bound, terms[&key]) else { continue };
            if let Extend::Sat(extended) = self.new.context.solver.extend(&mut self.new.context.pool, &condition, term)
            {
                condition = extended;
            }
        }
        for state in [&mut new, &mut old] {
            state.path_condition = condition.clone();
        }
        (new, old)
    }

    fn generalised_states(&mut self, level: usize) -> (State, State, BTreeMap<Key, TermId>) {
        let visit = &self.visits[level];
        let pool = &mut self.new.context.pool;
        let running = |version| visit.over.as_ref().is_none_or(|(over, _)| *over != version);
        let state = |state: &State, version| if running(version) { taken_up(state) } else { state.clone() };
        let (mut new, mut old) = (state(&visit.new, Role::Mod), state(&visit.old, Role::Base));
        let terms = visit.terms(pool);
        for (key, term) in &terms {
            let state = if key.0 == Role::Mod { &mut new } else { &mut old };
            slots::set(pool, state, key.1, visit.changing[key].object, *term);
        }
        (new, old, terms)
    }

    /// Writes what variables of the running function must hold under a condition as the numbers that they are.
    pub(crate) fn make_known(&mut self, version: Role, state: &mut State, condition: &PathCondition) {
        let prepared = if version == Role::Mod { self.new.prepared } else { &self.old.prepared };
        for (slot, _) in slots::variables(prepared, state, |_| true).into_iter().filter(|(_, is_pointer)| !is_pointer) {
            let Some(Value::Term(term)) = slots::value(&mut self.new.context.pool, state, slot) else { continue };
            let pool = &mut self.new.context.pool;
            if pool.vars(term).is_empty() || pool.has_undefined(term) {
                continue;
            }
            let number = condition.eval(pool, &mut Scratch::new(), term);
            let number = pool.constant(pool.width(term), number);
            let other = pool.ne(term, number);
            if self.never_briefly(condition, other) {
                slots::set(&mut self.new.context.pool, state, slot, None, number);
            }
        }
    }

    /// The bounds that were not refuted.
    fn open_bounds(&self, level: usize) -> Vec<(Key, Bound)> {
        let programs = (self.new.prepared, &self.old.prepared);
        bounds::open(&self.new.context.pool, programs, &self.visits[level])
    }

    /// A bound on what a slot holds; nothing when it does not hold at the first visit.
    fn bound(&mut self, level: usize, key: Key, bound: Bound, now: TermId) -> Option<TermId> {
        let pool = &mut self.new.context.pool;
        let visit = &self.visits[level];
        let (prepared, _) = visit.first(self.new.prepared, &self.old.prepared, key);
        let start = visit.changing.get(&key).and_then(|slot| slot.start);
        let at_first = start.and_then(|start| visit.bound(prepared, pool, (key, bound), start));
        let term = visit.bound(prepared, pool, (key, bound), now);
        let holds = match self.visits[level].at_first.get(&(key, bound)) {
            Some(known) => *known,
            None => {
                let broken = self.new.context.pool.not(at_first?);
                let condition = self.visits[level].condition.clone();
                let holds = self.never_briefly(&condition, broken);
                self.visits[level].at_first.insert((key, bound), holds);
                holds
            }
        };
        term.filter(|_| holds)
    }

    /// What slots as wide as the leader hold, and what they may hold where a loop ends: a variable that does not change, or nothing.
    pub(crate) fn may_be_met(&mut self, level: usize) -> Vec<(TermId, TermId)> {
        let pool = &mut self.new.context.pool;
        let visit = &self.visits[level];
        let width = visit.leader_here().map_or(0, |leader| pool.width(leader));
        let mut found = Vec::new();
        for (key, term) in visit.terms(pool) {
            if visit.changing[&key].width != width || visit.changing[&key].is_float {
                continue;
            }
            let (prepared, first) = visit.first(self.new.prepared, &self.old.prepared, key);
            let fixed = slots::variables(prepared, first, |slot| !visit.changing.contains_key(&(key.0, slot)));
            let limits = fixed.into_iter().filter_map(|(slot, _)| {
                let have = slots::width(prepared, first, slot);
                let limit = held(pool, first, slot, have)?;
                Some([resized(pool, limit, width, Resize::Signed), resized(pool, limit, width, Resize::Unsigned)])
            });
            let limits: BTreeSet<TermId> = limits.flatten().collect();
            let zero = pool.constant(width, 0);
            found.extend(limits.into_iter().chain([zero]).map(|limit| (term, limit)));
        }
        found
    }

    /// Weakens a generalisation by what was found out.
    pub(crate) fn weaken(&mut self, level: usize, weakening: Weakening) {
        let n_changed = weakening.changed.len();
        for (key, values) in weakening.changed {
            let mut slot = self.changing(level, key);
            if let Some(start) =
                slot.start.and_then(|start| self.new.context.pool.as_const(start)).filter(|_| !values.is_empty())
            {
                slot.values = values;
                slot.values.insert(start);
            }
            self.visits[level].changing.insert(key, slot);
        }
        self.visits[level].learn(weakening.steps, weakening.slopes);
        let before = self.relations(level);
        self.relate(level);
        let after = self.relations(level);
        if n_changed > 0 || before != after {
            let counted = |relations: &BTreeMap<Key, Relation>| {
                relations.values().filter(|relation| matches!(relation, Relation::Counted(..))).count()
            };
            if counted(&after) > counted(&before) {
                // What failed may hold now that more is known.
                self.visits[level].refuted.retain(|(_, relation)| matches!(relation, Relation::Counted(..)));
                self.relate(level);
            }
            return;
        }
        let visit = &mut self.visits[level];
        visit.refuted.extend(weakening.refuted);
        visit.unbounded.extend(weakening.unbounded);
        if visit.needs_counter() {
            visit.by_visits = true;
            visit.refuted.clear();
        }
        self.relate(level);
    }

    fn relations(&self, level: usize) -> BTreeMap<Key, Relation> {
        self.visits[level].changing.iter().map(|(key, slot)| (*key, slot.relation)).collect()
    }

    fn changing(&mut self, level: usize, key: Key) -> Changing {
        let (prepared, state) = self.visits[level].first(self.new.prepared, &self.old.prepared, key);
        let width = slots::width(prepared, state, key.1);
        let (is_float, is_named) = (slots::is_float(prepared, state, key.1), slots::is_named(prepared, state, key.1));
        let name = slots::name(prepared, state, key.1);
        let pool = &mut self.new.context.pool;
        let start = held(pool, state, key.1, width);
        let object = slots::value(pool, state, key.1).and_then(|value| value.provenance());
        let variable = self.variable(width);
        Changing {
            variable,
            relation: Relation::Free,
            start,
            object,
            width,
            is_float,
            is_named,
            name,
            values: BTreeSet::new(),
        }
    }

    /// Gives every slot that changes the first relation that holds at the first visit and was not refuted.
    pub(crate) fn relate(&mut self, level: usize) {
        let pool = &mut self.new.context.pool;
        let visit = &mut self.visits[level];
        visit.relate(pool);
        let keys: Vec<Key> = visit.changing.keys().copied().collect();
        for key in keys.into_iter().filter(|key| key.0 == Role::Base) {
            if self.visits[level].changing[&key].relation == Relation::Free
                && !matches!(self.visits[level].leader, Some(Leader::Slot(leader, _)) if leader == key)
                && let Some(relation) = self.relation_by_proof(level, key)
                && let Some(slot) = self.visits[level].changing.get_mut(&key)
            {
                slot.relation = relation;
            }
        }
    }

    /// What the source names may be equal at the first visit without looking equal.
    fn relation_by_proof(&mut self, level: usize, key: Key) -> Option<Relation> {
        let visit = &self.visits[level];
        let slot = visit.changing.get(&key).filter(|slot| slot.is_named)?.clone();
        let start = slot.start?;
        let condition = visit.condition.clone();
        let candidates: Vec<(Slot, Option<TermId>)> = visit
            .changing
            .iter()
            .filter(|((version, _), x)| *version == Role::Mod && x.is_named && x.width == slot.width)
            .filter(|((_, other), x)| {
                x.object == slot.object && !visit.refuted.contains(&(key, Relation::Shifted(*other, 0)))
            })
            .map(|((_, other), x)| (*other, x.start))
            .collect();
        for (other, x) in candidates {
            let known = self.visits[level].equal_at_first.get(&(key.1, other)).copied();
            let equal = match (known, x) {
                (Some(known), _) => known,
                (None, Some(x)) => self.equal(&condition, x, start, slot.is_float),
                (None, None) => false,
            };
            self.visits[level].equal_at_first.insert((key.1, other), equal);
            if equal {
                return Some(Relation::Shifted(other, 0));
            }
        }
        None
    }

    /// Whether two states are an instance of a generalised visit; what to weaken when they are not.
    pub(crate) fn cover(&mut self, level: usize, new: &State, old: &State) -> Result<(), Failed> {
        let condition = old.path_condition.clone();
        let is_over = self.visits[level].over.is_some();
        if is_over {
            self.visits[level].silent(new, old).map_err(Failed::For)?;
        } else {
            self.same_output(new, old)?;
        }
        if !is_over && !same_inputs(&self.visits[level], new, old) {
            return Err(Failed::For("the versions read different inputs in a loop"));
        }
        let found = self.numbers_compared(level, &condition);
        for (width, numbers) in found {
            self.visits[level].new_limits.entry(width).or_default().extend(numbers);
        }
        let (general_new, general_old, terms) = self.generalised_states(level);
        let over = self.visits[level].over.as_ref().map(|(version, _)| *version);
        let mut weakening = Weakening::default();
        let mut now = BTreeMap::new();
        for version in [Role::Mod, Role::Base].into_iter().filter(|version| over != Some(*version)) {
            let (before, state) = if version == Role::Mod { (&general_new, new) } else { (&general_old, old) };
            let seen = self.seen(level, version, before, state)?;
            weakening.changed.extend(seen.changed);
            now.extend(seen.now);
        }
        let mut doubted = Vec::new();
        let pool = &mut self.new.context.pool;
        for (key, term) in &now {
            let slot = &self.visits[level].changing[key];
            if slot.is_float {
                continue;
            }
            let state = if key.0 == Role::Mod { new } else { old };
            let step = pool.sub(*term, terms[key]);
            let visit = &self.visits[level];
            let even = Some(step).filter(|step| visit.is_fixed(pool, *step, key.0, state));
            if let (None, Some(Some(known))) = (even, visit.steps.get(key)) {
                doubted.push((*key, *known, step));
            }
            weakening.steps.insert(*key, even);
            if even.is_none() && visit.leader.is_some() {
                weakening.slopes.insert(*key, visit.slope(pool, step, key.0, state));
            }
        }
        // Under bounds that are too narrow a slot may be a known number, and then its step does not look like what it is.
        for (key, known, step) in doubted {
            let other = self.new.context.pool.ne(step, known);
            if self.never_briefly(&condition, other) {
                weakening.steps.insert(key, Some(known));
                weakening.slopes.remove(&key);
            }
        }
        if !weakening.changed.is_empty() || self.visits[level].is_news(&weakening) {
            return Err(Failed::Weaken(level, Box::new(weakening)));
        }
        let by_one = self.leads_by_one(level, &weakening);
        let held = SlotTerms { before: &terms, now: &now };
        weakening.refuted.extend(self.refuted(level, (new, old), held, by_one));
        for (key, bound) in self.open_bounds(level) {
            let Some(term) = now.get(&key).and_then(|now| self.bound(level, key, bound, *now)) else { continue };
            let broken = self.new.context.pool.not(term);
            if !self.never_briefly(&condition, broken) {
                weakening.unbounded.insert((key, bound));
            }
        }
        if !weakening.refuted.is_empty() || !weakening.unbounded.is_empty() {
            return Err(Failed::Weaken(level, Box::new(weakening)));
        }
        if is_over { self.comes_to_an_end(level, &condition, &terms, &now) } else { Ok(()) }
    }

    /// What changed in one version, and what its slots that may change hold now.
    fn seen(&mut self, level: usize, version: Role, before: &State, state: &State) -> Result<Seen, Failed> {
        let pool = &mut self.new.context.pool;
        let (prepared, live) = match version {
            Role::Mod => (self.new.prepared, &mut self.live.0),
            Role::Base => (&self.old.prepared, &mut self.live.1),
        };
        let changed = slots::changed(prepared, pool, live, before, state);
        let changed = changed.ok_or(Failed::For("a loop changes more than values"))?;
        let changing: BTreeMap<Slot, u32> = self.visits[level]
            .changing
            .iter()
            .filter(|(key, _)| key.0 == version)
            .map(|(key, slot)| (key.1, slot.width))
            .collect();
        let fresh: BTreeSet<Slot> = changed.into_iter().filter(|slot| !changing.contains_key(slot)).collect();
        let pool = &mut self.new.context.pool;
        let mut seen = Seen::default();
        for slot in fresh.iter().chain(changing.keys()) {
            if !provenance_kept(pool, before, state, *slot) {
                return Err(Failed::For("a pointer moves to another object in a loop"));
            }
        }
        for slot in fresh {
            let value = slots::value(pool, state, slot);
            let known = match value {
                Some(Value::Int(bits)) => Some(u128::from(bits)),
                _ => None,
            };
            seen.changed.insert((version, slot), known.into_iter().collect());
        }
        for (slot, width) in changing {
            let term = held(pool, state, slot, width).ok_or(Failed::For("a loop changes more than values"))?;
            seen.now.insert((version, slot), term);
        }
        Ok(seen)
    }

    /// Whether the leader, if it is a slot, grows by a known step.
    fn leads_by_one(&self, level: usize, weakening: &Weakening) -> bool {
        match self.visits[level].leader {
            Some(Leader::Slot(key, _)) => matches!(weakening.steps.get(&key), Some(Some(_))),
            _ => true,
        }
    }

    /// The relations that do not hold at a later visit. `by_one`: the leader grew by a known step.
    fn refuted(
        &mut self,
        level: usize,
        (new, old): (&State, &State),
        held: SlotTerms<'_>,
        by_one: bool,
    ) -> BTreeSet<(Key, Relation)> {
        let SlotTerms { before, now } = held;
        let mut refuted = BTreeSet::new();
        let condition = &old.path_condition;
        let pool = &mut self.new.context.pool;
        let visit = &self.visits[level];
        let leader = match visit.leader {
            Some(Leader::Slot(key, _)) => now.get(&key).copied(),
            Some(Leader::Visits(wide)) => {
                let counter = visit.counters[usize::from(wide)];
                let one = pool.constant(pool.width(counter), 1);
                Some(pool.add(counter, one))
            }
            None => None,
        };
        let new_now = now.iter().filter(|(key, _)| key.0 == Role::Mod).map(|(key, term)| (key.1, *term)).collect();
        let (mut to_prove, mut sums) = (Vec::new(), Vec::new());
        for (key, term) in now {
            let slot = &visit.changing[key];
            if slot.relation == Relation::Free {
                continue;
            }
            // A step that is fixed but for inputs made meanwhile is none.
            let state = if key.0 == Role::Mod { new } else { old };
            let fixed = match slot.relation {
                Relation::Counted(factor, _) => visit.is_fixed(pool, factor, key.0, state),
                Relation::Summed(step, more) => {
                    visit.is_fixed(pool, step, key.0, state) && visit.is_fixed(pool, more, key.0, state)
                }
                _ => true,
            };
            if let Relation::Summed(step, more) = slot.relation {
                // That the step is right is enough, and easier to prove, as long as the leader has not wrapped round.
                let back = leader.and_then(|leader| visit.is_back(pool, leader));
                let back = if even(pool, more).is_some() { None } else { back };
                let expected = visit.expected_step(pool, step, more).filter(|_| fixed && leader.is_some());
                let grown = pool.sub(*term, before[key]);
                sums.push((*key, slot.relation, expected, grown, back));
                continue;
            }
            let expected = visit.expected(pool, *key, slot.relation, leader, &new_now).filter(|_| fixed);
            to_prove.push((*key, slot.relation, expected, *term, slot.is_float));
        }
        for (key, relation, expected, grown, back) in sums {
            let holds = by_one
                && expected.is_some_and(|expected| self.equal(condition, expected, grown, false))
                && back.is_none_or(|back| self.never(condition, back));
            if !holds {
                refuted.insert((key, relation));
            }
        }
        for (key, relation, expected, term, is_float) in to_prove {
            let holds = expected.is_some_and(|expected| self.equal(condition, expected, term, is_float));
            if !holds {
                refuted.insert((key, relation));
            }
        }
        refuted
    }

    /// Whether a version that goes on alone can do so only finitely often: some slot went on in one direction.
    fn comes_to_an_end(
        &mut self,
        level: usize,
        condition: &PathCondition,
        terms: &BTreeMap<Key, TermId>,
        now: &BTreeMap<Key, TermId>,
    ) -> Result<(), Failed> {
        let visit = &self.visits[level];
        let numbers = visit.changing.iter().filter(|(_, slot)| !slot.is_float && slot.start.is_some());
        let all = || -> BTreeSet<(Key, Monotone)> {
            numbers.flat_map(|(key, _)| MONOTONE.into_iter().map(|way| (*key, way))).collect()
        };
        let candidates = visit.measures.clone().unwrap_or_else(all);
        let mut kept = BTreeSet::new();
        for (key, way) in candidates {
            let (Some(before), Some(now)) = (terms.get(&key), now.get(&key)) else { continue };
            let pool = &mut self.new.context.pool;
            let stays = match way {
                Monotone::Rises => pool.ule(*now, *before),
                Monotone::Falls => pool.ule(*before, *now),
                Monotone::RisesSigned => pool.sle(*now, *before),
                Monotone::FallsSigned => pool.sle(*before, *now),
            };
            if self.never(condition, stays) {
                kept.insert((key, way));
            }
        }
        let ends = !kept.is_empty();
        self.visits[level].measures = Some(kept);
        if ends { Ok(()) } else { Err(Failed::For("a loop of one version could not be shown to end")) }
    }
}

fn provenance_kept(pool: &mut Pool, before: &State, now: &State, slot: Slot) -> bool {
    let provenance = |value: Option<Value>| match value {
        Some(Value::Undefined) | None => None,
        Some(value) => Some(value.provenance()),
    };
    match (provenance(slots::value(pool, before, slot)), provenance(slots::value(pool, now, slot))) {
        (Some(a), Some(b)) => a == b,
        (None, Some(b)) => b.is_none(),
        _ => false,
    }
}

/// Whether both versions made the same inputs since the visit.
fn same_inputs(visit: &Visit, new: &State, old: &State) -> bool {
    let since = |before: &State, now: &State| -> Vec<(String, u32)> {
        let known = before.inputs.len();
        now.inputs.in_order().into_iter().skip(known).map(|input| (input.base_name().to_owned(), input.size)).collect()
    };
    since(&visit.new, new) == since(&visit.old, old)
}
