//! What C demands beyond what the machine does: pointers stay in their arrays, comparisons of order in one object, a `_Bool` is 0 or 1.
//!
//! No check is made in the C of the library's models, which may use what their platform promises.

use crate::call::CallSite;
use crate::engine::{Engine, Step};
use crate::error::ErrorKind;
use crate::memory::ObjectId;
use crate::state::State;
use crate::value::Value;
use incise_ir::{InnerArray, OffsetRange, Predicate, TypeId};

/// The least number of elements that no stack holds: a negative `int` in 64 bits, or worse.
const TOO_MANY_ELEMENTS: u64 = 1 << 31;

impl Engine<'_, '_> {
    /// Checks pointer arithmetic; `index` is the last index with its type.
    pub(super) fn check_offset(
        &mut self,
        state: &mut State,
        range: OffsetRange,
        (base, result): (&Value, &Value),
        index: Option<(Value, TypeId)>,
    ) -> Step<()> {
        if let Some(array) = range.array
            && self.looks_for(ErrorKind::IndexOutOfBounds)
        {
            self.check_index(state, array, range.is_accessed, index)?;
        }
        if !range.is_accessed && self.looks_for(ErrorKind::PointerArithmetic) {
            let bad = self.leaves_object(state, base, result);
            if bad != Value::Int(0) && !self.is_in_model(state) {
                self.check(state, &bad, ErrorKind::PointerArithmetic, || {
                    String::from("a pointer is moved outside its object")
                })?;
            }
        }
        Ok(())
    }

    fn check_index(
        &mut self,
        state: &mut State,
        InnerArray { len, index: known }: InnerArray,
        is_accessed: bool,
        index: Option<(Value, TypeId)>,
    ) -> Step<()> {
        // One past the end may be pointed to.
        let limit = if is_accessed { len } else { len.saturating_add(1) };
        let bad = match (known, index) {
            (Some(index), _) => Value::bit(index as u64 >= limit),
            (None, Some((index, ty))) => {
                let index = self.scaled_index(&index, ty, 1);
                match index {
                    Value::Int(index) => Value::bit(index >= limit),
                    index => {
                        let index = self.term(&index, 64);
                        let limit = self.context.pool.constant(64, u128::from(limit));
                        let bad = self.context.pool.ule(limit, index);
                        self.value(bad)
                    }
                }
            }
            (None, None) => Value::Int(0),
        };
        if bad == Value::Int(0) || self.is_in_model(state) {
            return Ok(());
        }
        self.check(state, &bad, ErrorKind::IndexOutOfBounds, || {
            format!("the index is outside an array of {len} elements within an object")
        })
    }

    /// One bit: whether a pointer that was moved points neither into its object nor just past its end.
    fn leaves_object(&mut self, state: &State, base: &Value, result: &Value) -> Value {
        let id = match base {
            Value::Int(0) => ObjectId::NOTHING,
            base => match base.provenance() {
                Some(id) => id,
                None => return Value::Int(0),
            },
        };
        if self.is_open(id) {
            return Value::Int(0);
        }
        let (start, size) = match state.memory.get(id) {
            Some(object) => (object.address, object.size),
            // Nothing may be added to null.
            None if id == ObjectId::NOTHING => (0, 0),
            None => return Value::Int(0),
        };
        if let Some(address) = result.concrete() {
            return Value::bit(address.wrapping_sub(start) > size);
        }
        let address = self.term(result, 64);
        let pool = &mut self.context.pool;
        let (start, size) = (pool.constant(64, u128::from(start)), pool.constant(64, u128::from(size)));
        let offset = pool.sub(address, start);
        let bad = pool.ult(size, offset);
        self.value(bad)
    }

    /// Checks that two pointers whose order or distance is asked for point into one object.
    pub(super) fn check_related(&mut self, state: &mut State, left: &Value, right: &Value) -> Step<()> {
        let (Some(one), Some(other)) = (left.provenance(), right.provenance()) else { return Ok(()) };
        if one == other || !self.looks_for(ErrorKind::UnrelatedPointers) {
            return Ok(());
        }
        // What a caller gives by two pointers may be one object.
        let is_own = |id: ObjectId| {
            let is_given = self.run.pointees.iter().any(|(_, object)| *object == id);
            id != ObjectId::NOTHING && state.memory.get(id).is_some() && !is_given
        };
        if !is_own(one) || !is_own(other) || self.is_in_model(state) {
            return Ok(());
        }
        let bad = Value::Int(1);
        self.check(state, &bad, ErrorKind::UnrelatedPointers, || {
            String::from("the order or distance of pointers into different objects is asked for")
        })
    }

    /// Whether a comparison asks for the order of addresses.
    pub(super) fn asks_for_order(predicate: Predicate) -> bool {
        matches!(predicate, Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge)
    }

    /// Checks that a `_Bool` that was read is one.
    pub(super) fn check_boolean(&mut self, state: &mut State, value: &Value, ty: TypeId) -> Step<()> {
        if !self.looks_for(ErrorKind::InvalidValue) {
            return Ok(());
        }
        let bad = match value {
            Value::Int(byte) => Value::bit(*byte > 1),
            Value::Term(term) if !self.context.pool.has_undefined(*term) => {
                if self.context.pool.unsigned_range(*term).1 <= 1 {
                    return Ok(());
                }
                let one = self.context.pool.constant(self.prepared.width(ty), 1);
                let bad = self.context.pool.ult(one, *term);
                self.value(bad)
            }
            _ => return Ok(()),
        };
        self.check(state, &bad, ErrorKind::InvalidValue, || String::from("a `_Bool` is neither 0 nor 1"))
    }

    /// Checks that an array of variable length has elements.
    pub(super) fn check_length(&mut self, state: &mut State, count: &Value, ty: TypeId) -> Step<()> {
        if !self.looks_for(ErrorKind::ArrayLength) {
            return Ok(());
        }
        let bad = match count {
            Value::Int(count) => Value::bit(*count == 0 || *count >= TOO_MANY_ELEMENTS),
            count => {
                let width = self.prepared.width(ty);
                let count = self.term(count, width);
                let pool = &mut self.context.pool;
                let (one, limit) = (pool.constant(width, 1), pool.constant(width, u128::from(TOO_MANY_ELEMENTS - 1)));
                let before = pool.sub(count, one);
                let bad = pool.ule(limit, before);
                self.value(bad)
            }
        };
        self.check(state, &bad, ErrorKind::ArrayLength, || String::from("the length of an array is not positive"))
    }

    /// Checks that a function of `<ctype.h>` gets a character or `EOF`.
    pub(super) fn check_character(&mut self, state: &mut State, site: &CallSite<'_>) -> Step<()> {
        if !self.looks_for(ErrorKind::CharacterArgument) {
            return Ok(());
        }
        let Some((character, ty)) = site.args.first().cloned() else { return Ok(()) };
        let width = self.prepared.width(ty);
        let character = match character {
            Value::Undefined | Value::Aggregate(_) => return Ok(()),
            other => self.term(&other, width),
        };
        if self.is_in_model(state) || self.context.pool.unsigned_range(character).1 <= 255 {
            return Ok(());
        }
        // EOF is -1: the characters and it are 257 numbers in a row.
        let (one, limit) = (self.context.pool.constant(width, 1), self.context.pool.constant(width, 256));
        let from_end = self.context.pool.add(character, one);
        let bad = self.context.pool.ult(limit, from_end);
        let bad = self.value(bad);
        self.check(state, &bad, ErrorKind::CharacterArgument, || {
            String::from("a function of <ctype.h> gets neither an unsigned char nor EOF")
        })
    }

    /// Whether the running function is a model of the library.
    pub(crate) fn is_in_model(&self, state: &State) -> bool {
        self.prepared.is_model(self.prepared.function(state.top().function).span)
    }
}
