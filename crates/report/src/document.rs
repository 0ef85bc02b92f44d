//! JSON documents of the commands, and what makes them.

pub(crate) mod bisect;
pub(crate) mod compared;
pub(crate) mod cover;
pub(crate) mod coverage;
pub(crate) mod debug;
pub(crate) mod deps;
pub(crate) mod diff;
pub(crate) mod explore;
pub(crate) mod explored;
pub(crate) mod impact;
pub(crate) mod impacted;
pub(crate) mod test;
