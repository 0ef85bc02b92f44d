//! Sequences of calls with known arguments that show a difference: looked for once for all functions that can be called.
//!
//! Which they are does not depend on the function that asks first. Nothing rests on them: each is compared again, with any arguments of its last
//! call and any values of what a caller sets, and replayed natively.

use super::load::LoadedVersions;
use super::pair::EntryPair;
use super::visible::Visible;
use incise_compare::{CallSequence, ComparisonInput, Version, differing_sequences};
use incise_engine::{AliasCase, Config, Limits, Observation, ObservedSubset, Progress, StartGlobals, named_globals};
use incise_solver::{PER_SECOND, Solver, SolverConfig, work_in};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use tracing::{debug, debug_span};

/// The part of the work of a command for the search, at most so much, and the work of a query.
const PART: u64 = 4;
const MOST_WORK: u64 = 6 * PER_SECOND;
const QUERY: u64 = PER_SECOND / 20;
/// Statements of a call, and decisions at one branch of a loop.
const MAX_STEPS: u64 = 20_000;
const LOOP_BOUND: u32 = 20;
/// The most functions that are called.
const MOST_FUNCTIONS: usize = 12;

/// Sequences of calls with known arguments.
#[derive(Default)]
pub struct KnownSequences {
    found: OnceLock<(Vec<EntryPair>, Vec<CallSequence>)>,
}

impl KnownSequences {
    /// The functions that were called, and the sequences that were found. The functions must be the same whoever asks.
    pub fn find(
        &self,
        versions: &LoadedVersions,
        functions: impl FnOnce() -> Vec<EntryPair>,
    ) -> (&[EntryPair], &[CallSequence]) {
        let (functions, found) = self.found.get_or_init(|| {
            let mut functions = functions();
            functions.truncate(MOST_FUNCTIONS);
            let found = search(versions, &functions);
            (functions, found)
        });
        (functions, found)
    }
}

/// A function that is called.
struct Called {
    observe: Observation,
    configs: (Config, Config),
}

fn search(versions: &LoadedVersions, functions: &[EntryPair]) -> Vec<CallSequence> {
    let LoadedVersions { base, modified, solver, watchdog, .. } = versions;
    let (old, new) = (&base.program.linked, &modified.program.linked);
    let runs_before = [old, new].into_iter().any(|module| module.constructors.iter().any(|id| module.has_body(*id)));
    if functions.is_empty() || runs_before {
        return Vec::new();
    }
    let _stage = debug_span!("sequences").entered();
    let configured = |config: Config| {
        config.with(|run| {
            run.environment.globals = StartGlobals::Initial;
            run.bounds.max_steps = Some(MAX_STEPS);
            run.bounds.loop_bound = Some(LOOP_BOUND);
            run.search.keep_paths = false;
        })
    };
    let called = |pair: &EntryPair| {
        let ((old, new), case) = (versions.configs(pair), AliasCase::default());
        let configs = (configured(case.of(&old)), configured(case.of(&new)));
        Called { observe: versions.observation(pair), configs }
    };
    let called: Vec<Called> = functions.iter().map(called).collect();
    let compared = external(versions, functions);
    let tasks: Vec<ComparisonInput<'_>> = called
        .iter()
        .map(|Called { observe, configs }| ComparisonInput {
            base: Version { module: old, config: &configs.0, plan: None },
            modified: Version { module: new, config: &configs.1, plan: None },
            observe,
            compared: &compared,
            defined: None,
            guide: None,
            coupling: None,
            dependence: None,
            jobs: 1,
        })
        .collect();
    let progress = watchdog.search();
    let work = (work_in(watchdog.whole_time()) / PART).min(MOST_WORK);
    let limits = Limits::new(&progress, Some(watchdog.time_left()), Some(work));
    let solver = || {
        let (deadline, work_per_query) = (limits.deadline, Some(QUERY));
        Solver::new(SolverConfig { deadline, work_per_query, ..solver.clone() })
    };
    let found = differing_sequences(&tasks, &solver, limits);
    debug!(work = done(&progress), found = ?found.as_ref().map(Vec::len), "sequences of calls");
    found.unwrap_or_default()
}

fn done(progress: &Progress) -> u64 {
    progress.work.load(std::sync::atomic::Ordering::Relaxed)
}

/// The globals that everybody sees, of those that the functions name.
fn external(versions: &LoadedVersions, functions: &[EntryPair]) -> ObservedSubset {
    let (old, new) = (&versions.base.program.linked, &versions.modified.program.linked);
    let named = |pair: &EntryPair| [named_globals(old, pair.base), named_globals(new, pair.modified)];
    let mut names: BTreeSet<String> = functions.iter().flat_map(named).flatten().collect();
    names.retain(|name| {
        [old, new].iter().all(|module| module.global(name).is_none_or(|id| !module.globals[id].internal))
    });
    Visible::only(new, names).everything()
}
