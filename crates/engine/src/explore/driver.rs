//! The exploration driver: workers that take pending states, run them to their end and share what they fork off.
//!
//! A worker has its own terms and solver. What workers exchange is a *unit*: the prefix that leads to a pending state, with what the solver answered
//! on the way and an input that takes it, so that the receiver follows it from the start without asking anybody. Nothing else is shared, and
//! everything found is merged in the order of the paths' choices, so that the number of workers changes nothing but the time.

use super::queue::{Queue, Shared};
use super::setup::{ExplorationSetup, ExploreError, Explored, Report};
use super::worker::Worker;
use crate::choice::Choice;
use crate::engine::Engine;
use crate::error::PathEnd;
use crate::observer::PathObserver;
use crate::path::PathSink;
use crate::prefix::Prefix;
use crate::run_loop::{IsOver, OnePath, Ran};
use crate::state::State;
use incise_base::Stopwatch;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Condvar, Mutex};

/// Bytes of a worker's stack; only what is touched takes memory.
const WORKER_STACK: usize = 256 << 20;

/// Explores a program and records its paths, in the order of their choices.
pub fn explore(setup: ExplorationSetup<'_, '_>) -> Result<Report, ExploreError> {
    let mut report = explore_observed(setup, &PathSink::default)?;
    report.found.sort();
    Ok(report)
}

/// Explores a program; `observer` makes, for each worker, who takes its paths.
pub fn explore_observed<'p, O: PathObserver<'p>>(
    setup: ExplorationSetup<'_, 'p>,
    observer: &(dyn Fn() -> O + Sync),
) -> Result<Explored<O::Found>, ExploreError> {
    let start = Stopwatch::start();
    let shared = Shared {
        queue: Mutex::new(Queue { units: VecDeque::from([Prefix::default()]), idle: 0 }),
        ready: Condvar::new(),
        limits: setup.limits(),
        jobs: if setup.guide.is_some() { 1 } else { setup.jobs.max(1) },
    };
    let (send, parts) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for index in 1..shared.jobs {
            let (send, shared) = (send.clone(), &shared);
            let work = move || {
                let part = Worker::new(setup, observer, shared).and_then(|mut worker| {
                    worker.run()?;
                    Ok(worker.part())
                });
                // Nobody listens where the first worker could not start.
                let _ = send.send((index, part));
            };
            spawn(scope, work);
        }
        drop(send);
        let lead = || {
            let mut worker = Worker::new(setup, observer, &shared)?;
            worker.run()?;
            let mut others: Vec<_> = parts.into_iter().collect();
            others.sort_by_key(|(index, _)| *index);
            let others = others.into_iter().map(|(_, part)| part).collect::<Result<Vec<_>, _>>()?;
            Ok(worker.finish(others, start))
        };
        spawn(scope, lead).join().expect("a worker does not panic")
    })
}

/// Starts a worker. Workers have a large stack: terms can be deep.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> std::thread::ScopedJoinHandle<'scope, T> {
    let thread = std::thread::Builder::new().stack_size(WORKER_STACK).spawn_scoped(scope, work);
    thread.expect("a thread can be started")
}

impl Engine<'_, '_> {
    /// Runs a path again that is known by its choices; nothing if there is no such path.
    pub fn run_again(&mut self, choices: &[Choice]) -> Option<(State, PathEnd)> {
        let mut state = self.first_state().ok()?;
        state.to_follow = Rc::new(choices.to_vec());
        // What is forked off belongs to no path that has these choices.
        match self.run_path(&mut state, &mut OnePath::default()) {
            Ran::Infeasible | Ran::Left(IsOver) => None,
            Ran::End(end) => {
                self.finish(state, end);
                self.run.finished.pop()
            }
        }
    }
}
