//! The environment of a run: the first state, what is symbolic in it, and what a caller may do.

mod alias_case;
mod converted;
mod entry;
mod given_inputs;
mod given_stream;
mod globals;
mod history;
mod inputs;
mod main_arguments;
mod may_overlap;
mod outside_functions;
mod parameters;
mod pointees;
mod positions;
mod start_error;
mod structures;
mod unwritten;

pub use alias_case::{AliasCase, NullPointer, alias_cases, beside_cases, is_restrict_parameter, kinds, left_out};
pub use entry::entry_function;
pub use main_arguments::reads_arguments;
pub use parameters::{parameter_name, parameter_names};
pub use positions::{Position, declared_type, positions};
pub use start_error::StartError;
pub use structures::Nesting;
