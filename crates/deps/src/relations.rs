//! The relations that the impact rules are stated over, computed once per procedure.

use crate::control::{ControlEdge, control_dependence};
use crate::facts::{Facts, Kind};
use crate::ids::{NodeId, VarId};
use crate::reaching::{Flow, Reads};
use incise_base::{Digraph, Reach, reach};
use incise_ir::Id;
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
    reads_on_entry: Vec<(VarId, NodeId)>,
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
        let Reads { flows, on_entry } = Reads::of(facts);
        let n_nodes = facts.nodes.len();
        let control_by_dependent = positions(n_nodes, control.iter().map(|edge| edge.dependent));
        let flows_by_use = positions(n_nodes, flows.iter().map(|flow| flow.to));
        Relations {
            control,
            flows,
            control_by_dependent,
            flows_by_use,
            reads_on_entry: on_entry,
            flow: facts.flow.clone(),
            paths: OnceLock::new(),
        }
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
    /// One flow for each use that a definition reaches, whatever carries it.
    pub fn readers_of(&self, from: NodeId) -> impl Iterator<Item = &Flow> {
        self.flows_from(from).chunk_by(|left, right| left.to == right.to).map(|flows| &flows[0])
    }
    /// The definitions that reach a use.
    pub fn flows_to(&self, to: NodeId) -> impl Iterator<Item = &Flow> {
        let flow = |position: &u32| &self.flows[*position as usize];
        let start = self.flows_by_use.partition_point(|position| flow(position).to < to);
        let end = self.flows_by_use.partition_point(|position| flow(position).to <= to);
        self.flows_by_use[start..end].iter().map(flow)
    }
    /// The nodes that may read what a variable holds when the procedure is entered.
    pub fn reads_on_entry(&self, var: VarId) -> impl Iterator<Item = NodeId> {
        let start = self.reads_on_entry.partition_point(|(read, _)| *read < var);
        self.reads_on_entry[start..].iter().take_while(move |(read, _)| *read == var).map(|(_, node)| *node)
    }
    /// Whether control can go from one node to the other ([dise-pldi2011] Def. 3.2).
    #[doc(alias = "IsCFGPath")]
    pub fn path(&self, from: NodeId, to: NodeId) -> bool {
        self.paths.get_or_init(|| reach(&self.flow)).path(from, to)
    }
}

/// The positions of a sequence of nodes, in order of the nodes.
fn positions(n_nodes: usize, nodes: impl Iterator<Item = NodeId> + Clone) -> Vec<u32> {
    let mut next = vec![0u32; n_nodes + 1];
    let mut n_positions = 0;
    for node in nodes.clone() {
        next[node.index() + 1] += 1;
        n_positions += 1;
    }
    for node in 0..n_nodes {
        next[node + 1] += next[node];
    }
    let mut found = vec![0u32; n_positions];
    for (position, node) in nodes.enumerate() {
        found[next[node.index()] as usize] = position as u32;
        next[node.index()] += 1;
    }
    found
}
