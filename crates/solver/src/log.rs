//! The log of queries that reached SAT: SMT-LIB 2, each query with its status, separated by `(reset)`.

use crate::answer::SolverError;
use crate::memo::Decided;
use crate::query::Query;
use incise_term::{Pool, smtlib};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// An open log, which all solvers of a command share. Their queries stand in the order in which they were answered.
#[derive(Debug)]
pub struct QueryLog {
    file: Mutex<File>,
    /// The first write that failed; the log is incomplete from there.
    failed: Mutex<Option<String>>,
}

impl QueryLog {
    /// A new log in the place of what the file has.
    pub fn create(path: &Path) -> Result<QueryLog, SolverError> {
        let file = File::create(path)
            .map_err(|error| SolverError::Log { path: path.display().to_string(), reason: error.to_string() })?;
        Ok(QueryLog { file: Mutex::new(file), failed: Mutex::new(None) })
    }

    /// Why the log is incomplete, if it is.
    pub fn failure(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes a query and its answer, if there is one.
    pub(crate) fn write(&self, pool: &Pool, query: &Query, decided: Option<&Decided>) {
        let status = match decided {
            Some(Decided::Unsat) => "unsat",
            Some(_) => "sat",
            None => "unknown",
        };
        let script = smtlib::script(pool, query.constraints());
        let text = format!("(set-info :status {status})\n{script}(reset)\n");
        let written = self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes());
        if let Err(error) = written {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
        }
    }
}
