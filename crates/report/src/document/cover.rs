//! The JSON document of `diff --cover`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The document of `incise diff --cover --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Covering {
    /// Version of this format.
    pub schema: String,
    /// `cover`.
    pub command: String,
    /// The files of the old version.
    pub base: Vec<String>,
    /// The files of the new version.
    pub modified: Vec<String>,
    /// What is covered: `statement`, `block`, `branch`, `path-fragment` or `data-flow`.
    pub criterion: String,
    /// The functions that were explored.
    pub functions: Vec<FunctionCovering>,
    /// Wall-clock time of everything. May differ between two runs of the same command.
    pub wall_ms: f64,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// What is covered of what starts in a function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionCovering {
    /// The function.
    pub name: String,
    /// Obligations that are met.
    pub met: u64,
    /// Obligations that no input meets; a proof.
    pub infeasible: u64,
    /// Obligations that were not met, with no proof.
    pub not_reached: u64,
    /// What an existing suite covers, when there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub suite: Option<SuiteMeasure>,
    /// Inputs that were made to meet obligations.
    pub inputs: u64,
    /// States that were explored.
    pub states: u64,
    /// States that were given up because nothing unmet was ahead.
    pub prunings: u64,
    /// The obligations.
    pub obligations: Vec<ObligationEntry>,
    /// Why some paths were not explored.
    pub bounds_hit: Vec<LedgerLine>,
    /// What was approximated.
    pub approximations: Vec<LedgerLine>,
    /// What was assumed.
    pub assumptions: Vec<LedgerLine>,
}

/// What an existing suite covers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteMeasure {
    /// Its tests of this function.
    pub tests: u64,
    /// Those that do not fit the new version, with the reason.
    pub obsolete: Vec<String>,
    /// Obligations that they meet.
    pub met: u64,
    /// Obligations that can be met, as far as is known.
    pub feasible: u64,
}

/// What became of an obligation; what outweighs another in several searches comes later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ObligationStatus {
    /// No input meets it.
    #[serde(rename = "infeasible")]
    Infeasible,
    /// It was not met, and nothing is proved.
    #[serde(rename = "not reached")]
    NotReached,
    /// An input meets it.
    #[serde(rename = "met")]
    Met,
}

/// An obligation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObligationEntry {
    /// What is to be covered, in words.
    pub what: String,
    /// The function that it is in.
    pub function: String,
    /// Its line.
    pub line: u32,
    /// `met`, `infeasible` or `not reached`.
    #[schemars(with = "String")]
    pub status: ObligationStatus,
    /// An input that meets it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub inputs: Option<Map<String, Value>>,
    /// The call with that input, as the source would write it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub call: Option<String>,
    /// The condition of the path that meets it, a line a constraint.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub condition: Vec<String>,
    /// The test of the suite that meets it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub test: Option<String>,
    /// What meeting it depends on that is not an input.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub guesses: Vec<String>,
    /// Why it was not reached.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}
