//! Conditions that a person reads at a glance.
//!
//! In: a condition as a disjunction of conjunctions of terms, and what its variables are in the source. Out: a C
//! expression that is true for exactly the same inputs, as short as could be found within a budget, and the
//! simplest-looking inputs that satisfy it. A text is for clang on x86-64 with `-fwrapv`; names of `<limits.h>` and
//! `<math.h>` may appear in it.

mod atom;
mod candidates;
mod cost;
mod cover;
mod cube;
mod division_by_shift;
mod error;
mod explain;
mod float_values;
mod formula;
mod implicants;
mod input;
mod isolated_condition;
mod judge;
mod learn;
mod print;
mod ranges;
mod text;
mod witness;
mod written;

pub use error::Error;
pub use explain::{Effort, Explanation, Question, explain, solver_config, summary};
pub use input::{CType, Input};
pub use isolated_condition::Apart;
pub use witness::witness;
pub use written::Formula;
