//! The JSON document of `test`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The document of `incise test --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tested {
    /// Version of this format.
    pub schema: String,
    /// `test`.
    pub command: String,
    /// The files of the old version.
    pub base: Vec<String>,
    /// The files of the new version.
    pub modified: Vec<String>,
    /// Which version's outputs new tests expect: `base` or `mod`.
    pub expect: String,
    /// How many tests the suite has.
    pub tests: u64,
    /// The functions that are tested or changed.
    pub functions: Vec<FunctionTested>,
    /// Tests that no longer fit the program.
    pub obsolete: Vec<ObsoleteTest>,
    /// What to run again: a command a line, or the test where there is none for it.
    pub rerun: Vec<String>,
    /// Wall-clock time of everything. May differ between two runs of the same command.
    pub wall_ms: f64,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// What is to be done about the tests of a function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionTested {
    /// The function.
    pub name: String,
    /// Impacted paths: those on which either version runs something that changed.
    pub impacted_paths: u64,
    /// Pairs of paths on which neither does.
    pub unimpacted_paths: u64,
    /// Tests to run again.
    pub selected: Vec<SelectedTest>,
    /// Tests that the change does not reach.
    pub unaffected: Vec<String>,
    /// Tests for impacted paths that no test takes.
    pub added: Vec<NewTest>,
    /// Why some paths were not looked at.
    pub bounds_hit: Vec<LedgerLine>,
}

/// A test to run again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SelectedTest {
    /// The test.
    pub test: String,
    /// The condition of an impacted path that it satisfies; nothing when the path depends on something that is no input, or
    /// not all paths were looked at, so that it is selected to be safe.
    pub condition: Option<String>,
}

/// A test that no longer fits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ObsoleteTest {
    /// The test.
    pub test: String,
    /// Why.
    pub why: String,
}

/// A new test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NewTest {
    /// The condition of its path.
    pub condition: String,
    /// Its inputs.
    pub inputs: Map<String, Value>,
    /// The call, as the source would write it.
    pub call: String,
    /// Whether the two versions behave differently on it, natively.
    pub differs: bool,
    /// The file, when it was written.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// Why it was not written: the native run is not as was predicted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub not_written: Option<String>,
}
