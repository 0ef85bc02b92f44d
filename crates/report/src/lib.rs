//! What a run found, for people and for programs.
//!
//! *In*: the engine's report and the program. *Out*: [`Explored`], [`Diffed`], [`Covering`], [`Tested`], [`Debugged`] and [`Impacted`], the JSON documents whose schemas are
//! checked in (`docs/schema`), and their text forms.

mod bisect_model;
mod build;
mod cover_model;
mod cover_text;
mod coverage;
mod debug_model;
mod debug_text;
mod deps_model;
mod diff_build;
mod diff_model;
mod diff_text;
mod impact_model;
mod model;
mod test_model;
mod test_text;
mod text;
mod value;

pub use bisect_model::{BisectCommit, BisectStep, Bisected};
pub use build::{decision_text, explored, inputs, ledger_line, proof_stats, task_stats};
pub use cover_model::{Covering, FunctionCovering, ObligationEntry, SuiteMeasure};
pub use cover_text::covering_text;
pub use coverage::{FunctionCoverage, coverage};
pub use debug_model::{Debugged, SuspectEntry};
pub use debug_text::debugged_text;
pub use deps_model::{DependenceEdge, Dependences, FunctionDependences, PathCall, PathSlice};
pub use diff_build::{ImpactLines, Modules, call, diff_verdict, function_diffed, function_proved, undisturbed};
pub use diff_model::{
    DiffError, DiffPath, DiffStats, DiffVerdict, Diffed, DifferenceEntry, FunctionDiffed, Lines, Revisions, SeenFrom,
    SideEntry,
};
pub use diff_text::diffed_text;
pub use impact_model::{
    BaseImpacted, CallEdgeImpacted, CallFlowImpacted, CallsImpacted, ContextImpacted, FormalImpacted, FunctionImpacted,
    Impacted, Member, ModImpacted, Parent, SetsImpacted,
};
pub use model::{
    CurvePoint, Effort, Ending, ErrorEntry, Explored, FunctionReport, LedgerLine, Native, PathEntry, PathStats,
    ProofStats, StackLine, TaskEffort, TaskStats, Verdict,
};
pub use test_model::{FunctionTested, NewTest, ObsoleteTest, SelectedTest, Tested};
pub use test_text::tested_text;
pub use text::{Style, explored_text};
pub use value::{input_value, scalar_text};
