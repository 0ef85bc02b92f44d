//! Loops of any length: the two versions are proved to stay in step, by induction over their visits of loops.
//!
//! Where a branch is decided a second time in both versions, the two states are *generalised*: what changes from visit to visit gets
//! a fresh variable, and what is related in the two versions (equal, a constant apart, or in proportion) gets the same one. From
//! there both run to their next visit. If that visit is an instance of the generalised one, with the relations holding, then so are
//! all later ones, and what was found to be equal from the generalised states on is equal for loops of any length. Otherwise
//! the generalisation is weakened and tried again.
//!
//! *Source*: the idea of relational induction over paired loops, as in regression verification (O. Strichman, B. Godlin, 2008).
//!
//! # Invariants
//! - What changes is never guessed for certain: a visit is covered only if every slot that has no variable of its own holds exactly
//!   what it held before. So a bad guess costs a proof, never a wrong one.
//! - Nothing is concluded but equality; a failed proof says nothing.

use crate::observe::{Compared, Observe};
use crate::outputs::{Finished, Two};
use crate::second::{Limits, Second};
use crate::slots::{self, Slot};
use crate::stream;
use incise_engine::{Engine, PathEnd, State, Stop, Value};
use incise_solver::{Extend, PathCondition, Truth};
use incise_term::{Format, Pool, TermId, VarKind};
use std::collections::{BTreeMap, BTreeSet};

/// How often one generalisation is weakened before we give up.
const ROUNDS: usize = 60;
/// Loops inside loops.
const NESTED: usize = 6;
/// How often one version may go on alone.
const CATCH_UP: usize = 2;
/// Pieces of path that one proof may run.
const SEGMENTS: usize = 4000;

/// What a slot of the old version holds at a generalised visit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Relation {
    /// What that slot of the new version holds, plus so much.
    Shifted(Slot, u128),
    /// `start + factor * (x - x_start)` for that slot `x` of the new version.
    Scaled(Slot, u128),
    /// Anything.
    Free,
}

/// A visit of loops in both versions, generalised.
struct Visit {
    new: State,
    old: State,
    condition: PathCondition,
    /// Slots of the new version that change, with their variables.
    new_slots: BTreeMap<Slot, TermId>,
    /// Slots of the old version that change, and how they are related.
    old_slots: BTreeMap<Slot, (Relation, TermId)>,
    refuted: BTreeSet<(Slot, Relation)>,
    /// How much slots grow from one visit to the next, where that is constant.
    steps: BTreeMap<(bool, Slot), u128>,
    /// Bounds that were found not to hold.
    unbounded: BTreeSet<(bool, Slot, Bound)>,
}

/// What a slot that changes may be bounded by, below or above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Bound {
    /// Signed, by what it held at the first visit.
    SignedStart(Way),
    /// Unsigned, by what it held at the first visit.
    UnsignedStart(Way),
    /// Signed, from below, by a number.
    AtLeast(i8),
    /// Signed, from above, by what a slot holds that does not change.
    SignedAtMost(Slot),
    /// Unsigned, from above, by what a slot holds that does not change.
    UnsignedAtMost(Slot),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    Below,
    Above,
}

const BOUNDS: [Bound; 7] = [
    Bound::SignedStart(Way::Below),
    Bound::SignedStart(Way::Above),
    Bound::UnsignedStart(Way::Below),
    Bound::UnsignedStart(Way::Above),
    Bound::AtLeast(1),
    Bound::AtLeast(0),
    Bound::AtLeast(-1),
];

/// Why a proof went no further.
enum Failed {
    /// The visit on this level of the stack must be weakened.
    Weaken(usize, Box<Weakening>),
    /// It cannot be proved this way.
    For(&'static str),
}

#[derive(Default)]
struct Weakening {
    new_slots: BTreeSet<Slot>,
    old_slots: BTreeSet<Slot>,
    refuted: BTreeSet<(Slot, Relation)>,
    steps: BTreeMap<(bool, Slot), u128>,
    unbounded: BTreeSet<(bool, Slot, Bound)>,
}

/// A proof under way. Terms and solver are the new version's between steps.
pub struct Induction<'a, 'p> {
    /// The new version.
    pub new: &'a mut Engine<'p>,
    /// The old version.
    pub old: &'a mut Second<'p>,
    /// What is looked at.
    pub observe: &'a Observe,
    /// What the plans leave to be compared.
    pub compared: &'a Compared,
    /// When to give up.
    pub limits: Limits<'a>,
    visits: Vec<Visit>,
    n_segments: usize,
    n_variables: usize,
}

impl<'a, 'p> Induction<'a, 'p> {
    /// A proof that has not begun.
    pub fn new(
        new: &'a mut Engine<'p>,
        old: &'a mut Second<'p>,
        observe: &'a Observe,
        compared: &'a Compared,
        limits: Limits<'a>,
    ) -> Self {
        Induction { new, old, observe, compared, limits, visits: Vec::new(), n_segments: 0, n_variables: 0 }
    }

    /// Tries to prove that the two versions never differ from their first states on; why not, when that fails.
    pub fn prove(mut self, new: State) -> Result<(), &'static str> {
        let old = self.old.first().clone();
        let condition = new.path_condition.clone();
        self.from(new, old, condition).map_err(|failed| match failed {
            Failed::For(why) => why,
            Failed::Weaken(..) => "a loop could not be generalised",
        })
    }

    /// Runs both versions to their next visits and looks at each pair.
    fn from(&mut self, mut new: State, old: State, condition: PathCondition) -> Result<(), Failed> {
        new.path_condition = condition;
        // What is learned at one visit may repair what fails at another, so all are looked at.
        let mut failed = None;
        for (new, new_end) in self.run_new(new)? {
            let mut old = old.clone();
            old.path_condition = new.path_condition.clone();
            for (old, old_end) in self.run_old(old)? {
                let outcome = self.look((&new, &new_end), (&old, &old_end), CATCH_UP);
                match outcome {
                    Ok(()) => {}
                    Err(Failed::For(why)) => failed = failed.or(Some(why)),
                    Err(weaken) => return Err(weaken),
                }
            }
        }
        match failed {
            None => Ok(()),
            Some(why) => Err(Failed::For(why)),
        }
    }

    /// Looks at two runs that are paused or over. Where one is over and the other is not, that one goes on for a while.
    fn look(&mut self, new: (&State, &PathEnd), old: (&State, &PathEnd), left: usize) -> Result<(), Failed> {
        let goes_on = |state: &State, condition: &PathCondition| {
            let mut state = state.clone();
            state.paused = false;
            state.top_mut().decided.clear();
            state.path_condition = condition.clone();
            state
        };
        match (new.0.paused, old.0.paused) {
            (false, false) => self.ends(new, old),
            (true, true) => self.arrive(new.0, old.0),
            _ if left == 0 => Err(Failed::For("one version leaves a loop while the other goes on")),
            (false, true) => {
                for (state, end) in self.run_old(goes_on(old.0, &old.0.path_condition))? {
                    self.look(new, (&state, &end), left - 1)?;
                }
                Ok(())
            }
            (true, false) => {
                for (state, end) in self.run_new(goes_on(new.0, &old.0.path_condition))? {
                    let mut over = old.0.clone();
                    over.path_condition = state.path_condition.clone();
                    self.look((&state, &end), (&over, old.1), left - 1)?;
                }
                Ok(())
            }
        }
    }

    fn run_new(&mut self, state: State) -> Result<Vec<(State, PathEnd)>, Failed> {
        self.n_segments += 1;
        if self.n_segments > SEGMENTS {
            return Err(Failed::For("too many pieces of path"));
        }
        segment(self.new, state, self.limits)
    }

    fn run_old(&mut self, state: State) -> Result<Vec<(State, PathEnd)>, Failed> {
        self.old.exchange(self.new);
        let first = self.old.first().path_condition.clone();
        let mut state = state;
        let mut ended = Ok(Vec::new());
        if first.constraints().all(|constraint| self.old.engine.assume(&mut state, constraint).is_ok()) {
            ended = segment(&mut self.old.engine, state, self.limits);
        }
        self.old.exchange(self.new);
        ended
    }

    /// Two runs that are over.
    fn ends(&mut self, new: (&State, &PathEnd), old: (&State, &PathEnd)) -> Result<(), Failed> {
        let mut pool = std::mem::take(&mut self.new.pool);
        let mut two = Two {
            new: Finished { engine: self.new, state: new.0, end: new.1 },
            old: Finished { engine: &self.old.engine, state: old.0, end: old.1 },
            pool: &mut pool,
            pairing: &self.old.pairing,
            observe: self.observe,
            compared: self.compared,
            wrong_plan: false,
            unclear: None,
            unset: None,
        };
        let observed = two.observed();
        let wrong = two.wrong_plan;
        self.new.pool = pool;
        if wrong {
            return Err(Failed::For("something compared depends on code that was skipped"));
        }
        for one in observed {
            if !self.never(&old.0.path_condition, one.differs) {
                return Err(Failed::For("outputs could not be proved equal"));
            }
        }
        Ok(())
    }

    /// Whether a condition cannot hold.
    fn never(&mut self, condition: &PathCondition, term: TermId) -> bool {
        !self.limits.is_over() && matches!(self.new.solver.may_be_true(&mut self.new.pool, condition, term), Truth::No)
    }

    /// Whether two values are equal; floats up to which NaN they are.
    fn equal(&mut self, condition: &PathCondition, a: TermId, b: TermId, is_float: bool) -> bool {
        if a == b {
            return true;
        }
        let width = self.new.pool.width(a);
        if width != self.new.pool.width(b) {
            return false;
        }
        let format = match width {
            32 if is_float => Some(Format::F32),
            64 if is_float => Some(Format::F64),
            _ => None,
        };
        let differ = match format {
            Some(format) => {
                let same = self.new.pool.fp_same(format, a, b);
                self.new.pool.not(same)
            }
            None => self.new.pool.ne(a, b),
        };
        self.never(condition, differ)
    }

    /// Both versions are at a loop: an instance of an earlier visit, or a new one to be proved.
    fn arrive(&mut self, new: &State, old: &State) -> Result<(), Failed> {
        let known = self
            .visits
            .iter()
            .rposition(|visit| slots::same_place(&visit.new, new) && slots::same_place(&visit.old, old));
        if let Some(level) = known {
            return self.cover(level, new, old);
        }
        if self.visits.len() >= NESTED {
            return Err(Failed::For("too many loops inside loops"));
        }
        // What was written so far must be the same; later visits look only at what is written from here on.
        self.same_output(new, old)?;
        let level = self.visits.len();
        let (mut new, mut old) = (new.clone(), old.clone());
        for state in [&mut new, &mut old] {
            state.paused = false;
            state.output = Default::default();
        }
        let condition = old.path_condition.clone();
        self.visits.push(Visit {
            new,
            old,
            condition,
            new_slots: BTreeMap::new(),
            old_slots: BTreeMap::new(),
            refuted: BTreeSet::new(),
            steps: BTreeMap::new(),
            unbounded: BTreeSet::new(),
        });
        for _ in 0..ROUNDS {
            if self.limits.is_over() {
                self.visits.truncate(level);
                return Err(Failed::For("the time was up"));
            }
            let (new, old, condition) = self.generalised(level);
            match self.from(new, old, condition) {
                Ok(()) => {
                    self.visits.truncate(level);
                    return Ok(());
                }
                Err(Failed::Weaken(at, weakening)) if at == level => {
                    self.visits.truncate(level + 1);
                    self.weaken(level, *weakening);
                }
                Err(other) => {
                    self.visits.truncate(level);
                    return Err(other);
                }
            }
        }
        self.visits.truncate(level);
        Err(Failed::For("a loop could not be generalised"))
    }

    fn same_output(&mut self, new: &State, old: &State) -> Result<(), Failed> {
        let mut found = Vec::new();
        stream::compare(&mut self.new.pool, &new.output.in_order(), &old.output.in_order(), &mut found);
        for one in found {
            if !self.never(&old.path_condition, one.differs) {
                return Err(Failed::For("what is written in a loop could not be proved equal"));
            }
        }
        Ok(())
    }

    /// The two states of a visit with variables for what changes, ready to go on.
    fn generalised(&mut self, level: usize) -> (State, State, PathCondition) {
        let visit = &self.visits[level];
        let (mut new, mut old) = (visit.new.clone(), visit.old.clone());
        let (new_slots, old_slots) = (visit.new_slots.clone(), visit.old_slots.clone());
        let condition = visit.condition.clone();
        let pool = &mut self.new.pool;
        for (slot, variable) in &new_slots {
            let object = slots::value(pool, &new, *slot).and_then(|value| value.provenance());
            slots::set(pool, &mut new, *slot, object, *variable);
        }
        for (slot, (relation, variable)) in &old_slots {
            let object = slots::value(pool, &old, *slot).and_then(|value| value.provenance());
            let term = match relation {
                Relation::Free => Some(*variable),
                _ => related(pool, &self.visits[level], *slot, *relation, |x| new_slots.get(&x).copied()),
            };
            slots::set(pool, &mut old, *slot, object, term.unwrap_or(*variable));
        }
        let condition = self.bounded(level, condition, &new, &old);
        for state in [&mut new, &mut old] {
            state.top_mut().decided.clear();
            state.retry_facts.clear();
        }
        (new, old, condition)
    }

    /// The condition with the bounds that were not refuted.
    fn bounded(&mut self, level: usize, condition: PathCondition, new: &State, old: &State) -> PathCondition {
        let mut condition = condition;
        for (is_new, slot, bound) in self.open_bounds(level) {
            if self.limits.is_over() {
                break;
            }
            let Some(term) = self.bound(level, is_new, slot, bound, if is_new { new } else { old }) else { continue };
            if let Extend::Sat(extended) = self.new.solver.extend(&mut self.new.pool, &condition, term) {
                condition = extended;
            }
        }
        condition
    }

    fn open_bounds(&self, level: usize) -> Vec<(bool, Slot, Bound)> {
        let visit = &self.visits[level];
        let slots =
            visit.new_slots.keys().map(|slot| (true, *slot)).chain(visit.old_slots.keys().map(|slot| (false, *slot)));
        let fixed = (
            slots::variables(self.new, &visit.new, |slot| !visit.new_slots.contains_key(&slot)),
            slots::variables(&self.old.engine, &visit.old, |slot| !visit.old_slots.contains_key(&slot)),
        );
        slots
            .filter(|(is_new, slot)| match is_new {
                true => slots::is_named(self.new, &visit.new, *slot),
                false => slots::is_named(&self.old.engine, &visit.old, *slot),
            })
            .flat_map(|(is_new, slot)| {
                let fixed = if is_new { &fixed.0 } else { &fixed.1 };
                let others = fixed.iter().flat_map(|&other| [Bound::SignedAtMost(other), Bound::UnsignedAtMost(other)]);
                BOUNDS.into_iter().chain(others).map(move |bound| (is_new, slot, bound)).collect::<Vec<_>>()
            })
            .filter(|key| !visit.unbounded.contains(key))
            .collect()
    }

    /// The bound on what a slot holds in a state; nothing when it is no number.
    fn bound(&mut self, level: usize, is_new: bool, slot: Slot, bound: Bound, state: &State) -> Option<TermId> {
        let visit = &self.visits[level];
        let (engine, first) = if is_new { (&*self.new, &visit.new) } else { (&self.old.engine, &visit.old) };
        let width = slots::width(engine, first, slot);
        if width < 8 || slots::is_float(engine, first, slot) {
            return None;
        }
        let other_width = match bound {
            Bound::SignedAtMost(other) | Bound::UnsignedAtMost(other) => slots::width(engine, first, other),
            _ => width,
        };
        let pool = &mut self.new.pool;
        let start = slots::value(pool, first, slot)?;
        let start = scalar_term(pool, &start, width)?;
        let now = slots::value(pool, state, slot)?;
        let now = scalar_term(pool, &now, width)?;
        Some(match bound {
            Bound::SignedStart(Way::Below) => pool.sle(start, now),
            Bound::SignedStart(Way::Above) => pool.sle(now, start),
            Bound::UnsignedStart(Way::Below) => pool.ule(start, now),
            Bound::UnsignedStart(Way::Above) => pool.ule(now, start),
            Bound::SignedAtMost(other) | Bound::UnsignedAtMost(other) => {
                if other_width != width {
                    return None;
                }
                let other = slots::value(pool, first, other)?;
                let other = scalar_term(pool, &other, width)?;
                let signed = matches!(bound, Bound::SignedAtMost(_));
                let (above_first, bounded) = if signed {
                    (pool.slt(other, start), pool.sle(now, other))
                } else {
                    (pool.ult(other, start), pool.ule(now, other))
                };
                let condition = visit.condition.clone();
                if !self.never(&condition, above_first) {
                    return None;
                }
                bounded
            }
            Bound::AtLeast(number) => {
                let holds_first = pool.constant(width, i128::from(number) as u128 & mask(width));
                // A bound must hold at the first visit.
                let first = pool.slt(start, holds_first);
                let bounded = pool.sle(holds_first, now);
                let condition = visit.condition.clone();
                if !self.never(&condition, first) {
                    return None;
                }
                bounded
            }
        })
    }

    fn variable(&mut self, width: u32) -> TermId {
        self.n_variables += 1;
        self.new.pool.var(&format!("loop!{}:{width}", self.n_variables), width, VarKind::Opaque)
    }

    fn weaken(&mut self, level: usize, weakening: Weakening) {
        let visit = &mut self.visits[level];
        visit.refuted.extend(weakening.refuted);
        visit.steps.extend(weakening.steps);
        visit.unbounded.extend(weakening.unbounded);
        let (new, old) = (visit.new.clone(), visit.old.clone());
        for slot in weakening.new_slots {
            let width = slots::width(self.new, &new, slot);
            let variable = self.variable(width);
            self.visits[level].new_slots.insert(slot, variable);
        }
        for slot in weakening.old_slots {
            let width = slots::width(&self.old.engine, &old, slot);
            let variable = self.variable(width);
            self.visits[level].old_slots.insert(slot, (Relation::Free, variable));
        }
        // Relations that hold at the first visit and were not refuted.
        let slots: Vec<Slot> = self.visits[level].old_slots.keys().copied().collect();
        for slot in slots {
            let relation = self.best_relation(level, slot);
            if let Some(entry) = self.visits[level].old_slots.get_mut(&slot) {
                entry.0 = relation;
            }
        }
    }

    /// The first relation of an old slot to a new one that holds at the first visit and was not refuted.
    fn best_relation(&mut self, level: usize, slot: Slot) -> Relation {
        let mut pool = std::mem::take(&mut self.new.pool);
        let relation = self.best_relation_in(&mut pool, level, slot);
        self.new.pool = pool;
        if relation != Relation::Free {
            return relation;
        }
        // What the source names may be equal without looking equal.
        let visit = &self.visits[level];
        let width = slots::width(&self.old.engine, &visit.old, slot);
        if !slots::is_named(&self.old.engine, &visit.old, slot) {
            return Relation::Free;
        }
        let (first_new, first_old, condition) = (visit.new.clone(), visit.old.clone(), visit.condition.clone());
        let candidates: Vec<Slot> = visit
            .new_slots
            .keys()
            .copied()
            .filter(|other| slots::is_named(self.new, &first_new, *other))
            .filter(|other| slots::width(self.new, &first_new, *other) == width)
            .filter(|other| !visit.refuted.contains(&(slot, Relation::Shifted(*other, 0))))
            .collect();
        for other in candidates {
            let pool = &mut self.new.pool;
            let (Some(x), Some(y)) = (slots::value(pool, &first_new, other), slots::value(pool, &first_old, slot))
            else {
                continue;
            };
            if x.provenance() != y.provenance() {
                continue;
            }
            let (Some(x), Some(y)) = (scalar_term(pool, &x, width), scalar_term(pool, &y, width)) else { continue };
            let is_float = slots::is_float(&self.old.engine, &first_old, slot);
            if self.equal(&condition, x, y, is_float) {
                return Relation::Shifted(other, 0);
            }
        }
        Relation::Free
    }

    fn best_relation_in(&self, pool: &mut Pool, level: usize, slot: Slot) -> Relation {
        let visit = &self.visits[level];
        let width = slots::width(&self.old.engine, &visit.old, slot);
        let scalar = |value: &Option<Value>| !matches!(value, None | Some(Value::Undefined | Value::Aggregate(_)));
        let old_value = slots::value(pool, &visit.old, slot);
        if !scalar(&old_value) {
            return Relation::Free;
        }
        let y = self.old.engine.term_in(pool, &old_value.unwrap_or(Value::Int(0)), width);
        let name = |engine: &Engine<'_>, state: &State, slot: Slot| match slot {
            Slot::Local(local) => engine.function(state.top().function).locals[local].name.clone(),
            Slot::Memory(..) => String::new(),
        };
        let own_name = name(&self.old.engine, &visit.old, slot);
        let mut candidates = Vec::new();
        for other in visit.new_slots.keys() {
            if slots::width(self.new, &visit.new, *other) != width {
                continue;
            }
            let value = slots::value(pool, &visit.new, *other);
            if !scalar(&value) {
                continue;
            }
            let x = self.new.term_in(pool, &value.unwrap_or(Value::Int(0)), width);
            let difference = pool.sub(y, x);
            let other_name = name(self.new, &visit.new, *other);
            let named = !own_name.is_empty() && own_name == other_name;
            if let Some(apart) = pool.as_const(difference) {
                let relation = Relation::Shifted(*other, apart);
                candidates.push(((apart != 0, !named), relation));
            }
            let steps = (visit.steps.get(&(true, *other)), visit.steps.get(&(false, slot)));
            if let (Some(&dx), Some(&dy)) = steps
                && let Some(factor) = quotient(dy, dx, width)
            {
                candidates.push(((true, !named), Relation::Scaled(*other, factor)));
            }
        }
        candidates.sort();
        let fresh = candidates.into_iter().find(|(_, relation)| !visit.refuted.contains(&(slot, *relation)));
        fresh.map_or(Relation::Free, |(_, relation)| relation)
    }

    /// Whether two states are an instance of a generalised visit; what to weaken when they are not.
    fn cover(&mut self, level: usize, new: &State, old: &State) -> Result<(), Failed> {
        self.same_output(new, old)?;
        if !same_inputs(&self.visits[level], new, old) {
            return Err(Failed::For("the versions read different inputs in a loop"));
        }
        let condition = old.path_condition.clone();
        let (generalised_new, generalised_old, _) = self.generalised(level);
        let mut pool = std::mem::take(&mut self.new.pool);
        let new_changed = slots::changed(self.new, &mut pool, &generalised_new, new);
        let old_changed = slots::changed(&self.old.engine, &mut pool, &generalised_old, old);
        self.new.pool = pool;
        let (Some(new_changed), Some(old_changed)) = (new_changed, old_changed) else {
            return Err(Failed::For("a loop changes more than values"));
        };
        let mut weakening = Weakening::default();
        let (new_slots, old_slots) = (self.visits[level].new_slots.clone(), self.visits[level].old_slots.clone());
        for slot in new_changed {
            if !new_slots.contains_key(&slot) {
                if !self.provenance_kept(&generalised_new, new, slot) {
                    return Err(Failed::For("a pointer moves to another object in a loop"));
                }
                weakening.new_slots.insert(slot);
            }
        }
        // What the variables stand for at this visit.
        let mut now = BTreeMap::new();
        for (slot, variable) in &new_slots {
            if !self.provenance_kept(&generalised_new, new, *slot) {
                return Err(Failed::For("a pointer moves to another object in a loop"));
            }
            let width = slots::width(self.new, new, *slot);
            let Some(value) = slots::value(&mut self.new.pool, new, *slot) else {
                return Err(Failed::For("a loop changes more than values"));
            };
            let mut pool = std::mem::take(&mut self.new.pool);
            let term = self.new.term_in(&mut pool, &value, width);
            let step = pool.sub(term, *variable);
            if let Some(step) = pool.as_const(step) {
                weakening.steps.insert((true, *slot), step);
            }
            self.new.pool = pool;
            now.insert(*slot, term);
        }
        for slot in &old_changed {
            if !old_slots.contains_key(slot) {
                weakening.old_slots.insert(*slot);
            }
        }
        for (slot, (relation, variable)) in &old_slots {
            if !self.provenance_kept(&generalised_old, old, *slot) {
                return Err(Failed::For("a pointer moves to another object in a loop"));
            }
            let width = slots::width(&self.old.engine, old, *slot);
            let Some(value) = slots::value(&mut self.new.pool, old, *slot) else {
                return Err(Failed::For("a loop changes more than values"));
            };
            let mut pool = std::mem::take(&mut self.new.pool);
            let term = self.old.engine.term_in(&mut pool, &value, width);
            let expected = match relation {
                Relation::Free => {
                    let step = pool.sub(term, *variable);
                    if let Some(step) = pool.as_const(step) {
                        weakening.steps.insert((false, *slot), step);
                    }
                    None
                }
                _ => related(&mut pool, &self.visits[level], *slot, *relation, |x| now.get(&x).copied()),
            };
            self.new.pool = pool;
            let is_float = slots::is_float(&self.old.engine, old, *slot);
            match (relation, expected) {
                (Relation::Free, _) => {}
                (_, Some(expected)) if self.equal(&condition, expected, term, is_float) => {}
                _ => {
                    weakening.refuted.insert((*slot, *relation));
                }
            }
        }
        for (is_new, slot, bound) in self.open_bounds(level) {
            let Some(term) = self.bound(level, is_new, slot, bound, if is_new { new } else { old }) else { continue };
            let broken = self.new.pool.not(term);
            if !self.never(&condition, broken) {
                weakening.unbounded.insert((is_new, slot, bound));
            }
        }
        let visit = &self.visits[level];
        let learned = weakening.steps.iter().any(|(key, step)| visit.steps.get(key) != Some(step))
            && visit.old_slots.values().any(|(relation, _)| *relation == Relation::Free)
            && self.would_relate(level, &weakening);
        if weakening.new_slots.is_empty()
            && weakening.old_slots.is_empty()
            && weakening.refuted.is_empty()
            && weakening.unbounded.is_empty()
            && !learned
        {
            return Ok(());
        }
        Err(Failed::Weaken(level, Box::new(weakening)))
    }

    /// Whether knowing how slots grow gives a free slot of the old version a relation to try.
    fn would_relate(&self, level: usize, weakening: &Weakening) -> bool {
        let visit = &self.visits[level];
        visit.old_slots.iter().any(|(slot, (relation, _))| {
            *relation == Relation::Free
                && weakening.steps.get(&(false, *slot)).is_some_and(|dy| {
                    visit.new_slots.keys().any(|other| {
                        let width = slots::width(&self.old.engine, &visit.old, *slot);
                        slots::width(self.new, &visit.new, *other) == width
                            && weakening.steps.get(&(true, *other)).is_some_and(|dx| {
                                quotient(*dy, *dx, width).is_some_and(|factor| {
                                    !visit.refuted.contains(&(*slot, Relation::Scaled(*other, factor)))
                                })
                            })
                    })
                })
        })
    }

    fn provenance_kept(&mut self, before: &State, now: &State, slot: Slot) -> bool {
        let pool = &mut self.new.pool;
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
}

/// The value that a relation gives an old slot, with the new version's slots as `x` has them.
fn related(
    pool: &mut Pool,
    visit: &Visit,
    slot: Slot,
    relation: Relation,
    x: impl Fn(Slot) -> Option<TermId>,
) -> Option<TermId> {
    match relation {
        Relation::Free => None,
        Relation::Shifted(other, apart) => {
            let x = x(other)?;
            let apart = pool.constant(pool.width(x), apart);
            Some(pool.add(x, apart))
        }
        Relation::Scaled(other, factor) => {
            let x = x(other)?;
            let width = pool.width(x);
            let (x_start, y_start) = (slots::value(pool, &visit.new, other)?, slots::value(pool, &visit.old, slot)?);
            let (x_start, y_start) = (scalar_term(pool, &x_start, width)?, scalar_term(pool, &y_start, width)?);
            let factor = pool.constant(width, factor);
            let way = pool.sub(x, x_start);
            let way = pool.mul(factor, way);
            Some(pool.add(y_start, way))
        }
    }
}

fn scalar_term(pool: &mut Pool, value: &Value, width: u32) -> Option<TermId> {
    match value {
        Value::Int(bits) | Value::Ptr { address: bits, .. } => Some(pool.constant(width, u128::from(*bits))),
        Value::Term(term) | Value::SymPtr { address: term, .. } => Some(*term),
        Value::Undefined | Value::Aggregate(_) => None,
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// `dy / dx` as signed numbers of `width` bits, when it is whole.
fn quotient(dy: u128, dx: u128, width: u32) -> Option<u128> {
    if width > 64 {
        return None;
    }
    let signed = |value: u128| ((value << (128 - width)) as i128) >> (128 - width);
    let (dy, dx) = (signed(dy), signed(dx));
    let mask = (1u128 << width) - 1;
    (dx != 0 && dy != 0 && dy % dx == 0).then(|| (dy / dx) as u128 & mask)
}

/// Whether both versions made the same inputs since the visit.
fn same_inputs(visit: &Visit, new: &State, old: &State) -> bool {
    let since = |before: &State, now: &State| -> Vec<(String, u32)> {
        let known = before.inputs.len();
        now.inputs.in_order().into_iter().skip(known).map(|input| (input.base_name().to_owned(), input.size)).collect()
    };
    since(&visit.new, new) == since(&visit.old, old)
}

/// Runs a state to its next visits of loops and its ends.
fn segment(engine: &mut Engine<'_>, state: State, limits: Limits) -> Result<Vec<(State, PathEnd)>, Failed> {
    let mut pending = vec![state];
    let mut found = Vec::new();
    let mut steps = 0u32;
    while let Some(mut state) = pending.pop() {
        loop {
            let outcome = engine.step(&mut state);
            pending.extend(engine.spawned.drain(..).rev());
            found.extend(engine.take_collected());
            match outcome {
                Ok(()) => {}
                Err(Stop::Infeasible) => break,
                Err(Stop::End(PathEnd::Cut)) if !state.paused => return Err(Failed::For("a bound was met")),
                Err(Stop::End(end)) => {
                    found.push((state, end));
                    break;
                }
            }
            steps += 1;
            if steps.is_multiple_of(1024) && limits.is_over() {
                return Err(Failed::For("the time was up"));
            }
        }
        if found.len() > SEGMENTS {
            return Err(Failed::For("too many pieces of path"));
        }
    }
    Ok(found)
}
