//! The ledger in a report: everything that weakens an answer, found by the engine or by the stages around it.

use incise_engine::{Ledger, LedgerEntry, Restriction, Weakness};
use incise_ir::Module;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an answer is weaker than it could be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LedgerKind {
    /// What the engine met.
    Engine(Weakness),
    /// What a stage before or after the engine met.
    Stage(StageWeakness),
}

/// A weakness that no run of the engine knows of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageWeakness {
    /// An assumption of the user's.
    Assume,
    /// A difference that no caller was shown to produce.
    HeldBack,
    /// The interface of the files has changed.
    Interface,
    /// A part of a version is missing.
    Missing,
    /// A predicted difference that no native run can confirm.
    NotBuilt,
    /// A part that was not looked at.
    NotLookedAt,
    /// A predicted difference that native runs contradict.
    NotReplayed,
    /// A function that waits to be compared.
    Waiting,
}

impl LedgerKind {
    /// The restriction that it is.
    pub fn restriction(self) -> Option<Restriction> {
        match self {
            LedgerKind::Engine(weakness) => weakness.restriction(),
            LedgerKind::Stage(_) => None,
        }
    }
}

impl From<Weakness> for LedgerKind {
    fn from(weakness: Weakness) -> LedgerKind {
        LedgerKind::Engine(weakness)
    }
}

impl From<StageWeakness> for LedgerKind {
    fn from(weakness: StageWeakness) -> LedgerKind {
        LedgerKind::Stage(weakness)
    }
}

impl fmt::Display for LedgerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Something that weakens the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LedgerLine {
    /// Which kind of weakness.
    #[schemars(with = "String")]
    pub kind: LedgerKind,
    /// What exactly, and what to raise.
    pub detail: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// How often it was met.
    pub count: u64,
}

impl LedgerLine {
    /// A line without a place.
    pub fn new(kind: impl Into<LedgerKind>, detail: impl Into<String>) -> LedgerLine {
        LedgerLine { kind: kind.into(), detail: detail.into(), place: None, count: 1 }
    }

    /// The same at a place.
    pub fn at(self, place: impl Into<Option<String>>) -> LedgerLine {
        LedgerLine { place: place.into(), ..self }
    }

    /// An entry of the engine's ledger.
    pub fn of(module: &Module, entry: &LedgerEntry, count: u64) -> LedgerLine {
        let place = entry.span.map(|span| module.place(span));
        LedgerLine { kind: entry.weakness.into(), detail: entry.detail.clone(), place, count }
    }
}

/// The lines of those entries of a ledger that are to be kept.
pub fn ledger_lines(module: &Module, ledger: &Ledger, keep: impl Fn(Weakness) -> bool) -> Vec<LedgerLine> {
    let kept = ledger.iter().filter(|(entry, _)| keep(entry.weakness));
    kept.map(|(entry, count)| LedgerLine::of(module, entry, count)).collect()
}
