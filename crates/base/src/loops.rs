//! Which nodes decide whether a loop goes on.
//!
//! *Source*: natural loops of back edges (A. Aho, R. Sethi, J. Ullman, Compilers, 1986, §10.4). Of cycles that have no single
//! entry every branch counts.

use crate::components::components;
use crate::digraph::Digraph;
use crate::dominators::dominators;
use crate::ids::{Id, IdVec};

/// For each node whether an edge leads back to it from a node that it dominates.
pub fn loop_heads<I: Id>(graph: &Digraph<I>, root: I) -> IdVec<I, bool> {
    let mut heads: IdVec<I, bool> = graph.nodes().map(|_| false).collect();
    let above = dominators(graph, root);
    for from in graph.nodes() {
        for &head in graph.successors(from).iter().filter(|head| above.dominates(**head, from)) {
            heads[head] = true;
        }
    }
    heads
}

/// For each node whether it is in a loop and has an edge that leaves it.
pub fn loop_exits<I: Id>(graph: &Digraph<I>, root: I) -> IdVec<I, bool> {
    let mut exits: IdVec<I, bool> = graph.nodes().map(|_| false).collect();
    let mut covered: IdVec<I, bool> = graph.nodes().map(|_| false).collect();
    let above = dominators(graph, root);
    for from in graph.nodes() {
        for &head in graph.successors(from) {
            if !above.dominates(head, from) {
                continue;
            }
            let mut inside: IdVec<I, bool> = graph.nodes().map(|_| false).collect();
            inside[head] = true;
            let mut pending = vec![from];
            while let Some(node) = pending.pop() {
                if !std::mem::replace(&mut inside[node], true) {
                    pending.extend(graph.predecessors(node));
                }
            }
            for (node, _) in inside.iter_ids().filter(|(_, inside)| **inside) {
                covered[node] = true;
                exits[node] |= graph.successors(node).iter().any(|next| !inside[*next]);
            }
        }
    }
    for component in components(graph).members {
        if component.len() > 1 {
            for node in component.into_iter().filter(|node| !covered[*node]) {
                exits[node] = true;
            }
        }
    }
    exits
}
