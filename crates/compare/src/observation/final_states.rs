//! Two finished runs on the same inputs.

use crate::observation::pairing::Pairing;
use incise_engine::{ObjectId, Observation, ObservedSubset, PathEnd, Program, State};
use incise_term::{Pool, TermId};
use std::collections::BTreeMap;

/// A finished run.
pub struct Finished<'a, 'p> {
    /// The program.
    pub program: Program<'a, 'p>,
    /// Its last state.
    pub state: &'a State,
    /// How it ended.
    pub end: &'a PathEnd,
}

/// Two finished runs on the same inputs.
pub struct FinalStates<'a, 'p> {
    /// Of the new version.
    pub new: Finished<'a, 'p>,
    /// Of the old version.
    pub old: Finished<'a, 'p>,
    /// The terms of both.
    pub pool: &'a mut Pool,
    /// What corresponds to what.
    pub pairing: &'a Pairing,
    /// What is looked at.
    pub observe: &'a Observation,
    /// What is not known to be equal.
    pub compared: &'a ObservedSubset,
    /// Set when a compared value depends on what was skipped.
    pub wrong_plan: bool,
    /// Why calls of functions without a body cannot be compared, if they cannot.
    pub unclear: Option<String>,
    /// A function without a body that gets memory which only one version has set.
    pub unset: Option<String>,
    /// What was looked at.
    pub looked: Looked,
    /// Objects without a name in both versions that pointers at one place lead to, each with the other version's.
    pub shared: Shared,
}

/// Objects that correspond since pointers at one place lead to them: of the new version, of the old one.
pub type Shared = (BTreeMap<ObjectId, ObjectId>, BTreeMap<ObjectId, ObjectId>);

/// What was looked at, equal or not.
#[derive(Default)]
pub struct Looked {
    /// Values.
    pub terms: Vec<TermId>,
    /// Whether there were addresses among them: what they lead to was looked at as well.
    pub addresses: bool,
}
