//! Limits of a search: a budget of work, and the clock as outer guard.

use crate::ledger::Weakness;
use incise_base::{Deadline, Interrupt, StopReason};
use incise_solver::{PER_SECOND, Solver};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Work after which a worker reports what it did, so that the work of several is added up.
const INTERVAL: u64 = PER_SECOND / 50;

/// What a run has done so far, to be read (and the run to be stopped) from outside.
#[derive(Default, Debug)]
pub struct Progress {
    /// Paths finished.
    pub paths: AtomicU64,
    /// States pending.
    pub pending: AtomicU64,
    /// Stops everything that the command does; what was found is reported.
    pub command: Interrupt,
    /// Stops this run; the run itself does at its limits.
    pub run: Interrupt,
    /// Work that all workers have reported.
    pub work: AtomicU64,
}

impl Progress {
    /// The progress of a run that ends when the command is stopped.
    pub fn new(command: &Interrupt) -> Progress {
        Progress { command: command.clone(), ..Progress::default() }
    }

    /// Why the run is to end, once it is.
    fn stop(&self) -> Option<StopReason> {
        self.command.reason().or_else(|| self.run.reason())
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop().is_some()
    }

    /// Why a run that was stopped is not complete.
    pub fn weakness(&self) -> Weakness {
        self.stop().map_or(Weakness::Interrupted, Weakness::from)
    }
}

impl From<StopReason> for Weakness {
    fn from(stop: StopReason) -> Weakness {
        match stop {
            StopReason::Deadline => Weakness::Timeout,
            StopReason::Work => Weakness::WorkBound,
            StopReason::Signal | StopReason::Failure => Weakness::Interrupted,
        }
    }
}

/// When a search has to stop.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Set to stop it; adds up its work.
    pub progress: &'a Progress,
    /// The outer guard.
    pub deadline: Deadline,
    /// The work of all workers at which it is over.
    pub until: Option<u64>,
    /// Whether the whole search ends with it, or only an attempt in it.
    pub ends_all: bool,
}

impl<'a> Limits<'a> {
    /// Limits from now on.
    pub fn new(progress: &'a Progress, timeout: Option<Duration>, work: Option<u64>) -> Limits<'a> {
        let until = work.map(|work| progress.work.load(Ordering::Relaxed).saturating_add(work));
        Limits { progress, deadline: Deadline::after_any(timeout), until, ends_all: true }
    }

    /// Whether it has to stop now; the solver is the one that its work was counted on.
    pub fn is_over(&self, solver: &mut Solver) -> bool {
        let work = solver.report_work(&self.progress.work);
        let is_spent = self.until.is_some_and(|until| work >= until);
        let is_late = self.deadline.is_over();
        if (is_spent || is_late) && !self.ends_all {
            return true;
        }
        if is_spent || is_late {
            self.progress.run.request(if is_late { StopReason::Deadline } else { StopReason::Work });
        }
        self.is_stopped()
    }

    /// Whether somebody has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }

    /// Whether it is time to ask, after every 4096 statements and whenever enough was done to be reported.
    #[inline]
    pub fn is_due(&self, n_statements: u64, solver: &Solver) -> bool {
        n_statements >= 4096 || solver.unreported_work() >= INTERVAL
    }

    /// The same with a part of the work that is left.
    pub fn part(self, part: u64) -> Limits<'a> {
        let now = self.progress.work.load(Ordering::Relaxed);
        Limits { until: self.until.map(|until| now + until.saturating_sub(now) / part), ..self }
    }
}
