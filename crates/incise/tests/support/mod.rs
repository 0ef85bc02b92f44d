//! Running the `incise` binary as a person does.

#![allow(dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many pairs of a corpus there are for each that is compared: `every`, or 1 with `INCISE_PAIRS=all`.
pub fn one_in(every: usize) -> usize {
    match std::env::var("INCISE_PAIRS").as_deref() {
        Ok("all") => 1,
        Ok(other) => panic!("INCISE_PAIRS is `all` or not set, not `{other}`"),
        Err(_) => every,
    }
}

/// The work done on all items, two at a time; the results are in no order. Tests that use it have the machine to themselves
/// (`.config/nextest.toml`), and run incise with `--jobs 1`.
pub fn on_all<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(work(item));
        }
        done
    };
    std::thread::scope(|scope| {
        let workers = [scope.spawn(run), scope.spawn(run)];
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    })
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository exists")
}

/// A run of the binary in `folder`. Tests share the cache, which is by content.
pub fn incise_in(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_incise"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts")
}

/// A run of the binary in the repository.
pub fn incise(args: &[&str]) -> Output {
    incise_in(&root(), args)
}

/// The JSON document of an exploration; `args` follow `explore --json`.
pub fn explored(args: &[&str]) -> Value {
    let mut all = vec!["explore", "--json"];
    all.extend(args);
    let output = incise(&all);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error} in {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    })
}

/// Number of completed paths.
pub fn n_paths(document: &Value) -> u64 {
    document["function"]["stats"]["paths"].as_u64().expect("a number of paths")
}

/// The errors as (kind, line), sorted.
pub fn errors(document: &Value) -> Vec<(String, u64)> {
    let mut errors: Vec<(String, u64)> = document["function"]["errors"]
        .as_array()
        .expect("a list of errors")
        .iter()
        .map(|error| (error["kind"].as_str().expect("a kind").to_string(), error["line"].as_u64().expect("a line")))
        .collect();
    errors.sort();
    errors
}

/// Writes a file, with the folders of its name, and gives its name.
pub fn write(folder: &Path, name: &str, contents: impl AsRef<[u8]>) -> String {
    let file = folder.join(name);
    file.parent().map_or(Ok(()), std::fs::create_dir_all).expect("the folder can be made");
    std::fs::write(file, contents).expect("the file can be written");
    name.to_string()
}

/// The JSON document of a command, and its exit code.
pub fn document(output: &Output) -> (Value, i32) {
    let parsed = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error} in {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    });
    (parsed, output.status.code().expect("it was not killed"))
}

/// The JSON document of `diff` in the repository, and the exit code; `args` follow `diff --json`.
pub fn compared(args: &[&str]) -> (Value, i32) {
    let mut all = vec!["diff", "--json"];
    all.extend(args);
    document(&incise(&all))
}

/// A run of a command on two versions, each a folder of files called `old` and `new`.
pub fn versions(command: &str, old: &[(&str, &str)], new: &[(&str, &str)], args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (version, files) in [("old", old), ("new", new)] {
        std::fs::create_dir(folder.path().join(version)).expect("a folder can be made");
        for (name, text) in files {
            write(folder.path(), &format!("{version}/{name}"), text);
        }
    }
    let mut all = vec![command, "old", "new"];
    all.extend(args);
    incise_in(folder.path(), &all)
}

/// What git prints; it must succeed.
pub fn git(folder: &Path, args: &[&str]) -> String {
    let output = Command::new("git").args(args).current_dir(folder).output().expect("git starts");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("git prints text")
}

/// An empty repository whose branch is `main`.
pub fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    git(folder.path(), &["init", "-q", "-b", "main", "."]);
    for (key, value) in [("user.name", "A Developer"), ("user.email", "a@example.org"), ("commit.gpgsign", "false")] {
        git(folder.path(), &["config", key, value]);
    }
    folder
}

/// The repository that `tests/history/make.sh` makes.
pub fn history() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = Command::new(root().join("tests/history/make.sh")).arg(folder.path()).output().expect("bash starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder
}
