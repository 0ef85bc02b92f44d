//! What the solver answers. `Sat` and `Unsat` are definite; an unknown carries its reason and is neither.

use crate::path_condition::PathCondition;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a question stayed open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The limit of a query on work or time was reached.
    Limit,
    /// The limit of a search on conflicts was reached.
    Conflicts,
    /// Back ends were asked and gave up for reasons of their own.
    GaveUp(String),
    /// Two solvers contradict each other: one of them is wrong.
    Disagreement(String),
}

impl UnknownReason {
    /// What was not decided, why, and what to raise.
    pub fn undecided(&self, what: &str) -> String {
        self.of(&format!("{what} was not decided"))
    }

    /// That something was not decided, why, and which option helps.
    pub fn of(&self, open: &str) -> String {
        let option = if *self == UnknownReason::Conflicts { "--solver-conflicts" } else { "--solver-timeout" };
        format!("{open} ({self}); raise {option}")
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Limit => f.write_str("the solver's limit was reached"),
            UnknownReason::Conflicts => f.write_str("the solver's limit of conflicts was reached"),
            UnknownReason::GaveUp(why) => write!(f, "the solver gave up: {why}"),
            UnknownReason::Disagreement(who) => write!(f, "solvers contradict each other: {who}"),
        }
    }
}

/// The answer to `path condition ∧ term`.
#[derive(Clone)]
pub enum Extend {
    /// Satisfiable; the conjunction as a path condition.
    Sat(PathCondition),
    /// No input satisfies the conjunction.
    Unsat,
    /// Not decided.
    Unknown(UnknownReason),
}

impl Extend {
    /// The extended path condition, if satisfiable.
    pub fn sat(self) -> Option<PathCondition> {
        match self {
            Extend::Sat(pc) => Some(pc),
            _ => None,
        }
    }

    /// Is the conjunction satisfiable for certain?
    pub fn is_sat(&self) -> bool {
        matches!(self, Extend::Sat(_))
    }

    /// Is the conjunction unsatisfiable for certain?
    pub fn is_unsat(&self) -> bool {
        matches!(self, Extend::Unsat)
    }
}

/// Both sides of a condition.
#[derive(Clone)]
pub struct Branch {
    /// Path condition and the condition.
    pub then_: Extend,
    /// Path condition and the condition's negation.
    pub else_: Extend,
}

/// The answer to "may it be true?" or "must it be true?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Truth {
    /// It may, or must.
    Yes,
    /// It may not, or need not.
    No,
    /// Not decided.
    Unknown(UnknownReason),
}

/// The values a term can take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Values {
    /// All of them, in ascending unsigned order.
    Complete(Vec<u128>),
    /// There are more than the limit.
    More,
    /// Not decided.
    Unknown(UnknownReason),
}

/// A solver could not be set up, or two back ends disagreed.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// A solver that was asked for could not be started.
    #[error("cannot start the solver `{name}`: {reason}")]
    NotStarted {
        /// What the user called it.
        name: String,
        /// What went wrong.
        reason: String,
    },
    /// A solver that was asked for is too old to be trusted.
    #[error("{name} {found} is too old: {needed} or newer is needed")]
    TooOld {
        /// The solver.
        name: String,
        /// Its version.
        found: String,
        /// The oldest version accepted.
        needed: String,
    },
    /// The query log cannot be written.
    #[error("cannot write {path}: {reason}")]
    Log {
        /// The file.
        path: String,
        /// What went wrong.
        reason: String,
    },
}
