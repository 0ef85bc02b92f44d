//! Reachability: `IsCFGPath` of [dise-pldi2011] Def. 3.2. A node reaches itself (the path of one node).

use crate::components::components;
use crate::digraph::Digraph;
use crate::fixpoint::depth_first;
use crate::id_set::IdSet;
use crate::ids::{Id, IdVec};

/// Which node reaches which.
#[derive(Clone, Debug)]
pub struct Reach<I: Id> {
    component: IdVec<I, usize>,
    rows: Vec<IdSet<I>>,
}

impl<I: Id> Reach<I> {
    /// Whether there is a path, perhaps of one node, from one to the other.
    #[doc(alias = "IsCFGPath")]
    pub fn path(&self, from: I, to: I) -> bool {
        self.rows[self.component[from]].contains(to)
    }
    /// What a node reaches.
    pub fn row(&self, from: I) -> &IdSet<I> {
        &self.rows[self.component[from]]
    }
}

/// All pairs: the nodes of a strongly connected component reach the same, which is itself and what its successors reach.
pub fn reach<I: Id>(graph: &Digraph<I>) -> Reach<I> {
    let found = components(graph);
    let mut rows: Vec<IdSet<I>> = Vec::with_capacity(found.members.len());
    for (position, members) in found.members.iter().enumerate() {
        let mut row: IdSet<I> = members.iter().copied().collect();
        let targets = members.iter().flat_map(|node| graph.successors(*node)).map(|next| found.of[*next]);
        for target in targets.filter(|target| *target != position) {
            row.union_with(&rows[target]);
        }
        rows.push(row);
    }
    Reach { component: found.of, rows }
}

/// The nodes that are reached from these, themselves included, in order.
pub fn reachable_from<I: Id>(graph: &Digraph<I>, from: impl IntoIterator<Item = I>) -> Vec<I> {
    let mut seen = vec![false; graph.len()];
    let mut work: Vec<I> = from.into_iter().collect();
    let is_new = |node: I| !std::mem::replace(&mut seen[node.index()], true);
    depth_first(&mut work, is_new, |node| graph.successors(node).iter().copied());
    graph.nodes().filter(|node| seen[node.index()]).collect()
}
