//! `incise diff` and `incise verify`: read two versions, find what the change reaches, compare, replay, report.

mod assume;
mod attempt;
mod baseline;
pub mod entries;
mod rounds;
mod select;
mod shapes;
mod witness;

use crate::cli::{Aspect, DiffOptions, Globals, GuideName, OrderName};
use crate::explore::{limited, print, solver_config, style, ub_policy};
use crate::failure::{CLEAN, FOUND, Failure, UNDECIDED};
use crate::origin::{self, Origin};
use crate::units;
use crate::versions::Version;
use attempt::{Attempt, Direction, Outcome};
use baseline::Baseline;
use entries::{Analysis, EntryPair, Visible};
use incise_compare::{FloatEquality, Observe};
use incise_engine::{Config, Entry, Order, Pointer, UbPolicy, named_globals};
use incise_frontend::project::{MANIFEST, Manifest};
use incise_guide::dise::{self, Published};
use incise_report::{
    DiffVerdict, Diffed, FunctionDiffed, ImpactLines, LedgerLine, Modules, Revisions, diffed_text, function_diffed,
    function_proved, undisturbed,
};
use incise_solver::SolverConfig;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How often one branch of a loop is decided when nothing else was said.
const LOOP_BOUND: u32 = 16;
/// How long a solver query may take when nothing else was said.
const SOLVER_TIMEOUT: Duration = Duration::from_secs(5);
/// How long one function may take when nothing else was said.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Runs the command under its name.
pub fn run(options: &DiffOptions, command: &str) -> Result<u8, Failure> {
    let start = Instant::now();
    let (base, modified) = origin::both(&options.versions)?;
    let mut document = versions(options, base, modified, command, start)?;
    let mut baseline = options.baseline.as_deref().map(Baseline::read).transpose()?;
    if let Some(baseline) = &baseline {
        baseline.mark(&mut document);
    }
    let code = exit_code(&document);
    if options.json {
        let text = serde_json::to_string_pretty(&document).map_err(|error| Failure::Other(error.to_string()))?;
        print(&format!("{text}\n"))?;
    } else if options.quiet {
        print(&format!("{}\n", word(document.verdict, document.accepted > 0 && code != FOUND)))?;
    } else if command == "verify" {
        for function in &document.functions {
            let accepted = baseline::is_accepted(function);
            print(&format!("{}: {}\n", function.name, word(function.verdict, accepted)))?;
        }
        print(&format!("{}\n", word(document.verdict, document.accepted > 0 && code != FOUND)))?;
    } else {
        print(&diffed_text(&document, style(options.color)))?;
    }
    if let (Some(baseline), true) = (&mut baseline, options.accept) {
        let n_accepted = baseline.accept(&document)?;
        eprintln!("{n_accepted} differences are accepted from now on");
        return Ok(if code == FOUND { CLEAN } else { code });
    }
    Ok(code)
}

/// The exit code of what was found: accepted differences are none, but what they leave undecided is.
pub fn exit_code(document: &Diffed) -> u8 {
    let left = |function: &FunctionDiffed| match function.verdict {
        DiffVerdict::Different if !baseline::is_accepted(function) => DiffVerdict::Different,
        DiffVerdict::Different if function.bounds_hit.is_empty() && function.approximations.is_empty() => {
            DiffVerdict::Equivalent
        }
        DiffVerdict::Different => DiffVerdict::Undecided,
        other => other,
    };
    match document.functions.iter().map(left).max().unwrap_or(DiffVerdict::Equivalent) {
        DiffVerdict::Equivalent => CLEAN,
        DiffVerdict::Different => FOUND,
        DiffVerdict::UpToBound | DiffVerdict::Undecided => UNDECIDED,
    }
}

/// Compares two versions and gives what was found.
pub fn versions(
    options: &DiffOptions,
    mut base: Origin,
    mut modified: Origin,
    command: &str,
    start: Instant,
) -> Result<Diffed, Failure> {
    let manifest = modified.manifest.clone();
    let options = &settled(options, &manifest)?;
    let revisions =
        base.is_revision().then(|| Revisions { base: base.label.clone(), modified: modified.label.clone() });
    let modules = origin::load(&mut base, &mut modified, &select::wanted(options))?;
    let notes = notes(&base, &modified);
    let (mut base, mut modified) = (Version::of(base, modules.0)?, Version::of(modified, modules.1)?);
    if !options.assume.is_empty() {
        assume::add(options, &mut base, &mut modified)?;
    }
    let (base, modified) = (base, modified);
    let mut solver = solver_config(&options.limits)?;
    solver.timeout_per_query = Some(options.limits.solver_timeout.unwrap_or(SOLVER_TIMEOUT));
    let analysis = Analysis::of(&base.program.linked, &modified.program.linked);
    let compare = |pair: &EntryPair| one(options, &base, &modified, &analysis, pair, &solver);
    let selected = select::compare(options, &manifest, &analysis, &compare)?;
    let functions = selected.functions;
    assume::is_possible(options, &functions)?;
    let verdict = functions.iter().map(|function| function.verdict).max().unwrap_or(DiffVerdict::Equivalent);
    Ok(Diffed {
        schema: String::from("incise/1"),
        command: command.to_owned(),
        base: base.names(),
        modified: modified.names(),
        revisions,
        verdict,
        ub: String::from(match ub_policy(options.ub) {
            UbPolicy::Report => "report",
            UbPolicy::Wrap => "wrap",
            UbPolicy::Undefined => "undefined",
        }),
        fp: match options.fp {
            FloatEquality::Bits => String::from("bits"),
            FloatEquality::Value => String::from("value"),
            FloatEquality::Within(tolerance) => format!("tolerance:{tolerance}"),
        },
        observe: options.observe.iter().map(|aspect| aspect_name(*aspect).to_owned()).collect(),
        functions,
        seen_from: selected.seen_from,
        accepted: 0,
        globals: analysis.variables(),
        notes: notes.into_iter().chain(selected.notes).collect(),
        removed: analysis.removed(),
        added: analysis.added(),
        wall_ms: start.elapsed().as_secs_f64() * 1e3,
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
    Ok(options)
}

/// Compares one function.
fn one(
    options: &DiffOptions,
    base: &Version,
    modified: &Version,
    analysis: &Analysis,
    pair: &EntryPair,
    solver: &SolverConfig,
) -> Result<FunctionDiffed, Failure> {
    let lines = analysis.lines(pair);
    let guide = guide_name(options.guide);
    if !analysis.is_reached(pair) && !passes_on(options, analysis, pair) {
        return Ok(undisturbed(&pair.name, guide, "the change does not reach it", lines));
    }
    let observe = observe(options);
    let mut whole: Option<FunctionDiffed> = None;
    for shape in shapes::shapes(&modified.program.linked, pair) {
        let part = under(options, base, modified, analysis, pair, solver, (&observe, &shape), lines.clone())?;
        let part = shapes::said(part, &modified.program.linked, pair, &shape);
        whole = Some(match whole {
            None => part,
            Some(before) => shapes::joined(before, part),
        });
    }
    let mut whole = whole.expect("there is always one shape");
    whole.assumptions.extend(assume::lines(options));
    Ok(whole)
}

/// Compares one function with its pointer parameters being of one kind each.
#[allow(clippy::too_many_arguments)]
fn under(
    options: &DiffOptions,
    base: &Version,
    modified: &Version,
    analysis: &Analysis,
    pair: &EntryPair,
    solver: &SolverConfig,
    (observe, shape): (&Observe, &[Pointer]),
    lines: ImpactLines,
) -> Result<FunctionDiffed, Failure> {
    let guide = guide_name(options.guide);
    let names = shapes::parameter_names(&modified.program.linked, pair);
    // What one version reads is an input of both: the other passes it on.
    let named =
        (named_globals(&base.program.linked, pair.base), named_globals(&modified.program.linked, pair.modified));
    let visible = match entry(&pair.name) {
        Entry::Function(_) if options.globals == Globals::Symbolic => {
            Visible::only(&modified.program.linked, named.0.union(&named.1).cloned().collect())
        }
        _ => Visible::all(),
    };
    let everything = visible.everything();
    let configured = |name: &str, more_inputs: BTreeSet<String>| Config {
        pointers: shape.to_vec(),
        parameter_names: names.clone(),
        assumption: (!options.assume.is_empty()).then(|| assume::NAME.to_owned()),
        more_inputs,
        ..config(options, entry(name))
    };
    let configs = (configured(&pair.base_name, named.1), configured(&pair.name, named.0));
    let with = |direction: &Direction, guide: &str| -> Result<FunctionDiffed, Failure> {
        let quiet = options.json || options.quiet;
        let attempt = Attempt { base, modified, observe, solver, direction, everything: &everything, quiet };
        // Without loops there is nothing that a look at their first rounds could show sooner.
        let is_last_look = options.limits.loop_bound.is_some() || !analysis.may_repeat(pair);
        let outcome = attempt.decide(&configs.0, &configs.1, is_last_look)?;
        let modules = Modules { base: &base.program.linked, modified: &modified.program.linked };
        let comparison = match outcome {
            Outcome::Proved(proof) => return Ok(function_proved(modules, &pair.name, guide, lines.clone(), &proof)),
            Outcome::Compared(comparison) => comparison,
        };
        let mut found = function_diffed(modules, &pair.name, guide, lines.clone(), &comparison);
        if !options.no_replay {
            witness::replay(options, base, modified, (&configs.0, &configs.1), (&comparison, &visible), &mut found)?;
        }
        Ok(found)
    };
    match options.guide {
        GuideName::Full => with(&Direction::Everything, guide),
        GuideName::Exact if passes_on(options, analysis, pair) => with(&Direction::Everything, guide),
        GuideName::Exact => {
            let plan = analysis.plan(pair, observe, configs.1.ub == UbPolicy::Report);
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
            let found = with(&Direction::Plans(&plan.base, &plan.modified, compared), guide)?;
            // What was skipped was taken to come to an end without an error, and not to matter: where that shows to be
            // wrong, everything is run.
            let doubtful = |line: &LedgerLine| matches!(line.kind.as_str(), "wrong-plan" | "not-replayed");
            if found.bounds_hit.iter().any(doubtful) { with(&Direction::Everything, "full") } else { Ok(found) }
        }
        GuideName::Dise | GuideName::DisePldi11 => {
            let published = if options.guide == GuideName::Dise { Published::Tosem14 } else { Published::Pldi11 };
            let order = match options.order {
                OrderName::Random => dise::Order::Random,
                OrderName::Greedy => dise::Order::Greedy,
                OrderName::Default | OrderName::Bfs => dise::Order::Default,
            };
            let searched = analysis.published(published, pair);
            let Some(searched) = searched.filter(|searched| !searched.impact.is_empty()) else {
                // The change reaches the function, but through calls.
                return Ok(FunctionDiffed {
                    verdict: DiffVerdict::Undecided,
                    bounds_hit: vec![LedgerLine {
                        kind: String::from("pruned"),
                        detail: format!(
                            "the rules of {guide} see no impacted node in the function itself; use --guide exact"
                        ),
                        place: None,
                        count: 1,
                    }],
                    ..undisturbed(&pair.name, guide, "no node is impacted", lines.clone())
                });
            };
            let make = || -> Box<dyn incise_engine::Guide> {
                let facts = searched.facts;
                Box::new(dise::dise(published, pair.modified, facts, searched.impact, order, options.seed))
            };
            with(&Direction::Guided(&make), guide)
        }
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
        GuideName::Dise => "dise:tosem14",
        GuideName::DisePldi11 => "dise:pldi11",
    }
}

fn entry(name: &str) -> Entry {
    if name == "main" { Entry::Main } else { Entry::Function(name.to_owned()) }
}

fn config(options: &DiffOptions, entry: Entry) -> Config {
    let limits = limited(&options.limits);
    Config {
        entry,
        initial_globals: options.globals == Globals::Initial,
        ub: ub_policy(options.ub),
        keep_paths: options.paths,
        open_pointees: true,
        // What is not compared cannot be taken to be answered alike.
        calls_are_events: options.observe.contains(&Aspect::Calls),
        pointee_elements: options.max_elements.max(1),
        order: match options.order {
            OrderName::Default => Order::Depth,
            OrderName::Bfs => Order::Breadth,
            OrderName::Random => Order::RandomPath,
            OrderName::Greedy => Order::Coverage,
        },
        seed: options.seed,
        loop_bound: limits.loop_bound.or(Some(LOOP_BOUND)),
        timeout: limits.timeout.or(Some(TIMEOUT)),
        ..limits
    }
}

fn observe(options: &DiffOptions) -> Observe {
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

fn aspect_name(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Return => "return",
        Aspect::Globals => "globals",
        Aspect::Memory => "memory",
        Aspect::Output => "output",
        Aspect::Ending => "ending",
        Aspect::Calls => "calls",
    }
}

fn word(verdict: DiffVerdict, is_accepted: bool) -> &'static str {
    if verdict == DiffVerdict::Different && is_accepted {
        return "different, as accepted";
    }
    verdict_word(verdict)
}

fn verdict_word(verdict: DiffVerdict) -> &'static str {
    match verdict {
        DiffVerdict::Equivalent => "equivalent",
        DiffVerdict::UpToBound => "equivalent up to bound",
        DiffVerdict::Undecided => "undecided",
        DiffVerdict::Different => "different",
    }
}
