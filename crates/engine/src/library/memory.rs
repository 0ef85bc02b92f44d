//! Copying and filling memory, and the lifetime of locals.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::memory::Lifetime;
use crate::state::State;
use crate::value::Value;

/// Whether the places of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlap {
    IsError,
    IsAllowed,
}

pub(super) fn copy(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, _) = copied(engine, state, site, Overlap::IsError)?;
    engine.result(state, site, to)
}

pub(super) fn move_bytes(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, _) = copied(engine, state, site, Overlap::IsAllowed)?;
    engine.result(state, site, to)
}

/// `mempcpy` gives the end of the copy.
pub(super) fn copy_to_end(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, size) = copied(engine, state, site, Overlap::IsError)?;
    let end = engine.offset_pointer(&to, &Value::Int(size));
    engine.result(state, site, end)
}

/// Copies; gives where to, and how many bytes.
fn copied(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>, overlap: Overlap) -> Step<(Value, u64)> {
    let (to, from) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let length = engine.arg(state, site, 2);
    let size = engine.size_of_request(state, &length, site.args[2].1, 1)?;
    if overlap == Overlap::IsError && size > 0 && engine.looks_for(ErrorKind::OverlappingCopy) {
        check_apart(engine, state, (&to, &from), size)?;
    }
    check_null(engine, state, &to, size)?;
    check_null(engine, state, &from, size)?;
    engine.copy_memory(state, &to, &from, size)?;
    Ok((to, size))
}

/// Checks that two places do not overlap unless they are the same, as a structure that is assigned to itself.
fn check_apart(engine: &mut Engine<'_, '_>, state: &mut State, (to, from): (&Value, &Value), size: u64) -> Step<()> {
    let (Some(target), Some(source)) = (to.provenance(), from.provenance()) else { return Ok(()) };
    if target != source {
        engine.note_copy(target, source);
        return Ok(());
    }
    let (to, from) = (engine.term(to, 64), engine.term(from, 64));
    let pool = &mut engine.context.pool;
    // Of the distance, by which one place is behind the other, either sign is the distance.
    let (forth, back) = (pool.sub(to, from), pool.sub(from, to));
    let (zero, size) = (pool.constant(64, 0), pool.constant(64, u128::from(size)));
    let (near, far) = (pool.ult(forth, size), pool.ult(back, size));
    let (overlaps, differs) = (pool.bool_or(near, far), pool.ne(forth, zero));
    let bad = pool.bool_and(overlaps, differs);
    let bad = engine.value(bad);
    engine.check(state, &bad, ErrorKind::OverlappingCopy, || String::from("the places of a copy overlap"))
}

/// Checks that a place of no bytes is one.
fn check_null(engine: &mut Engine<'_, '_>, state: &mut State, place: &Value, size: u64) -> Step<()> {
    if size > 0 || *place != Value::Int(0) || !engine.looks_for(ErrorKind::NullArgument) || engine.is_in_model(state) {
        return Ok(());
    }
    engine.check(state, &Value::Int(1), ErrorKind::NullArgument, || {
        String::from("a null pointer is passed where an object is wanted")
    })
}

/// What models of the library demand of the places of a copy.
pub(super) fn disjoint(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, from, size) = (engine.arg(state, site, 0), engine.arg(state, site, 1), engine.arg(state, site, 2));
    if let Value::Int(size) = size
        && engine.looks_for(ErrorKind::OverlappingCopy)
    {
        check_apart(engine, state, (&to, &from), size)?;
    }
    Ok(Next::Statement)
}

pub(super) fn fill(engine: &mut Engine<'_, '_>, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
    let (to, byte) = (engine.arg(state, site, 0), engine.arg(state, site, 1));
    let length = engine.arg(state, site, 2);
    let size = engine.size_of_request(state, &length, site.args[2].1, 1)?;
    check_null(engine, state, &to, size)?;
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
