//! Guides: what of a changed program needs to be run.

mod contexts;
pub mod cover;
pub mod dgse;
pub mod dise;
mod exact;

pub use contexts::{Activations, Calls, ContextTable, Layout};
pub use exact::{ExactPlan, GlobalOutput, Matters, Outputs, PlanRequest, ProgramPair, Unplanned, exact};
