//! `incise dump`: a stage of the comparison as plain, stable text.
//!
//! One function a stage; what a dump looks like is in [`incise_report`].

mod request;

pub use request::{DumpRequest, Stage};

use crate::diff::load::{self, LoadedVersions};
use crate::diff::pair::{Analysis, EntryPair, is_model};
use crate::diff::reason_to_ignore;
use crate::explore::{WORK_PER_QUERY, solver_config};
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::program;
use crate::request::{Level, ProgramRequest};
use crate::source_location;
use crate::verdict;
use crate::watchdog::{Stopped, Watchdog};
use incise_base::reachable_from;
use incise_deps::ProgramFacts;
use incise_diff::Side;
use incise_engine::{Config, ExplorationSetup, UbPolicy, Weakness, explore};
use incise_ir::{FuncId, Module};
use incise_report::{PlannedPair, VersionPair, facts_dump, impact_dump, pairs_dump, paths_dump, plan_dump};
use incise_solver::{Solver, SolverConfig};
use std::path::PathBuf;

/// Runs the command.
pub fn run(request: &DumpRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    watchdog
        .draft(|line| Stopped { text: format!("STOPPED  {}: {}\n", line.kind, line.detail), code: verdict::UNDECIDED });
    watchdog.phase("reading the program");
    match (request.versions.as_slice(), request.stage) {
        ([file], Stage::Facts) => facts_of_program(request, file, watchdog).map(printed),
        ([file], Stage::Paths) => paths_of_program(request, file, watchdog),
        ([_, _], stage) => {
            let comparison = request.comparison();
            let (base, modified) = source_location::both(&comparison.versions)?;
            let versions = LoadedVersions::of(&comparison, base, modified, watchdog)?;
            watchdog.phase("analysing the change");
            let analysis = versions.analysis();
            let is_shown = |module: &Module, id: FuncId| is_shown(request, module, id);
            match stage {
                Stage::Plan => plan(&versions, &analysis).map(printed),
                Stage::Paths => paths(&versions, &analysis),
                _ => static_stage(request, &version_pair(&analysis, &is_shown)).map(printed),
            }
        }
        _ => Err(messages::refused("this stage needs two versions, BASE and MOD")),
    }
}

fn printed(text: String) -> Answer {
    Answer { text, code: verdict::code_of_print(true) }
}

/// Whether a function is the user's own, and the one that was asked for.
fn is_shown(request: &DumpRequest, module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    let is_named = request.function.as_ref().is_none_or(|name| *name == function.source_name || *name == function.name);
    !function.is_declaration() && !is_model(module, function.span) && is_named
}

fn shown_functions(request: &DumpRequest, module: &Module) -> Vec<FuncId> {
    module.functions.ids().filter(|id| is_shown(request, module, *id)).collect()
}

/// A stage in which nothing is run; a function that was named must be in one of the versions.
fn static_stage(request: &DumpRequest, pair: &VersionPair) -> Result<String, Failure> {
    let functions = |side: Side| shown_functions(request, side.module);
    let (old, new) = (functions(pair.base), functions(pair.modified));
    match (&request.function, request.stage) {
        (Some(name), _) if old.is_empty() && new.is_empty() => Err(messages::no_function(name, messages::IN_VERSIONS)),
        (_, Stage::Pairs) => Ok(pairs_dump(pair)),
        (_, Stage::Impact) => Ok(impact_dump(pair)),
        _ => Ok(format!("BASE\n{}MOD\n{}", facts_dump(pair.base, &old), facts_dump(pair.modified, &new))),
    }
}

fn version_pair<'a>(analysis: &'a Analysis, is_shown: &'a dyn Fn(&Module, FuncId) -> bool) -> VersionPair<'a> {
    let (base, modified) = analysis.sides();
    VersionPair { base, modified, difference: &analysis.difference, impact: &analysis.found, is_shown }
}

/// The plans of the functions that were asked for, or that changed.
fn plan(versions: &LoadedVersions, analysis: &Analysis) -> Result<String, Failure> {
    let mut out = String::new();
    for pair in versions.entries(analysis)? {
        versions.watchdog.phase(format!("planning the comparison of `{}`", pair.name));
        let (options, (base, modified)) = (&versions.options, analysis.sides());
        let plan =
            analysis.plan(&pair, &versions.observation(&pair), versions.configs(&pair).1.checks.ub == UbPolicy::Report);
        out.push_str(&plan_dump(&PlannedPair {
            name: &pair.name,
            plan: &plan,
            unused: reason_to_ignore(&plan, options, analysis, &pair),
            base: (base, reached(base, pair.base)),
            modified: (modified, reached(modified, pair.modified)),
        }));
    }
    Ok(out)
}

/// The user's functions that runs of a function may enter.
fn reached(side: Side, entry: FuncId) -> Vec<FuncId> {
    let reached = reachable_from(side.facts.call_graph.with_callbacks(), [entry]);
    let is_own = |id: &FuncId| reached.contains(id) && !is_model(side.module, side.module.functions[*id].span);
    side.module.functions.ids().filter(is_own).collect()
}

/// The paths of both versions of the functions that were asked for, or that changed.
fn paths(versions: &LoadedVersions, analysis: &Analysis) -> Result<Answer, Failure> {
    let mut all = printed(String::new());
    for pair in versions.entries(analysis)? {
        let (old, new) = versions.configs(&pair);
        let EntryPair { base_name, name, .. } = &pair;
        for (label, version, name, config) in
            [("BASE", &versions.base, base_name, old), ("MOD", &versions.modified, name, new)]
        {
            let Answer { text, code } =
                explored(&version.program.linked, name, config, &versions.solver, &versions.watchdog)?;
            all = Answer { text: format!("{}{label}\n{text}", all.text), code: all.code.max(code) };
        }
    }
    Ok(all)
}

/// The paths of one function; undecided where the time did not suffice for all of them.
fn explored(
    module: &Module,
    name: &str,
    config: Config,
    solver: &SolverConfig,
    watchdog: &Watchdog,
) -> Result<Answer, Failure> {
    watchdog.phase(format!("exploring `{name}`"));
    let config = config.with(|run| {
        run.bounds.timeout = Some(watchdog.time_left());
        run.search.keep_paths = true;
    });
    let (progress, solver) = (watchdog.search(), || Solver::new(solver.clone()));
    let report = explore(ExplorationSetup::new(module, &config, &solver, &progress))?;
    let is_stop = |weakness| matches!(weakness, Weakness::Timeout | Weakness::Interrupted);
    let is_stopped = report.ledger.iter().any(|(entry, _)| is_stop(entry.weakness));
    let text = paths_dump(module, name, &config, &report);
    Ok(Answer { text, code: verdict::code_of_print(!is_stopped) })
}

/// A program that is not compared.
fn program(request: &DumpRequest, file: &str) -> Result<Module, Failure> {
    let options = ProgramRequest {
        files: vec![PathBuf::from(file)],
        include: request.include.clone(),
        define: request.define.clone(),
        cflag: request.cflag.clone(),
        optimise: Level::None,
    };
    let frontend = program::frontend_options(&options)?;
    Ok(program::load(&options, &frontend)?.linked)
}

/// The facts of one program.
fn facts_of_program(request: &DumpRequest, file: &str, watchdog: &Watchdog) -> Result<String, Failure> {
    let module = program(request, file)?;
    let functions = shown_functions(request, &module);
    if let (Some(name), true) = (&request.function, functions.is_empty()) {
        return Err(messages::no_function(name, &format!("in {file}")));
    }
    watchdog.phase("looking for dependences");
    let facts = ProgramFacts::of(&module, &[]);
    Ok(facts_dump(Side { module: &module, facts: &facts }, &functions))
}

/// The paths of one program, run as a version of a comparison.
fn paths_of_program(request: &DumpRequest, file: &str, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let (module, comparison) = (program(request, file)?, request.comparison());
    let name = request.function.as_deref().unwrap_or("main");
    let asked = DumpRequest { function: Some(name.to_owned()), ..request.clone() };
    if shown_functions(&asked, &module).is_empty() {
        return Err(messages::no_function(name, &format!("in {file}; name one with --function")));
    }
    let config = load::config(&comparison, load::entry(name), watchdog.time_left());
    let solver = solver_config(&comparison.limits, WORK_PER_QUERY, watchdog.deadline())?;
    explored(&module, name, config, &solver, watchdog)
}
