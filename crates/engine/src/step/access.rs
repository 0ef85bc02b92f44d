//! Loads and stores: bounds, lifetime, alignment, and symbolic addresses.
//!
//! An address resolves to every object that it can reach: a pointer with provenance can only reach its own object (anything else is
//! an error), one without reaches whatever its value names, one state per object. A symbolic offset inside an object becomes a tree of choices
//! between the elements it can name; nothing is made concrete.

use crate::engine::{Engine, Step, Stop, write_value};
use crate::error::{ErrorKind, PathEnd};
use crate::ledger::Weakness;
use crate::memory::{Byte, Lifetime, ObjectId, Read};
use crate::state::State;
use crate::value::Value;
use incise_ir::{Type, TypeId};
use incise_solver::{Truth, Values};
use incise_term::{Op, TermId};
use std::rc::Rc;

/// More elements than this behind one symbolic address are followed one by one instead.
const MAX_ELEMENTS: u64 = 1 << 16;
/// More concrete addresses than this behind one symbolic address are not followed.
const MAX_ADDRESSES: usize = 1 << 10;
/// Choices between constants are taken apart up to so many.
const MAX_CHOICES: u32 = 64;

/// Reads of smaller tables are not worth remembering.
const SMALL_TABLE: usize = 16;
/// Reads of tables that are remembered at most.
const MAX_TABLE_READS: usize = 1 << 10;

/// Where an access goes within an object.
#[derive(Clone, Debug)]
pub enum Place {
    /// A known offset.
    At(usize),
    /// An offset (64 bits) that is known to lie within the object.
    Somewhere(TermId),
}

impl Engine<'_> {
    /// Resolves a pointer for an access of `size` bytes; everything that could be wrong with it has been checked when this returns.
    pub fn resolve(&mut self, state: &mut State, pointer: &Value, size: u64, write: bool) -> Step<(ObjectId, Place)> {
        let (id, place) = self.resolve_address(state, pointer, size, write)?;
        self.note_access(state, id, &place, (size, write));
        Ok((id, place))
    }

    fn resolve_address(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, Place)> {
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
    ) -> Step<(ObjectId, Place)> {
        let Some(id) = object.or_else(|| state.memory.find(address)) else {
            return self.bad_address(state, address);
        };
        let Some(object) = state.memory.get(id) else {
            return self.error(state, ErrorKind::UseAfterScope, "the object's function has returned");
        };
        let offset = address.wrapping_sub(object.address);
        let in_bounds = offset <= object.size && object.size - offset >= size;
        if object.lifetime != Lifetime::Alive || write && !object.writable || !in_bounds {
            if !in_bounds && self.is_open(id) && object.lifetime == Lifetime::Alive {
                let (name, held) = (object.name.clone(), object.size);
                let detail = format!("`{name}` was taken to have {held} bytes; raise --max-elements");
                return self.cut(state, Weakness::SizeBound, detail);
            }
            return Err(self.access_error(state, id, Some(offset), size, write));
        }
        Ok((id, Place::At(offset as usize)))
    }

    /// Whether more may belong to an object than was made for it.
    fn is_open(&self, id: ObjectId) -> bool {
        self.config.open_pointees && self.pointees.iter().any(|(_, object)| *object == id)
    }

    /// Whether a condition can hold on the path; also where that is not decided. The answer must say nothing about the path: whether it is
    /// asked may depend on other paths.
    fn may_hold_aside(&mut self, state: &State, condition: TermId) -> bool {
        self.stats.queries += 1;
        let (pool, condition_before) = (&mut self.pool, &state.path_condition);
        !matches!(self.solver.aside(|solver| solver.may_be_true(pool, condition_before, condition)), Truth::No)
    }

    fn bad_address<T>(&mut self, state: &mut State, address: u64) -> Step<T> {
        if address < 0x1000 {
            return self.error(state, ErrorKind::NullAccess, "access through a null pointer");
        }
        if let Some(global) = self.declared_at(address) {
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
    ) -> Step<(ObjectId, Place)> {
        self.check_initialised(state, address, "an address")?;
        let usable = state.memory.get(id).is_some_and(|object| {
            object.lifetime == Lifetime::Alive && (object.writable || !write) && object.size >= size
        });
        if !usable {
            return Err(self.access_error(state, id, None, size, write));
        }
        let object = state.memory.get(id).expect("usable");
        let (base, object_size, name) = (object.address, object.size, object.name.clone());
        let base = self.pool.constant(64, u128::from(base));
        let offset = self.pool.sub(address, base);
        let last = self.pool.constant(64, u128::from(object_size - size));
        let bad = self.pool.ult(last, offset);
        if self.is_open(id) {
            // What lies behind the object is not accessed: a bound, where such an access is possible.
            // Whoever ran the path before has asked.
            let is_asked = !self.bounded.contains(&id) && !self.pool.is_false(bad) && !self.solver.is_playing();
            if is_asked && self.may_hold_aside(state, bad) {
                self.bounded.insert(id);
                let detail = format!("`{name}` was taken to have {object_size} bytes; raise --max-elements");
                self.ledger.add_once(Weakness::SizeBound, detail, None);
            }
            let good = self.pool.not(bad);
            self.assume(state, good)?;
        }
        let bad = if self.is_open(id) { Value::Int(0) } else { self.value(bad) };
        let verb = if write { "write" } else { "read" };
        self.check(state, &bad, ErrorKind::OutOfBounds, || {
            format!("{verb} of {size} bytes outside `{name}`, which has {object_size}")
        })?;
        match self.pool.as_const(offset) {
            Some(offset) => Ok((id, Place::At(offset as usize))),
            None => Ok((id, Place::Somewhere(offset))),
        }
    }

    /// A symbolic address of unknown provenance: one state per object that it can reach.
    fn resolve_anywhere(
        &mut self,
        state: &mut State,
        address: TermId,
        size: u64,
        write: bool,
    ) -> Step<(ObjectId, Place)> {
        self.check_initialised(state, address, "an address")?;
        loop {
            // The smallest address that is left: which object comes first must not depend on the solver's mood.
            let candidate = self.smallest(state, address)?;
            let Some(id) = state.memory.find(candidate) else {
                let null_limit = self.pool.constant(64, 0x1000);
                if candidate < 0x1000 {
                    let null = self.pool.ult(address, null_limit);
                    let null = self.value(null);
                    self.check(state, &null, ErrorKind::NullAccess, || String::from("access through a null pointer"))?;
                    continue;
                }
                self.stop_at_answered_address(state, address)?;
                // All that is left and belongs to no object is one error.
                let mut wild = self.pool.true_();
                let extents: Vec<(u64, u64)> =
                    state.memory.iter().map(|(_, object)| (object.address, object.size)).collect();
                for (start, length) in extents {
                    let inside = self.inside(address, start, length);
                    let outside = self.pool.not(inside);
                    wild = self.pool.bool_and(wild, outside);
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
        let base = self.pool.constant(64, u128::from(start));
        let offset = self.pool.sub(address, base);
        let limit = self.pool.constant(64, u128::from(length));
        self.pool.ule(offset, limit)
    }

    /// The smallest value that a term can take on this path.
    fn smallest(&mut self, state: &mut State, term: TermId) -> Step<u64> {
        let range = self.solver.range(&mut self.pool, &state.path_condition, term);
        self.count_question(state);
        match range {
            Ok((low, _)) => Ok(low as u64),
            Err(reason) => {
                self.note_unknown(state, &reason);
                Err(Stop::End(PathEnd::Cut))
            }
        }
    }

    /// Reads a value of any type.
    pub fn load(&mut self, state: &mut State, pointer: &Value, ty: TypeId) -> Step<Value> {
        let size = self.module().types.store_size(ty);
        let (object, place) = self.resolve(state, pointer, size, false)?;
        match place {
            Place::At(offset) => Ok(self.read_at(state, object, offset, ty)),
            Place::Somewhere(offset) => self.read_somewhere(state, object, offset, ty),
        }
    }

    /// Writes a value of any type.
    pub fn store(&mut self, state: &mut State, pointer: &Value, value: &Value, ty: TypeId) -> Step<()> {
        let size = self.module().types.store_size(ty);
        let (object, place) = self.resolve(state, pointer, size, true)?;
        match place {
            Place::At(offset) => self.write_at(state, object, offset, ty, value),
            Place::Somewhere(offset) => self.write_somewhere(state, object, offset, ty, value)?,
        }
        Ok(())
    }

    /// The parts of an aggregate type with their offsets; `None` for a scalar.
    fn members(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        let types = &self.module().types;
        match types.get(ty) {
            Type::Struct { fields, .. } => Some(fields.iter().map(|field| (field.offset, field.ty)).collect()),
            Type::Array { len, elem, stride } => Some((0..*len).map(|index| (index * stride, *elem)).collect()),
            Type::Vector { len, elem } if self.width(*elem).is_multiple_of(8) => {
                let stride = types.store_size(*elem);
                Some((0..u64::from(*len)).map(|index| (index * stride, *elem)).collect())
            }
            _ => None,
        }
    }

    /// Reads at a known offset that was checked.
    pub fn read_at(&mut self, state: &mut State, id: ObjectId, offset: usize, ty: TypeId) -> Value {
        if let Some(members) = self.members(ty) {
            return Value::Aggregate(
                members.into_iter().map(|(at, ty)| self.read_at(state, id, offset + at as usize, ty)).collect(),
            );
        }
        if let Some(width) = self.wide(ty) {
            return self.read_wide(state, id, offset, width);
        }
        let size = self.module().types.store_size(ty) as usize;
        let width = self.width(ty);
        let raw = self.read_scalar(state, id, offset, size);
        let value = if width == 8 * size as u32 { raw } else { self.low_bits(raw, 8 * size as u32, width) };
        match self.vector_elem(ty) {
            Some((len, elem)) => self.unpack(&value, width, len, self.width(elem)),
            None => value,
        }
    }

    fn low_bits(&mut self, value: Value, from: u32, width: u32) -> Value {
        match value {
            Value::Undefined => Value::Undefined,
            Value::Int(bits) => Value::Int(bits & crate::value::mask(width)),
            other => {
                let term = self.term(&other, from);
                let low = self.pool.extract(term, 0, width);
                self.value(low)
            }
        }
    }

    /// A vector of elements narrower than a byte.
    fn unpack(&mut self, value: &Value, width: u32, len: u32, elem_width: u32) -> Value {
        if *value == Value::Undefined {
            return Value::Aggregate((0..len).map(|_| Value::Undefined).collect());
        }
        let whole = self.term(value, width);
        Value::Aggregate(
            (0..len)
                .map(|index| {
                    let piece = self.pool.extract(whole, index * elem_width, elem_width);
                    self.value(piece)
                })
                .collect(),
        )
    }

    /// Reads `size` bytes as one scalar at a known offset that was checked.
    pub fn read_scalar(&mut self, state: &mut State, id: ObjectId, offset: usize, size: usize) -> Value {
        let object = state.memory.get(id).expect("the access was checked");
        match object.read(offset, size) {
            Read::Concrete(bits) => Value::Int(bits),
            Read::Whole(value) => value,
            Read::Uninit => Value::Undefined,
            Read::Mixed => {
                let bytes: Vec<Byte> = {
                    let object = state.memory.get(id).expect("the access was checked");
                    (offset..offset + size).map(|at| object.byte(&mut self.pool, at)).collect()
                };
                let mut whole: Option<TermId> = None;
                for (index, byte) in bytes.into_iter().enumerate() {
                    let term = match byte {
                        Byte::Concrete(byte) => self.pool.constant(8, u128::from(byte)),
                        Byte::Symbolic(term) => term,
                        Byte::Uninit => {
                            // The byte gets an identity, so that reading it twice gives the same value.
                            let term = self.fresh_undefined(state, 8);
                            let object = state.memory.get_mut(id).expect("the access was checked");
                            object.write_cell(&mut self.pool, offset + index, 1, Value::Term(term));
                            term
                        }
                    };
                    whole = Some(match whole {
                        None => term,
                        Some(low) => self.pool.concat(term, low),
                    });
                }
                self.value(whole.expect("a scalar has bytes"))
            }
        }
    }

    /// Writes at a known offset that was checked.
    pub fn write_at(&mut self, state: &mut State, id: ObjectId, offset: usize, ty: TypeId, value: &Value) {
        if let Some(members) = self.members(ty) {
            match value.members() {
                Some(values) => {
                    let values = values.to_vec();
                    for ((at, ty), value) in members.into_iter().zip(&values) {
                        self.write_at(state, id, offset + at as usize, ty, value);
                    }
                }
                None => {
                    let size = self.module().types.store_size(ty) as usize;
                    self.write_scalar(state, id, offset, size, Value::Undefined);
                }
            }
            return;
        }
        if let Some(width) = self.wide(ty) {
            return self.write_wide(state, id, offset, width, value);
        }
        let size = self.module().types.store_size(ty) as usize;
        let value = match (self.vector_elem(ty), value.members()) {
            (Some((_, elem)), Some(members)) => {
                let width = self.width(elem);
                let members = members.to_vec();
                self.joined(&members, width)
            }
            _ => value.clone(),
        };
        self.write_scalar(state, id, offset, size, value);
    }

    /// Writes `size` bytes as one scalar at a known offset that was checked.
    pub fn write_scalar(&mut self, state: &mut State, id: ObjectId, offset: usize, size: usize, value: Value) {
        let object = state.memory.get_mut(id).expect("the access was checked");
        write_value(&mut self.pool, object, offset, size, value);
    }

    /// The offsets that a symbolic offset can take: first, last and step.
    fn offsets(&mut self, state: &State, id: ObjectId, offset: TermId, size: u64) -> (u64, u64, u64) {
        let object_size = state.memory.get(id).expect("the access was checked").size;
        let known = self.pool.known_bits(offset);
        let step = 1u64 << (known.zeros.trailing_ones().min(12));
        let (low, high) = self.pool.unsigned_range(offset);
        let last = object_size - size;
        let first = (low.min(u128::from(last)) as u64).next_multiple_of(step);
        let last = (high.min(u128::from(last)) as u64) / step * step;
        (first, last, step)
    }

    fn read_somewhere(&mut self, state: &mut State, id: ObjectId, offset: TermId, ty: TypeId) -> Step<Value> {
        if let Some(members) = self.members(ty) {
            let mut values = Vec::with_capacity(members.len());
            for (at, ty) in members {
                let at = self.pool.constant(64, u128::from(at));
                let offset = self.pool.add(offset, at);
                values.push(match self.pool.as_const(offset) {
                    Some(offset) => self.read_at(state, id, offset as usize, ty),
                    None => self.read_somewhere(state, id, offset, ty)?,
                });
            }
            return Ok(Value::Aggregate(values.into()));
        }
        let size = self.module().types.store_size(ty);
        let (first, last, step) = self.offsets(state, id, offset, size);
        if (last - first) / step >= MAX_ELEMENTS || self.wide(ty).is_some() {
            let offset = self.concretise(state, offset)?;
            return Ok(self.read_at(state, id, offset as usize, ty));
        }
        let key = (state.memory.share(id).map_or(0, |object| Rc::as_ptr(&object) as usize), offset, ty);
        if let Some((_, value)) = self.table_reads.get(&key) {
            return Ok(value.clone());
        }
        let width = self.width(ty);
        let mut elements = Vec::new();
        let mut pointers = false;
        for at in (first..=last).step_by(step as usize) {
            let value = self.read_at(state, id, at as usize, ty);
            pointers |= value.provenance().is_some();
            elements.push((at, value));
        }
        // Equal elements need no choice between them.
        if elements.windows(2).all(|pair| pair[0].1 == pair[1].1) {
            return Ok(elements.swap_remove(0).1);
        }
        if pointers {
            // Pointers to several objects: one state per element keeps their provenance.
            for (at, value) in &elements {
                let at = self.pool.constant(64, u128::from(*at));
                let here = self.pool.eq(offset, at);
                let here = self.value(here);
                if self.decide(state, &here)? {
                    return Ok(value.clone());
                }
            }
            return Err(Stop::Infeasible);
        }
        let mut leaves = Vec::with_capacity(elements.len());
        for (at, value) in elements {
            let term = match value {
                Value::Undefined => self.fresh_undefined(state, width),
                value => self.term(&value, width),
            };
            leaves.push((at / step, term));
        }
        let shift = step.trailing_zeros();
        let highest = last / step;
        let bits = (64 - highest.leading_zeros()).max(1);
        let index = self.pool.extract(offset, shift, bits);
        let term = self.select_element(index, bits, &leaves);
        let value = self.value(term);
        if !self.pool.has_undefined(term) {
            self.remember_table_read(state, id, offset, ty, leaves.len(), &value);
        }
        Ok(value)
    }

    /// Keeps what a read of a large table gave. The object is kept with it: as long as it is, it does not change and no other has
    /// its place.
    fn remember_table_read(
        &mut self,
        state: &State,
        id: ObjectId,
        offset: TermId,
        ty: TypeId,
        n_elements: usize,
        value: &Value,
    ) {
        if n_elements < SMALL_TABLE {
            return;
        }
        if self.table_reads.len() >= MAX_TABLE_READS {
            self.table_reads.clear();
        }
        if let Some(object) = state.memory.share(id) {
            self.table_reads.insert((Rc::as_ptr(&object) as usize, offset, ty), (object, value.clone()));
        }
    }

    /// A balanced choice between elements by the bits of their index; `leaves` is sorted and not empty.
    fn select_element(&mut self, index: TermId, bits: u32, leaves: &[(u64, TermId)]) -> TermId {
        let (first, rest) = leaves.split_first().expect("not empty");
        if bits == 0 || rest.iter().all(|(_, term)| *term == first.1) {
            return first.1;
        }
        let bit = bits - 1;
        let split = leaves.partition_point(|(at, _)| at >> bit & 1 == 0);
        if split == 0 || split == leaves.len() {
            return self.select_element(index, bit, leaves);
        }
        let high = self.select_element(index, bit, &leaves[split..]);
        let low = self.select_element(index, bit, &leaves[..split]);
        let cond = self.pool.extract(index, bit, 1);
        self.pool.ite(cond, high, low)
    }

    fn write_somewhere(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: TermId,
        ty: TypeId,
        value: &Value,
    ) -> Step<()> {
        let size = self.module().types.store_size(ty);
        let (first, last, step) = self.offsets(state, id, offset, size);
        let many = (last - first) / step >= MAX_ELEMENTS / 16;
        // Elements that overlap, and values that are not plain scalars, are followed one by one.
        if many
            || step < size
            || self.wide(ty).is_some()
            || !self.module().types.is_scalar(ty)
            || value.provenance().is_some()
        {
            let offset = self.concretise(state, offset)?;
            self.write_at(state, id, offset as usize, ty, value);
            return Ok(());
        }
        let width = 8 * size as u32;
        let new = match value {
            Value::Undefined => self.fresh_undefined(state, width),
            value => {
                let term = self.term(value, self.width(ty));
                if self.pool.width(term) < width { self.pool.zext(term, width) } else { term }
            }
        };
        for at in (first..=last).step_by(step as usize) {
            let old = match self.read_scalar(state, id, at as usize, size as usize) {
                Value::Undefined => self.fresh_undefined(state, width),
                old => self.term(&old, width),
            };
            let place = self.pool.constant(64, u128::from(at));
            let here = self.pool.eq(offset, place);
            let term = self.pool.ite(here, new, old);
            let value = self.value(term);
            self.write_scalar(state, id, at as usize, size as usize, value);
        }
        Ok(())
    }

    /// One state per value of a term, in ascending order.
    pub fn concretise(&mut self, state: &mut State, term: TermId) -> Step<u64> {
        let values = self.solver.values(&mut self.pool, &state.path_condition, term, MAX_ADDRESSES);
        self.count_question(state);
        let values = match values {
            Values::Complete(values) => values,
            Values::More => {
                let detail = format!("a symbolic address has more than {MAX_ADDRESSES} targets");
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
                    let value = self.pool.constant(self.pool.width(term), candidate);
                    self.pool.eq(term, value)
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
        if let Some(constant) = self.pool.as_const(term) {
            return Some(self.pool.constant(1, u128::from(constant == value)));
        }
        if self.pool.op(term) != Op::Ite || *budget == 0 {
            return None;
        }
        *budget -= 1;
        let (condition, yes, no) = (self.pool.child(term, 0), self.pool.child(term, 1), self.pool.child(term, 2));
        let (yes, no) = (self.chosen_when(yes, value, budget)?, self.chosen_when(no, value, budget)?);
        Some(self.pool.ite(condition, yes, no))
    }
}
