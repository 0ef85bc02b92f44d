//! Running tests natively: the program is compiled once, each test is one process.

use crate::bytes::{Bytes, Hex};
use crate::from_path::{entry_function, never_made, opened};
use crate::native::{BuildError, NativeProgram, Sanitize, build};
use crate::process::{Ended, Limits, Run};
use crate::sanitizer::{self, SanitizerReport};
use crate::test::{ReachedFrom, ReachedKind, Test, TestEntry, TestInput, TestInputKind};
use crate::trace::Trace;
use incise_engine::{Decision, HistoryCall, given_file};
use incise_frontend::{Options, find_clang};
use incise_ir::{GlobalId, Id, Module};
use incise_process::Folder;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Why a run stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The process ended with this code.
    Exit(i32),
    /// In function mode: the function returned.
    Returned,
    /// A signal ended the process.
    Signal(i32),
    /// A sanitizer ended the process.
    Sanitizer(SanitizerReport),
    /// An assumption of the program does not hold for the test.
    AssumeFailed,
    /// The test does not fit the program.
    Misfit(String),
    /// The time was up.
    Timeout,
    /// It wrote more than is kept.
    TooMuchOutput,
}

/// What a native run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// Why it stopped.
    pub stopped: StopReason,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// The branches of the program in order; `None` under sanitizers, or when there were too many to keep.
    pub trace: Option<Vec<Decision>>,
    /// What the function returned.
    pub result: Option<Vec<u8>>,
    /// Globals after the call, by the linker's names.
    pub globals: BTreeMap<String, Vec<u8>>,
    /// What pointer arguments point to after the call, by parameter.
    pub pointees: BTreeMap<u32, Vec<u8>>,
    /// Where pointers in these point to after the call, by object (-1 for the result) and offset: 0 null, the number of an object and 1,
    /// -1 for anything else.
    pub links: BTreeMap<(i64, u32), i32>,
    /// Memory that the test has looked at, by its place in [`crate::test::Expected::reached`]; nothing where no pointer leads to it.
    pub reached: BTreeMap<usize, Option<Vec<u8>>>,
    /// The files that the test opens, as they are after the run.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Calls of functions without a body with their arguments, where the replayer answers them.
    pub calls: Vec<String>,
    /// Inputs that the run asked for past the test's last.
    pub extra_inputs: Vec<String>,
}

/// Why a test could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The program cannot be compiled for it.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The test is for another entry.
    #[error("the test starts at {test}, the program was built to start at {built}")]
    OtherEntry {
        /// Where the test starts.
        test: String,
        /// Where the executable starts.
        built: String,
    },
    /// The test sets what the program does not have.
    #[error("no {0} in the program")]
    NoSuchInput(String),
    /// A file could not be written, or a process not be started.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}

/// A program compiled for replay.
#[derive(Debug)]
pub struct Replayer {
    module: Module,
    entry: TestEntry,
    sanitize: Sanitize,
    executable: PathBuf,
    /// What turns addresses into lines for a sanitizer's report.
    symbolizer: Option<PathBuf>,
    /// What a native run may take.
    pub limits: Limits,
    _folder: Folder,
}

impl Replayer {
    /// Compiles a program for the tests of one entry. `options` must be those that it was explored with.
    pub fn new(
        inputs: &[PathBuf],
        options: &Options,
        entry: &TestEntry,
        sanitize: Sanitize,
    ) -> Result<Replayer, BuildError> {
        Replayer::made(inputs, options, entry, sanitize, false)
    }

    /// The same, with functions that have neither a body nor a model answered by the test: see [`incise_engine::CallEvent`].
    pub fn answering(
        inputs: &[PathBuf],
        options: &Options,
        entry: &TestEntry,
        sanitize: Sanitize,
    ) -> Result<Replayer, BuildError> {
        Replayer::made(inputs, options, entry, sanitize, true)
    }

    fn made(
        inputs: &[PathBuf],
        options: &Options,
        entry: &TestEntry,
        sanitize: Sanitize,
        answers: bool,
    ) -> Result<Replayer, BuildError> {
        let module = incise_frontend::load(inputs, options)?;
        let folder = temporary().map_err(|error| BuildError::Io { what: TEMPORARY.to_owned(), error })?;
        let program = NativeProgram { inputs, options, module: &module, entry, sanitize, answers };
        let executable = build(&program, folder.path())?;
        let symbolizer = match sanitize {
            Sanitize::No => None,
            Sanitize::AddressAndUndefined => symbolizer(&find_clang(options)?),
        };
        let plain = Limits::default();
        let limits = Limits { memory: plain.memory.filter(|_| sanitize == Sanitize::No), ..plain };
        Ok(Replayer { module, entry: entry.clone(), sanitize, executable, symbolizer, limits, _folder: folder })
    }

    /// The program without libc models.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Whether sanitizers watch.
    pub fn sanitize(&self) -> Sanitize {
        self.sanitize
    }

    /// Runs a test.
    pub fn replay(&self, test: &Test) -> Result<Observed, ReplayError> {
        if test.entry != self.entry {
            let name = |entry: &TestEntry| match entry {
                TestEntry::Main => "`main`".to_owned(),
                TestEntry::Function(name) => format!("the function `{name}`"),
                TestEntry::Sequence(names) => format!("the calls of `{}`", names.join("`, `")),
            };
            return Err(ReplayError::OtherEntry { test: name(&test.entry), built: name(&self.entry) });
        }
        let folder = temporary().map_err(|error| ReplayError::Io { what: TEMPORARY.to_owned(), error })?;
        let place = |name: &str| folder.path().join(name);
        let (inputs, call, trace, home) = (place("inputs"), place("call"), place("trace"), place("home"));
        let outside = place("outside");
        put(&outside, self.outside_lines(test)?.as_bytes())?;
        put(&inputs, marker_lines(test).as_bytes())?;
        put(&call, self.call_lines(test)?.as_bytes())?;
        std::fs::create_dir(&home).map_err(|error| io("cannot make", &home, error))?;
        for file in &test.files {
            if file.name.0.is_empty() {
                return Err(ReplayError::NoSuchInput(String::from("file without a name")));
            }
            put(&home.join(place_of(&file.name)), &file.content.0)?;
        }
        for name in never_made(&test.inputs) {
            // A folder of that name is in the way; where a file is, the run tells.
            let _ = std::fs::create_dir(home.join(place_of(&name)));
        }
        let symbolizer = self.symbolizer.as_deref().unwrap_or(Path::new(""));
        let leaks = i32::from(test.setup.check_leaks);
        let sanitizer = format!("detect_leaks={leaks}:hard_rss_limit_mb={SANITIZED_MIB}");
        let run = Run {
            executable: &self.executable,
            args: &test.args,
            stdin: test.stdin.as_ref().map_or(&[], |bytes| &bytes.0),
            variables: &[
                ("INCISE_REPLAY_INPUTS", inputs.as_os_str()),
                ("INCISE_REPLAY_CALL", call.as_os_str()),
                ("INCISE_REPLAY_OUTSIDE", outside.as_os_str()),
                ("INCISE_REPLAY_TRACE", trace.as_os_str()),
                ("ASAN_OPTIONS", OsStr::new(&sanitizer)),
                ("ASAN_SYMBOLIZER_PATH", symbolizer.as_os_str()),
            ],
            folder: &home,
        };
        let finished = run.finish(&self.limits).map_err(|error| io("cannot run", &self.executable, error))?;
        let trace = Trace::parse(&self.module, &std::fs::read(&trace).unwrap_or_default());
        let report = match self.sanitize {
            Sanitize::No => None,
            Sanitize::AddressAndUndefined => sanitizer::parse(&finished.stderr),
        };
        let stopped = match finished.ended {
            _ if trace.misfit.is_some() => StopReason::Misfit(trace.misfit.unwrap_or_default()),
            _ if trace.assume_failed => StopReason::AssumeFailed,
            _ if report.is_some() => StopReason::Sanitizer(report.unwrap_or_default()),
            Ended::TimedOut => StopReason::Timeout,
            Ended::TooMuchOutput => StopReason::TooMuchOutput,
            Ended::Code(_) if trace.result.is_some() => StopReason::Returned,
            Ended::Code(code) => StopReason::Exit(code),
            Ended::Signal(signal) => StopReason::Signal(signal),
        };
        let comparable = self.sanitize == Sanitize::No && !trace.full;
        let name = |id: GlobalId| self.module.globals.get(id).map(|global| global.name.clone());
        Ok(Observed {
            stopped,
            stdout: finished.stdout,
            stderr: finished.stderr,
            trace: comparable.then_some(trace.decisions),
            result: trace.result,
            globals: trace.globals.into_iter().filter_map(|(id, bytes)| Some((name(id)?, bytes))).collect(),
            pointees: trace.pointees.into_iter().collect(),
            links: trace.links.into_iter().collect(),
            reached: self.reached(test, trace.reached),
            files: left_in(&home, test),
            calls: trace.calls,
            extra_inputs: trace.extra,
        })
    }

    /// The functions to which pointers in inputs lead, in the lines of runtime/replay/outside.c.
    fn outside_lines(&self, test: &Test) -> Result<String, ReplayError> {
        let mut lines = BTreeMap::new();
        for (address, one) in test.inputs.iter().flat_map(TestInput::pointed_to) {
            let unknown = || ReplayError::NoSuchInput(format!("function of the type of `{}`", one.name));
            let id = self.module.function(&one.function).ok_or_else(unknown)?;
            lines.insert(address, format!("{address:x} {} {}\n", id.index(), one.name));
        }
        Ok(lines.into_values().collect())
    }

    /// What is set before the call, in the lines of runtime/replay/function.c.
    fn call_lines(&self, test: &Test) -> Result<String, ReplayError> {
        let mut lines = String::new();
        let Some(name) = test.entry.function() else {
            for input in &test.inputs {
                if let TestInputKind::Global(symbol) = &input.kind {
                    let _ = writeln!(lines, "global {} {}", self.global(symbol)?.index(), input.bytes);
                }
            }
            return Ok(lines);
        };
        let function = entry_function(&self.module, name)
            .map(|id| &self.module.functions[id])
            .ok_or_else(|| ReplayError::Build(BuildError::NoFunction(name.to_owned())))?;
        let before = test.entry.history().len() as u32 + 1;
        let mut arguments: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for input in &test.inputs {
            match &input.kind {
                TestInputKind::Global(symbol) => {
                    let id = self.global(symbol)?;
                    let _ = writeln!(lines, "global {} {}", id.index(), input.bytes);
                }
                TestInputKind::Parameter(index) | TestInputKind::Pointee(index) => {
                    let is_before = (1..before).contains(&(index / HistoryCall::STRIDE));
                    if *index as usize >= function.params.len() && !is_linked(test, *index) && !is_before {
                        return Err(ReplayError::NoSuchInput(format!("parameter `{}` of `{name}`", input.name)));
                    }
                    arguments.entry(*index).or_default().extend(&input.bytes.0);
                }
                TestInputKind::Stream(number) => {
                    let _ = writeln!(lines, "argument {number} stream {}", given_file(*number));
                }
                TestInputKind::Null(index) => {
                    let _ = writeln!(lines, "argument {index} null");
                }
                TestInputKind::Same(index, other) => {
                    let _ = writeln!(lines, "argument {index} same {other}");
                }
                TestInputKind::Beside(index, other, bytes) => {
                    let _ = writeln!(lines, "argument {index} beside {other} {bytes}");
                }
                TestInputKind::Link { from, offset, to } => {
                    let target = to.map_or_else(|| String::from("null"), |to| to.to_string());
                    let _ = writeln!(lines, "link {from} {offset} {target}");
                }
                _ => {}
            }
        }
        for (index, bytes) in arguments {
            let _ = writeln!(lines, "argument {index} {}", Hex(bytes));
        }
        for (number, reached) in test.expected.reached.iter().enumerate() {
            let from = match &reached.from {
                ReachedFrom::Result => String::from("result 0"),
                ReachedFrom::Errno => String::from("errno 0"),
                // What a version does not have it does not leave behind.
                ReachedFrom::Global(symbol) => match self.global(symbol) {
                    Ok(id) => format!("global {}", id.index()),
                    Err(_) => continue,
                },
                ReachedFrom::Object(number) => format!("object {number}"),
            };
            let size = if reached.holds == ReachedKind::Pointer { 0 } else { reached.bytes.0.len() };
            let offsets: Vec<String> = reached.offsets.iter().map(i64::to_string).collect();
            let _ = writeln!(lines, "reach {number} {from} {size} {}", offsets.join(" "));
        }
        Ok(lines)
    }

    /// What was looked at, pointers as the text that names what they lead to.
    fn reached(&self, test: &Test, seen: Vec<(usize, Option<Vec<u8>>)>) -> BTreeMap<usize, Option<Vec<u8>>> {
        let named = |number: usize, bytes: Vec<u8>| {
            let is_pointer = test.expected.reached.get(number).is_some_and(|one| one.holds == ReachedKind::Pointer);
            match <[[u8; 8]; 3]>::try_from(bytes.as_chunks().0) {
                Ok(noted) if is_pointer => self.target(noted.map(i64::from_le_bytes)).into_bytes(),
                _ => bytes,
            }
        };
        seen.into_iter().map(|(number, bytes)| (number, bytes.map(|bytes| named(number, bytes)))).collect()
    }

    /// What a pointer leads to: runtime/replay/function.c says what the numbers mean.
    fn target(&self, [kind, number, offset]: [i64; 3]) -> String {
        match kind {
            0 => String::from("null"),
            1 => format!("object {number}+{offset}"),
            2 => {
                let id = GlobalId::new(number.clamp(0, i64::from(u32::MAX)) as usize);
                let name = self.module.globals.get(id).map_or("", |global| &global.name);
                format!("{name}+{offset}")
            }
            _ => String::from("elsewhere"),
        }
    }

    fn global(&self, symbol: &str) -> Result<GlobalId, ReplayError> {
        crate::call::observed_globals(&self.module)
            .find(|(_, global)| global.name == symbol)
            .map(|(id, _)| id)
            .ok_or_else(|| ReplayError::NoSuchInput(format!("global `{symbol}`")))
    }
}

/// Whether a pointer in another object points to one.
fn is_linked(test: &Test, number: u32) -> bool {
    test.inputs.iter().any(|input| matches!(input.kind, TestInputKind::Link { to: Some(to), .. } if to == number))
}

/// What markers and wrapped library functions take, in the lines of runtime/replay/replay.c.
fn marker_lines(test: &Test) -> String {
    let mut lines = String::new();
    for input in &test.inputs {
        if !matches!(input.kind, TestInputKind::Marker | TestInputKind::Environment | TestInputKind::Call) {
            continue;
        }
        let name: String = input.name.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).collect();
        let name = if name.is_empty() { "unnamed" } else { &name };
        let _ = writeln!(lines, "{name} {}", input.bytes);
    }
    lines
}

/// LLVM's symbolizer, beside the compiler itself.
fn symbolizer(clang: &Path) -> Option<PathBuf> {
    let compiler = std::fs::canonicalize(clang).ok()?;
    Some(compiler.with_file_name("llvm-symbolizer")).filter(|tool| tool.is_file())
}

/// How much memory a run under sanitizers may use, in MiB.
const SANITIZED_MIB: u32 = 4096;
const TEMPORARY: &str = "cannot make a temporary folder";

fn temporary() -> std::io::Result<Folder> {
    Folder::new("replay")
}

fn io(what: &str, path: &Path, error: std::io::Error) -> ReplayError {
    ReplayError::Io { what: format!("{what} {}", path.display()), error }
}

fn put(file: &Path, bytes: &[u8]) -> Result<(), ReplayError> {
    std::fs::write(file, bytes).map_err(|error| io("cannot write", file, error))
}

/// What a run leaves in files that it was to open.
fn left_in(home: &Path, test: &Test) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let read = |name: Bytes| Some((name.0.clone(), std::fs::read(home.join(place_of(&name))).ok()?));
    opened(&test.inputs).into_iter().filter_map(read).collect()
}

/// The longest name, in bytes, that is kept as it is.
const PLACE_BYTES: usize = 100;

/// Whether a file of this name is in the folder of the run as it is called.
pub(crate) fn is_plain(name: &Bytes) -> bool {
    name.0.len() <= PLACE_BYTES && !name.0.contains(&b'/') && !matches!(name.0.as_slice(), b"." | b"..")
}

/// Where the file of a name is in the folder of the run, as `place_of` of runtime/replay/replay.c finds it.
fn place_of(name: &Bytes) -> PathBuf {
    let own = name.0.as_slice();
    if is_plain(name) {
        return PathBuf::from(OsStr::from_bytes(own));
    }
    PathBuf::from(format!("file-{}", Hex(own[..own.len().min(PLACE_BYTES)].to_vec())))
}
