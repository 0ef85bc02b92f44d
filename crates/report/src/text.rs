//! Texts that people read.

pub(crate) mod cover;
pub(crate) mod debug;
pub(crate) mod diff;
pub(crate) mod explore;
pub(crate) mod ledger;
pub(crate) mod style;
pub(crate) mod test;
