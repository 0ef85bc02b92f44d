//! The C sources that come with incise, inside the binary, so that an installed program needs no source tree.
//!
//! *Out*: the folder with the headers that a user's program may include ([`headers`]), the libc models as a program
//! to link with ([`libc_module`]), and the source that replays a test natively ([`REPLAY`], [`REPLAY_FUNCTION`], [`REPLAY_MAIN`]).
//!
//! # Invariants
//! - What is written to disk is named by its content: another version of incise never finds our files, nor we theirs.
//! - Spans of the libc models are in files whose path starts with `<libc>/`: nobody takes them for the user's.

mod libc;
mod sources;
mod unpack;

pub use libc::{LibcError, libc_module};
pub use sources::{REPLAY, REPLAY_FUNCTION, REPLAY_MAIN, REPLAY_OUTSIDE};
pub use unpack::{UnpackError, headers, write_headers};
