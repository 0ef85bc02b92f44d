//! `incise diff` on the corpus `tests/pairs`, whose truth `tests/pairs/check_truth.py` establishes by native runs: no wrong
//! verdict, most equivalent pairs proved, every different pair shown by a difference that was replayed.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::{document, incise};

/// Workers; each runs one pair at a time.
const WORKERS: usize = 2;

/// What came of a pair.
struct Outcome {
    name: String,
    verdict: String,
    /// Whether there is a difference, and native runs showed every one.
    replayed: bool,
    /// Why it is not decided.
    why: Vec<String>,
    time: Duration,
}

/// The pairs of the corpus that are in truth `verdict`, each with the function that is compared.
fn corpus(verdict: &str) -> Vec<(PathBuf, String)> {
    let folder = support::root().join("tests/pairs").join(verdict);
    let mut pairs = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("the corpus is there") {
        let path = entry.expect("the corpus can be read").path();
        let truth = std::fs::read(path.join("truth.json")).expect("a pair has its truth beside it");
        let truth: Value = serde_json::from_slice(&truth).expect("the truth is JSON");
        assert_eq!(truth["verdict"], verdict, "{}", path.display());
        pairs.push((path, truth["function"].as_str().expect("the truth names a function").to_owned()));
    }
    pairs.sort();
    pairs
}

fn compare(path: &Path, function: &str) -> Outcome {
    let start = Instant::now();
    let file = |version: &str| path.join(version).to_string_lossy().into_owned();
    let args = ["diff", &file("old.c"), &file("new.c"), "--function", function, "--json", "--timeout", "20s"];
    let output = incise(&args);
    let name = path.file_name().expect("a pair has a name").to_string_lossy().into_owned();
    if output.status.code() == Some(2) || output.stdout.is_empty() {
        let why = vec![String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned()];
        return Outcome { name, verdict: String::from("failed"), replayed: false, why, time: start.elapsed() };
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
        replayed: !differences.is_empty() && differences.iter().all(|difference| difference["replayed"] == true),
        why: weaknesses.filter_map(|line| line["detail"].as_str().map(String::from)).collect(),
        time: start.elapsed(),
    }
}

fn compare_all(verdict: &str) -> Vec<Outcome> {
    let pairs = corpus(verdict);
    let next = AtomicUsize::new(0);
    let mut outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            while let Some((path, function)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                done.push(compare(path, function));
            }
            done
        };
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    outcomes.sort_by(|one, other| one.name.cmp(&other.name));
    let mut times: Vec<Duration> = outcomes.iter().map(|outcome| outcome.time).collect();
    times.sort();
    println!("{} pairs that are {verdict}, {:.2} s in the middle", times.len(), times[times.len() / 2].as_secs_f64());
    for outcome in outcomes.iter().filter(|outcome| outcome.verdict != verdict) {
        let (name, found, seconds) = (&outcome.name, &outcome.verdict, outcome.time.as_secs_f64());
        println!("  {name}: {found} after {seconds:.1} s  {}", outcome.why.join("; "));
    }
    outcomes
}

fn names(outcomes: &[Outcome], wanted: impl Fn(&Outcome) -> bool) -> Vec<&str> {
    outcomes.iter().filter(|outcome| wanted(outcome)).map(|outcome| outcome.name.as_str()).collect()
}

#[test]
fn most_equivalent_pairs_are_proved_and_none_is_called_different() {
    let outcomes = compare_all("equivalent");
    assert!(outcomes.len() >= 60);
    let wrong = names(&outcomes, |outcome| {
        !["equivalent", "equivalent up to bound", "undecided"].contains(&outcome.verdict.as_str())
    });
    let proved = names(&outcomes, |outcome| outcome.verdict == "equivalent");
    println!("{} of {} proved, {} wrong", proved.len(), outcomes.len(), wrong.len());
    assert_eq!(wrong, Vec::<&str>::new(), "called different, or not run");
    // What is missing: invariants that have to be invented, and machines that need more than the time that a pair has.
    assert!(100 * proved.len() >= 90 * outcomes.len(), "only {} of {} are proved", proved.len(), outcomes.len());
}

#[test]
fn every_different_pair_is_shown_by_a_replayed_difference() {
    let outcomes = compare_all("different");
    assert!(outcomes.len() >= 60);
    let wrong = names(&outcomes, |outcome| outcome.verdict == "equivalent");
    let shown = names(&outcomes, |outcome| outcome.verdict == "different" && outcome.replayed);
    println!("{} of {} shown, {} wrong", shown.len(), outcomes.len(), wrong.len());
    assert_eq!(wrong, Vec::<&str>::new(), "called equivalent");
    let missed = names(&outcomes, |outcome| outcome.verdict != "different" || !outcome.replayed);
    assert_eq!(missed, Vec::<&str>::new(), "not shown to differ");
}
