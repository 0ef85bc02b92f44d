//! What `deps` is asked: plain data, whoever asks.

use crate::draft::Form;
use crate::request::{KindName, ProgramRequest};
use std::path::PathBuf;
use std::time::Duration;

/// What `deps` is asked.
#[derive(Clone)]
pub struct DepsRequest {
    /// The program.
    pub program: ProgramRequest,
    /// Report this function only (repeatable).
    pub function: Vec<String>,
    /// Report this relation only (comma separated).
    pub kind: Vec<KindName>,
    /// An older version: report only what its change to this one reaches.
    pub base: Option<PathBuf>,
    /// Report what depends on what on one path of the function and of those that it calls, and what matters to each decision: the sides
    /// that it takes, in order (2F,4T,8T)
    ///
    /// A line that several files have is written file.c:8T; 8T#2 is line 8 in the second call of its function on the path; a call through a pointer
    /// that may lead to several functions says to which (12:name). Functions of the C library and those with variable arguments are one statement.
    pub path: Option<String>,
    /// Take each call on the path as one statement, as without --path.
    pub step_over: bool,
    /// Say why the second statement depends on the first, such as 2F:14.
    pub why: Option<String>,
    /// Write the relations as a graph (Graphviz).
    pub dot: Option<PathBuf>,
    /// Stop the whole command after this long, with a report of what was found until then (90, 90s, 2m, 1h; 60s unless given).
    pub timeout: Option<Duration>,
    /// Workers; what is found does not depend on them.
    pub jobs: usize,
    /// How the answer is printed.
    pub form: Form,
}
