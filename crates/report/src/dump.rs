//! Dumps of the stages of a comparison: plain, stable text for golden files and for people who debug incise.
//!
//! One file a stage. Nodes are written `n4`, blocks `b2`, sides of a branch `n4:T`, `n4:F` and `n4:case 3`; a line starts with the id, then
//! the source line. Nodes where control only passes are left out.

mod body;
mod facts;
mod impact;
mod pairs;
mod paths;
mod plan;

pub use facts::facts_dump;
pub use impact::impact_dump;
pub use pairs::pairs_dump;
pub use paths::paths_dump;
pub use plan::{PlannedPair, plan_dump};

use incise_diff::{ProgramDiff, Side};
use incise_impact::ProgramImpact;
use incise_ir::{FuncId, Module};

/// Two versions with what is known of them before anything is run.
pub struct VersionPair<'a> {
    /// The old version.
    pub base: Side<'a>,
    /// The new version.
    pub modified: Side<'a>,
    /// What differs.
    pub difference: &'a ProgramDiff,
    /// What that influences.
    pub impact: &'a ProgramImpact,
    /// Which functions are shown.
    pub is_shown: &'a dyn Fn(&Module, FuncId) -> bool,
}
