//! One run of an executable: its input fed, its output kept, its time bounded.

use crate::bytes::Bytes;
use incise_process::{Group, Limits as ChildLimits};
use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// What one native run may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time; the run is killed after it.
    pub timeout: Duration,
    /// Bytes of standard output and of standard error that are kept; a run that writes more is killed.
    pub output: u64,
    /// Bytes of address space; nothing where a sanitizer, which reserves terabytes, limits what is in use.
    pub memory: Option<u64>,
    /// Bytes of the largest file that it may write.
    pub file_size: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { timeout: Duration::from_secs(10), output: 16 << 20, memory: Some(4 << 30), file_size: 64 << 20 }
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    Code(i32),
    Signal(i32),
    TimedOut,
    TooMuchOutput,
}

pub(crate) struct Finished {
    pub(crate) ended: Ended,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

pub(crate) struct Run<'a> {
    pub(crate) executable: &'a Path,
    pub(crate) args: &'a [Bytes],
    pub(crate) stdin: &'a [u8],
    pub(crate) variables: &'a [(&'a str, &'a OsStr)],
    pub(crate) folder: &'a Path,
}

impl Run<'_> {
    /// Runs to the end, or until a limit is met. Nothing that it started outlives the call.
    pub(crate) fn finish(&self, limits: &Limits) -> std::io::Result<Finished> {
        let mut command = Command::new(self.executable);
        command
            .arg0("program")
            .args(self.args.iter().map(|arg| OsStr::from_bytes(&arg.0)))
            .env_clear()
            .envs(self.variables.iter().copied())
            .current_dir(self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let of_child = ChildLimits { time: Some(limits.timeout), memory: limits.memory, file_size: limits.file_size };
        let mut child = Group::spawn(&mut command, &of_child)?;
        let (mut stdin, stdout, stderr) = (child.stdin(), child.stdout(), child.stderr());
        std::thread::scope(|scope| {
            scope.spawn(move || {
                if let Some(stdin) = &mut stdin {
                    // A program need not read its input.
                    let _ = stdin.write_all(self.stdin);
                }
            });
            let keep = limits.output;
            let out = scope.spawn(move || read(stdout, keep));
            let err = scope.spawn(move || read(stderr, keep));
            let ended = match child.wait() {
                Ok(status) => ended(status),
                Err(error) if error.kind() == ErrorKind::TimedOut => Ended::TimedOut,
                Err(error) => return Err(error),
            };
            // Whoever left the group may hold the streams open.
            incise_process::kill_orphans();
            let (stdout, all_out) = out.join().expect("reading does not panic");
            let (stderr, all_err) = err.join().expect("reading does not panic");
            let ended = if all_out && all_err { ended } else { Ended::TooMuchOutput };
            Ok(Finished { ended, stdout, stderr })
        })
    }
}

fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Code(code),
        (None, Some(signal)) => Ended::Signal(signal),
        (None, None) => Ended::TimedOut,
    }
}

/// What a stream gives, and whether that was all: reading stops, and the writer meets a closed pipe, past `keep` bytes.
fn read(stream: Option<impl Read>, keep: u64) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    let Some(stream) = stream else { return (bytes, true) };
    let _ = stream.take(keep + 1).read_to_end(&mut bytes);
    let whole = bytes.len() as u64 <= keep;
    bytes.truncate(keep as usize);
    (bytes, whole)
}
