//! `incise explore` on `tests/explore`: ordinary programs with a planted error, and the same programs without it. `tests/explore/check_truth.py`
//! establishes by native runs under sanitizers which error each has.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::incise;

/// The time of one program. One that needs more is undecided, and the report names that.
const TIMEOUT: &str = "5s";

/// A program, what its comment says, and what was found.
struct Explored {
    name: String,
    /// The kinds that are planted.
    planted: Vec<String>,
    code: Option<i32>,
    /// The kinds that were found.
    found: Vec<String>,
    /// What leaves the answer undecided.
    named: Vec<String>,
}

/// What a line of the comment at the top says.
fn said(comment: &str, key: &str) -> Vec<String> {
    let lines = comment.lines().map(|line| line.trim_start_matches(['/', '*', ' ']));
    let value = lines.filter_map(|line| line.strip_prefix(key)).flat_map(str::split_whitespace);
    value.map(str::to_owned).collect()
}

fn explore(program: &Path) -> Explored {
    let text = std::fs::read_to_string(program).expect("the program can be read");
    let comment = text.split("*/").next().unwrap_or_default();
    let options = said(comment, "explore:");
    let file = program.to_string_lossy();
    let mut args = vec!["explore", &file, "--json", "--no-paths", "--no-replay", "--jobs", "1", "--timeout", TIMEOUT];
    args.extend(options.iter().map(String::as_str));
    let output = incise(&args);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{file}: {error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    let list = |key: &str| document["function"][key].as_array().cloned().unwrap_or_default();
    Explored {
        name: file.rsplit('/').next().unwrap_or_default().to_owned(),
        planted: said(comment, "error:"),
        code: output.status.code(),
        found: list("errors").iter().map(|error| error["kind"].as_str().unwrap_or_default().to_owned()).collect(),
        named: ["bounds_hit", "approximations"].into_iter().flat_map(list).map(|line| line.to_string()).collect(),
    }
}

/// Explores all programs of a folder and prints how many ended with which exit code.
fn explore_all(folder: &str) -> Vec<Explored> {
    let folder = support::root().join("tests/explore").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    programs.sort();
    let explored: Vec<Explored> = support::on_all(&programs, |program| explore(program));
    for code in 0..=3 {
        let n_programs = explored.iter().filter(|one| one.code == Some(code)).count();
        println!("{}: {n_programs} of {} programs end with exit code {code}", folder.display(), explored.len());
    }
    explored
}

/// An error of a planted kind, or a bound that is named.
#[test]
fn no_planted_error_is_missed() {
    let explored = explore_all("errors");
    assert!(explored.len() >= 150);
    let is_right = |one: &Explored| match one.code {
        Some(1) => one.found.iter().any(|kind| one.planted.contains(kind)),
        Some(3) => !one.named.is_empty(),
        _ => false,
    };
    let wrong = explored.iter().filter(|one| !is_right(one));
    let wrong: Vec<_> = wrong.map(|one| (&one.name, one.code, &one.planted, &one.found)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_error_is_found_where_there_is_none() {
    let explored = explore_all("clean");
    assert!(explored.len() >= 150);
    let wrong = explored.iter().filter(|one| !matches!((one.code, one.found.len()), (Some(0 | 3), 0)));
    let wrong: Vec<_> = wrong.map(|one| (&one.name, one.code, &one.found)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
