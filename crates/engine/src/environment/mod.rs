//! The environment of a run: the first state, what is symbolic in it, and what a caller may do.

mod entry;
mod given_inputs;
mod inputs;
mod main_arguments;
mod may_overlap;
mod parameters;
mod pointees;
mod start_error;

pub use parameters::parameter_name;
pub use start_error::StartError;
