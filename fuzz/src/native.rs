//! Compiling and running a program natively.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The compiler whose binary is the truth.
pub const CLANG: &str = "clang-19";
/// The second opinion on whether a program means one thing only.
pub const GCC: &str = "gcc";

/// What a finished program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Everything on standard output.
    pub stdout: Vec<u8>,
    /// The exit code, or the signal that ended it.
    pub end: End,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// Compiles C files without optimisation; the compiler's messages when it will not.
pub fn compile(compiler: &str, sources: &[&Path], flags: &[String], binary: &Path) -> Result<(), String> {
    let output = Command::new(compiler)
        .args(["-O0", "-w", "-ffp-contract=off"])
        .args(flags)
        .arg("-o")
        .arg(binary)
        .args(sources)
        .arg("-lm")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {compiler}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Whether a compiler can be run here.
pub fn exists(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

/// Runs a binary; `None` when it does not end in time.
pub fn run(binary: &Path, limit: Duration) -> io::Result<Option<Run>> {
    run_command(
        Command::new(binary).stdin(Stdio::null()).stderr(Stdio::null()),
        &binary.with_extension("stdout"),
        limit,
    )
}

/// Runs a command whose standard output goes to the file `text`; `None` when it does not end in time.
pub fn run_command(command: &mut Command, text: &Path, limit: Duration) -> io::Result<Option<Run>> {
    // To a file, not a pipe: nothing has to be read while it runs.
    let mut child = command.stdout(File::create(text)?).spawn()?;
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_micros(500);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let mut stdout = Vec::new();
    File::open(text)?.read_to_end(&mut stdout)?;
    let end = match status.code() {
        Some(code) => End::Code(code),
        None => End::Signal(status.signal().unwrap_or(0)),
    };
    Ok(Some(Run { stdout, end }))
}
