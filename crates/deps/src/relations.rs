//! The relations that the impact rules are stated over, computed once per procedure.

use crate::control::{ControlEdge, control_dependence};
use crate::facts::{Facts, Kind, NodeId};
use crate::reaching::{Flow, reaching_definitions};
use incise_graph::{Digraph, Reach, reach};
use std::sync::OnceLock;

/// What follows from the facts.
#[derive(Clone, Debug)]
pub struct Relations {
    /// `controlD`, per branch edge, in order of branches.
    pub control: Vec<ControlEdge>,
    /// Definitions and the uses that they reach, in order of definitions.
    pub flows: Vec<Flow>,
    /// Positions in `control` and `flows` in order of what depends.
    control_by_dependent: Vec<u32>,
    flows_by_use: Vec<u32>,
    flow: Digraph<NodeId>,
    paths: OnceLock<Reach<NodeId>>,
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
        let flows = reaching_definitions(facts);
        let mut control_by_dependent: Vec<u32> = (0..control.len() as u32).collect();
        control_by_dependent.sort_by_key(|position| control[*position as usize].dependent);
        let mut flows_by_use: Vec<u32> = (0..flows.len() as u32).collect();
        flows_by_use.sort_by_key(|position| flows[*position as usize].to);
        let paths = OnceLock::new();
        Relations { control, flows, control_by_dependent, flows_by_use, flow: facts.flow.clone(), paths }
    }
    /// What runs or not depending on a branch.
    pub fn controlled_by(&self, branch: NodeId) -> &[ControlEdge] {
        let start = self.control.partition_point(|edge| edge.branch < branch);
        let end = self.control.partition_point(|edge| edge.branch <= branch);
        &self.control[start..end]
    }
    /// The branches that decide whether a node runs.
    pub fn controllers_of(&self, dependent: NodeId) -> impl Iterator<Item = &ControlEdge> {
        let edge = |position: &u32| &self.control[*position as usize];
        let start = self.control_by_dependent.partition_point(|position| edge(position).dependent < dependent);
        let end = self.control_by_dependent.partition_point(|position| edge(position).dependent <= dependent);
        self.control_by_dependent[start..end].iter().map(edge)
    }
    /// The uses that a definition reaches.
    pub fn flows_from(&self, from: NodeId) -> &[Flow] {
        let start = self.flows.partition_point(|flow| flow.from < from);
        let end = self.flows.partition_point(|flow| flow.from <= from);
        &self.flows[start..end]
    }
    /// The definitions that reach a use.
    pub fn flows_to(&self, to: NodeId) -> impl Iterator<Item = &Flow> {
        let flow = |position: &u32| &self.flows[*position as usize];
        let start = self.flows_by_use.partition_point(|position| flow(position).to < to);
        let end = self.flows_by_use.partition_point(|position| flow(position).to <= to);
        self.flows_by_use[start..end].iter().map(flow)
    }
    /// Whether control can go from one node to the other ([dise-pldi2011] Def. 3.2).
    #[doc(alias = "IsCFGPath")]
    pub fn path(&self, from: NodeId, to: NodeId) -> bool {
        self.paths.get_or_init(|| reach(&self.flow)).path(from, to)
    }
}
