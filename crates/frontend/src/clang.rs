//! Finding and running clang.

use crate::dependencies;
use crate::error::FrontendError;
use crate::options::Options;
use incise_process::{Group, Limits};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Newest first: the reader is LLVM 19.
const NAMES: [&str; 7] = ["clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14", "clang"];

/// What every compilation is given. Debug information and names make results readable; contracting `a*b+c` would make
/// them differ from the source. Flags for linking are the user's to keep in one list.
const ALWAYS: [&str; 6] =
    ["-g", "-fno-discard-value-names", "-ffp-contract=off", "-emit-llvm", "-c", "-Wno-unused-command-line-argument"];

/// After the user's flags: a call of the C library is a call of the function that the source names. glibc's headers replace
/// `isalpha` by a look into its tables unless told not to, and checked functions such as `__memcpy_chk` stand in for plain ones
/// under `_FORTIFY_SOURCE`.
const PLAIN_CALLS: [&str; 3] = ["-D__NO_CTYPE", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0"];

/// The compiler to use.
pub fn find(options: &Options) -> Result<PathBuf, FrontendError> {
    let named = options.clang.clone().or_else(|| std::env::var_os("INCISE_CLANG").map(PathBuf::from));
    let tried = match &named {
        Some(name) => name.display().to_string(),
        None => NAMES.join(", "),
    };
    let found = match &named {
        Some(name) => on_path(name.as_os_str()),
        None => NAMES.iter().find_map(|name| on_path(OsStr::new(name))),
    };
    found.ok_or(FrontendError::NoClang { tried })
}

/// A program by its name on the path, or by its own path.
fn on_path(name: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_owned());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

/// In a tree, its place is not in the result.
const ANYWHERE: &str = "-fdebug-compilation-dir=.";

/// The flags for a file, for clang and for the cache's key.
pub(crate) fn flags(options: &Options, source: &Path) -> Vec<OsString> {
    let mut flags: Vec<OsString> = Vec::new();
    flags.extend(options.optimise.flags().iter().map(Into::into));
    flags.extend(ALWAYS.iter().map(Into::into));
    flags.extend(options.tree.is_some().then_some(ANYWHERE.into()));
    flags.extend(options.flags.iter().chain(options.flags_of.get(source).into_iter().flatten()).map(Into::into));
    flags.extend(PLAIN_CALLS.iter().chain(options.optimise.macros()).map(Into::into));
    for folder in &options.include_dirs {
        flags.extend([OsStr::new("-isystem").to_owned(), folder.clone().into_os_string()]);
    }
    flags
}

/// A file name that no program takes for an option.
pub(crate) fn as_operand(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") { Path::new(".").join(file) } else { file.to_owned() }
}

/// One compilation: what is read and what is written.
pub(crate) struct Job {
    pub(crate) source: PathBuf,
    pub(crate) bitcode: PathBuf,
    /// Where clang lists the headers it read.
    pub(crate) dependencies: PathBuf,
}

/// Compiles, a few at a time, and gives every file that was read, by job.
pub(crate) fn compile(clang: &Path, options: &Options, jobs: &[Job]) -> Result<Vec<Vec<PathBuf>>, FrontendError> {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut read = Vec::new();
    for some in jobs.chunks(at_once) {
        let started: Vec<_> = some.iter().map(|job| start(clang, options, job)).collect();
        // All are waited for, also when one fails: no process outlives the call.
        let ended: Vec<_> = started.into_iter().zip(some).map(|(child, job)| finish(clang, child, job)).collect();
        for dependencies in ended {
            read.push(dependencies?);
        }
    }
    Ok(read)
}

fn start(clang: &Path, options: &Options, job: &Job) -> std::io::Result<Group> {
    // Where it is must not depend on where it runs.
    let mut command = Command::new(std::path::absolute(clang)?);
    command
        .current_dir(options.tree.as_deref().unwrap_or(Path::new(".")))
        .args(flags(options, &job.source))
        .args(["-MD", "-MT", "x", "-MF"])
        .arg(&job.dependencies)
        .arg("-o")
        .arg(&job.bitcode)
        .arg("--")
        .arg(as_operand(&job.source))
        // Where clang leaves its own temporary files when it is killed.
        .env("TMPDIR", job.bitcode.parent().unwrap_or(Path::new(".")))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    Group::spawn(&mut command, &Limits::COMPILER)
}

fn finish(clang: &Path, child: std::io::Result<Group>, job: &Job) -> Result<Vec<PathBuf>, FrontendError> {
    let failed =
        |reason: String| FrontendError::ClangFailed { clang: clang.to_owned(), file: job.source.clone(), reason };
    let output = child.and_then(Group::output).map_err(|error| failed(error.to_string()))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code().is_none() {
        return Err(failed(format!("{}\n{messages}", output.status)));
    }
    if !output.status.success() {
        return Err(FrontendError::DoesNotCompile { file: job.source.clone(), messages });
    }
    if !job.bitcode.is_file() {
        return Err(failed("the flags make it write no bitcode".to_owned()));
    }
    Ok(dependencies::parse(&std::fs::read(&job.dependencies).unwrap_or_default()))
}
