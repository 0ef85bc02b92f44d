//! Gives two versions of a program the same inputs, as one caller does.
//!
//! The inputs of one version are offered to the other ([`Given`]). An input of the same place gets the same bytes there, whatever their members are
//! called and however they are grouped; a parameter that holds numbers in another type gets the same number. What has no counterpart is set
//! apart: nobody can say that both versions were given the same.

use super::converted::number;
use super::positions::positions;
use crate::config::HistoryCall;
use crate::engine::Engine;
use crate::given::{Given, Number};
use crate::input::{Input, InputKind, InputPart};
use crate::ledger::Weakness;
use crate::source_types::{Scalar, is_any_moved, members};
use crate::state::State;
use incise_ir::{Function, SourceTypeId};
use incise_term::{Op, TermId, VarId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// The inputs with which a run starts, to be offered to another version.
    pub fn offered(&self, first: &State) -> Given {
        let functions = self.run.functions.iter();
        let functions = functions.map(|(address, function)| (*address, Rc::clone(&function.name))).collect();
        let mut given = Given { functions, ..Given::default() };
        let all = first.inputs.in_order();
        for (number, input) in all.iter().enumerate() {
            let n_before = all[..number].iter().filter(|other| other.kind == input.kind).count();
            if let Some(place) = self.place_of(input.kind, n_before) {
                if let InputKind::Global(id) = input.kind {
                    given.initial.insert(place.clone(), self.prepared.initial_bytes(id));
                }
                if let Some(number) = self.number_of(input.kind) {
                    given.numbers.insert(place.clone(), number);
                }
                if let Some(ty) = input.source_type {
                    given.members.insert(place.clone(), members(self.prepared.module(), ty));
                }
                given.inputs.insert(place, Rc::clone(input));
            }
        }
        given
    }

    /// The variables that only one of the versions is given, once this one has started with what another offered.
    pub fn given_apart(&self) -> BTreeSet<VarId> {
        let Some(given) = &self.run.given else { return BTreeSet::new() };
        let mut apart = given.apart.clone();
        for (place, input) in &given.inputs {
            // A global of one version only is that version's own state.
            if !given.used.contains(place) && !matches!(input.kind, InputKind::Global(_)) {
                input.parts.iter().for_each(|part| apart.extend(self.context.pool.vars(part.term)));
            }
        }
        apart
    }

    /// Whether an input is private state that has nothing to do with the other version's: that has none of this name, it begins with another
    /// value, or it is known to be another thing.
    pub(crate) fn is_own_state(&self, kind: InputKind) -> bool {
        let (Some(given), InputKind::Global(id)) = (&self.run.given, kind) else { return false };
        let place = self.place_of(kind, 0).unwrap_or_default();
        let global = &self.prepared.module().globals[id];
        let begins_alike = given.initial.get(&place).is_some_and(|other| *other == self.prepared.initial_bytes(id));
        global.internal && (!begins_alike || given.own_state.contains(&global.name))
    }

    /// What a scalar of private state is known to hold.
    pub(crate) fn defined_part(&self, kind: InputKind, leaf: &Scalar) -> Option<TermId> {
        let (Some(given), InputKind::Global(id)) = (&self.run.given, kind) else { return None };
        let place = (self.prepared.module().globals[id].name.clone(), leaf.offset as u32);
        let fits = |term: &&TermId| u64::from(self.context.pool.width(**term)) == 8 * leaf.size;
        given.defined.get(&place).filter(fits).copied()
    }

    /// Where a caller puts an input, the `n_before`-th of its kind: the same in two versions. Nothing for what no caller gives.
    fn place_of(&self, kind: InputKind, n_before: usize) -> Option<String> {
        match kind {
            InputKind::Parameter(number) => {
                let (call, index) = (number / HistoryCall::STRIDE, (number % HistoryCall::STRIDE) as usize);
                let position = self
                    .called(number)
                    .and_then(|called| positions(self.prepared.module(), called).get(index).copied().flatten());
                let (declared, register) =
                    position.map_or((index, 0), |position| (position.declared, position.register));
                Some(format!("parameter {call} {declared} {register} {n_before}"))
            }
            InputKind::Pointee(number) => Some(format!("pointee {number} {n_before}")),
            InputKind::Global(id) => Some(format!("global {}", self.prepared.module().globals[id].name)),
            _ => None,
        }
    }

    fn entry_function(&self) -> Option<&Function> {
        let module = self.prepared.module();
        module.function(self.prepared.config.entry.name()).map(|id| &module.functions[id])
    }

    /// The function that a parameter of this number belongs to: the entry, or one that the history calls.
    fn called(&self, number: u32) -> Option<&Function> {
        match self.prepared.config.environment.history_call(number) {
            Some(call) => {
                let module = self.prepared.module();
                module.function(&call.function).map(|id| &module.functions[id])
            }
            None => self.entry_function(),
        }
    }

    /// How an input holds a number, if it is all of a parameter.
    fn number_of(&self, kind: InputKind) -> Option<Number> {
        let InputKind::Parameter(at) = kind else { return None };
        let (module, called) = (self.prepared.module(), self.called(at)?);
        let index = (at % HistoryCall::STRIDE) as usize;
        let position = positions(module, called).get(index).copied().flatten()?;
        number(module, called, index).filter(|_| position.is_whole)
    }

    /// The terms for an input that another version offers; `None` if it offers none that fits.
    pub(crate) fn given_parts(
        &mut self,
        (kind, n_before): (InputKind, usize),
        (size, ty): (u64, Option<SourceTypeId>),
        leaves: &[Scalar],
    ) -> Option<Vec<TermId>> {
        let place = self.place_of(kind, n_before)?;
        if self.is_own_state(kind) {
            return None;
        }
        let given = self.run.given.as_ref()?;
        let (input, from) = (given.inputs.get(&place)?.clone(), given.numbers.get(&place).copied());
        let parts = match (from, self.number_of(kind)) {
            (Some(from), Some(to)) => {
                let number = self.whole_input(&input);
                let (value, fits) = self.converted((number, from), (8 * size as u32, to));
                self.note_lost_numbers((number, from), (value, to));
                self.run.given_when.extend(fits);
                leaves.iter().map(|leaf| self.part_of(value, leaf)).collect()
            }
            _ if u64::from(input.size) != size || !self.same_layout(&place, ty, leaves) => return None,
            _ => leaves.iter().map(|leaf| self.bytes_of(&input, leaf)).collect::<Option<Vec<TermId>>>()?,
        };
        if let Some(given) = &mut self.run.given {
            given.used.insert(place);
        }
        Some(parts)
    }

    /// Sets the variables of an input apart that no other version offers.
    pub(crate) fn set_apart(&mut self, kind: InputKind, parts: &[InputPart]) {
        let is_given = matches!(kind, InputKind::Parameter(_) | InputKind::Pointee(_));
        // What somebody else defines is there for both, whether the other version looks at it or not.
        let global = |id| &self.prepared.module().globals[id];
        let external = matches!(kind, InputKind::Global(id) if !global(id).internal && !global(id).is_outside());
        if let Some(given) = self.run.given.as_mut().filter(|_| is_given || external) {
            let vars = parts.iter().filter_map(|part| match self.context.pool.op(part.term) {
                Op::Var(var) => Some(var),
                _ => None,
            });
            given.apart.extend(vars);
        }
    }

    /// The bytes of an input that a scalar of another layout covers.
    pub(super) fn bytes_of(&mut self, input: &Input, leaf: &Scalar) -> Option<TermId> {
        let (start, end) = (leaf.offset as u32, (leaf.offset + leaf.size) as u32);
        let mut found: Option<TermId> = None;
        let mut at = start;
        for part in input.parts.iter().filter(|part| part.offset < end && start < part.offset + part.size) {
            let (from, to) = (part.offset.max(start), (part.offset + part.size).min(end));
            if from != at {
                return None;
            }
            at = to;
            let bytes = self.context.pool.extract(part.term, 8 * (from - part.offset), 8 * (to - from));
            found = Some(match found {
                None => bytes,
                Some(low) => self.context.pool.concat(bytes, low),
            });
        }
        found.filter(|_| at == end)
    }

    /// Notes that a type does not hold every number of the earlier one: such numbers are given to neither version.
    fn note_lost_numbers(&mut self, (number, now): (TermId, Number), (value, was): (TermId, Number)) {
        let back = self.converted((value, was), (self.context.pool.width(number), now)).1;
        if back.is_some() || now == Number::Bool && was != Number::Bool {
            let detail = "the type of a parameter does not hold every number of its earlier type";
            let span = self.entry_function().map(|entry| entry.span);
            self.run.ledger.add(Weakness::NotGiven, detail.to_owned(), span);
        }
    }

    fn part_of(&mut self, whole: TermId, leaf: &Scalar) -> TermId {
        self.context.pool.extract(whole, 8 * leaf.offset as u32, 8 * leaf.size as u32)
    }

    /// Whether two layouts agree: the same scalars at the same places, and no member that both have elsewhere. What members are called, and
    /// how they are grouped, does not matter. Unions and bit-fields are bytes that any scalars can lie in.
    fn same_layout(&self, place: &str, ty: Option<SourceTypeId>, leaves: &[Scalar]) -> bool {
        let Some((given, input)) = self.run.given.as_ref().and_then(|given| Some((given, given.inputs.get(place)?)))
        else {
            return false;
        };
        let own = ty.map(|ty| members(self.prepared.module(), ty)).unwrap_or_default();
        let is_moved = given.members.get(place).is_some_and(|offered| is_any_moved(offered, &own));
        let is_pad = |path: &str| path.starts_with("[pad ");
        let own = leaves.iter().filter(|leaf| !is_pad(&leaf.path));
        let parts = input.parts.iter().filter(|part| !is_pad(&part.path));
        let is_raw = own.clone().any(|leaf| leaf.ty.is_none()) || parts.clone().any(|part| part.source_type.is_none());
        let own = own.map(|leaf| (leaf.offset, leaf.size));
        let parts = parts.map(|part| (u64::from(part.offset), u64::from(part.size)));
        !is_moved && (is_raw || own.eq(parts))
    }
}
