//! The log of queries that reached SAT: SMT-LIB 2, each query with its status, separated by `(reset)`.

use crate::answer::SolverError;
use crate::memo::Decided;
use crate::query::Query;
use incise_term::{Pool, smtlib};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// An open log.
pub(crate) struct QueryLog {
    file: BufWriter<File>,
    /// The first write that failed; the log is incomplete from there.
    pub(crate) failed: Option<String>,
}

impl QueryLog {
    pub(crate) fn create(path: &Path) -> Result<QueryLog, SolverError> {
        let file = File::create(path)
            .map_err(|error| SolverError::Log { path: path.display().to_string(), reason: error.to_string() })?;
        Ok(QueryLog { file: BufWriter::new(file), failed: None })
    }

    /// Writes a query and its answer, if there is one.
    pub(crate) fn write(&mut self, pool: &Pool, query: &Query, decided: Option<&Decided>) {
        let status = match decided {
            Some(Decided::Unsat) => "unsat",
            Some(_) => "sat",
            None => "unknown",
        };
        let script = smtlib::script(pool, query.constraints());
        let written =
            write!(self.file, "(set-info :status {status})\n{script}(reset)\n").and_then(|()| self.file.flush());
        if let Err(error) = written {
            self.failed.get_or_insert(error.to_string());
        }
    }
}
