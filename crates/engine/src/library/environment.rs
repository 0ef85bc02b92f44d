//! What a program asks of the world around it: random numbers, time, environment variables. Each answer is a symbolic input.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::input::InputKind;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::Value;
use std::rc::Rc;

/// Bytes of an environment variable's value, its end included.
const GETENV_BYTES: u64 = 16;

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
    let label = format!("getenv({})", String::from_utf8_lossy(&name));
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
    let object = state.memory.allocate(GETENV_BYTES, 1, ObjectKind::Global, Rc::from(label.as_str()), true);
    for (index, part) in input.parts.iter().take(GETENV_BYTES as usize - 1).enumerate() {
        let value = engine.value(part.term);
        engine.write_scalar(state, object, index, 1, value);
    }
    engine.run.ledger.add(
        crate::ledger::Weakness::InputBound,
        format!("`{label}` is at most {} bytes long", GETENV_BYTES - 1),
        None,
    );
    let value = engine.address_of(state, object);
    engine.result(state, site, value)
}
