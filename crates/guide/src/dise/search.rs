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

use incise_deps::NodeId;
use incise_graph::{Components, Digraph, Dominators, Reach, components, dominators, reach};
use incise_ir::Id;
use std::collections::BTreeMap;

/// Which figure is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// [dise-pldi2011] Fig. 6: at the entry of a loop, all of the loop becomes unexplored again.
    Pldi11,
    /// [dise-tosem2014] Fig. 7.
    Tosem14,
}

/// A set of nodes: bit `i % 64` of word `i / 64` for the `i`-th.
type Bits = Vec<u64>;

/// What was explored so far.
#[derive(Clone, Debug)]
pub struct Search {
    paths: Reach<NodeId>,
    /// For the entries of loops, the nodes of the loop; empty in Fig. 7.
    loops: BTreeMap<NodeId, Bits>,
    #[doc(alias = "Imp")]
    impacted: Bits,
    explored: Bits,
    /// Whether the running path explored something that no path has taken to an end.
    unfinished: bool,
}

impl Search {
    /// Nothing explored yet.
    pub fn new(published: Published, flow: &Digraph<NodeId>, impacted: impl IntoIterator<Item = NodeId>) -> Search {
        let n_words = flow.len().div_ceil(64);
        let loops = match published {
            Published::Pldi11 => loops(flow),
            Published::Tosem14 => BTreeMap::new(),
        };
        Search {
            paths: reach(flow),
            loops,
            impacted: bits(n_words, impacted),
            explored: vec![0; n_words],
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
        members(self.explored.iter().copied())
    }

    /// Impacted nodes that count as unexplored.
    #[doc(alias = "Unexplored")]
    #[doc(alias = "UnExCond")]
    #[doc(alias = "UnExWrite")]
    pub fn unexplored(&self) -> Vec<NodeId> {
        members(self.impacted.iter().zip(&self.explored).map(|(impacted, explored)| impacted & !explored))
    }

    /// [dise-tosem2014] Fig. 7, l. 11–17; [dise-pldi2011] Fig. 6, l. 13–28, is its negation.
    ///
    /// A node that is reset on the way is unexplored too, but leads nowhere that what reset it does not, so it does
    /// not matter whether it is met in the loop.
    #[doc(alias = "AffectedLocIsReachable")]
    fn prune(&mut self, node: NodeId) -> bool {
        if let Some(members) = self.loops.get(&node) {
            // Fig. 6, l. 26–28: CheckLoops.
            remove(&mut self.explored, members);
        }
        let reached = self.paths.row(node).iter().zip(&self.impacted).zip(&self.explored);
        let ahead = members(reached.map(|((reached, impacted), explored)| reached & impacted & !explored));
        for unexplored in &ahead {
            remove(&mut self.explored, self.paths.row(*unexplored));
        }
        ahead.is_empty()
    }

    /// [dise-tosem2014] Fig. 7, l. 6; [dise-pldi2011] Fig. 6, l. 30–35.
    #[doc(alias = "UpdateExploredSet")]
    fn visit(&mut self, node: NodeId) {
        let (word, bit) = (node.index() / 64, 1 << (node.index() % 64));
        if self.impacted[word] & !self.explored[word] & bit != 0 {
            self.explored[word] |= bit;
            self.unfinished = true;
        }
    }
}

fn bits(n_words: usize, nodes: impl IntoIterator<Item = NodeId>) -> Bits {
    let mut bits = vec![0; n_words];
    for node in nodes {
        bits[node.index() / 64] |= 1 << (node.index() % 64);
    }
    bits
}

fn remove(from: &mut Bits, which: &[u64]) {
    for (word, which) in from.iter_mut().zip(which) {
        *word &= !which;
    }
}

fn members(words: impl Iterator<Item = u64>) -> Vec<NodeId> {
    let mut found = Vec::new();
    for (position, mut word) in words.enumerate() {
        while word != 0 {
            found.push(NodeId::new(64 * position + word.trailing_zeros() as usize));
            word &= word - 1;
        }
    }
    found
}

/// The entries of loops with the nodes of the loop (`GetSCC`): where control comes into a strongly connected
/// component, and, since loops can lie in loops, where it goes back to.
#[doc(alias = "IsLoopEntryNode")]
fn loops(flow: &Digraph<NodeId>) -> BTreeMap<NodeId, Bits> {
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
            found.insert(node, bits(flow.len().div_ceil(64), members.iter().copied()));
        }
    }
    found
}
