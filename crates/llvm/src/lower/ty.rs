//! Types, with the layout that LLVM computes for the target.

use super::{Lowering, Unsupported};
use crate::raw::{Ty, TyKind};
use incise_ir::{Field, FloatKind, Type, TypeId};

/// The format of a floating-point type.
pub fn float_kind(ty: Ty) -> Option<FloatKind> {
    Some(match ty.kind() {
        TyKind::LLVMHalfTypeKind => FloatKind::Half,
        TyKind::LLVMBFloatTypeKind => FloatKind::BFloat,
        TyKind::LLVMFloatTypeKind => FloatKind::Float,
        TyKind::LLVMDoubleTypeKind => FloatKind::Double,
        TyKind::LLVMX86_FP80TypeKind => FloatKind::X87,
        TyKind::LLVMFP128TypeKind => FloatKind::Quad,
        _ => return None,
    })
}

impl Lowering {
    /// The representation of a type.
    pub fn ty(&mut self, ty: Ty) -> Result<TypeId, Unsupported> {
        if let Some(&id) = self.types.get(&ty) {
            return Ok(id);
        }
        let lowered = self.lower_type(ty)?;
        let id = self.module.types.intern(lowered);
        self.types.insert(ty, id);
        Ok(id)
    }

    /// The representation of a type, or nothing at all for one that has none.
    pub fn ty_or_void(&mut self, ty: Ty) -> TypeId {
        self.ty(ty).unwrap_or_else(|_| self.void())
    }

    fn lower_type(&mut self, ty: Ty) -> Result<Type, Unsupported> {
        if let Some(kind) = float_kind(ty) {
            return Ok(Type::Float(kind));
        }
        match ty.kind() {
            TyKind::LLVMVoidTypeKind => Ok(Type::Void),
            TyKind::LLVMIntegerTypeKind => Ok(Type::Int(ty.int_width())),
            // Other address spaces are other memories (thread segments, 32-bit pointers).
            TyKind::LLVMPointerTypeKind if ty.address_space() == 0 => Ok(Type::Ptr),
            TyKind::LLVMVectorTypeKind => {
                let len = u32::try_from(ty.len()).map_err(|_| ty.text())?;
                Ok(Type::Vector { len, elem: self.ty(ty.element())? })
            }
            TyKind::LLVMArrayTypeKind if ty.is_sized() => {
                let stride = self.layout.size(ty.element());
                Ok(Type::Array { len: ty.len(), elem: self.ty(ty.element())?, stride })
            }
            TyKind::LLVMStructTypeKind if ty.is_sized() => {
                let fields: Result<Vec<Field>, Unsupported> = (0..ty.len() as u32)
                    .map(|index| Ok(Field { offset: self.layout.offset(ty, index), ty: self.ty(ty.member(index))? }))
                    .collect();
                Ok(Type::Struct { fields: fields?, size: self.layout.size(ty) })
            }
            _ => Err(format!("type {}", ty.text())),
        }
    }
}
