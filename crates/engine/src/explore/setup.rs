//! Exploration setup: what is explored and how, what is seen of it while it runs, and what comes of it.

use crate::config::Config;
use crate::environment::StartError;
use crate::guide::MakeGuide;
use crate::ledger::Ledger;
use crate::limits::{Limits, Progress};
use crate::path::PathSink;
use crate::plan::Plan;
use crate::stats::Stats;
use incise_ir::Module;
use incise_solver::{Solver, SolverError, SolverStats};
use std::time::Duration;

/// What a run found.
#[derive(Default)]
pub struct Explored<F> {
    /// Counts.
    pub stats: Stats,
    /// What weakens the answer.
    pub ledger: Ledger,
    /// What the solver did, by worker.
    pub solver: Vec<SolverStats>,
    /// Terms made, by worker.
    pub terms: Vec<usize>,
    /// Wall-clock time.
    pub wall: Duration,
    /// What the observers made of the paths.
    pub found: F,
}

/// What a run found of which the paths are recorded.
pub type Report = Explored<PathSink>;

impl Report {
    /// Adds what a later run found: its paths come after these, and of an error that both found the first is kept.
    pub fn append(&mut self, later: Report) {
        self.stats.merge(&later.stats);
        self.ledger.merge(&later.ledger);
        self.solver.extend(later.solver);
        self.terms.extend(later.terms);
        self.wall += later.wall;
        self.found.append(later.found);
    }
}

/// Makes the solver of a worker.
pub type MakeSolver<'a> = &'a (dyn Fn() -> Result<Solver, SolverError> + Sync);

/// What is explored, and how.
#[derive(Clone, Copy)]
pub struct ExplorationSetup<'a, 'p> {
    /// The program.
    pub module: &'p Module,
    /// Its entry and bounds.
    pub config: &'p Config,
    /// What is run and what is skipped; everything is run without one.
    pub plan: Option<&'p Plan>,
    /// What directs the search while it runs. There is one worker then, and it goes depth first.
    pub guide: Option<MakeGuide<'a, 'p>>,
    /// Workers.
    pub jobs: usize,
    /// Makes the solver of each.
    pub solver: MakeSolver<'a>,
    /// What has been done so far, for others to see.
    pub progress: &'a Progress,
}

impl<'a, 'p> ExplorationSetup<'a, 'p> {
    /// Everything is explored by one worker.
    pub fn new(
        module: &'p Module,
        config: &'p Config,
        solver: MakeSolver<'a>,
        progress: &'a Progress,
    ) -> ExplorationSetup<'a, 'p> {
        ExplorationSetup { module, config, plan: None, guide: None, jobs: 1, solver, progress }
    }

    /// The limits of a search that begins now.
    pub fn limits(&self) -> Limits<'a> {
        Limits::new(self.progress, self.config.bounds.timeout, self.config.bounds.work)
    }

    /// The same with another entry and other bounds, and without a guide.
    pub fn with_config<'q>(self, config: &'q Config) -> ExplorationSetup<'a, 'q>
    where
        'p: 'q,
    {
        let ExplorationSetup { module, plan, jobs, solver, progress, .. } = self;
        ExplorationSetup { module, config, plan, guide: None, jobs, solver, progress }
    }
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
