//! Revisions of a git repository as folders of files.
//!
//! *In*: what a person types after `git diff`: one or two revisions, `A..B`, `A...B`, or nothing. *Out*: two
//! [`Revision`]s, and for each a [`Tree`] of its files.
//!
//! # Invariants
//! - The user's work tree, index, references and `git worktree list` stay as they are; no object is written.
//! - A tree that was made here disappears with its [`Tree`].
//!
//! # Deviations
//! 1. A submodule whose commit the work tree does not have is an empty folder; [`Tree::submodules`] names these.
//! 2. Attributes for exports (`export-ignore`, `export-subst`) do not apply: a tree is what a checkout gives.

mod error;
mod git;
mod range;
mod repository;
mod tree;

pub use error::HistoryError;
pub use range::{Range, Revision, range};
pub use repository::{Commit, Repository};
pub use tree::Tree;
