//! Copying and filling memory, and the lifetime of locals.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::memory::Lifetime;
use crate::state::State;
use crate::value::Value;

pub(super) fn copy(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, _) = copied(engine, state, site)?;
    engine.result(state, site, to)
}

/// `mempcpy` gives the end of the copy.
pub(super) fn copy_to_end(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, size) = copied(engine, state, site)?;
    let end = engine.offset_pointer(&to, &Value::Int(size));
    engine.result(state, site, end)
}

/// Copies; gives where to, and how many bytes.
fn copied(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<(Value, u64)> {
    let (to, from) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let length = engine.arg(state, site, 2);
    let size = engine.size_of_request(state, &length, site.args[2].1, 1)?;
    engine.copy_memory(state, &to, &from, size)?;
    Ok((to, size))
}

pub(super) fn fill(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, byte) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let length = engine.arg(state, site, 2);
    let size = engine.size_of_request(state, &length, site.args[2].1, 1)?;
    if size > 0 {
        let (object, place) = engine.resolve(state, &to, size, true)?;
        let offset = engine.concrete_place(state, place)?;
        match byte {
            Value::Int(byte) => {
                let bytes = vec![byte as u8; size as usize];
                let target = state.memory.get_mut(object).expect("the access was checked");
                target.write_bytes(&mut engine.context.pool, offset, &bytes);
            }
            other => {
                let term = engine.term(&other, engine.prepared.width(site.args[1].1));
                let low = engine.context.pool.extract(term, 0, 8);
                for at in 0..size as usize {
                    engine.write_scalar(state, object, offset + at, 1, Value::Term(low));
                }
            }
        }
    }
    engine.result(state, site, to)
}

pub(super) fn lifetime_start(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let pointer = engine.arg(state, site, site.args.len() - 1);
    if let Some(object) = pointer.provenance().and_then(|id| state.memory.get_mut(id)) {
        object.lifetime = Lifetime::Alive;
        object.forget();
    }
    Ok(Next::Statement)
}

pub(super) fn lifetime_end(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let pointer = engine.arg(state, site, site.args.len() - 1);
    if let Some(object) = pointer.provenance().and_then(|id| state.memory.get_mut(id)) {
        object.lifetime = Lifetime::OutOfScope;
    }
    Ok(Next::Statement)
}
