//! Impacted coverage: what a change obliges tests to run, and whether they do.
//!
//! *Source*: [idise-icsm2012] §IV-A, Defs IV.1–IV.5. [`Obligations`] are what a criterion asks for in the calling contexts
//! in which nodes are impacted; [`Cover`] directs an exploration that ends when they are met; [`cover`] runs it and says
//! of each obligation whether it is met and by which input, infeasible, or not reached and why; [`covered_by`] says which
//! are met by a run on given inputs.
//!
//! # Invariants
//! - A path is given up only when nothing that is not yet met can be reached from it, here or in a caller.
//! - *Infeasible* is said only when no other path was lost: no bound, no undecided query, no time limit.
//!
//! # Deviations
//! 1. An obligation counts as met when it is met in a calling context in which its nodes are impacted.
//! 2. A use in a branch (Def. IV.5, Fig. 4(c)) is an obligation for each side. Definitions and uses are those of one
//!    function; a call uses and defines what its callees do.
//! 3. Combinations of path fragments (Def. IV.4) are found while exploring, since loops have any number of them: a
//!    combination is the sequence of impacted decisions of a path.

mod explore;
mod guide;
mod obligations;

pub use explore::{Covered, Meets, Outcome, cover, covered_by};
pub use guide::Cover;
pub use obligations::{Criterion, Obligation, Obligations};
