//! Two versions of a program on the same inputs: where do they behave differently?
//!
//! *In*: two modules, an entry in each, what of the behaviour is observed, and for each version a plan of what can be skipped.
//! *Out*: [`Comparison`]: the differences, grouped by behaviour, each with its condition and an input that shows it; errors of one
//! version or of both; what weakens the answer.
//!
//! The new version is explored path by path. Where a path ends, the old version is run on the same inputs (an input's name is
//! its variable) under the path's condition, and what is observed of the two is compared by the solver.
//!
//! *Source*: regression verification over impacted paths, [dise-tosem2014] §6.3.

mod by_coupling;
mod by_induction;
mod by_output;
mod by_paths;
mod by_sequences;
mod observation;
mod questions;
mod role;

pub use by_coupling::candidates::Effort;
pub use by_coupling::coupling::Coupling;
pub use by_coupling::fact::Fact;
pub use by_coupling::inductive::{Kept, Look, keeps};
pub use by_coupling::proposals::Proposals;
pub use by_induction::proof::{Proof, prove};
pub use by_output::prove::{Pieces, Piecewise, piecewise};
pub use by_paths::comparison_input::{ComparisonInput, Version};
pub use by_paths::path_pairs::compare;
pub use by_sequences::differing::{CallSequence, KnownCall, differing_sequences};
pub use incise_explain::Formula;
pub use observation::difference::{
    Bytes, Comparison, Difference, DifferenceKind, ErrorFound, ErrorStatus, HeldBack, Holder, Holds, Observable, Reach,
    Side, Text,
};
pub use questions::regression_cause::{Branches, Constraints, Inputs, Suspect, SuspectError, Suspicion, suspects};
pub use questions::test_selection::{ImpactedPair, ImpactedPairs, Membership, Touched, impacted_pairs};
