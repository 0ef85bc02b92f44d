//! What a local or a memory cell holds.
//!
//! Concrete integers of up to 64 bits never touch the term pool, which is what makes concrete stretches of a
//! program fast. A pointer carries the object that it was made from (its provenance) beside its address, so that an access
//! outside that object is an error even if the address belongs to another one.

use crate::memory::ObjectId;
use incise_term::{Pool, TermId};
use std::rc::Rc;

/// A value in a register or a memory cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A concrete integer (or the bits of a float) of at most 64 bits; bits past the width are zero.
    Int(u64),
    /// A symbolic value, or a concrete one of more than 64 bits.
    Term(TermId),
    /// A concrete address into an object.
    Ptr {
        /// The object that the pointer was derived from.
        object: ObjectId,
        /// The address.
        address: u64,
    },
    /// A symbolic address derived from an object.
    SymPtr {
        /// The object that the pointer was derived from.
        object: ObjectId,
        /// The address, 64 bits.
        address: TermId,
    },
    /// Unspecified: an uninitialised variable, `undef`, `poison`.
    Undefined,
    /// A vector, struct or array in a register.
    Aggregate(Rc<[Value]>),
}

impl Value {
    /// One bit.
    pub fn bit(bit: bool) -> Value {
        Value::Int(u64::from(bit))
    }

    /// A term as a value: concrete when it is a constant of at most 64 bits.
    pub fn from_term(pool: &Pool, term: TermId) -> Value {
        match pool.as_const(term) {
            Some(value) if pool.width(term) <= 64 => Value::Int(value as u64),
            _ => Value::Term(term),
        }
    }

    /// A scalar as a term of `width` bits.
    pub fn term_in(&self, pool: &mut Pool, width: u32) -> TermId {
        match self {
            Value::Int(bits) | Value::Ptr { address: bits, .. } => pool.constant(width, u128::from(*bits)),
            Value::Term(term) | Value::SymPtr { address: term, .. } => *term,
            // Unspecified and met by no state: any value will do, and zero is one.
            Value::Undefined | Value::Aggregate(_) => pool.constant(width, 0),
        }
    }

    /// The concrete bits, if known, of a scalar of at most 64 bits.
    #[inline]
    pub fn concrete(&self) -> Option<u64> {
        match self {
            Value::Int(value) | Value::Ptr { address: value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The object that a pointer was derived from.
    pub fn provenance(&self) -> Option<ObjectId> {
        match self {
            Value::Ptr { object, .. } | Value::SymPtr { object, .. } => Some(*object),
            _ => None,
        }
    }

    /// The members of an aggregate.
    pub fn members(&self) -> Option<&[Value]> {
        match self {
            Value::Aggregate(members) => Some(members),
            _ => None,
        }
    }
}

/// The low `width` bits set, for widths up to 64.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

/// Sign extension of the low `width` bits (1 to 64).
#[inline]
pub fn sign_extend(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}
