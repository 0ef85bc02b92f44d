//! The explored and the unexplored impacted nodes, and what is pruned because of them.
//!
//! *In*: a control-flow graph and its impacted nodes, then the nodes that the search arrives at, depth first. *Out*:
//! whether to go on.
//!
//! *Source*: [dise-pldi2011] Fig. 6, [dise-tosem2014] Fig. 7. Fig. 6 keeps conditional and write nodes in sets of
//! their own; a node is one or the other by its kind, so one set of explored nodes holds both, and unexplored are the
//! impacted ones that are not in it.
//!
//! # Invariants
//! - Only impacted nodes are explored nodes.
//! - When an unexplored node is arrived at, everything that is impacted and reachable from it is unexplored.

use incise_base::{Components, Digraph, Dominators, IdSet, Reach, components, dominators, reach};
use incise_deps::NodeId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which figure is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// [dise-pldi2011] Fig. 6: at the entry of a loop, all of the loop becomes unexplored again.
    Pldi11,
    /// [dise-tosem2014] Fig. 7.
    Tosem14,
}

/// What was explored so far.
#[derive(Clone, Debug)]
pub struct Search {
    paths: Arc<Reach<NodeId>>,
    /// For the entries of loops, the nodes of the loop; empty in Fig. 7.
    loops: Arc<BTreeMap<NodeId, IdSet<NodeId>>>,
    #[doc(alias = "Imp")]
    impacted: Arc<IdSet<NodeId>>,
    explored: IdSet<NodeId>,
    /// Whether the running path explored something that no path has taken to an end.
    unfinished: bool,
}

impl Search {
    /// Nothing explored yet.
    pub fn new(published: Published, flow: &Digraph<NodeId>, impacted: impl IntoIterator<Item = NodeId>) -> Search {
        let loops = match published {
            Published::Pldi11 => loops(flow),
            Published::Tosem14 => BTreeMap::new(),
        };
        Search {
            paths: Arc::new(reach(flow)),
            loops: Arc::new(loops),
            impacted: Arc::new(impacted.into_iter().collect()),
            explored: IdSet::new(),
            unfinished: false,
        }
    }

    /// Nothing explored yet of the same procedure with other impacted nodes.
    pub fn over(&self, impacted: impl IntoIterator<Item = NodeId>) -> Search {
        Search {
            paths: self.paths.clone(),
            loops: self.loops.clone(),
            impacted: Arc::new(impacted.into_iter().collect()),
            explored: IdSet::new(),
            unfinished: false,
        }
    }

    /// The search arrives at a node: whether it goes on there. If it does, the node is explored.
    pub fn arrive(&mut self, node: NodeId) -> bool {
        let goes_on = !self.prune(node) || self.unfinished;
        if goes_on {
            self.visit(node);
        }
        goes_on
    }

    /// The running path is at its end, or is given up.
    pub fn ended(&mut self) {
        self.unfinished = false;
    }

    /// Impacted nodes that count as explored.
    #[doc(alias = "Explored")]
    #[doc(alias = "ExCond")]
    #[doc(alias = "ExWrite")]
    pub fn explored(&self) -> Vec<NodeId> {
        self.explored.iter().collect()
    }

    /// Impacted nodes that count as unexplored.
    #[doc(alias = "Unexplored")]
    #[doc(alias = "UnExCond")]
    #[doc(alias = "UnExWrite")]
    pub fn unexplored(&self) -> Vec<NodeId> {
        self.impacted.without(&self.explored).iter().collect()
    }

    /// [dise-tosem2014] Fig. 7, l. 11–17; [dise-pldi2011] Fig. 6, l. 13–28, is its negation.
    ///
    /// A node that is reset on the way is unexplored too, but leads nowhere that what reset it does not, so it does
    /// not matter whether it is met in the loop.
    #[doc(alias = "AffectedLocIsReachable")]
    pub(super) fn prune(&mut self, node: NodeId) -> bool {
        if let Some(members) = self.loops.get(&node) {
            // Fig. 6, l. 26–28: CheckLoops.
            self.explored.subtract(members);
        }
        let ahead = self.paths.row(node).within(&self.impacted).without(&self.explored);
        for unexplored in ahead.iter() {
            self.explored.subtract(self.paths.row(unexplored));
        }
        ahead.is_empty()
    }

    /// [dise-tosem2014] Fig. 7, l. 6; [dise-pldi2011] Fig. 6, l. 30–35. Whether it was unexplored.
    #[doc(alias = "UpdateExploredSet")]
    pub(super) fn visit(&mut self, node: NodeId) -> bool {
        let is_new = self.impacted.contains(node) && self.explored.insert(node);
        self.unfinished |= is_new;
        is_new
    }
}

/// The entries of loops with the nodes of the loop (`GetSCC`): where control comes into a strongly connected
/// component, and, since loops can lie in loops, where it goes back to.
#[doc(alias = "IsLoopEntryNode")]
fn loops(flow: &Digraph<NodeId>) -> BTreeMap<NodeId, IdSet<NodeId>> {
    let mut found = BTreeMap::new();
    let Some(first) = flow.nodes().next() else { return found };
    let parts: Components<NodeId> = components(flow);
    let above: Dominators<NodeId> = dominators(flow, first);
    for node in flow.nodes() {
        let members = &parts.members[parts.of[node]];
        if members.len() == 1 && !flow.successors(node).contains(&node) {
            continue;
        }
        let enters = |before: &NodeId| parts.of[*before] != parts.of[node] || above.dominates(node, *before);
        if node == first || flow.predecessors(node).iter().any(enters) {
            found.insert(node, members.iter().copied().collect());
        }
    }
    found
}
