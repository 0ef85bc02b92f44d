//! Ids of one version cannot be used with the other.

/// Of the old version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Base<T>(pub T);

/// Of the new version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mod<T>(pub T);
