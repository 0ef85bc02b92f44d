//! Graphs as pictures and for Graphviz.

pub(crate) mod deps_dot;
pub(crate) mod impact_dot;
mod layout;
pub(crate) mod svg;
