//! Immediate dominators.
//!
//! *Source*: K. Cooper, T. Harvey, K. Kennedy, A simple, fast dominance algorithm, 2001.

use crate::digraph::Digraph;
use crate::fixpoint::until_stable;
use crate::ids::{Id, IdVec};

/// The dominator tree of what the root reaches.
#[derive(Clone, Debug)]
pub struct Dominators<I: Id> {
    immediate: IdVec<I, Option<I>>,
    reached: IdVec<I, bool>,
}

impl<I: Id> Dominators<I> {
    /// The immediate dominator; none for the root and for what it does not reach.
    pub fn immediate(&self, node: I) -> Option<I> {
        self.immediate[node]
    }
    /// Whether every path from the root to `node` goes through `dominator`; false when there is no such path.
    pub fn dominates(&self, dominator: I, node: I) -> bool {
        self.reached[node] && std::iter::successors(Some(node), |&at| self.immediate[at]).any(|at| at == dominator)
    }
}

/// Dominators from `root`.
pub fn dominators<I: Id>(graph: &Digraph<I>, root: I) -> Dominators<I> {
    let successors = |node: usize| graph.successors(I::new(node)).iter().map(|next| next.index()).collect();
    let found = immediate(graph.len(), root.index(), successors);
    let reached = found.iter().map(Option::is_some).collect();
    let strict = |(node, found): (usize, &Option<usize>)| found.filter(|&above| above != node).map(I::new);
    Dominators { immediate: found.iter().enumerate().map(strict).collect(), reached }
}

/// Immediate dominators by position; the root's is itself, and what it does not reach has none.
pub(crate) fn immediate(n_nodes: usize, root: usize, successors: impl Fn(usize) -> Vec<usize>) -> Vec<Option<usize>> {
    let edges: Vec<Vec<usize>> = (0..n_nodes).map(successors).collect();
    let order = postorder(&edges, root);
    let mut number = vec![usize::MAX; n_nodes];
    for (position, &node) in order.iter().enumerate() {
        number[node] = position;
    }
    let mut predecessors = vec![Vec::new(); n_nodes];
    for &node in &order {
        for &next in &edges[node] {
            predecessors[next].push(node);
        }
    }
    let mut above: Vec<Option<usize>> = vec![None; n_nodes];
    above[root] = Some(root);
    until_stable(|| {
        let mut changed = false;
        for &node in order.iter().rev().filter(|&&node| node != root) {
            let mut meet: Option<usize> = None;
            for &before in predecessors[node].iter().filter(|&&before| above[before].is_some()) {
                meet = Some(meet.map_or(before, |other| intersect(&above, &number, before, other)));
            }
            if meet.is_some() && above[node] != meet {
                above[node] = meet;
                changed = true;
            }
        }
        changed
    });
    above
}

fn intersect(above: &[Option<usize>], number: &[usize], mut left: usize, mut right: usize) -> usize {
    let up = |node: usize| above[node].expect("a processed node has a dominator");
    while left != right {
        while number[left] < number[right] {
            left = up(left);
        }
        while number[right] < number[left] {
            right = up(right);
        }
    }
    left
}

fn postorder(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut order = Vec::new();
    let mut calls = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, edge)) = calls.pop() {
        match edges[node].get(edge) {
            Some(&next) => {
                calls.push((node, edge + 1));
                if !std::mem::replace(&mut seen[next], true) {
                    calls.push((next, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}
