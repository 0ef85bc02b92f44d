//! The file of accepted differences, so that a build speaks only of new ones.
//!
//! A difference is known again by its function, its condition, its kind, and what its example shows: the call and the outputs, old and
//! new. Lines are not looked at, so code may move. The example counts because `always` would otherwise accept whatever
//! the next change does.

use crate::draft::json;
use crate::failure::Failure;
use crate::messages;
use incise_report::{DifferenceFinding, Findings, FunctionFindings, SideEntry, difference_name};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

const SCHEMA: &str = "incise-baseline/1";

/// The contents of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    schema: String,
    accepted: Vec<Accepted>,
}

/// An accepted difference.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    function: String,
    condition: String,
    kind: String,
    example: String,
    base: Outcome,
    #[serde(rename = "mod")]
    modified: Outcome,
}

/// What a version does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outcome {
    ends: String,
    outputs: Map<String, Value>,
}

impl Outcome {
    fn of(side: &SideEntry) -> Outcome {
        Outcome { ends: side.ends.to_string(), outputs: side.outputs.clone() }
    }
}

impl Accepted {
    fn of(function: &FunctionFindings, difference: &DifferenceFinding) -> Accepted {
        Accepted {
            function: function.name.clone(),
            condition: difference.condition.to_string(),
            kind: difference_name(difference.kind).to_owned(),
            example: difference.call.clone(),
            base: Outcome::of(&difference.base),
            modified: Outcome::of(&difference.modified),
        }
    }
}

/// The accepted differences of a file.
#[derive(Clone)]
pub struct Baseline {
    file: PathBuf,
    accepted: Vec<Accepted>,
}

impl Baseline {
    /// Reads the file; one that is yet to be written accepts nothing.
    pub fn read(file: &Path, will_be_written: bool) -> Result<Baseline, Failure> {
        let wrong = |problem: String| messages::wrong(file.display(), problem);
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if will_be_written && error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Baseline { file: file.to_owned(), accepted: Vec::new() });
            }
            Err(error) => return Err(messages::cannot_read(file, error)),
        };
        let contents: Contents =
            serde_json::from_str(&text).map_err(|error| wrong(format!("not a baseline: {error}")))?;
        if contents.schema != SCHEMA {
            return Err(wrong(format!("the format is `{}`; this program reads `{SCHEMA}`", contents.schema)));
        }
        Ok(Baseline { file: file.to_owned(), accepted: contents.accepted })
    }

    /// Marks what is accepted and counts it.
    pub fn mark(&self, findings: &mut Findings) {
        findings.n_accepted = 0;
        for function in &mut findings.functions {
            let known: Vec<bool> = function
                .differences
                .iter()
                .map(|difference| self.accepted.contains(&Accepted::of(function, difference)))
                .collect();
            for (difference, known) in function.differences.iter_mut().zip(known) {
                difference.accepted = known;
                findings.n_accepted += u64::from(known);
            }
        }
    }

    /// Accepts all differences of a comparison and writes the file; gives how many there are. What was accepted for a function
    /// that was compared now and does not differ so any more is forgotten.
    pub fn accept(&mut self, findings: &Findings) -> Result<usize, Failure> {
        let is_compared = |name: &String| findings.functions.iter().any(|function| function.name == *name);
        self.accepted.retain(|accepted| !is_compared(&accepted.function));
        let mut n_accepted = 0;
        for function in &findings.functions {
            for difference in &function.differences {
                let entry = Accepted::of(function, difference);
                n_accepted += 1;
                if !self.accepted.contains(&entry) {
                    self.accepted.push(entry);
                }
            }
        }
        let key = |entry: &Accepted| (entry.function.clone(), entry.condition.clone(), entry.example.clone());
        self.accepted.sort_by_key(key);
        let contents = Contents { schema: SCHEMA.to_owned(), accepted: self.accepted.clone() };
        std::fs::write(&self.file, json(&contents)?).map_err(|error| messages::cannot_write(&self.file, error))?;
        Ok(n_accepted)
    }
}
