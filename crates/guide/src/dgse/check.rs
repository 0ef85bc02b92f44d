//! The slow twin: every path is explored, and what the search left out is looked for in what it ran.
//!
//! *Source*: [dgse-tse2017] Lemma 5.2 and Theorem 5.3, Def. 6.

use super::entry::Entry;
use super::run::Ended;
use super::search::{DgseOptions, STACK, Search};
use super::tasks::{Task, Tasks};
use incise_base::Deadline;
use incise_engine::{
    DecisionKind, ExplorationSetup, ExploreError, Ledger, Limits, Machine, PathObserver, PathRecord, PathSink,
    Progress, Report, Weakness, explore,
};
use rustc_hash::FxHashSet;

/// What exploring everything and the guided search found.
pub struct Checked {
    /// What only exploring everything found: errors, and decisions with what matters to them. Nothing, if the promise is kept.
    pub missing: Vec<String>,
    /// What the guided search did.
    pub tasks: Tasks,
    /// Paths that exploring everything found.
    pub n_paths: u64,
    /// Whether the time was up for one of them: then what is missing says nothing.
    pub is_out_of_time: bool,
}

/// Compares the guided search with exploring everything; inputs must all be there from the start.
pub fn check(setup: ExplorationSetup<'_, '_>, options: DgseOptions) -> Result<Checked, ExploreError> {
    // Nobody wants to see the paths of the guided search: it leaves runs where it may.
    let whole = setup.config.clone().with(|run| run.search.keep_paths = true);
    let config = setup.config.clone().with(|run| run.search.keep_paths = false);
    std::thread::scope(|scope| {
        let compare = || {
            let full = explore(setup.with_config(&whole))?;
            compared(setup.with_config(&config), options, &full)
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, compare);
        thread.expect("a thread can be started").join().expect("the search does not panic")
    })
}

fn compared(setup: ExplorationSetup<'_, '_>, options: DgseOptions, full: &Report) -> Result<Checked, ExploreError> {
    let progress = Progress::new(&setup.progress.command);
    let mut missing = Vec::new();
    let mut found = PathSink::default();
    let setup = ExplorationSetup { progress: &progress, ..setup };
    let mut machine = Machine::new(setup.module, setup.config, setup.plan, (setup.solver)()?);
    let mut search = match Search::new(machine.engine(), options, setup.limits(), &[], false)? {
        Ok(search) => search,
        Err(reason) => {
            let tasks = Tasks { fallback: Some(reason), ..Tasks::default() };
            let n_paths = full.stats.completed + full.stats.failed;
            return Ok(Checked { missing, tasks, n_paths, is_out_of_time: false });
        }
    };
    search.covered = Some(FxHashSet::default());
    if let Err(reason) = search.all(&mut |engine, state, end| found.ended(engine, state, end)) {
        search.tasks.fallback = Some(reason);
    } else {
        for (kind, span) in full.found.errors.keys().filter(|site| !found.errors.contains_key(*site)) {
            missing.push(format!("the error {} in line {}", kind.name(), span.line));
        }
        // The check is not limited.
        search.limits = Limits { deadline: Deadline::NEVER, until: None, ..search.limits };
        for record in &full.found.paths {
            missing.extend(uncovered(&mut search, record));
        }
    }
    let is_late =
        |weakness: Weakness| matches!(weakness, Weakness::Timeout | Weakness::WorkBound | Weakness::SolverUnknown);
    let late = |ledger: &Ledger| ledger.iter().any(|(entry, _)| is_late(entry.weakness));
    Ok(Checked {
        missing,
        n_paths: full.stats.completed + full.stats.failed,
        is_out_of_time: late(&full.ledger) || late(&search.engine.run.ledger),
        tasks: search.tasks,
    })
}

/// A decision on a path that no run took with all that matters to it.
fn uncovered(search: &mut Search, record: &PathRecord) -> Option<String> {
    let first = search.first.clone();
    let mut conditions = Vec::new();
    for (input, value) in first.inputs.in_order().into_iter().zip(&record.inputs) {
        for (part, value) in input.parts.iter().zip(&value.parts) {
            let pool = &mut search.engine.context.pool;
            let constant = pool.constant(pool.width(part.term), value.value);
            conditions.push(pool.eq(part.term, constant));
        }
    }
    let mut task = Task { without: conditions, ..Task::first() };
    search.engine.run.explored_sides = None;
    let (Ended::Path(run), _) = search.run_task(&mut task) else {
        return Some(format!("the inputs of {:?} cannot be run", record.choices));
    };
    for (position, logged) in run.log.iter().enumerate() {
        let mut known = search.known();
        if let Err(reason) = known.follow(&run.log[..=position]) {
            return Some(reason);
        }
        let entry = known.entries.pop()?;
        let chain = known.chain_of_all(logged.step, entry.node);
        let entry = Entry { chain, ..entry }.turned(&mut known.chains, entry.taken);
        known.entries.push(entry);
        drop(known);
        let covered = search.covered.as_ref()?;
        if logged.kind == DecisionKind::Branch && !covered.contains(&entry.side()) {
            let spot = logged.stack.last()?;
            let line = search.engine.prepared.function(spot.function).blocks[spot.block].terminator.span.line;
            return Some(format!("the decision in line {line} of the path of {}", inputs(record)));
        }
    }
    None
}

fn inputs(record: &PathRecord) -> String {
    let value = |input: &incise_engine::InputValue| {
        let parts: Vec<String> = input.parts.iter().map(|part| part.value.to_string()).collect();
        format!("{}={}", input.name, parts.join(","))
    };
    record.inputs.iter().map(value).collect::<Vec<_>>().join(" ")
}
