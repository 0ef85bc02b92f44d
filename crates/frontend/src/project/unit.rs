//! Translation units, and why it may not be known which ones a tree has.

use std::path::PathBuf;

/// The name of the file that describes a project.
pub const MANIFEST: &str = "incise.toml";

/// A translation unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The C file, relative to the tree.
    pub source: PathBuf,
    /// Its flags for clang, which runs in the tree.
    pub flags: Vec<String>,
}

/// Why it is not known what a tree is compiled from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProjectError {
    /// Nothing says it.
    #[error(
        "{}: neither {MANIFEST} nor compile_commands.json says what is compiled; write {MANIFEST} with a line such as\n  \
         sources = [\"src/*.c\"]\nor have the build system write compile_commands.json (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, \
         meson setup, bear -- make)", .0.display()
    )]
    Undescribed(PathBuf),
    /// `incise.toml` cannot be understood.
    #[error("{}:{line}: {message}", file.display())]
    Manifest {
        /// The file.
        file: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// No file is of the names that `incise.toml` gives.
    #[error("{}: `sources` ({patterns}) matches no file", file.display())]
    NoSources {
        /// The file.
        file: PathBuf,
        /// The patterns.
        patterns: String,
    },
    /// The compilation database cannot be understood.
    #[error("{}: {message}", file.display())]
    Database {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}
