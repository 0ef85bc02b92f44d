//! Strongly connected components.
//!
//! *Source*: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972; with an explicit stack.

use crate::digraph::Digraph;
use crate::ids::{Id, IdVec};

/// The strongly connected components.
#[derive(Clone, Debug)]
pub struct Components<I: Id> {
    /// The position in `members` of each node's component.
    pub of: IdVec<I, usize>,
    /// The nodes of each component in order; a component comes after those that its edges lead to.
    pub members: Vec<Vec<I>>,
}

/// Finds the components.
pub fn components<I: Id>(graph: &Digraph<I>) -> Components<I> {
    const UNSEEN: usize = usize::MAX;
    let n_nodes = graph.len();
    let (mut number, mut low) = (vec![UNSEEN; n_nodes], vec![0; n_nodes]);
    let mut component = vec![UNSEEN; n_nodes];
    let mut members: Vec<Vec<I>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut next_number = 0;
    for root in 0..n_nodes {
        if number[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                number[node] = next_number;
                low[node] = next_number;
                next_number += 1;
                open.push(node);
            }
            if let Some(target) = graph.successors(I::new(node)).get(edge).map(|target| target.index()) {
                calls.push((node, edge + 1));
                if number[target] == UNSEEN {
                    calls.push((target, 0));
                } else if component[target] == UNSEEN {
                    low[node] = low[node].min(number[target]);
                }
                continue;
            }
            if low[node] == number[node] {
                let start = open.iter().rposition(|&other| other == node).expect("an open node is on the stack");
                let mut found: Vec<usize> = open.split_off(start);
                found.sort_unstable();
                for &member in &found {
                    component[member] = members.len();
                }
                members.push(found.into_iter().map(I::new).collect());
            }
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    Components { of: component.into_iter().collect(), members }
}
