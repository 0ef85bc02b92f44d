//! The JSON document of `impact`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The document of `incise impact --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Impacted {
    /// Version of this format.
    pub schema: String,
    /// `impact`.
    pub command: String,
    /// `changed`, `no-change`, or `undecided` when the command was stopped.
    pub verdict: String,
    /// The rule set: `pldi11`, `tosem14` or `precise`.
    pub rules: String,
    /// Globals whose type or initialiser changed.
    pub globals: Vec<String>,
    /// The functions that are changed or impacted.
    pub functions: Vec<FunctionImpacted>,
    /// The impact by calling context, when it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub calls: Option<CallsImpacted>,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// The impact by calling context.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CallsImpacted {
    /// The functions that can be reached.
    pub functions: Vec<SetsImpacted>,
    /// The call graph: an edge for each call.
    pub edges: Vec<CallEdgeImpacted>,
    /// The calling contexts, each after the one that it is called from first.
    pub contexts: Vec<ContextImpacted>,
}

/// The impact sets of a function, as lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetsImpacted {
    /// The function.
    pub name: String,
    /// By changes in it and in what it calls.
    pub own: Vec<u32>,
    /// By each formal parameter.
    pub formals: Vec<FormalImpacted>,
}

/// What a formal parameter influences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormalImpacted {
    /// The parameter.
    pub name: String,
    /// The lines.
    pub lines: Vec<u32>,
}

/// An edge of the call graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CallEdgeImpacted {
    /// Who calls.
    pub caller: String,
    /// The line of the call.
    pub line: u32,
    /// Who is called.
    pub callee: String,
    /// What carries impact over.
    pub flows: Vec<CallFlowImpacted>,
}

/// What a call hands over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CallFlowImpacted {
    /// In the caller; none where the call itself is changed.
    pub actual: Option<String>,
    /// In the callee: a parameter, or memory.
    pub formal: String,
    /// For which impact in the caller: `own`, or a way into it.
    pub when: Vec<String>,
}

/// A function as it is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ContextImpacted {
    /// The function.
    pub function: String,
    /// The context that it is called from first, by position; none where execution starts.
    pub called_from: Option<usize>,
    /// The line of that call.
    pub line: Option<u32>,
    /// Where impact comes from: `own` and ways in.
    pub sources: Vec<String>,
    /// The impacted lines.
    pub lines: Vec<u32>,
}

/// A function that is changed or impacted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FunctionImpacted {
    /// Its name in the new version, or in the old one if it is gone.
    pub name: String,
    /// `changed`, `impacted`, `added` or `removed`.
    pub status: String,
    /// Whether its parameters or its result are of other types.
    pub signature_changed: bool,
    /// Its old version, unless it was added.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub base: Option<BaseImpacted>,
    /// Its new version, unless it was removed.
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    pub modified: Option<ModImpacted>,
}

/// The old version of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BaseImpacted {
    /// The file that it is in.
    pub file: String,
    /// Lines that were changed or removed.
    pub changed_lines: Vec<u32>,
    /// Lines that the change can reach, and the changed ones.
    pub impacted_lines: Vec<u32>,
}

/// The new version of a function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ModImpacted {
    /// The file that it is in.
    pub file: String,
    /// Lines that were changed or added.
    pub changed_lines: Vec<u32>,
    /// Lines that the change can reach, and the changed ones.
    pub impacted_lines: Vec<u32>,
    /// How many statements it has.
    pub statements: u64,
    /// How many of them are impacted.
    pub impacted_statements: u64,
    /// The impacted ones.
    pub members: Vec<Member>,
}

/// An impacted statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// Its node in the control-flow graph.
    pub node: String,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// What it does.
    pub text: String,
    /// The rule that brought it in.
    pub rule: String,
    /// The variable that carries the impact, where one does.
    pub through: Option<String>,
    /// The node that brought it in; a changed one has none.
    pub parent: Option<Parent>,
}

/// A node that brought another one in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Parent {
    /// `base` or `mod`.
    pub version: String,
    /// The function that it is in.
    pub function: Option<String>,
    /// The node.
    pub node: String,
    /// Its line.
    pub line: Option<u32>,
}
