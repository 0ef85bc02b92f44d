//! Proofs over loops of any length, by induction over paired visits of their heads.

pub(crate) mod align;
pub(crate) mod bounds;
pub(crate) mod ends;
pub(crate) mod generalise;
pub(crate) mod induction;
pub(crate) mod live;
pub(crate) mod loop_visit;
pub(crate) mod open_visit;
pub(crate) mod proof;
pub(crate) mod relation;
pub(crate) mod segment;
pub(crate) mod slots;
