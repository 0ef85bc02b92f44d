//! Access log: the data about accesses to memory that a caller may make overlap; `environment/may_overlap.rs` records them.

use crate::memory::ObjectId;
use incise_ir::SourceType;
use incise_term::TermId;
use std::rc::Rc;

/// An object that a caller may make overlap with another.
#[derive(Clone, Debug)]
pub struct MayOverlap {
    /// What the source calls it; the same in two versions.
    pub name: Rc<str>,
    /// Whether it is a global.
    pub is_global: bool,
    /// Whether only functions of the program can reach it: a static whose address is not handed out.
    pub(crate) is_private: bool,
    pub(crate) object: ObjectId,
    pub(crate) class: Class,
    /// The type, where it is a scalar.
    pub(crate) scalar: Option<SourceType>,
}

/// Which other types C lets access an object of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Any: characters, aggregates, and what is not known.
    Any,
    /// Integers of this size, whatever their sign.
    Int(u64),
    /// Floats of this size.
    Float(u64),
    /// Pointers.
    Pointer,
}

impl MayOverlap {
    /// Whether C lets a caller make two objects overlap. Globals are apart from each other.
    pub fn overlaps(&self, other: &MayOverlap) -> bool {
        let fits = self.class == Class::Any || other.class == Class::Any || self.class == other.class;
        let apart = self.is_global && other.is_global || self.is_private || other.is_private;
        self.object != other.object && fits && !apart
    }

    /// Whether two objects are pointed to by pointers to one scalar type: that both pointers are the same is tried by itself, so that only
    /// other elements can overlap.
    pub fn is_like(&self, other: &MayOverlap) -> bool {
        !self.is_global && !other.is_global && self.scalar.is_some() && self.scalar == other.scalar
    }
}

/// An entry of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accessed {
    /// An access to a shared object, by its position in [`crate::Run::shared`].
    Memory {
        /// The object.
        object: usize,
        /// The offset, as a number or a term.
        offset: Result<usize, TermId>,
        /// Bytes.
        size: u64,
        /// Whether it is written.
        write: bool,
    },
    /// A call of a function without a body.
    Call,
}
