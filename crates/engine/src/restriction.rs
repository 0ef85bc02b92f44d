//! Restrictions: what a search left out on purpose, each by the word with which users accept it.
//!
//! An answer within a restriction holds for everything that the restriction did not cut off. Where it cut something off is in the ledger.

use crate::ledger::Weakness;
use std::fmt;

/// What a search left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Restriction {
    /// Objects that overlap.
    Alias,
    /// Allocation that fails.
    Alloc,
    /// Other arguments and another environment of `main`.
    Args,
    /// Functions of the program as callbacks, and callbacks that call the program.
    Callbacks,
    /// More nested calls.
    Calls,
    /// More decisions on a path.
    Depth,
    /// More elements of an object, or a larger object.
    Elements,
    /// Files that are there, or not.
    Files,
    /// Longer input.
    Input,
    /// Another placement of objects in memory.
    Layout,
    /// More rounds of a loop.
    Loop,
    /// Structures that go deeper.
    Nesting,
    /// Deeper recursion.
    Recursion,
    /// Longer paths.
    Steps,
    /// Functions without body that call the program.
    UnknownFunctions,
}

impl Restriction {
    /// All of them, by name.
    pub const ALL: [Restriction; 15] = {
        use Restriction::*;
        [
            Alias,
            Alloc,
            Args,
            Callbacks,
            Calls,
            Depth,
            Elements,
            Files,
            Input,
            Layout,
            Loop,
            Nesting,
            Recursion,
            Steps,
            UnknownFunctions,
        ]
    };

    /// The word that is typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Restriction::Alias => "alias",
            Restriction::Alloc => "alloc",
            Restriction::Args => "args",
            Restriction::Callbacks => "callbacks",
            Restriction::Calls => "calls",
            Restriction::Depth => "depth",
            Restriction::Elements => "elements",
            Restriction::Files => "files",
            Restriction::Input => "input",
            Restriction::Layout => "layout",
            Restriction::Loop => "loop",
            Restriction::Nesting => "nesting",
            Restriction::Recursion => "recursion",
            Restriction::Steps => "steps",
            Restriction::UnknownFunctions => "unknown-functions",
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Weakness {
    /// The restriction that it is, if the answer holds for everything else.
    pub fn restriction(self) -> Option<Restriction> {
        Some(match self {
            Weakness::LoopBound => Restriction::Loop,
            Weakness::DepthBound => Restriction::Depth,
            Weakness::StepBound => Restriction::Steps,
            Weakness::CallDepthBound => Restriction::Calls,
            Weakness::RecursionBound => Restriction::Recursion,
            Weakness::SizeBound => Restriction::Elements,
            Weakness::NestingBound => Restriction::Nesting,
            Weakness::InputBound => Restriction::Input,
            Weakness::Alias => Restriction::Alias,
            Weakness::Alloc => Restriction::Alloc,
            Weakness::Args | Weakness::ArgsBound => Restriction::Args,
            Weakness::Callbacks => Restriction::Callbacks,
            Weakness::Files => Restriction::Files,
            Weakness::Layout => Restriction::Layout,
            Weakness::UnknownFunctions => Restriction::UnknownFunctions,
            _ => return None,
        })
    }
}
