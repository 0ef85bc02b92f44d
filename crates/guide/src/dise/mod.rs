//! The directed search as published: explore a path only while an impacted node that is still unexplored can be
//! reached.
//!
//! *Source*: [dise-pldi2011] §3.3 Fig. 6, [dise-tosem2014] §4.2 Fig. 7 and its search strategies §4.2.3. [`Search`]
//! is the figures' state, the explored and the unexplored nodes; [`Interprocedural`] is the search across calls of
//! [idise-icsm2012] §III-B; [`Successors`] is the order in which feasible
//! successors are taken; [`dise`] puts both under the engine, and [`simulate`] runs them on a control-flow graph
//! alone.
//!
//! It may miss impacted behaviour: the theorem of both papers does not hold (`docs/errata.md`). What it explores is
//! always real.
//!
//! # Deviations
//! 1. A path on which an impacted node was explored for the first time is run to its end, by the first feasible
//!    successors. The figures, to the letter, stop each path after its last impacted node: even the exit is pruned.
//!    The authors' tool prunes while backtracking only ([dise-tosem2014] §5, on Table IV), and so does this, except
//!    that a path without anything impacted is not finished.
//! 2. The first node is asked for too: if no impacted node can be reached, nothing is run.

mod calls;
mod guide;
mod search;
mod simulate;
mod successors;

pub use calls::{Directions, Interprocedural, directions};
pub use guide::{Dise, dise};
pub use search::{Published, Search};
pub use simulate::{Abstract, Outcome, Step, simulate};
pub use successors::{Order, Successors};
