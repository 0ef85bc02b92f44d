//! The relations that the impact rules are stated over, computed once per procedure.

use crate::control::{ControlEdge, control_dependence};
use crate::facts::{Facts, Kind, NodeId};
use crate::reaching::{Flow, reaching_definitions};
use incise_graph::{Reach, reach};

/// What follows from the facts.
#[derive(Clone, Debug)]
pub struct Relations {
    /// `controlD`, per branch edge.
    pub control: Vec<ControlEdge>,
    /// Definitions and the uses that they reach.
    pub flows: Vec<Flow>,
    paths: Reach<NodeId>,
}

impl Relations {
    /// Computes them.
    pub fn of(facts: &Facts) -> Relations {
        let mut control = control_dependence(&facts.flow);
        // Where control only passes, nothing happens that could depend.
        control.retain(|control| {
            let node = &facts.nodes[control.dependent];
            node.kind != Kind::Other || !node.uses.is_empty() || !node.defs.is_empty()
        });
        Relations { control, flows: reaching_definitions(facts), paths: reach(&facts.flow) }
    }
    /// Whether control can go from one node to the other ([dise-pldi2011] Def. 3.2).
    #[doc(alias = "IsCFGPath")]
    pub fn path(&self, from: NodeId, to: NodeId) -> bool {
        self.paths.path(from, to)
    }
}
