//! The report of a command as far as it is known, for the watchdog.
//!
//! A command begins its draft before its first long step and completes it as it goes: the watchdog prints the draft when the command
//! has to be stopped, in the form that was asked for.

use crate::failure::Failure;
use crate::messages;
use crate::verdict::{self, FOUND, UNDECIDED};
use crate::watchdog::{Stopped, Watchdog};
use incise_base::Stopwatch;
use incise_report::{
    BisectVerdict, Bisected, Covering, Debugged, Dependences, Explored, Impacted, LedgerLine, Style, Tested, Verdict,
    covering_text, debugged_text, explored_text, tested_text,
};
use serde::Serialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a report is printed.
#[derive(Clone, Copy)]
pub struct Form {
    /// As a JSON document.
    pub json: bool,
    /// Only the verdict.
    pub quiet: bool,
    /// Colours.
    pub style: Style,
}

impl Form {
    /// A document as it is printed: as JSON, in a word, or as text.
    pub fn print<D: Serialize>(
        &self,
        document: &D,
        word: impl FnOnce() -> String,
        text: impl FnOnce(Style) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        if self.json {
            json(document)
        } else if self.quiet {
            Ok(word())
        } else {
            text(self.style)
        }
    }
}

/// A document as JSON.
pub fn json<D: Serialize>(document: &D) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(document);
    Ok(text.map_err(|error| messages::cannot_write("the report", error))? + "\n")
}

/// A report that can be cut short.
pub trait Document: Clone + Serialize + Send + 'static {
    /// Marks it as cut short after this many milliseconds: nothing that was not decided counts as decided.
    fn stop(&mut self, line: &LedgerLine, wall_ms: f64);
    /// For a reader.
    fn text(&self, style: Style) -> String;
    /// Only the verdict.
    fn word(&self) -> String {
        String::from("undecided")
    }
    /// The exit code: 1 only for what native runs have shown.
    fn code(&self) -> u8 {
        UNDECIDED
    }
}

/// A report that the watchdog can print.
pub struct Draft<D> {
    document: Arc<Mutex<D>>,
}

impl<D: Document> Draft<D> {
    /// Hands a first draft to the watchdog.
    pub fn begin(document: D, form: Form, watchdog: &Watchdog) -> Draft<D> {
        let document = Arc::new(Mutex::new(document));
        let (shared, start) = (document.clone(), Stopwatch::start());
        watchdog.draft(move |line| {
            let mut document = lock(&shared).clone();
            document.stop(line, start.elapsed().as_secs_f64() * 1e3);
            stopped(&document, form, line)
        });
        Draft { document }
    }

    /// Changes the draft.
    pub fn update(&self, change: impl FnOnce(&mut D)) {
        change(&mut lock(&self.document));
    }
}

fn lock<D>(document: &Mutex<D>) -> MutexGuard<'_, D> {
    document.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stopped<D: Document>(document: &D, form: Form, line: &LedgerLine) -> Stopped {
    let text = match form {
        Form { json: true, .. } => serde_json::to_string_pretty(document).unwrap_or_default(),
        Form { quiet: true, .. } => document.word(),
        _ => format!("{}\nSTOPPED  {}: {}", document.text(form.style), line.kind, line.detail),
    };
    let text = if text.is_empty() { text } else { format!("{text}\n") };
    Stopped { text, code: document.code() }
}

/// A document together with its text, of a command whose text is not made from the document.
#[derive(Clone, Serialize)]
pub struct WithText<D> {
    /// The document.
    #[serde(flatten)]
    pub document: D,
    /// For a reader.
    #[serde(skip)]
    pub text: String,
}

impl Document for Explored {
    fn stop(&mut self, line: &LedgerLine, wall_ms: f64) {
        self.stopped = Some(line.clone());
        let effort = &mut self.effort;
        // A search that ended has its time.
        if effort.wall_ms == 0.0 {
            effort.wall_ms = wall_ms;
        }
        self.function.bounds_hit.push(line.clone());
        self.verdict = if self.code() == FOUND { Verdict::Error } else { Verdict::Undecided };
    }

    fn text(&self, style: Style) -> String {
        explored_text(self, style)
    }

    fn word(&self) -> String {
        String::from(if self.code() == FOUND { "error" } else { "undecided" })
    }

    fn code(&self) -> u8 {
        verdict::code_of_stopped_exploration(self)
    }
}

impl Document for Covering {
    fn stop(&mut self, line: &LedgerLine, wall_ms: f64) {
        (self.stopped, self.wall_ms) = (Some(line.clone()), wall_ms);
    }

    fn text(&self, style: Style) -> String {
        covering_text(self, style)
    }
}

impl Document for Tested {
    fn stop(&mut self, line: &LedgerLine, wall_ms: f64) {
        (self.stopped, self.wall_ms) = (Some(line.clone()), wall_ms);
    }

    fn text(&self, style: Style) -> String {
        tested_text(self, style)
    }

    fn word(&self) -> String {
        self.rerun.join("\n")
    }

    fn code(&self) -> u8 {
        verdict::code_of_stopped_tests(self)
    }
}

impl Document for Debugged {
    fn stop(&mut self, line: &LedgerLine, _wall_ms: f64) {
        self.stopped = Some(line.clone());
        self.undecided.push(line.detail.clone());
    }

    fn text(&self, style: Style) -> String {
        // The text says whether the test fails, which is not known before its native runs.
        if self.fails { debugged_text(self, style) } else { format!("{}: not decided\n", self.test) }
    }

    fn code(&self) -> u8 {
        verdict::code_of_stopped_debugging(self)
    }
}

impl Document for WithText<Impacted> {
    fn stop(&mut self, line: &LedgerLine, _wall_ms: f64) {
        self.document.stopped = Some(line.clone());
        self.document.verdict = self.word();
    }

    fn text(&self, _style: Style) -> String {
        self.text.clone()
    }
}

impl Document for WithText<Dependences> {
    fn stop(&mut self, line: &LedgerLine, _wall_ms: f64) {
        self.document.stopped = Some(line.clone());
    }

    fn text(&self, _style: Style) -> String {
        self.text.clone()
    }
}

impl Document for Bisected {
    fn stop(&mut self, line: &LedgerLine, _wall_ms: f64) {
        self.stopped = Some(line.clone());
        self.verdict = BisectVerdict::NotIsolated;
    }

    fn text(&self, _style: Style) -> String {
        let mut text =
            format!("{} commits looked at, the first that behaves differently not found\n", self.looked_at.len());
        for step in &self.looked_at {
            text.push_str(&format!("  {} {}: {}\n", step.commit.id, step.commit.subject, step.behaviour));
        }
        text
    }
}
