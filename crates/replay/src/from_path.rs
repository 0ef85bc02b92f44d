//! From a finished path to a test.

use crate::bytes::{Bytes, Hex, Partial};
use crate::test::{
    DecisionPlace, Ending, Expected, ExpectedError, ExpectedGlobal, FileInput, SCHEMA, Setup, Test, TestEntry,
    TestFunction, TestInput, TestInputKind, TypedValue, UbMeaning,
};
use crate::value::{mark_addresses, readable, string, type_text};
use incise_engine::{
    Config, Decision, Entry, InputKind, InputValue, PathEnd, PathRecord, PointedTo, ProgramError, StartGlobals,
    UbPolicy, given_file,
};
use incise_ir::{FuncId, Id, Module, SourceType, SourceTypeId};
use std::path::PathBuf;

impl Test {
    /// The test of a path: `program` and `flags` as the user gave them, `module` and `config` as they were explored.
    pub fn from_path(
        program: &[PathBuf],
        flags: &[String],
        module: &Module,
        config: &Config,
        record: &PathRecord,
    ) -> Test {
        let inputs: Vec<TestInput> = record.inputs.iter().filter_map(|input| test_input(module, input)).collect();
        Test {
            schema: SCHEMA.to_owned(),
            program: program.to_vec(),
            flags: flags.to_vec(),
            entry: TestEntry::of(config),
            setup: setup(config),
            args: arguments(config, &inputs),
            stdin: stream(&inputs, "stdin"),
            files: files(config, &inputs),
            inputs,
            expected: expected(module, config, record),
            decisions: record.decisions.iter().map(|decision| decision_place(module, decision)).collect(),
        }
    }
}

fn setup(config: &Config) -> Setup {
    let ub = match config.checks.ub {
        UbPolicy::Report => UbMeaning::Report,
        UbPolicy::Wrap => UbMeaning::Wrap,
        UbPolicy::Undefined => UbMeaning::Undefined,
    };
    Setup {
        ub,
        initial_globals: config.environment.globals == StartGlobals::Initial,
        check_leaks: config.checks.leaks,
        silenced: config.checks.silenced.iter().copied().collect(),
        sanitized: false,
    }
}

/// An input as a test has it; nothing for what no test can set.
fn test_input(module: &Module, input: &InputValue) -> Option<TestInput> {
    let kind = match input.kind {
        InputKind::Marker => TestInputKind::Marker,
        InputKind::Parameter(index) => TestInputKind::Parameter(index),
        InputKind::Global(id) => TestInputKind::Global(module.globals[id].name.clone()),
        InputKind::Pointee(index) => TestInputKind::Pointee(index),
        InputKind::Null(index) => TestInputKind::Null(index),
        InputKind::Stream(number) => TestInputKind::Stream(number),
        InputKind::Same(index, other) => TestInputKind::Same(index, other),
        InputKind::Beside(index, other, bytes) => TestInputKind::Beside(index, other, bytes),
        InputKind::Link(from, offset, to) => TestInputKind::Link { from, offset, to },
        InputKind::Argument(index) => TestInputKind::Argument(index),
        InputKind::ArgumentCount => TestInputKind::ArgumentCount,
        InputKind::Stdin => TestInputKind::Stdin,
        InputKind::StreamSize => TestInputKind::StreamSize,
        InputKind::File => TestInputKind::File,
        InputKind::FileOpened => TestInputKind::FileOpened,
        InputKind::FileName => TestInputKind::FileName,
        InputKind::Environment => TestInputKind::Environment,
        InputKind::Call => TestInputKind::Call,
        InputKind::Unwritten => return None,
    };
    let value = match kind {
        TestInputKind::Stdin | TestInputKind::File | TestInputKind::FileName | TestInputKind::Argument(_) => {
            serde_json::Value::String(string(&input.bytes))
        }
        _ => readable(module, input.source_type, &input.bytes),
    };
    let ty = input.source_type.and_then(|ty| type_text(module, ty));
    let function = |one: &PointedTo| {
        let function = module.functions[one.function].name.clone();
        TestFunction { offset: one.offset, name: one.name.clone(), function }
    };
    let functions = input.functions.iter().map(function).collect();
    Some(TestInput { name: input.name.clone(), kind, bytes: Hex(input.bytes.clone()), ty, value, functions })
}

/// More arguments than a system passes on are not given, so that a run which needs them is not as predicted.
const MAX_ARGUMENTS: usize = 100_000;

/// The arguments that the user gave, then the symbolic ones, as many as there are; each ends at its first NUL.
fn arguments(config: &Config, inputs: &[TestInput]) -> Vec<Bytes> {
    let mut args: Vec<Bytes> = config.environment.args.iter().map(|arg| Bytes(arg.clone().into_bytes())).collect();
    for input in inputs {
        if let TestInputKind::Argument(_) = input.kind {
            args.push(Bytes(input.bytes.0.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()));
        }
    }
    if let Some(n_args) = argument_count(inputs) {
        args.resize(n_args.min(MAX_ARGUMENTS), Bytes::default());
    }
    args
}

/// How many arguments follow the program's name, if an input says so.
pub(crate) fn argument_count(inputs: &[TestInput]) -> Option<usize> {
    let count = inputs.iter().find(|input| input.kind == TestInputKind::ArgumentCount)?;
    let count = count.bytes.0.iter().rev().fold(0usize, |count, byte| count << 8 | usize::from(*byte));
    Some(count.saturating_sub(1))
}

/// What a stream holds: its bytes, as many as its size says.
fn stream(inputs: &[TestInput], name: &str) -> Option<Bytes> {
    let is_stream = |input: &&TestInput| matches!(input.kind, TestInputKind::Stdin | TestInputKind::File);
    let mut bytes =
        inputs.iter().filter(is_stream).find(|input| input.name == name).map(|input| input.bytes.0.clone())?;
    let size = format!("{name}.size");
    if let Some(size) = inputs.iter().find(|input| input.name == size) {
        let size = size.bytes.0.iter().rev().fold(0usize, |size, byte| size << 8 | usize::from(*byte));
        bytes.truncate(size);
    }
    Some(Bytes(bytes))
}

/// How the inputs end that say whether a file can be opened: as it is, or to be made.
const OPENED: &str = ".opened";
const CREATED: &str = ".created";

/// Files that the program opened hold what it read; one that it only opened is there too.
fn files(config: &Config, inputs: &[TestInput]) -> Vec<FileInput> {
    let content = |name: &str| stream(inputs, name).unwrap_or_default();
    let given = config.environment.sym_files.iter();
    let given = given.map(|(name, _)| FileInput { name: Bytes(name.clone().into_bytes()), content: content(name) });
    let asked = inputs.iter().filter_map(|input| {
        let label = input.name.strip_suffix(OPENED).filter(|_| is_yes(input))?;
        Some(FileInput { name: file_name(inputs, input)?, content: content(label) })
    });
    let streams = streams(inputs)
        .map(|(number, name)| FileInput { name: Bytes(given_file(number).into_bytes()), content: content(name) });
    given.chain(asked).chain(streams).collect()
}

/// The streams that a caller gives: the number of each, and its name.
pub(crate) fn streams(inputs: &[TestInput]) -> impl Iterator<Item = (u32, &str)> {
    inputs.iter().filter_map(|input| match input.kind {
        TestInputKind::Stream(number) => Some((number, input.name.trim_start_matches('*'))),
        _ => None,
    })
}

fn is_yes(input: &TestInput) -> bool {
    input.kind == TestInputKind::FileOpened && input.bytes.0.iter().any(|byte| *byte != 0)
}

/// The name of the file that an input is about.
fn file_name(inputs: &[TestInput], input: &TestInput) -> Option<Bytes> {
    let wanted = format!("{}.name", input.name);
    // A name ends at its first NUL.
    let upto = |name: &[u8]| Bytes(name.split(|byte| *byte == 0).next().unwrap_or_default().to_vec());
    inputs.iter().find(|input| input.name == wanted).map(|name| upto(&name.bytes.0))
}

/// The names of files that can be opened.
pub(crate) fn opened(inputs: &[TestInput]) -> Vec<Bytes> {
    let asked = inputs.iter().filter(|input| is_yes(input)).filter_map(|input| file_name(inputs, input));
    asked.chain(streams(inputs).map(|(number, _)| Bytes(given_file(number).into_bytes()))).collect()
}

/// Files that cannot be made.
pub(crate) fn never_made(inputs: &[TestInput]) -> Vec<Bytes> {
    let is_refused =
        |input: &&TestInput| input.kind == TestInputKind::FileOpened && !is_yes(input) && input.name.ends_with(CREATED);
    inputs.iter().filter(is_refused).filter_map(|input| file_name(inputs, input)).collect()
}

fn expected(module: &Module, config: &Config, record: &PathRecord) -> Expected {
    let main = config.entry == Entry::Main;
    let (ends, error) = match &record.end {
        PathEnd::Return if main => (Ending::Exit, None),
        PathEnd::Return => (Ending::Return, None),
        PathEnd::Exit => (Ending::Exit, None),
        PathEnd::Error(error) => (Ending::Error, Some(expected_error(module, error))),
        // Such a path has no record; should one come, nothing is claimed of its end.
        PathEnd::Cut => (Ending::Error, None),
    };
    let output = |stream: i32| Bytes(record.output.get(&stream).cloned().unwrap_or_default());
    let result = record.result.filter(|_| ends == Ending::Return).map(|(value, width)| {
        let bytes = value.to_le_bytes()[..(width.div_ceil(8) as usize).min(16)].to_vec();
        let ty = result_type(module, config);
        TypedValue {
            value: readable(module, ty, &bytes),
            ty: ty.and_then(|ty| type_text(module, ty)),
            bytes: Hex(bytes),
        }
    });
    Expected {
        ends,
        error,
        exit_code: record.result.filter(|_| ends == Ending::Exit).map(|(value, _)| value as u8),
        result,
        stdout: output(1),
        stderr: output(2),
        globals: globals(module, record),
        memory: Vec::new(),
        links: Vec::new(),
        reached: Vec::new(),
        files: Vec::new(),
        calls: None,
        exact: record.guesses.is_empty(),
        guesses: record.guesses.iter().cloned().collect(),
    }
}

fn expected_error(module: &Module, error: &ProgramError) -> ExpectedError {
    let is_users = |file: &str| !file.starts_with('<');
    let path = |file| module.files.get(file).map_or("<unknown>", |file| file.path.as_str());
    let users = error.stack.iter().find(|entry| entry.span.is_known() && is_users(path(entry.span.file)));
    let entry = users.or_else(|| error.stack.first());
    ExpectedError {
        kind: error.kind,
        message: error.message.clone(),
        function: entry
            .and_then(|entry| module.functions.get(entry.function))
            .map(|function| function.source_name.clone())
            .unwrap_or_default(),
        file: entry.map(|entry| path(entry.span.file).to_owned()).unwrap_or_default(),
        line: entry.map_or(0, |entry| entry.span.line),
    }
}

/// The function that a name means: the linker's name, or that in the source.
pub(crate) fn entry_function(module: &Module, name: &str) -> Option<FuncId> {
    module.function(name).or_else(|| {
        module
            .functions
            .iter_ids()
            .find(|(_, function)| function.source_name == name && !function.is_declaration())
            .map(|(id, _)| id)
    })
}

fn result_type(module: &Module, config: &Config) -> Option<SourceTypeId> {
    let Entry::Function(name) = &config.entry else { return None };
    let function = &module.functions[entry_function(module, name)?];
    match &module.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

fn globals(module: &Module, record: &PathRecord) -> Vec<ExpectedGlobal> {
    let mut expected = Vec::new();
    for (id, bytes) in &record.globals {
        let global = &module.globals[*id];
        if module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<')) {
            continue; // a library model's own
        }
        let mut addresses = vec![false; bytes.len()];
        if let Some(ty) = global.source_type {
            mark_addresses(module, ty, 0, &mut addresses);
        }
        expected.push(ExpectedGlobal {
            name: global.name.clone(),
            bytes: Partial(bytes.iter().zip(addresses).map(|(byte, address)| (!address).then_some(*byte)).collect()),
            ty: global.source_type.and_then(|ty| type_text(module, ty)),
            value: readable(module, global.source_type, bytes),
        });
    }
    expected
}

fn decision_place(module: &Module, decision: &Decision) -> DecisionPlace {
    let function = &module.functions[decision.function];
    DecisionPlace {
        function: function.source_name.clone(),
        line: function.blocks.get(decision.block).map_or(0, |block| block.terminator.span.line),
        block: decision.block.index() as u32,
        edge: decision.edge,
    }
}
