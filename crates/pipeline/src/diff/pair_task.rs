//! A pair of functions to be compared, with all that is known of it.

use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair};
use super::witness;
use incise_compare::Coupling;
use incise_engine::Observation;
use incise_report::ImpactLines;

/// How long sequences of calls may be that show a difference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Histories {
    /// One call before: others are tried where no coupling is found.
    Short,
    /// As long as was asked for.
    Long,
}

/// A pair of functions that is compared, whatever its pointer parameters are.
pub struct PairTask<'a> {
    /// The versions.
    pub versions: &'a LoadedVersions,
    /// What is known of them.
    pub analysis: &'a Analysis<'a>,
    /// The functions.
    pub pair: &'a EntryPair,
    /// What is observed.
    pub observe: Observation,
    /// How the private states from which they start are related, where that was proved.
    pub coupling: Option<&'a Coupling>,
    /// How long sequences of calls may be that show a difference.
    pub histories: Histories,
    /// What the change reaches in them.
    pub lines: ImpactLines,
    /// Their executables.
    pub natively: witness::Natively,
}

impl<'a> PairTask<'a> {
    /// A pair of functions, from any private states or from related ones.
    pub fn new(
        versions: &'a LoadedVersions,
        analysis: &'a Analysis<'a>,
        pair: &'a EntryPair,
        coupling: Option<&'a Coupling>,
    ) -> PairTask<'a> {
        let (observe, lines) = (versions.observation(pair), analysis.lines(pair));
        let (histories, natively) = (Histories::Long, witness::Natively::default());
        PairTask { versions, analysis, pair, observe, coupling, histories, lines, natively }
    }
}
