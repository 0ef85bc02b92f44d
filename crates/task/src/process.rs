//! One run of an executable: its input fed, its output kept, its time bounded.

use crate::bytes::Bytes;
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What one native run may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time; the run is killed after it.
    pub timeout: Duration,
    /// Bytes of standard output and of standard error that are kept; a run that writes more is killed.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { timeout: Duration::from_secs(10), output: 16 << 20 }
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
        let mut child = Command::new(self.executable)
            .arg0("program")
            .args(self.args.iter().map(|arg| OsStr::from_bytes(&arg.0)))
            .env_clear()
            .envs(self.variables.iter().copied())
            .current_dir(self.folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let group = Pid::from_child(&child);
        let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
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
            let deadline = Instant::now() + limits.timeout;
            let mut pause = Duration::from_micros(100);
            let ended = loop {
                if let Some(status) = child.try_wait()? {
                    break ended(status);
                }
                if Instant::now() >= deadline {
                    break Ended::TimedOut;
                }
                std::thread::sleep(pause);
                pause = (pause * 3 / 2).min(Duration::from_millis(5));
            };
            // Also what the program itself started.
            let _ = kill_process_group(group, Signal::KILL);
            child.wait()?;
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
