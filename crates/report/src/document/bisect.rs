//! The JSON document of `bisect`. Keys are stable; the schema is checked in and tested.

use crate::ledger::LedgerLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was concluded; decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BisectVerdict {
    /// One commit first behaves differently.
    Found,
    /// The last commit behaves as the good one.
    NoChange,
    /// It is one of several commits.
    NotIsolated,
}

/// The document of `incise bisect --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bisected {
    /// Version of this format.
    pub schema: String,
    /// `bisect`.
    pub command: String,
    /// `found`, `no-change`, or `not-isolated` when commits could not be judged.
    #[schemars(with = "String")]
    pub verdict: BisectVerdict,
    /// What the commits were compared with.
    pub good: String,
    /// The last commit.
    pub bad: String,
    /// What was looked at: `the test FILE`, `the function NAME`, or `every function`.
    pub by: String,
    /// The commit that first behaves differently; several when it could not be isolated.
    pub commits: Vec<BisectCommit>,
    /// The commits that were looked at, in that order.
    pub looked_at: Vec<BisectStep>,
    /// Why the command was stopped before it had an answer to everything.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<LedgerLine>,
}

/// A commit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BisectCommit {
    /// Its full name.
    pub id: String,
    /// The first line of its message.
    pub subject: String,
}

/// A commit that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BisectStep {
    /// The commit.
    pub commit: BisectCommit,
    /// `same`, `changed` or `unknown`.
    pub behaviour: String,
    /// What differs, or why it is unknown.
    pub detail: String,
}
