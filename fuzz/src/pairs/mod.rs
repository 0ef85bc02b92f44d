//! Random pairs of versions: `incise impact` and `incise diff` against native runs of both versions on many inputs.
//!
//! The promises are the invariants of `guide/src/exact.rs` and what the command line promises: every input on which the versions differ natively is
//! covered by a reported condition and no other is, what is called equivalent never differs, every witness differs, the guides `full`
//! and `exact` agree, and `dise` reports nothing that `full` does not have.
//!
//! # Invariants
//! - The truth comes from clang's binary alone; incise has no part in it, and the generator's own claims are checked against it.
//! - Only a pair about which everything was asked and answered in time is passed. An undecided verdict is counted apart.

pub mod ast;
pub mod changes;
pub mod cosmetic;
pub mod harness;
pub mod identities;
pub mod inputs;
pub mod pair;
pub mod paths;
pub mod print;
pub mod promises;
pub mod purity;
pub mod random_calls;
pub mod random_expr;
pub mod random_program;
pub mod random_stmt;
pub mod refactorings;
pub mod scope;
pub mod sequences;
pub mod tool;
pub mod truth;
pub mod visit;
pub mod witness;

use crate::rng::Rng;
use crate::verdict::Verdict;
use inputs::Slot;
use pair::{Pair, Sort};
use promises::{Answer, Broken};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use tool::{Impact, Report, Tool, Trouble};
use truth::{Outcome, Row};

/// Guides of `incise diff`; all but `dise` and `dgse` promise to find every difference; that `dgse` says equivalent promises that
/// there is none.
pub const GUIDES: [&str; 4] = ["full", "exact", "dise", "dgse"];

/// What is asked about each pair.
#[derive(Debug)]
pub struct Questions {
    /// The tool; without one only the generator's own claims are checked.
    pub tool: Option<Tool>,
    /// The guides with which `incise diff` is asked too.
    pub guides: Vec<&'static str>,
    /// Whether what changed is compared with its callers as well.
    pub callers: bool,
    /// Whether the conditions of its differences are held against the inputs, or only verdicts and witnesses.
    pub conditions: bool,
}

/// Counts of what was seen, for the end of a run.
#[derive(Default, Debug)]
pub struct Counts(Mutex<BTreeMap<String, usize>>);

impl Counts {
    fn add(&self, what: impl Into<String>) {
        *self.0.lock().expect("no thread panics with the lock").entry(what.into()).or_default() += 1;
    }
    /// One line each; those of single changes only when wanted.
    pub fn summary(&self, changes: bool) -> String {
        let counts = self.0.lock().expect("no thread panics with the lock");
        counts
            .iter()
            .filter(|(what, _)| changes || !what.starts_with("change: "))
            .map(|(what, count)| format!("  {count:6}  {what}\n"))
            .collect()
    }
}

/// Why a pair neither passed nor broke a promise.
enum Stop {
    Unusable(String),
    TooLong(String),
    Failed(String),
}

/// Generates the pair of a seed in a folder and asks everything about it.
pub fn check(sort: Sort, seed: u64, questions: &Questions, counts: &Counts, folder: &Path) -> Verdict {
    match examine(&pair::generate(sort, seed), seed, questions, counts, folder) {
        Ok(()) => Verdict::Agree,
        Err(Stop::Unusable(reason)) => Verdict::Unusable(reason),
        Err(Stop::TooLong(reason)) => Verdict::TooLong(reason),
        Err(Stop::Failed(reason)) => Verdict::Disagree(reason),
    }
}

fn examine(pair: &Pair, seed: u64, questions: &Questions, counts: &Counts, folder: &Path) -> Result<(), Stop> {
    for (name, program) in [("base.c", &pair.base), ("mod.c", &pair.modified)] {
        std::fs::write(folder.join(name), print::print(program)).map_err(|error| Stop::Unusable(error.to_string()))?;
    }
    let impact = questions
        .tool
        .as_ref()
        .map(|tool| tool.impact(folder))
        .transpose()
        .map_err(|trouble| stop("impact", trouble))?;
    let mut reports: Vec<Report> = Vec::new();
    if let Some(tool) = &questions.tool {
        for guide in &questions.guides {
            let report = tool.diff(guide, pair.global_inputs, folder).map_err(|trouble| stop(guide, trouble))?;
            counts.add(format!("{guide}: {}", report.verdict));
            let inexact = report.differences.iter().any(|difference| !difference.exact);
            if inexact || !report.approximations.is_empty() {
                counts.add(format!("{guide}: some conditions are said to be inexact"));
            }
            reports.push(report);
        }
    }
    let callers = match &questions.tool {
        Some(tool) if questions.callers && pair.global_inputs => {
            let compared = tool.callers(folder).map_err(|trouble| stop("callers", trouble))?;
            counts.add(match compared.iter().find(|one| one.name == ast::ENTRY) {
                Some(entry) => format!("callers: entry {}", entry.verdict),
                None => String::from("callers: entry not compared"),
            });
            Some(compared)
        }
        _ => None,
    };
    let slots = inputs::slots(pair);
    let mut values = inputs::sample(pair, &slots, &mut Rng::new(seed));
    let mut witnesses = Vec::new();
    for report in &reports {
        let from = values.len();
        for difference in &report.differences {
            values.push(witness::values(&slots, &difference.inputs).map_err(Stop::Failed)?);
        }
        witnesses.push(from..values.len());
    }
    let conditions: Vec<Vec<String>> = reports.iter().filter(|_| questions.conditions).map(conditions).collect();
    let checker = match truth::build(pair, &slots, &conditions, &values, folder) {
        Ok(checker) => checker,
        // Either the versions do not compile, which is the generator's fault, or the conditions do not.
        Err(message) => {
            let message: String = message.chars().take(2000).collect();
            return Err(Stop::Failed(format!("the checker does not compile: {message}")));
        }
    };
    let rows = checker.rows().map_err(Stop::Failed)?;
    if rows.len() != values.len() {
        return Err(Stop::Failed(format!("{} inputs, {} answers of the checker", values.len(), rows.len())));
    }
    count(pair, &rows, counts);
    let answers = questions.guides.iter().zip(&reports).zip(witnesses).enumerate();
    let answers: Vec<Answer> = answers
        .map(|(set, ((guide, report), witnesses))| Answer {
            guide,
            report,
            set: questions.conditions.then_some(set),
            witnesses,
        })
        .collect();
    for answer in answers.iter().filter(|answer| answer.takes_in_stopped(&rows)) {
        counts.add(format!("{}: conditions that take in inputs on which both stop early", answer.guide));
    }
    let exact = answers.iter().find(|answer| answer.guide == "exact");
    let broken = promises_broken(pair, impact.as_ref(), &answers, &rows)
        .or_else(|| promises::callers(callers.as_ref()?, exact, &rows))
        .or_else(|| lost(pair, &answers, counts));
    match broken {
        None => Ok(()),
        Some(broken) => Err(Stop::Failed(explain(pair, &slots, &values, broken, &checker))),
    }
}

/// The first promise that does not hold.
fn promises_broken(pair: &Pair, impact: Option<&Impact>, answers: &[Answer], rows: &[Row]) -> Option<Broken> {
    let by = |guide: &str| answers.iter().find(|answer| answer.guide == guide);
    promises::generator(pair.kind, rows)
        .or_else(|| promises::impact(pair.kind, impact?, rows))
        .or_else(|| answers.iter().find_map(|answer| promises::one_guide(answer, answer.is_complete(), rows)))
        .or_else(|| promises::same_answers(by("full")?, by("exact")?, rows))
        .or_else(|| promises::no_more(by("full")?, by("dise")?, rows))
        .or_else(|| promises::no_more(by("full")?, by("dgse")?, rows))
        .or_else(|| promises::same_verdict(by("full")?, by("dgse")?))
        .or_else(|| promises::same_verdict(by("exact")?, by("dgse")?))
}

/// What `exact` loses of the sequences of impacted decisions that `full` has.
fn lost(pair: &Pair, answers: &[Answer], counts: &Counts) -> Option<Broken> {
    let by = |guide: &str| answers.iter().find(|answer| answer.guide == guide);
    let (full, exact) = (&by("full")?.report.function, &by("exact")?.report.function);
    let Some(result) = sequences::compare(full, exact, &print::print(&pair.modified)) else {
        counts.add("exact and full: not decided path by path");
        return None;
    };
    let count = |function: &serde_json::Value| function["paths"].as_array().map_or(0, Vec::len);
    let fewer = if count(exact) < count(full) { ", exact needs fewer paths" } else { "" };
    counts.add(format!("exact and full: the same impacted decisions{fewer}"));
    result.err().map(|difference| (difference, None))
}

fn conditions(report: &Report) -> Vec<String> {
    report.differences.iter().map(|difference| difference.condition.clone()).collect()
}

fn stop(what: &str, trouble: Trouble) -> Stop {
    match trouble {
        Trouble::TooLong => Stop::TooLong(what.to_string()),
        Trouble::Failed(message) => Stop::Failed(message),
    }
}

fn count(pair: &Pair, rows: &[Row], counts: &Counts) {
    let differs = rows.iter().any(|row| row.outcome == Outcome::Differs);
    let natively = if differs { "differs natively" } else { "no native difference seen" };
    counts.add(format!("{:?}, {natively}", pair.kind));
    if rows.iter().any(|row| row.outcome == Outcome::Unclear) {
        counts.add("pairs with unclear inputs");
    }
    for change in &pair.changes {
        counts.add(format!("change: {change}, {natively}"));
    }
}

fn explain(
    pair: &Pair,
    slots: &[Slot],
    values: &[inputs::Values],
    (what, at): Broken,
    checker: &truth::Checker,
) -> String {
    let Some(at) = at else { return format!("{what} ({})", pair.description()) };
    let inputs: Vec<String> = slots
        .iter()
        .zip(&values[at])
        .map(|(slot, value)| {
            let name = match &slot.part {
                inputs::Part::Whole => slot.variable.clone(),
                inputs::Part::Element(index) => format!("{}[{index}]", slot.variable),
                inputs::Part::Null => format!("{} is null", slot.variable),
                inputs::Part::Member(member) => format!("{}.{member}", slot.variable),
            };
            match slot.ty {
                ast::Type::Float => format!("{name}={:?}", f32::from_bits(*value as u32)),
                ast::Type::Double => format!("{name}={:?}", f64::from_bits(*value)),
                _ => format!("{name}={}", *value as i64),
            }
        })
        .collect();
    format!("{what} ({})\n  input {at}: {}\n{}", pair.description(), inputs.join(" "), checker.describe(at))
}
