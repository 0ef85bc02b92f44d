//! What can differ between two visits of the same loop: the locals of the running function and the pieces of memory.

use crate::outputs::read;
use incise_engine::{Engine, ObjectId, State, Value};
use incise_ir::{Id, LocalId, LocalKind, Type};
use incise_term::{Pool, TermId};
use std::collections::BTreeSet;

/// A place that holds one scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A local of the running function.
    Local(LocalId),
    /// Bytes of an object: from where, how many.
    Memory(ObjectId, u32, u32),
}

/// What makes two states visits of the same loop: where every activation is, and what the callers hold.
pub fn same_place(a: &State, b: &State) -> bool {
    let (x, y) = (a.thread(), b.thread());
    let at = |state: &State| (state.top().function, state.top().block, state.top().index);
    x.depth == y.depth
        && at(a) == at(b)
        && x.frames()
            .skip(1)
            .zip(y.frames().skip(1))
            .all(|(p, q)| p.function == q.function && p.block == q.block && p.index == q.index && p.locals == q.locals)
        && x.frames().zip(y.frames()).all(|(p, q)| p.stack_objects == q.stack_objects)
        && a.exiting == b.exiting
        && std::rc::Rc::ptr_eq(&a.streams, &b.streams)
        && std::rc::Rc::ptr_eq(&a.at_exit, &b.at_exit)
}

/// The slots in which two visits of the same loop differ; nothing when they differ in more than slots.
pub fn changed(engine: &Engine<'_>, pool: &mut Pool, before: &State, now: &State) -> Option<BTreeSet<Slot>> {
    let mut found = BTreeSet::new();
    let function = engine.function(now.top().function);
    for (index, (a, b)) in before.top().locals.iter().zip(&now.top().locals).enumerate() {
        if a == b {
            continue;
        }
        let local = LocalId::new(index);
        let scalar =
            matches!(engine.module().types.get(function.locals[local].ty), Type::Int(_) | Type::Float(_) | Type::Ptr);
        if !scalar || *b == Value::Undefined {
            return None;
        }
        found.insert(Slot::Local(local));
    }
    let alive = |state: &State| state.memory.iter().map(|(id, _)| id).collect::<Vec<ObjectId>>();
    let objects = alive(now);
    if objects != alive(before) {
        return None;
    }
    for id in objects {
        let (a, b) = (before.memory.share(id)?, now.memory.share(id)?);
        if std::rc::Rc::ptr_eq(&a, &b) {
            continue;
        }
        if a.lifetime != b.lifetime || a.size != b.size {
            return None;
        }
        let mut at = 0;
        while at < a.size as usize {
            let len = a.cell_at(at).or_else(|| b.cell_at(at)).unwrap_or(1);
            let (x, y) = (read(pool, &a, at, len), read(pool, &b, at, len));
            match (x, y) {
                (x, y) if x == y => {}
                (_, Some(_)) => {
                    found.insert(Slot::Memory(id, at as u32, len as u32));
                }
                (_, None) => return None,
            }
            at += len;
        }
    }
    Some(found)
}

/// What a slot holds.
pub fn value(pool: &mut Pool, state: &State, slot: Slot) -> Option<Value> {
    match slot {
        Slot::Local(local) => Some(state.top().locals[local.index()].clone()),
        Slot::Memory(id, at, len) => {
            let object = state.memory.share(id)?;
            read(pool, &object, at as usize, len as usize)
        }
    }
}

/// Bits of a slot.
pub fn width(engine: &Engine<'_>, state: &State, slot: Slot) -> u32 {
    match slot {
        Slot::Local(local) => engine.width(engine.function(state.top().function).locals[local].ty),
        Slot::Memory(_, _, len) => 8 * len,
    }
}

/// Puts a term into a slot; a pointer keeps the object that it points into.
pub fn set(pool: &mut Pool, state: &mut State, slot: Slot, object: Option<ObjectId>, term: TermId) {
    let value = match object {
        Some(object) => Value::SymPtr { object, address: term },
        None => Value::from_term(pool, term),
    };
    match slot {
        Slot::Local(local) => state.top_mut().locals[local.index()] = value,
        Slot::Memory(id, at, len) => {
            if let Some(object) = state.memory.get_mut(id) {
                object.write_cell(pool, at as usize, len as usize, value);
            }
        }
    }
}

/// Whether a slot holds a float.
pub fn is_float(engine: &Engine<'_>, state: &State, slot: Slot) -> bool {
    match slot {
        Slot::Local(local) => {
            let ty = engine.function(state.top().function).locals[local].ty;
            matches!(engine.module().types.get(ty), Type::Float(_))
        }
        Slot::Memory(..) => false,
    }
}

/// The variables of the source in the running function that hold integers, of those wanted.
pub fn variables(engine: &Engine<'_>, state: &State, wanted: impl Fn(Slot) -> bool) -> Vec<Slot> {
    let function = engine.function(state.top().function);
    let is_number = |local: &LocalId| {
        let local = &function.locals[*local];
        local.kind != LocalKind::Temp && matches!(engine.module().types.get(local.ty), Type::Int(8..))
    };
    function.locals.ids().filter(is_number).map(Slot::Local).filter(|slot| wanted(*slot)).collect()
}

/// Whether a slot is a variable of the source or memory.
pub fn is_named(engine: &Engine<'_>, state: &State, slot: Slot) -> bool {
    match slot {
        Slot::Local(local) => engine.function(state.top().function).locals[local].kind != LocalKind::Temp,
        Slot::Memory(..) => true,
    }
}
