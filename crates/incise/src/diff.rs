//! `incise diff` and `incise verify`: read two versions, find what the change reaches, compare, replay, report.

mod assume;
mod attempt;
mod baseline;
mod cover;
mod draft;
pub mod entries;
mod interface;
mod reach;
mod recursion;
mod rounds;
mod select;
pub mod shapes;
pub mod structures;
mod symbols;
mod unobserved;
mod witness;
mod written;

use crate::cli::{Aspect, DiffOptions, Globals, GuideName, OrderName};
use crate::draft::Draft;
use crate::explore::{limited, solver_config, style, task_order, ub_policy};
use crate::failure::{CLEAN, FOUND, Failure, UNDECIDED};
use crate::origin::{self, Origin};
use crate::out;
use crate::units;
use crate::versions::Version;
use crate::watchdog;
use attempt::{Attempt, Dependence, Direction, Outcome};
use baseline::Baseline;
use draft::{Comparing, empty};
use entries::{Analysis, EntryPair, Visible};
use incise_compare::Observe;
use incise_engine::{Config, Entry, Order, UbPolicy, named_globals, only_read};
use incise_frontend::project::{MANIFEST, Manifest};
use incise_guide::dgse::{DgseOptions, Interaction};
use incise_guide::dise::{self, Published};
use incise_report::{
    DiffVerdict, Diffed, FunctionDiffed, ImpactLines, LedgerLine, Modules, Revisions, function_diffed, function_proved,
    proof_stats, task_stats, undisturbed,
};
use incise_solver::SolverConfig;
use incise_task::Test;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often one branch of a loop is decided when nothing else was said.
const LOOP_BOUND: u32 = 16;
/// How long a solver query may take when nothing else was said.
const SOLVER_TIMEOUT: Duration = Duration::from_secs(5);
/// The part of the time that every kind of pointers gets at least.
const LEAST_PART: u32 = 16;

/// Runs the command under its name.
pub fn run(options: &DiffOptions, command: &str) -> Result<u8, Failure> {
    let start = Instant::now();
    if let Some(criterion) = options.cover {
        return cover::run(options, criterion);
    }
    if let Some(folder) = &options.out {
        out::check(folder, None)?;
    }
    let _replaced = Comparing::begin(empty(options, command), options, None);
    watchdog::phase("reading the baseline");
    let mut baseline = options.baseline.as_deref().map(Baseline::read).transpose()?;
    let draft = Comparing::begin(empty(options, command), options, baseline.as_ref());
    watchdog::phase("reading the versions");
    let (base, modified) = origin::both(&options.versions)?;
    let mut document = versions(options, base, modified, (command, start), Some(&draft))?;
    if let Some(baseline) = &baseline {
        baseline.mark(&mut document);
    }
    let mut code = exit_code(&document);
    if let (Some(baseline), true) = (&mut baseline, options.accept) {
        if watchdog::stopping().is_some() {
            return Err(Failure::Other(String::from("stopped before everything was compared: nothing is accepted")));
        }
        let n_accepted = baseline.accept(&document)?;
        eprintln!("{n_accepted} differences are accepted from now on");
        code = if code == FOUND { CLEAN } else { code };
    }
    let text = if options.json {
        serde_json::to_string_pretty(&document).map_err(|error| Failure::Other(error.to_string()))? + "\n"
    } else if options.quiet {
        format!("{}\n", draft::word_of(&document))
    } else {
        draft::text(&document, style(options.color))
    };
    watchdog::publish(&text, code)
}

/// The exit code of what was found: accepted differences are none, but what they leave undecided is.
pub fn exit_code(document: &Diffed) -> u8 {
    let left = |function: &FunctionDiffed| match function.seen_by_callers() {
        DiffVerdict::Different if !baseline::is_accepted(function) => DiffVerdict::Different,
        DiffVerdict::Different if function.bounds_hit.is_empty() && function.approximations.is_empty() => {
            DiffVerdict::Equivalent
        }
        DiffVerdict::Different => DiffVerdict::Undecided,
        other => other,
    };
    let whole = if document.undecided.is_empty() { DiffVerdict::Equivalent } else { DiffVerdict::Undecided };
    match document.functions.iter().map(left).max().unwrap_or(DiffVerdict::Equivalent).max(whole) {
        DiffVerdict::Equivalent => CLEAN,
        DiffVerdict::Different => FOUND,
        DiffVerdict::UpToBound | DiffVerdict::Undecided => UNDECIDED,
    }
}

/// Two versions, ready to be compared.
pub struct Ready {
    /// The options, completed by what the project says.
    pub options: DiffOptions,
    /// What the new version's `incise.toml` says.
    pub manifest: Manifest,
    /// The old version.
    pub base: Version,
    /// The new version.
    pub modified: Version,
    /// What was left out or taken from elsewhere.
    pub notes: Vec<String>,
    /// Parts of the versions that are not there.
    pub missing: Vec<String>,
    /// Who decides conditions.
    pub solver: SolverConfig,
}

impl Ready {
    /// Reads, links and completes them.
    pub fn of(options: &DiffOptions, mut base: Origin, mut modified: Origin) -> Result<Ready, Failure> {
        let manifest = modified.manifest.clone();
        let options = settled(options, &manifest)?;
        let modules = origin::load(&mut base, &mut modified, &select::wanted(&options))?;
        let notes = notes(&base, &modified);
        let missing = missing(&base, &modified);
        let (mut base, mut modified) = (Version::of(base, modules.0)?, Version::of(modified, modules.1)?);
        if !options.assume.is_empty() {
            assume::add(&options, &mut base, &mut modified)?;
        }
        let mut solver = solver_config(&options.limits)?;
        solver.timeout_per_query = Some(options.limits.solver_timeout.unwrap_or(SOLVER_TIMEOUT));
        Ok(Ready { options, manifest, base, modified, notes, missing, solver })
    }

    /// What changed and what that reaches.
    pub fn analysis(&self) -> Analysis<'_> {
        Analysis::of(&self.base.program.linked, &self.modified.program.linked)
    }

    /// The functions that were asked for; without any those that were changed.
    pub fn entries(&self, analysis: &Analysis) -> Result<Vec<EntryPair>, Failure> {
        match self.options.function.as_slice() {
            [] => Ok(analysis.changed(&|name| self.manifest.ignores(name))),
            names => analysis.asked(names),
        }
    }

    /// How runs of the old and of the new version start. What one version reads is an input of both: the other passes it on.
    pub fn configs(&self, pair: &EntryPair) -> (Config, Config) {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        let names = shapes::parameter_names(modified, pair);
        let named = (named_globals(base, pair.base), named_globals(modified, pair.modified));
        let configured = |name: &str, more_inputs: BTreeSet<String>| Config {
            parameter_names: names.clone(),
            assumption: (!self.options.assume.is_empty()).then(|| assume::NAME.to_owned()),
            more_inputs,
            ..config(&self.options, entry(name))
        };
        (configured(&pair.base_name, named.1), configured(&pair.name, named.0))
    }

    /// The globals that are looked at.
    pub fn visible(&self, pair: &EntryPair) -> Visible {
        let (base, modified) = (&self.base.program.linked, &self.modified.program.linked);
        match entry(&pair.name) {
            Entry::Function(_) if self.options.globals == Globals::Symbolic => {
                let mut names = named_globals(base, pair.base);
                names.extend(named_globals(modified, pair.modified));
                // What nobody writes is after the call what it was before: a changed initial value is no function's doing.
                let unwritten = only_read(base).intersection(&only_read(modified)).cloned().collect();
                Visible::only(modified, names.difference(&unwritten).cloned().collect())
            }
            _ => Visible::all(),
        }
    }
}

/// Compares two versions and gives what was found.
pub fn versions(
    options: &DiffOptions,
    base: Origin,
    modified: Origin,
    (command, start): (&str, Instant),
    draft: Option<&Draft<Comparing>>,
) -> Result<Diffed, Failure> {
    let revisions =
        base.is_revision().then(|| Revisions { base: base.label.clone(), modified: modified.label.clone() });
    let ready = Ready::of(options, base, modified)?;
    let (options, base, modified) = (&ready.options, &ready.base, &ready.modified);
    let update = |change: &dyn Fn(&mut Comparing)| draft.map_or((), |draft| draft.update(|known| change(known)));
    update(&|known| known.read(base.names(), modified.names(), ready.notes.clone()));
    watchdog::phase("analysing the change");
    let analysis = ready.analysis();
    let tests: RefCell<Vec<(String, Vec<Test>)>> = RefCell::default();
    let compare = |pair: &EntryPair, waiting: &[EntryPair]| -> Result<FunctionDiffed, Failure> {
        if let Some(kind) = watchdog::stopping() {
            return Ok(draft::not_compared(options, pair, kind, "the command was stopped before"));
        }
        update(&|known| known.compare(options, pair, waiting));
        watchdog::phase(format!("comparing `{}`", pair.name));
        // What differs in a static function counts only once its callers were compared.
        let is_private = options.function.is_empty() && analysis.is_static(pair);
        let counted = |found: &FunctionDiffed| FunctionDiffed {
            from_callers: (is_private && found.verdict == DiffVerdict::Different).then_some(DiffVerdict::Undecided),
            ..found.clone()
        };
        let so_far = |found: &FunctionDiffed| update(&|known| known.found(&counted(found), false));
        let (mut found, shown) = one(&ready, &analysis, pair, watchdog::share(waiting.len()), &so_far)?;
        let was_run = found.decided_by == "paths" || found.decided_by.starts_with("induction");
        select::weaken(&mut found, || unobserved::unobserved(&analysis, pair, was_run));
        update(&|known| known.found(&counted(&found), true));
        tests.borrow_mut().push((pair.name.clone(), shown));
        Ok(found)
    };
    let selected = select::compare(options, &ready.manifest, &analysis, &compare)?;
    let mut functions = selected.functions;
    if let Some(folder) = &options.out {
        watchdog::phase("writing tests");
        written::write_tests(folder, (base, modified), &tests.into_inner(), &mut functions)?;
    }
    assume::is_possible(options, &functions)?;
    let notes = ready.notes.clone();
    let is_main_decided = functions.iter().any(|function| {
        function.name == "main" && matches!(function.verdict, DiffVerdict::Equivalent | DiffVerdict::Different)
    });
    let mut undecided =
        if options.function.is_empty() { interface::undecided(&analysis, is_main_decided) } else { Vec::new() };
    undecided.extend(ready.missing.iter().map(|detail| LedgerLine {
        kind: String::from("missing"),
        detail: detail.clone(),
        place: None,
        count: 1,
    }));
    let whole = if undecided.is_empty() { DiffVerdict::Equivalent } else { DiffVerdict::Undecided };
    let verdict = functions.iter().map(FunctionDiffed::seen_by_callers).max().unwrap_or(whole).max(whole);
    Ok(Diffed {
        base: base.names(),
        modified: modified.names(),
        revisions,
        verdict,
        functions,
        seen_from: selected.seen_from,
        undecided,
        globals: analysis.variables(),
        notes: notes.into_iter().chain(selected.notes).collect(),
        removed: analysis.removed(),
        added: analysis.added(),
        wall_ms: start.elapsed().as_secs_f64() * 1e3,
        ..empty(options, command)
    })
}

/// What both versions leave out, said once.
fn notes(base: &Origin, modified: &Origin) -> Vec<String> {
    let mut notes = modified.notes.clone();
    notes.extend(base.notes.iter().filter(|note| !modified.notes.contains(note)).map(|note| {
        let label = &base.label;
        format!("{label}: {note}")
    }));
    notes
}

/// Submodules that one of the versions does not have: their files are in neither comparison.
fn missing(base: &Origin, modified: &Origin) -> Vec<String> {
    let mut found = Vec::new();
    for origin in [base, modified] {
        found.extend(
            origin
                .missing_submodules()
                .map(|folder| format!("{}: the submodule {} is not there", origin.label, folder.display())),
        );
    }
    found
}

/// The options, completed by what the project says.
fn settled(options: &DiffOptions, manifest: &Manifest) -> Result<DiffOptions, Failure> {
    let mut options = options.clone();
    if options.function.is_empty() && options.entry.is_none() {
        options.function.clone_from(&manifest.entries);
    }
    options.function.extend(options.entry.clone());
    let wrong = |key: &str, message: String| Failure::Other(format!("{MANIFEST}: `{key}`: {message}"));
    if let (None, Some(callers)) = (options.callers, &manifest.callers) {
        options.callers = Some(units::callers(&callers.text()).map_err(|message| wrong("callers", message))?);
    }
    let (limits, bounds) = (&mut options.limits, &manifest.bounds);
    let time = |key: &str, text: &Option<String>| {
        text.as_deref().map(units::duration).transpose().map_err(|message| wrong(key, message))
    };
    limits.loop_bound = limits.loop_bound.or(bounds.loops);
    limits.max_depth = limits.max_depth.or(bounds.depth);
    limits.timeout = limits.timeout.or(time("timeout", &bounds.timeout)?);
    limits.solver_timeout = limits.solver_timeout.or(time("solver_timeout", &bounds.solver_timeout)?);
    if let Some(time) = limits.timeout {
        watchdog::limit(time);
    }
    Ok(options)
}

/// Compares one function; with tests of what differs.
fn one(
    ready: &Ready,
    analysis: &Analysis,
    pair: &EntryPair,
    time: Duration,
    so_far: &dyn Fn(&FunctionDiffed),
) -> Result<(FunctionDiffed, Vec<Test>), Failure> {
    let (options, modified) = (&ready.options, &ready.modified);
    let lines = analysis.lines(pair);
    let guide = guide_name(options.guide);
    if !analysis.is_reached(pair) && !passes_on(options, analysis, pair) {
        return Ok((undisturbed(&pair.name, guide, "the change does not reach it", lines), Vec::new()));
    }
    let observe = observe(options);
    let mut whole: Option<FunctionDiffed> = None;
    let mut tests = Vec::new();
    let (start, shapes) = (Instant::now(), shapes::shapes(&modified.program.linked, pair, options));
    let natively = witness::Natively::default();
    let n_shapes = shapes.len();
    let left_out = shapes::left_out(&modified.program.linked, pair, &shapes, options);
    for (number, shape) in shapes.into_iter().enumerate() {
        let mut shown = Vec::new();
        // What the first ones leave of the time is for the others, and each has some.
        let left = time.saturating_sub(start.elapsed()).max(time / LEAST_PART);
        let time = if number + 1 < n_shapes && number > 0 { (left / 2).max(time / LEAST_PART) } else { left };
        let time = time.min(watchdog::time_left());
        let part = under(ready, analysis, pair, (&observe, &shape, time, &natively), lines.clone(), &mut shown)?;
        tests.append(&mut shown);
        let part = shapes::said(part, &modified.program.linked, pair, &shape);
        whole = Some(match whole {
            None => part,
            Some(before) => shapes::joined(before, part),
        });
        whole.iter().for_each(so_far);
    }
    let mut whole = whole.expect("there is always one shape");
    if !left_out.is_empty() {
        whole.verdict = whole.verdict.max(DiffVerdict::UpToBound);
        whole.differences.iter_mut().for_each(|difference| difference.exact = false);
        whole.bounds_hit.extend(left_out);
    }
    whole.assumptions.extend(assume::lines(options));
    Ok((whole, tests))
}

/// Compares one function with its pointer parameters being of one kind each.
fn under(
    ready: &Ready,
    analysis: &Analysis,
    pair: &EntryPair,
    (observe, shape, time, natively): (&Observe, &shapes::Shape, Duration, &witness::Natively),
    lines: ImpactLines,
    tests: &mut Vec<Test>,
) -> Result<FunctionDiffed, Failure> {
    let Ready { options, base, modified, solver, .. } = ready;
    let guide = guide_name(options.guide);
    let visible = ready.visible(pair);
    let everything = visible.everything();
    let shaped = |config: Config| Config { timeout: Some(time), ..shape.of(&config) };
    let (old, new) = ready.configs(pair);
    let configs = (shaped(old), shaped(new));
    let known = recursion::known(ready, analysis, pair)?;
    let mut with = |direction: &Direction, guide: &str| -> Result<FunctionDiffed, Failure> {
        tests.clear();
        let quiet = options.json || options.quiet;
        let attempt =
            Attempt { base, modified, observe, solver, direction, everything: &everything, quiet, known: &known };
        // Without loops there is nothing that a look at their first rounds could show sooner.
        let is_last_look = options.limits.loop_bound.is_some() || !analysis.may_repeat(pair);
        let outcome = attempt.decide(&configs.0, &configs.1, is_last_look)?;
        let modules = Modules { base: &base.program.linked, modified: &modified.program.linked };
        let comparison = match outcome {
            Outcome::Proved(proof, looked) => {
                let mut found = function_proved(modules, &pair.name, guide, lines.clone(), &proof);
                if looked.is_none() {
                    found.decided_by = String::from("induction over calls");
                }
                if let Some(looked) = looked {
                    let looked = function_diffed(modules, &pair.name, guide, lines.clone(), &looked);
                    found.paths = looked.paths;
                    // What a published search explores is what it is asked for.
                    if matches!(direction, Direction::Guided(_)) {
                        found.stats = looked.stats;
                    }
                }
                return Ok(found);
            }
            Outcome::Compared(comparison) => comparison,
        };
        let (comparison, held) = witness::hold_back(comparison, &pair.name, modules);
        let mut found = function_diffed(modules, &pair.name, guide, lines.clone(), &comparison);
        if !held.is_empty() {
            found.verdict = found.verdict.max(DiffVerdict::Undecided);
            found.bounds_hit.splice(0..0, held);
        }
        let both = (&configs.0, &configs.1);
        let skips = matches!(direction, Direction::Plans(..) | Direction::Dependence(..));
        if skips && witness::fails_elsewhere(base, modified, both, &comparison) {
            let detail = String::from("code that was skipped ends a run with an error");
            found.bounds_hit.push(LedgerLine { kind: String::from("wrong-plan"), detail, place: None, count: 1 });
            return Ok(found);
        }
        tests.extend(witness::replay(options, base, modified, both, (&comparison, &visible, natively), &mut found)?);
        if !options.no_replay {
            witness::drop_met_bounds(&mut found);
        }
        Ok(found)
    };
    // The change reaches the function, but in a way that the rules of a search do not see.
    let unseen = |guide: &str| FunctionDiffed {
        verdict: DiffVerdict::Undecided,
        bounds_hit: vec![LedgerLine {
            kind: String::from("pruned"),
            detail: format!("the rules of {guide} see no impacted node in the function itself; use --guide exact"),
            place: None,
            count: 1,
        }],
        ..undisturbed(&pair.name, guide, "no node is impacted", lines.clone())
    };
    match options.guide {
        GuideName::Full => with(&Direction::Everything, guide),
        GuideName::Exact | GuideName::Dgse if passes_on(options, analysis, pair) => with(&Direction::Everything, guide),
        GuideName::Exact | GuideName::Dgse => {
            let plan = analysis.plan(pair, observe, configs.1.ub == UbPolicy::Report);
            if plan.everything.is_none() && analysis.leaves_out_loop(pair, &plan) {
                return with(&Direction::Everything, guide);
            }
            if !plan.reached {
                return Ok(undisturbed(
                    &pair.name,
                    guide,
                    "the change reaches nothing that is observed",
                    lines.clone(),
                ));
            }
            if plan.everything.is_some() {
                return with(&Direction::Everything, guide);
            }
            let compared = entries::compared(&plan.outputs, &visible);
            // What was skipped was taken to come to an end without an error, and not to matter: where that shows to be
            // wrong, everything is run.
            let doubtful = |line: &LedgerLine| matches!(line.kind.as_str(), "wrong-plan" | "not-replayed");
            if options.guide == GuideName::Dgse {
                let order = task_order(options.order, options.seed);
                let search = Dependence {
                    options: DgseOptions { interaction: Interaction::Closed, order, gives_up: false },
                    tasks: Mutex::new(None),
                    pieces: Mutex::new(None),
                };
                let mut found = with(&Direction::Dependence(&plan.base, &plan.modified, compared, &search), guide)?;
                // What a published search explores is what it is asked for, also where a difference is not shown natively.
                if found.bounds_hit.iter().any(|line| line.kind == "wrong-plan") {
                    return with(&Direction::Everything, "full");
                }
                let pieces = search.pieces.into_inner().ok().flatten();
                found.tasks = search.tasks.into_inner().ok().flatten().as_ref().map(task_stats);
                if let Some(tasks) = &mut found.tasks {
                    tasks.proof = pieces.as_ref().map(proof_stats);
                }
                return Ok(found);
            }
            let found = with(&Direction::Plans(&plan.base, &plan.modified, compared), guide)?;
            // What is skipped is not in the log of accesses: where that log matters to an equivalence, everything is run.
            let is_equal = matches!(found.verdict, DiffVerdict::Equivalent | DiffVerdict::UpToBound);
            if is_equal && unobserved::may_interfere(analysis, pair) {
                return with(&Direction::Everything, guide);
            }
            if found.bounds_hit.iter().any(doubtful) { with(&Direction::Everything, "full") } else { Ok(found) }
        }
        GuideName::Dise => {
            let impact = analysis.calls(pair);
            let directions =
                dise::directions(analysis.mod_facts(), &impact, pair.modified, dise_order(options.order), options.seed);
            let Some(directions) = directions else { return Ok(unseen(guide)) };
            let make = || -> Box<dyn incise_engine::Guide> { Box::new(dise::Interprocedural::new(&directions)) };
            with(&Direction::Guided(&make), guide)
        }
        GuideName::DiseTosem14 | GuideName::DisePldi11 => {
            let published =
                if options.guide == GuideName::DiseTosem14 { Published::Tosem14 } else { Published::Pldi11 };
            let order = dise_order(options.order);
            let searched = analysis.published(published, pair);
            let Some(searched) = searched.filter(|searched| !searched.impact.is_empty()) else {
                return Ok(unseen(guide));
            };
            let make = || -> Box<dyn incise_engine::Guide> {
                let facts = searched.facts;
                Box::new(dise::dise(published, pair.modified, facts, searched.impact, order, options.seed))
            };
            with(&Direction::Guided(&make), guide)
        }
    }
}

fn dise_order(order: OrderName) -> dise::Order {
    match order {
        OrderName::Random => dise::Order::Random,
        OrderName::Greedy => dise::Order::Greedy,
        OrderName::Default | OrderName::Bfs => dise::Order::Default,
    }
}

/// Whether a global with another initial value may be seen after a function that does not even name it.
fn passes_on(options: &DiffOptions, analysis: &Analysis, pair: &EntryPair) -> bool {
    let initial = options.globals == Globals::Initial && pair.name != "main";
    initial && observe(options).globals && !analysis.globals().is_empty()
}

fn guide_name(guide: GuideName) -> &'static str {
    match guide {
        GuideName::Full => "full",
        GuideName::Exact => "exact",
        GuideName::Dgse => "dgse",
        GuideName::Dise => "dise",
        GuideName::DiseTosem14 => "dise:tosem14",
        GuideName::DisePldi11 => "dise:pldi11",
    }
}

pub fn entry(name: &str) -> Entry {
    if name == "main" { Entry::Main } else { Entry::Function(name.to_owned()) }
}

pub fn config(options: &DiffOptions, entry: Entry) -> Config {
    let limits = limited(&options.limits);
    Config {
        entry,
        initial_globals: options.globals == Globals::Initial,
        ub: ub_policy(options.ub),
        keep_paths: options.paths,
        suppose_undecided: true,
        open_pointees: true,
        // What is not compared cannot be taken to be answered alike.
        calls_are_events: options.observe.contains(&Aspect::Calls),
        pointee_elements: options.max_elements.max(1),
        strings: options.strings,
        order: match options.order {
            OrderName::Default => Order::Depth,
            OrderName::Bfs => Order::Breadth,
            OrderName::Random => Order::RandomPath,
            OrderName::Greedy => Order::Coverage,
        },
        seed: options.seed,
        loop_bound: limits.loop_bound.or(Some(LOOP_BOUND)),
        timeout: Some(watchdog::time_left()),
        ..limits
    }
}

pub fn observe(options: &DiffOptions) -> Observe {
    let wanted = |aspect| options.observe.contains(&aspect);
    Observe {
        result: wanted(Aspect::Return),
        globals: wanted(Aspect::Globals),
        memory: wanted(Aspect::Memory),
        output: wanted(Aspect::Output),
        ending: wanted(Aspect::Ending),
        calls: wanted(Aspect::Calls),
        floats: options.fp,
    }
}
