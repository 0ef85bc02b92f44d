//! The comparison: the new version path by path, the old version under each path's condition, what is observed side by side.

use crate::difference::{Comparison, Difference, DifferenceKind, ErrorFound, ErrorStatus, Place, Side, Text};
use crate::inputs;
use crate::observe::{Compared, Observe};
use crate::outputs::{Finished, Observed, Shown, Two};
use crate::second::{Limits, Second};
use crate::stream;
use incise_engine::{
    AtEnd, Config, Engine, ErrorKind, ExploreError, Guidance, Guide, MakeGuide, PathEnd, PathRecord, Plan, Progress,
    State, Stats, Weakness, explore_with, without_widths,
};
use incise_explain::Effort;
use incise_ir::{Module, Span};
use incise_solver::{Extend, PathCondition, Solver, SolverConfig, SolverError, Values};
use incise_term::{Assignment, Evaluator, TermId, display};
use std::any::Any;
use std::collections::BTreeMap;
use std::time::Instant;

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
pub struct Task<'p> {
    /// The old version.
    pub base: Version<'p>,
    /// The new version.
    pub modified: Version<'p>,
    /// What is looked at.
    pub observe: &'p Observe,
    /// What the plans leave to be compared.
    pub compared: &'p Compared,
    /// What directs the exploration of the new version, if anything does.
    pub guide: Option<&'p (dyn Fn() -> Box<dyn Guide> + Sync)>,
}

/// Compares two versions.
pub fn compare<'p>(
    task: Task<'p>,
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
            found: Found::default(),
        })
    };
    let make = move || -> Box<dyn Guide + 'p> { (task.guide.expect("asked only when there is one"))() };
    let guide: Option<MakeGuide<'_, 'p>> = if task.guide.is_some() { Some(&make) } else { None };
    let guidance = Guidance { plan: task.modified.plan, takers: Some(&taker), guide };
    let report = explore_with(task.modified.module, task.modified.config, 1, solver, progress, guidance)?;
    let mut comparison = Comparison {
        differences: Vec::new(),
        errors: Vec::new(),
        paths: Vec::new(),
        n_differing_paths: 0,
        n_pairs: 0,
        modified: report.stats,
        base: Stats::default(),
        ledger: report.ledger,
        solver: report.solver,
        wall: report.wall,
    };
    for taken in report.taken {
        let taken = *taken.downcast::<Result<Told, incise_engine::StartError>>().expect("made by our taker");
        let told = taken?;
        comparison.differences.extend(told.differences);
        comparison.errors.extend(told.errors);
        comparison.paths.extend(told.paths);
        comparison.n_differing_paths += told.n_differing_paths;
        comparison.n_pairs += told.n_pairs;
        comparison.base.merge(&told.base);
    }
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
}

/// Two runs on the same inputs, and the condition under which something holds of them.
struct Pair {
    new: (State, PathEnd),
    old: (State, PathEnd),
    condition: PathCondition,
}

/// The same behaviour, before and after.
struct Group {
    pair: Pair,
    observed: Vec<Observed>,
    conditions: Vec<Vec<TermId>>,
}

/// What makes two differences the same behaviour: what differs, and the values on both sides.
type Behaviour = Vec<(Place, String, String)>;

type ErrorKey = (ErrorStatus, ErrorKind, Option<Span>, Option<Span>);

#[derive(Default)]
struct Found {
    groups: BTreeMap<Behaviour, Group>,
    errors: BTreeMap<ErrorKey, (Pair, u64)>,
    paths: Vec<(PathRecord, bool)>,
    n_differing_paths: u64,
    n_pairs: u64,
}

struct Taker<'p> {
    task: Task<'p>,
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
        };
        if let Some(second) = &mut self.second {
            for (number, group) in gathered(std::mem::take(&mut self.found.groups)).into_iter().enumerate() {
                let effort = if number < EXPLAINED { Effort::default() } else { Effort { queries: 0 } };
                told.differences.extend(difference(engine, second, group, effort));
            }
            told.differences.sort_by_key(|one| one.condition.len());
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
        task: &Task<'p>,
        limits: Limits,
        engine: &Engine<'p>,
        second: &mut Second<'p>,
        (new, new_end): (&State, &PathEnd),
        (old, old_end): (State, PathEnd),
    ) -> Option<PathCondition> {
        let mut pool = std::mem::take(&mut second.engine.pool);
        let mut two = Two {
            new: Finished { engine, state: new, end: new_end },
            old: Finished { engine: &second.engine, state: &old, end: &old_end },
            pool: &mut pool,
            pairing: &second.pairing,
            observe: task.observe,
            compared: task.compared,
            wrong_plan: false,
        };
        let mut observed = two.observed();
        let wrong_plan = two.wrong_plan;
        second.engine.pool = pool;
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
            observed.retain(|one| !matches!(one.place, Place::Stream(_)));
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
        let found = condition.clone();
        let pair = Pair { new: (new.clone(), new_end.clone()), old: (old, old_end), condition };
        let group =
            self.groups.entry(behaviour).or_insert_with(|| Group { pair, observed: different, conditions: Vec::new() });
        group.conditions.push(constraints);
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
                let pair = Pair { new: (new.clone(), new_end.clone()), old: (old.clone(), old_end.clone()), condition };
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

/// Variables that are looked at for having only one value.
const IMPLIED: usize = 12;

/// A condition with the inputs that can have only one value on the path replaced by it: computations on them fold.
fn with_implied(engine: &mut Engine<'_>, condition: &PathCondition, term: TermId) -> TermId {
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

/// How many behaviours are kept apart that differ in the same places.
const APART: usize = 8;
/// How many paths a condition may put together.
const READABLE: usize = 200;
/// How many conditions are simplified.
const EXPLAINED: usize = 24;

/// The groups; where too many differ in the same places, they become one.
fn gathered(groups: BTreeMap<Behaviour, Group>) -> Vec<Group> {
    let mut by_places: BTreeMap<Vec<Place>, Vec<Group>> = BTreeMap::new();
    for (behaviour, group) in groups {
        let places = behaviour.into_iter().map(|(place, ..)| place).collect();
        by_places.entry(places).or_default().push(group);
    }
    let mut gathered = Vec::new();
    for groups in by_places.into_values() {
        if groups.len() <= APART {
            gathered.extend(groups);
            continue;
        }
        let mut groups = groups.into_iter();
        if let Some(mut first) = groups.next() {
            first.conditions.extend(groups.flat_map(|group| group.conditions));
            gathered.push(first);
        }
    }
    gathered
}

/// The simplest input of a pair, and what each version makes of it.
fn records<'p>(
    engine: &mut Engine<'p>,
    second: &mut Second<'p>,
    pair: &mut Pair,
) -> Option<(Assignment, PathRecord, PathRecord)> {
    let named = inputs::named(&engine.pool, (engine.module(), &pair.new.0), (second.engine.module(), &pair.old.0));
    let condition: Vec<TermId> = pair.condition.constraints().collect();
    let simplest = incise_explain::witness(&mut engine.pool, &mut engine.solver, &[condition], &named);
    let model = match simplest {
        Ok(assignment) => Ok(assignment),
        Err(_) => engine.solver.canonical_model(&mut engine.pool, &pair.condition),
    };
    let assignment = match model {
        Ok(assignment) => assignment,
        Err(reason) => {
            let detail = format!("no input for a difference was found ({reason}); raise --solver-timeout");
            engine.ledger.add(Weakness::SolverUnknown, detail, None);
            return None;
        }
    };
    let modified = engine.record_for(&mut pair.new.0, pair.new.1.clone(), &assignment);
    second.exchange(engine);
    let base = second.engine.record_for(&mut pair.old.0, pair.old.1.clone(), &assignment);
    second.exchange(engine);
    Some((assignment, base, modified))
}

fn difference<'p>(
    engine: &mut Engine<'p>,
    second: &mut Second<'p>,
    mut group: Group,
    effort: Effort,
) -> Option<Difference> {
    let (assignment, base, modified) = records(engine, second, &mut group.pair)?;
    let mut evaluator = Evaluator::new();
    let mut places = Vec::new();
    let (mut old_values, mut new_values) = (Vec::new(), Vec::new());
    for one in &group.observed {
        let mut text = |shown: &Shown, record: &PathRecord| match shown {
            Shown::Scalar(term, ty) => {
                Text::Bits(evaluator.eval(&engine.pool, &assignment, *term), engine.pool.width(*term), *ty)
            }
            Shown::Text(text) => Text::Plain(text.clone()),
            Shown::Stream(stream) => Text::Bytes(record.output.get(stream).cloned().unwrap_or_default()),
        };
        let (new, old) = (text(&one.new, &modified), text(&one.old, &base));
        if evaluator.eval(&engine.pool, &assignment, one.differs) == 0
            || matches!(one.new, Shown::Stream(_)) && new == old
        {
            continue;
        }
        places.push((one.place.clone(), one.at.clone()));
        new_values.push(new);
        old_values.push(old);
    }
    if places.is_empty() {
        let detail = "texts that are made from different values were not told apart";
        engine.ledger.add(Weakness::SolverUnknown, detail, None);
        return None;
    }
    let kind = match &places[0].0 {
        Place::Ending => DifferenceKind::Ending,
        Place::Stream(_) => DifferenceKind::Output,
        _ => DifferenceKind::Value,
    };
    let named =
        inputs::named(&engine.pool, (engine.module(), &group.pair.new.0), (second.engine.module(), &group.pair.old.0));
    let (condition, explained) = condition_text(engine, &group.conditions, &named, effort);
    let exact = explained && !group.observed.iter().any(|one| one.may_agree);
    Some(Difference {
        kind,
        places,
        condition,
        exact,
        n_paths: group.conditions.len() as u64,
        base: Side { record: base, values: old_values },
        modified: Side { record: modified, values: new_values },
    })
}

/// A condition in the names of the source, and whether it is one that a C compiler understands.
fn condition_text(
    engine: &mut Engine<'_>,
    conditions: &[Vec<TermId>],
    named: &[incise_explain::Input],
    effort: Effort,
) -> (String, bool) {
    // Too much to be read is not written down: the first of its parts stands for it.
    if conditions.len() > READABLE {
        let (text, _) = condition_text(engine, &conditions[..1], named, effort);
        return (text, false);
    }
    let explained = Solver::new(incise_explain::solver_config())
        .ok()
        .and_then(|mut solver| incise_explain::explain(&mut engine.pool, &mut solver, conditions, named, effort).ok());
    if let Some(explained) = explained {
        return (explained.text, true);
    }
    let one = |all: &Vec<TermId>| {
        all.iter()
            .map(|term| without_widths(&display(&engine.pool, *term).to_string()))
            .collect::<Vec<_>>()
            .join(" && ")
    };
    (conditions.iter().map(one).collect::<Vec<_>>().join(" || "), false)
}
