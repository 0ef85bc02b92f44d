//! Other solvers, each a process that reads SMT-LIB 2 from a pipe.
//!
//! One process a query: it is killed when time is up, and nothing it does can hurt us. Models are checked by evaluation
//! before they count.
//!
//! *Source.* SMT-LIB 2.6, §4.2 (commands and their responses).

mod process;
mod response;

pub(crate) use process::Running;

use crate::answer::{SolverError, UnknownReason};
use crate::backend::{Backend, BackendAnswer};
use crate::config::ExternalSolver;
use crate::scratch::Scratch;
use incise_base::Deadline;
use incise_process::Limits;
use incise_term::smtlib::Script;
use incise_term::{Pool, TermId};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long a solver may take to say its version.
const START: Duration = Duration::from_secs(10);
/// Our work that takes about as long as a unit of Z3's own count of resources, and the most units that it can be given.
const WORK_OF_Z3: u64 = 20;
const MOST_OF_Z3: u64 = u32::MAX as u64;
/// The oldest Z3 that is accepted.
const OLDEST_Z3: (u32, u32) = (4, 12);

/// A solver that can be asked.
pub struct External {
    name: String,
    command: Vec<String>,
    /// Whether it is Z3, whose work can be limited.
    is_z3: bool,
}

impl External {
    /// Finds the solver and checks that it can be used.
    pub fn find(solver: &ExternalSolver) -> Result<External, SolverError> {
        let (name, command) = match solver {
            ExternalSolver::Z3 => {
                let program = z3_program();
                check_z3(&program)?;
                ("z3".to_owned(), vec![program, "-in".into(), "-smt2".into()])
            }
            ExternalSolver::Cvc5 => ("cvc5".to_owned(), vec!["cvc5".into(), "--lang=smt2".into(), "--fp-exp".into()]),
            ExternalSolver::Bitwuzla => ("bitwuzla".to_owned(), vec!["bitwuzla".into()]),
            ExternalSolver::Command(words) => (words.join(" "), words.clone()),
        };
        if !matches!(solver, ExternalSolver::Z3) {
            starts(&name, &command[0])?;
        }
        Ok(External { name, command, is_z3: matches!(solver, ExternalSolver::Z3) })
    }

    /// Starts the solver on a conjunction, with as much work as that where it can be limited.
    pub(crate) fn start(
        &self,
        pool: &Pool,
        assertions: &[TermId],
        work: Option<u64>,
    ) -> Result<Running, UnknownReason> {
        let (mut script, asked) = script(pool, assertions);
        if let Some(work) = work.filter(|_| self.is_z3) {
            script.insert_str(0, &format!("(set-option :rlimit {})\n", (work / WORK_OF_Z3).clamp(1, MOST_OF_Z3)));
        }
        Running::start(&self.name, &self.command, script, asked)
            .map_err(|error| UnknownReason::GaveUp(format!("cannot start {}: {error}", self.name)))
    }
}

impl Backend for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&mut self, pool: &Pool, assertions: &[TermId], timeout: Option<Duration>) -> BackendAnswer {
        match self.start(pool, assertions, None) {
            Ok(running) => running.wait(pool, assertions, Deadline::after_any(timeout)),
            Err(reason) => BackendAnswer::Unknown(reason),
        }
    }
}

/// The script of a query, and the terms whose values it asks for, in order.
fn script(pool: &Pool, assertions: &[TermId]) -> (String, Vec<TermId>) {
    let mut script = Script::new(pool, assertions);
    for &assertion in assertions {
        script.assert(assertion);
    }
    let mut scratch = Scratch::new();
    let mut asked: Vec<TermId> = Vec::new();
    for &assertion in assertions {
        asked.extend(pool.vars(assertion).iter().map(|&var| pool.var_term(var)));
        asked.extend(scratch.applications(pool, assertion));
    }
    asked.sort_unstable();
    asked.dedup();
    script.line("(check-sat)");
    if !asked.is_empty() {
        let names: Vec<String> = asked.iter().map(|&term| script.name(term)).collect();
        script.line(&format!("(get-value ({}))", names.join(" ")));
    }
    script.line("(exit)");
    (format!("(set-option :produce-models true)\n{}", script.finish()), asked)
}

/// `INCISE_Z3`, else `z3` beside this executable, else `z3` on the `PATH`.
fn z3_program() -> String {
    if let Ok(program) = std::env::var("INCISE_Z3") {
        return program;
    }
    let beside: Option<PathBuf> = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("z3")));
    match beside {
        Some(program) if program.is_file() => program.to_string_lossy().into_owned(),
        _ => "z3".to_owned(),
    }
}

fn starts(name: &str, program: &str) -> Result<String, SolverError> {
    let limits = Limits { time: Some(START), ..Limits::SOLVER };
    let output = incise_process::output(Command::new(program).arg("--version"), &limits)
        .map_err(|error| SolverError::NotStarted { name: name.to_owned(), reason: format!("{program}: {error}") })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn check_z3(program: &str) -> Result<(), SolverError> {
    let text = starts("z3", program)?;
    let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let mut numbers = version.unwrap_or("").split('.').map(|number| number.parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(major), Some(minor)) if (major, minor) >= OLDEST_Z3 => Ok(()),
        (Some(_), Some(_)) => Err(SolverError::TooOld {
            name: "Z3".to_owned(),
            found: version.unwrap_or("").to_owned(),
            needed: format!("{}.{}", OLDEST_Z3.0, OLDEST_Z3.1),
        }),
        _ => Err(SolverError::NotStarted {
            name: "z3".to_owned(),
            reason: format!("{program} does not tell its version: {}", text.trim()),
        }),
    }
}
