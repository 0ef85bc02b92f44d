//! Gives two versions of a program the same inputs, as one caller does.
//!
//! The inputs of one version are offered to the other ([`Given`]). An input of the same place gets the same bytes there, whatever their members are
//! called; a parameter that is an integer of another width gets the same number. What has no counterpart is set apart: nobody can say that both
//! versions were given the same.

use crate::engine::Engine;
use crate::given::Given;
use crate::input::{Input, InputKind, InputPart};
use crate::source_types::{Scalar, strip};
use crate::state::State;
use incise_ir::{GlobalId, SourceType, SourceTypeId};
use incise_term::{Op, TermId, VarId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// The inputs with which a run starts, to be offered to another version.
    pub fn offered(&self, first: &State) -> Given {
        let mut given = Given::default();
        let all = first.inputs.in_order();
        for (number, input) in all.iter().enumerate() {
            let n_before = all[..number].iter().filter(|other| other.kind == input.kind).count();
            if let Some(place) = self.place_of(input.kind, n_before) {
                if let InputKind::Global(id) = input.kind {
                    given.initial.insert(place.clone(), self.initial_bytes(id));
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

    fn initial_bytes(&self, id: GlobalId) -> Option<Vec<u8>> {
        let memory = self.prepared.initial_memory();
        self.prepared.global_object(id).and_then(|object| Some(memory.get(object)?.concrete_bytes()?.to_vec()))
    }

    /// Whether an input is private state that begins with another value than the other version's: each version has its own.
    pub(crate) fn begins_otherwise(&self, kind: InputKind) -> bool {
        let (Some(given), InputKind::Global(id)) = (&self.run.given, kind) else { return false };
        let place = self.place_of(kind, 0).unwrap_or_default();
        let other = given.initial.get(&place);
        self.prepared.module().globals[id].internal && other.is_some_and(|other| *other != self.initial_bytes(id))
    }

    /// Where a caller puts an input, the `n_before`-th of its kind: the same in two versions. Nothing for what no caller gives.
    fn place_of(&self, kind: InputKind, n_before: usize) -> Option<String> {
        match kind {
            InputKind::Parameter(index) => Some(format!("parameter {index} {n_before}")),
            InputKind::Pointee(number) => Some(format!("pointee {number} {n_before}")),
            InputKind::Global(id) => Some(format!("global {}", self.prepared.module().globals[id].name)),
            _ => None,
        }
    }

    /// The terms for an input that another version offers; `None` if it offers none that fits.
    pub(crate) fn given_parts(
        &mut self,
        (kind, n_before): (InputKind, usize),
        (size, ty): (u64, Option<SourceTypeId>),
        leaves: &[Scalar],
    ) -> Option<Vec<TermId>> {
        let place = self.place_of(kind, n_before)?;
        if self.begins_otherwise(kind) {
            return None;
        }
        let input = self.run.given.as_ref()?.inputs.get(&place)?.clone();
        let parts = match (kind, u64::from(input.size) == size) {
            (_, true) if !same_layout(&input, leaves) => return None,
            (_, true) => leaves.iter().map(|leaf| self.bytes_of(&input, leaf)).collect::<Option<Vec<TermId>>>()?,
            (InputKind::Parameter(_), false) => match input.parts.as_slice() {
                [part] => vec![self.converted(part.term, 8 * size as u32, ty)?],
                _ => return None,
            },
            _ => return None,
        };
        if let Some(given) = &mut self.run.given {
            given.used.insert(place);
        }
        Some(parts)
    }

    /// Sets the variables of an input apart that no other version offers.
    pub(crate) fn set_apart(&mut self, kind: InputKind, parts: &[InputPart]) {
        let is_given = matches!(kind, InputKind::Parameter(_) | InputKind::Pointee(_));
        let external = matches!(kind, InputKind::Global(id) if !self.prepared.module().globals[id].internal);
        if let Some(given) = self.run.given.as_mut().filter(|_| is_given || external) {
            let vars = parts.iter().filter_map(|part| match self.context.pool.op(part.term) {
                Op::Var(var) => Some(var),
                _ => None,
            });
            given.apart.extend(vars);
        }
    }

    /// The bytes of an input that a scalar of another layout covers.
    fn bytes_of(&mut self, input: &Input, leaf: &Scalar) -> Option<TermId> {
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

    /// A number in another width, as a call converts it. Of a wider one only the numbers are given that the narrower type holds.
    fn converted(&mut self, number: TermId, width: u32, ty: Option<SourceTypeId>) -> Option<TermId> {
        let module = self.prepared.module();
        let signed = match &module.source_types[strip(module, ty?)] {
            SourceType::Int { signed, boolean: false, .. } | SourceType::Enum { signed, .. } => *signed,
            _ => return None,
        };
        let given = self.context.pool.width(number);
        if given < width {
            return Some(if signed {
                self.context.pool.sext(number, width)
            } else {
                self.context.pool.zext(number, width)
            });
        }
        let narrow = self.context.pool.extract(number, 0, width);
        let back = if signed { self.context.pool.sext(narrow, given) } else { self.context.pool.zext(narrow, given) };
        let fits = self.context.pool.eq(number, back);
        self.run.given_when.push(fits);
        Some(narrow)
    }
}

/// Whether two layouts agree: the same scalars at the same places, and no member that both have elsewhere. What members are called, and
/// how they are grouped, does not matter.
fn same_layout(input: &Input, leaves: &[Scalar]) -> bool {
    let moved = |part: &InputPart, leaf: &Scalar| part.path == leaf.path && u64::from(part.offset) != leaf.offset;
    let is_pad = |path: &str| path.starts_with("[pad ");
    let named = |part: &&InputPart| !is_pad(&part.path);
    let at = |part: &InputPart| (u64::from(part.offset), u64::from(part.size));
    let parts: Vec<(u64, u64)> = input.parts.iter().filter(named).map(at).collect();
    let own = leaves.iter().filter(|leaf| !is_pad(&leaf.path));
    let own: Vec<(u64, u64)> = own.map(|leaf| (leaf.offset, leaf.size)).collect();
    let is_moved = input.parts.iter().any(|part| leaves.iter().any(|leaf| moved(part, leaf)));
    parts == own && !is_moved
}
