//! Any arguments of `main`: how many there are is an input, and the first few of them are strings of any bytes.
//!
//! Nothing bounds their number as long as a program only asks for it; `argv` and its strings end somewhere, and accesses past that end are
//! where a search is cut off (`step/argument_vector.rs`).

use crate::memory::ObjectId;
use incise_term::TermId;

/// What [`crate::AnyArguments`] became in the first state of a run.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    /// `argc`, 32 bits wide.
    pub(crate) count: TermId,
    /// `argv`: an address for each string, and two places after them.
    pub(crate) vector: ObjectId,
    /// The program's name, and those that can be looked at.
    pub(crate) strings: Vec<ObjectId>,
    /// Bytes of each of those, its end not counted.
    pub(crate) length: u32,
}
