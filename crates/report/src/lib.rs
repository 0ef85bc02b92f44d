//! What a run found, for people and for programs.
//!
//! *In*: the engine's report and the program. *Out*: [`Explored`], the JSON document whose schema is checked in (`docs/schema`), and its text form.

mod build;
mod coverage;
mod model;
mod text;
mod value;

pub use build::explored;
pub use coverage::{FunctionCoverage, coverage};
pub use model::{
    Effort, Ending, ErrorEntry, Explored, FunctionReport, LedgerLine, Native, PathEntry, PathStats, StackLine, Verdict,
};
pub use text::{Style, explored_text};
pub use value::{input_value, scalar_text};
