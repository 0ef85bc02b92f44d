//! States without variables: what is symbolic is replaced by what it is under an assignment.

use incise_engine::{Byte, Memory, ObjectId, State, Stream, Value, write_value};
use incise_term::{Assignment, Evaluator, Pool};
use std::rc::Rc;

/// What a run leaves for the next call: memory without variables, and streams.
#[derive(Clone)]
pub(crate) struct Left {
    pub(crate) memory: Memory,
    pub(crate) streams: Rc<Vec<Stream>>,
}

/// What both versions leave after the same calls.
#[derive(Clone)]
pub(crate) struct Point {
    pub(crate) new: Left,
    pub(crate) old: Left,
}

/// Replaces variables by their values.
pub(crate) struct Concrete<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) assignment: &'a Assignment,
    pub(crate) evaluator: &'a mut Evaluator,
}

impl Concrete<'_> {
    /// In the locals of the running function.
    pub(crate) fn locals(&mut self, state: &mut State) {
        for local in &mut state.top_mut().locals {
            if let Value::Term(term) = local {
                let (width, value) = (self.pool.width(*term), self.evaluator.eval(self.pool, self.assignment, *term));
                *local = match width {
                    0..=64 => Value::Int(value as u64),
                    _ => Value::Term(self.pool.constant(width, value)),
                };
            }
        }
    }

    /// In an object; what was never written stays so.
    pub(crate) fn object(&mut self, memory: &mut Memory, id: ObjectId) {
        let Some(object) = memory.get_mut(id) else { return };
        for at in 0..object.size as usize {
            if object.is_concrete(at, 1) || object.holds_pointers(at, 1) {
                continue;
            }
            if let Byte::Symbolic(term) = object.byte(self.pool, at) {
                let byte = self.evaluator.eval(self.pool, self.assignment, term);
                write_value(self.pool, object, at, 1, Value::Int(byte as u64));
            }
        }
    }

    /// In all memory.
    pub(crate) fn memory(&mut self, memory: &mut Memory) {
        let symbolic: Vec<ObjectId> =
            memory.iter().filter(|(_, object)| object.concrete_bytes().is_none()).map(|(id, _)| id).collect();
        for id in symbolic {
            self.object(memory, id);
        }
    }
}
