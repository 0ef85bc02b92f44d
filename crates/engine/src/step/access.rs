//! Loads and stores at resolved addresses. A symbolic offset inside an object becomes a tree of choices between the elements it can name;
//! nothing is made concrete.

use super::resolve::ObjectOffset;
use crate::engine::{Engine, Step, Stop, write_value};
use crate::memory::{Byte, ObjectId, Read};
use crate::state::State;
use crate::value::Value;
use incise_ir::{Type, TypeId};
use incise_term::TermId;
use std::rc::Rc;

/// More elements than this behind one symbolic address are followed one by one instead.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Reads of smaller tables are not worth remembering.
const SMALL_TABLE: usize = 16;

/// Reads of tables that are remembered at most.
const MAX_TABLE_READS: usize = 1 << 10;

impl Engine<'_, '_> {
    /// Reads a value of any type.
    pub fn load(&mut self, state: &mut State, pointer: &Value, ty: TypeId) -> Step<Value> {
        let size = self.prepared.module().types.store_size(ty);
        let (object, place) = self.resolve(state, pointer, size, false)?;
        match place {
            ObjectOffset::At(offset) => Ok(self.read_at(state, object, offset, ty)),
            ObjectOffset::Somewhere(offset) => self.read_somewhere(state, object, offset, ty),
        }
    }

    /// Writes a value of any type.
    pub fn store(&mut self, state: &mut State, pointer: &Value, value: &Value, ty: TypeId) -> Step<()> {
        let size = self.prepared.module().types.store_size(ty);
        let (object, place) = self.resolve(state, pointer, size, true)?;
        match place {
            ObjectOffset::At(offset) => self.write_at(state, object, offset, ty, value),
            ObjectOffset::Somewhere(offset) => self.write_somewhere(state, object, offset, ty, value)?,
        }
        Ok(())
    }

    /// The parts of an aggregate type with their offsets; `None` for a scalar.
    fn members(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        let types = &self.prepared.module().types;
        match types.get(ty) {
            Type::Struct { fields, .. } => Some(fields.iter().map(|field| (field.offset, field.ty)).collect()),
            Type::Array { len, elem, stride } => Some((0..*len).map(|index| (index * stride, *elem)).collect()),
            Type::Vector { len, elem } if self.prepared.width(*elem).is_multiple_of(8) => {
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
        let size = self.prepared.module().types.store_size(ty) as usize;
        let width = self.prepared.width(ty);
        let raw = self.read_scalar(state, id, offset, size);
        let value = if width == 8 * size as u32 { raw } else { self.low_bits(raw, 8 * size as u32, width) };
        match self.vector_elem(ty) {
            Some((len, elem)) => self.unpack(&value, width, len, self.prepared.width(elem)),
            None => value,
        }
    }

    fn low_bits(&mut self, value: Value, from: u32, width: u32) -> Value {
        match value {
            Value::Undefined => Value::Undefined,
            Value::Int(bits) => Value::Int(bits & crate::value::mask(width)),
            other => {
                let term = self.term(&other, from);
                let low = self.context.pool.extract(term, 0, width);
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
                    let piece = self.context.pool.extract(whole, index * elem_width, elem_width);
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
            Read::Uninit if self.has_unwritten_values() && size <= 16 => {
                Value::Term(self.unwritten_bytes(state, id, offset, size))
            }
            Read::Uninit => Value::Undefined,
            Read::Mixed => {
                let bytes: Vec<Byte> = {
                    let object = state.memory.get(id).expect("the access was checked");
                    (offset..offset + size).map(|at| object.byte(&mut self.context.pool, at)).collect()
                };
                let mut whole: Option<TermId> = None;
                for (index, byte) in bytes.into_iter().enumerate() {
                    let term = match byte {
                        Byte::Concrete(byte) => self.context.pool.constant(8, u128::from(byte)),
                        Byte::Symbolic(term) => term,
                        Byte::Uninit if self.has_unwritten_values() => {
                            self.unwritten_bytes(state, id, offset + index, 1)
                        }
                        Byte::Uninit => {
                            // The byte gets an identity, so that reading it twice gives the same value.
                            let term = self.fresh_undefined(state, 8);
                            let object = state.memory.get_mut(id).expect("the access was checked");
                            object.write_cell(&mut self.context.pool, offset + index, 1, Value::Term(term));
                            term
                        }
                    };
                    whole = Some(match whole {
                        None => term,
                        Some(low) => self.context.pool.concat(term, low),
                    });
                }
                let whole = whole.expect("a scalar has bytes");
                self.note_outside_bytes(state, whole);
                self.value(whole)
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
                    let size = self.prepared.module().types.store_size(ty) as usize;
                    self.write_scalar(state, id, offset, size, Value::Undefined);
                }
            }
            return;
        }
        if let Some(width) = self.wide(ty) {
            return self.write_wide(state, id, offset, width, value);
        }
        let size = self.prepared.module().types.store_size(ty) as usize;
        let value = match (self.vector_elem(ty), value.members()) {
            (Some((_, elem)), Some(members)) => {
                let width = self.prepared.width(elem);
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
        write_value(&mut self.context.pool, object, offset, size, value);
    }

    /// The offsets that a symbolic offset can take: first, last and step.
    fn offsets(&mut self, state: &State, id: ObjectId, offset: TermId, size: u64) -> (u64, u64, u64) {
        let object_size = state.memory.get(id).expect("the access was checked").size;
        let known = self.context.pool.known_bits(offset);
        let step = 1u64 << (known.zeros.trailing_ones().min(12));
        let (low, high) = self.context.pool.unsigned_range(offset);
        let last = object_size - size;
        let first = (low.min(u128::from(last)) as u64).next_multiple_of(step);
        let last = (high.min(u128::from(last)) as u64) / step * step;
        (first, last, step)
    }

    fn read_somewhere(&mut self, state: &mut State, id: ObjectId, offset: TermId, ty: TypeId) -> Step<Value> {
        if let Some(members) = self.members(ty) {
            let mut values = Vec::with_capacity(members.len());
            for (at, ty) in members {
                let at = self.context.pool.constant(64, u128::from(at));
                let offset = self.context.pool.add(offset, at);
                values.push(match self.context.pool.as_const(offset) {
                    Some(offset) => self.read_at(state, id, offset as usize, ty),
                    None => self.read_somewhere(state, id, offset, ty)?,
                });
            }
            return Ok(Value::Aggregate(values.into()));
        }
        let size = self.prepared.module().types.store_size(ty);
        let (first, last, step) = self.offsets(state, id, offset, size);
        if (last - first) / step >= MAX_ELEMENTS || self.wide(ty).is_some() {
            let offset = self.concretise(state, offset)?;
            return Ok(self.read_at(state, id, offset as usize, ty));
        }
        let key = (state.memory.share(id).map_or(0, |object| Rc::as_ptr(&object) as usize), offset, ty);
        if let Some((_, value)) = self.run.table_reads.get(&key) {
            return Ok(value.clone());
        }
        let width = self.prepared.width(ty);
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
                let at = self.context.pool.constant(64, u128::from(*at));
                let here = self.context.pool.eq(offset, at);
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
        let index = self.context.pool.extract(offset, shift, bits);
        let term = self.select_element(index, bits, &leaves);
        let value = self.value(term);
        if leaves.len() >= SMALL_TABLE && !self.context.pool.has_undefined(term) {
            self.remember_table_read(state, id, offset, ty, &value);
        }
        Ok(value)
    }

    /// Keeps what a read of a large table gave. The object is kept with it: as long as it is, it does not change and no other has
    /// its place.
    fn remember_table_read(&mut self, state: &State, id: ObjectId, offset: TermId, ty: TypeId, value: &Value) {
        if self.run.table_reads.len() >= MAX_TABLE_READS {
            self.run.table_reads.clear();
        }
        if let Some(object) = state.memory.share(id) {
            self.run.table_reads.insert((Rc::as_ptr(&object) as usize, offset, ty), (object, value.clone()));
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
        let cond = self.context.pool.extract(index, bit, 1);
        self.context.pool.ite(cond, high, low)
    }

    fn write_somewhere(
        &mut self,
        state: &mut State,
        id: ObjectId,
        offset: TermId,
        ty: TypeId,
        value: &Value,
    ) -> Step<()> {
        let size = self.prepared.module().types.store_size(ty);
        let (first, last, step) = self.offsets(state, id, offset, size);
        let many = (last - first) / step >= MAX_ELEMENTS / 16;
        // Elements that overlap, and values that are not plain scalars, are followed one by one.
        if many
            || step < size
            || self.wide(ty).is_some()
            || !self.prepared.module().types.is_scalar(ty)
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
                let term = self.term(value, self.prepared.width(ty));
                if self.context.pool.width(term) < width { self.context.pool.zext(term, width) } else { term }
            }
        };
        for at in (first..=last).step_by(step as usize) {
            let old = match self.read_scalar(state, id, at as usize, size as usize) {
                Value::Undefined => self.fresh_undefined(state, width),
                old => self.term(&old, width),
            };
            let place = self.context.pool.constant(64, u128::from(at));
            let here = self.context.pool.eq(offset, place);
            let term = self.context.pool.ite(here, new, old);
            let value = self.value(term);
            self.write_scalar(state, id, at as usize, size as usize, value);
        }
        Ok(())
    }
}
