//! Types as the source wrote them, from debug information: for names, signedness and pretty values.
//! Nothing that decides a verdict reads these.

use crate::ids::SourceTypeId;
use serde::{Deserialize, Serialize};

/// A member of a source struct or union.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceField {
    /// The member's name; empty for an anonymous one.
    pub name: String,
    /// Bits from the start.
    pub bit_offset: u64,
    /// Bits that it takes (a bit-field's width).
    pub bit_size: u64,
    /// Its type.
    pub ty: SourceTypeId,
}

/// A type of the source language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SourceType {
    /// `void`, or nothing known.
    Void,
    /// An integer type, `char` and `_Bool` included.
    Int {
        /// As written, such as `unsigned int`.
        name: String,
        /// Bytes.
        size: u64,
        /// Whether it is signed.
        signed: bool,
        /// Whether it is a character type.
        character: bool,
        /// Whether it is `_Bool`.
        boolean: bool,
    },
    /// A floating-point type.
    Float {
        /// As written, such as `double`.
        name: String,
        /// Bytes.
        size: u64,
    },
    /// A pointer.
    Pointer {
        /// What it points to.
        to: SourceTypeId,
    },
    /// An array.
    Array {
        /// Number of elements; `None` when not known.
        len: Option<u64>,
        /// Their type.
        elem: SourceTypeId,
        /// Bytes in all.
        size: u64,
    },
    /// A struct or a union.
    Record {
        /// The tag; empty when there is none.
        name: String,
        /// Whether it is a union.
        union: bool,
        /// Bytes in all.
        size: u64,
        /// The members in order.
        fields: Vec<SourceField>,
    },
    /// An enumeration.
    Enum {
        /// The tag; empty when there is none.
        name: String,
        /// Bytes.
        size: u64,
        /// Whether the underlying type is signed.
        signed: bool,
        /// Names and values.
        values: Vec<(String, i64)>,
    },
    /// A `typedef`.
    Alias {
        /// The new name.
        name: String,
        /// What it stands for.
        ty: SourceTypeId,
    },
    /// A function type.
    Function {
        /// What it returns.
        ret: SourceTypeId,
        /// Its parameters.
        params: Vec<SourceTypeId>,
        /// Whether `...` follows.
        variadic: bool,
    },
    /// `const`, `volatile` and the like.
    Qualified {
        /// The keyword.
        qualifier: String,
        /// What it qualifies.
        ty: SourceTypeId,
    },
}
