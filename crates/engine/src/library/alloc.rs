//! Models of `malloc`, `free` and relatives.
//!
//! Whether there is memory for a request of the program's own code is an input, numbered along the path ([`Allocation::Any`]): in two
//! versions the n-th request succeeds or fails alike. What models of the library request for themselves succeeds.

use super::files::is_stream_of_file;
use crate::call::CallSite;
use crate::config::Allocation;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::input::InputKind;
use crate::ledger::Weakness;
use crate::memory::{Lifetime, Object, ObjectId, ObjectKind};
use crate::state::State;
use crate::value::Value;
use incise_ir::library::{self, Input, Model};
use std::rc::Rc;

/// Larger requests fail, as they do on a machine.
const MAX_HEAP_OBJECT: u64 = 1 << 28;
/// What the inputs are called that say whether there is memory.
pub const ALLOCATION: &str = "allocation()";
/// The number of the error that a failed request leaves.
const ENOMEM: u64 = 12;

/// Whether the program allocated an object: it is called by the function that made it.
pub(crate) fn is_allocated(object: &Object) -> bool {
    let model = library::facts(&object.name).model;
    object.kind == ObjectKind::Heap && model.is_some_and(Model::makes_heap_object)
}

/// What a request for memory gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Nothing.
    Refused,
    /// Memory, and on another path nothing.
    Granted,
    /// Memory in any case.
    Certain,
}

/// A heap object that is asked for.
struct Request {
    answer: Answer,
    size: u64,
    align: u64,
    name: &'static str,
    zeroed: bool,
}

impl Request {
    /// The object, or null when there is no memory for it.
    fn object(self, state: &mut State) -> Value {
        if self.answer == Answer::Refused || self.size > MAX_HEAP_OBJECT {
            return Value::Int(0);
        }
        let name = Rc::from(self.name);
        let object = state.memory.allocate(self.size, self.align, ObjectKind::Heap, name, self.zeroed);
        state.memory.get_mut(object).expect("it was just made").may_be_missing = self.answer == Answer::Granted;
        state.memory.address_of(object)
    }
}

impl Engine<'_, '_> {
    /// Notes that the program looks whether memory was allocated: that there may be none is not tried.
    pub(crate) fn note_null_check(&mut self, state: &State, left: &Value, right: &Value) {
        let Some(object) = left.provenance().or(right.provenance()).and_then(|id| state.memory.get(id)) else { return };
        let span = self.prepared.span(state);
        let is_given = self.prepared.config.environment.allocation == Allocation::Any && object.may_be_missing;
        let is_checked = !self.prepared.is_model(span) && !is_stream_of_file(state, object);
        if is_allocated(object) && !is_given && is_checked {
            let detail = format!("`{}` is taken to succeed, and the program checks whether it does", object.name);
            self.run.ledger.add(Weakness::Alloc, detail, Some(span));
        }
    }
}

/// Whether the program's own code makes the request, itself or by a function of the library that says whether it got memory.
fn is_own_request(engine: &Engine<'_, '_>, state: &State, site: &CallSite<'_>) -> bool {
    let module = engine.prepared.module();
    let mut outermost = site.function;
    for frame in state.thread().frames() {
        if !engine.prepared.is_model(module.functions[frame.function].span) {
            break;
        }
        outermost = frame.function;
    }
    library::facts(&module.functions[outermost].name).input == Some(Input::Allocation)
}

/// Whether the run follows a test that says nothing of this request: then there is memory.
fn is_past_test(engine: &Engine<'_, '_>, state: &State) -> bool {
    let fixed = engine.prepared.config.environment.fixed_inputs.as_ref();
    let is_next = |(name, _): &(String, Vec<u8>)| name.starts_with(ALLOCATION);
    fixed.is_some_and(|inputs| !inputs.get(state.inputs.len()).is_some_and(is_next))
}

/// Whether a request gets memory; where it may fail, an input says so.
fn answer(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Answer> {
    let can_fail = engine.prepared.config.environment.allocation == Allocation::Any;
    if !can_fail || !is_own_request(engine, state, site) || is_past_test(engine, state) {
        return Ok(Answer::Certain);
    }
    // Decide on a copy: a state that executes the call again must make the input again.
    let mut probe = state.clone();
    let input = engine.new_input(&mut probe, ALLOCATION, InputKind::Environment, 1, None);
    let zero = engine.context.pool.constant(8, 0);
    let granted = engine.context.pool.ne(input.parts[0].term, zero);
    let granted = engine.value(granted);
    let is_granted = engine.decide(state, &granted)?;
    engine.new_input(state, ALLOCATION, InputKind::Environment, 1, None);
    if is_granted {
        return Ok(Answer::Granted);
    }
    engine.set_errno(state, Value::Int(ENOMEM));
    Ok(Answer::Refused)
}

fn size_argument(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, index: usize) -> Step<u64> {
    let size = engine.arg(state, site, index);
    let ty = site.args[index].1;
    engine.size_of_request(state, &size, ty, 1)
}

pub(super) fn malloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let size = size_argument(engine, state, site, 0)?;
    let answer = answer(engine, state, site)?;
    let value = Request { answer, size, align: 16, name: "malloc", zeroed: false }.object(state);
    engine.result(state, site, value)
}

pub(super) fn calloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let count = size_argument(engine, state, site, 0)?;
    let unit = size_argument(engine, state, site, 1)?;
    let answer = answer(engine, state, site)?;
    let size = count.saturating_mul(unit);
    let value = Request { answer, size, align: 16, name: "calloc", zeroed: true }.object(state);
    engine.result(state, site, value)
}

pub(super) fn aligned_alloc(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let align = engine.concrete_arg(state, site, 0)?;
    let size = size_argument(engine, state, site, 1)?;
    if !align.is_power_of_two() {
        return engine.result(state, site, Value::Int(0));
    }
    let answer = answer(engine, state, site)?;
    let value = Request { answer, size, align, name: "aligned_alloc", zeroed: false }.object(state);
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
    let answer = answer(engine, state, site)?;
    if answer == Answer::Refused {
        return engine.result(state, site, Value::Int(ENOMEM));
    }
    let value = Request { answer, size, align, name: "posix_memalign", zeroed: false }.object(state);
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
    reallocate(engine, state, site, size)
}

pub(super) fn reallocarray(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let count = size_argument(engine, state, site, 1)?;
    let unit = size_argument(engine, state, site, 2)?;
    reallocate(engine, state, site, count.saturating_mul(unit))
}

fn reallocate(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, size: u64) -> Step<Next> {
    let pointer = engine.arg(state, site, 0);
    let old = freed_object(engine, state, &pointer)?;
    // Nothing is asked for where a block is given back.
    let is_free = old.is_some() && size == 0;
    let answer = if is_free { Answer::Certain } else { answer(engine, state, site)? };
    if answer == Answer::Refused || size > MAX_HEAP_OBJECT {
        return engine.result(state, site, Value::Int(0));
    }
    let Some(old) = old else {
        let value = Request { answer, size, align: 16, name: "realloc", zeroed: false }.object(state);
        return engine.result(state, site, value);
    };
    state.memory.get_mut(old).expect("it exists").lifetime = Lifetime::Freed;
    if is_free {
        return engine.result(state, site, Value::Int(0));
    }
    let address = state.memory.next_address(16);
    let source = state.memory.share(old).expect("it exists");
    let mut object = source.resized(&mut engine.context.pool, address, size);
    object.may_be_missing = answer == Answer::Granted;
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
