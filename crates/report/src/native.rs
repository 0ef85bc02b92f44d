//! Native runs in a report: what they showed of a prediction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a native run of a predicted input came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NativeOutcome {
    /// It shows what was predicted.
    Confirmed,
    /// It cannot show it.
    NotObservable,
    /// It shows something else.
    Contradicted,
    /// There was none.
    NotRun,
    /// The program does not build.
    NotBuilt,
    /// It returns from calls that are nested too deeply for the prediction.
    TooDeep,
}

impl fmt::Display for NativeOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What a native run of an error's input showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Native {
    /// `confirmed`, `not-observable` or `contradicted`.
    #[schemars(with = "String")]
    pub outcome: NativeOutcome,
    /// What was seen.
    pub detail: String,
}

impl Native {
    /// An outcome with what was seen.
    pub fn new(outcome: NativeOutcome, detail: impl Into<String>) -> Native {
        Native { outcome, detail: detail.into() }
    }

    /// An outcome where the program does not build: the first line of the error.
    pub fn without_build(outcome: NativeOutcome, error: &str) -> Native {
        Native::new(outcome, format!("it does not build natively: {}", error.lines().next().unwrap_or(error)))
    }
}
