//! Addresses as numbers: where objects lie in memory is chosen by the engine, and one placement stands for all.
//!
//! A result that depends on the placement (the order of two objects, whether one begins where another ends, the low bits of an address) is noted
//! as something that could be otherwise and was not tried. What C promises of addresses holds for every placement and is not noted: two objects
//! have different addresses, and each has the alignment of its type.

use crate::engine::{Engine, function_at};
use crate::ledger::Weakness;
use crate::library::is_allocated;
use crate::memory::{Object, ObjectId, ObjectKind};
use crate::source_types::scalars;
use crate::state::State;
use crate::value::Value;
use incise_ir::{BinaryOp, Predicate, is_callback};

/// What `malloc` promises.
const HEAP_ALIGNMENT: u64 = 16;

impl Engine<'_, '_> {
    /// Notes a comparison whose result depends on where objects lie.
    pub(super) fn note_address_comparison(&mut self, state: &State, predicate: Predicate, left: &Value, right: &Value) {
        self.note_code_comparison(state, left, right);
        self.note_outside_comparison(state, predicate, left, right);
        let (Some(one), Some(other)) = (left.provenance(), right.provenance()) else { return };
        if one == other || [one, other].contains(&ObjectId::NOTHING) {
            return;
        }
        // What a caller gives may be shorter than what is assumed of it.
        let is_inside = |value: &Value, id: ObjectId| match (value.concrete(), state.memory.get(id)) {
            (Some(address), Some(object)) => {
                let size = if is_given(object) { 1 } else { object.size };
                address.wrapping_sub(object.address) < size
            }
            _ => false,
        };
        let is_equality = matches!(predicate, Predicate::Eq | Predicate::Ne);
        if !is_equality {
            self.note_placement(state, one, "the order of two objects in memory");
        } else if !is_inside(left, one) || !is_inside(right, other) {
            self.note_placement(state, one, "whether one object begins where another ends");
        }
    }

    /// Notes that a function from outside is compared with one of the program, which a caller may pass as well.
    fn note_code_comparison(&mut self, state: &State, left: &Value, right: &Value) {
        let module = self.prepared.module();
        let function = |value: &Value| match value {
            Value::Int(address) => function_at(module, *address).map(|id| &module.functions[id]),
            _ => None,
        };
        let (Some(one), Some(other)) = (function(left), function(right)) else { return };
        if one.name != other.name && [one, other].iter().any(|function| is_callback(&function.name)) {
            let (callback, known) = if is_callback(&one.name) { (one, other) } else { (other, one) };
            let detail =
                format!("`{}` is taken to be another function than `{}`", callback.source_name, known.source_name);
            let span = self.prepared.user_place(state);
            self.run.ledger.add_once(Weakness::Callbacks, detail, span);
        }
    }

    /// Notes arithmetic whose result depends on where objects lie.
    pub(super) fn note_address_arithmetic(&mut self, state: &State, op: BinaryOp, left: &Value, right: &Value) {
        self.note_outside_number(state, [left, right]);
        let (object, other) = match (left.provenance(), right.provenance()) {
            (Some(one), Some(other)) if one == other && op == BinaryOp::Sub => return,
            (Some(one), Some(_)) => return self.note_placement(state, one, "the distance of two objects in memory"),
            (Some(object), None) => (object, right),
            (None, Some(object)) => (object, left),
            (None, None) => return,
        };
        let is_moved =
            matches!(op, BinaryOp::Add | BinaryOp::Sub) && left.provenance().is_some() || op == BinaryOp::Add;
        let is_of_low_bits = matches!(op, BinaryOp::And | BinaryOp::Or)
            && other.concrete().is_some_and(|mask| {
                let promised = state.memory.get(object).map_or(1, |object| self.promised_alignment(object));
                mask < promised || !mask < promised
            });
        if !is_moved && !is_of_low_bits {
            self.note_placement(state, object, "the number of an address");
        }
    }

    /// Notes that a part of an address is taken.
    pub(super) fn note_address_part(&mut self, state: &State, value: &Value) {
        self.note_outside_number(state, [value, value]);
        let Some(id) = value.provenance() else { return };
        // Low bits that were cut out of an address keep its object but lie outside of it.
        let is_address = value.concrete().is_none_or(|address| {
            state.memory.get(id).is_none_or(|object| address.wrapping_sub(object.address) <= object.size)
        });
        if is_address {
            self.note_placement(state, id, "the number of an address");
        }
    }

    /// The alignment that every placement gives an object.
    fn promised_alignment(&self, object: &Object) -> u64 {
        if object.kind == ObjectKind::Heap && !is_given(object) {
            return HEAP_ALIGNMENT;
        }
        let scalars = scalars(self.prepared.module(), object.source_type, object.size);
        scalars.iter().filter(|scalar| scalar.ty.is_some()).map(|scalar| scalar.size).max().unwrap_or(1)
    }

    fn note_placement(&mut self, state: &State, object: ObjectId, what: &str) {
        let span = self.prepared.span(state);
        if object != ObjectId::NOTHING && !self.prepared.is_model(span) {
            let name = state.memory.get(object).map_or("an object", |object| &object.name);
            let detail = format!("{what} is looked at (`{name}`), and one placement only was tried");
            self.run.ledger.add(Weakness::Layout, detail, Some(span));
        }
    }
}

/// Whether an object stands for memory that a caller gives.
fn is_given(object: &Object) -> bool {
    object.kind == ObjectKind::Heap && !is_allocated(object)
}
