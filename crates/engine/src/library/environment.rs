//! What a program asks of the world around it: random numbers, time, environment variables. Each answer is a symbolic input.
//!
//! What does not change while a program runs (its number, its user, the value of a variable that nobody sets) is answered alike each time: the
//! input is there again, with the same terms.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::input::{Input, InputKind};
use crate::ledger::Weakness;
use crate::memory::{ObjectId, ObjectKind};
use crate::state::State;
use crate::step::ObjectOffset;
use crate::value::Value;
use incise_ir::Function;
use incise_ir::library::{self, Hidden};
use std::rc::Rc;

/// The clocks of Linux have numbers up to this, without gaps.
const LAST_CLOCK: u64 = 7;
/// Bytes of an environment variable's value, its end included.
const GETENV_BYTES: u64 = 16;
/// How the names of its inputs begin.
const VARIABLE: &str = "getenv(";

impl Engine<'_, '_> {
    /// Notes an access to the end of the value of a variable that could be longer.
    pub(crate) fn note_variable_end(&mut self, state: &State, id: ObjectId, place: &ObjectOffset, size: u64) {
        let is_inside = matches!(place, ObjectOffset::At(offset) if *offset as u64 + size < GETENV_BYTES);
        let object = state.memory.get(id).filter(|object| !is_inside && object.size == GETENV_BYTES);
        if let Some(object) = object.filter(|object| object.name.starts_with(VARIABLE)) {
            let detail = format!("`{}` is at most {} bytes long", object.name, GETENV_BYTES - 1);
            self.run.ledger.add_once(Weakness::InputBound, detail, None);
        }
    }

    /// An input that was asked for before: the same one again.
    fn repeated_input(&mut self, state: &mut State, name: &str) -> Option<Rc<Input>> {
        let all = || state.inputs.iter_back().filter(|input| input.base_name() == name);
        let (n_before, first) = (all().count(), all().last()?.clone());
        let again = Rc::new(Input { name: format!("{name}#{n_before}"), ..(*first).clone() });
        state.inputs.push(again.clone());
        Some(again)
    }

    /// Whether the program can change environment variables.
    fn sets_variables(&self) -> bool {
        let sets = |function: &Function| library::facts(&function.name).hidden == Some(Hidden::EnvironmentVariables);
        self.prepared.module().functions.iter().any(sets)
    }
}

/// `rand` gives 0 to 2^31-1.
pub(super) fn random(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    let width = engine.prepared.width(site.ret);
    let input = engine.new_input(state, &name, InputKind::Environment, u64::from(width / 8), None);
    let term = engine.whole_input(&input);
    let limit = engine.context.pool.constant(width, (1 << 31) - 1);
    let in_range = engine.context.pool.ule(term, limit);
    engine.assume(state, in_range)?;
    let value = engine.value(term);
    engine.result(state, site, value)
}

pub(super) fn number(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    let width = engine.prepared.width(site.ret);
    let input = engine.new_input(state, &name, InputKind::Environment, u64::from(width / 8), None);
    let term = engine.whole_input(&input);
    let zero = engine.context.pool.constant(width, 0);
    let not_negative = engine.context.pool.sle(zero, term);
    engine.assume(state, not_negative)?;
    let value = engine.value(term);
    engine.result(state, site, value)
}

pub(super) fn process_id(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    match engine.repeated_input(state, &name) {
        Some(input) => {
            let term = engine.whole_input(&input);
            let value = engine.value(term);
            engine.result(state, site, value)
        }
        None => number(engine, state, site),
    }
}

pub(super) fn user_id(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    let size = u64::from(engine.prepared.width(site.ret) / 8);
    let input = match engine.repeated_input(state, &name) {
        Some(input) => input,
        None => engine.new_input(state, &name, InputKind::Environment, size, None),
    };
    let term = engine.whole_input(&input);
    let value = engine.value(term);
    engine.result(state, site, value)
}

/// `gettimeofday`: seconds and microseconds.
pub(super) fn time_of_day(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    if engine.concrete_arg(state, site, 1)? != 0 {
        return engine.cut(state, Weakness::Unsupported, "not supported: the time zone of `gettimeofday`");
    }
    two_numbers(engine, state, site, (0, 1_000_000))
}

/// `clock_gettime`: seconds and nanoseconds.
pub(super) fn clock_time(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    if engine.concrete_arg(state, site, 0)? > LAST_CLOCK {
        return engine.cut(state, Weakness::Unsupported, "not supported: `clock_gettime` of an unusual clock");
    }
    two_numbers(engine, state, site, (1, 1_000_000_000))
}

/// Writes whole seconds and parts of one, fewer than the limit, to what an argument points to.
fn two_numbers(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    (argument, limit): (usize, u128),
) -> Step<Next> {
    let name = engine.prepared.function(site.function).name.clone();
    let target = engine.arg(state, site, argument);
    let (object, place) = engine.resolve(state, &target, 16, true)?;
    let offset = engine.concrete_place(state, place)?;
    let input = engine.new_input(state, &name, InputKind::Environment, 16, None);
    let whole = engine.whole_input(&input);
    let (seconds, parts) = (engine.context.pool.extract(whole, 0, 64), engine.context.pool.extract(whole, 64, 64));
    let (zero, limit) = (engine.context.pool.constant(64, 0), engine.context.pool.constant(64, limit));
    let is_late = engine.context.pool.sle(zero, seconds);
    engine.assume(state, is_late)?;
    let is_part = engine.context.pool.ult(parts, limit);
    engine.assume(state, is_part)?;
    for (index, term) in [seconds, parts].into_iter().enumerate() {
        let value = engine.value(term);
        engine.write_scalar(state, object, offset + 8 * index, 8, value);
    }
    engine.result(state, site, Value::Int(0))
}

pub(super) fn time(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let target = engine.arg(state, site, 0);
    let place = match target.concrete() {
        Some(0) => None,
        _ => {
            let (object, place) = engine.resolve(state, &target, 8, true)?;
            Some((object, engine.concrete_place(state, place)?))
        }
    };
    let input = engine.new_input(state, "time", InputKind::Environment, 8, None);
    let term = engine.whole_input(&input);
    let zero = engine.context.pool.constant(64, 0);
    let not_negative = engine.context.pool.sle(zero, term);
    engine.assume(state, not_negative)?;
    let value = engine.value(term);
    if let Some((object, offset)) = place {
        engine.write_scalar(state, object, offset, 8, value.clone());
    }
    engine.result(state, site, value)
}

/// A byte says whether the variable is set; if it is, a second input is its value.
pub(super) fn getenv(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let name = engine.arg(state, site, 0);
    let name = engine.concrete_string(state, &name)?.unwrap_or_default();
    let label = format!("{VARIABLE}{})", String::from_utf8_lossy(&name));
    let is_fixed = !engine.sets_variables();
    if let Some(first) = state.inputs.iter_back().filter(|input| is_fixed && input.base_name() == label).last().cloned()
    {
        return repeated_variable(engine, state, site, (&label, first));
    }
    // Decide on a copy: a state that executes the call again must make the input again.
    let mut probe = state.clone();
    let input = engine.new_input(&mut probe, &label, InputKind::Environment, 1, None);
    let zero = engine.context.pool.constant(8, 0);
    let set = engine.context.pool.ne(input.parts[0].term, zero);
    let set = engine.value(set);
    let is_set = engine.decide(state, &set)?;
    engine.new_input(state, &label, InputKind::Environment, 1, None);
    if !is_set {
        return engine.result(state, site, Value::Int(0));
    }
    let input = engine.new_input(state, &format!("{label}.value"), InputKind::Environment, GETENV_BYTES, None);
    give_variable(engine, state, site, (&label, input))
}

/// The value of a variable that was asked for before.
fn repeated_variable(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    (label, first): (&str, Rc<Input>),
) -> Step<Next> {
    let zero = engine.context.pool.constant(8, 0);
    let set = engine.context.pool.ne(first.parts[0].term, zero);
    let set = engine.value(set);
    let is_set = engine.decide(state, &set)?;
    engine.repeated_input(state, label);
    match engine.repeated_input(state, &format!("{label}.value")).filter(|_| is_set) {
        Some(input) => give_variable(engine, state, site, (label, input)),
        None => engine.result(state, site, Value::Int(0)),
    }
}

fn give_variable(
    engine: &mut Engine<'_, '_>,
    state: &mut State,
    site: &CallSite<'_>,
    (label, input): (&str, Rc<Input>),
) -> Step<Next> {
    let object = state.memory.allocate(GETENV_BYTES, 1, ObjectKind::Global, Rc::from(label), true);
    for (index, part) in input.parts.iter().take(GETENV_BYTES as usize - 1).enumerate() {
        let value = engine.value(part.term);
        engine.write_scalar(state, object, index, 1, value);
    }
    let value = engine.address_of(state, object);
    engine.result(state, site, value)
}
