//! The log of queries that reached SAT: SMT-LIB 2, each query with its status, separated by `(reset)`.

use crate::answer::SolverError;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
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
}

impl Solver {
    pub(crate) fn log_query(&mut self, pool: &Pool, query: &Query, decided: Option<&Decided>) {
        let Some(log) = &mut self.log else { return };
        let status = match decided {
            Some(Decided::Unsat) => "unsat",
            Some(_) => "sat",
            None => "unknown",
        };
        let script = smtlib::script(pool, query.constraints());
        let written =
            write!(log.file, "(set-info :status {status})\n{script}(reset)\n").and_then(|()| log.file.flush());
        if let Err(error) = written {
            log.failed.get_or_insert(error.to_string());
        }
    }

    /// Why the query log is incomplete, if it is.
    pub fn log_failure(&self) -> Option<&str> {
        self.log.as_ref()?.failed.as_deref()
    }
}
