//! The watchdog: the command runs in a thread of its own, the main thread waits for its result, its deadline and signals.
//!
//! At the deadline, at `SIGINT` and at `SIGTERM` every registered search is asked to stop, which makes it report what it has found.
//! A command that has not printed its report half a second later is not waited for: the watchdog prints the report that the command has
//! drafted so far ([`Watchdog::draft`]), kills all child processes, removes all temporary folders and ends the process.
//!
//! *Invariants*: exactly one report is printed, by whoever claims it first ([`Watchdog::publish`]). The process ends within a second after the
//! deadline or signal, unless the reader of standard output does not read. A second signal ends it at once.
//!
//! The command line makes one and hands it down; signals belong to the process, so that a process supervises one command.

use crate::failure::Failure;
use crate::messages;
use crate::verdict::{COULD_NOT_RUN, UNDECIDED};
use incise_base::{Deadline, Interrupt, StopReason, Stopwatch};
use incise_engine::{Progress, Weakness};
use incise_report::LedgerLine;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a command may take when nothing else was asked for; of `bisect`, one commit.
pub const DEFAULT_LIMIT: Duration = Duration::from_secs(60);
/// How long a search that was asked to stop is waited for.
const GRACE: Duration = Duration::from_millis(500);
/// How long a report that is being written at a signal is waited for.
const WRITING: Duration = Duration::from_millis(300);
/// Of the time, the part that is kept for what follows a search (native runs, the report), and its most.
const RESERVED_PART: u32 = 4;
const MOST_RESERVED: Duration = Duration::from_secs(4);
/// Expressions are walked recursively.
const STACK: usize = 512 << 20;

/// What the watchdog prints in the place of a command.
pub struct Stopped {
    /// The whole report.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

type Draft = Box<dyn Fn(&LedgerLine) -> Stopped + Send>;

/// Who prints the report.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Nobody,
    /// The command, with this exit code.
    Command(u8),
    Watchdog,
}

struct State {
    start: Stopwatch,
    limit: Duration,
    deadline: Deadline,
    phase: String,
    n_signals: u32,
    draft: Option<Draft>,
    claim: Claim,
    outcome: Option<u8>,
    gave_up: bool,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    interrupt: Interrupt,
}

/// The watchdog of a command. Clones are the same one.
#[derive(Clone)]
pub struct Watchdog(Arc<Shared>);

impl Watchdog {
    /// A watchdog of a command that starts now and may take this long; without a limit it ends by signals only.
    pub fn new(limit: Option<Duration>) -> Watchdog {
        let start = Stopwatch::start();
        let state = State {
            start,
            limit: limit.unwrap_or(DEFAULT_LIMIT),
            deadline: limit.map_or(Deadline::NEVER, |limit| start.deadline(limit)),
            phase: String::new(),
            n_signals: 0,
            draft: None,
            claim: Claim::Nobody,
            outcome: None,
            gave_up: false,
        };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Watchdog(Arc::new(Shared { state, changed, interrupt: Interrupt::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something that the main thread waits for.
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.0.changed.notify_all();
    }

    /// Runs a command; its exit code.
    pub fn supervise(self, command: impl FnOnce(&Watchdog) -> Result<u8, Failure> + Send + 'static) -> ExitCode {
        // Without a handler a signal ends the process as it always did; the guard process then cleans up.
        let watchdog = self.clone();
        let _no_handler = ctrlc::set_handler(move || watchdog.change(|state| state.n_signals += 1));
        let watchdog = self.clone();
        let worker = std::thread::Builder::new().name(String::from("command")).stack_size(STACK).spawn(move || {
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| command(&watchdog)));
            let code = match outcome {
                Ok(Ok(code)) => code,
                // What fails after the report of the watchdog fails because of it.
                Ok(Err(_)) if watchdog.state().claim == Claim::Watchdog => UNDECIDED,
                Ok(Err(failure)) => {
                    eprintln!("error: {failure}");
                    COULD_NOT_RUN
                }
                // The panic's message is on standard error.
                Err(_) => COULD_NOT_RUN,
            };
            watchdog.change(|state| state.outcome = Some(code));
        });
        if let Err(error) = worker {
            eprintln!("error: cannot start a thread: {error}");
            return ExitCode::from(COULD_NOT_RUN);
        }
        let code = match self.wait_for_end() {
            Ok(code) => code,
            Err(stop) => self.enforce(stop),
        };
        // Threads of a command that was given up are still at work.
        incise_process::shutdown();
        std::process::exit(i32::from(code))
    }

    /// Waits for the command's own end or for the reason to stop it.
    fn wait_for_end(&self) -> Result<u8, StopReason> {
        let mut state = self.state();
        loop {
            if let Some(code) = state.outcome {
                return Ok(code);
            }
            if state.n_signals > 0 {
                return Err(StopReason::Signal);
            }
            // A report that is being printed may take its time: somebody is reading it.
            let deadline = if state.claim == Claim::Nobody { state.deadline } else { Deadline::NEVER };
            state = match deadline.time_left() {
                Some(Duration::ZERO) => return Err(StopReason::Deadline),
                Some(left) => self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Stops the command: first it is asked, then it is not waited for any more.
    fn enforce(&self, stop: StopReason) -> u8 {
        self.0.interrupt.request(stop);
        let state = self.state();
        let n_signals = state.n_signals;
        let done = |state: &State| state.outcome.is_some() || state.gave_up || state.n_signals > n_signals;
        let mut state = self.wait_until(state, GRACE, &done);
        if let Some(code) = state.outcome {
            return code;
        }
        if let Claim::Command(code) = state.claim {
            return self.wait_until(state, WRITING, &done).outcome.unwrap_or(code);
        }
        state.claim = Claim::Watchdog;
        let line = line(stop, state.limit, &state.phase);
        let Some(draft) = state.draft.take() else {
            drop(state);
            eprintln!("error: {}; there is no report yet", line.detail);
            return UNDECIDED;
        };
        drop(state);
        let stopped = draft(&line);
        let _reader_went_away =
            std::io::stdout().write_all(stopped.text.as_bytes()).and_then(|()| std::io::stdout().flush());
        stopped.code
    }

    fn wait_until<'a>(
        &self,
        state: MutexGuard<'a, State>,
        time: Duration,
        done: &dyn Fn(&State) -> bool,
    ) -> MutexGuard<'a, State> {
        let waited = self.0.changed.wait_timeout_while(state, time, |state| !done(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Limits the time of the command, counted from its start.
    pub fn limit(&self, time: Duration) {
        self.change(|state| (state.limit, state.deadline) = (time, state.start.deadline(time)));
    }

    /// Limits the time of what the command does next, counted from now.
    pub fn restart(&self, time: Duration) {
        self.state().start = Stopwatch::start();
        self.limit(time);
    }

    /// When the command is stopped.
    pub fn deadline(&self) -> Deadline {
        self.state().deadline
    }

    /// How long the command may still search, so that time is left to run what it found natively and to report it.
    pub fn time_left(&self) -> Duration {
        if self.stopping().is_some() {
            return Duration::ZERO;
        }
        let state = self.state();
        let Some(left) = state.deadline.time_left() else { return DEFAULT_LIMIT };
        left.saturating_sub((state.limit / RESERVED_PART).min(MOST_RESERVED))
    }

    /// How long the command may take, whatever has passed of it.
    pub fn whole_time(&self) -> Duration {
        self.state().limit
    }

    /// The part of [`time_left`](Self::time_left) for one of several pieces of work: half of it, while others wait.
    pub fn share(&self, n_waiting: usize) -> Duration {
        if n_waiting == 0 { self.time_left() } else { self.time_left() / 2 }
    }

    /// The kind of the bound that stops the command, if it was asked to stop.
    pub fn stopping(&self) -> Option<Weakness> {
        self.0.interrupt.reason().map(Weakness::from)
    }

    /// What the command does now, as the report of a stopped command says it: "while PHASE".
    pub fn phase(&self, phase: impl Into<String>) {
        self.state().phase = phase.into();
    }

    /// A search that ends when the command is stopped.
    pub fn search(&self) -> Arc<Progress> {
        Arc::new(Progress::new(&self.0.interrupt))
    }

    /// What is printed if the command has to be stopped.
    pub fn draft(&self, draft: impl Fn(&LedgerLine) -> Stopped + Send + 'static) {
        self.state().draft = Some(Box::new(draft));
    }

    /// Does something short that the watchdog does not end in the middle; not at all once the watchdog has reported.
    pub fn uninterrupted<T>(&self, work: impl FnOnce() -> T) -> T {
        let _not_ended_meanwhile = self.unreported();
        work()
    }

    /// The state, as long as the watchdog has not reported.
    fn unreported(&self) -> MutexGuard<'_, State> {
        let state = self.state();
        if state.claim == Claim::Watchdog {
            drop(state);
            self.give_up();
        }
        state
    }

    /// Leaves the report of a command that was asked to stop to the watchdog.
    pub fn give_up(&self) -> ! {
        self.change(|state| state.gave_up = true);
        loop {
            std::thread::park();
        }
    }

    /// Prints the report of the command, unless the watchdog has printed one; a reader that went away is not our failure.
    pub fn publish(&self, text: &str, code: u8) -> Result<u8, Failure> {
        self.unreported().claim = Claim::Command(code);
        let mut stdout = std::io::stdout();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(messages::cannot_write("the report", error))
            }
            _ => Ok(code),
        }
    }
}

/// The line of the report that says that the command was stopped.
fn line(stop: StopReason, limit: Duration, phase: &str) -> LedgerLine {
    let why = match stop {
        StopReason::Deadline => format!("stopped after {} s (--timeout)", limit.as_secs_f64()),
        StopReason::Work | StopReason::Signal | StopReason::Failure => String::from("stopped by a signal"),
    };
    let phase = if phase.is_empty() { "starting" } else { phase };
    LedgerLine::new(Weakness::from(stop), format!("{why} while {phase}"))
}
