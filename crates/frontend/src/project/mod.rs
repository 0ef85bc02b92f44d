//! What a folder of sources is compiled from: its translation units, each with its flags, and how it wants to be compared.
//!
//! *In*: a tree of files with `incise.toml` or `compile_commands.json`. *Out*: a [`Project`], all names relative to the
//! tree, or a [`ProjectError`] that says what to write where.
//!
//! # Invariants
//! - The same tree in another place gives the same project.
//! - Nothing is written.

mod calls;
mod compile_commands;
mod files;
mod find;
mod flags;
mod manifest;
mod placing;
mod refused;
mod response;
mod scan;
mod scope;
mod token;
mod unit;

pub use find::{Project, find, of_database};
pub use manifest::{Bounds, Manifest};
pub use scope::{Scope, ScopeError, SourceTree, Wanted};
pub use unit::{MANIFEST, ProjectError, Unit};
