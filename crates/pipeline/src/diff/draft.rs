//! The report of a comparison: how it is printed, and what of it is known while functions are still being compared.

use super::baseline::Baseline;
use super::pair::{Analysis, EntryPair};
use crate::draft::{Document, Draft};
use crate::explore::ub_policy;
use crate::request::ComparisonRequest;
use crate::verdict::{self, FOUND, code_of_comparison};
use crate::watchdog::Watchdog;
use incise_base::Stopwatch;
use incise_engine::Weakness;
use incise_report::{
    ComparisonCommand, DecidedBy, DiffVerdict, Diffed, Findings, FunctionFindings, LedgerKind, LedgerLine, SearchGuide,
    StageWeakness, Style, WholeFindings, diffed_text,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A comparison as far as it is known.
#[derive(Clone)]
pub struct Comparing {
    findings: Findings,
    baseline: Option<Baseline>,
    /// When the comparison of each function began, by name.
    started: BTreeMap<String, Stopwatch>,
}

impl Comparing {
    /// Hands a comparison of which nothing is known yet to the watchdog.
    pub fn begin(
        findings: Findings,
        options: &ComparisonRequest,
        baseline: Option<&Baseline>,
        watchdog: &Watchdog,
    ) -> Draft<Comparing> {
        let form = options.form;
        Draft::begin(Comparing { findings, baseline: baseline.cloned(), started: BTreeMap::new() }, form, watchdog)
    }

    /// Completes what is known of the versions.
    pub fn read(&mut self, base: Vec<String>, modified: Vec<String>, notes: Vec<String>) {
        (self.findings.base, self.findings.modified, self.findings.notes) = (base, modified, notes);
    }

    /// Notes which functions will be compared.
    pub fn compare(&mut self, waiting: Vec<FunctionFindings>) {
        self.findings.functions = waiting;
    }

    /// Notes that the comparison of a function begins.
    pub fn start(&mut self, name: &str) {
        self.started.insert(name.to_owned(), Stopwatch::start());
    }

    /// Notes what is known of the function that is being compared.
    pub fn found(&mut self, found: &FunctionFindings, is_last: bool) {
        let is_it = |function: &&mut FunctionFindings| is_waiting(function) && function.name == found.name;
        if let Some(function) = self.findings.functions.iter_mut().find(is_it) {
            let waits = function.bounds_hit.pop().filter(|_| !is_last);
            *function = found.clone();
            function.bounds_hit.extend(waits);
        }
    }
}

fn is_waiting(function: &FunctionFindings) -> bool {
    function.bounds_hit.last().is_some_and(|line| line.kind == StageWeakness::Waiting.into())
}

/// A function that was not compared, and why.
pub fn not_compared(
    options: &ComparisonRequest,
    analysis: &Analysis,
    pair: &EntryPair,
    kind: impl Into<LedgerKind>,
    why: &str,
) -> FunctionFindings {
    let (guide, lines) = (SearchGuide::from(options.guide), analysis.lines(pair));
    FunctionFindings {
        verdict: DiffVerdict::Undecided,
        bounds_hit: vec![LedgerLine::new(kind, why)],
        ..FunctionFindings::undisturbed(&pair.name, guide, DecidedBy::Nothing, lines)
    }
}

impl Serialize for Comparing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Diffed::from(&self.findings).serialize(serializer)
    }
}

impl Document for Comparing {
    fn stop(&mut self, line: &LedgerLine, wall_ms: f64) {
        for function in self.findings.functions.iter_mut().filter(|function| is_waiting(function)) {
            function.bounds_hit.pop();
            function.bounds_hit.push(line.clone());
            verdict::stop(function);
            if let Some(start) = self.started.get(&function.name) {
                function.stats.effort.wall_ms = start.elapsed().as_secs_f64() * 1e3;
            }
            // Tests are written when everything was compared.
            function.tests.clear();
        }
        self.findings.functions.iter_mut().for_each(|function| function.tests.clear());
        self.findings.verdict = verdict::of_stopped_comparison(&self.findings.functions);
        (self.findings.stopped, self.findings.wall_ms) = (Some(line.clone()), wall_ms);
        if let Some(baseline) = &self.baseline {
            baseline.mark(&mut self.findings);
        }
    }

    fn text(&self, style: Style) -> String {
        text(&self.findings, style)
    }

    fn word(&self) -> String {
        word_of(&self.findings).to_owned()
    }

    fn code(&self) -> u8 {
        verdict::code_of_stopped_comparison(&self.findings)
    }
}

/// What a reader gets of a comparison: `verify` prints one line a function.
pub fn text(findings: &Findings, style: Style) -> String {
    if findings.command != ComparisonCommand::Verify {
        return diffed_text(findings, style);
    }
    let mut text = String::new();
    for function in &findings.functions {
        // That a function of the library is known only by its arguments does not weaken an equivalence.
        let lines = function.bounds_hit.iter().chain(&function.approximations);
        let why = lines.min_by_key(|line| line.kind == Weakness::UninterpretedFunction.into());
        let why = why.filter(|_| matches!(function.verdict, DiffVerdict::Undecided | DiffVerdict::Within));
        let why = why.map(reason).unwrap_or_default();
        text.push_str(&format!("{}: {}{why}\n", function.name, word(function.verdict, function.is_accepted())));
    }
    for line in &findings.whole.interface {
        text.push_str(&format!("different interface{}\n", reason(line)));
    }
    for line in &findings.whole.undecided {
        text.push_str(&format!("undecided{}\n", reason(line)));
    }
    format!("{text}{}\n", word_of(findings))
}

/// Why something is not decided, after its verdict.
fn reason(line: &LedgerLine) -> String {
    let place = line.place.as_ref().map(|place| format!("{place}  ")).unwrap_or_default();
    format!("  {place}{}", line.detail)
}

/// The verdict in a word.
pub fn word_of(findings: &Findings) -> &'static str {
    word(findings.verdict, findings.n_accepted > 0 && code_of_comparison(findings) != FOUND)
}

fn word(verdict: DiffVerdict, is_accepted: bool) -> &'static str {
    match verdict {
        DiffVerdict::Different if is_accepted => "different, as accepted",
        DiffVerdict::Different => "different",
        DiffVerdict::Equivalent => "equivalent",
        DiffVerdict::Within => "equivalent within",
        DiffVerdict::DifferentInterface => "different interface",
        DiffVerdict::Undecided => "undecided",
    }
}

/// The findings of a comparison of which nothing is known yet.
pub fn empty(options: &ComparisonRequest, command: ComparisonCommand) -> Findings {
    Findings {
        command,
        base: Vec::new(),
        modified: Vec::new(),
        revisions: None,
        verdict: DiffVerdict::Undecided,
        ub: ub_policy(options.ub),
        floats: options.fp,
        observe: options.observe.clone(),
        functions: Vec::new(),
        seen_from: Vec::new(),
        whole: WholeFindings { is_interface_allowed: options.allow_interface, ..WholeFindings::default() },
        accept_within: options.accept_within.clone(),
        n_accepted: 0,
        globals: Vec::new(),
        notes: Vec::new(),
        removed: Vec::new(),
        added: Vec::new(),
        wall_ms: 0.0,
        stopped: None,
    }
}
