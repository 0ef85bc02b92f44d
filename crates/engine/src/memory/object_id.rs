//! Object ids.

/// An object of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub(super) u32);

impl ObjectId {
    /// No object at all: what a null pointer that was moved by a symbolic distance points to.
    pub const NOTHING: ObjectId = ObjectId(u32::MAX);
}
