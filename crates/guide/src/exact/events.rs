//! Observable events of functions without a body, from the table of library functions.

use super::model::Ends;
use incise_ir::Function;
use incise_ir::library::{self, Control, MemoryEffect, Model};

/// What a function without a body does that everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// It writes to a stream.
    pub output: bool,
    /// It takes the next input, or moves where the next one comes from.
    pub input: bool,
    /// It ends the program.
    pub ends: Ends,
    /// It reads the arguments that have no name.
    pub arguments: bool,
    /// It works on memory that its arguments point to.
    pub memory: bool,
}

/// What a function without a body does. A call of one that has no model either is seen from outside like an output, and its
/// answer is the next input.
pub fn event(function: &Function) -> Event {
    use MemoryEffect::{Copies, Fills, Invisible, Reads, Unknown};
    let facts = library::facts(&function.name);
    let is_call = facts.model.is_none() && facts.memory != Invisible;
    Event {
        output: is_call || facts.output.is_some(),
        input: is_call || facts.memory == Unknown || facts.input.is_some(),
        ends: match facts.control {
            _ if function.noreturn => Ends::Always,
            Control::Ends => Ends::Always,
            Control::MayEnd => Ends::May,
            _ => Ends::No,
        },
        arguments: facts.model == Some(Model::VaStart),
        memory: is_call || matches!(facts.memory, Reads | Copies | Fills | Unknown),
    }
}

/// Whether control can come back in a way that no graph shows, or run beside itself.
pub fn is_beyond(name: &str) -> bool {
    use Control::{HandlesSignal, Jumps, RunsAtExit, StartsThread};
    matches!(library::facts(name).control, HandlesSignal | Jumps | RunsAtExit | StartsThread)
}
