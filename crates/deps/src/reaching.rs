//! Reaching definitions, with kills: which write may be the one that a read sees.

use crate::facts::{Facts, NodeId, VarId};
use incise_ir::Id;
use std::collections::BTreeSet;

/// The value of `var` written at `from` may be read at `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flow {
    /// The write.
    pub from: NodeId,
    /// The read.
    pub to: NodeId,
    /// What is written and read.
    pub var: VarId,
}

/// All flows, in order.
pub fn reaching_definitions(facts: &Facts) -> Vec<Flow> {
    let used: BTreeSet<VarId> = facts.nodes.iter().flat_map(|node| node.uses.iter().copied()).collect();
    let mut found = Vec::new();
    let mut seen_in = vec![0usize; facts.nodes.len()];
    let mut round = 0;
    for (from, node) in facts.nodes.iter_ids() {
        for &var in node.defs.intersection(&used) {
            round += 1;
            let mut work: Vec<NodeId> = facts.flow.successors(from).to_vec();
            while let Some(at) = work.pop() {
                if std::mem::replace(&mut seen_in[at.index()], round) == round {
                    continue;
                }
                if facts.nodes[at].uses.contains(&var) {
                    found.push(Flow { from, to: at, var });
                }
                if !facts.nodes[at].kills.contains(&var) {
                    work.extend(facts.flow.successors(at));
                }
            }
        }
    }
    found.sort();
    found
}
