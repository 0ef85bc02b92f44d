//! Shapes of heap structures behind pointer parameters: which pointer field points to which object.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2: a pointer is null, a new object, or an earlier one of its type. It
//! is chosen before the run ([`PointerField`]), so that two versions start from the same structure.

use incise_ir::SourceTypeId;

/// What stands in the bytes of an object for a pointer that leads to another.
pub const POINTS_ON: u64 = u64::from_be_bytes(*b"\0\0\0\0link");

/// An object from outside: what C calls a pointer to it, and its type.
#[derive(Clone, Debug)]
pub struct Outside {
    /// An expression that points to it, such as `p->next`.
    pub pointer: String,
    /// What it is.
    pub ty: Option<SourceTypeId>,
}

/// What C calls a pointer in an object: `p->next` for `.next` behind `p`.
pub fn pointer_in(pointer: &str, path: &str) -> String {
    match path.strip_prefix('.') {
        Some(member) => format!("{pointer}->{member}"),
        // A pointer to a pointer.
        None => format!("{pointer}[0]{path}"),
    }
}

/// What a pointer is that is in an object from outside. Objects are numbered: what a parameter points to by the parameter, those that
/// only pointers in others point to from the number of parameters on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerField {
    /// The object that it is in.
    pub from: u32,
    /// Where in its type, such as `.next`.
    pub path: String,
    /// The object that it points to; null when there is none. A number that is not known yet is a new object.
    pub to: Option<u32>,
    /// Whether it is null because structures are not followed further.
    pub at_bound: bool,
}
