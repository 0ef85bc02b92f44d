//! The report of a comparison: how it is printed, and what of it is known while functions are still being compared.

use super::baseline::{Baseline, is_accepted};
use super::entries::EntryPair;
use super::guide_name;
use crate::draft::{Document, Draft};
use crate::explore::ub_policy;
use crate::request::{Aspect, ComparisonRequest};
use crate::verdict::code_of_comparison;
use crate::verdict::{FOUND, UNDECIDED};
use incise_compare::FloatEquality;
use incise_engine::UbPolicy;
use incise_report::{DiffVerdict, Diffed, FunctionDiffed, ImpactLines, LedgerLine, Style, diffed_text, undisturbed};
use serde::{Serialize, Serializer};

/// The kind of the line of a function that waits.
const WAITING: &str = "waiting";

/// A comparison as far as it is known.
#[derive(Clone)]
pub struct Comparing {
    document: Diffed,
    baseline: Option<Baseline>,
}

impl Comparing {
    /// Hands a comparison of which nothing is known yet to the watchdog.
    pub fn begin(document: Diffed, options: &ComparisonRequest, baseline: Option<&Baseline>) -> Draft<Comparing> {
        let form = options.form;
        Draft::begin(Comparing { document, baseline: baseline.cloned() }, form)
    }

    /// Completes what is known of the versions.
    pub fn read(&mut self, base: Vec<String>, modified: Vec<String>, notes: Vec<String>) {
        (self.document.base, self.document.modified, self.document.notes) = (base, modified, notes);
    }

    /// Notes that a function is being compared and which ones wait.
    pub fn compare(&mut self, options: &ComparisonRequest, pair: &EntryPair, waiting: &[EntryPair]) {
        let is_left = |name: &str| std::iter::once(pair).chain(waiting).any(|pair| pair.name == name);
        // A function that waits no more and was not compared follows from those that it calls.
        for function in &mut self.document.functions {
            if is_waiting(function) && !is_left(&function.name) {
                let guide = guide_name(options.guide);
                *function = undisturbed(&function.name, guide, "what it calls is equivalent", ImpactLines::default());
            }
        }
        self.document.functions.retain(|function| !is_waiting(function));
        for pair in std::iter::once(pair).chain(waiting) {
            self.document.functions.push(not_compared(options, pair, WAITING, "it was not compared"));
        }
    }

    /// Notes what is known of the function that is being compared.
    pub fn found(&mut self, found: &FunctionDiffed, is_last: bool) {
        let is_it = |function: &&mut FunctionDiffed| is_waiting(function) && function.name == found.name;
        if let Some(function) = self.document.functions.iter_mut().find(is_it) {
            let waits = function.bounds_hit.pop().filter(|_| !is_last);
            *function = found.clone();
            function.bounds_hit.extend(waits);
        }
    }
}

fn is_waiting(function: &FunctionDiffed) -> bool {
    function.bounds_hit.last().is_some_and(|line| line.kind == WAITING)
}

/// A function that was not compared, and why.
pub fn not_compared(options: &ComparisonRequest, pair: &EntryPair, kind: &str, why: &str) -> FunctionDiffed {
    let line = LedgerLine { kind: kind.to_owned(), detail: why.to_owned(), place: None, count: 1 };
    FunctionDiffed {
        verdict: DiffVerdict::Undecided,
        bounds_hit: vec![line],
        ..undisturbed(&pair.name, guide_name(options.guide), "nothing", ImpactLines::default())
    }
}

impl Serialize for Comparing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

impl Document for Comparing {
    fn stop(&mut self, line: &LedgerLine) {
        for function in self.document.functions.iter_mut().filter(|function| is_waiting(function)) {
            function.bounds_hit.pop();
            function.bounds_hit.push(line.clone());
            // Of what was seen of it so far only a difference is an answer.
            function.verdict = function.verdict.max(DiffVerdict::Undecided);
            // Tests are written when everything was compared.
            function.tests.clear();
        }
        self.document.functions.iter_mut().for_each(|function| function.tests.clear());
        let verdicts = self.document.functions.iter().map(FunctionDiffed::seen_by_callers);
        self.document.verdict = verdicts.fold(DiffVerdict::Undecided, DiffVerdict::max);
        self.document.stopped = Some(line.clone());
        if let Some(baseline) = &self.baseline {
            baseline.mark(&mut self.document);
        }
    }

    fn text(&self, style: Style) -> String {
        text(&self.document, style)
    }

    fn word(&self) -> String {
        word_of(&self.document).to_owned()
    }

    fn code(&self) -> u8 {
        if code_of_comparison(&self.document) == FOUND { FOUND } else { UNDECIDED }
    }
}

/// What a reader gets of a comparison: `verify` prints one line a function.
pub fn text(document: &Diffed, style: Style) -> String {
    if document.command != "verify" {
        return diffed_text(document, style);
    }
    let mut text = String::new();
    for function in &document.functions {
        // That a function of the library is known only by its arguments does not weaken an equivalence.
        let lines = function.bounds_hit.iter().chain(&function.approximations);
        let why = lines.min_by_key(|line| line.kind == "uninterpreted-function");
        let why = why.filter(|_| matches!(function.verdict, DiffVerdict::Undecided | DiffVerdict::UpToBound));
        let why = why.map(reason).unwrap_or_default();
        text.push_str(&format!("{}: {}{why}\n", function.name, word(function.verdict, is_accepted(function))));
    }
    for line in &document.undecided {
        text.push_str(&format!("undecided{}\n", reason(line)));
    }
    format!("{text}{}\n", word_of(document))
}

/// Why something is not decided, after its verdict.
fn reason(line: &LedgerLine) -> String {
    let place = line.place.as_ref().map(|place| format!("{place}  ")).unwrap_or_default();
    format!("  {place}{}", line.detail)
}

/// The verdict in a word.
pub fn word_of(document: &Diffed) -> &'static str {
    word(document.verdict, document.accepted > 0 && code_of_comparison(document) != FOUND)
}

fn word(verdict: DiffVerdict, is_accepted: bool) -> &'static str {
    match verdict {
        DiffVerdict::Different if is_accepted => "different, as accepted",
        DiffVerdict::Different => "different",
        DiffVerdict::Equivalent => "equivalent",
        DiffVerdict::UpToBound => "equivalent up to bound",
        DiffVerdict::Undecided => "undecided",
    }
}

/// The document of a comparison of which nothing is known yet.
pub fn empty(options: &ComparisonRequest, command: &str) -> Diffed {
    Diffed {
        schema: String::from("incise/1"),
        command: command.to_owned(),
        base: Vec::new(),
        modified: Vec::new(),
        revisions: None,
        verdict: DiffVerdict::Undecided,
        ub: String::from(match ub_policy(options.ub) {
            UbPolicy::Report => "report",
            UbPolicy::Wrap => "wrap",
            UbPolicy::Undefined => "undefined",
        }),
        fp: match options.fp {
            FloatEquality::Bits => String::from("bits"),
            FloatEquality::Value => String::from("value"),
            FloatEquality::Within(tolerance) => format!("tolerance:{tolerance}"),
        },
        observe: options.observe.iter().map(|aspect| aspect_name(*aspect).to_owned()).collect(),
        functions: Vec::new(),
        seen_from: Vec::new(),
        undecided: Vec::new(),
        accepted: 0,
        globals: Vec::new(),
        notes: Vec::new(),
        removed: Vec::new(),
        added: Vec::new(),
        wall_ms: 0.0,
        stopped: None,
    }
}

fn aspect_name(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Return => "return",
        Aspect::Globals => "globals",
        Aspect::Memory => "memory",
        Aspect::Output => "output",
        Aspect::Ending => "ending",
        Aspect::Calls => "calls",
    }
}
