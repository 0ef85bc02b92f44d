//! The exploration driver: workers that take pending states, run them to their end and share what they fork off.
//!
//! A worker has its own terms and solver. What workers exchange is a *unit*: the choices that lead to a pending state, which the receiver
//! follows from the start. Nothing else is shared, and everything found is merged in the order of the paths' choices, so
//! that the number of workers changes nothing but the time.

use crate::config::{Config, Order};
use crate::engine::{AtEnd, Engine, Stop};
use crate::error::PathEnd;
use crate::guide::MakeGuide;
use crate::ledger::{Ledger, Weakness};
use crate::path::{ErrorSite, PathRecord, PathSink, Stats};
use crate::plan::Plan;
use crate::search::Frontier;
use crate::start::StartError;
use crate::state::State;
use incise_ir::{Id, Module};
use incise_solver::{Solver, SolverError, SolverStats};
use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// What a run found.
#[derive(Default)]
pub struct Report {
    /// Counts.
    pub stats: Stats,
    /// What weakens the answer.
    pub ledger: Ledger,
    /// The finished paths in order, when they were kept.
    pub paths: Vec<PathRecord>,
    /// For each error the first path that ends in it, and how many there are.
    pub errors: BTreeMap<ErrorSite, (PathRecord, u64)>,
    /// Covered blocks and edges: bit `b` for a block, followed by one bit for each of its edges, functions in order.
    pub coverage: Vec<u64>,
    /// What the solver did, by worker.
    pub solver: Vec<SolverStats>,
    /// Terms made, by worker.
    pub terms: Vec<usize>,
    /// Wall-clock time.
    pub wall: Duration,
    /// What those who took the paths made of them, by worker.
    pub taken: Vec<Box<dyn Any + Send>>,
}

/// Makes, for each worker, who takes its paths as they end.
pub type Takers<'a, 'p> = &'a (dyn Fn() -> Box<dyn AtEnd<'p> + 'p> + Sync);

/// How a run departs from exploring everything and keeping the paths.
#[derive(Clone, Copy, Default)]
pub struct Guidance<'a, 'p> {
    /// What is run and what is skipped.
    pub plan: Option<&'p Plan>,
    /// Who takes the paths.
    pub takers: Option<Takers<'a, 'p>>,
    /// What directs the search while it runs. There is one worker then, and it goes depth first.
    pub guide: Option<MakeGuide<'a, 'p>>,
}

/// What a run has done so far, to be read (and the run to be stopped) from outside.
#[derive(Default, Debug)]
pub struct Progress {
    /// Paths finished.
    pub paths: AtomicU64,
    /// States pending.
    pub pending: AtomicU64,
    /// Set to stop the run; what was found is reported.
    pub stop: AtomicBool,
    /// Set by the run itself when its time is up.
    pub timed_out: AtomicBool,
}

/// Why a run could not start.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The program has no such entry.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The solver cannot be used.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// A pending state by the choices that lead to it, and the statements that were counted up to it.
struct Unit {
    choices: Vec<u32>,
    steps: u64,
}

struct Shared<'a> {
    queue: Mutex<Queue>,
    ready: Condvar,
    progress: &'a Progress,
    deadline: Option<Instant>,
    jobs: usize,
}

struct Queue {
    units: VecDeque<Unit>,
    idle: usize,
}

/// Bytes of a worker's stack; only what is touched takes memory.
const WORKER_STACK: usize = 256 << 20;

/// Explores a program with `jobs` workers; `solver` makes the solver of each.
pub fn explore(
    module: &Module,
    config: &Config,
    jobs: usize,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    progress: &Progress,
) -> Result<Report, ExploreError> {
    explore_with(module, config, jobs, solver, progress, Guidance::default())
}

/// Explores a program under guidance.
pub fn explore_with<'p>(
    module: &'p Module,
    config: &'p Config,
    jobs: usize,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    progress: &Progress,
    guidance: Guidance<'_, 'p>,
) -> Result<Report, ExploreError> {
    let start = Instant::now();
    let shared = Shared {
        queue: Mutex::new(Queue { units: VecDeque::from([Unit { choices: Vec::new(), steps: 0 }]), idle: 0 }),
        ready: Condvar::new(),
        progress,
        deadline: config.timeout.map(|timeout| start + timeout),
        jobs: if guidance.guide.is_some() { 1 } else { jobs.max(1) },
    };
    // Workers have a large stack: terms can be deep.
    let results: Vec<Result<Found, ExploreError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..shared.jobs)
            .map(|_| {
                std::thread::Builder::new()
                    .stack_size(WORKER_STACK)
                    .spawn_scoped(scope, || {
                        Worker::new(module, config, solver, &shared, guidance).and_then(Worker::run)
                    })
                    .expect("a thread can be started")
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let mut report = Report {
        stats: Stats::default(),
        ledger: Ledger::default(),
        paths: Vec::new(),
        errors: BTreeMap::new(),
        coverage: Vec::new(),
        solver: Vec::new(),
        terms: Vec::new(),
        wall: Duration::ZERO,
        taken: Vec::new(),
    };
    let mut sink = PathSink::default();
    for (index, found) in results.into_iter().enumerate() {
        let found = found?;
        report.stats.merge(&found.stats);
        report.ledger.merge(&found.ledger);
        if index == 0 {
            report.ledger.merge(&found.assumptions);
        }
        report.solver.push(found.solver);
        report.terms.push(found.terms);
        sink.merge(found.sink);
        report.taken.extend(found.taken);
    }
    sink.paths.sort_by(|a, b| a.choices.cmp(&b.choices));
    report.paths = sink.paths;
    report.errors = sink.errors;
    report.coverage = sink.coverage;
    report.wall = start.elapsed();
    Ok(report)
}

/// What one worker found.
struct Found {
    stats: Stats,
    ledger: Ledger,
    /// What was assumed before the first statement: the same for every worker.
    assumptions: Ledger,
    sink: PathSink,
    solver: SolverStats,
    terms: usize,
    taken: Option<Box<dyn Any + Send>>,
}

struct Worker<'a, 'p> {
    engine: Engine<'p>,
    frontier: Frontier,
    put_away: Vec<Unit>,
    first: State,
    assumptions: Ledger,
    shared: &'a Shared<'a>,
    make_solver: &'a (dyn Fn() -> Result<Solver, SolverError> + Sync),
    since_check: u32,
}

impl<'a, 'p> Worker<'a, 'p> {
    fn new(
        module: &'p Module,
        config: &'p Config,
        make_solver: &'a (dyn Fn() -> Result<Solver, SolverError> + Sync),
        shared: &'a Shared<'a>,
        guidance: Guidance<'_, 'p>,
    ) -> Result<Self, ExploreError> {
        let mut engine = Engine::new(module, config, make_solver()?);
        engine.guide = guidance.guide.map(|make| make());
        engine.plan = guidance.plan;
        engine.at_end = guidance.takers.map(|make| make());
        let first = engine.first_state().inspect_err(|_| {
            shared.progress.stop.store(true, Ordering::Relaxed);
            shared.ready.notify_all();
        })?;
        let assumptions = std::mem::take(&mut engine.ledger);
        let order = if engine.guide.is_some() { Order::Depth } else { config.order };
        let frontier = Frontier::new(order, config.seed, engine.n_coverage_bits);
        Ok(Worker { engine, frontier, put_away: Vec::new(), first, assumptions, shared, make_solver, since_check: 0 })
    }

    fn run(mut self) -> Result<Found, ExploreError> {
        while let Some(state) = self.next_state() {
            self.run_state(state);
            if self.stopped() {
                break;
            }
            self.relieve_memory()?;
        }
        let pending = self.frontier.len() + self.put_away.len();
        if self.stopped() {
            let weakness = if self.shared.progress.timed_out.load(Ordering::Relaxed) {
                Weakness::Timeout
            } else {
                Weakness::Interrupted
            };
            self.engine.note_stopped(weakness, pending);
        }
        self.shared.ready.notify_all();
        let taken = self.engine.at_end.take().map(|taker| taker.found(&mut self.engine));
        Ok(Found {
            stats: self.engine.stats,
            ledger: self.engine.ledger,
            assumptions: self.assumptions,
            sink: self.engine.sink,
            solver: self.engine.solver.stats().clone(),
            terms: self.engine.pool.size(),
            taken,
        })
    }

    fn stopped(&self) -> bool {
        self.shared.progress.stop.load(Ordering::Relaxed)
    }

    /// Looks at the clock now and then.
    fn check_time(&mut self) {
        self.since_check += 1;
        if self.since_check >= 4096 {
            self.since_check = 0;
            if self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.shared.progress.timed_out.store(true, Ordering::Relaxed);
                self.shared.progress.stop.store(true, Ordering::Relaxed);
            }
            self.shared.progress.pending.store(self.frontier.len() as u64, Ordering::Relaxed);
        }
    }

    /// Runs a state until it ends, or until it forks in an order that does not go on with the same state.
    fn run_state(&mut self, mut state: State) {
        let mut resumed = true;
        loop {
            self.check_time();
            if self.engine.is_pruned(&mut state, std::mem::take(&mut resumed)) {
                return;
            }
            let outcome = self.engine.step(&mut state);
            if !self.engine.spawned.is_empty() {
                let spawned = std::mem::take(&mut self.engine.spawned);
                self.engine.stats.forks += spawned.len() as u64;
                if self.frontier.interrupts() && outcome.is_ok() {
                    self.frontier.extend(std::iter::once(state).chain(spawned));
                    self.share();
                    return;
                }
                self.frontier.extend(spawned.into_iter());
                self.share();
            }
            match outcome {
                Ok(()) => {}
                Err(Stop::Infeasible) => {
                    self.engine.stats.assumed_away += 1;
                    self.engine.path_ended(None);
                    return;
                }
                Err(Stop::End(end)) => {
                    let notes = (end != PathEnd::Cut).then(|| state.notes.clone());
                    self.engine.finish(state, end);
                    self.engine.path_ended(notes.as_ref());
                    self.shared.progress.paths.fetch_add(1, Ordering::Relaxed);
                    return;
                }
            }
            if self.stopped() {
                self.frontier.extend(std::iter::once(state));
                return;
            }
        }
    }

    /// A pending state: our own, one that was put away, or one that another worker gave away; nothing when all work is done.
    fn next_state(&mut self) -> Option<State> {
        let engine = &self.engine;
        let bit = |state: &State| engine.coverage_base[state.top().function][state.top().block.index()];
        if let Some(state) = self.frontier.pop(bit) {
            return Some(state);
        }
        if let Some(unit) = self.put_away.pop() {
            return Some(self.follow(unit));
        }
        let mut queue = self.shared.queue.lock().expect("no worker panics with the lock");
        loop {
            if let Some(unit) = queue.units.pop_front() {
                drop(queue);
                return Some(self.follow(unit));
            }
            queue.idle += 1;
            if queue.idle == self.shared.jobs || self.stopped() {
                self.shared.ready.notify_all();
                return None;
            }
            queue = self.shared.ready.wait(queue).expect("no worker panics with the lock");
            if queue.idle == self.shared.jobs || self.stopped() {
                return None;
            }
            queue.idle -= 1;
        }
    }

    /// The first state, told to take the unit's choices.
    fn follow(&mut self, unit: Unit) -> State {
        if unit.choices.is_empty() {
            self.engine.stats.measures.states += 1;
        }
        let mut state = self.first.clone();
        state.to_follow = Rc::new(unit.choices);
        state.counted = unit.steps;
        state
    }

    fn unit(state: &State) -> Unit {
        Unit { choices: state.choices.in_order().into_iter().copied().collect(), steps: state.steps.max(state.counted) }
    }

    /// Gives a pending state away when somebody waits.
    fn share(&mut self) {
        if self.shared.jobs == 1 || self.frontier.len() < 2 {
            return;
        }
        let Ok(mut queue) = self.shared.queue.try_lock() else { return };
        while queue.units.len() < queue.idle && self.frontier.len() > 1 {
            let Some(state) = self.frontier.give_away() else { break };
            if state.followed < state.to_follow.len() {
                // It is still on its way to where it was given from.
                self.frontier.extend(std::iter::once(state));
                break;
            }
            queue.units.push_back(Self::unit(&state));
            self.shared.ready.notify_one();
        }
    }

    /// Puts pending states away as choices, and starts with fresh terms, when memory runs short.
    fn relieve_memory(&mut self) -> Result<(), ExploreError> {
        let Some(limit) = self.engine.config.max_memory else { return Ok(()) };
        if !self.engine.stats.completed.is_multiple_of(64) || resident_bytes() < limit {
            return Ok(());
        }
        let mut states = Vec::new();
        while let Some(state) = self.frontier.give_away() {
            states.push(Self::unit(&state));
        }
        self.engine.stats.spilled += states.len() as u64;
        self.put_away.extend(states);
        let fresh = Engine::new(self.engine.module(), self.engine.config, (self.make_solver)()?);
        let old = std::mem::replace(&mut self.engine, fresh);
        self.first = self.engine.first_state()?;
        self.engine.ledger = old.ledger;
        self.engine.stats = old.stats;
        self.engine.sink = old.sink;
        self.engine.guide = old.guide;
        self.engine.plan = old.plan;
        self.engine.at_end = old.at_end;
        Ok(())
    }
}

/// Resident memory of this process in bytes; 0 where the system does not tell.
fn resident_bytes() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}
