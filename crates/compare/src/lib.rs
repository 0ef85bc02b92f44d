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

mod across;
mod align;
mod bounds;
mod calls;
mod cover;
mod difference;
mod driver;
mod groups;
mod held;
mod induction;
mod inputs;
mod live;
mod maths;
mod membership;
mod observe;
mod outputs;
mod overlap;
mod pairing;
mod parts;
mod piecewise;
mod proof;
mod relation;
mod second;
mod segment;
mod slots;
mod stream;
mod suspects;
mod undefined;
mod unseen;
mod visit;

pub use difference::{
    Bytes, Comparison, Difference, DifferenceKind, ErrorFound, ErrorStatus, Holder, Place, Side, Text,
};
pub use driver::{Explorer, Task, Version, compare};
pub use membership::{ImpactedPair, ImpactedPairs, Membership, Touched, impacted_pairs};
pub use observe::{Compared, FloatEquality, GlobalBytes, Observe};
pub use piecewise::{Pieces, Piecewise, piecewise};
pub use proof::{Proof, prove};
pub use suspects::{Branches, Constraints, Inputs, Suspect, SuspectError, Suspicion, suspects};
