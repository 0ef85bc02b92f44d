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

mod calls;
mod difference;
mod driver;
mod groups;
mod induction;
mod inputs;
mod observe;
mod outputs;
mod pairing;
mod proof;
mod second;
mod slots;
mod stream;
mod undefined;

pub use difference::{
    Bytes, Comparison, Difference, DifferenceKind, ErrorFound, ErrorStatus, Holder, Place, Side, Text,
};
pub use driver::{Task, Version, compare};
pub use observe::{Compared, FloatEquality, GlobalBytes, Observe};
pub use proof::{Proof, prove};
