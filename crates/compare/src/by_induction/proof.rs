//! A proof that two versions never differ, however long their loops run.

use crate::by_induction::induction::Induction;
use crate::by_induction::segment::TIME_UP;
use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_paths::old_version_runner::OldVersionRunner;
use incise_base::Stopwatch;
use incise_engine::{Config, ExploreError, Ledger, Limits, Machine, Pause, Stats};
use incise_solver::{Solver, SolverError, SolverStats};
use std::time::Duration;

/// Statements on a path between two visits of loops.
const MAX_STEPS: u64 = 200_000;
/// Bytes of the stack: terms can be deep.
const STACK: usize = 256 << 20;

/// What became of a proof.
pub struct Proof {
    /// Why it failed; nothing when the versions are equivalent under what the ledger says.
    pub failed: Option<&'static str>,
    /// Whether there was a loop to be generalised.
    pub met_loops: bool,
    /// What was assumed.
    pub ledger: Ledger,
    /// Counts of the new version's runs.
    pub modified: Stats,
    /// Counts of the old version's runs.
    pub base: Stats,
    /// What the solver did.
    pub solver: SolverStats,
    /// Wall-clock time.
    pub wall: Duration,
}

/// Tries to prove that two versions never differ, by induction over their loops, within limits.
pub fn prove(
    task: ComparisonInput<'_>,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    limits: Limits<'_>,
) -> Result<Proof, ExploreError> {
    let start = Stopwatch::start();
    // Whether loops whose ends are known beforehand are better run through or not shows only when it is tried.
    let limits = Limits { ends_all: false, ..limits };
    let mut proof = attempt(&task, solver, Pause::Heads, limits.part(3))?;
    if !proof.met_loops {
        return Ok(proof);
    }
    let in_time = proof.failed != Some(TIME_UP);
    if proof.failed.is_some() {
        proof = attempt(&task, solver, Pause::Decided, limits.part(if in_time { 1 } else { 2 }))?;
    }
    if proof.failed.is_some() && !in_time {
        proof = attempt(&task, solver, Pause::Heads, limits)?;
    }
    Ok(Proof { wall: start.elapsed(), ..proof })
}

fn attempt(
    task: &ComparisonInput<'_>,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    pause: Pause,
    limits: Limits<'_>,
) -> Result<Proof, ExploreError> {
    let start = Stopwatch::start();
    let config = |of: &Config| {
        of.clone().with(|run| {
            run.bounds.loop_bound = Some(1);
            run.comparison.pause = pause;
            run.bounds.max_steps = Some(MAX_STEPS);
            run.search.keep_paths = false;
        })
    };
    let (mod_config, base_config) = (config(task.modified.config), config(task.base.config));
    let prove = || -> Result<Proof, ExploreError> {
        let mut machine = Machine::new(task.modified.module, &mod_config, task.modified.plan, solver()?);
        let first = machine.engine().first_state()?;
        let base = Version { config: &base_config, ..task.base };
        let mut old = OldVersionRunner::new(&mut machine.engine(), base, task.coupling)?;
        let induction = Induction::new(machine.engine(), &mut old, task.observe, task.compared, limits);
        let (outcome, met_loops) = induction.prove(first);
        let Machine { run: new, mut context, .. } = machine;
        context.solver.report_work(&limits.progress.work);
        let mut ledger = new.ledger.clone();
        ledger.merge(&old.whole_ledger());
        Ok(Proof {
            failed: outcome.err(),
            met_loops,
            ledger,
            modified: new.stats,
            base: old.run.stats,
            solver: context.solver.stats().clone(),
            wall: start.elapsed(),
        })
    };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, prove);
        worker.expect("a thread can be started").join().expect("a proof does not panic")
    })
}
