//! Choices name a path: which alternative was taken wherever there were several. A path that is followed again takes the same ones.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// An alternative that was taken where there were several.
///
/// Choices are in the order of the alternatives; two paths with the same beginning meet the same kind of choice next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// A side of a branch or a `switch`, by its number among those that are possible.
    Side(u32),
    /// A condition in the middle of a statement: which object an address is in, which value it has; whether it holds.
    Inner(bool),
    /// Whether the path goes on where part of it ends in an error.
    GoesOn(bool),
}

impl Choice {
    /// The number of the alternative, in the order in which they are explored.
    pub fn number(self) -> u32 {
        match self {
            Choice::Side(number) => number,
            Choice::Inner(holds) => u32::from(!holds),
            Choice::GoesOn(goes_on) => u32::from(goes_on),
        }
    }
}

impl Ord for Choice {
    fn cmp(&self, other: &Choice) -> Ordering {
        let kind = |choice: &Choice| match choice {
            Choice::Side(_) => 0,
            Choice::Inner(_) => 1,
            Choice::GoesOn(_) => 2,
        };
        (self.number(), kind(self)).cmp(&(other.number(), kind(other)))
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Choice) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
