//! The JSON document of `deps`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The document of `incise deps --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Dependences {
    /// Version of this format.
    pub schema: String,
    /// `deps`.
    pub command: String,
    /// The files as they were given.
    pub program: Vec<String>,
    /// The functions in the order of the program.
    pub functions: Vec<FunctionDependences>,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// The relations of a function. Statements are named by line, sides of a branch by line and side: `12T`, `12F`, `20:case 3`. On a path through calls
/// the file comes before a line that several files have (`file.c:12T`), and a number after that of a function that is entered several times
/// (`12T#2`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FunctionDependences {
    /// The function.
    pub name: String,
    /// The file.
    pub file: String,
    /// A statement runs because a branch took a side.
    pub control: Vec<DependenceEdge>,
    /// A statement reads what another wrote.
    pub data: Vec<DependenceEdge>,
    /// A statement reads what the other side of a branch would have overwritten.
    pub potential: Vec<DependenceEdge>,
    /// Two statements meet at a third.
    pub interactive: Vec<DependenceEdge>,
    /// On a path: the calls that it enters, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub calls: Vec<PathCall>,
    /// On a path: what matters to each decision, taken or not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub slices: Vec<PathSlice>,
}

/// A call that a path enters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathCall {
    /// The function that is called.
    pub name: String,
    /// How often the path has entered the function, from 1; where it runs first counts.
    pub number: usize,
    /// The statement that calls.
    pub from: String,
}

/// What on a path matters to a decision: its relevant path slice and condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PathSlice {
    /// The side.
    pub side: String,
    /// Whether the path takes it.
    pub taken: bool,
    /// The statements that matter to it, in the order of the path, and itself.
    pub slice: Vec<String>,
    /// The sides among them.
    pub condition: Vec<String>,
}

/// A pair of a relation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DependenceEdge {
    /// The first statement, on which the other depends.
    pub from: String,
    /// The second.
    pub to: String,
    /// The variables that carry it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub through: Vec<String>,
    /// Where the two meet.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<String>,
}
