//! The JSON document of `explore`. Keys are stable; the schema is checked in and tested.

use crate::document::coverage::FunctionCoverage;
use crate::ledger::LedgerLine;
use crate::native::Native;
use incise_engine::ErrorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What was concluded; decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every path was explored and none ends in an error.
    NoError,
    /// At least one path ends in an error.
    Error,
    /// No error was found, but something weakens the answer.
    Undecided,
}

/// The document of `incise explore --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Explored {
    /// Version of this format.
    pub schema: String,
    /// `explore`.
    pub command: String,
    /// The files as they were given.
    pub program: Vec<String>,
    /// What was concluded.
    pub verdict: Verdict,
    /// What undefined behaviour means in this run.
    pub ub: String,
    /// What was explored.
    pub function: FunctionReport,
    /// What it took. The only part that can differ between two runs of the same command.
    pub effort: Effort,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// What was explored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionReport {
    /// The entry function.
    pub name: String,
    /// What guided the search.
    pub guide: String,
    /// Counts.
    pub stats: PathStats,
    /// What became of the tasks of a search guided by dependence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks: Option<TaskStats>,
    /// The finished paths in order.
    pub paths: Vec<PathEntry>,
    /// Whether `paths` lists all of them.
    pub paths_complete: bool,
    /// The errors, each once.
    pub errors: Vec<ErrorEntry>,
    /// What goes wrong only where a pointer from outside is null, and does not count as an error.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub null_errors: Vec<ErrorEntry>,
    /// What the paths executed, by function.
    pub coverage: Vec<FunctionCoverage>,
    /// What cut paths short.
    pub bounds_hit: Vec<LedgerLine>,
    /// What was approximated.
    pub approximations: Vec<LedgerLine>,
    /// What was assumed.
    pub assumptions: Vec<LedgerLine>,
}

/// Counts of paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathStats {
    /// Completed paths.
    pub paths: u64,
    /// Paths that end in an error.
    pub error_paths: u64,
    /// Paths that were cut short.
    pub cut_paths: u64,
    /// Paths that an assumption of the program ended.
    pub assumed_away: u64,
    /// States: the first, every feasible side of a branch on the inputs, and every state that forks off within a statement.
    pub states: u64,
    /// Statements executed.
    pub instructions: u64,
}

/// Counts of tasks: decisions that were tried the other way, with only the conditions that matter to them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TaskStats {
    /// Feasible paths: tasks that were run, those apart whose path was known.
    pub feasible: u64,
    /// Tasks at branches that no input satisfies: infeasible paths.
    pub infeasible: u64,
    /// Feasible and infeasible.
    pub total: u64,
    /// Checks that were found unable to fail by a question of their own.
    pub safe_checks: u64,
    /// Runs that took a path that was known.
    pub repeated: u64,
    /// Of the feasible, those that were run only up to where their rest was known.
    pub rest_known: u64,
    /// Decisions that were not tried the other way because the same was tried before.
    pub redundant: u64,
    /// Conditions in a question about a task, on average.
    pub average_conditions: f64,
    /// Statements of the program with calls copied out.
    pub nodes: u64,
    /// Why everything was explored after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// What the proof took that two versions are equal under all combinations of decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofStats>,
}

/// Counts of a proof that outputs are equal: each under the decisions that matter to it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ProofStats {
    /// Runs of the new version.
    pub modified_runs: u64,
    /// Runs of the old version.
    pub base_runs: u64,
    /// Groups of outputs to which the same decisions matter.
    pub groups: u64,
    /// Pairs of a condition of the new and one of the old version under which a group was compared.
    pub pairs: u64,
}

/// What a search guided by dependence took.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TaskEffort {
    /// Finding out what depends on what.
    pub analysis_ms: f64,
    /// Questions about tasks.
    pub questions: u64,
    /// Time for those with an input.
    pub sat_ms: f64,
    /// Time for those without.
    pub unsat_ms: f64,
    /// How many paths had ended when; of many paths about one in a hundred.
    pub curve: Vec<CurvePoint>,
}

/// A point of a curve of paths over time.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CurvePoint {
    /// Paths that had ended.
    pub paths: u64,
    /// Time since the start.
    pub ms: f64,
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The function returned.
    Return,
    /// The program ended.
    Exit,
    /// The program ran into an error.
    Error,
}

/// A finished path.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathEntry {
    /// The conditions on the inputs, all of which hold.
    pub condition: Vec<String>,
    /// The branches that were decided, by line: `12T`, `12F`, `20:case 3`.
    pub decisions: Vec<String>,
    /// Inputs that take the path, in the order in which the program makes them.
    pub inputs: Map<String, Value>,
    /// How it ended.
    pub ends: Ending,
    /// The kind of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The exit code or the function's result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Globals after the call, and what was printed.
    pub outputs: BTreeMap<String, Value>,
    /// What the prediction depends on beside the inputs; empty when it is exact.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub guesses: Vec<String>,
}

/// A frame of a call stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StackLine {
    /// The function.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// An error of the program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorEntry {
    /// Its kind.
    #[schemars(with = "String")]
    pub kind: ErrorKind,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// What exactly.
    pub message: String,
    /// The call stack, innermost first.
    pub stack: Vec<StackLine>,
    /// Inputs that trigger it, in the order in which the program makes them.
    pub inputs: Map<String, Value>,
    /// Number of paths that end in it.
    pub paths: u64,
    /// The pointers from outside one of which is null on each of them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub only_for_null: Vec<String>,
    /// Approximations that its prediction rests on.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rests_on: Vec<String>,
    /// What a native run of the input showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<Native>,
}

/// What a run took.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Effort {
    /// Wall-clock time.
    pub wall_ms: f64,
    /// Workers.
    pub jobs: usize,
    /// Questions asked of the solver chain.
    pub queries: u64,
    /// Sides of conditions that were found possible.
    pub satisfiable: u64,
    /// Sides that were found impossible.
    pub unsatisfiable: u64,
    /// Answers by link of the chain.
    pub answered_by: BTreeMap<String, u64>,
    /// Time in the SAT solver and external solvers.
    pub solver_ms: f64,
    /// Of it, for what was found possible.
    pub sat_ms: f64,
    /// Of it, for what was found impossible.
    pub unsat_ms: f64,
    /// Longest single query.
    pub slowest_query_ms: f64,
    /// Terms made.
    pub terms: u64,
    /// Pending states put away to save memory.
    pub spilled: u64,
    /// What guidance by dependence took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks: Option<TaskEffort>,
}
