//! Wordings of messages: one for each kind of failure, for all commands.
//!
//! A message is one line that starts with a lower-case letter and has no full stop. The file, the line, the test or the option that it is about
//! comes first, what to do about it last, after a semicolon. Texts of lower crates stand at their error types, in the same style; texts
//! of the ledger where a weakness is met.

use crate::failure::Failure;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A file or folder that cannot be read.
pub fn cannot_read(path: impl AsRef<Path>, reason: impl Display) -> Failure {
    refused(format!("cannot read {}: {reason}", path.as_ref().display()))
}

/// A file or folder that cannot be written.
pub fn cannot_write(path: impl AsRef<Path>, reason: impl Display) -> Failure {
    refused(format!("cannot write {}: {reason}", path.as_ref().display()))
}

/// What is wrong with a file, a line of one, a test, a version, or an option.
pub fn wrong(place: impl Display, problem: impl Display) -> Failure {
    refused(format!("{place}: {problem}"))
}

/// Where a function of two versions is looked for.
pub const IN_VERSIONS: &str = "in either version";
/// Where a function of one program is looked for.
pub fn in_files(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    format!("in {}", names.join(", "))
}

/// A function that is not there; `scope` is where it was looked for, and what to do about it.
pub fn no_function(name: &str, scope: &str) -> Failure {
    refused(format!("no function `{name}` with a body {scope}"))
}

/// A test that names no function.
pub fn without_entry(test: &str) -> Failure {
    wrong(test, "names no function; name it with --function")
}

/// A request that cannot be carried out for a reason of its own.
pub fn refused(reason: impl Into<String>) -> Failure {
    Failure::Refused(reason.into())
}

/// An option that would be ignored.
pub fn no_effect(option: &str, condition: &str) -> String {
    format!("`{option}` has no effect {condition}")
}

/// A value that is not of its kind.
pub fn not_a(value: &str, kind: &str) -> String {
    format!("`{value}` is not a {kind}")
}

/// A value that is none of those there are.
pub fn not_one_of(value: &str, kind: &str, known: &[&str]) -> String {
    format!("{}; known: {}", not_a(value, kind), known.join(", "))
}
