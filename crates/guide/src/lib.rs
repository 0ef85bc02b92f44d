//! Guides: what of a changed program needs to be run.

mod exact;

pub use exact::{ExactPlan, GlobalOutput, Globals, Matters, Observe, Outputs, exact};
