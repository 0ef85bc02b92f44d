//! `incise explore`: read, explore, write tests, replay errors, report.

mod cases;

use crate::assume;
use crate::draft::Draft;
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::native;
use crate::out::{self, Kind, Out};
use crate::program::{self, Exploration, Program};
use crate::progress;
use crate::request::{ExploreGuide, ExploreRequest, Limits, OrderName, Ub};
use crate::verdict;
use crate::watchdog::Watchdog;
use cases::{OneCase, explore_cases};
use incise_base::Deadline;
use incise_engine::{
    AnyArguments, Config, Entry, ErrorKind, ExplorationSetup, ExploreError, PathSink, Report, UbPolicy, entry_function,
    explore, parameter_names,
};
use incise_frontend::Note;
use incise_guide::dgse::{self, DgseOptions, Interaction, TaskOrder, Tasks};
use incise_ir::Module;
use incise_replay::{HarnessProgram, Test};
use incise_report::{CurvePoint, Explored, TaskEffort, Verdict, explored, explored_text, task_stats};
use incise_solver::{ExternalSolver, PER_SECOND, QueryLog, Solver, SolverConfig};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The work of a solver query when no time was asked for.
pub const WORK_PER_QUERY: u64 = 30 * PER_SECOND;

/// Runs the command.
pub fn run(options: &ExploreRequest, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let config = config(options)?;
    if let Some(folder) = &options.out {
        out::check(folder, None)?;
    }
    let solver = solver_config(&options.limits, WORK_PER_QUERY, watchdog.deadline())?;
    let files: Vec<String> = options.program.files.iter().map(|file| file.display().to_string()).collect();
    let form = options.form;
    let draft = Draft::begin(unexplored(&config, &files), form, watchdog);
    watchdog.phase("reading the program");
    let frontend = program::frontend_options(&options.program)?;
    let mut program = program::load(&options.program, &frontend)?;
    if let (Some(name), false) = (&options.function, options.assume.is_empty()) {
        let names = entry_function(&program.linked, name).map(parameter_names).unwrap_or_default();
        assume::add(name, (&names, &options.assume), &mut program, &frontend)?;
    }
    if options.dump_ir {
        return Ok(Answer { text: incise_ir::module_text(&program.linked), code: verdict::code_of_print(true) });
    }
    watchdog.phase("exploring");
    let exploration = Exploration { options, frontend: &frontend, program: &program, config: &config };
    let run = |config: &Config| {
        let progress = watchdog.search();
        let _line = progress::show(&progress, config.bounds.timeout, !options.form.json && !options.form.quiet);
        let solver = || Solver::new(solver.clone());
        let setup = ExplorationSetup::new(&program.linked, config, &solver, &progress);
        let found = match options.guide {
            ExploreGuide::Full => {
                let found = explore(ExplorationSetup { jobs: options.jobs, ..setup });
                found.map(|report| (report, None)).map_err(Failure::from)
            }
            ExploreGuide::Dgse => explore_guided(exploration, setup).map(|found| (found.report, Some(found.tasks))),
        };
        let (report, tasks) = found.map_err(|error| messages::wrong(files.join(" "), error))?;
        Ok(OneCase { report, tasks, work: progress.work.load(Ordering::Relaxed) })
    };
    let in_cases = explore_cases(exploration, watchdog, &run)?;
    let (report, tasks) = (&in_cases.report, &in_cases.tasks);
    assume::is_met(options, report)?;
    let mut document = explored(&program.linked, &config, &files, report);
    document.effort.jobs = in_cases.jobs;
    document.function.assumptions.extend(assume::lines(&options.assume));
    for (error, site) in document.function.errors.iter_mut().zip(report.found.errors.keys()) {
        error.only_for_null = in_cases.only_for_null(site);
    }
    document.verdict = verdict::of_exploration(&document, options.null_errors);
    if let Some(tasks) = tasks {
        guided(&mut document, tasks);
    }
    draft.update(|known| known.clone_from(&document));
    if !options.no_replay {
        watchdog.phase("running inputs of errors natively");
        let confirmed = |document: &Explored| draft.update(|known| known.clone_from(document));
        native::confirm_errors(exploration, report, &mut document, &confirmed)?;
    }
    verdict::settle_exploration(&mut document, options.null_errors);
    watchdog.phase("writing tests");
    let n_tests = match &options.out {
        Some(folder) => Some(write_tests(Out::begin(folder, watchdog)?, exploration, report)?),
        None => None,
    };
    let word = || format!("{}\n", verdict_word(document.verdict));
    let text = options.form.print(&document, word, |style| {
        let mut text = explored_text(&document, style);
        if let (Some(n), Some(folder)) = (n_tests, &options.out) {
            let plural = if n == 1 { "test" } else { "tests" };
            let folder = folder.display();
            text.push_str(&format!(
                "\n{n} {plural} written to {folder}/    incise replay {folder} {}\n",
                files.join(" ")
            ));
        }
        Ok(text)
    })?;
    Ok(Answer { text, code: verdict::code_of_exploration(document.verdict) })
}

/// The document of an exploration of which nothing is known yet.
fn unexplored(config: &Config, files: &[String]) -> Explored {
    let empty = Module::default();
    let mut document = explored(&empty, config, files, &Report::default());
    document.function.paths_complete = false;
    document
}

/// Explores guided by dependence, unless it is remembered that everything has to be explored after all.
fn explore_guided(
    exploration: Exploration,
    setup: ExplorationSetup<'_, '_>,
) -> Result<dgse::Searched<PathSink>, Failure> {
    let Exploration { options, frontend, program, .. } = exploration;
    let tasks_options = DgseOptions {
        interaction: if options.no_interactive { Interaction::None } else { Interaction::Closed },
        order: task_order(options.order, options.seed),
        // What is lost without it is to be seen at any size.
        gives_up: !options.no_interactive,
    };
    let untimed = setup.config.clone().with(|run| run.bounds.timeout = None);
    let question = format!("why is everything explored? {tasks_options:?} {untimed:?}");
    let note = Note::new(&frontend.cache, &program.own, &question);
    if let Some(reason) = note.as_ref().and_then(Note::read) {
        let mut found = dgse::explore_all(setup, reason, &PathSink::default)?;
        found.report.found.sort();
        return Ok(found);
    }
    let found = dgse::explore(setup, tasks_options, &PathSink::default)?;
    if let (Some(reason), Some(note)) = (&found.tasks.fallback, &note) {
        note.write(reason);
    }
    Ok(found)
}

/// Which task of a search guided by dependence comes next.
pub fn task_order(order: OrderName, seed: u64) -> TaskOrder {
    match order {
        OrderName::Default | OrderName::Greedy => TaskOrder::Depth,
        OrderName::Bfs => TaskOrder::Breadth,
        OrderName::Random => TaskOrder::Random(seed),
    }
}

/// Adds what became of the tasks.
fn guided(document: &mut Explored, tasks: &Tasks) {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    document.function.guide = String::from("dgse");
    document.function.tasks = Some(task_stats(tasks));
    document.effort.tasks = Some(TaskEffort {
        analysis_ms: ms(tasks.analysis_time),
        questions: tasks.questions,
        sat_ms: ms(tasks.sat_time),
        unsat_ms: ms(tasks.unsat_time),
        curve: tasks.path_ends.iter().map(|(paths, time)| CurvePoint { paths: *paths, ms: ms(*time) }).collect(),
    });
}

/// Writes a test for every finished path.
fn write_tests(out: Out, exploration: Exploration, report: &Report) -> Result<usize, Failure> {
    let tests: Vec<Test> = report.found.paths.iter().map(|record| exploration.test(record)).collect();
    let Program { own, linked } = exploration.program;
    let program = HarnessProgram { own, linked, others: &[] };
    out.suite("").write(program, &tests)?;
    out.finish()?;
    Ok(tests.len())
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NoError => "no error",
        Verdict::Error => "error",
        Verdict::Undecided => "undecided",
    }
}

fn config(options: &ExploreRequest) -> Result<Config, Failure> {
    let entry = match &options.function {
        Some(name) => Entry::Function(name.clone()),
        None if options.entry == "main" => Entry::Main,
        None => {
            let name = &options.entry;
            return Err(messages::wrong(
                "--entry",
                format!("takes only `main`; explore a function with --function {name}"),
            ));
        }
    };
    let mut silenced = std::collections::BTreeSet::new();
    for name in &options.silence {
        match ErrorKind::ALL.iter().find(|kind| kind.name() == name) {
            Some(kind) => {
                silenced.insert(*kind);
            }
            None => {
                let known: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
                return Err(messages::refused(messages::not_one_of(name, "kind of error", &known)));
            }
        }
    }
    Ok(limited(&options.limits).with(|run| {
        run.entry = entry;
        run.environment.globals = options.globals.start();
        run.environment.open_pointees = true;
        run.environment.notes_overlaps = true;
        run.environment.assumption = assume::configured(&options.assume);
        run.checks.ub = ub_policy(options.ub);
        run.checks.silenced = silenced;
        run.checks.leaks = options.leaks;
        run.search.order = options.order.order();
        run.search.seed = options.seed;
        run.search.keep_paths = options.out.is_some() || options.form.json && !options.no_paths;
    }))
}

/// Bytes of files that the user has not named.
const FILE_BYTES: u32 = 8;

/// Bounds and surroundings as they were asked for.
pub fn limited(options: &Limits) -> Config {
    Config::default().with(|run| {
        run.bounds.max_depth = options.max_depth;
        run.bounds.loop_bound = options.loop_bound;
        run.bounds.max_steps = options.max_steps;
        run.bounds.max_call_depth = options.max_call_depth;
        run.bounds.timeout = options.timeout;
        run.bounds.max_memory = options.max_memory;
        run.environment.allocation = options.alloc.unwrap_or_default().of_engine();
        run.environment.stdin_bytes = options.sym_stdin;
        run.environment.sym_args = options.sym_args.clone();
        run.environment.sym_files = options.sym_file.clone();
        run.environment.any_files = Some(FILE_BYTES);
        run.environment.args = options.arg.clone();
        let is_open = options.sym_args.is_empty() && options.arg.is_empty();
        run.environment.any_arguments = is_open.then_some(AnyArguments::WHEN_READ);
        run.environment.max_object = options.max_object;
    })
}

/// What undefined behaviour means.
pub fn ub_policy(ub: Ub) -> UbPolicy {
    match ub {
        Ub::Report => UbPolicy::Report,
        Ub::Wrap => UbPolicy::Wrap,
        Ub::Undefined => UbPolicy::Undefined,
    }
}

/// The solvers as they were asked for; the work of a query is limited where its time is not.
pub fn solver_config(options: &Limits, work_per_query: u64, deadline: Deadline) -> Result<SolverConfig, Failure> {
    let queries = options.log_queries.as_deref().map(|file| out::replaceable(file, Kind::Queries));
    let mut config = SolverConfig {
        work_per_query: options.solver_timeout.is_none().then_some(work_per_query),
        timeout_per_query: options.solver_timeout,
        max_conflicts: options.solver_conflicts,
        is_apart: options.solver_conflicts.is_some(),
        cross_check: options.cross_check,
        log: queries.transpose()?.map(QueryLog::create).transpose().map_err(ExploreError::from)?.map(Arc::new),
        deadline,
        ..SolverConfig::default()
    };
    for name in options.solver.iter().filter(|name| *name != "own") {
        match ExternalSolver::parse(name) {
            Some(solver) => config.external.push(solver),
            None => {
                let known = ["own", "z3", "cvc5", "bitwuzla", "smtlib:COMMAND"];
                return Err(messages::refused(messages::not_one_of(name, "solver", &known)));
            }
        }
    }
    if options.cross_check && config.external.is_empty() {
        config.external.push(ExternalSolver::Z3);
    }
    Ok(config)
}
