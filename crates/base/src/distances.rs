//! Shortest distances between all pairs of nodes, where an edge costs what its source costs: 0 or 1.
//!
//! *Source*: what the greedy order of [dise-tosem2014] §4.2.3 is computed from: with 1 for a branch and 0 for any
//! other node, the distance is the least number of branches on the way.

use crate::digraph::Digraph;
use crate::ids::{Id, IdVec};
use std::collections::VecDeque;

/// How far it is from each node to each other.
#[derive(Clone, Debug)]
pub struct Distances<I: Id> {
    rows: IdVec<I, Vec<Option<u32>>>,
}

impl<I: Id> Distances<I> {
    /// The least cost of a path from one to the other, if there is one; 0 from a node to itself.
    pub fn between(&self, from: I, to: I) -> Option<u32> {
        self.rows[from][to.index()]
    }
}

/// All pairs; leaving a node costs 1 if it `counts` and nothing if not.
pub fn distances<I: Id>(graph: &Digraph<I>, counts: impl Fn(I) -> bool) -> Distances<I> {
    Distances { rows: graph.nodes().map(|from| row(graph, from, &counts)).collect() }
}

fn row<I: Id>(graph: &Digraph<I>, from: I, counts: &impl Fn(I) -> bool) -> Vec<Option<u32>> {
    let mut found: Vec<Option<u32>> = vec![None; graph.len()];
    // What costs nothing more goes to the front, so that nodes come out in the order of their distance.
    let mut work = VecDeque::from([(from, 0)]);
    while let Some((node, distance)) = work.pop_front() {
        if found[node.index()].is_some() {
            continue;
        }
        found[node.index()] = Some(distance);
        for &next in graph.successors(node) {
            if counts(node) {
                work.push_back((next, distance + 1));
            } else {
                work.push_front((next, distance));
            }
        }
    }
    found
}
