//! What a run found, for people and for programs.
//!
//! *In*: the engine's report and the program, or the [`Findings`] of a comparison. *Out*: [`Explored`], [`Diffed`], [`Covering`], [`Tested`],
//! [`Debugged`] and [`Impacted`], the JSON documents whose schemas are checked in (`docs/schema`), and their text forms.

mod condition;
mod document;
mod dump;
mod findings;
mod graph;
mod impact_view;
mod inputs;
mod ledger;
mod native;
mod relations;
mod schema;
mod text;
mod value;

pub use condition::{Condition, PointerFact, PointerValue};
pub use document::bisect::{BisectCommit, BisectStep, BisectVerdict, Bisected};
pub use document::compared::difference_name;
pub use document::cover::{Covering, FunctionCovering, ObligationEntry, ObligationStatus, SuiteMeasure};
pub use document::coverage::{FunctionCoverage, coverage};
pub use document::debug::{Debugged, SuspectEntry};
pub use document::deps::{DependenceEdge, Dependences, FunctionDependences, PathCall, PathSlice};
pub use document::diff::{
    ComparisonEffort, DiffError, DiffPath, DiffStats, DiffVerdict, Diffed, DifferenceEntry, Ends, FunctionDiffed,
    Lines, NormalEnd, Revisions, SeenFrom, SideEntry, SolverCalls, Terms,
};
pub use document::explore::{
    CurvePoint, Effort, Ending, ErrorEntry, Explored, FunctionReport, PathEntry, PathStats, ProofStats, StackLine,
    TaskEffort, TaskStats, Verdict,
};
pub use document::explored::{explored, proof_stats, task_stats};
pub use document::impact::{
    BaseImpacted, CallEdgeImpacted, CallFlowImpacted, CallsImpacted, ContextImpacted, FormalImpacted, FunctionImpacted,
    Impacted, Member, ModImpacted, Parent, SetsImpacted,
};
pub use document::impacted::{impact_undecided, impacted};
pub use document::test::{FunctionTested, NewTest, ObsoleteTest, SelectedTest, Tested};
pub use dump::{PlannedPair, VersionPair, facts_dump, impact_dump, pairs_dump, paths_dump, plan_dump};
pub use findings::{
    ComparisonCommand, DecidedBy, DifferenceFinding, ErrorFinding, Findings, FunctionFindings, ImpactLines,
    SearchGuide, WholeFindings,
};
pub use graph::deps_dot::deps_dot;
pub use graph::impact_dot::impact_dot;
pub use graph::svg::impact_svg;
pub use impact_view::{Sources, View as ImpactView};
pub use inputs::{call, call_sequence, decision_text, inputs, outputs, repeated};
pub use ledger::{LedgerKind, LedgerLine, StageWeakness, ledger_lines};
pub use native::{Native, NativeOutcome};
pub use relations::{Evidence, FunctionRelations, Label, Line, LineText, Relation};
pub use schema::SCHEMA;
pub use text::cover::covering_text;
pub use text::debug::debugged_text;
pub use text::deps::{deps_table, deps_why};
pub use text::diff::diffed_text;
pub use text::explore::explored_text;
pub use text::impact::impact_text;
pub use text::impact_calls::calls_text;
pub use text::impact_why::impact_why;
pub use text::style::Style;
pub use text::test::tested_text;
pub use value::{escaped, input_value, scalar, scalar_text};
