//! Exploration guided by dependence against exploring everything, on programs with planted errors.
//!
//! The promise ([dgse-tse2017] Lemma 5.2, Theorem 5.3): every error that exploring everything finds is found, and every decision of every path
//! is taken on some run together with all that matters to it. That something matters to a decision is the analysis's own
//! word, so the errors are what really counts.

pub mod generate;

use crate::analysed::{self, Setting};
use crate::verdict::Verdict;
use incise_engine::{Config, Entry, ExplorationSetup, Progress, StartGlobals, UbPolicy};
use incise_guide::dgse::{DgseOptions, Interaction, TaskOrder, check as compare};
use incise_solver::{Solver, SolverConfig};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is asked, and counts over all programs.
#[derive(Debug)]
pub struct Counts {
    /// What interactive dependence is.
    pub interaction: Interaction,
    /// Paths that exploring everything found.
    pub paths: AtomicU64,
    /// Paths that the guided search ran.
    pub runs: AtomicU64,
    /// Programs of which the guided search explored everything.
    pub fallbacks: AtomicU64,
}

impl Default for Counts {
    fn default() -> Self {
        Counts {
            interaction: Interaction::Closed,
            paths: AtomicU64::new(0),
            runs: AtomicU64::new(0),
            fallbacks: AtomicU64::new(0),
        }
    }
}

impl Counts {
    /// The closing line.
    pub fn summary(&self) -> String {
        let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
        format!(
            "{} paths, {} runs guided by dependence; {} programs explored whole\n",
            count(&self.paths),
            count(&self.runs),
            count(&self.fallbacks)
        )
    }
}

/// Generates the program of a seed in a folder and compares.
pub fn check(seed: u64, setting: &Setting, counts: &Counts, folder: &Path) -> Verdict {
    let source = folder.join(format!("dependence-{seed}.c"));
    if let Err(error) = std::fs::write(&source, generate::generate(seed)) {
        return Verdict::Unusable(format!("{}: {error}", source.display()));
    }
    check_file(&source, seed, setting, counts)
}

/// Compares on a program whose function `test` is called.
pub fn check_file(source: &Path, seed: u64, setting: &Setting, counts: &Counts) -> Verdict {
    let module = match analysed::read(source, setting) {
        Ok(module) => module,
        Err(message) => return Verdict::Disagree(message),
    };
    let config = Config::default().with(|run| {
        run.entry = Entry::Function(String::from("test"));
        run.environment.globals = StartGlobals::Initial;
        run.checks.ub = if seed.is_multiple_of(4) { UbPolicy::Report } else { UbPolicy::Wrap };
        run.bounds.loop_bound = if seed.is_multiple_of(8) { Some(2) } else { None };
        run.bounds.timeout = Some(setting.limit);
    });
    let order = match seed % 3 {
        0 => TaskOrder::Depth,
        1 => TaskOrder::Breadth,
        _ => TaskOrder::Random(seed),
    };
    let timeout_per_query = Some(setting.limit / 4);
    let solver = || Solver::new(SolverConfig { timeout_per_query, ..SolverConfig::default() });
    let options = DgseOptions { interaction: counts.interaction, order, gives_up: seed.is_multiple_of(5) };
    let found = match compare(ExplorationSetup::new(&module, &config, &solver, &Progress::default()), options) {
        Ok(found) => found,
        Err(error) => return Verdict::Disagree(error.to_string()),
    };
    if found.is_out_of_time {
        return Verdict::TooLong(format!("{} paths so far", found.n_paths));
    }
    counts.paths.fetch_add(found.n_paths, Ordering::Relaxed);
    counts.runs.fetch_add(found.tasks.feasible, Ordering::Relaxed);
    counts.fallbacks.fetch_add(u64::from(found.tasks.fallback.is_some()), Ordering::Relaxed);
    Verdict::from_difference(
        found.missing.first().map(|first| format!("{} missing, first {first}", found.missing.len())),
    )
}
