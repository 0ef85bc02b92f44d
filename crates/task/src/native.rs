//! From a program's files to an executable that replays its tests.
//!
//! The bitcode that was explored is instrumented and compiled as it is, without optimisation: the machine executes the
//! branches that the engine did, under the same numbers.

use crate::call::call;
use crate::from_path::entry_function;
use crate::harness_object::object;
use crate::stubs;
use crate::test::TestEntry;
use incise_engine::is_modelled;
use incise_frontend::{FrontendError, Options, find_clang, instrument};
use incise_ir::Module;
use incise_runtime::{REPLAY, REPLAY_FUNCTION, libc_module};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which sanitizers watch the native run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sanitize {
    /// None: the run is the program's own, and its branches are recorded.
    #[default]
    No,
    /// Address and undefined behaviour; the first report ends the run. Branches are not comparable.
    AddressAndUndefined,
}

const SANITIZE: &str = "-fsanitize=address,undefined,float-cast-overflow";

/// Why there is no executable.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The files do not compile.
    #[error(transparent)]
    Frontend(#[from] FrontendError),
    /// The program has no such function.
    #[error("the program has no function `{0}`")]
    NoFunction(String),
    /// The program has no `main`.
    #[error("the program has no function `main`: such a test cannot be replayed")]
    NoMain,
    /// Only C can be compiled with sanitizers.
    #[error("{}: sanitizers need the C source", .0.display())]
    SanitizeNeedsSource(PathBuf),
    /// The models of libc, which say what needs no answer, cannot be read.
    #[error("the libc models cannot be read: {0}")]
    Library(String),
    /// clang cannot make an executable of it.
    #[error("the program cannot be linked for replay\n{}", .0.trim_end())]
    Link(String),
    /// A file could not be written, or a process not be started.
    #[error("{what}: {error}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        error: std::io::Error,
    },
}

/// Library functions that the engine answers with inputs: runtime/replay/replay.c answers them with the test's.
const WRAPPED: [&str; 10] =
    ["rand", "random", "lrand48", "rand_r", "time", "clock", "getpid", "getppid", "getenv", "secure_getenv"];

/// Compiles the program into `folder` and gives the executable.
pub(crate) fn build(
    inputs: &[PathBuf],
    options: &Options,
    module: &Module,
    entry: &TestEntry,
    (sanitize, answers): (Sanitize, bool),
    folder: &Path,
) -> Result<PathBuf, BuildError> {
    let mut options = options.clone();
    if sanitize == Sanitize::AddressAndUndefined {
        if let Some(input) = inputs.iter().find(|input| !input.extension().is_some_and(|e| e == "c" || e == "i")) {
            return Err(BuildError::SanitizeNeedsSource(input.clone()));
        }
        options.flags.extend([SANITIZE, "-fno-sanitize-recover=all"].map(str::to_owned));
    }
    let clang = find_clang(&options)?;
    let program = folder.join("program.bc");
    instrument(inputs, &options, &program, *entry != TestEntry::Main)?;
    let harness = |name: &str, text: &str| match sanitize {
        Sanitize::No => object(&options, &clang, text).map_or_else(|| write(folder, name, text), Ok),
        // It is watched as the program is.
        Sanitize::AddressAndUndefined => write(folder, name, text),
    };
    let mut parts = vec![program, harness("replay.c", REPLAY)?];
    let mut link: Vec<String> = Vec::new();
    match entry {
        TestEntry::Main => {
            if module.function("main").is_none_or(|id| module.functions[id].is_declaration()) {
                return Err(BuildError::NoMain);
            }
        }
        TestEntry::Function(name) => {
            let id = entry_function(module, name)
                .filter(|id| !module.functions[*id].is_declaration())
                .ok_or_else(|| BuildError::NoFunction(name.clone()))?;
            parts.push(harness("function.c", REPLAY_FUNCTION)?);
            parts.push(write(folder, "call.ll", &call(module, &module.functions[id]))?);
            link.push("-Wl,--wrap=main".to_owned());
        }
    }
    for name in WRAPPED {
        // One that the program defines itself is the program's.
        if module.function(name).is_some_and(|id| module.functions[id].is_declaration()) {
            link.push(format!("-Wl,--wrap={name}"));
        }
    }
    if answers {
        let library = libc_module(&options).map_err(|error| BuildError::Library(error.to_string()))?;
        let has_model = |name: &str| {
            is_modelled(name) || library.function(name).is_some_and(|id| !library.functions[id].is_declaration())
        };
        let functions = stubs::answered(module, &has_model);
        parts.push(write(folder, "stubs.ll", &stubs::stubs(module, &functions))?);
        link.extend(functions.iter().map(|function| format!("-Wl,--wrap={}", function.name)));
    }
    if sanitize == Sanitize::AddressAndUndefined {
        link.push(SANITIZE.to_owned());
    }
    link.extend(options.flags.iter().filter(|flag| is_for_linking(flag)).cloned());
    let executable = folder.join("program");
    let output = Command::new(&clang)
        .args(["-O0", "-g", "-w", "-Wno-override-module", "-pthread", "-o"])
        .arg(&executable)
        .args(&parts)
        .args(&link)
        .arg("-lm")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| BuildError::Io { what: format!("cannot run {}", clang.display()), error })?;
    if !output.status.success() {
        return Err(BuildError::Link(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(executable)
}

fn is_for_linking(flag: &str) -> bool {
    flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,")
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, BuildError> {
    let file = folder.join(name);
    std::fs::write(&file, text)
        .map_err(|error| BuildError::Io { what: format!("cannot write {}", file.display()), error })?;
    Ok(file)
}
