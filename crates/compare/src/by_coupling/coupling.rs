//! A coupling: facts that relate the private states of two versions, assumed of the states from which runs start and looked for in those
//! in which they end.

use crate::by_coupling::fact::Fact;
use crate::by_coupling::fact_text::texts;
use crate::by_coupling::places::{Place, Slots};
use crate::by_coupling::slot::{Slot, slots};
use crate::by_coupling::writer::{Modulus, Writer, range};
use crate::observation::stored::read;
use crate::role::Role;
use incise_engine::{Engine, Given, GlobalRange, InputKind, Prepared, State};
use incise_ir::Module;
use incise_term::{Op, Pool, TermId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// How the private states of two versions are related.
#[derive(Clone, Debug)]
pub struct Coupling {
    pub(crate) slots: Slots,
    pub(crate) facts: Vec<Fact>,
}

/// What the slots of a version hold; nothing where that is no number.
pub(crate) type Held = Vec<Option<TermId>>;

/// Arguments of a call of which facts about any argument are assumed.
const MAX_ARGUMENTS: usize = 6;

impl Coupling {
    /// No relation between two versions; nothing where they have too much private state, or none. Globals of these names, the linker's, are left
    /// out.
    pub fn none(base: &Module, modified: &Module, left_out: &BTreeSet<String>) -> Option<Coupling> {
        let (base, modified) = (slots(base, left_out)?, slots(modified, left_out)?);
        let slots = Slots { base, modified, views: (Vec::new(), Vec::new()) };
        let is_empty = slots.base.is_empty() && slots.modified.is_empty();
        (!is_empty).then_some(Coupling { slots, facts: Vec::new() })
    }

    /// Whether nothing is known of the states.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// The coupling without some of its facts, by number.
    #[must_use]
    pub fn without(&self, dropped: &BTreeSet<usize>) -> Coupling {
        let kept = self.facts.iter().enumerate().filter(|(number, _)| !dropped.contains(number));
        Coupling { slots: self.slots.clone(), facts: kept.map(|(_, fact)| fact.clone()).collect() }
    }

    /// The same without bounds that follow from others.
    #[must_use]
    pub fn without_implied(&self) -> Coupling {
        let follows = |fact: &Fact| {
            self.facts.iter().any(|other| match (fact, other) {
                (Fact::AtLeast(place, least), Fact::AtLeast(same, more)) => place == same && more > least,
                (Fact::AtMost(place, most), Fact::AtMost(same, less)) => place == same && less < most,
                (Fact::AtLeast(place, least), Fact::Cases(places, rows)) => {
                    let at = places.iter().position(|other| other == place);
                    at.is_some_and(|at| rows.iter().all(|row| row[at] >= *least))
                }
                (Fact::AtMost(place, most), Fact::Cases(places, rows)) => {
                    let at = places.iter().position(|other| other == place);
                    at.is_some_and(|at| rows.iter().all(|row| row[at] <= *most))
                }
                (Fact::Cases(places, rows), Fact::Cases(more, all)) if places.len() == 1 && more.len() > 1 => {
                    let at = more.iter().position(|other| *other == places[0]);
                    at.is_some_and(|at| all.iter().all(|row| rows.iter().any(|one| one[0] == row[at])))
                }
                _ => false,
            })
        };
        let kept = self.facts.iter().filter(|fact| !follows(fact)).cloned();
        Coupling { slots: self.slots.clone(), facts: kept.collect() }
    }

    /// The facts as a person reads them.
    pub fn texts(&self) -> Vec<String> {
        texts(&self.slots, &self.facts)
    }

    /// The private globals of the old and of the new version, by the linker's names, that have slots.
    pub fn globals(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let names = |slots: &[Slot]| slots.iter().map(|slot| slot.global.clone()).collect();
        (names(&self.slots.base), names(&self.slots.modified))
    }

    /// Whether a global that both versions have always holds the same in both.
    pub fn is_shared(&self, global: &str) -> bool {
        let of = |role: Role| {
            let all = self.slots.of(role).iter().enumerate().filter(|(_, slot)| slot.global == global);
            all.map(|(number, slot)| ((slot.offset, slot.size), (role, number))).collect::<Vec<_>>()
        };
        let (base, modified) = (of(Role::Base), of(Role::Mod));
        base.len() == modified.len()
            && base.iter().zip(&modified).all(|((at, old), (also_at, new))| {
                let is_equal = |fact: &Fact| *fact == Fact::equal(&self.slots, *new, *old);
                at == also_at && self.facts.iter().any(is_equal)
            })
    }

    /// What is known of single slots of the old and of the new version.
    pub fn ranges(&self) -> (Vec<GlobalRange>, Vec<GlobalRange>) {
        let of = |role: Role| {
            let slots = self.slots.of(role).iter().enumerate().filter(|(_, slot)| slot.is_number);
            let found = slots.filter_map(|(number, slot)| {
                let (mut low, mut high) = range(slot);
                for fact in &self.facts {
                    match fact {
                        Fact::AtLeast(place, least) if *place == (role, number) => low = low.max(*least),
                        Fact::AtMost(place, most) if *place == (role, number) => high = high.min(*most),
                        _ => {}
                    }
                }
                let (global, offset, signed) = (slot.global.clone(), slot.offset, slot.signed);
                ((low, high) != range(slot)).then_some(GlobalRange { global, offset, signed, low, high })
            });
            found.collect()
        };
        (of(Role::Base), of(Role::Mod))
    }

    /// Adds to what the old version is given what is known of its private state once that of the new one is known.
    pub(crate) fn give(&self, new: (&Prepared<'_>, &State), pool: &mut Pool, given: &mut Given) {
        given.own_state.extend(self.slots.base.iter().map(|slot| slot.global.clone()));
        let mut known: BTreeMap<Place, TermId> = BTreeMap::new();
        let held = self.slots.with_views(Role::Mod, pool, self.at_start(Role::Mod, new));
        for (number, term) in held.into_iter().enumerate() {
            known.extend(term.map(|term| ((Role::Mod, number), term)));
        }
        for number in 0..self.slots.base.len() {
            let place = (Role::Base, number);
            let defines = |fact: &&Fact| match fact {
                Fact::Linear(terms, _, modulus) if !matches!(modulus, Modulus::Number(_)) => {
                    let others = || terms.iter().filter(|(_, other)| *other != place);
                    others().count() + 1 == terms.len() && others().all(|(_, other)| known.contains_key(other))
                }
                _ => false,
            };
            for fact in self.facts.iter().filter(defines) {
                let Fact::Linear(terms, constant, _) = fact else { continue };
                let value = |place: Place| known[&place];
                let solved = Writer { pool, slots: &self.slots, value: &value }.solved(terms, *constant, place);
                if let Some(term) = solved {
                    let slot = &self.slots.base[number];
                    given.defined.insert((slot.global.clone(), slot.offset), term);
                    known.insert(place, term);
                    break;
                }
            }
        }
    }

    /// Assumes the facts of the states from which both versions start; whether all were.
    pub(crate) fn assume(&self, new: (&Prepared<'_>, &State), old: &mut Engine<'_, '_>, first: &mut State) -> bool {
        let pool = &mut old.context.pool;
        let held = (
            self.slots.with_views(Role::Mod, pool, self.at_start(Role::Mod, new)),
            self.slots.with_views(Role::Base, pool, self.at_start(Role::Base, (old.prepared, first))),
        );
        let inputs = self.arguments(&held, &old.context.pool, [new.1, first]);
        for fact in &self.facts {
            if let Some(term) = self.assumed(fact, &mut old.context.pool, &held, &inputs)
                && old.assume(first, term).is_err()
            {
                return false;
            }
        }
        true
    }

    /// Inputs of calls that are no slots.
    fn arguments(&self, (new, old): &(Held, Held), pool: &Pool, firsts: [&State; 2]) -> Vec<TermId> {
        let is_slot = |term: &TermId| new.contains(&Some(*term)) || old.contains(&Some(*term));
        let inputs = firsts.into_iter().flat_map(|first| first.inputs.in_order());
        let parts = inputs.flat_map(|input| &input.parts).map(|part| part.term);
        let mut found: Vec<TermId> =
            parts.filter(|term| matches!(pool.op(*term), Op::Var(_)) && !is_slot(term)).take(MAX_ARGUMENTS).collect();
        found.dedup();
        found
    }

    /// That a fact holds, as it is assumed of a call with these arguments.
    fn assumed(&self, fact: &Fact, pool: &mut Pool, held: &(Held, Held), inputs: &[TermId]) -> Option<TermId> {
        let Fact::Formula(formula) = fact else { return self.term(fact, pool, held) };
        self.term(fact, pool, held)?;
        let value = |(role, number): Place| {
            let all = if role == Role::Mod { &held.0 } else { &held.1 };
            all[number].expect("looked at above")
        };
        Some(formula.assumed(&mut Writer { pool, slots: &self.slots, value: &value }, inputs))
    }

    /// The slots by the variables that they are at the start of a run.
    pub(crate) fn by_variable(&self, pool: &Pool, (new, old): (Held, Held)) -> BTreeMap<VarId, Place> {
        let mut found = BTreeMap::new();
        for (role, held) in [(Role::Base, old), (Role::Mod, new)] {
            for (number, term) in held.into_iter().enumerate() {
                if let Some(Op::Var(var)) = term.map(|term| pool.op(term)) {
                    found.insert(var, (role, number));
                }
            }
        }
        found
    }

    /// The coupling with more facts.
    #[must_use]
    pub fn with(&self, more: impl IntoIterator<Item = Fact>) -> Coupling {
        let mut facts = self.facts.clone();
        facts.extend(more);
        Coupling { slots: self.slots.clone(), facts }
    }

    /// That a fact holds; nothing where a slot of it holds no number.
    pub(crate) fn term(&self, fact: &Fact, pool: &mut Pool, (new, old): &(Held, Held)) -> Option<TermId> {
        let at = |(role, number): Place| match role {
            Role::Mod => new[number],
            Role::Base => old[number],
        };
        if fact.places().into_iter().any(|place| at(place).is_none()) {
            return None;
        }
        let value = |place: Place| at(place).expect("looked at above");
        Some(fact.term(&mut Writer { pool, slots: &self.slots, value: &value }))
    }

    /// What the slots of a version hold in the state that a run starts with.
    pub(crate) fn at_start(&self, role: Role, (prepared, first): (&Prepared<'_>, &State)) -> Held {
        let mut by_place: BTreeMap<(&str, u32, u32), TermId> = BTreeMap::new();
        let inputs = first.inputs.in_order();
        for input in &inputs {
            if let InputKind::Global(id) = input.kind {
                let name = prepared.module().globals[id].name.as_str();
                by_place.extend(input.parts.iter().map(|part| ((name, part.offset, part.size), part.term)));
            }
        }
        let slots = self.slots.of(role).iter();
        slots.map(|slot| by_place.get(&(slot.global.as_str(), slot.offset, slot.size)).copied()).collect()
    }

    /// What the slots of a version hold in a state, and what its views are.
    pub(crate) fn at_end(&self, role: Role, pool: &mut Pool, (prepared, state): (&Prepared<'_>, &State)) -> Held {
        let module = prepared.module();
        let mut objects = BTreeMap::new();
        for slot in self.slots.of(role) {
            objects.entry(slot.global.as_str()).or_insert_with(|| {
                module.global(&slot.global).and_then(|id| state.memory.share(prepared.global_object(id)?))
            });
        }
        let mut held = |slot: &Slot| {
            let object = objects[slot.global.as_str()].as_ref()?;
            let value = read(pool, object, slot.offset as usize, slot.size as usize)?;
            (value.provenance().is_none() && value.members().is_none()).then(|| value.term_in(pool, slot.width()))
        };
        let held = self.slots.of(role).iter().map(&mut held).collect();
        self.slots.with_views(role, pool, held)
    }
}
