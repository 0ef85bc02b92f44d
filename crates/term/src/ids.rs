//! Ids of terms and functions.

/// A term of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position of this term, dense from zero; children come before parents.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An uninterpreted function of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunId(pub(crate) u32);

impl FunId {
    /// The position of this function, dense from zero.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
