//! Symbols: what the linker knows of functions and globals.

use serde::{Deserialize, Serialize};

/// What the linker knows of a function or global beyond its name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Symbol {
    /// Whether another definition takes its place, or, for a declaration, whether there may be none. Also set for what a weak alias names.
    pub weak: bool,
    /// Whether only the program or library that it is linked into sees it.
    pub hidden: bool,
    /// The section that the source names; empty if it names none.
    pub section: String,
    /// How a function is called; 0 as C functions are.
    pub convention: u32,
}

/// Another name of a function or global.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alias {
    /// The linker's name.
    pub name: String,
    /// The linker's name of what it stands for; for an `ifunc` the function that chooses.
    pub target: String,
    /// Whether only its file sees it.
    pub internal: bool,
    /// What else the linker knows.
    pub symbol: Symbol,
}
