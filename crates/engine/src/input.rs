//! Symbolic inputs: named stretches of bytes, split into variables along the lines of their source type.

use incise_ir::{GlobalId, SourceTypeId};
use incise_term::TermId;
use serde::{Deserialize, Serialize};

/// What an input is, so that a test can hand it to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum InputKind {
    /// Made by a marker such as `klee_make_symbolic`.
    Marker,
    /// A parameter of the entry function.
    Parameter(u32),
    /// A global variable before the entry function is called.
    Global(GlobalId),
    /// What a pointer parameter points to.
    Pointee(u32),
    /// A stream that the caller gives, by the number of the object; what `*name` holds is a [`File`](InputKind::File) called `name`.
    Stream(u32),
    /// A pointer parameter that is null.
    Null(u32),
    /// A pointer parameter that is the same as an earlier one.
    Same(u32, u32),
    /// A pointer parameter that is so many bytes behind an earlier one, or before it.
    Beside(u32, u32, i32),
    /// A pointer in an object from outside, see [`crate::PointerField`]: the object, where in it, what it points to.
    Link(u32, u32, Option<u32>),
    /// A command-line argument.
    Argument(u32),
    /// How many there are, the program's name among them.
    ArgumentCount,
    /// Standard input.
    Stdin,
    /// Number of bytes that standard input or a file has.
    StreamSize,
    /// A file.
    File,
    /// Whether a file can be opened.
    FileOpened,
    /// What that file is called. No input of its own: it may be made of others.
    FileName,
    /// A result of libc that depends on the world (`rand`, `time`, `getenv`), or of a function without a body.
    Environment,
    /// That a function without a body is called: how much of the memory behind each argument is looked at, see
    /// [`crate::CallEvent::shape`]. It has no variables; the answers follow as inputs of their own.
    Call,
    /// Memory that was never written: nobody gives it, and no test can.
    Unwritten,
}

/// A part of an input: one variable.
#[derive(Clone, Debug)]
pub struct InputPart {
    /// Bytes from the start.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Where in the source type it is, such as `.x` or `[3]`; empty for a scalar.
    pub path: String,
    /// The variable, or a constant when the run is concrete.
    pub term: TermId,
    /// How a person reads it.
    pub source_type: Option<SourceTypeId>,
}

/// A named stretch of symbolic bytes.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name, unique on its path.
    pub name: String,
    /// What it is.
    pub kind: InputKind,
    /// Bytes.
    pub size: u32,
    /// Its variables, covering all bytes but padding.
    pub parts: Vec<InputPart>,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
}

impl Input {
    /// The name without the number that makes it unique.
    pub fn base_name(&self) -> &str {
        self.name.split_once('#').map_or(&self.name, |(base, _)| base)
    }
}
