//! The comparison: the new version path by path, the old version under each path's condition, what is observed side by side.

use crate::by_paths::behaviours::{Behaviour, Group, Pair, differences, records};
use crate::by_paths::old_version_runner::{Limits, Second};
use crate::observation::difference::{Comparison, Difference, ErrorFound, ErrorStatus, Observable};
use crate::observation::held;
use crate::observation::observe::{Observe, ObservedSubset};
use crate::observation::outputs::{FinalStates, Finished, Looked, Shown};
use crate::observation::stream;
use incise_engine::{
    AtEnd, Config, Engine, ErrorKind, ExploreError, Guidance, Guide, Ledger, MakeGuide, PathEnd, PathRecord, Plan,
    Progress, Report, State, Stats, Stop, Weakness, explore_with,
};
use incise_ir::{Module, Span};
use incise_solver::{Extend, PathCondition, Solver, SolverConfig, SolverError, SolverStats, Values};
use incise_term::{TermId, display};
use std::any::Any;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::{Duration, Instant};

/// One version to be compared.
#[derive(Clone, Copy)]
pub struct Version<'p> {
    /// The program with its library models.
    pub module: &'p Module,
    /// Its entry and bounds.
    pub config: &'p Config,
    /// What of it is run.
    pub plan: Option<&'p Plan>,
}

/// What is to be compared.
#[derive(Clone, Copy)]
pub struct ComparisonInput<'p> {
    /// The old version.
    pub base: Version<'p>,
    /// The new version.
    pub modified: Version<'p>,
    /// What is looked at.
    pub observe: &'p Observe,
    /// What the plans leave to be compared.
    pub compared: &'p ObservedSubset,
    /// Entries and bounds of the old and the new version with undefined behaviour taken not to happen, if it is to be told which
    /// differences exist only by it.
    pub defined: Option<(&'p Config, &'p Config)>,
    /// What directs the exploration of the new version, if anything does.
    pub guide: Option<&'p (dyn Fn() -> Box<dyn Guide> + Sync)>,
    /// What explores the new version, if it is not the engine's own search.
    pub explorer: Option<&'p Explorer<'p>>,
}

/// Explores a program: runs its plan and hands its paths to the takers.
pub type Explorer<'p> = dyn for<'a> Fn(
        Version<'p>,
        &'a (dyn Fn() -> Result<Solver, SolverError> + Sync),
        &'a Progress,
        Guidance<'a, 'p>,
    ) -> Result<Report, ExploreError>
    + Sync
    + 'p;

/// Compares two versions.
pub fn compare<'p>(
    task: ComparisonInput<'p>,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    progress: &'p Progress,
) -> Result<Comparison, ExploreError> {
    let deadline = task.modified.config.timeout.map(|timeout| Instant::now() + timeout);
    let taker = move || -> Box<dyn AtEnd<'p> + 'p> {
        Box::new(Taker {
            task,
            limits: Limits { progress, deadline, ends_all: true },
            second: None,
            failed: None,
            found: Found { covered: task.explorer.map(|_| Vec::new()), ..Found::default() },
        })
    };
    let make = move || -> Box<dyn Guide + 'p> { (task.guide.expect("asked only when there is one"))() };
    let guide: Option<MakeGuide<'_, 'p>> = if task.guide.is_some() { Some(&make) } else { None };
    let guidance = Guidance { plan: task.modified.plan, takers: Some(&taker), guide };
    let report = match task.explorer {
        Some(explorer) => explorer(task.modified, solver, progress, guidance)?,
        None => explore_with(task.modified.module, task.modified.config, 1, solver, progress, guidance)?,
    };
    let mut comparison = nothing_yet(report.stats, report.ledger, report.solver, report.wall);
    for taken in report.taken {
        add(&mut comparison, taken)?;
    }
    Ok(comparison)
}

/// A comparison before it is known what was found.
fn nothing_yet(modified: Stats, ledger: Ledger, solver: Vec<SolverStats>, wall: Duration) -> Comparison {
    Comparison {
        differences: Vec::new(),
        errors: Vec::new(),
        paths: Vec::new(),
        n_differing_paths: 0,
        n_pairs: 0,
        modified,
        base: Stats::default(),
        ledger,
        solver,
        wall,
        covers: false,
    }
}

/// Adds what a taker found.
fn add(comparison: &mut Comparison, taken: Box<dyn Any + Send>) -> Result<(), ExploreError> {
    let taken = *taken.downcast::<Result<Told, incise_engine::StartError>>().expect("made by our taker");
    let told = taken?;
    comparison.differences.extend(told.differences);
    comparison.errors.extend(told.errors);
    comparison.paths.extend(told.paths);
    comparison.n_differing_paths += told.n_differing_paths;
    comparison.n_pairs += told.n_pairs;
    comparison.base.merge(&told.base);
    comparison.covers |= told.covers;
    Ok(())
}

/// Compares on one path of the new version: the first one from a state.
pub(crate) fn compare_from<'p>(
    task: ComparisonInput<'p>,
    mut engine: Engine<'p>,
    mut state: State,
    limits: Limits<'p>,
) -> Result<Comparison, ExploreError> {
    let start = Instant::now();
    let mut taker = Box::new(Taker { task, limits, second: None, failed: None, found: Found::default() });
    // Other sides and errors on the way are not asked for.
    engine.collected = Some(Vec::new());
    let end = loop {
        let outcome = engine.step(&mut state);
        engine.spawned.clear();
        match outcome {
            Ok(()) if limits.is_over() => break None,
            Ok(()) => {}
            Err(Stop::Infeasible) => break None,
            Err(Stop::End(end)) => break Some(end),
        }
    };
    engine.collected = None;
    if let Some(end) = end.filter(|end| *end != PathEnd::Cut) {
        taker.ended(&mut engine, state, end);
    }
    let taken = taker.found(&mut engine);
    let solver = vec![engine.solver.stats().clone()];
    let mut comparison = nothing_yet(engine.stats, engine.ledger, solver, start.elapsed());
    add(&mut comparison, taken)?;
    Ok(comparison)
}

/// What a worker found, in plain data.
struct Told {
    differences: Vec<Difference>,
    errors: Vec<ErrorFound>,
    paths: Vec<(PathRecord, bool)>,
    n_differing_paths: u64,
    n_pairs: u64,
    base: Stats,
    covers: bool,
}

type ErrorKey = (ErrorStatus, ErrorKind, Option<Span>, Option<Span>);

#[derive(Default)]
struct Found {
    groups: BTreeMap<Behaviour, Group>,
    errors: BTreeMap<ErrorKey, (Pair, u64)>,
    paths: Vec<(PathRecord, bool)>,
    n_differing_paths: u64,
    n_pairs: u64,
    /// The conditions of all paths, as long as they are few and somebody may leave paths out.
    covered: Option<Vec<Vec<TermId>>>,
}

struct Taker<'p> {
    task: ComparisonInput<'p>,
    limits: Limits<'p>,
    second: Option<Second<'p>>,
    failed: Option<incise_engine::StartError>,
    found: Found,
}

impl<'p> AtEnd<'p> for Taker<'p> {
    fn ended(&mut self, engine: &mut Engine<'p>, mut state: State, end: PathEnd) {
        if self.failed.is_some() {
            return;
        }
        if self.second.is_none() {
            let spare = Solver::new(SolverConfig::default()).expect("no other solver is asked for");
            let base = self.task.base;
            match Second::new(engine, base.module, base.config, base.plan, spare) {
                Ok(second) => self.second = Some(second),
                Err(error) => {
                    self.failed = Some(error);
                    return;
                }
            }
        }
        self.found.covered = self.found.covered.take().filter(|paths| paths.len() < MAX_COVERED);
        if let Some(paths) = &mut self.found.covered {
            paths.push(state.path_condition.constraints().collect());
        }
        let second = self.second.as_mut().expect("made above");
        second.exchange(engine);
        let olds = second.run(&state.path_condition, self.limits);
        let mut differs: Option<PathCondition> = None;
        for (old, old_end) in olds {
            self.found.n_pairs += 1;
            let found = self.found.pair(&self.task, self.limits, engine, second, (&state, &end), (old, old_end));
            differs = differs.or(found);
        }
        self.found.n_differing_paths += u64::from(differs.is_some());
        second.exchange(engine);
        if engine.config.keep_paths {
            let is_different = differs.is_some();
            if let Some(condition) = differs {
                state.path_condition = condition;
            }
            let record = engine.record_path(&mut state, end);
            self.found.paths.extend(record.map(|record| (record, is_different)));
        }
    }

    fn found(mut self: Box<Self>, engine: &mut Engine<'p>) -> Box<dyn Any + Send> {
        if let Some(error) = self.failed {
            return Box::new(Err::<Told, _>(error));
        }
        let mut told = Told {
            differences: Vec::new(),
            errors: Vec::new(),
            paths: std::mem::take(&mut self.found.paths),
            n_differing_paths: self.found.n_differing_paths,
            n_pairs: self.found.n_pairs,
            base: Stats::default(),
            covers: self.found.covered.take().is_some_and(|paths| covers(engine, &paths)),
        };
        if let Some(second) = &mut self.second {
            let groups = std::mem::take(&mut self.found.groups);
            told.differences = differences(&self.task, self.limits, engine, second, groups);
            for ((status, kind, ..), (mut pair, n_paths)) in std::mem::take(&mut self.found.errors) {
                if let Some((_, base, modified)) = records(engine, second, &mut pair) {
                    told.errors.push(ErrorFound { kind, status, base, modified, n_paths });
                }
            }
            told.base = second.engine.stats;
            engine.ledger.merge(&second.engine.ledger);
        }
        Box::new(Ok::<_, incise_engine::StartError>(told))
    }
}

impl Found {
    /// Compares two runs; terms and solver are lent to the old version. Under which condition something differs, if it does.
    fn pair<'p>(
        &mut self,
        task: &ComparisonInput<'p>,
        limits: Limits,
        engine: &Engine<'p>,
        second: &mut Second<'p>,
        (new, new_end): (&State, &PathEnd),
        (old, old_end): (State, PathEnd),
    ) -> Option<PathCondition> {
        let mut pool = std::mem::take(&mut second.engine.pool);
        let mut two = FinalStates {
            new: Finished { engine, state: new, end: new_end },
            old: Finished { engine: &second.engine, state: &old, end: &old_end },
            pool: &mut pool,
            pairing: &second.pairing,
            observe: task.observe,
            compared: task.compared,
            wrong_plan: false,
            unclear: None,
            unset: None,
            looked: Looked::default(),
        };
        let mut observed = two.observed();
        let (wrong_plan, unclear, unset) = (two.wrong_plan, two.unclear.take(), two.unset.take());
        second.engine.pool = pool;
        if let Some(why) = unclear {
            // What the calls answer is not the same thing in the two versions: nothing can be said of what comes of it.
            second.engine.ledger.add(Weakness::UnmodelledCall, why, None);
            return None;
        }
        if let Some(function) = unset {
            let detail = format!("`{function}` has no body and gets what only one of the versions has set");
            second.engine.ledger.add(Weakness::Uninitialised, detail, None);
        }
        if observed.iter().any(|one| one.may_agree) {
            // Texts from values that can be only one thing on this pair of paths are compared as they are.
            let fixed = |state: &State, second: &mut Second<'p>| {
                let mut state = state.clone();
                state.output = stream::fixed(&mut second.engine, &old.path_condition, &state.output);
                state
            };
            let (new_fixed, old_fixed) = (fixed(new, second), fixed(&old, second));
            let mut streams = Vec::new();
            let (new_items, old_items) = (new_fixed.output.in_order(), old_fixed.output.in_order());
            stream::compare(&mut second.engine.pool, &new_items, &old_items, &mut streams);
            observed.retain(|one| !matches!(one.place, Observable::Stream(_)));
            observed.extend(streams);
        }
        if wrong_plan {
            second.engine.ledger.add(Weakness::WrongPlan, "something compared depends on code that was skipped", None);
        }
        self.errors(engine, second, (new, new_end), (&old, &old_end));
        let mut different = Vec::new();
        for mut one in observed {
            if limits.is_over() {
                second.engine.note_stopped(Weakness::Timeout, 1);
                break;
            }
            one.differs = with_implied(&mut second.engine, &old.path_condition, one.differs);
            match second.engine.solver.extend(&mut second.engine.pool, &old.path_condition, one.differs) {
                Extend::Sat(_) if one.unseen.is_some() => {
                    let why = one.unseen.clone().unwrap_or_default();
                    second.engine.ledger.add(Weakness::NotObserved, why, None);
                }
                Extend::Sat(_) => different.push(one),
                Extend::Unsat => {}
                Extend::Unknown(reason) => {
                    let detail = format!(
                        "whether `{}` differs was not decided ({reason}); raise --solver-timeout",
                        one.place.name()
                    );
                    second.engine.ledger.add(Weakness::SolverUnknown, detail, None);
                }
            }
        }
        if different.is_empty() {
            return None;
        }
        // What everybody sees says more than what is in private state.
        let module = engine.module();
        if different.iter().any(|one| !held::is_private_place(module, one.at.as_ref())) {
            different.retain(|one| !held::is_private_place(module, one.at.as_ref()));
        }
        let mut any = second.engine.pool.constant(1, 0);
        for one in &different {
            any = second.engine.pool.or(any, one.differs);
        }
        let condition = match second.engine.solver.extend(&mut second.engine.pool, &old.path_condition, any) {
            Extend::Sat(condition) => condition,
            _ => return None,
        };
        let pool = &second.engine.pool;
        let text = |shown: &Shown| match shown {
            Shown::Scalar(term, _) => display(pool, *term).to_string(),
            Shown::Text(text) => text.clone(),
            Shown::Stream(_) => String::new(),
        };
        let behaviour: Behaviour =
            different.iter().map(|one| (one.place.clone(), text(&one.new), text(&one.old))).collect();
        let constraints: Vec<TermId> = condition.constraints().collect();
        let within: Vec<TermId> = old.path_condition.constraints().collect();
        let found = condition.clone();
        let started = held::from_start((engine, new), second, &old, (&condition, any));
        let (condition, held) = match started {
            Ok(started) => (started, None),
            Err(why) => (condition, Some(why)),
        };
        let pair = Pair { new: (new.clone(), new_end.clone()), old: (old, old_end), condition, held };
        let group = match self.groups.entry(behaviour) {
            Entry::Occupied(known) => {
                let group = known.into_mut();
                group.prefer(pair, different);
                group
            }
            Entry::Vacant(place) => place.insert(Group::new(pair, different)),
        };
        group.conditions.push(constraints);
        group.within.push(within);
        Some(found)
    }

    fn errors<'p>(
        &mut self,
        engine: &Engine<'p>,
        second: &Second<'p>,
        (new, new_end): (&State, &PathEnd),
        (old, old_end): (&State, &PathEnd),
    ) {
        let place = |engine: &Engine, end: &PathEnd| match end {
            PathEnd::Error(error) => Some((error.kind, engine.user_span(error))),
            _ => None,
        };
        let sites = (place(engine, new_end), place(&second.engine, old_end));
        let mut add = |status, kind, new_span, old_span| {
            let (_, count) = self.errors.entry((status, kind, new_span, old_span)).or_insert_with(|| {
                let condition = old.path_condition.clone();
                let (new, old) = ((new.clone(), new_end.clone()), (old.clone(), old_end.clone()));
                let pair = Pair { new, old, condition, held: None };
                (pair, 0)
            });
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
}

/// More paths than these are not looked at for having all inputs.
const MAX_COVERED: usize = 64;

/// How long a question about that may take.
const COVERED: Duration = Duration::from_secs(1);

/// Whether every input satisfies the condition of one of these paths.
fn covers(engine: &mut Engine<'_>, paths: &[Vec<TermId>]) -> bool {
    let before = engine.solver.set_timeout(Some(COVERED));
    let found = leaves_nothing(engine, paths);
    engine.solver.set_timeout(before);
    found
}

fn leaves_nothing(engine: &mut Engine<'_>, paths: &[Vec<TermId>]) -> bool {
    let Ok(first) = engine.first_state() else { return false };
    let mut rest = first.path_condition;
    for path in paths {
        let mut is_this = engine.pool.true_();
        for constraint in path {
            is_this = engine.pool.bool_and(is_this, *constraint);
        }
        let is_another = engine.pool.not(is_this);
        rest = match engine.solver.extend(&mut engine.pool, &rest, is_another) {
            Extend::Sat(rest) => rest,
            Extend::Unsat => return true,
            Extend::Unknown(_) => return false,
        };
    }
    false
}

/// Variables that are looked at for having only one value.
const IMPLIED: usize = 12;

/// A condition with the inputs that can have only one value on the path replaced by it: computations on them fold.
pub(crate) fn with_implied(engine: &mut Engine<'_>, condition: &PathCondition, term: TermId) -> TermId {
    let vars = engine.pool.vars(term).to_vec();
    if vars.len() > IMPLIED {
        return term;
    }
    let mut map = std::collections::HashMap::new();
    for var in vars {
        let whole = engine.pool.var_term(var);
        if let Values::Complete(values) = engine.solver.values(&mut engine.pool, condition, whole, 1)
            && let [value] = values.as_slice()
        {
            let width = engine.pool.width(whole);
            map.insert(var, engine.pool.constant(width, *value));
        }
    }
    if map.is_empty() { term } else { engine.pool.substitute(term, &map) }
}
