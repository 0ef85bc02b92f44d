//! Calls of functions that are known to do the same in both versions: a proof need not follow them.

use super::pair::EntryPair;
use incise_engine::{Config, Uninterpreted};
use incise_ir::FuncId;
use std::collections::BTreeMap;

/// How many nested calls are followed in the old and in the new version: where one of them does in one call what the other does in
/// two.
const UNFOLDED: [(u32, u32); 6] = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)];

/// Functions that are known to do the same in both versions.
#[derive(Clone, Default)]
pub struct EquivalentCalls {
    base: BTreeMap<FuncId, u32>,
    modified: BTreeMap<FuncId, u32>,
    any_order: bool,
}

impl EquivalentCalls {
    /// With a group of functions, in any order of calls or in the same one.
    pub fn with(&self, group: &[EntryPair], any_order: bool) -> EquivalentCalls {
        let mut known = self.clone();
        known.any_order = any_order && (self.base.is_empty() || self.any_order);
        for pair in group {
            let number = known.base.len() as u32;
            known.base.insert(pair.base, number);
            known.modified.insert(pair.modified, number);
        }
        known
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.base.is_empty()
    }

    /// Runs of the old and the new version in which they are not followed, from the plainest on.
    pub fn used<'a>(&'a self, base: &'a Config, modified: &'a Config) -> impl Iterator<Item = (Config, Config)> + 'a {
        UNFOLDED.iter().map(|(old, new)| {
            let with = |config: &Config, functions: &BTreeMap<FuncId, u32>, unfold| {
                config.clone().with(|run| {
                    run.comparison.uninterpreted =
                        Uninterpreted { functions: functions.clone(), unfold, any_order: self.any_order }
                })
            };
            (with(base, &self.base, *old), with(modified, &self.modified, *new))
        })
    }
}
