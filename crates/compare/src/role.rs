//! Which of two versions something is of.

/// A version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// The new one.
    Mod,
    /// The old one.
    Base,
}
