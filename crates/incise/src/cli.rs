//! What a person can type.

mod command;
mod dump;
mod honoured;
pub mod log;
mod options;
mod request;
mod versions;

pub use command::{Cli, Command};
pub use honoured::{check, commands};
