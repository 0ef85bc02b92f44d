//! One program with few inputs: the engine's paths against a native run on every input.
//!
//! The truth is a table from inputs to the line that the program prints for them. The engine is complete and exact when
//! - each of its paths, run natively on the path's own inputs, prints what the engine says it prints or fails as it says,
//! - no two paths are the same native path, and
//! - there are as many paths as there are different native ones (so that none is missing).
//!
//! An optimiser merges branches and drops what cannot be seen, so for optimised code only the first is asked, of programs without errors.

use crate::analysed::{self, Setting};
use crate::generate::paths::{Input, Program, generate};
use crate::native::{self, CLANG, End};
use crate::verdict::Verdict;
use incise_engine::{PathEnd, PathRecord, Report};
use incise_frontend::Optimise;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

/// Time for all native runs of one program.
const NATIVE_LIMIT: Duration = Duration::from_secs(10);

/// What the native program prints for each combination of inputs.
type Truth = BTreeMap<Vec<i64>, String>;

/// Generates the program of a seed in a folder and compares the engine with brute force.
pub fn check(seed: u64, setting: &Setting, folder: &Path) -> Verdict {
    let program = generate(seed);
    let source = folder.join(format!("paths-{seed}.c"));
    if let Err(error) = std::fs::write(&source, &program.text) {
        return Verdict::Unusable(format!("{}: {error}", source.display()));
    }
    let truth = match brute_force(&source, &program, folder) {
        Ok(truth) => truth,
        Err(reason) => return Verdict::Unusable(reason),
    };
    let optimised = matches!(setting.optimise, Optimise::O1 | Optimise::O2);
    if optimised && truth.values().any(|line| line.starts_with("error")) {
        return Verdict::Unusable(String::from("its errors may be optimised away"));
    }
    // What wraps natively must not be undefined to the optimiser.
    let setting = &Setting { flags: vec![String::from("-fwrapv")], ..setting.clone() };
    let report = match analysed::read(&source, setting).and_then(|module| analysed::run(&module, setting)) {
        Ok(report) => report,
        Err(message) => return Verdict::Disagree(message),
    };
    if crate::agreement::out_of_time(&report) {
        return Verdict::TooLong(format!("{} paths so far", report.stats.completed));
    }
    Verdict::from_difference(difference(&report, &program, &truth, !optimised))
}

/// Runs the program natively on every input.
fn brute_force(source: &Path, program: &Program, folder: &Path) -> Result<Truth, String> {
    let binary = folder.join("native");
    native::compile(CLANG, &[source], &["-DNATIVE".into(), "-fwrapv".into()], &binary)?;
    let run = native::run(&binary, NATIVE_LIMIT).map_err(|error| format!("{}: {error}", binary.display()))?;
    let Some(run) = run else { return Err(String::from("it does not end in time")) };
    if run.end != End::Code(0) {
        return Err(format!("it ends with {:?}", run.end));
    }
    let text = String::from_utf8(run.stdout).map_err(|error| error.to_string())?;
    let mut truth = Truth::new();
    for line in text.lines() {
        let mut words = line.splitn(program.inputs.len() + 1, ' ');
        let values: Option<Vec<i64>> =
            words.by_ref().take(program.inputs.len()).map(|word| word.parse().ok()).collect();
        match (values, words.next()) {
            (Some(values), Some(rest)) => drop(truth.insert(values, rest.to_string())),
            _ => return Err(format!("it prints {line:?}")),
        }
    }
    Ok(truth)
}

/// The first two words name the path: how it ended and the hash; an error has its kind and place between them.
fn native_path(line: &str) -> String {
    let words = if line.starts_with("error") { 4 } else { 2 };
    line.split(' ').take(words).collect::<Vec<&str>>().join(" ")
}

fn difference(report: &Report, program: &Program, truth: &Truth, one_to_one: bool) -> Option<String> {
    if !report.ledger.is_empty() {
        let ledger: Vec<String> =
            report.ledger.iter().map(|(entry, _)| format!("{:?}: {}", entry.weakness, entry.detail)).collect();
        return Some(format!("the ledger is not empty: {}", ledger.join("; ")));
    }
    let expected: BTreeSet<String> = truth.values().map(|line| native_path(line)).collect();
    let mut found: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for path in &report.found.paths {
        let values = match input_values(path, &program.inputs) {
            Ok(values) => values,
            Err(message) => return Some(message),
        };
        let Some(line) = truth.get(&values) else {
            return Some(format!("a path has inputs {values:?}, which are assumed away"));
        };
        if let Some(difference) = path_difference(path, line) {
            return Some(format!("for {values:?}: {difference}"));
        }
        if let Some(other) = found.insert(native_path(line), values.clone())
            && one_to_one
        {
            return Some(format!("two paths for one: {other:?} and {values:?} both take {line:?}"));
        }
    }
    if !one_to_one {
        return None;
    }
    let missing = expected.iter().find(|path| !found.contains_key(*path))?;
    let (inputs, line) = truth.iter().find(|(_, line)| native_path(line) == *missing).expect("it was expected");
    Some(format!("{} of {} paths; missing e.g. that of {inputs:?}: {line:?}", found.len(), expected.len()))
}

/// The inputs of a path as the numbers that the native program counts through.
fn input_values(path: &PathRecord, inputs: &[Input]) -> Result<Vec<i64>, String> {
    let value = |input: &Input| {
        let found = path.inputs.iter().find(|value| value.name == input.name);
        let bytes = &found.ok_or_else(|| format!("a path has no input {}", input.name))?.bytes;
        let mut raw = [0u8; 8];
        raw[..bytes.len()].copy_from_slice(bytes);
        let shift = 64 - 8 * bytes.len() as u32;
        let unsigned = u64::from_le_bytes(raw);
        Ok(match input.ty.starts_with("unsigned") {
            true => unsigned as i64,
            false => ((unsigned << shift) as i64) >> shift,
        })
    };
    inputs.iter().map(value).collect()
}

fn path_difference(path: &PathRecord, line: &str) -> Option<String> {
    match &path.end {
        PathEnd::Return | PathEnd::Exit => {
            let stdout = String::from_utf8_lossy(path.output.get(&1).map_or(&[][..], Vec::as_slice)).into_owned();
            let ours = stdout.trim_end_matches('\n');
            (ours != line).then(|| format!("prints {ours:?} instead of {line:?}"))
        }
        PathEnd::Error(error) => {
            let expected = line.strip_prefix("error ").and_then(|rest| rest.split(' ').next());
            (expected != Some(error.kind.name()))
                .then(|| format!("error {} ({}) instead of {line:?}", error.kind.name(), error.message))
        }
        PathEnd::Cut => Some(String::from("cut short")),
    }
}
