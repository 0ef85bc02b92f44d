//! The JSON document of `debug`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The document of `incise debug --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Debugged {
    /// Version of this format.
    pub schema: String,
    /// `debug`.
    pub command: String,
    /// The files of the old version.
    pub base: Vec<String>,
    /// The files of the new version.
    pub modified: Vec<String>,
    /// The test.
    pub test: String,
    /// The function that it calls.
    pub function: String,
    /// Whether native runs of the two versions on the test differ.
    pub fails: bool,
    /// In what.
    pub differs: Vec<String>,
    /// Constraints of the test's paths through both versions.
    pub constraints: u64,
    /// Those that impact analysis removed.
    pub removed_constraints: u64,
    /// The decisions that can be the cause, the likeliest first.
    pub suspects: Vec<SuspectEntry>,
    /// Decisions for which the solver did not decide.
    pub undecided: Vec<String>,
    /// Changed lines of the new version that the test runs.
    pub changed_lines: Vec<u32>,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// A decision that can be the cause.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuspectEntry {
    /// The function that it is in.
    pub function: String,
    /// The file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// The line's text.
    pub source: String,
    /// How the test decides it, such as `21T`.
    pub decision: String,
    /// Whether the branch itself is changed.
    pub changed: bool,
    /// Whether with the other input the versions agree, natively.
    pub passes: bool,
    /// An input that goes the old version's way and decides otherwise in the new one.
    pub inputs: Map<String, Value>,
    /// The call with that input.
    pub call: String,
}
