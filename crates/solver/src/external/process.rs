//! A solver at work: its process, and threads that feed and read it.

use super::response;
use crate::answer::UnknownReason;
use crate::backend::BackendAnswer;
use incise_base::Deadline;
use incise_process::{Group, Limits};
use incise_term::{Assignment, Evaluator, Op, Pool, TermId};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};

/// A started solver. Dropping it kills it.
pub(crate) struct Running {
    name: String,
    /// Killed when this is dropped.
    _child: Group,
    output: Receiver<String>,
    asked: Vec<TermId>,
}

impl Running {
    pub(super) fn start(
        name: &str,
        command: &[String],
        script: String,
        asked: Vec<TermId>,
    ) -> std::io::Result<Running> {
        let mut process = Command::new(&command[0]);
        process.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = Group::spawn(&mut process, &Limits::SOLVER)?;
        let mut stdin = child.stdin().expect("was asked for");
        let mut stdout = child.stdout().expect("was asked for");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            // A solver that ends before it has read everything says why on its output.
            let _ = stdin.write_all(script.as_bytes());
        });
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stdout.read_to_string(&mut text);
            // Nobody listens any more when another solver was faster.
            let _ = sender.send(text);
        });
        Ok(Running { name: name.to_owned(), _child: child, output, asked })
    }

    /// The answer, if the solver is done.
    pub(crate) fn poll(&self, pool: &Pool, assertions: &[TermId]) -> Option<BackendAnswer> {
        match self.output.try_recv() {
            Ok(text) => Some(self.read(pool, assertions, &text)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(self.gave_up("it ended without an answer")),
        }
    }

    /// Waits for the answer until the deadline.
    pub(crate) fn wait(self, pool: &Pool, assertions: &[TermId], deadline: Deadline) -> BackendAnswer {
        let received = match deadline.time_left() {
            Some(time) => self.output.recv_timeout(time),
            None => self.output.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(text) => self.read(pool, assertions, &text),
            Err(RecvTimeoutError::Timeout) => BackendAnswer::Unknown(UnknownReason::Limit),
            Err(RecvTimeoutError::Disconnected) => self.gave_up("it ended without an answer"),
        }
    }

    fn gave_up(&self, why: &str) -> BackendAnswer {
        BackendAnswer::Unknown(UnknownReason::GaveUp(format!("{}: {why}", self.name)))
    }

    fn read(&self, pool: &Pool, assertions: &[TermId], text: &str) -> BackendAnswer {
        let (verdict, rest) = text.trim_start().split_once('\n').unwrap_or((text.trim(), ""));
        match verdict.trim() {
            "unsat" => BackendAnswer::Unsat,
            "sat" => {
                let values =
                    if self.asked.is_empty() { Some(Vec::new()) } else { response::values(rest, self.asked.len()) };
                let Some(values) = values else { return self.gave_up("its model is not readable") };
                match assignment(pool, assertions, &self.asked, &values) {
                    Some(assignment) => BackendAnswer::Sat(assignment),
                    None => self.gave_up("its model does not satisfy the query"),
                }
            }
            other => self.gave_up(if other.is_empty() { "it ended without an answer" } else { other }),
        }
    }
}

/// The values a solver gave as an assignment, if it satisfies the assertions.
fn assignment(pool: &Pool, assertions: &[TermId], asked: &[TermId], values: &[u128]) -> Option<Assignment> {
    let mut assignment = Assignment::new();
    for (&term, &value) in asked.iter().zip(values) {
        match pool.op(term) {
            Op::Var(var) => assignment.set(var, value),
            _ => assignment.set_application(term, value),
        }
    }
    let mut evaluator = Evaluator::new();
    assertions.iter().all(|&assertion| evaluator.holds(pool, &assignment, assertion)).then_some(assignment)
}
