//! Directed graphs over typed ids and the analyses that control flow needs.
//!
//! *In*: a [`Digraph`]. *Out*: relations between its nodes, and sets of them ([`IdSet`]). Each analysis has a slow twin written from the definition in
//! `tests/naive.rs`, with which it is compared on random graphs.

mod components;
mod digraph;
mod distances;
mod dominators;
mod id_set;
mod loops;
mod post_dominators;
mod reach;

pub use components::{Components, components};
pub use digraph::Digraph;
pub use distances::{Distances, distances};
pub use dominators::{Dominators, dominators};
pub use id_set::IdSet;
pub use loops::{loop_exits, loop_heads};
pub use post_dominators::{PostDominators, post_dominators};
pub use reach::{Reach, reach, reachable_from};
