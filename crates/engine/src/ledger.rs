//! Everything that weakens an answer. An empty ledger is what "all paths were explored" means.

use incise_ir::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why an answer is weaker than it could be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weakness {
    /// A call of a function that has no body and no model, and is no event; its result is arbitrary.
    UnmodelledCall,
    /// A function that is known only to give equal results for equal arguments.
    UninterpretedFunction,
    /// Something that is not supported was reached; the path ends there.
    Unsupported,
    /// A loop was cut short by `--loop-bound`.
    LoopBound,
    /// A path was cut short by `--max-depth`.
    DepthBound,
    /// A path was cut short by `--max-steps`.
    StepBound,
    /// More nested calls than `--max-call-depth` allows.
    CallDepthBound,
    /// Recursion that inputs decide was cut short by `--loop-bound`.
    RecursionBound,
    /// A size was bounded.
    SizeBound,
    /// Structures behind pointers were bounded.
    NestingBound,
    /// Input was limited to a number of bytes.
    InputBound,
    /// A symbolic address has more targets than were followed.
    AddressBound,
    /// The solver gave no answer in time.
    SolverUnknown,
    /// The time was up.
    Timeout,
    /// The work that a search may do was done.
    WorkBound,
    /// The user interrupted the run.
    Interrupted,
    /// A guide gave paths up.
    Pruned,
    /// An arbitrary value stands for memory that was never written.
    Uninitialised,
    /// A path that was put away, or given to another worker, could not be found again.
    Diverged,
    /// What a plan skipped was needed after all: the plan is wrong, and the run proves nothing.
    WrongPlan,
    /// Objects that overlap were not given.
    Alias,
    /// Allocation was taken to succeed.
    Alloc,
    /// Other arguments and another environment of `main` were not given.
    Args,
    /// More or longer arguments of `main` than were given would be looked at.
    ArgsBound,
    /// Functions of the program were not given as callbacks.
    Callbacks,
    /// Files were taken to be there, or not.
    Files,
    /// Another placement of objects in memory was not tried.
    Layout,
    /// Functions without body were taken not to call the program while its state is half-way.
    UnknownFunctions,
    /// A caller can give something else that was not tried.
    NotGiven,
    /// An observer can see something that was not compared.
    NotObserved,
    /// What was assumed about the environment.
    Assumption,
}

impl Weakness {
    /// Whether paths were lost (as opposed to values being approximated).
    pub fn loses_paths(self) -> bool {
        !matches!(
            self,
            Weakness::UnmodelledCall
                | Weakness::UninterpretedFunction
                | Weakness::Uninitialised
                | Weakness::NotObserved
                | Weakness::Assumption
        ) && !self.is_not_given()
    }

    /// Whether a caller or the environment can give something that was not tried.
    pub fn is_not_given(self) -> bool {
        use Weakness::{Alias, Alloc, Args, Callbacks, Files, Layout, NotGiven, UnknownFunctions};
        matches!(self, Alias | Alloc | Args | Callbacks | Files | Layout | NotGiven | UnknownFunctions)
    }
}

/// How the reasons end that more elements of objects from outside would help.
pub(crate) const MORE_ELEMENTS: &str = "raise --max-elements";

/// One reason, with its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LedgerEntry {
    /// Why.
    pub weakness: Weakness,
    /// What exactly, and what to raise.
    pub detail: String,
    /// Where it was met.
    pub span: Option<Span>,
}

/// All reasons, each with how often it was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: BTreeMap<LedgerEntry, u64>,
}

impl Ledger {
    /// Notes a reason.
    pub fn add(&mut self, weakness: Weakness, detail: impl Into<String>, span: Option<Span>) {
        *self.entries.entry(LedgerEntry { weakness, detail: detail.into(), span }).or_default() += 1;
    }
    /// Notes a reason that counts once, however often and by however many workers it is met.
    pub fn add_once(&mut self, weakness: Weakness, detail: impl Into<String>, span: Option<Span>) {
        self.entries.entry(LedgerEntry { weakness, detail: detail.into(), span }).or_default();
    }
    /// Notes a reason that was met `count` times.
    pub fn add_many(&mut self, weakness: Weakness, detail: &str, count: u64) {
        *self.entries.entry(LedgerEntry { weakness, detail: detail.to_string(), span: None }).or_default() += count;
    }
    /// Adds all of another ledger.
    pub fn merge(&mut self, other: &Ledger) {
        for (entry, count) in &other.entries {
            *self.entries.entry(entry.clone()).or_default() += count;
        }
    }
    /// Whether nothing weakens the answer.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// Whether an access went past the assumed end of an object from outside.
    pub fn wants_elements(&self) -> bool {
        self.entries.keys().any(|entry| entry.detail.ends_with(MORE_ELEMENTS))
    }
    /// Whether some path may be missing.
    pub fn loses_paths(&self) -> bool {
        self.entries.keys().any(|entry| entry.weakness.loses_paths())
    }
    /// The reasons in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (&LedgerEntry, u64)> {
        // What counts once is kept as 0.
        self.entries.iter().map(|(entry, count)| (entry, (*count).max(1)))
    }
}
