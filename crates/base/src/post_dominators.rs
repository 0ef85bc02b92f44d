//! Immediate post-dominators, with a virtual exit that every node reaches.
//!
//! # Invariants
//! - A node without successors has an edge to the virtual exit.
//! - A strongly connected component that nothing leaves (an infinite loop) has one edge to it, from its first node: so
//!   every node has a path to the exit, as [dise-pldi2011] Def. 3.1 assumes.

use crate::components::components;
use crate::digraph::Digraph;
use crate::dominators::immediate;
use crate::ids::{Id, IdVec};

/// The post-dominator tree.
#[derive(Clone, Debug)]
pub struct PostDominators<I: Id> {
    immediate: IdVec<I, Option<I>>,
    exits: IdVec<I, bool>,
}

impl<I: Id> PostDominators<I> {
    /// The immediate post-dominator; `None` is the virtual exit.
    pub fn immediate(&self, node: I) -> Option<I> {
        self.immediate[node]
    }
    /// Whether the node has an edge to the virtual exit, of its own or added for an infinite loop.
    pub fn exits(&self, node: I) -> bool {
        self.exits[node]
    }
    /// Whether every path from `node` to the exit goes through `post_dominator`; a node post-dominates itself.
    #[doc(alias = "postDom")]
    pub fn post_dominates(&self, post_dominator: I, node: I) -> bool {
        std::iter::successors(Some(node), |&at| self.immediate[at]).any(|at| at == post_dominator)
    }
}

/// Post-dominators of every node.
pub fn post_dominators<I: Id>(graph: &Digraph<I>) -> PostDominators<I> {
    let mut exits: IdVec<I, bool> = graph.nodes().map(|_| false).collect();
    let found = components(graph);
    for (position, members) in found.members.iter().enumerate() {
        let leaves = |&node: &I| graph.successors(node).iter().any(|&next| found.of[next] != position);
        if !members.iter().any(leaves) {
            exits[members[0]] = true;
        }
    }
    let exit = graph.len();
    let reversed = |node: usize| -> Vec<usize> {
        if node == exit {
            return exits.iter_ids().filter(|(_, exits)| **exits).map(|(node, _)| node.index()).collect();
        }
        graph.predecessors(I::new(node)).iter().map(|before| before.index()).collect()
    };
    let above = immediate(exit + 1, exit, reversed);
    let typed = |node: I| {
        let above = above[node.index()].expect("every node reaches the exit");
        (above != exit).then(|| I::new(above))
    };
    PostDominators { immediate: graph.nodes().map(typed).collect(), exits }
}
