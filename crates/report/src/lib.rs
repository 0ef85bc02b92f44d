//! What a run found, for people and for programs.
//!
//! *In*: the engine's report and the program. *Out*: [`Explored`], [`Diffed`] and [`Impacted`], the JSON documents whose schemas are
//! checked in (`docs/schema`), and their text forms.

mod bisect_model;
mod build;
mod coverage;
mod diff_build;
mod diff_model;
mod diff_text;
mod impact_model;
mod model;
mod text;
mod value;

pub use bisect_model::{BisectCommit, BisectStep, Bisected};
pub use build::explored;
pub use coverage::{FunctionCoverage, coverage};
pub use diff_build::{ImpactLines, Modules, diff_verdict, function_diffed, function_proved, undisturbed};
pub use diff_model::{
    DiffError, DiffPath, DiffStats, DiffVerdict, Diffed, DifferenceEntry, FunctionDiffed, Lines, Revisions, SeenFrom,
    SideEntry,
};
pub use diff_text::diffed_text;
pub use impact_model::{BaseImpacted, FunctionImpacted, Impacted, Member, ModImpacted, Parent};
pub use model::{
    Effort, Ending, ErrorEntry, Explored, FunctionReport, LedgerLine, Native, PathEntry, PathStats, StackLine, Verdict,
};
pub use text::{Style, explored_text};
pub use value::{input_value, scalar_text};
