//! Texts that people read.

pub(crate) mod cover;
pub(crate) mod debug;
pub(crate) mod deps;
pub(crate) mod diff;
pub(crate) mod explore;
pub(crate) mod impact;
pub(crate) mod impact_calls;
pub(crate) mod impact_why;
pub(crate) mod ledger;
pub(crate) mod style;
pub(crate) mod test;
