//! Models of functions that the program does not define: markers, libc, LLVM intrinsics.
//!
//! A model is a Rust function that is given the call with its operands evaluated. It decides before it changes anything (see
//! [`Engine::decide`]). What is easier said in C is in `runtime/libc` and linked on demand.

mod alloc;
mod environment;
mod intrinsics;
mod markers;
mod math;
mod memory;
mod output;
mod process;
mod stream;
mod varargs;

pub(crate) use alloc::ALLOCATORS;
pub use math::sets_errno;

use crate::call::CallSite;
use crate::engine::{Builtin, Engine, Next, Step};
use crate::state::State;
use crate::value::Value;

/// The model of a function, if there is one.
pub(crate) fn builtin(name: &str) -> Option<Builtin> {
    None.or_else(|| markers::model(name))
        .or_else(|| alloc::model(name))
        .or_else(|| memory::model(name))
        .or_else(|| output::model(name))
        .or_else(|| process::model(name))
        .or_else(|| environment::model(name))
        .or_else(|| stream::model(name))
        .or_else(|| math::model(name))
        .or_else(|| varargs::model(name))
        .or_else(|| intrinsics::model(name))
}

/// Whether the engine itself models a function, so that no library body is wanted for it.
pub fn is_modelled(name: &str) -> bool {
    builtin(name).is_some()
}

impl Engine<'_, '_> {
    /// An argument that the model uses: an unspecified one becomes a variable.
    pub(crate) fn arg(&mut self, state: &mut State, site: &CallSite<'_>, index: usize) -> Value {
        match site.args.get(index) {
            Some((Value::Undefined, ty)) => {
                let width = self.prepared.width(*ty);
                Value::Term(self.fresh_undefined(state, width.max(1)))
            }
            Some((value, _)) => value.clone(),
            None => Value::Int(0),
        }
    }

    /// A concrete argument; a symbolic one is followed value by value.
    pub(crate) fn concrete_arg(&mut self, state: &mut State, site: &CallSite<'_>, index: usize) -> Step<u64> {
        match self.arg(state, site, index) {
            Value::Int(value) | Value::Ptr { address: value, .. } => Ok(value),
            Value::Term(term) | Value::SymPtr { address: term, .. } => {
                self.check_initialised(state, term, "an argument")?;
                self.concretise(state, term)
            }
            Value::Undefined | Value::Aggregate(_) => Ok(0),
        }
    }

    /// Gives the call its result and goes on.
    pub(crate) fn result(&mut self, state: &mut State, site: &CallSite<'_>, value: Value) -> Step<Next> {
        if let Some(dst) = site.dst {
            self.set(state, dst, value);
        }
        Ok(Next::Statement)
    }

    /// The string that a pointer points to, up to its end; a symbolic byte that may be the end splits the path.
    pub(crate) fn c_string(&mut self, state: &mut State, pointer: &Value) -> Step<Vec<Value>> {
        self.c_string_up_to(state, pointer, u64::MAX)
    }

    /// At most `limit` bytes of a string.
    pub(crate) fn c_string_up_to(&mut self, state: &mut State, pointer: &Value, limit: u64) -> Step<Vec<Value>> {
        let mut bytes = Vec::new();
        let (object, place) = self.resolve(state, pointer, u64::from(limit > 0), false)?;
        let start = self.concrete_place(state, place)?;
        for index in 0..limit {
            let at = start + index as usize;
            let size = state.memory.get(object).expect("the access was checked").size;
            if at as u64 >= size {
                let name = state.memory.get(object).expect("the access was checked").name.clone();
                let message = format!("the string in `{name}` has no end");
                return self.error(state, crate::error::ErrorKind::OutOfBounds, message);
            }
            let byte = match self.read_scalar(state, object, at, 1) {
                Value::Undefined => Value::Term(self.fresh_undefined(state, 8)),
                byte => byte,
            };
            let end = match &byte {
                Value::Int(byte) => *byte == 0,
                other => {
                    let term = self.term(other, 8);
                    let zero = self.context.pool.constant(8, 0);
                    let is_end = self.context.pool.eq(term, zero);
                    let is_end = self.value(is_end);
                    self.decide(state, &is_end)?
                }
            };
            if end {
                break;
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// A concrete string, for names and formats.
    pub(crate) fn concrete_string(&mut self, state: &mut State, pointer: &Value) -> Step<Option<Vec<u8>>> {
        let bytes = self.c_string(state, pointer)?;
        Ok(bytes.iter().map(|byte| byte.concrete().map(|byte| byte as u8)).collect())
    }
}
