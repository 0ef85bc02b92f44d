//! Reaching definitions, with kills: which write may be the one that a read sees.

use crate::facts::{Facts, NodeId, VarId};
use incise_ir::{Id, IdVec};
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
/// the same flows, which are looked for once, and only where the variable is live: most are read soon after they are written.
pub fn reaching_definitions(facts: &Facts) -> Vec<Flow> {
    let mut found = Vec::new();
    let mut walk = Walk::new(facts);
    for (touches, vars) in alike(facts, |touch| touch.defines) {
        walk.begin(&touches);
        for (from, _) in touches.iter().filter(|(_, touch)| touch.defines) {
            walk.readers(facts.flow.successors(*from), |at| {
                found.extend(vars.iter().map(|var| Flow { from: *from, to: at, var: *var }));
            });
        }
        walk.end(&touches);
    }
    found.sort_unstable();
    found
}

/// Where what a variable holds on entry may be read, in order.
pub fn reads_on_entry(facts: &Facts) -> Vec<(VarId, NodeId)> {
    let mut found = Vec::new();
    let mut walk = Walk::new(facts);
    let entry: Vec<NodeId> = facts.flow.nodes().take(1).collect();
    for (touches, vars) in alike(facts, |touch| touch.uses) {
        walk.begin(&touches);
        walk.readers(&entry, |at| found.extend(vars.iter().map(|var| (*var, at))));
        walk.end(&touches);
    }
    found.sort_unstable();
    found
}

/// Looks for reads of one variable after the other.
struct Walk<'a> {
    facts: &'a Facts,
    /// What is done to the variable.
    at_node: IdVec<NodeId, Touch>,
    /// The last variable, by number, that was live on entry to a node, and the last search that came to it.
    live: IdVec<NodeId, usize>,
    seen: IdVec<NodeId, usize>,
    variable: usize,
    search: usize,
    work: Vec<NodeId>,
}

impl<'a> Walk<'a> {
    fn new(facts: &'a Facts) -> Walk<'a> {
        let zeros = || facts.nodes.iter().map(|_| 0).collect();
        let at_node = facts.nodes.iter().map(|_| Touch::default()).collect();
        Walk { facts, at_node, live: zeros(), seen: zeros(), variable: 0, search: 0, work: Vec::new() }
    }

    /// Takes up a variable: finds where it is live.
    fn begin(&mut self, touches: &[(NodeId, Touch)]) {
        touches.iter().for_each(|(node, touch)| self.at_node[*node] = *touch);
        self.variable += 1;
        self.work.extend(touches.iter().filter(|(_, touch)| touch.uses).map(|(node, _)| *node));
        while let Some(at) = self.work.pop() {
            if std::mem::replace(&mut self.live[at], self.variable) == self.variable {
                continue;
            }
            let before = self.facts.flow.predecessors(at).iter();
            self.work.extend(before.filter(|before| !self.at_node[**before].kills));
        }
    }

    /// The nodes that may read the value that the variable has on entry to these.
    fn readers(&mut self, from: &[NodeId], mut reads: impl FnMut(NodeId)) {
        self.search += 1;
        self.work.extend(from);
        while let Some(at) = self.work.pop() {
            if self.live[at] != self.variable || std::mem::replace(&mut self.seen[at], self.search) == self.search {
                continue;
            }
            if self.at_node[at].uses {
                reads(at);
            }
            if !self.at_node[at].kills {
                self.work.extend(self.facts.flow.successors(at));
            }
        }
    }

    fn end(&mut self, touches: &[(NodeId, Touch)]) {
        touches.iter().for_each(|(node, _)| self.at_node[*node] = Touch::default());
    }
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
