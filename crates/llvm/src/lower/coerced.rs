//! Structs that are passed in registers: which of their members each register holds.
//!
//! clang calls the registers of a parameter `s` `s.coerce0` and `s.coerce1`, and stores them to the variable `s`, eight bytes apart; one
//! that holds all of `s` is `s.coerce`.

use super::debug::Variable;
use super::function::Body;
use crate::raw::{TyKind, Value};
use incise_ir::{SourceField, SourceType, SourceTypeId};

/// Bits of a register.
const REGISTER: u64 = 64;

impl Body<'_> {
    /// The members of a struct that arrive in `param`: one under its own name, several as a part of the struct.
    pub(super) fn coerced(&mut self, param: Value) -> Option<Variable> {
        let name = param.name();
        let (base, register) = name.rsplit_once(".coerce")?;
        let start = match register {
            "" | "0" => 0,
            "1" => REGISTER,
            _ => return None,
        };
        let variable =
            self.variables.declared.iter().find(|(slot, variable)| slot.name() == base && variable.name == base);
        let variable = variable.map(|(_, variable)| variable.clone())?;
        let SourceType::Record { name, union: false, fields, .. } = self.stripped(variable.source_type?) else {
            return None;
        };
        let bits = match param.ty().kind() {
            TyKind::LLVMIntegerTypeKind => u64::from(param.ty().int_width()),
            TyKind::LLVMDoubleTypeKind | TyKind::LLVMPointerTypeKind => 64,
            TyKind::LLVMFloatTypeKind => 32,
            // Two floats side by side.
            TyKind::LLVMVectorTypeKind => REGISTER,
            _ => return None,
        };
        let is_within =
            |field: &&SourceField| field.bit_offset < start + bits && field.bit_offset + field.bit_size > start;
        let shifted = |field: &SourceField| {
            let bit_offset = field.bit_offset.checked_sub(start)?;
            (bit_offset + field.bit_size <= bits).then(|| SourceField { bit_offset, ..field.clone() })
        };
        let fields: Vec<SourceField> = fields.iter().filter(is_within).map(shifted).collect::<Option<_>>()?;
        match fields.as_slice() {
            [only] if only.bit_offset == 0 && only.bit_size == bits && !only.name.is_empty() => {
                Some(Variable { name: format!("{base}.{}", only.name), source_type: Some(only.ty), ..variable })
            }
            [] => None,
            _ if matches!(param.ty().kind(), TyKind::LLVMIntegerTypeKind | TyKind::LLVMVectorTypeKind) => {
                let part = SourceType::Record { name: name.clone(), union: false, size: bits / 8, fields };
                let source_type = Some(self.module.module.source_types.push(part));
                Some(Variable { source_type, ..variable })
            }
            _ => None,
        }
    }

    fn stripped(&self, mut ty: SourceTypeId) -> &SourceType {
        let types = &self.module.module.source_types;
        while let SourceType::Alias { ty: inner, .. } | SourceType::Qualified { ty: inner, .. } = &types[ty] {
            ty = *inner;
        }
        &types[ty]
    }
}
