//! What can be wrong with the input or the installation. Each has one message; none is a verdict about a program.

use crate::protocol::ProtocolError;
use std::path::PathBuf;

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrontendError {
    /// No file was named.
    #[error("no input file")]
    NoInput,
    /// The file does not exist.
    #[error("cannot read {}: no such file", .0.display())]
    Missing(PathBuf),
    /// It is a folder.
    #[error("cannot read {}: it is a folder", .0.display())]
    Directory(PathBuf),
    /// It has no bytes.
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    /// It is of no kind that can be read.
    #[error("{}: not a C, .ll or .bc file", .0.display())]
    NotSource(PathBuf),
    /// It is C++.
    #[error("{}: C++ is not supported; only C, .ll and .bc files are", .0.display())]
    CPlusPlus(PathBuf),
    /// The operating system will not let it be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// clang rejects it.
    #[error("{}: does not compile\n{}", file.display(), messages.trim_end())]
    DoesNotCompile {
        /// The file.
        file: PathBuf,
        /// What clang wrote, verbatim.
        messages: String,
    },
    /// There is no clang.
    #[error("no clang found (tried {tried}); run the set-up script, or name one in INCISE_CLANG")]
    NoClang {
        /// Where it was looked for.
        tried: String,
    },
    /// clang could not be run, or crashed.
    #[error("{}: {} failed: {reason}", file.display(), clang.display())]
    ClangFailed {
        /// The compiler.
        clang: PathBuf,
        /// The file.
        file: PathBuf,
        /// How.
        reason: String,
    },
    /// The LLVM reader rejects the file: damaged, for another target, or not linkable.
    #[error("{message}")]
    Rejected {
        /// The file and what is wrong with it.
        message: String,
    },
    /// The file comes from a newer LLVM than the reader's.
    #[error(
        "{message}\nit was made by LLVM {producer}; files of clang 14 to 19 can be read: compile it with one of these"
    )]
    NewerLlvm {
        /// The file and what LLVM says about it.
        message: String,
        /// The major version of the LLVM that wrote it.
        producer: u32,
    },
    /// The LLVM reader died.
    #[error("the LLVM reader crashed on {files} ({how}); the file is damaged")]
    ReaderCrashed {
        /// The input files.
        files: String,
        /// The signal or exit code.
        how: String,
    },
    /// The LLVM reader took too long and was killed.
    #[error("the LLVM reader did not finish {files} within {} s; it was stopped", limit.as_secs_f64())]
    ReaderTimeout {
        /// The input files.
        files: String,
        /// The time it had.
        limit: std::time::Duration,
    },
    /// The LLVM reader is not installed.
    #[error(
        "the LLVM reader incise-llvm was not found (tried {tried}); run the set-up script, or name it in INCISE_LLVM"
    )]
    NoReader {
        /// Where it was looked for.
        tried: String,
    },
    /// The LLVM reader cannot be understood.
    #[error("the LLVM reader {} does not fit this program: {error}; build both together", reader.display())]
    ReaderMismatch {
        /// The reader.
        reader: PathBuf,
        /// In what way.
        error: ProtocolError,
    },
    /// A temporary file could not be made, or a process not be started.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}
