//! `incise diff` on `tests/ordinary`: pairs of ordinary C that were written from the list of what C code can observe and be given, without a look
//! at the code. `tests/ordinary/check_truth.py` establishes their truth by native runs. Every third pair is compared, all of them with
//! `INCISE_PAIRS=all`.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{document, incise};

/// The time of one pair. A pair that needs more is undecided, which is never wrong; `INCISE_PAIR_TIMEOUT` gives it more.
const TIMEOUT: &str = "3s";

/// The name of a pair, the exit code, and the functions with their verdicts.
type Outcome = (String, Option<i32>, Vec<String>);

fn compare(pair: &Path) -> Outcome {
    let file = |version: &str| pair.join(version).to_string_lossy().into_owned();
    let timeout = std::env::var("INCISE_PAIR_TIMEOUT").unwrap_or_else(|_| TIMEOUT.to_owned());
    let output = incise(&["diff", &file("old.c"), &file("new.c"), "--json", "--jobs", "1", "--timeout", &timeout]);
    let name = pair.file_name().expect("a pair has a name").to_string_lossy().into_owned();
    let code = output.status.code();
    if output.stdout.is_empty() {
        return (name, code, vec![String::from_utf8_lossy(&output.stderr).into_owned()]);
    }
    let functions = document(&output).0["functions"].as_array().cloned().unwrap_or_default();
    let text = |function: &Value| format!("{} {}", function["name"], function["verdict"]);
    (name, code, functions.iter().map(text).collect())
}

/// Compares all pairs of a folder and prints how many ended with which exit code.
fn compare_all(folder: &str) -> Vec<Outcome> {
    let folder = support::root().join("tests/ordinary").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the corpus is there");
    let mut pairs: Vec<PathBuf> = entries.map(|entry| entry.expect("the corpus can be read").path()).collect();
    pairs.sort();
    let pairs: Vec<PathBuf> = pairs.into_iter().step_by(support::one_in(3)).collect();
    let outcomes: Vec<Outcome> = support::on_all(&pairs, |pair| compare(pair));
    for code in 0..=3 {
        let n_pairs = outcomes.iter().filter(|(_, found, _)| *found == Some(code)).count();
        println!("{}: {n_pairs} of {} pairs end with exit code {code}", folder.display(), outcomes.len());
    }
    outcomes
}

fn ended(outcomes: &[Outcome], wanted: impl Fn(Option<i32>) -> bool) -> Vec<&Outcome> {
    outcomes.iter().filter(|(_, code, _)| wanted(*code)).collect()
}

#[test]
fn no_pair_that_differs_is_called_equivalent() {
    let outcomes = compare_all("different");
    assert!(outcomes.len() >= 30);
    assert_eq!(ended(&outcomes, |code| !matches!(code, Some(1 | 3))), Vec::<&Outcome>::new());
}

#[test]
fn no_pair_that_is_the_same_is_called_different() {
    let outcomes = compare_all("same");
    assert!(outcomes.len() >= 30);
    assert_eq!(ended(&outcomes, |code| !matches!(code, Some(0 | 3))), Vec::<&Outcome>::new());
}
