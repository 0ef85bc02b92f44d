//! One procedure in one or two versions, as the rule sets see it.

use crate::set::{Impact, Origin, Rule};
use incise_deps::{Facts, NodeId, Relations};
use std::collections::BTreeMap;

/// A procedure of one version.
#[derive(Clone, Copy)]
pub struct Procedure<'a> {
    /// What its nodes do.
    pub facts: &'a Facts,
    /// What follows.
    pub relations: &'a Relations,
}

/// What changed from the old version to the new one.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Nodes of the new version that are changed or added.
    pub added: Vec<NodeId>,
    /// Nodes of the old version that were removed.
    pub removed: Vec<NodeId>,
    /// Nodes of the old version that are changed in the new one.
    pub replaced: Vec<NodeId>,
    /// Nodes that are in both, old to new; the changed ones too.
    #[doc(alias = "diffMap")]
    pub map: BTreeMap<NodeId, NodeId>,
}

/// Adds the nodes that correspond to impacted nodes of the old version.
pub(crate) fn carry_over(base: &Impact, map: &BTreeMap<NodeId, NodeId>, to: &mut Impact) {
    for (old, _) in base.steps() {
        if let Some(new) = map.get(&old) {
            to.add(*new, Rule::Removed, Some(Origin::Base(old)), None);
        }
    }
}
