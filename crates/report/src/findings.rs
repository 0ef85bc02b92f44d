//! Findings of a comparison: plain typed data that every stage reads and writes, before it becomes a document or a text.

use crate::condition::Condition;
use crate::document::diff::{DiffPath, DiffStats, DiffVerdict, Lines, Revisions, SeenFrom, SideEntry};
use crate::document::explore::TaskStats;
use crate::ledger::LedgerLine;
use crate::native::{Native, NativeOutcome};
use incise_compare::{DifferenceKind, ErrorStatus};
use incise_engine::{Aspect, ErrorKind, FloatEquality, Restriction, UbPolicy};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Which command asked for a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparisonCommand {
    /// `diff`.
    Diff,
    /// `verify`.
    Verify,
    /// `bisect`.
    Bisect,
}

impl ComparisonCommand {
    /// The word that is typed.
    pub fn name(self) -> &'static str {
        match self {
            ComparisonCommand::Diff => "diff",
            ComparisonCommand::Verify => "verify",
            ComparisonCommand::Bisect => "bisect",
        }
    }
}

/// What guides the search of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchGuide {
    /// Nothing: every path.
    Full,
    /// A plan that skips what the change cannot influence.
    Exact,
    /// Dependence of decisions on each other.
    Dgse,
    /// The directed search across calls.
    Dise,
    /// The directed search as published in 2014.
    DiseTosem14,
    /// The directed search as published in 2011.
    DisePldi11,
}

impl SearchGuide {
    /// The word that is typed.
    pub fn name(self) -> &'static str {
        match self {
            SearchGuide::Full => "full",
            SearchGuide::Exact => "exact",
            SearchGuide::Dgse => "dgse",
            SearchGuide::Dise => "dise",
            SearchGuide::DiseTosem14 => "dise:tosem14",
            SearchGuide::DisePldi11 => "dise:pldi11",
        }
    }
}

/// What the verdict of a function rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecidedBy {
    /// Pairs of paths that were compared.
    Paths,
    /// A proof for loops of any length.
    LoopInduction,
    /// A proof for recursion of any depth.
    CallInduction,
    /// The equivalence of all that it calls, itself unchanged.
    Callees,
    /// Impact analysis: the change does not reach the function.
    NotReached,
    /// Impact analysis: the change reaches nothing that is observed.
    NothingObserved,
    /// The rules of a published search, which see no impacted node.
    NoImpactedNode,
    /// Nothing yet.
    Nothing,
}

impl DecidedBy {
    /// As documents say it.
    pub fn name(self) -> &'static str {
        match self {
            DecidedBy::Paths => "paths",
            DecidedBy::LoopInduction => "induction over loops",
            DecidedBy::CallInduction => "induction over calls",
            DecidedBy::Callees => "what it calls is equivalent",
            DecidedBy::NotReached => "the change does not reach it",
            DecidedBy::NothingObserved => "the change reaches nothing that is observed",
            DecidedBy::NoImpactedNode => "no node is impacted",
            DecidedBy::Nothing => "nothing",
        }
    }

    /// Whether the function was executed.
    pub fn is_executed(self) -> bool {
        matches!(self, DecidedBy::Paths | DecidedBy::LoopInduction | DecidedBy::CallInduction)
    }
}

/// What was found about two versions.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Who asked.
    pub command: ComparisonCommand,
    /// The files of the old version.
    pub base: Vec<String>,
    /// The files of the new version.
    pub modified: Vec<String>,
    /// What the versions are called, where they are revisions.
    pub revisions: Option<Revisions>,
    /// What was concluded of all functions together.
    pub verdict: DiffVerdict,
    /// What undefined behaviour means.
    pub ub: UbPolicy,
    /// What equal floats are.
    pub floats: FloatEquality,
    /// What was observed.
    pub observe: Vec<Aspect>,
    /// The functions that were compared.
    pub functions: Vec<FunctionFindings>,
    /// Whether a function that differs is seen to differ from those that call it.
    pub seen_from: Vec<SeenFrom>,
    /// What was found about the files as a whole.
    pub whole: WholeFindings,
    /// Restrictions that the user accepts.
    pub accept_within: Vec<Restriction>,
    /// Differences that a baseline file accepts.
    pub n_accepted: u64,
    /// Globals whose initial value or type differs, that are new, or gone.
    pub globals: Vec<String>,
    /// What was left out, or taken from elsewhere, when the versions were read.
    pub notes: Vec<String>,
    /// Functions that only the old version has.
    pub removed: Vec<String>,
    /// Functions that only the new version has.
    pub added: Vec<String>,
    /// Wall-clock time of everything.
    pub wall_ms: f64,
    /// Why the command was stopped before it had an answer to everything.
    pub stopped: Option<LedgerLine>,
}

/// What was found about the files as a whole.
#[derive(Clone, Debug, Default)]
pub struct WholeFindings {
    /// What other files use and is gone, or has changed incompatibly.
    pub interface: Vec<LedgerLine>,
    /// Whether the user allows that.
    pub is_interface_allowed: bool,
    /// Why they are undecided.
    pub undecided: Vec<LedgerLine>,
}

/// What impact analysis says of a function.
#[derive(Clone, Debug, Default)]
pub struct ImpactLines {
    /// The file that the function is in.
    pub file: String,
    /// Lines that were changed.
    pub changed: Lines,
    /// Lines that the change can reach.
    pub impacted: Lines,
    /// Impacted and all statements of the new version.
    pub statements: (u64, u64),
}

/// What was found about a pair of functions.
#[derive(Clone, Debug)]
pub struct FunctionFindings {
    /// The name in the new version.
    pub name: String,
    /// What the change reaches in it.
    pub lines: ImpactLines,
    /// What was concluded.
    pub verdict: DiffVerdict,
    /// Of a `static` function: what its callers show of it, which alone counts.
    pub from_callers: Option<DiffVerdict>,
    /// What the verdict rests on.
    pub decided_by: DecidedBy,
    /// What guided the search.
    pub guide: SearchGuide,
    /// Counts.
    pub stats: DiffStats,
    /// What became of the tasks of a search guided by dependence.
    pub tasks: Option<TaskStats>,
    /// Behaviours that differ.
    pub differences: Vec<DifferenceFinding>,
    /// Errors of either version that impacted paths lead to.
    pub errors: Vec<ErrorFinding>,
    /// Paths of the new version, when they were asked for.
    pub paths: Vec<DiffPath>,
    /// Tests that were written.
    pub tests: Vec<String>,
    /// Why some paths were not compared.
    pub bounds_hit: Vec<LedgerLine>,
    /// What was approximated.
    pub approximations: Vec<LedgerLine>,
    /// What was assumed.
    pub assumptions: Vec<LedgerLine>,
    /// What was proved of private state after any history of calls, and used.
    pub invariants: Vec<String>,
}

impl FunctionFindings {
    /// A function that was not executed, and that nothing weakens.
    pub fn undisturbed(name: &str, guide: SearchGuide, decided_by: DecidedBy, lines: ImpactLines) -> FunctionFindings {
        FunctionFindings {
            name: name.to_owned(),
            lines,
            verdict: DiffVerdict::Equivalent,
            from_callers: None,
            decided_by,
            guide,
            stats: DiffStats::default(),
            tasks: None,
            differences: Vec::new(),
            errors: Vec::new(),
            paths: Vec::new(),
            tests: Vec::new(),
            bounds_hit: Vec::new(),
            approximations: Vec::new(),
            assumptions: Vec::new(),
            invariants: Vec::new(),
        }
    }

    /// What counts for the program: of a `static` function what its callers show.
    pub fn seen_by_callers(&self) -> DiffVerdict {
        self.from_callers.unwrap_or(self.verdict)
    }

    /// What was left out on purpose, where that is all that weakens the verdict.
    pub fn restrictions(&self) -> Vec<Restriction> {
        let lines = self.bounds_hit.iter().chain(&self.approximations);
        let found: BTreeSet<Restriction> = lines.filter_map(|line| line.kind.restriction()).collect();
        found.into_iter().filter(|_| self.verdict == DiffVerdict::Within).collect()
    }

    /// Whether all differences are accepted, and there are some.
    pub fn is_accepted(&self) -> bool {
        !self.differences.is_empty() && self.differences.iter().all(|difference| difference.accepted)
    }
}

/// A behaviour that differs.
#[derive(Clone, Debug)]
pub struct DifferenceFinding {
    /// The calls, from program start, after which the function differs; none where one call is enough.
    pub after: Vec<String>,
    /// For which inputs.
    pub condition: Condition,
    /// Whether the condition holds for exactly the inputs that differ in this way.
    pub exact: bool,
    /// Of a condition that is too long to be read: a shorter one that implies it.
    pub case: Option<Condition>,
    /// Of a condition that is too long to be read: a shorter one that it implies.
    pub within: Option<Condition>,
    /// In what.
    pub kind: DifferenceKind,
    /// Pairs of paths that show it.
    pub n_paths: u64,
    /// An input that shows it.
    pub inputs: Map<String, Value>,
    /// The call with that input, as the source would write it.
    pub call: String,
    /// The old version.
    pub base: SideEntry,
    /// The new version.
    pub modified: SideEntry,
    /// The undefined behaviour without which it would not exist.
    pub only_by: Option<String>,
    /// Whether a baseline file accepts it.
    pub accepted: bool,
    /// What the native runs showed.
    pub native: Native,
}

impl DifferenceFinding {
    /// Whether native runs of both versions showed it.
    pub fn is_replayed(&self) -> bool {
        self.native.outcome == NativeOutcome::Confirmed
    }
}

/// An error of either version.
#[derive(Clone, Debug)]
pub struct ErrorFinding {
    /// What went wrong.
    pub kind: ErrorKind,
    /// In which versions.
    pub status: ErrorStatus,
    /// Where: in the new version, in the old one for a fixed error.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What exactly.
    pub message: String,
    /// An input that leads to it.
    pub inputs: Map<String, Value>,
    /// Pairs of paths that end in it.
    pub n_paths: u64,
}
