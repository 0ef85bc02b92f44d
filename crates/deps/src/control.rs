//! Control dependence per branch edge, by the post-dominance frontier.
//!
//! *Source*: [dise-pldi2011] Def. 3.9, which is the direct relation of J. Ferrante, K. Ottenstein, J. Warren, The program
//! dependence graph and its use in optimization, TOPLAS 9(3), 1987: j depends on the edge i → k when j
//! post-dominates k and not every other way out of i leads to j. In a loop a branch can depend on itself.

use crate::ids::NodeId;
use incise_base::{Digraph, post_dominators};

/// `dependent` runs, or runs again, because `branch` took its edge number `edge`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ControlEdge {
    /// The branch.
    pub branch: NodeId,
    /// The position of the edge among the branch's successors.
    pub edge: u32,
    /// What depends on it.
    pub dependent: NodeId,
}

/// All control dependences, in order.
pub fn control_dependence(flow: &Digraph<NodeId>) -> Vec<ControlEdge> {
    let post = post_dominators(flow);
    let mut found = Vec::new();
    for branch in flow.nodes() {
        let successors = flow.successors(branch);
        // A branch with one way out, be it by several edges, decides nothing; unless it is where an infinite loop is
        // taken to end, which is no decision either.
        if successors.iter().all(|next| *next == successors[0]) {
            continue;
        }
        let stop = post.immediate(branch);
        for (edge, &target) in successors.iter().enumerate() {
            let mut at = Some(target);
            while let Some(dependent) = at.filter(|_| at != stop) {
                found.push(ControlEdge { branch, edge: edge as u32, dependent });
                at = post.immediate(dependent);
            }
        }
    }
    found.sort();
    found
}
