//! Reachability: `IsCFGPath` of [dise-pldi2011] Def. 3.2. A node reaches itself (the path of one node).

use crate::digraph::Digraph;
use incise_ir::{Id, IdVec};

/// Which node reaches which.
#[derive(Clone, Debug)]
pub struct Reach<I: Id> {
    rows: IdVec<I, Vec<u64>>,
}

impl<I: Id> Reach<I> {
    /// Whether there is a path, perhaps of one node, from one to the other.
    #[doc(alias = "IsCFGPath")]
    pub fn path(&self, from: I, to: I) -> bool {
        self.rows[from][to.index() / 64] >> (to.index() % 64) & 1 == 1
    }
    /// What a node reaches, as a set: bit `i % 64` of word `i / 64` for the `i`-th node.
    pub fn row(&self, from: I) -> &[u64] {
        &self.rows[from]
    }
}

/// All pairs.
pub fn reach<I: Id>(graph: &Digraph<I>) -> Reach<I> {
    let words = graph.len().div_ceil(64);
    let row = |node| {
        let mut row = vec![0u64; words];
        for reached in reachable_from(graph, [node]) {
            row[reached.index() / 64] |= 1 << (reached.index() % 64);
        }
        row
    };
    Reach { rows: graph.nodes().map(row).collect() }
}

/// The nodes that are reached from these, themselves included, in order.
pub fn reachable_from<I: Id>(graph: &Digraph<I>, from: impl IntoIterator<Item = I>) -> Vec<I> {
    let mut seen = vec![false; graph.len()];
    let mut work: Vec<I> = from.into_iter().collect();
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            work.extend(graph.successors(node));
        }
    }
    graph.nodes().filter(|node| seen[node.index()]).collect()
}
