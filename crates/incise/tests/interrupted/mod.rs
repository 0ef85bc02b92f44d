//! Runs of the binary that are stopped from outside, each with a folder for temporary files of its own.

#![allow(dead_code)]

use serde_json::Value;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Names the folder for temporary files in the environment of what the binary starts.
const MARKER: &str = "INCISE_TEST_FOLDER";

/// What stops a run.
#[derive(Clone, Copy)]
pub enum Stop {
    /// Only the run itself, such as by `--timeout`.
    Never,
    /// A signal, by name, after this long.
    Signal(&'static str, Duration),
}

/// A folder to run in.
pub struct Run {
    folder: TempDir,
    temporary: TempDir,
}

/// A run that ended.
pub struct Stopped {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
    pub took_after_stop: Duration,
}

impl Run {
    pub fn new() -> Run {
        let made = || tempfile::tempdir().expect("a temporary folder");
        Run { folder: made(), temporary: made() }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the binary to its end.
    pub fn finish(&self, arguments: &[&str], stop: Stop) -> Stopped {
        let child = Command::new(env!("CARGO_BIN_EXE_incise"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.temporary.path())
            .env(MARKER, self.temporary.path())
            .env("NO_COLOR", "1")
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stopped_at = match stop {
            Stop::Never => None,
            Stop::Signal(name, after) => Some(signal(&child, name, after)),
        };
        let output = child.wait_with_output().expect("the binary ends");
        Stopped {
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
            code: output.status.code(),
            took_after_stop: stopped_at.map_or(Duration::ZERO, |at| at.elapsed()),
        }
    }

    /// Asserts that no process and no file of a run is left.
    pub fn leaves_nothing(&self) {
        let patience = Instant::now() + Duration::from_secs(3);
        loop {
            let (processes, files) = (self.processes(), self.files());
            if processes.is_empty() && files.is_empty() {
                return;
            }
            assert!(Instant::now() < patience, "left: {processes:?} {files:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.temporary.path()).expect("the folder can be read");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Processes that were started with our environment, or run in our folder.
    fn processes(&self) -> Vec<String> {
        let place = self.temporary.path();
        let marked = format!("{MARKER}={}\0", place.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let read = |name: &str| std::fs::read(entry.path().join(name)).unwrap_or_default();
            let is_marked = String::from_utf8_lossy(&read("environ")).contains(&marked);
            let is_inside = ["cwd", "exe"]
                .iter()
                .any(|link| std::fs::read_link(entry.path().join(link)).is_ok_and(|to| to.starts_with(place)));
            if is_marked || is_inside {
                found.push(String::from_utf8_lossy(&read("cmdline")).replace('\0', " "));
            }
        }
        found
    }
}

/// Sends a signal after a time, unless the run has ended before.
fn signal(child: &Child, name: &str, after: Duration) -> Instant {
    std::thread::sleep(after);
    let at = Instant::now();
    let id = child.id().to_string();
    // It may have ended: a zombie takes any signal.
    let _sent = Command::new("kill").args(["-s", name, &id]).stderr(Stdio::null()).status();
    at
}

impl Stopped {
    /// The JSON document.
    pub fn document(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}{}", self.stdout, self.stderr))
    }

    /// Asserts that standard output is one JSON document.
    pub fn is_valid_json(&self) {
        assert!(self.document()["schema"] == "incise/2", "{}", self.stdout);
    }
}
