//! The comparison: the new version path by path, the old version under each path's condition, what is observed side by side.
//!
//! Every worker compares the paths that it explores and groups them by behaviour. What workers leave for the first one are the conditions
//! of their groups and, for each group, the name of the pair of paths that makes the best example: the first worker runs it again.

use crate::by_paths::behaviours::{differences, records};
use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::groups::{ErrorKey, Groups, PairId, Part, behaviour};
use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::by_paths::pair::Pair;
use crate::by_paths::pair::{Differing, Ends, differing, observe};
use crate::observation::difference::{Comparison, Difference, ErrorFound, ErrorStatus};
use incise_base::Stopwatch;
use incise_engine::{
    Engine, ExplorationSetup, ExploreError, Explored, Guide, Limits, MakeGuide, MakeSolver, OnePath, PathEnd,
    PathObserver, PathRecord, Prepared, Progress, Ran, StartError, State, Stats, Weakness, explore_observed,
};
use incise_guide::dgse::{self, Tasks};
use incise_solver::{Extend, PER_SECOND, PathCondition};
use incise_term::TermId;
use std::collections::BTreeMap;

/// Compares two versions.
pub fn compare<'p>(
    task: ComparisonInput<'p>,
    solver: MakeSolver<'_>,
    progress: &'p Progress,
) -> Result<Comparison, ExploreError> {
    let limits = Limits::new(progress, task.modified.config.bounds.timeout, task.modified.config.bounds.work);
    let observer = move || PairObserver::new(task, limits);
    let make = move || -> Box<dyn Guide + 'p> { (task.guide.expect("asked only when there is one"))() };
    let guide: Option<MakeGuide<'_, 'p>> = if task.guide.is_some() { Some(&make) } else { None };
    let setup = ExplorationSetup {
        plan: task.modified.plan,
        guide,
        jobs: task.exploring_jobs(),
        ..ExplorationSetup::new(task.modified.module, task.modified.config, solver, progress)
    };
    match task.dependence {
        Some(options) => {
            let found = dgse::explore(setup, options, &observer)?;
            comparison(found.report, Some(found.tasks))
        }
        None => comparison(explore_observed(setup, &observer)?, None),
    }
}

/// What an exploration found.
fn comparison(report: Explored<Result<Told, StartError>>, tasks: Option<Tasks>) -> Result<Comparison, ExploreError> {
    let Told { differences, errors, paths, n_differing_paths, n_pairs, base, covers } = report.found?;
    Ok(Comparison {
        differences,
        errors,
        paths,
        n_differing_paths,
        n_pairs,
        modified: report.stats,
        base,
        ledger: report.ledger,
        solver: report.solver,
        wall: report.wall,
        covers,
        tasks,
    })
}

/// Compares on one path of the new version: the first one from a state.
pub(crate) fn compare_from<'p>(
    task: ComparisonInput<'p>,
    engine: &mut Engine<'_, 'p>,
    mut state: State,
    limits: Limits<'p>,
) -> Result<Comparison, ExploreError> {
    let start = Stopwatch::start();
    let mut observer = PairObserver::new(task, limits);
    // Other sides and errors on the way are not asked for.
    if let Ran::End(end) = engine.run_path(&mut state, &mut OnePath::within(limits))
        && end != PathEnd::Cut
    {
        observer.ended(engine, state, end);
    }
    let found = observer.finish(engine, Vec::new());
    let (solver, terms) = (vec![engine.context.solver.stats().clone()], Vec::new());
    let (stats, ledger, wall) = (engine.run.stats, engine.run.ledger.clone(), start.elapsed());
    comparison(Explored { stats, ledger, solver, terms, wall, found }, None)
}

/// What was found, in plain data.
pub(crate) struct Told {
    differences: Vec<Difference>,
    errors: Vec<ErrorFound>,
    paths: Vec<(PathRecord, bool)>,
    n_differing_paths: u64,
    n_pairs: u64,
    base: Stats,
    covers: bool,
}

struct PairObserver<'p> {
    task: ComparisonInput<'p>,
    limits: Limits<'p>,
    second: Option<OldVersionRunner<'p>>,
    failed: Option<StartError>,
    groups: Groups,
    /// Errors of either version: the first pair that ends in one, and how many do.
    errors: BTreeMap<ErrorKey, (PairId, Pair, u64)>,
    paths: Vec<(PathRecord, bool)>,
    n_differing_paths: u64,
    n_pairs: u64,
    /// The conditions of all paths, as long as they are few and somebody may leave paths out.
    covered: Option<Vec<Vec<TermId>>>,
}

impl<'p> PairObserver<'p> {
    fn new(task: ComparisonInput<'p>, limits: Limits<'p>) -> PairObserver<'p> {
        PairObserver {
            task,
            limits,
            second: None,
            failed: None,
            groups: Groups::default(),
            errors: BTreeMap::new(),
            paths: Vec::new(),
            n_differing_paths: 0,
            n_pairs: 0,
            covered: task.dependence.map(|_| Vec::new()),
        }
    }

    /// Prepares the old version; whether that was possible.
    fn prepare(&mut self, engine: &mut Engine<'_, 'p>) -> bool {
        if self.second.is_none() && self.failed.is_none() {
            match OldVersionRunner::new(engine, self.task.base, self.task.coupling) {
                Ok(second) => self.second = Some(second),
                Err(error) => self.failed = Some(error),
            }
        }
        self.failed.is_none()
    }

    /// Takes note of errors in which a pair ends.
    fn errors(&mut self, engine: &Engine<'_, 'p>, id: &dyn Fn() -> PairId, ends: &Ends<'_>) {
        let second = self.second.as_ref().expect("it was run");
        let place = |prepared: &Prepared, end: &PathEnd| match end {
            PathEnd::Error(error) => Some((error.kind, prepared.user_span(error))),
            _ => None,
        };
        let sites = (place(engine.prepared, ends.new_end), place(&second.prepared, &ends.old_end));
        let mut add = |status, kind, new_span, old_span| {
            let pair = || Pair {
                new: (ends.new.clone(), ends.new_end.clone()),
                old: (ends.old.clone(), ends.old_end.clone()),
                condition: ends.old.path_condition.clone(),
                held: None,
            };
            let (known, id) = (self.errors.entry((status, kind, new_span, old_span)), id());
            let (first, example, count) = known.or_insert_with(|| (id.clone(), pair(), 0));
            if id < *first {
                (*first, *example) = (id, pair());
            }
            *count += 1;
        };
        match sites {
            (None, None) => {}
            (Some((a, x)), Some((b, y))) if a == b => add(ErrorStatus::Both, a, Some(x), Some(y)),
            (a, b) => {
                if let Some((kind, span)) = a {
                    add(ErrorStatus::New, kind, Some(span), None);
                }
                if let Some((kind, span)) = b {
                    add(ErrorStatus::Fixed, kind, None, Some(span));
                }
            }
        }
    }

    /// A pair of paths that is known by its name, run again over these terms; nothing counts twice.
    fn again(&mut self, engine: &mut Engine<'_, 'p>, id: &PairId) -> Option<(Pair, Option<Differing>)> {
        let second = self.second.as_mut()?;
        let (stats, ledger) = (engine.run.stats, engine.run.ledger.clone());
        let (old_stats, old_ledger) = (second.run.stats, second.run.ledger.clone());
        let found = engine.run_again(&id.choices).and_then(|(new, new_end)| {
            let old = second.paths(engine.context, &new.path_condition, self.limits).into_iter().nth(id.old);
            old.map(|(old, old_end)| {
                let condition = old.path_condition.clone();
                let pair = Pair {
                    new: (new.clone(), new_end.clone()),
                    old: (old.clone(), old_end.clone()),
                    condition,
                    held: None,
                };
                let ends = Ends { new: &new, new_end: &new_end, old, old_end };
                let observed = observe(&self.task, engine, second, &ends);
                (pair, observed.and_then(|observed| differing(self.limits, engine, second, ends, observed)))
            })
        });
        (engine.run.stats, engine.run.ledger) = (stats, ledger);
        (second.run.stats, second.run.ledger) = (old_stats, old_ledger);
        found
    }

    /// Adds what another observer left.
    fn add(&mut self, engine: &mut Engine<'_, 'p>, part: Part) {
        let Part { failed, ran_old_version, groups, errors, paths, n_differing_paths, n_pairs, base, ledger, .. } =
            part;
        self.failed = self.failed.take().or(failed);
        // Where no path ended, nobody has run the old version.
        if !ran_old_version || !self.prepare(engine) {
            return;
        }
        self.paths.extend(paths);
        self.n_differing_paths += n_differing_paths;
        self.n_pairs += n_pairs;
        self.groups.add_part(&mut engine.context.pool, groups);
        let mut lost = 0;
        for (key, (id, count)) in errors {
            match self.errors.get_mut(&key) {
                Some((first, _, total)) if *first <= id => *total += count,
                _ => match self.again(engine, &id) {
                    Some((pair, _)) => {
                        let before = self.errors.remove(&key).map_or(0, |(.., count)| count);
                        self.errors.insert(key, (id, pair, before + count));
                    }
                    None => lost += 1,
                },
            }
        }
        let second = self.second.as_mut().expect("prepared above");
        second.run.stats.merge(&base);
        second.run.ledger.merge(&ledger);
        note_lost(engine, lost);
    }

    /// Runs again the examples that other observers found.
    fn fetch_examples(&mut self, engine: &mut Engine<'_, 'p>) {
        let mut lost = 0;
        for (behaviour, id) in self.groups.examples_elsewhere() {
            let found = self.again(engine, &id).and_then(|(_, differing)| differing);
            lost += usize::from(found.is_none());
            self.groups.set_example(&behaviour, found.map(|found| (found.pair, found.observed)));
        }
        note_lost(engine, lost);
    }
}

/// Pairs of paths that were found and could not be run again before the time was up.
fn note_lost(engine: &mut Engine<'_, '_>, lost: usize) {
    if lost > 0 {
        engine.note_stopped(Weakness::Timeout, lost);
    }
}

impl<'p> PathObserver<'p> for PairObserver<'p> {
    type Part = Part;
    type Found = Result<Told, StartError>;

    fn ended(&mut self, engine: &mut Engine<'_, 'p>, mut state: State, end: PathEnd) {
        if !self.prepare(engine) {
            return;
        }
        self.covered = self.covered.take().filter(|paths| paths.len() < MAX_COVERED);
        if let Some(paths) = &mut self.covered {
            paths.push(state.path_condition.constraints().collect());
        }
        let second = self.second.as_mut().expect("prepared above");
        let olds = second.paths(engine.context, &state.path_condition, self.limits);
        let mut differs: Option<PathCondition> = None;
        for (number, (old, old_end)) in olds.into_iter().enumerate() {
            self.n_pairs += 1;
            let second = self.second.as_mut().expect("prepared above");
            let ends = Ends { new: &state, new_end: &end, old, old_end };
            let Some(observed) = observe(&self.task, engine, second, &ends) else { continue };
            let id = || PairId { choices: state.name(), old: number };
            self.errors(engine, &id, &ends);
            let second = self.second.as_mut().expect("prepared above");
            let Some(found) = differing(self.limits, engine, second, ends, observed) else { continue };
            let behaviour = behaviour(&engine.context.pool, &found.observed);
            differs.get_or_insert_with(|| found.condition.clone());
            self.groups.add(behaviour, id(), found);
        }
        self.n_differing_paths += u64::from(differs.is_some());
        if engine.prepared.config.search.keep_paths {
            let is_different = differs.is_some();
            if let Some(condition) = differs {
                state.path_condition = condition;
            }
            let record = engine.record_path(&mut state, end);
            self.paths.extend(record.map(|record| (record, is_different)));
        }
    }

    fn part(self, engine: &mut Engine<'_, 'p>) -> Part {
        let ran_old_version = self.second.is_some();
        let (base, ledger) = self.second.map_or_else(Default::default, |second| (second.run.stats, second.run.ledger));
        Part {
            failed: self.failed,
            ran_old_version,
            groups: self.groups.into_part(&engine.context.pool),
            errors: self.errors.into_iter().map(|(key, (id, _, count))| (key, (id, count))).collect(),
            paths: self.paths,
            n_differing_paths: self.n_differing_paths,
            n_pairs: self.n_pairs,
            base,
            ledger,
        }
    }

    fn finish(mut self, engine: &mut Engine<'_, 'p>, others: Vec<Part>) -> Result<Told, StartError> {
        for other in others {
            self.add(engine, other);
        }
        self.fetch_examples(engine);
        if let Some(error) = self.failed {
            return Err(error);
        }
        let mut told = Told {
            differences: Vec::new(),
            errors: Vec::new(),
            paths: self.paths,
            n_differing_paths: self.n_differing_paths,
            n_pairs: self.n_pairs,
            base: Stats::default(),
            covers: self.covered.take().is_some_and(|paths| covers(engine, &paths)),
        };
        told.paths.sort_by(|(a, _), (b, _)| a.choices.cmp(&b.choices));
        if let Some(second) = &mut self.second {
            told.differences = differences(&self.task, self.limits, engine, second, self.groups);
            for ((status, kind, ..), (_, mut pair, n_paths)) in self.errors {
                if let Some((_, base, modified)) = records(engine, second, &mut pair) {
                    told.errors.push(ErrorFound { kind, status, base, modified, n_paths });
                }
            }
            told.base = second.run.stats;
            engine.run.ledger.merge(&second.whole_ledger());
        }
        Ok(told)
    }
}

/// More paths than these are not looked at for having all inputs.
const MAX_COVERED: usize = 64;

/// What a question about that may cost.
const COVERED: u64 = PER_SECOND;

/// Whether every input satisfies the condition of one of these paths.
fn covers(engine: &mut Engine<'_, '_>, paths: &[Vec<TermId>]) -> bool {
    let before = engine.context.solver.set_work_per_query(Some(COVERED));
    let found = leaves_nothing(engine, paths);
    engine.context.solver.set_work_per_query(before);
    found
}

fn leaves_nothing(engine: &mut Engine<'_, '_>, paths: &[Vec<TermId>]) -> bool {
    let Ok(first) = engine.first_state() else { return false };
    let mut rest = first.path_condition;
    for path in paths {
        let mut is_this = engine.context.pool.true_();
        for constraint in path {
            is_this = engine.context.pool.bool_and(is_this, *constraint);
        }
        let is_another = engine.context.pool.not(is_this);
        rest = match engine.context.solver.extend(&mut engine.context.pool, &rest, is_another) {
            Extend::Sat(rest) => rest,
            Extend::Unsat => return true,
            Extend::Unknown(_) => return false,
        };
    }
    false
}
