//! `incise diff` on the corpus `tests/pairs`, whose truth `tests/pairs/check_truth.py` establishes by native runs. What must come out of
//! each pair is in its `truth.json`: a verdict (`expected`) and what decides it (`decided_by`), or the weakest verdict (`expected_at_least`)
//! where it depends on what `varies_by` names. No verdict is ever wrong, and every difference that is found was replayed.
//! A pair with `calls` is a module with private state: all its functions are compared, and `expected` is the verdict of the whole.
//! Every eighth pair is compared, all of them with `INCISE_PAIRS=all`.
//! `INCISE_BLESS=1` compares all and records verdicts of modules that are better than the recorded ones; it never records a weaker one.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{document, incise};

/// The time of one pair: what must be decided takes far less, and what need not be ends by a count of work.
const TIMEOUT: &str = "100s";

/// A pair of the corpus.
struct Pair {
    path: PathBuf,
    truth: Value,
}

/// What came of a pair.
struct Outcome {
    name: String,
    verdict: String,
    decided_by: String,
    /// Whether there is a difference, and native runs showed every one.
    replayed: bool,
    /// Why it is not decided.
    why: Vec<String>,
    time: Duration,
}

/// The verdicts that can come of a pair, from the weakest; with the words of the JSON document.
fn ranks(truth: &str) -> Vec<(&'static str, &'static str)> {
    match truth {
        "equivalent" => {
            vec![("undecided", "undecided"), ("within", "equivalent within"), ("equivalent", "equivalent")]
        }
        _ => vec![("undecided", "undecided"), ("different", "different")],
    }
}

/// Whether a pair is a module with private state, of which all functions are compared.
fn is_module(truth: &Value) -> bool {
    truth["calls"].is_array()
}

/// The pairs of the corpus that are in truth `verdict`, or a part of them.
fn corpus(verdict: &str) -> Vec<Pair> {
    let folder = support::root().join("tests/pairs").join(verdict);
    let mut pairs = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the corpus is there") {
        let path = entry.expect("the corpus can be read").path();
        let truth = std::fs::read(path.join("truth.json")).expect("a pair has its truth beside it");
        let truth: Value = serde_json::from_slice(&truth).expect("the truth is JSON");
        assert_eq!(truth["verdict"], verdict, "{}", path.display());
        pairs.push(Pair { path, truth });
    }
    pairs.sort_by(|one, other| one.path.cmp(&other.path));
    let is_bless = std::env::var_os("INCISE_BLESS").is_some();
    let every = if is_bless { 1 } else { support::one_in(8) };
    pairs.into_iter().step_by(every).collect()
}

/// The file or folder of a version.
fn version(path: &Path, name: &str) -> String {
    let folder = path.join(name);
    let version = if folder.is_dir() { folder } else { path.join(format!("{name}.c")) };
    version.to_string_lossy().into_owned()
}

fn compare(Pair { path, truth }: &Pair) -> Outcome {
    let start = Instant::now();
    let (old, new) = (version(path, "old"), version(path, "new"));
    let mut args = vec!["diff", &old, &new, "--json", "--jobs", "1", "--timeout", TIMEOUT];
    if !is_module(truth) {
        args.extend(["--function", truth["function"].as_str().expect("the truth names a function")]);
    }
    let output = incise(&args);
    let name = path.file_name().expect("a pair has a name").to_string_lossy().into_owned();
    if output.status.code() == Some(2) || output.stdout.is_empty() {
        let why = vec![String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()];
        let (verdict, decided_by) = (String::from("failed"), String::new());
        return Outcome { name, verdict, decided_by, replayed: false, why, time: start.elapsed() };
    }
    let (document, _) = document(&output);
    let list = |key: &str| -> Vec<Value> {
        let functions = document["functions"].as_array().into_iter().flatten();
        functions.flat_map(|function| function[key].as_array().cloned().unwrap_or_default()).collect()
    };
    let differences = list("differences");
    let weaknesses = list("bounds_hit").into_iter().chain(list("approximations"));
    Outcome {
        name,
        verdict: document["verdict"].as_str().expect("a verdict").to_owned(),
        decided_by: document["functions"][0]["decided_by"].as_str().unwrap_or_default().to_owned(),
        replayed: !differences.is_empty() && differences.iter().all(|difference| difference["replayed"] == true),
        why: weaknesses.filter_map(|line| line["detail"].as_str().map(String::from)).collect(),
        time: start.elapsed(),
    }
}

fn compare_all(pairs: &[Pair]) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = support::on_all(pairs, compare);
    outcomes.sort_by(|one, other| one.name.cmp(&other.name));
    outcomes
}

/// What is wrong about an outcome, if anything.
fn complaint(truth: &Value, outcome: &Outcome) -> Option<String> {
    let Outcome { name, verdict, decided_by, time, .. } = outcome;
    let ranks = ranks(truth["verdict"].as_str().expect("the truth has a verdict"));
    let rank = |key: &str| {
        let word = truth[key].as_str()?;
        Some(ranks.iter().position(|(short, _)| *short == word).expect("the truth expects what can come out"))
    };
    let Some(found) = ranks.iter().position(|(_, word)| word == verdict) else {
        return Some(format!("{name}: WRONG: `{verdict}`; {}", outcome.why.join("; ")));
    };
    let after = format!("`{}` by `{decided_by}` after {:.1} s", ranks[found].0, time.as_secs_f64());
    match (rank("expected"), rank("expected_at_least")) {
        (Some(expected), None) if found > expected => {
            Some(format!("{name}: better than recorded: {after}; record it in truth.json"))
        }
        (Some(least), None) | (None, Some(least)) if found < least => {
            Some(format!("{name}: only {after}: {}", outcome.why.join("; ")))
        }
        (Some(_), None) if !is_module(truth) && truth["decided_by"] != decided_by.as_str() => {
            Some(format!("{name}: {after}, but {} is recorded", truth["decided_by"]))
        }
        (None, Some(_)) if truth["varies_by"].as_str().is_none() => {
            Some(format!("{name}: `expected_at_least` needs `varies_by`"))
        }
        (Some(_), None) | (None, Some(_)) if ranks[found].0 == "different" && !outcome.replayed => {
            Some(format!("{name}: a difference was not replayed"))
        }
        (Some(_), None) | (None, Some(_)) => None,
        _ => Some(format!("{name}: truth.json needs `expected` with `decided_by`, or `expected_at_least`: {after}")),
    }
}

/// Records the verdict of a module where it is better than the recorded one.
fn bless(Pair { path, truth }: &Pair, outcome: &Outcome) {
    let ranks = ranks(truth["verdict"].as_str().expect("the truth has a verdict"));
    let found = ranks.iter().position(|(_, word)| *word == outcome.verdict);
    let recorded = ranks.iter().position(|(short, _)| truth["expected"] == *short);
    let Some(found) = found.filter(|_| is_module(truth) && truth["expected_at_least"].is_null()) else { return };
    if recorded.is_some_and(|recorded| recorded >= found) {
        return;
    }
    let file = path.join("truth.json");
    let text = std::fs::read_to_string(&file).expect("a pair has its truth beside it");
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.starts_with("  \"expected\"")).map(String::from).collect();
    let verdict = lines.iter().position(|line| line.starts_with("  \"verdict\"")).expect("the truth has a verdict");
    lines.insert(verdict + 1, format!("  \"expected\": \"{}\",", ranks[found].0));
    std::fs::write(&file, lines.join("\n") + "\n").expect("the truth can be written");
}

/// Every pair of the corpus that is in truth `verdict` comes out as it is recorded.
fn check(verdict: &str) {
    let pairs = corpus(verdict);
    let outcomes = compare_all(&pairs);
    let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.time).collect();
    times.sort();
    let n_decided = outcomes.iter().filter(|outcome| outcome.verdict == verdict).count();
    let middle = times[times.len() / 2].as_secs_f64();
    println!("{n_decided} of {} pairs are {verdict}, {middle:.2} s in the middle", pairs.len());
    if std::env::var_os("INCISE_BLESS").is_some() {
        pairs.iter().zip(&outcomes).for_each(|(pair, outcome)| bless(pair, outcome));
    }
    let complaints: Vec<String> =
        pairs.iter().zip(&outcomes).filter_map(|(pair, outcome)| complaint(&pair.truth, outcome)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(pairs.len() >= 30);
}

#[test]
fn equivalent_pairs_come_out_as_recorded() {
    check("equivalent");
}

#[test]
fn different_pairs_come_out_as_recorded() {
    check("different");
}
