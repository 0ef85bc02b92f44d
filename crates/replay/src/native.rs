//! From a program's files to an executable that replays its tests.
//!
//! The bitcode that was explored is instrumented and compiled as it is, without optimisation: the machine executes the
//! branches that the engine did, under the same numbers. LLVM and the linker are asked themselves; clang, which takes several times
//! as long to start, does it all where one of them cannot, and with sanitizers.

use crate::call::{calls, outside_objects};
use crate::from_path::entry_function;
use crate::harness_object::object;
use crate::link;
use crate::stubs;
use crate::test::TestEntry;
use incise_engine::is_modelled;
use incise_frontend::{FrontendError, Options, find_clang, instrument};
use incise_ir::library::{self, Hidden, Input};
use incise_ir::{Function, Module};
use incise_process::Limits;
use incise_runtime::{REPLAY, REPLAY_FUNCTION, REPLAY_MAIN, REPLAY_OUTSIDE, libc_module};
use std::path::{Path, PathBuf};
use std::process::Command;

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
    #[error("no function `{0}` in the program")]
    NoFunction(String),
    /// The program has no `main`.
    #[error("no function `main` in the program; such a test cannot be replayed")]
    NoMain,
    /// Only C can be compiled with sanitizers.
    #[error("{}: sanitizers need the C source", .0.display())]
    SanitizeNeedsSource(PathBuf),
    /// The models of libc, which say what needs no answer, cannot be read.
    #[error("cannot read the libc models: {0}")]
    Library(String),
    /// clang cannot make an executable of it.
    #[error("cannot link the program for replay\n{}", .0.trim_end())]
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

/// A program that is compiled for replay.
pub(crate) struct NativeProgram<'a> {
    pub(crate) inputs: &'a [PathBuf],
    pub(crate) options: &'a Options,
    pub(crate) module: &'a Module,
    pub(crate) entry: &'a TestEntry,
    pub(crate) sanitize: Sanitize,
    /// Whether the test answers calls of functions that have neither a body nor a model.
    pub(crate) answers: bool,
}

/// Compiles the program into `folder` and gives the executable.
pub(crate) fn build(program: &NativeProgram, folder: &Path) -> Result<PathBuf, BuildError> {
    let &NativeProgram { inputs, options, module, entry, sanitize, answers } = program;
    let mut options = options.clone();
    if sanitize == Sanitize::AddressAndUndefined {
        if let Some(input) = inputs.iter().find(|input| !input.extension().is_some_and(|e| e == "c" || e == "i")) {
            return Err(BuildError::SanitizeNeedsSource(input.clone()));
        }
        options.flags.extend([SANITIZE, "-fno-sanitize-trap=all", "-fno-sanitize-recover=all"].map(str::to_owned));
    }
    let clang = find_clang(&options)?;
    // What is generated for the program: how its function is called, and functions that answer its calls.
    let mut generated = Vec::new();
    let mut wrapped: Vec<String> = Vec::new();
    let mut harness = vec![("replay.c", REPLAY)];
    if stubs::pointed_to(module).next().is_some() {
        harness.push(("outside.c", REPLAY_OUTSIDE));
    }
    match entry {
        TestEntry::Main => {
            if module.function("main").is_none_or(|id| module.functions[id].is_declaration()) {
                return Err(BuildError::NoMain);
            }
            if outside_objects(module, true).is_some() {
                harness.push(("main.c", REPLAY_MAIN));
            }
        }
        TestEntry::Function(_) | TestEntry::Sequence(_) => {
            let names = entry.history().iter().map(String::as_str).chain(entry.function());
            let function = |name: &str| {
                let id = entry_function(module, name).filter(|id| !module.functions[*id].is_declaration());
                id.map(|id| &module.functions[id]).ok_or_else(|| BuildError::NoFunction(name.to_owned()))
            };
            let functions: Vec<&Function> = names.map(function).collect::<Result<_, _>>()?;
            harness.push(("function.c", REPLAY_FUNCTION));
            generated.push(write(folder, "call.ll", &calls(module, &functions))?);
            wrapped.push("main".to_owned());
        }
    }
    if let Some(objects) = outside_objects(module, *entry == TestEntry::Main) {
        generated.push(write(folder, "objects.ll", &objects)?);
    }
    wrapped.extend(module.functions.iter().filter(is_answered).map(|function| function.name.clone()));
    if answers {
        let library = libc_module(&options).map_err(|error| BuildError::Library(error.to_string()))?;
        let has_model = |name: &str| {
            is_modelled(name) || library.function(name).is_some_and(|id| !library.functions[id].is_declaration())
        };
        let functions = stubs::answered(module, &has_model);
        generated.push(write(folder, "stubs.ll", &stubs::stubs(module, &functions))?);
        wrapped.extend(functions.iter().map(|function| function.name.clone()));
    }
    let flags: Vec<String> = options.flags.iter().filter(|flag| is_for_linking(flag)).cloned().collect();
    let executable = folder.join("program");
    let externalize = *entry != TestEntry::Main;
    let compiled: Option<Vec<PathBuf>> = match sanitize {
        Sanitize::No => harness.iter().map(|(_, text)| object(&options, &clang, text)).collect(),
        // It is watched as the program is.
        Sanitize::AddressAndUndefined => None,
    };
    if let Some(compiled) = &compiled {
        let program = folder.join("program.o");
        if incise_frontend::object(inputs, &options, &program, externalize, &generated).is_ok() {
            let mut objects = vec![program];
            objects.extend_from_slice(compiled);
            objects.extend(generated.iter().map(|file| file.with_extension("o")));
            let parts = link::Parts { objects: &objects, wrapped: &wrapped, flags: &flags, executable: &executable };
            if link::directly(&options, &clang, &parts) {
                return Ok(executable);
            }
        }
    }
    let program = folder.join("program.bc");
    instrument(inputs, &options, &program, externalize)?;
    let mut parts = vec![program];
    match compiled {
        Some(compiled) => parts.extend(compiled),
        None => parts.extend(written(folder, &harness)?),
    }
    parts.extend(generated);
    let mut command = Command::new(&clang);
    command
        .args(["-O0", "-g", "-w", "-Wno-override-module", "-pthread", "-o"])
        .arg(&executable)
        .args(&parts)
        .args(wrapped.iter().map(|name| format!("-Wl,--wrap={name}")))
        .args((sanitize == Sanitize::AddressAndUndefined).then_some(SANITIZE))
        .args(&flags)
        .arg("-lm")
        // Where clang leaves its own temporary files when it is killed.
        .env("TMPDIR", folder)
        .current_dir(folder);
    let output = incise_process::output(&mut command, &Limits::COMPILER)
        .map_err(|error| BuildError::Io { what: format!("cannot run {}", clang.display()), error })?;
    if !output.status.success() {
        return Err(BuildError::Link(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(executable)
}

/// Whether the test answers, in runtime/replay/replay.c, what the environment answers in the engine; unless the program defines it.
fn is_answered(function: &&Function) -> bool {
    let known = library::facts(&function.name);
    let is_input = matches!(known.input, Some(Input::Environment | Input::Allocation));
    function.is_declaration() && (is_input || matches!(known.hidden, Some(Hidden::FileOpened | Hidden::FileReopened)))
}

/// The harness as source files.
fn written(folder: &Path, harness: &[(&str, &str)]) -> Result<Vec<PathBuf>, BuildError> {
    harness.iter().map(|(name, text)| write(folder, name, text)).collect()
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
