//! Address resolution: the objects that an access can reach, and whether it may: bounds, lifetime, constness.
//!
//! An address resolves to every object that it can reach: a pointer with provenance can only reach its own object (anything else is
//! an error), one without reaches whatever its value names, one state per object.

use crate::engine::{Engine, Step, Stop};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::{MORE_ELEMENTS, Weakness};
use crate::memory::{Lifetime, ObjectId};
use crate::state::State;
use crate::value::Value;
use incise_ir::GlobalId;
use incise_solver::{Truth, Values};
use incise_term::{Op, TermId};

/// More concrete addresses than this behind one symbolic address are not followed.
const MAX_ADDRESSES: usize = 1 << 10;
/// Choices between constants are taken apart up to so many.
const MAX_CHOICES: u32 = 64;

/// Where an access goes within an object.
#[derive(Clone, Debug)]
pub enum ObjectOffset {
    /// A known offset.
    At(usize),
    /// An offset (64 bits) that is known to lie within the object.
    Somewhere(TermId),
}

impl Engine<'_, '_> {
    /// Resolves a pointer for an access of `size` bytes; everything that could be wrong with it has been checked when this returns.
    pub fn resolve(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, ObjectOffset)> {
        let (id, place) = self.resolve_address(state, pointer, size, write)?;
        if !write && !self.prepared.config.comparison.log_accesses {
            self.stop_at_unknown_pointers(state, id, (&place, size))?;
        }
        self.note_access(state, id, &place, (size, write));
        self.note_argument_end(state, id, &place, size);
        Ok((id, place))
    }

    fn resolve_address(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, ObjectOffset)> {
        if pointer.provenance() == Some(ObjectId::NOTHING) {
            return self.error(state, ErrorKind::NullAccess, "access through a null pointer");
        }
        match pointer {
            Value::Ptr { object, address } => self.resolve_concrete(state, Some(*object), *address, size, write),
            Value::Int(address) => self.resolve_concrete(state, None, *address, size, write),
            Value::SymPtr { object, address } => self.resolve_in(state, *object, *address, size, write),
            Value::Term(address) => self.resolve_anywhere(state, *address, size, write),
            Value::Undefined => {
                let term = self.fresh_undefined(state, 64);
                self.check_initialised(state, term, "an address")?;
                self.error(state, ErrorKind::WildPointer, "the address was never set")
            }
            Value::Aggregate(_) => unreachable!("an aggregate is not an address"),
        }
    }

    fn resolve_concrete(
        &mut self,
        state: &mut State,
        object: Option<ObjectId>,
        address: u64,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, ObjectOffset)> {
        let Some(id) = object.or_else(|| state.memory.find(address)) else {
            return self.bad_address(state, address);
        };
        if self.is_argument_vector(id) {
            return self.resolve_argument(state, &Value::Int(address), (size, write));
        }
        let Some(object) = state.memory.get(id) else {
            return self.error(state, ErrorKind::UseAfterScope, "the object's function has returned");
        };
        let offset = address.wrapping_sub(object.address);
        let in_bounds = offset <= object.size && object.size - offset >= size;
        if object.lifetime != Lifetime::Alive || write && !object.writable || !in_bounds {
            if !in_bounds && self.is_open(id) && object.lifetime == Lifetime::Alive {
                let (name, held) = (object.name.clone(), object.size);
                let detail = format!("`{name}` was taken to have {held} bytes; {MORE_ELEMENTS}");
                return self.cut(state, Weakness::SizeBound, detail);
            }
            return Err(self.access_error(state, id, Some(offset), size, write));
        }
        Ok((id, ObjectOffset::At(offset as usize)))
    }

    /// Whether more may belong to an object than was made for it.
    pub(crate) fn is_open(&self, id: ObjectId) -> bool {
        let is_array = || self.run.open_arrays.contains(&id);
        let is_pointee = || self.run.pointees.iter().any(|(_, object)| *object == id);
        let is_open = self.prepared.config.environment.open_pointees && (is_pointee() || is_array());
        is_open || self.is_argument_vector(id)
    }

    /// Whether a condition can hold on the path; also where that is not decided. The answer must say nothing about the path: whether it is
    /// asked may depend on other paths.
    fn may_hold_aside(&mut self, state: &State, condition: TermId) -> bool {
        self.run.stats.queries += 1;
        let (pool, condition_before) = (&mut self.context.pool, &state.path_condition);
        !matches!(self.context.solver.aside(|solver| solver.may_be_true(pool, condition_before, condition)), Truth::No)
    }

    /// What somebody else's object with pointers holds is not known: that it is null would be an error found that need not be one.
    fn stop_at_unknown_pointers(
        &mut self,
        state: &mut State,
        id: ObjectId,
        (place, size): (&ObjectOffset, u64),
    ) -> Step<()> {
        if let Some(pointer) = self.pointer_left_null(state, id, place, size) {
            let detail = format!("not supported: `{pointer}` is a pointer that a caller can set");
            return self.cut(state, Weakness::Unsupported, detail);
        }
        if !self.run.kept.contains_key(&id) || !self.prepared.is_as_at_start(state, id) {
            return Ok(());
        }
        let is_of_object = |(global, global_object): (GlobalId, &Option<ObjectId>)| {
            *global_object == Some(id) && self.prepared.module().globals[global].is_outside()
        };
        if !self.prepared.globals.iter_ids().any(is_of_object) {
            return Ok(());
        }
        let name = state.memory.get(id).map_or("an object", |object| &object.name);
        let detail = format!("not supported: `{name}` holds pointers, and is defined in none of the given files");
        self.cut(state, Weakness::Unsupported, detail)
    }

    fn bad_address<T>(&mut self, state: &mut State, address: u64) -> Step<T> {
        // The first and the last page: an offset from null.
        if address.wrapping_add(0x1000) < 0x2000 {
            return self.error(state, ErrorKind::NullAccess, "access through a null pointer");
        }
        if let Some(global) = self.prepared.declared_at(address) {
            let detail = format!("`{}` is declared, and defined in none of the given files", global.source_name);
            return self.cut(state, Weakness::Unsupported, detail);
        }
        self.error(state, ErrorKind::WildPointer, format!("access to {address:#x}, which belongs to no object"))
    }

    /// The error that makes an access to this object impossible, the address being concrete or irrelevant.
    fn access_error(&self, state: &State, id: ObjectId, offset: Option<u64>, size: u64, write: bool) -> Stop {
        let stop = |kind, message: String| match self.error::<()>(state, kind, message) {
            Err(stop) => stop,
            Ok(()) => unreachable!("error always stops"),
        };
        let Some(object) = state.memory.get(id) else {
            return stop(ErrorKind::UseAfterScope, String::from("the object's function has returned"));
        };
        let name = &object.name;
        match object.lifetime {
            Lifetime::Freed => return stop(ErrorKind::UseAfterFree, format!("access to freed `{name}`")),
            Lifetime::OutOfScope => {
                return stop(ErrorKind::UseAfterScope, format!("access to `{name}` after its block was left"));
            }
            Lifetime::Alive => {}
        }
        if write && !object.writable {
            return stop(ErrorKind::ReadOnlyWrite, format!("write to constant `{name}`"));
        }
        let verb = if write { "write" } else { "read" };
        let at = match offset {
            Some(offset) => format!(" at offset {}", offset as i64),
            None => String::new(),
        };
        stop(ErrorKind::OutOfBounds, format!("{verb} of {size} bytes{at} of `{name}`, which has {}", object.size))
    }

    /// A symbolic address that was derived from an object.
    fn resolve_in(
        &mut self,
        state: &mut State,
        id: ObjectId,
        address: TermId,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, ObjectOffset)> {
        self.check_initialised(state, address, "an address")?;
        if self.is_argument_vector(id) {
            return self.resolve_argument(state, &Value::Term(address), (size, write));
        }
        let usable = state.memory.get(id).is_some_and(|object| {
            object.lifetime == Lifetime::Alive && (object.writable || !write) && object.size >= size
        });
        if !usable {
            return Err(self.access_error(state, id, None, size, write));
        }
        let object = state.memory.get(id).expect("usable");
        let (base, object_size, name) = (object.address, object.size, object.name.clone());
        let base = self.context.pool.constant(64, u128::from(base));
        let offset = self.context.pool.sub(address, base);
        let last = self.context.pool.constant(64, u128::from(object_size - size));
        let bad = self.context.pool.ult(last, offset);
        if self.is_open(id) {
            // What lies behind the object is not accessed: a bound, where such an access is possible.
            // Whoever ran the path before has asked.
            let is_asked = !self.run.bounded.contains(&id)
                && !self.context.pool.is_false(bad)
                && !self.context.solver.is_playing();
            if is_asked && self.may_hold_aside(state, bad) {
                self.run.bounded.insert(id);
                let detail = format!("`{name}` was taken to have {object_size} bytes; {MORE_ELEMENTS}");
                self.run.ledger.add_once(Weakness::SizeBound, detail, None);
            }
            let good = self.context.pool.not(bad);
            self.assume(state, good)?;
        }
        let bad = if self.is_open(id) { Value::Int(0) } else { self.value(bad) };
        let verb = if write { "write" } else { "read" };
        self.check(state, &bad, ErrorKind::OutOfBounds, || {
            format!("{verb} of {size} bytes outside `{name}`, which has {object_size}")
        })?;
        match self.context.pool.as_const(offset) {
            Some(offset) => Ok((id, ObjectOffset::At(offset as usize))),
            None => Ok((id, ObjectOffset::Somewhere(offset))),
        }
    }

    /// A symbolic address of unknown provenance: one state per object that it can reach.
    fn resolve_anywhere(
        &mut self,
        state: &mut State,
        address: TermId,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, ObjectOffset)> {
        self.check_initialised(state, address, "an address")?;
        if self.rests_on_unwritten(address) {
            return self.error(state, ErrorKind::WildPointer, "the address was never set");
        }
        loop {
            // The smallest address that is left: which object comes first must not depend on the solver's mood.
            let candidate = self.smallest(state, address)?;
            let Some(id) = state.memory.find(candidate) else {
                let null_limit = self.context.pool.constant(64, 0x1000);
                if candidate < 0x1000 {
                    let null = self.context.pool.ult(address, null_limit);
                    let null = self.value(null);
                    self.check(state, &null, ErrorKind::NullAccess, || String::from("access through a null pointer"))?;
                    continue;
                }
                self.stop_at_answered_address(state, address)?;
                // All that is left and belongs to no object is one error.
                let mut wild = self.context.pool.true_();
                let extents: Vec<(u64, u64)> =
                    state.memory.iter().map(|(_, object)| (object.address, object.size)).collect();
                for (start, length) in extents {
                    let inside = self.inside(address, start, length);
                    let outside = self.context.pool.not(inside);
                    wild = self.context.pool.bool_and(wild, outside);
                }
                let wild = self.value(wild);
                self.check(state, &wild, ErrorKind::WildPointer, || {
                    format!("access to e.g. {candidate:#x}, which belongs to no object")
                })?;
                continue;
            };
            self.stop_at_answered_address(state, address)?;
            let object = state.memory.get(id).expect("found");
            let (start, length) = (object.address, object.size);
            let inside = self.inside(address, start, length);
            let inside = self.value(inside);
            if self.decide(state, &inside)? {
                return self.resolve_in(state, id, address, size, write);
            }
        }
    }

    /// Whether an address lies in an extent or just past its end.
    fn inside(&mut self, address: TermId, start: u64, length: u64) -> TermId {
        let base = self.context.pool.constant(64, u128::from(start));
        let offset = self.context.pool.sub(address, base);
        let limit = self.context.pool.constant(64, u128::from(length));
        self.context.pool.ule(offset, limit)
    }

    /// The smallest value that a term can take on this path.
    fn smallest(&mut self, state: &mut State, term: TermId) -> Step<u64> {
        let range = self.context.solver.range(&mut self.context.pool, &state.path_condition, term);
        self.count_question(state);
        match range {
            Ok((low, _)) => Ok(low as u64),
            Err(reason) => {
                self.note_unknown(state, &reason);
                Err(Stop::End(PathEnd::Cut))
            }
        }
    }

    /// One state per value of a term, in ascending order.
    pub fn concretise(&mut self, state: &mut State, term: TermId) -> Step<u64> {
        self.keep_few_arguments(state, term)?;
        let values = self.context.solver.values(&mut self.context.pool, &state.path_condition, term, MAX_ADDRESSES);
        self.count_question(state);
        let values = match values {
            Values::Complete(values) => values,
            Values::More => {
                let detail =
                    format!("an address, size or function that depends on inputs has more than {MAX_ADDRESSES} values");
                return self.cut(state, Weakness::AddressBound, detail);
            }
            Values::Unknown(reason) => {
                self.note_unknown(state, &reason);
                return Err(Stop::End(PathEnd::Cut));
            }
        };
        for candidate in values {
            let here = match self.chosen_when(term, candidate, &mut { MAX_CHOICES }) {
                Some(chosen) => chosen,
                None => {
                    let value = self.context.pool.constant(self.context.pool.width(term), candidate);
                    self.context.pool.eq(term, value)
                }
            };
            let here = self.value(here);
            if self.decide(state, &here)? {
                return Ok(candidate as u64);
            }
        }
        Err(Stop::Infeasible)
    }

    /// When a choice between constants (a table that is read at a symbolic index) is this one: a condition that names no address.
    fn chosen_when(&mut self, term: TermId, value: u128, budget: &mut u32) -> Option<TermId> {
        if let Some(constant) = self.context.pool.as_const(term) {
            return Some(self.context.pool.constant(1, u128::from(constant == value)));
        }
        if self.context.pool.op(term) != Op::Ite || *budget == 0 {
            return None;
        }
        *budget -= 1;
        let (condition, yes, no) =
            (self.context.pool.child(term, 0), self.context.pool.child(term, 1), self.context.pool.child(term, 2));
        let (yes, no) = (self.chosen_when(yes, value, budget)?, self.chosen_when(no, value, budget)?);
        Some(self.context.pool.ite(condition, yes, no))
    }
}
