//! What private state has to do with verdicts: when a coupling is looked for, and what it decides.
//!
//! Runs take private state of one name to be the same in both versions, and other private state to be anything. What is the same then is
//! the same after all histories; what differs may need states that no history leaves. Only then a coupling is looked for, once.

use super::coupling::{couple, touches, touches_unshared};
use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair};
use crate::request::{Globals, GuideName};
use crate::verdict;
use incise_compare::Coupling;
use incise_engine::Weakness;
use incise_ir::Global;
use incise_report::{DiffVerdict, FunctionFindings, LedgerLine};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The private state of two versions.
pub struct PrivateState<'a> {
    versions: &'a LoadedVersions,
    analysis: &'a Analysis<'a>,
    /// How it is related, or why that is not known, once that was asked for.
    coupling: OnceLock<Result<Coupling, String>>,
    /// Whether a verdict rests on it.
    is_used: AtomicBool,
    /// Whether private state of one name begins with other values, so that no verdict may rest on its being the same.
    begins_apart: bool,
}

impl<'a> PrivateState<'a> {
    /// The private state of two versions; nothing is looked for yet.
    pub fn new(versions: &'a LoadedVersions, analysis: &'a Analysis<'a>) -> PrivateState<'a> {
        let begins_apart = analysis.initial_values().iter().any(|global| global.internal);
        PrivateState { versions, analysis, coupling: OnceLock::new(), is_used: AtomicBool::new(false), begins_apart }
    }

    /// Whether how it is related may decide a function: one that can be called from outside.
    pub fn may_matter(&self, pair: &EntryPair) -> bool {
        let is_known_not = self
            .coupling
            .get()
            .is_some_and(|known| known.as_ref().map_or(true, |coupling| !touches(self.versions, coupling, pair)));
        self.is_asked() && pair.name != "main" && !self.analysis.is_static(pair) && !is_known_not
    }

    /// How it is related, if that may decide what was left open of a function.
    pub fn may_decide(&self, pair: &EntryPair, found: &FunctionFindings) -> Option<&Coupling> {
        if !Self::is_open(found) || !self.may_matter(pair) {
            return None;
        }
        let coupling = self.coupling.get_or_init(|| couple(self.versions, self.analysis));
        coupling.as_ref().ok().filter(|coupling| touches(self.versions, coupling, pair))
    }

    /// Whether a function is not decided.
    pub fn is_open(found: &FunctionFindings) -> bool {
        matches!(found.verdict, DiffVerdict::Undecided | DiffVerdict::Within)
    }

    /// Whether private state is what calls leave in it, and every path is looked at.
    fn is_asked(&self) -> bool {
        let options = &self.versions.options;
        options.globals() == Globals::Reachable && matches!(options.guide, GuideName::Exact | GuideName::Full)
    }

    /// Whether the initial values of a private global of both versions are related, and no verdict rests on its being the same: then that
    /// they differ changes nothing.
    pub fn relates_initial_values(&self, global: &Global) -> bool {
        let Some(Ok(coupling)) = self.coupling.get() else { return false };
        let (base, modified) = coupling.globals();
        global.internal && base.contains(&global.name) && modified.contains(&global.name)
    }

    /// Whether what was found from related states says more than what was found before.
    pub fn decides(&self, before: &FunctionFindings, related: &FunctionFindings) -> bool {
        let decides = related.verdict < before.verdict && related.verdict != DiffVerdict::Different;
        self.is_used.fetch_or(decides, Ordering::Relaxed);
        decides
    }

    /// How it is related, if what was found rests on its being the same in both versions, and other verdicts on its being related otherwise.
    pub fn contradicts(&self, pair: &EntryPair, found: &FunctionFindings) -> Option<&Coupling> {
        let coupling = match self.begins_apart && self.is_asked() {
            true => self.coupling.get_or_init(|| couple(self.versions, self.analysis)),
            false => self.coupling.get().filter(|_| self.is_used.load(Ordering::Relaxed))?,
        };
        let coupling = coupling.as_ref().ok()?;
        // Of a static function only its callers count.
        let is_called = pair.name != "main" && !self.analysis.is_static(pair);
        let is_equal = matches!(found.verdict, DiffVerdict::Equivalent | DiffVerdict::Within);
        let rests = is_called && is_equal && found.invariants.is_empty();
        (rests && touches_unshared(self.versions, coupling, pair)).then_some(coupling)
    }

    /// Takes back that a function is equivalent.
    pub fn take_back(found: &mut FunctionFindings) {
        verdict::weaken(found, || {
            let detail = "private state that it names is not the same in both versions";
            vec![LedgerLine::new(Weakness::NotGiven, detail)]
        });
    }
}
