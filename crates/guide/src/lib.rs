//! Guides: what of a changed program needs to be run.

pub mod dise;
mod exact;

pub use exact::{ExactPlan, GlobalOutput, Globals, Matters, Observe, Outputs, exact};
