//! A repository with a history (`tests/history/make.sh`): what `incise diff` says of each commit is what its author says.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{document, git, history, incise_in};

/// Commits from the second on: name, subject, and what is expected of them.
fn commits(repository: &Path) -> Vec<(String, String, String)> {
    let format = "--format=%H%x09%s%x09%(trailers:key=Expected,valueonly,separator=%x2C)";
    let log = git(repository, &["log", "--reverse", format]);
    let commit = |line: &str| {
        let parts: Vec<&str> = line.split('\t').collect();
        (parts[0].to_owned(), parts[1].to_owned(), parts[2].to_owned())
    };
    log.lines().skip(1).map(commit).collect()
}

fn verdict_of<'a>(document: &'a Value, function: &str) -> Option<&'a str> {
    let functions = document["functions"].as_array().expect("a list of functions");
    functions.iter().find(|entry| entry["name"] == function).and_then(|entry| entry["verdict"].as_str())
}

#[test]
fn every_commit_is_judged_as_its_author_does() {
    let repository = history();
    let before = git(repository.path(), &["status", "--porcelain"]);
    let commits = commits(repository.path());
    assert!(commits.len() >= 10);
    for (id, subject, expected) in &commits {
        let output = incise_in(repository.path(), &["diff", "--json", &format!("{id}~1"), id]);
        let (found, code) = document(&output);
        let mut words = expected.split(' ');
        match words.next() {
            // For every length, of which as many elements were tried as the bound allows.
            Some("equivalent") if words.next() == Some("elements") => {
                let verdict = (found["verdict"].as_str(), code);
                assert_eq!(verdict, (Some("equivalent within"), 3), "{subject}: {found:#}");
            }
            Some("equivalent") => {
                assert_eq!((found["verdict"].as_str(), code), (Some("equivalent"), 0), "{subject}: {found:#}");
            }
            Some("different") => {
                assert_eq!((found["verdict"].as_str(), code), (Some("different"), 1), "{subject}: {found:#}");
                for name in words {
                    assert_eq!(verdict_of(&found, name), Some("different"), "{subject}: {name}: {found:#}");
                }
                for function in found["functions"].as_array().unwrap() {
                    for difference in function["differences"].as_array().unwrap() {
                        assert_eq!(difference["replayed"], true, "{subject}: {difference:#}");
                    }
                }
            }
            other => panic!("{subject}: {other:?}"),
        }
    }
    assert_eq!(git(repository.path(), &["status", "--porcelain"]), before);
    assert_eq!(git(repository.path(), &["worktree", "list"]).lines().count(), 1);
}

/// The gain is read in `power`, called by `step`, called by `main`: with any gain neither of the first two changed.
#[test]
fn a_regression_that_only_main_shows_is_found_two_callers_up() {
    let repository = history();
    let (found, _) =
        document(&incise_in(repository.path(), &["diff", "--json", "step10", "step11", "--callers", "all"]));
    assert_eq!(verdict_of(&found, "power"), Some("equivalent"));
    assert_eq!(verdict_of(&found, "step"), Some("equivalent"));
    assert_eq!(verdict_of(&found, "main"), Some("different"));
    let text = String::from_utf8(incise_in(repository.path(), &["diff", "step10", "step11"]).stdout).unwrap();
    assert!(text.contains("`power` does not differ by itself, `main` does"), "{text}");
}

#[test]
fn a_difference_that_no_caller_shows_is_said_to_be_so() {
    let repository = history();
    let text = String::from_utf8(incise_in(repository.path(), &["diff", "step14", "step15"]).stdout).unwrap();
    let line =
        text.lines().find(|line| line.starts_with("differs in `clamp`, not observable from ")).expect("it is said");
    for caller in ["`power`", "`celsius`", "`main`"] {
        assert!(line.contains(caller), "{text}");
    }
    // From main, nothing differs.
    let output = incise_in(repository.path(), &["diff", "step14", "step15", "--entry", "main"]);
    assert_eq!(output.status.code(), Some(0));
    // How far up is the user's choice.
    let names = |callers: &str| -> Vec<String> {
        let output = incise_in(repository.path(), &["diff", "--json", "step14", "step15", "--callers", callers]);
        let (found, _) = document(&output);
        let functions = found["functions"].as_array().unwrap();
        let mut names: Vec<String> = functions.iter().map(|f| f["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names("0"), ["clamp"]);
    assert_eq!(names("main"), ["clamp", "main"]);
    assert_eq!(names("all"), ["celsius", "clamp", "main", "power", "set_gain", "step"]);
}

/// An entry that the change does not reach is not run.
#[test]
fn an_entry_that_the_change_does_not_reach_costs_nothing() {
    let repository = history();
    let args = ["diff", "--json", "step6", "step7", "--function", "celsius", "--function", "power"];
    let (found, code) = document(&incise_in(repository.path(), &args));
    assert_eq!(code, 0);
    for function in found["functions"].as_array().unwrap() {
        assert_eq!(function["stats"]["states"], 0, "{function:#}");
        assert_eq!(function["stats"]["instructions"], 0, "{function:#}");
        assert_eq!(function["decided_by"], "the change does not reach it");
    }
}
