//! Machine types with their layout spelled out.

use crate::ids::TypeId;
use incise_base::{Id, IdVec};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The floating-point formats that C programs meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32, C's `float`.
    Float,
    /// IEEE binary64, C's `double`.
    Double,
    /// The 80-bit x87 format, C's `long double` on x86-64.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatKind {
    /// Number of value bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

/// A member of an aggregate.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Field {
    /// Bytes from the start of the aggregate.
    pub offset: u64,
    /// The member's type.
    pub ty: TypeId,
}

/// A machine type.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    /// No value.
    Void,
    /// A two's complement or unsigned integer of so many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// An address (64 bits).
    Ptr,
    /// So many elements, packed; element-wise operations apply. Elements are `Int`, `Float` or `Ptr`.
    Vector {
        /// Number of elements.
        len: u32,
        /// Their type.
        elem: TypeId,
    },
    /// So many elements, `stride` bytes apart.
    Array {
        /// Number of elements.
        len: u64,
        /// Their type.
        elem: TypeId,
        /// Bytes from one to the next.
        stride: u64,
    },
    /// Members at offsets.
    Struct {
        /// The members in order.
        fields: Vec<Field>,
        /// Bytes in all, padding included.
        size: u64,
    },
}

/// Every type of a module, each once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TypeTable {
    types: IdVec<TypeId, Type>,
    #[serde(skip)]
    index: HashMap<Type, TypeId>,
}

impl TypeTable {
    /// The id of `ty`, entered if new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if self.index.len() != self.types.len() {
            self.index = self.types.iter_ids().map(|(id, ty)| (ty.clone(), id)).collect();
        }
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }
    /// The type of an id.
    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
    /// All ids in order.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(TypeId::new)
    }
    /// Number of bits of a value of this type in a register; 0 for `Void`.
    pub fn bits(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void => 0,
            Type::Int(width) => u64::from(*width),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::Ptr => 64,
            Type::Vector { len, elem } => u64::from(*len) * self.bits(*elem),
            Type::Array { .. } | Type::Struct { .. } => 8 * self.store_size(id),
        }
    }
    /// Number of bytes that a store of this type writes.
    pub fn store_size(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array { len, stride, .. } => len * stride,
            Type::Struct { size, .. } => *size,
            _ => self.bits(id).div_ceil(8),
        }
    }
    /// Whether it is an integer, float or pointer.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(_) | Type::Float(_) | Type::Ptr)
    }
}
