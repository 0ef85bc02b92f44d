//! Versions: a program with its facts, and ids of one version that cannot be used with the other.

use incise_deps::ProgramFacts;
use incise_ir::Module;

/// Of the old version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Base<T>(pub T);

/// Of the new version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mod<T>(pub T);

/// One version.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its facts.
    pub facts: &'a ProgramFacts,
}
