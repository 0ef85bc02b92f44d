//! The watchdog: the command runs in a thread of its own, the main thread waits for its result, its deadline and signals.
//!
//! At the deadline, at `SIGINT` and at `SIGTERM` every registered search is asked to stop, which makes it report what it has found.
//! A command that has not printed its report half a second later is not waited for: the watchdog prints the report that the command has
//! drafted so far ([`draft`]), kills all child processes, removes all temporary folders and ends the process.
//!
//! *Invariants*: exactly one report is printed, by whoever claims it first ([`publish`]). The process ends within a second after the
//! deadline or signal, unless the reader of standard output does not read. A second signal ends it at once.
//!
//! Signals belong to the process, and a process runs one command: the state is one static.

use crate::failure::Failure;
use crate::verdict::{COULD_NOT_RUN, UNDECIDED};
use incise_engine::{Progress, Weakness};
use incise_report::LedgerLine;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

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

/// Why a command is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Deadline,
    Signal,
}

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
    start: Option<Instant>,
    limit: Duration,
    deadline: Option<Instant>,
    phase: String,
    stop: Option<Stop>,
    n_signals: u32,
    searches: Vec<Weak<Progress>>,
    draft: Option<Draft>,
    claim: Claim,
    outcome: Option<u8>,
    gave_up: bool,
}

static STATE: Mutex<State> = Mutex::new(State {
    start: None,
    limit: DEFAULT_LIMIT,
    deadline: None,
    phase: String::new(),
    stop: None,
    n_signals: 0,
    searches: Vec::new(),
    draft: None,
    claim: Claim::Nobody,
    outcome: None,
    gave_up: false,
});
static CHANGED: Condvar = Condvar::new();

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a command under the watchdog; its exit code.
pub fn supervise(command: impl FnOnce() -> Result<u8, Failure> + Send + 'static) -> ExitCode {
    // Without a handler a signal ends the process as it always did; the guard process then cleans up.
    let _no_handler = ctrlc::set_handler(|| {
        state().n_signals += 1;
        CHANGED.notify_all();
    });
    let worker = std::thread::Builder::new().name(String::from("command")).stack_size(STACK).spawn(move || {
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(command));
        let code = match outcome {
            Ok(Ok(code)) => code,
            Ok(Err(failure)) if is_claimed_by_watchdog() => drop_failure(failure),
            Ok(Err(failure)) => {
                eprintln!("{failure}");
                COULD_NOT_RUN
            }
            // The panic's message is on standard error.
            Err(_) => COULD_NOT_RUN,
        };
        state().outcome = Some(code);
        CHANGED.notify_all();
    });
    if let Err(error) = worker {
        eprintln!("error: cannot start a thread: {error}");
        return ExitCode::from(COULD_NOT_RUN);
    }
    let code = match wait_for_end() {
        Ok(code) => code,
        Err(stop) => enforce(stop),
    };
    // Threads of a command that was given up are still at work.
    incise_process::shutdown();
    std::process::exit(i32::from(code))
}

fn is_claimed_by_watchdog() -> bool {
    state().claim == Claim::Watchdog
}

/// What fails after the report of the watchdog fails because of it.
fn drop_failure(_failure: Failure) -> u8 {
    UNDECIDED
}

/// Waits for the command's own end or for the reason to stop it.
fn wait_for_end() -> Result<u8, Stop> {
    let mut state = state();
    loop {
        if let Some(code) = state.outcome {
            return Ok(code);
        }
        if state.n_signals > 0 {
            return Err(Stop::Signal);
        }
        // A report that is being printed may take its time: somebody is reading it.
        let deadline = state.deadline.filter(|_| state.claim == Claim::Nobody);
        state = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
            Some(Duration::ZERO) => return Err(Stop::Deadline),
            Some(left) => CHANGED.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            None => CHANGED.wait(state).unwrap_or_else(PoisonError::into_inner),
        };
    }
}

/// Stops the command: first it is asked, then it is not waited for any more.
fn enforce(stop: Stop) -> u8 {
    let n_signals = {
        let mut state = state();
        state.stop = Some(stop);
        for search in state.searches.iter().filter_map(Weak::upgrade) {
            ask(&search, stop);
        }
        state.n_signals
    };
    let done = |state: &State| state.outcome.is_some() || state.gave_up || state.n_signals > n_signals;
    let mut state = wait_until(state(), GRACE, &done);
    if let Some(code) = state.outcome {
        return code;
    }
    if let Claim::Command(code) = state.claim {
        return wait_until(state, WRITING, &done).outcome.unwrap_or(code);
    }
    state.claim = Claim::Watchdog;
    let line = line(stop, state.limit, &state.phase);
    let Some(draft) = state.draft.take() else {
        drop(state);
        eprintln!("{}; nothing is reported", line.detail);
        return UNDECIDED;
    };
    drop(state);
    let stopped = draft(&line);
    let _reader_went_away =
        std::io::stdout().write_all(stopped.text.as_bytes()).and_then(|()| std::io::stdout().flush());
    stopped.code
}

fn wait_until<'a>(
    state: MutexGuard<'a, State>,
    time: Duration,
    done: &dyn Fn(&State) -> bool,
) -> MutexGuard<'a, State> {
    let waited = CHANGED.wait_timeout_while(state, time, |state| !done(state));
    waited.unwrap_or_else(PoisonError::into_inner).0
}

fn ask(search: &Progress, stop: Stop) {
    search.timed_out.store(stop == Stop::Deadline, Ordering::Relaxed);
    search.stop.store(true, Ordering::Relaxed);
}

/// The line of the report that says that the command was stopped.
fn line(stop: Stop, limit: Duration, phase: &str) -> LedgerLine {
    let why = match stop {
        Stop::Deadline => format!("stopped after {} s (--timeout)", limit.as_secs_f64()),
        Stop::Signal => String::from("stopped by a signal"),
    };
    let phase = if phase.is_empty() { "starting" } else { phase };
    LedgerLine::new(kind(stop), format!("{why} while {phase}"))
}

/// Limits the time of the command, counted from its start.
pub fn limit(time: Duration) {
    let mut state = state();
    let start = *state.start.get_or_insert_with(Instant::now);
    state.limit = time;
    state.deadline = start.checked_add(time);
    CHANGED.notify_all();
}

/// Limits the time of what the command does next, counted from now.
pub fn restart(time: Duration) {
    state().start = None;
    limit(time);
}

/// When the command is stopped.
pub fn deadline() -> Option<Instant> {
    state().deadline
}

/// How long the command may still search, so that time is left to run what it found natively and to report it.
pub fn time_left() -> Duration {
    let state = state();
    if state.stop.is_some() {
        return Duration::ZERO;
    }
    let Some(deadline) = state.deadline else { return DEFAULT_LIMIT };
    let reserved = (state.limit / RESERVED_PART).min(MOST_RESERVED);
    deadline.saturating_duration_since(Instant::now()).saturating_sub(reserved)
}

/// How long the command may take, whatever has passed of it.
pub fn whole_time() -> Duration {
    state().limit
}

/// The part of [`time_left`] for one of several pieces of work: half of it, while others wait.
pub fn share(n_waiting: usize) -> Duration {
    if n_waiting == 0 { time_left() } else { time_left() / 2 }
}

/// The kind of the bound that stops the command, if it was asked to stop.
pub fn stopping() -> Option<Weakness> {
    state().stop.map(kind)
}

fn kind(stop: Stop) -> Weakness {
    match stop {
        Stop::Deadline => Weakness::Timeout,
        Stop::Signal => Weakness::Interrupted,
    }
}

/// What the command does now, as the report of a stopped command says it: "while PHASE".
pub fn phase(phase: impl Into<String>) {
    state().phase = phase.into();
}

/// A search that ends when the command is stopped.
pub fn search() -> Arc<Progress> {
    let progress = Arc::new(Progress::default());
    let mut state = state();
    if let Some(stop) = state.stop {
        ask(&progress, stop);
    }
    state.searches.retain(|search| search.strong_count() > 0);
    state.searches.push(Arc::downgrade(&progress));
    progress
}

/// What is printed if the command has to be stopped.
pub fn draft(draft: impl Fn(&LedgerLine) -> Stopped + Send + 'static) {
    state().draft = Some(Box::new(draft));
}

/// Does something short that the watchdog does not end in the middle; not at all once the watchdog has reported.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    let state = state();
    if state.claim == Claim::Watchdog {
        drop(state);
        give_up();
    }
    work()
}

/// Leaves the report of a command that was asked to stop to the watchdog.
pub fn give_up() -> ! {
    state().gave_up = true;
    CHANGED.notify_all();
    loop {
        std::thread::park();
    }
}

/// Prints the report of the command, unless the watchdog has printed one; a reader that went away is not our failure.
pub fn publish(text: &str, code: u8) -> Result<u8, Failure> {
    {
        let mut state = state();
        if state.claim == Claim::Watchdog {
            drop(state);
            give_up();
        }
        state.claim = Claim::Command(code);
    }
    let mut stdout = std::io::stdout();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::Other(error.to_string())),
        _ => Ok(code),
    }
}
