//! What is to be compared: two versions, what is observed, and how the new one is explored.

use crate::by_coupling::coupling::Coupling;
use incise_engine::{Config, Guide, Observation, ObservedSubset, Plan};
use incise_guide::dgse::DgseOptions;
use incise_ir::Module;

/// One version to be compared.
#[derive(Clone, Copy)]
pub struct Version<'p> {
    /// The program with its library models.
    pub module: &'p Module,
    /// Its entry and bounds.
    pub config: &'p Config,
    /// What of it is run.
    pub plan: Option<&'p Plan>,
}

/// What is to be compared.
#[derive(Clone, Copy)]
pub struct ComparisonInput<'p> {
    /// The old version.
    pub base: Version<'p>,
    /// The new version.
    pub modified: Version<'p>,
    /// What is looked at.
    pub observe: &'p Observation,
    /// What the plans leave to be compared.
    pub compared: &'p ObservedSubset,
    /// Entries and bounds of the old and the new version with undefined behaviour taken not to happen, if it is to be told which
    /// differences exist only by it.
    pub defined: Option<(&'p Config, &'p Config)>,
    /// What directs the exploration of the new version, if anything does.
    pub guide: Option<&'p (dyn Fn() -> Box<dyn Guide> + Sync)>,
    /// How the private states from which the versions start are related, where that was proved.
    pub coupling: Option<&'p Coupling>,
    /// How the new version is explored by dependence, if it is.
    pub dependence: Option<DgseOptions>,
    /// Workers that explore the new version.
    pub jobs: usize,
}

impl ComparisonInput<'_> {
    /// Workers that can explore the new version at once: answers of calls that are not followed are shared in the order in which they are met.
    pub(crate) fn exploring_jobs(&self) -> usize {
        if self.modified.config.comparison.uninterpreted.functions.is_empty() { self.jobs } else { 1 }
    }
}
