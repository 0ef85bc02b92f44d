//! The JSON document of `diff` and `verify`. Keys are stable; the schema is checked in and tested.

use crate::document::explore::TaskStats;
use crate::ledger::LedgerLine;
use crate::native::Native;
use incise_engine::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// What was concluded; decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub enum DiffVerdict {
    /// For every input that a caller can give by the rules of C, no observer can tell the versions apart.
    #[serde(rename = "equivalent")]
    Equivalent,
    /// The same within restrictions that are named.
    #[serde(rename = "equivalent within")]
    Within,
    /// Something was not decided.
    #[serde(rename = "undecided")]
    Undecided,
    /// In files without `main`, something that other files use is gone or has changed incompatibly.
    #[serde(rename = "different interface")]
    DifferentInterface,
    /// At least one input behaves differently, which was seen natively.
    #[serde(rename = "different")]
    Different,
}

/// The document of `incise diff --json` and `incise verify --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Diffed {
    /// Version of this format.
    pub schema: String,
    /// `diff` or `verify`.
    pub command: String,
    /// The files of the old version.
    pub base: Vec<String>,
    /// The files of the new version.
    pub modified: Vec<String>,
    /// What the versions are called, where they are revisions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revisions: Option<Revisions>,
    /// What was concluded of all functions together.
    pub verdict: DiffVerdict,
    /// What undefined behaviour means in this run.
    pub ub: String,
    /// What equal floats are in this run.
    pub fp: String,
    /// What was observed.
    pub observe: Vec<String>,
    /// The functions that were compared.
    pub functions: Vec<FunctionDiffed>,
    /// Whether a function that differs is seen to differ from those that call it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub seen_from: Vec<SeenFrom>,
    /// What other files use and is gone, or has changed incompatibly.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub interface: Vec<LedgerLine>,
    /// Why the files as a whole are undecided: initial values, sections, files that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub undecided: Vec<LedgerLine>,
    /// Differences that a baseline file accepts.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub accepted: u64,
    /// Globals whose initial value or type differs, that are new, or gone.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub globals: Vec<String>,
    /// What was left out, or taken from elsewhere, when the versions were read.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// Functions that only the old version has.
    pub removed: Vec<String>,
    /// Functions that only the new version has.
    pub added: Vec<String>,
    /// Wall-clock time of everything. May differ between two runs of the same command.
    pub wall_ms: f64,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What the versions are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Revisions {
    /// The old one.
    pub base: String,
    /// The new one.
    #[serde(rename = "mod")]
    pub modified: String,
}

/// What a caller shows of a function that was compared before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeenFrom {
    /// The function that it calls, perhaps through others.
    pub function: String,
    /// What was concluded of that function.
    pub verdict: DiffVerdict,
    /// The caller.
    pub caller: String,
    /// What was concluded of the caller.
    pub caller_verdict: DiffVerdict,
}

/// Lines of the two versions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Lines {
    /// Of the old version.
    pub base: Vec<u32>,
    /// Of the new version.
    #[serde(rename = "mod")]
    pub modified: Vec<u32>,
}

/// A function that was compared.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionDiffed {
    /// Its name.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// What was concluded.
    pub verdict: DiffVerdict,
    /// The restrictions within which it is equivalent, by name.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub within: Vec<String>,
    /// Of a `static` function: what its callers show of it, which alone counts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from_callers: Option<DiffVerdict>,
    /// How: `nothing changed`, `not reached`, `abstraction`, `paths`.
    pub decided_by: String,
    /// What guided the search.
    pub guide: String,
    /// Lines that were changed.
    pub changed_lines: Lines,
    /// Lines that the change can reach.
    pub impacted_lines: Lines,
    /// Impacted and all statements of the new version.
    pub impacted_statements: (u64, u64),
    /// Counts.
    pub stats: DiffStats,
    /// What became of the tasks of a search guided by dependence.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tasks: Option<TaskStats>,
    /// Behaviours that differ.
    pub differences: Vec<DifferenceEntry>,
    /// Errors of either version that impacted paths lead to.
    pub errors: Vec<DiffError>,
    /// Paths of the new version, when they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub paths: Vec<DiffPath>,
    /// Tests that were written.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tests: Vec<String>,
    /// Why some paths were not compared.
    pub bounds_hit: Vec<LedgerLine>,
    /// What was approximated.
    pub approximations: Vec<LedgerLine>,
    /// What was assumed.
    pub assumptions: Vec<LedgerLine>,
    /// What was proved of private state after any history of calls, and used.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invariants: Vec<String>,
}

/// Counts of a comparison.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiffStats {
    /// Paths of the new version that were explored to their end, errors included.
    pub paths: u64,
    /// Those on which something differs.
    pub differing_paths: u64,
    /// Pairs of paths that were compared.
    pub pairs: u64,
    /// Paths that were cut short, in either version.
    pub cut_paths: u64,
    /// States of the new version's exploration: the first, every feasible side of a branch on the inputs, and every state that forks off within
    /// a statement, those that a guide gave up included. `explore` counts the same.
    pub states: u64,
    /// States that a guide gave up.
    pub prunings: u64,
    /// Sides of branches that are not feasible.
    pub infeasible: u64,
    /// Constraints of the paths' conditions.
    pub terms: Terms,
    /// The same of the old version's runs, one for each path of the new version, without their first states.
    pub base_states: u64,
    /// Statements executed in both versions.
    pub instructions: u64,
    /// Questions asked of the solver chain along the paths of the new version.
    pub solver_calls: SolverCalls,
    /// What it took.
    pub effort: ComparisonEffort,
}

/// What a comparison took. Everything else in a document depends neither on the machine nor on the number of workers; this does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ComparisonEffort {
    /// Questions that the solver chain was asked, for the old version and for the comparison too.
    pub queries: u64,
    /// Those that reached a SAT solver.
    pub sat: u64,
    /// Time in solvers, all workers together.
    pub solver_ms: f64,
    /// Wall-clock time.
    pub wall_ms: f64,
}

/// Constraints of the paths' conditions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Terms {
    /// All paths together.
    pub total: u64,
    /// By path.
    pub average: f64,
}

/// Questions asked of the solver chain along paths: both sides of a branch are one, and those on the part that paths share count for each.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SolverCalls {
    /// The least along a path of the new version.
    pub min: u64,
    /// The most along a path.
    pub max: u64,
    /// Along all paths.
    pub total: u64,
    /// By path.
    pub average: f64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Ends {
    /// As the program wants it.
    Normally(NormalEnd),
    /// With an error.
    WithError(ErrorKind),
}

/// An end that is no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NormalEnd {
    /// The function returned.
    Return,
    /// The program ended.
    Exit,
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// One version's side of something.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SideEntry {
    /// How it ended: `return`, `exit`, or the kind of the error.
    #[schemars(with = "String")]
    pub ends: Ends,
    /// The line of the error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<u32>,
    /// What differs, by name.
    pub outputs: Map<String, Value>,
}

/// A behaviour that differs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DifferenceEntry {
    /// The calls, from program start, after which the function differs; none where one call is enough.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub after: Vec<String>,
    /// For which inputs: a C expression over them.
    pub condition: String,
    /// Whether the condition holds for exactly the inputs that differ in this way.
    pub exact: bool,
    /// Of a condition that is too long to be read: a shorter one that implies it; the same one, if the whole is too large to be
    /// written down.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub case: Option<String>,
    /// Of a condition that is too long to be read: a shorter one that it implies. It differs for some of these inputs, and for no
    /// others.
    pub within: Option<String>,
    /// `value`, `output` or `ending`.
    pub kind: String,
    /// Pairs of paths that show it.
    pub paths: u64,
    /// An input that shows it.
    pub inputs: Map<String, Value>,
    /// The call with that input, as the source would write it.
    pub call: String,
    /// The old version.
    pub base: SideEntry,
    /// The new version.
    #[serde(rename = "mod")]
    pub modified: SideEntry,
    /// Whether it exists only where undefined behaviour occurs, and by which kind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub only_by: Option<String>,
    /// Whether a baseline file accepts it.
    #[serde(skip_serializing_if = "is_false", default)]
    pub accepted: bool,
    /// Whether native runs of both versions showed it.
    pub replayed: bool,
    /// What the native runs showed.
    pub native: Native,
}

/// An error of either version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DiffError {
    /// Its kind.
    pub kind: String,
    /// `new`, `fixed` or `both`.
    pub status: String,
    /// Where: the new version's line, the old one's for a fixed error.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What exactly.
    pub message: String,
    /// An input that leads to it.
    pub inputs: Map<String, Value>,
    /// Pairs of paths that end in it.
    pub paths: u64,
}

/// A path of the new version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DiffPath {
    /// The decisions at impacted branches.
    pub decisions: Vec<String>,
    /// An input that takes it.
    pub inputs: Map<String, Value>,
    /// How it ended.
    #[schemars(with = "String")]
    pub ends: Ends,
    /// Whether something differs on it.
    pub differs: bool,
    /// Outputs.
    pub outputs: BTreeMap<String, Value>,
}
