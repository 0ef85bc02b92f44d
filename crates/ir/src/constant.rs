//! Constants: operands that are not small integers, and initialisers of globals.

use crate::ids::{BlockId, FuncId, GlobalId, TypeId};
use crate::stmt::{BinaryOp, CastKind, Predicate};
use serde::{Deserialize, Serialize};

/// A constant value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Const {
    /// An integer of up to 128 bits, or the bits of a float.
    Bits {
        /// Number of bits.
        width: u32,
        /// The value; bits past `width` are zero.
        value: u128,
    },
    /// An integer of more than 128 bits, least significant word first.
    Wide {
        /// Number of bits.
        width: u32,
        /// The words.
        words: Vec<u64>,
    },
    /// The null pointer.
    Null,
    /// An unspecified value of this type (`undef`, `poison`).
    Undefined(TypeId),
    /// All bytes zero.
    Zero(TypeId),
    /// The address of a global plus an offset in bytes.
    Global {
        /// The global.
        id: GlobalId,
        /// Bytes from its start.
        offset: i64,
    },
    /// The address of a function.
    Function(FuncId),
    /// The address of a label (`&&label`).
    Label(FuncId, BlockId),
    /// Raw bytes: an array of 8-bit integers.
    Bytes(Vec<u8>),
    /// An array, struct or vector, member by member.
    Aggregate {
        /// Its type.
        ty: TypeId,
        /// The members in order.
        members: Vec<Const>,
    },
    /// An operation on constants that involves an address.
    Expr(Box<ConstExpr>),
    /// A constant that cannot be represented; an error when it is used.
    Unsupported(String),
}

impl Const {
    /// Whether all its bytes are known to be zero.
    pub fn is_zero(&self) -> bool {
        match self {
            Const::Bits { value, .. } => *value == 0,
            Const::Wide { words, .. } => words.iter().all(|word| *word == 0),
            Const::Null | Const::Zero(_) => true,
            Const::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
            Const::Aggregate { members, .. } => members.iter().all(Const::is_zero),
            _ => false,
        }
    }

    /// Its bytes in memory, where its members say their size and no padding is between them.
    pub fn packed_bytes(&self) -> Option<Vec<u8>> {
        match self {
            Const::Bits { width, value } if width % 8 == 0 => Some(value.to_le_bytes()[..*width as usize / 8].to_vec()),
            Const::Bytes(bytes) => Some(bytes.clone()),
            Const::Aggregate { members, .. } => {
                let members = members.iter().map(Const::packed_bytes).collect::<Option<Vec<_>>>()?;
                Some(members.concat())
            }
            _ => None,
        }
    }
}

/// An operation on constants.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ConstExpr {
    /// A conversion.
    Cast {
        /// Which.
        kind: CastKind,
        /// The operand.
        value: Const,
        /// Its type.
        from: TypeId,
        /// The result's type.
        to: TypeId,
    },
    /// An arithmetic operation on integers.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The type of operands and result.
        ty: TypeId,
        /// Left.
        left: Const,
        /// Right.
        right: Const,
    },
    /// A comparison.
    Compare {
        /// Which.
        predicate: Predicate,
        /// The operands' type.
        ty: TypeId,
        /// Left.
        left: Const,
        /// Right.
        right: Const,
    },
    /// A pointer plus an offset in bytes.
    Offset {
        /// The pointer.
        base: Const,
        /// Bytes to add.
        offset: i64,
    },
}

impl ConstExpr {
    /// The constants that it is made of.
    pub fn operands(&self) -> Vec<&Const> {
        match self {
            ConstExpr::Cast { value, .. } | ConstExpr::Offset { base: value, .. } => vec![value],
            ConstExpr::Binary { left, right, .. } | ConstExpr::Compare { left, right, .. } => vec![left, right],
        }
    }
}
