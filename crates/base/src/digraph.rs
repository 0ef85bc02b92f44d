//! A directed graph: for each node its successors, in the order in which the edges were added. Parallel edges are kept,
//! since the position of an edge is what tells the sides of a branch apart.

use crate::ids::{Id, IdVec};

/// A directed graph over nodes `I`.
#[derive(Clone, Debug)]
pub struct Digraph<I: Id> {
    successors: IdVec<I, Vec<I>>,
    predecessors: IdVec<I, Vec<I>>,
}

impl<I: Id> Digraph<I> {
    /// A graph of so many nodes and no edges.
    pub fn new(n_nodes: usize) -> Self {
        Digraph {
            successors: (0..n_nodes).map(|_| Vec::new()).collect(),
            predecessors: (0..n_nodes).map(|_| Vec::new()).collect(),
        }
    }
    /// Adds a node.
    pub fn push(&mut self) -> I {
        self.predecessors.push(Vec::new());
        self.successors.push(Vec::new())
    }
    /// Adds an edge.
    pub fn add_edge(&mut self, from: I, to: I) {
        self.successors[from].push(to);
        self.predecessors[to].push(from);
    }
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.successors.len()
    }
    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }
    /// The nodes in order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = I> + use<I> {
        self.successors.ids()
    }
    /// Where the edges of a node go, in the order of the edges.
    pub fn successors(&self, node: I) -> &[I] {
        &self.successors[node]
    }
    /// Where the edges into a node come from.
    pub fn predecessors(&self, node: I) -> &[I] {
        &self.predecessors[node]
    }
}
