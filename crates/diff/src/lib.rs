//! Two versions of a program, paired by what the compiler saw.
//!
//! *In*: the modules of both versions and their [`incise_deps::ProgramFacts`]. *Out*: a [`ProgramDiff`]: which functions belong
//! together, and for each pair a mark on every node and a map of the unchanged ones, both ways.
//!
//! Comments, formatting, names of locals, the order of functions and of declarations are no change. A macro, an enumerator, a
//! header, a type, an initialiser, a structure's layout or a signature that changes is a change at the places that use it.
//!
//! # Invariants
//! - Nodes are called unchanged only if they compute the same from corresponding variables *and* run under the same
//!   unchanged branches. When in doubt a node is changed.

mod align;
mod function;
mod globals;
mod locals;
mod names;
mod program;
mod version;

pub use function::{FunctionDiff, Mark};
pub use globals::GlobalPair;
pub use program::{ProgramDiff, diff};
pub use version::{Base, Mod, Side};
