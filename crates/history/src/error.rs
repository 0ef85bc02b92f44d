//! Why a revision cannot be had.

use std::path::PathBuf;

/// Why a revision cannot be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// git is not installed, or cannot be started.
    #[error("cannot run git: {0}")]
    NoGit(std::io::Error),
    /// The folder is not in a repository.
    #[error("{}: not in a git repository with a work tree", .0.display())]
    NoRepository(PathBuf),
    /// git knows no such revision.
    #[error("`{0}` is not a revision of this repository")]
    NoRevision(String),
    /// Two revisions have no common ancestor.
    #[error("`{0}` and `{1}` have no common ancestor")]
    NoMergeBase(String, String),
    /// The index holds a merge that is not finished.
    #[error("the index has conflicts ({0}): resolve them first")]
    Conflicts(String),
    /// git failed.
    #[error("git {command} failed: {message}")]
    Failed {
        /// What it was asked.
        command: String,
        /// What it said.
        message: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}
