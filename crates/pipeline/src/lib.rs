//! What every command does: read programs, find what a change reaches, compare, replay, report.
//!
//! *In*: a [`request`]. *Out*: an [`Answer`](failure::Answer), or a [`Failure`](failure::Failure). Each command has a module; the watchdog
//! stops any of them at its deadline or at a signal, with what it has drafted so far.

mod assume;
pub mod bisect;
pub mod debug;
pub mod deps;
pub mod diff;
pub mod draft;
pub mod dump;
pub mod explore;
pub mod failure;
mod findings;
pub mod impact;
pub mod messages;
mod native;
mod out;
mod program;
mod progress;
pub mod replay;
pub mod request;
mod schedule;
mod source_location;
mod suite;
pub mod test;
pub mod value_parsers;
pub mod verdict;
mod versions;
pub mod watchdog;
