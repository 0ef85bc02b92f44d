//! Loop-carried state: locals of the active functions and pieces of memory that may change between iterations.

use crate::by_induction::live::Live;
use crate::observation::stored::read;
use incise_engine::{Frame, ObjectId, Prepared, State, Value};
use incise_ir::{FuncId, Id, Local, LocalId, LocalKind, Type};
use incise_term::{Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// A place that holds one scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A local of the activation that so many calls lead to from the outermost one.
    Local(u32, LocalId),
    /// Bytes of an object: from where, how many.
    Memory(ObjectId, u32, u32),
}

/// Which locals may still be read, of the functions that were asked for.
pub type LiveLocals = BTreeMap<FuncId, Live>;

/// What makes two states visits of the same loop: where every activation is.
pub fn same_place(a: &State, b: &State) -> bool {
    let (x, y) = (a.thread(), b.thread());
    let at = |frame: &Frame| (frame.function, frame.block, frame.index);
    x.depth == y.depth
        && x.frames().zip(y.frames()).all(|(p, q)| at(p) == at(q) && p.stack_objects == q.stack_objects)
        && a.exiting == b.exiting
        && std::rc::Rc::ptr_eq(&a.streams, &b.streams)
        && std::rc::Rc::ptr_eq(&a.files, &b.files)
        && std::rc::Rc::ptr_eq(&a.at_exit, &b.at_exit)
}

/// The slots in which two visits of the same loop differ; nothing when they differ in more than slots.
pub fn changed(
    prepared: &Prepared<'_>,
    pool: &mut Pool,
    live: &mut LiveLocals,
    before: &State,
    now: &State,
) -> Option<BTreeSet<Slot>> {
    let mut found = BTreeSet::new();
    let depth = now.thread().depth;
    for (above, (x, y)) in before.thread().frames().zip(now.thread().frames()).enumerate() {
        if x.locals == y.locals {
            continue;
        }
        let function = prepared.function(y.function);
        let read = live.entry(y.function).or_insert_with(|| Live::of(function)).at(function, y.block, y.index);
        for local in read {
            let (a, b) = (&x.locals[local.index()], &y.locals[local.index()]);
            if a == b {
                continue;
            }
            let ty = prepared.module().types.get(function.locals[local].ty);
            if !matches!(ty, Type::Int(_) | Type::Float(_) | Type::Ptr) || *b == Value::Undefined {
                return None;
            }
            found.insert(Slot::Local(depth - above as u32, local));
        }
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
        Slot::Local(depth, local) => Some(state.thread().frame(depth)?.locals[local.index()].clone()),
        Slot::Memory(id, at, len) => {
            let object = state.memory.share(id)?;
            read(pool, &object, at as usize, len as usize)
        }
    }
}

/// Bits of a slot.
pub fn width(prepared: &Prepared<'_>, state: &State, slot: Slot) -> u32 {
    match slot {
        Slot::Local(depth, local) => prepared.width(declared(prepared, state, depth, local).ty),
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
        Slot::Local(depth, local) => {
            if let Some(frame) = state.thread_mut().frame_mut(depth) {
                frame.locals[local.index()] = value;
            }
        }
        Slot::Memory(id, at, len) => {
            if let Some(object) = state.memory.get_mut(id) {
                object.write_cell(pool, at as usize, len as usize, value);
            }
        }
    }
}

fn declared<'e>(prepared: &'e Prepared<'_>, state: &State, depth: u32, local: LocalId) -> &'e Local {
    let frame = state.thread().frame(depth).unwrap_or(state.top());
    &prepared.function(frame.function).locals[local]
}

/// Whether a slot holds a float.
pub fn is_float(prepared: &Prepared<'_>, state: &State, slot: Slot) -> bool {
    match slot {
        Slot::Local(depth, local) => {
            matches!(prepared.module().types.get(declared(prepared, state, depth, local).ty), Type::Float(_))
        }
        Slot::Memory(..) => false,
    }
}

/// The variables of the source in the running function that hold integers or pointers (which is told), of those wanted.
pub fn variables(prepared: &Prepared<'_>, state: &State, wanted: impl Fn(Slot) -> bool) -> Vec<(Slot, bool)> {
    let function = prepared.function(state.top().function);
    let depth = state.thread().depth;
    let ty = |local: LocalId| prepared.module().types.get(function.locals[local].ty);
    let is_number = |local: &LocalId| {
        function.locals[*local].kind != LocalKind::Temp && matches!(ty(*local), Type::Int(8..) | Type::Ptr)
    };
    let numbers = function.locals.ids().filter(is_number).filter(|local| wanted(Slot::Local(depth, *local)));
    numbers.map(|local| (Slot::Local(depth, local), matches!(ty(local), Type::Ptr))).collect()
}

/// The name of a slot in the source, if it has one.
pub fn name(prepared: &Prepared<'_>, state: &State, slot: Slot) -> String {
    match slot {
        Slot::Local(depth, local) => declared(prepared, state, depth, local).name.clone(),
        Slot::Memory(..) => String::new(),
    }
}

/// Whether a slot is a variable of the source or memory.
pub fn is_named(prepared: &Prepared<'_>, state: &State, slot: Slot) -> bool {
    match slot {
        Slot::Local(depth, local) => declared(prepared, state, depth, local).kind != LocalKind::Temp,
        Slot::Memory(..) => true,
    }
}
