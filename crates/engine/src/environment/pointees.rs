//! Objects that the caller owns: what pointer parameters point to, what the pointers in it point to, and where a struct
//! result goes.

use super::parameters::parameter_name;
use crate::engine::Engine;
use crate::input::{Input, InputKind};
use crate::ledger::Weakness;
use crate::memory::{ObjectId, ObjectKind};
use crate::pointee_shapes::{Outside, POINTS_ON, pointer_in};
use crate::source_types::{Scalar, is_scalar, is_stream, pointed_to, scalars, size_of};
use crate::state::State;
use crate::step::ObjectOffset;
use crate::value::Value;
use incise_ir::{Function, SourceType, SourceTypeId};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// What is known of a pointer in an object: no variable then.
    pub(crate) fn known_pointer(&self, kind: InputKind, leaf: &Scalar) -> Option<u64> {
        if let InputKind::Global(id) = kind {
            let is_internal = self.prepared.module().globals[id].internal;
            return (!is_internal && self.is_pointer_left_null(leaf)).then_some(0);
        }
        let InputKind::Pointee(number) = kind else { return None };
        let path = &leaf.path;
        let field = self
            .prepared
            .config
            .environment
            .pointer_fields
            .iter()
            .find(|field| field.from == number && field.path == *path)?;
        Some(if field.to.is_some() { POINTS_ON } else { 0 })
    }

    /// Sets the pointers in what the parameters point to, and makes the objects that they lead to.
    pub(crate) fn set_pointer_fields(&mut self, state: &mut State, function: &Function) {
        let module = self.prepared.module();
        self.run.outside.clear();
        self.run.unfollowed.clear();
        let mut objects: BTreeMap<u32, ObjectId> = self.run.pointees.iter().copied().collect();
        for number in objects.keys() {
            let index = *number as usize;
            let named = self.prepared.config.environment.parameter_names.get(index).cloned();
            let pointer = named.unwrap_or_else(|| parameter_name(function, index));
            let ty = pointed_to(module, function.locals[function.params[index].local].source_type);
            self.run.outside.insert(*number, Outside { pointer, ty });
        }
        for field in self.prepared.config.environment.pointer_fields.clone() {
            let (Some(object), Some(outside)) =
                (objects.get(&field.from).copied(), self.run.outside.get(&field.from).cloned())
            else {
                continue;
            };
            let size = state.memory.get(object).map_or(0, |object| object.size);
            // A version in which the type has no such pointer is given none.
            let leaves = scalars(module, outside.ty, size);
            let Some(leaf) = leaves.into_iter().find(|leaf| leaf.path == field.path && leaf.size == 8) else {
                continue;
            };
            let pointer = pointer_in(&outside.pointer, &field.path);
            let offset = leaf.offset as u32;
            let input = Input {
                name: pointer.clone(),
                kind: InputKind::Link(field.from, offset, field.to),
                size: 0,
                parts: Vec::new(),
                source_type: None,
            };
            state.inputs.push(Rc::new(input));
            if field.at_bound {
                self.run.unfollowed.entry(object).or_default().push((leaf.offset, pointer.clone()));
            }
            let value = match field.to {
                None => Value::Int(0),
                Some(to) => match objects.get(&to) {
                    Some(known) => self.address_of(state, *known),
                    None => {
                        let ty = pointed_to(module, leaf.ty);
                        let value = self.pointee(state, &pointer, to, None, ty);
                        self.run.outside.insert(to, Outside { pointer, ty });
                        objects.extend(self.run.pointees.last().copied());
                        value
                    }
                },
            };
            self.write_scalar(state, object, leaf.offset as usize, 8, value);
        }
    }

    /// Where a struct result goes: an object of its size that nothing was written to.
    pub(super) fn result_object(&mut self, state: &mut State, function: &Function) -> Value {
        let module = self.prepared.module();
        let size = function.source_type.and_then(|ty| match &module.source_types[ty] {
            SourceType::Function { ret, .. } => size_of(module, *ret),
            _ => None,
        });
        // Of a struct that debug information does not know only the bound is known.
        let size = size.unwrap_or(self.prepared.config.environment.max_object);
        let object = state.memory.allocate(size, 16, ObjectKind::Heap, Rc::from("the result"), false);
        self.run.result_object = Some(object);
        self.address_of(state, object)
    }

    /// What a pointer points to: the address of a new symbolic object.
    pub(crate) fn pointee(
        &mut self,
        state: &mut State,
        name: &str,
        index: u32,
        byval: Option<(u64, u32)>,
        target: Option<SourceTypeId>,
    ) -> Value {
        let module = self.prepared.module();
        if byval.is_none() && target.is_some_and(|ty| is_stream(module, ty)) {
            return self.given_stream(state, name, index);
        }
        let unit = target.and_then(|ty| size_of(module, ty)).filter(|size| *size > 0);
        let n_elements = self.prepared.config.environment.pointee_elements;
        // What a caller promises to be there is.
        let param = self.prepared.function(self.prepared.entry()).params.get(index as usize);
        let promised = param.map(|param| param.at_least.div_ceil(unit.unwrap_or(1)));
        let n_elements = n_elements.max(promised.unwrap_or(0));
        let (size, elements) = match (byval, unit) {
            (Some((size, _)), _) => (size, 1),
            (None, Some(unit)) if is_scalar(module, target) => (unit * n_elements, n_elements),
            (None, Some(unit)) => (unit, 1),
            (None, None) => (n_elements, n_elements),
        };
        let whole = if byval.is_some() { name.to_owned() } else { format!("*{name}") };
        // What lies before is reached through another parameter.
        let step = size / elements;
        let n_before = if byval.is_none() { self.prepared.config.environment.lead(index) / step.max(1) } else { 0 };
        let (size, elements) = (size + n_before * step, elements + n_before);
        let object = state.memory.allocate(size, 16, ObjectKind::Heap, Rc::from(whole.as_str()), true);
        if byval.is_none() {
            self.run.pointees.push((index, object));
        }
        for element in 0..elements {
            let number = element as i64 - n_before as i64;
            let label = if elements == 1 { whole.clone() } else { format!("{name}[{number}]") };
            let input = self.new_input(state, &label, InputKind::Pointee(index), step, target);
            self.booleans_are_bits(state, &input);
            self.write_input(state, object, element * step, &input);
        }
        // Where an object may be longer, an access past what was made is a bound, and noted when it is met.
        if byval.is_none() && !self.prepared.config.environment.open_pointees {
            let detail = format!("`{name}` points to an object of {size} bytes that nothing else points to");
            self.run.ledger.add(Weakness::Assumption, detail, None);
        }
        match self.address_of(state, object) {
            Value::Ptr { object, address } => Value::Ptr { object, address: address + n_before * step },
            value => value,
        }
    }

    /// Notes that a pointer is read that was not followed: what it could lead to was not tried.
    pub(crate) fn note_unfollowed(&mut self, id: ObjectId, place: &ObjectOffset, size: u64) {
        let Some(pointers) = self.run.unfollowed.get(&id) else { return };
        let is_read = |offset: u64| match place {
            ObjectOffset::At(at) => (*at as u64) < offset + 8 && offset < *at as u64 + size,
            ObjectOffset::Somewhere(_) => true,
        };
        for (_, pointer) in pointers.iter().filter(|(offset, _)| is_read(*offset)) {
            let detail = format!("`{pointer}` was not followed further; raise --max-nesting");
            self.run.ledger.add_once(Weakness::NestingBound, detail, None);
        }
    }
}
