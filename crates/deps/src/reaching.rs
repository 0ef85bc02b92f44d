//! Reaching definitions, with kills: which write may be the one that a read sees.

use crate::facts::{Facts, NodeId, VarId};
use incise_ir::Id;
use rustc_hash::FxHashMap;

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

/// What a node does to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Touch {
    defines: bool,
    uses: bool,
    kills: bool,
}

/// All flows, in order. Variables that the same nodes touch in the same way, as most of those that only calls touch, have
/// the same flows, which are looked for once.
pub fn reaching_definitions(facts: &Facts) -> Vec<Flow> {
    let mut found = Vec::new();
    let mut at_node: Vec<Touch> = vec![Touch::default(); facts.nodes.len()];
    let mut seen_in = vec![0usize; facts.nodes.len()];
    let mut round = 0;
    for (touches, vars) in alike(facts, |touch| touch.defines) {
        touches.iter().for_each(|(node, touch)| at_node[node.index()] = *touch);
        for (from, _) in touches.iter().filter(|(_, touch)| touch.defines) {
            round += 1;
            let mut work: Vec<NodeId> = facts.flow.successors(*from).to_vec();
            while let Some(at) = work.pop() {
                if std::mem::replace(&mut seen_in[at.index()], round) == round {
                    continue;
                }
                let touch = at_node[at.index()];
                if touch.uses {
                    found.extend(vars.iter().map(|var| Flow { from: *from, to: at, var: *var }));
                }
                if !touch.kills {
                    work.extend(facts.flow.successors(at));
                }
            }
        }
        touches.iter().for_each(|(node, _)| at_node[node.index()] = Touch::default());
    }
    found.sort_unstable();
    found
}

/// Where what a variable holds on entry may be read, in order.
pub fn reads_on_entry(facts: &Facts) -> Vec<(VarId, NodeId)> {
    let mut found = Vec::new();
    let mut at_node: Vec<Touch> = vec![Touch::default(); facts.nodes.len()];
    for (touches, vars) in alike(facts, |touch| touch.uses) {
        touches.iter().for_each(|(node, touch)| at_node[node.index()] = *touch);
        let mut seen = vec![false; facts.nodes.len()];
        let mut work: Vec<NodeId> = facts.flow.nodes().take(1).collect();
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut seen[at.index()], true) {
                continue;
            }
            if at_node[at.index()].uses {
                found.extend(vars.iter().map(|var| (*var, at)));
            }
            if !at_node[at.index()].kills {
                work.extend(facts.flow.successors(at));
            }
        }
        touches.iter().for_each(|(node, _)| at_node[node.index()] = Touch::default());
    }
    found.sort_unstable();
    found
}

/// Variables that are read and to which something else is done too, by all that is done to them.
fn alike(facts: &Facts, too: impl Fn(&Touch) -> bool) -> impl Iterator<Item = (Vec<(NodeId, Touch)>, Vec<VarId>)> {
    let n_vars =
        facts.nodes.iter().flat_map(|node| [&node.defs, &node.uses]).filter_map(|vars| vars.iter().next_back());
    let n_vars = n_vars.map(|var| var.index() + 1).max().unwrap_or(0);
    let mut touches: Vec<Vec<(NodeId, Touch)>> = vec![Vec::new(); n_vars];
    let mut mark = |var: &VarId, id: NodeId, change: fn(&mut Touch)| {
        let Some(touches) = touches.get_mut(var.index()) else { return };
        if touches.last().is_none_or(|(last, _)| *last != id) {
            touches.push((id, Touch::default()));
        }
        touches.last_mut().into_iter().for_each(|(_, touch)| change(touch));
    };
    for (id, node) in facts.nodes.iter_ids() {
        node.defs.iter().for_each(|var| mark(var, id, |touch| touch.defines = true));
        node.uses.iter().for_each(|var| mark(var, id, |touch| touch.uses = true));
        node.kills.iter().for_each(|var| mark(var, id, |touch| touch.kills = true));
    }
    let mut found: FxHashMap<Vec<(NodeId, Touch)>, Vec<VarId>> = FxHashMap::default();
    for (var, touches) in touches.into_iter().enumerate() {
        if touches.iter().any(|(_, touch)| too(touch)) && touches.iter().any(|(_, touch)| touch.uses) {
            found.entry(touches).or_default().push(VarId::new(var));
        }
    }
    // In no order: who asks puts what follows in order.
    found.into_iter()
}
