//! Parameters of the entry function as symbolic inputs.

use super::start_error::StartError;
use crate::config::Pointer;
use crate::engine::{Engine, function_address};
use crate::input::{Input, InputKind};
use crate::source_types::{Scalar, is_scalar, pointed_to, size_of};
use crate::state::State;
use crate::value::Value;
use incise_ir::{Function, Id, Type, TypeId, callback_name};
use std::rc::Rc;

impl<'p> Engine<'_, 'p> {
    /// Makes the parameters of the function on top of the stack inputs, numbered from `first` on.
    pub(super) fn symbolic_parameters(
        &mut self,
        state: &mut State,
        function: &'p Function,
        first: u32,
        names: &[String],
    ) -> Result<(), StartError> {
        let module = self.prepared.module();
        for (index, param) in function.params.iter().enumerate() {
            let local = &function.locals[param.local];
            let number = first + index as u32;
            let name = match names.get(index) {
                Some(name) => name.clone(),
                None => parameter_name(function, index),
            };
            let kind = InputKind::Parameter(number);
            // An old-style definition takes promoted arguments: its types are not those that are passed.
            let size = module.types.store_size(local.ty);
            let passed =
                local.source_type.filter(|ty| !is_scalar(module, Some(*ty)) || size_of(module, *ty) >= Some(size));
            let value = match self.prepared.module().types.get(local.ty) {
                Type::Int(width) => {
                    let size = u64::from(width.div_ceil(8));
                    let input = self.new_input(state, &name, kind, size, passed);
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
                    let input = self.new_input(state, &name, kind, size, passed);
                    let term = self.whole_input(&input);
                    self.value(term)
                }
                Type::Vector { len, elem } => {
                    let input = self.new_input(state, &name, kind, size, passed);
                    self.vector_of(&input, (*len, *elem))
                }
                Type::Ptr if param.sret => self.result_object(state, function),
                Type::Ptr if param.byval.is_none() && self.parameter_pointer(number) != Pointer::Fresh => {
                    self.special_pointer(state, function, &name, index)
                }
                Type::Ptr if self.callback(function, index).is_some() => {
                    self.callback(function, index).expect("there is one")
                }
                Type::Ptr => {
                    // A large struct is handed over as a copy in memory.
                    let is_copy = param.byval.is_some();
                    let target = if is_copy { local.source_type } else { pointed_to(module, local.source_type) };
                    self.pointee(state, &name, number, param.byval, target)
                }
                _ => {
                    return Err(StartError::Parameter { function: function.source_name.clone(), parameter: name });
                }
            };
            self.set(state, param.local, value);
        }
        Ok(())
    }

    /// The elements of a vector: structs of floats travel in one, too.
    fn vector_of(&mut self, input: &Input, (len, elem): (u32, TypeId)) -> Value {
        let size = self.prepared.module().types.store_size(elem);
        let elements = (0..u64::from(len)).map(|index| {
            let element = Scalar { offset: index * size, size, path: String::new(), ty: None };
            let bytes = self.bytes_of(input, &element).expect("the parts cover the vector");
            self.value(bytes)
        });
        Value::Aggregate(elements.collect())
    }

    /// The address of the function that a caller passes.
    fn callback(&self, function: &Function, index: usize) -> Option<Value> {
        let id = self.prepared.module().function(&callback_name(&function.name, index))?;
        Some(Value::Int(function_address(id)))
    }

    fn parameter_pointer(&self, number: u32) -> Pointer {
        self.prepared.config.environment.pointers.get(number as usize).copied().unwrap_or_default()
    }

    /// A pointer parameter that is null or the same as an earlier one.
    fn special_pointer(&mut self, state: &mut State, function: &Function, name: &str, index: usize) -> Value {
        let (kind, value) = match self.parameter_pointer(index as u32) {
            Pointer::SameAs(other) => {
                let local = function.params[other as usize].local;
                (InputKind::Same(index as u32, other), state.top().locals[local.index()].clone())
            }
            Pointer::Beside(other, bytes) => {
                let local = function.params[other as usize].local;
                let value = match state.top().locals[local.index()] {
                    Value::Ptr { object, address } => {
                        Value::Ptr { object, address: address.wrapping_add_signed(i64::from(bytes)) }
                    }
                    ref value => value.clone(),
                };
                (InputKind::Beside(index as u32, other, bytes), value)
            }
            Pointer::Null | Pointer::Fresh => (InputKind::Null(index as u32), Value::Int(0)),
        };
        let input = Input { name: name.to_owned(), kind, size: 0, parts: Vec::new(), source_type: None };
        state.inputs.push(Rc::new(input));
        value
    }
}

/// The name of a parameter's input.
pub fn parameter_name(function: &Function, index: usize) -> String {
    let local = &function.locals[function.params[index].local];
    if local.name.is_empty() { format!("arg{index}") } else { local.name.clone() }
}

/// The names of all parameters' inputs, by position.
pub fn parameter_names(function: &Function) -> Vec<String> {
    (0..function.params.len()).map(|index| parameter_name(function, index)).collect()
}
