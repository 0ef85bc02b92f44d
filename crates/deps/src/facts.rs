//! Plain facts about one procedure: what the rules of the papers are stated over ([dise-pldi2011] Defs 3.1–3.7).

use crate::ids::{NodeId, VarId};
use crate::vars::VarSet;
use incise_base::Digraph;
use incise_ir::IdVec;

/// What a node is to the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A write instruction (Def. 3.5); calls with effects are writes too.
    Write,
    /// A conditional branch (Def. 3.4).
    Cond,
    /// Neither: a return, or a place where control only passes.
    Other,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// What it may write.
    #[doc(alias = "Def")]
    pub defs: VarSet,
    /// What it certainly overwrites: earlier values do not pass it.
    pub kills: VarSet,
    /// What it may read.
    #[doc(alias = "Use")]
    pub uses: VarSet,
}

/// The facts about one procedure.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The nodes; the first is where control enters.
    pub nodes: IdVec<NodeId, Node>,
    /// Control flow; the position of an edge names the side of a branch.
    pub flow: Digraph<NodeId>,
}

impl Default for Facts {
    fn default() -> Self {
        Self::new()
    }
}

impl Facts {
    /// Nothing yet.
    pub fn new() -> Self {
        Facts { nodes: IdVec::new(), flow: Digraph::new(0) }
    }
    /// Adds a node that writes, for certain and entirely, what it defines.
    pub fn push(
        &mut self,
        kind: Kind,
        defs: impl IntoIterator<Item = VarId>,
        uses: impl IntoIterator<Item = VarId>,
    ) -> NodeId {
        let defs: VarSet = defs.into_iter().collect();
        self.push_node(Node { kind, kills: defs.clone(), defs, uses: uses.into_iter().collect() })
    }
    /// Adds a node.
    pub fn push_node(&mut self, node: Node) -> NodeId {
        self.flow.push();
        self.nodes.push(node)
    }
    /// Adds an edge of control flow.
    pub fn edge(&mut self, from: NodeId, to: NodeId) {
        self.flow.add_edge(from, to);
    }
}
