//! Models of `malloc`, `free` and relatives.

use super::files::is_stream_of_file;
use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::ledger::Weakness;
use crate::memory::{Lifetime, Object, ObjectId, ObjectKind};
use crate::state::State;
use crate::value::Value;
use incise_ir::library::{self, Model};
use std::rc::Rc;

/// Larger requests fail, as they do on a machine.
const MAX_HEAP_OBJECT: u64 = 1 << 28;

/// Whether the program allocated an object: it is called by the function that made it.
pub(crate) fn is_allocated(object: &Object) -> bool {
    let model = library::facts(&object.name).model;
    object.kind == ObjectKind::Heap && model.is_some_and(Model::makes_heap_object)
}

/// A new heap object, or null when the request is too large.
fn new_object(state: &mut State, size: u64, align: u64, name: &str, zeroed: bool) -> Value {
    if size > MAX_HEAP_OBJECT {
        return Value::Int(0);
    }
    let object = state.memory.allocate(size, align, ObjectKind::Heap, Rc::from(name), zeroed);
    state.memory.address_of(object)
}

impl Engine<'_, '_> {
    /// Notes that the program looks whether memory was allocated: that there may be none is not tried.
    pub(crate) fn note_null_check(&mut self, state: &State, left: &Value, right: &Value) {
        let Some(object) = left.provenance().or(right.provenance()).and_then(|id| state.memory.get(id)) else { return };
        let span = self.prepared.span(state);
        if is_allocated(object) && !self.prepared.is_model(span) && !is_stream_of_file(state, object) {
            let detail = format!("`{}` is taken to succeed, and the program checks whether it does", object.name);
            self.run.ledger.add(Weakness::Alloc, detail, Some(span));
        }
    }
}

fn size_argument(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, index: usize) -> Step<u64> {
    let size = engine.arg(state, site, index);
    let ty = site.args[index].1;
    engine.size_of_request(state, &size, ty, 1)
}

pub(super) fn malloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let size = size_argument(engine, state, site, 0)?;
    let value = new_object(state, size, 16, "malloc", false);
    engine.result(state, site, value)
}

pub(super) fn calloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let count = size_argument(engine, state, site, 0)?;
    let unit = size_argument(engine, state, site, 1)?;
    let value = match count.checked_mul(unit) {
        Some(size) => new_object(state, size, 16, "calloc", true),
        None => Value::Int(0),
    };
    engine.result(state, site, value)
}

pub(super) fn aligned_alloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let align = engine.concrete_arg(state, site, 0)?;
    let size = size_argument(engine, state, site, 1)?;
    if !align.is_power_of_two() {
        return engine.result(state, site, Value::Int(0));
    }
    let value = new_object(state, size, align, "aligned_alloc", false);
    engine.result(state, site, value)
}

pub(super) fn posix_memalign(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    const EINVAL: u64 = 22;
    let target = engine.arg(state, site, 0);
    let align = engine.concrete_arg(state, site, 1)?;
    let size = size_argument(engine, state, site, 2)?;
    if !align.is_power_of_two() || align % 8 != 0 {
        return engine.result(state, site, Value::Int(EINVAL));
    }
    let (object, place) = engine.resolve(state, &target, 8, true)?;
    let offset = engine.concrete_place(state, place)?;
    let value = new_object(state, size, align, "posix_memalign", false);
    engine.write_scalar(state, object, offset, 8, value);
    engine.result(state, site, Value::Int(0))
}

/// The heap object that a pointer to be freed names; `None` for null.
fn freed_object(engine: &mut Engine<'_, '_>, state: &mut State, pointer: &Value) -> Step<Option<ObjectId>> {
    let (object, address) = match pointer {
        Value::Int(0) => return Ok(None),
        Value::Int(address) => (state.memory.find(*address), *address),
        Value::Ptr { object, address } => (Some(*object), *address),
        other => {
            let term = engine.term(other, 64);
            engine.check_initialised(state, term, "a pointer that is freed")?;
            let address = engine.concretise(state, term)?;
            if address == 0 {
                return Ok(None);
            }
            (other.provenance().or_else(|| state.memory.find(address)), address)
        }
    };
    let Some(object) = object.and_then(|id| state.memory.get(id).map(|object| (id, object))) else {
        return engine.error(state, ErrorKind::InvalidFree, format!("free of {address:#x}, which is no object"));
    };
    let (id, object) = object;
    let name = object.name.clone();
    if object.lifetime == Lifetime::Freed {
        return engine.error(state, ErrorKind::DoubleFree, format!("`{name}` is freed a second time"));
    }
    if object.kind != ObjectKind::Heap {
        return engine.error(state, ErrorKind::InvalidFree, format!("free of `{name}`, which is not from malloc"));
    }
    if object.address != address {
        return engine.error(state, ErrorKind::InvalidFree, format!("free of the middle of `{name}`"));
    }
    Ok(Some(id))
}

pub(super) fn free(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let pointer = engine.arg(state, site, 0);
    if let Some(id) = freed_object(engine, state, &pointer)? {
        state.memory.get_mut(id).expect("it exists").lifetime = Lifetime::Freed;
    }
    engine.result(state, site, Value::Int(0))
}

pub(super) fn realloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let size = size_argument(engine, state, site, 1)?;
    reallocate(engine, state, site, Some(size))
}

pub(super) fn reallocarray(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let count = size_argument(engine, state, site, 1)?;
    let unit = size_argument(engine, state, site, 2)?;
    reallocate(engine, state, site, count.checked_mul(unit))
}

fn reallocate(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, size: Option<u64>) -> Step<Next> {
    let pointer = engine.arg(state, site, 0);
    let old = freed_object(engine, state, &pointer)?;
    let Some(size) = size.filter(|size| *size <= MAX_HEAP_OBJECT) else {
        return engine.result(state, site, Value::Int(0));
    };
    let Some(old) = old else {
        let value = new_object(state, size, 16, "realloc", false);
        return engine.result(state, site, value);
    };
    state.memory.get_mut(old).expect("it exists").lifetime = Lifetime::Freed;
    if size == 0 {
        return engine.result(state, site, Value::Int(0));
    }
    let address = state.memory.next_address(16);
    let source = state.memory.share(old).expect("it exists");
    let object = source.resized(&mut engine.context.pool, address, size);
    let id = state.memory.insert(object);
    let value = engine.address_of(state, id);
    engine.result(state, site, value)
}

pub(super) fn alloca(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let size = size_argument(engine, state, site, 0)?;
    let object = state.memory.allocate(size, 16, ObjectKind::Stack, Rc::from("alloca"), false);
    state.top_mut().stack_objects.push(object);
    let value = engine.address_of(state, object);
    engine.result(state, site, value)
}

pub(super) fn usable_size(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let pointer = engine.arg(state, site, 0);
    let size = pointer.provenance().and_then(|id| state.memory.get(id)).map_or(0, |object| object.size);
    engine.result(state, site, Value::Int(size))
}
