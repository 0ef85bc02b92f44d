//! What must come of a test, computed again: the engine runs the test's inputs and nothing else.

use crate::bytes::Bytes;
use crate::shape::{n_elements, own_shape};
use crate::test::{Test, TestInput, TestInputKind, UbMeaning};
use incise_engine::{
    ALLOCATION, Allocation, AnyArguments, Config, Entry, ExplorationSetup, HistoryCall, PathRecord, Progress,
    StartGlobals, UbPolicy, explore,
};
use incise_ir::Module;
use incise_solver::{Solver, SolverConfig};

/// Why there is no prediction.
#[derive(Debug, thiserror::Error)]
pub enum PredictError {
    /// The engine cannot start.
    #[error("{0}")]
    Start(String),
    /// An assumption of the program does not hold, or a bound was met.
    #[error("the run was cut short{0}")]
    CutShort(String),
    /// Something that is not an input decides, so that there is more than one way.
    #[error("the inputs do not determine the run: {0} paths fit them")]
    Undetermined(usize),
}

/// The configuration that repeats a test: `config`'s bounds, the test's entry, setup and inputs.
pub fn repeating(module: &Module, config: &Config, test: &Test) -> Config {
    let (pointers, links) = own_shape(module, test);
    let sizes = |wanted: fn(&TestInputKind) -> bool| {
        test.inputs
            .iter()
            .filter(move |input| wanted(&input.kind))
            .map(|input| (&input.name, input.bytes.0.len() as u32))
    };
    let arguments: Vec<u32> = sizes(|kind| matches!(kind, TestInputKind::Argument(_))).map(|(_, size)| size).collect();
    let is_counted = test.inputs.iter().any(|input| input.kind == TestInputKind::ArgumentCount);
    // What the test does not count it gives.
    let n_given = if is_counted { 0 } else { test.args.len().saturating_sub(arguments.len()) };
    let file_size = |name: &str| {
        sizes(|kind| *kind == TestInputKind::File).find(|(known, _)| *known == name).map_or(0, |(_, size)| size)
    };
    config.clone().with(|run| {
        run.entry = test.entry.function().map_or(Entry::Main, |name| Entry::Function(name.to_owned()));
        run.environment.history = history(test);
        run.checks.ub = match test.setup.ub {
            UbMeaning::Report => UbPolicy::Report,
            UbMeaning::Wrap => UbPolicy::Wrap,
            UbMeaning::Undefined => UbPolicy::Undefined,
        };
        run.environment.globals = if !test.entry.history().is_empty() {
            StartGlobals::ExternalInputs
        } else if test.setup.initial_globals {
            StartGlobals::Initial
        } else {
            StartGlobals::Any
        };
        run.environment.more_inputs = test
            .inputs
            .iter()
            .filter_map(|input| match &input.kind {
                TestInputKind::Global(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        run.comparison.calls_are_events = test.answers_calls();
        run.checks.leaks = test.setup.check_leaks;
        run.checks.silenced = test.setup.silenced.iter().copied().collect();
        let is_request = |input: &TestInput| input.name.starts_with(ALLOCATION);
        run.environment.allocation =
            if test.inputs.iter().any(is_request) { Allocation::Any } else { Allocation::Succeeds };
        run.environment.stdin_bytes =
            sizes(|kind| *kind == TestInputKind::Stdin).next().map(|(_, size)| size).or(config.environment.stdin_bytes);
        let length = arguments.iter().copied().max().unwrap_or(0);
        run.environment.any_arguments =
            is_counted.then_some(AnyArguments { number: arguments.len() as u32, length, even_unread: true });
        run.environment.sym_args = if is_counted { Vec::new() } else { arguments };
        let asked = |name: &Bytes| {
            test.inputs.iter().any(|input| input.kind == TestInputKind::FileName && starts_as(input, name))
        };
        let given = test.files.iter().filter(|file| !asked(&file.name));
        let given = given.map(|file| String::from_utf8_lossy(&file.name.0).into_owned());
        run.environment.sym_files = given.map(|name| (name.clone(), file_size(&name))).collect();
        let unnamed = |input: &&TestInput| {
            input.kind == TestInputKind::File && !run.environment.sym_files.iter().any(|(name, _)| *name == input.name)
        };
        let bound = test.inputs.iter().find(unnamed).map_or(0, |input| input.bytes.0.len() as u32);
        let has_files = |input: &TestInput| matches!(input.kind, TestInputKind::FileOpened | TestInputKind::Stream(_));
        run.environment.any_files = test.inputs.iter().any(has_files).then_some(bound);
        run.environment.args =
            test.args[..n_given].iter().map(|arg| String::from_utf8_lossy(&arg.0).into_owned()).collect();
        run.environment.pointers = pointers;
        run.environment.pointer_fields = links;
        run.environment.pointee_elements = n_elements(test).unwrap_or(config.environment.pointee_elements);
        run.bounds.max_depth = None;
        run.bounds.loop_bound = None;
        run.search.keep_paths = true;
        run.search.record_trace = true;
        run.environment.fixed_inputs =
            Some(test.inputs.iter().map(|input| (input.name.clone(), input.bytes.0.clone())).collect());
    })
}

/// Whether an input is this text and what follows its end.
fn starts_as(input: &TestInput, text: &Bytes) -> bool {
    input.bytes.0.split(|byte| *byte == 0).next().unwrap_or_default() == text.0
}

/// The calls before that of the function, their inputs named as the test names them.
fn history(test: &Test) -> Vec<HistoryCall> {
    let name = |number: u32| {
        let is_it = |input: &&TestInput| input.kind == TestInputKind::Parameter(number);
        test.inputs.iter().find(is_it).map(|input| input.name.clone())
    };
    let call = |(function, call): (&String, u32)| HistoryCall {
        function: function.clone(),
        arguments: None,
        parameter_names: (call * HistoryCall::STRIDE..).map_while(name).collect(),
    };
    test.entry.history().iter().zip(1..).map(call).collect()
}

/// Runs the engine on a test's inputs, recording every branch. `module` is the program with its libc models.
pub fn predict(module: &Module, config: &Config, test: &Test) -> Result<PathRecord, PredictError> {
    let config = repeating(module, config, test);
    let solver = || Solver::new(SolverConfig::default());
    let report = explore(ExplorationSetup::new(module, &config, &solver, &Progress::default()))
        .map_err(|error| PredictError::Start(error.to_string()))?;
    let mut paths = report.found.paths;
    match paths.len() {
        1 => Ok(paths.remove(0)),
        0 => {
            let reasons: Vec<String> = report.ledger.iter().map(|(entry, _)| entry.detail.clone()).collect();
            Err(PredictError::CutShort(if reasons.is_empty() {
                ": an assumption of the program does not hold".to_owned()
            } else {
                format!(": {}", reasons.join("; "))
            }))
        }
        n => Err(PredictError::Undetermined(n)),
    }
}
