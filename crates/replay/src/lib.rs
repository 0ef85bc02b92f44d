//! What is done with paths: tests that a person can keep, their native replay, and whether the machine agrees with
//! what was predicted.
//!
//! *In*: finished paths ([`incise_engine::PathRecord`]) and the files they came from. *Out*: [`Test`]s, written as JSON,
//! as a C harness and in KLEE's format; what a native run of one did ([`Observed`]); and an [`Agreement`].
//!
//! # Invariants
//! - A test holds everything that its run needs; nothing is recomputed by a solver.
//! - The program is compiled once for all its tests, from the same bitcode that was explored.
//! - A native run that was stopped, or that the test does not fit, is never taken for agreement.

mod bytes;
mod value;

mod expected_memory;
mod from_path;
mod test;

mod cmake;
mod harness;
mod harness_object;
mod ktest;
mod link;
mod markers;
mod shape;
mod stubs;
mod suite;

mod call;
mod native;
mod process;
mod remembered;
mod replayer;
mod trace;

mod native_difference;
mod predict;
mod prediction_check;
mod sanitizer;

pub use bytes::{Bytes, Hex, Partial};
pub use harness::{Checks, HarnessProgram, harness, unanswered_names};
pub use ktest::{KTest, KTestError, KTestObject};
pub use native::{BuildError, Sanitize};
pub use native_difference::differences;
pub use predict::{PredictError, predict};
pub use prediction_check::{Agreement, Checked, Confirmation, check, compare, compare_by};
pub use process::Limits;
pub use replayer::{Observed, ReplayError, Replayer, StopReason};
pub use sanitizer::SanitizerReport;
pub use shape::shape;
pub use suite::{PROGRAM, Suite, SuiteError};
pub use test::{
    DecisionPlace, Ending, Expected, ExpectedError, ExpectedGlobal, ExpectedLink, ExpectedReached, FileInput,
    LinkTarget, ReachedFrom, ReachedKind, SCHEMA, Setup, Test, TestEntry, TestError, TestInput, TestInputKind,
    TypedValue, UbMeaning,
};
pub use trace::visible;
