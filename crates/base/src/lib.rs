//! What every crate can use: typed ids, directed graphs over them with the analyses that control flow needs, the clock, interruption, drivers of
//! fixpoints, the serial form.
//!
//! Each analysis of a [`Digraph`] has a slow twin written from the definition in `tests/naive.rs`, with which it is compared on random graphs.

mod clock;
mod components;
mod digraph;
mod distances;
mod dominators;
mod fixpoint;
mod id_set;
mod ids;
mod interrupt;
mod loops;
mod post_dominators;
mod reach;
mod sealed;

pub use clock::{Deadline, Stopwatch};
pub use components::{Components, components};
pub use digraph::Digraph;
pub use distances::{Distances, distances};
pub use dominators::{Dominators, dominators};
pub use fixpoint::{Budget, Exhausted, Next, Worklist, closure, depth_first, until_stable};
pub use id_set::IdSet;
pub use ids::{Id, IdVec};
pub use interrupt::{Interrupt, StopReason};
pub use loops::{loop_exits, loop_heads};
pub use post_dominators::{PostDominators, post_dominators};
pub use reach::{Reach, reach, reachable_from};
pub use sealed::{Damaged, Sealed};
