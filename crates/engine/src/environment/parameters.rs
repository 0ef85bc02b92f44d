//! Parameters and globals of the entry function as symbolic inputs.

use super::start_error::StartError;
use crate::config::Pointer;
use crate::engine::Engine;
use crate::input::{Input, InputKind};
use crate::reachable_globals::{globals_reachable_from, only_read};
use crate::source_types::{holds_pointer, pointed_to};
use crate::state::State;
use crate::value::Value;
use incise_ir::{FuncId, Function, Id, Type};
use std::rc::Rc;

impl<'p> Engine<'_, 'p> {
    pub(super) fn symbolic_parameters(&mut self, state: &mut State, function: &'p Function) -> Result<(), StartError> {
        let module = self.prepared.module();
        for (index, param) in function.params.iter().enumerate() {
            let local = &function.locals[param.local];
            let name = match self.prepared.config.environment.parameter_names.get(index) {
                Some(name) => name.clone(),
                None => parameter_name(function, index),
            };
            let kind = InputKind::Parameter(index as u32);
            let value = match self.prepared.module().types.get(local.ty) {
                Type::Int(width) => {
                    let size = u64::from(width.div_ceil(8));
                    let input = self.new_input(state, &name, kind, size, local.source_type);
                    if input.parts.len() > 1 {
                        self.booleans_are_bits(state, &input);
                    }
                    let term = self.whole_input(&input);
                    if width % 8 != 0 {
                        let limit = self.context.pool.constant(8 * size as u32, (1u128 << width) - 1);
                        let in_range = self.context.pool.ule(term, limit);
                        let _ = self.assume(state, in_range);
                    }
                    let term = self.context.pool.extract(term, 0, *width);
                    self.value(term)
                }
                Type::Float(float) => {
                    let size = u64::from(float.bits().div_ceil(8));
                    let input = self.new_input(state, &name, kind, size, local.source_type);
                    let term = self.whole_input(&input);
                    self.value(term)
                }
                Type::Ptr if param.sret => self.result_object(state, function),
                Type::Ptr if param.byval.is_none() && self.parameter_pointer(index) != Pointer::Fresh => {
                    self.special_pointer(state, function, &name, index)
                }
                Type::Ptr => {
                    // A large struct is handed over as a copy in memory.
                    let is_copy = param.byval.is_some();
                    let target = if is_copy { local.source_type } else { pointed_to(module, local.source_type) };
                    self.pointee(state, &name, index as u32, param.byval, target)
                }
                _ => {
                    return Err(StartError::Parameter { function: function.source_name.clone(), parameter: name });
                }
            };
            self.set(state, param.local, value);
        }
        self.set_pointer_fields(state, function);
        Ok(())
    }

    fn parameter_pointer(&self, index: usize) -> Pointer {
        self.prepared.config.environment.pointers.get(index).copied().unwrap_or_default()
    }

    /// A pointer parameter that is null or the same as an earlier one.
    fn special_pointer(&mut self, state: &mut State, function: &Function, name: &str, index: usize) -> Value {
        let (kind, value) = match self.parameter_pointer(index) {
            Pointer::SameAs(other) => {
                let local = function.params[other as usize].local;
                (InputKind::Same(index as u32, other), state.top().locals[local.index()].clone())
            }
            Pointer::Null | Pointer::Fresh => (InputKind::Null(index as u32), Value::Int(0)),
        };
        let input = Input { name: name.to_owned(), kind, size: 0, parts: Vec::new(), source_type: None };
        state.inputs.push(Rc::new(input));
        value
    }

    /// Makes the globals that the function may read symbolic.
    pub(super) fn symbolic_globals(&mut self, state: &mut State, entry: FuncId) {
        if self.prepared.config.environment.initial_globals {
            return;
        }
        let module = self.prepared.module();
        let (reachable, unwritten) = (globals_reachable_from(module, entry), only_read(module));
        self.run.kept.clear();
        for (id, global) in module.globals.iter_ids() {
            if !reachable.contains(&id) && !self.prepared.config.environment.more_inputs.contains(&global.name) {
                continue;
            }
            let Some(object) = self.prepared.globals[id].filter(|_| !global.constant) else { continue };
            if module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<')) {
                continue; // a library model's own
            }
            if unwritten.contains(&global.name) {
                continue; // nobody can have changed it
            }
            if global.source_type.is_some_and(|ty| holds_pointer(module, ty))
                || global.size > self.prepared.config.environment.max_object
            {
                let detail = format!("global `{}` keeps its initial value", global.source_name);
                self.run.kept.insert(object, detail);
                continue;
            }
            let input =
                self.new_input(state, &global.source_name, InputKind::Global(id), global.size, global.source_type);
            self.booleans_are_bits(state, &input);
            self.write_input(state, object, 0, &input);
        }
    }
}

/// The name of a parameter's input.
pub fn parameter_name(function: &Function, index: usize) -> String {
    let local = &function.locals[function.params[index].local];
    if local.name.is_empty() { format!("arg{index}") } else { local.name.clone() }
}
