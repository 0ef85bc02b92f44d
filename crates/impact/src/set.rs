//! A set of impacted nodes that remembers why each is in it.

use incise_deps::{NodeId, VarId};
use incise_ir::FuncId;
use std::collections::BTreeMap;

/// By which rule a node is impacted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// It is changed or added itself.
    Changed,
    /// It is impacted in the old version, by something that was removed or changed there.
    Removed,
    /// It runs or not depending on the other: Eq. 1 and 2, Rule 1.
    ControlForward,
    /// It reads what the other wrote: Eq. 3, Rule 2.
    DataForward,
    /// The other runs or not depending on it: Rule 3.
    ControlBackward,
    /// The other reads what it wrote: Eq. 4, Rule 4.
    DataBackward,
    /// It calls a function that is impacted by changes in it.
    Callee,
    /// It reads an argument that is impacted where the function is called.
    Argument,
    /// Its function is called, or not, by an impacted decision.
    Called,
}

/// Where an impacted node comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// A node of the same procedure and version.
    Here(NodeId),
    /// A node of the old version of the procedure.
    Base(NodeId),
    /// A node of another function of the same version.
    There(FuncId, NodeId),
}

/// Why a node is impacted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// By which rule.
    pub rule: Rule,
    /// From what; none for a change.
    pub from: Option<Origin>,
    /// What carries the influence, for data.
    pub var: Option<VarId>,
}

/// The impacted nodes of a procedure.
#[doc(alias = "Imp")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Impact {
    members: BTreeMap<NodeId, Reason>,
    order: Vec<NodeId>,
}

impl Impact {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a node unless it is there; whether it is new.
    pub fn add(&mut self, node: NodeId, rule: Rule, from: Option<Origin>, var: Option<VarId>) -> bool {
        if self.members.contains_key(&node) {
            return false;
        }
        self.members.insert(node, Reason { rule, from, var });
        self.order.push(node);
        true
    }
    /// Whether a node is impacted.
    pub fn contains(&self, node: NodeId) -> bool {
        self.members.contains_key(&node)
    }
    /// Why a node is impacted.
    pub fn reason(&self, node: NodeId) -> Option<&Reason> {
        self.members.get(&node)
    }
    /// The nodes in order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.members.keys().copied()
    }
    /// The nodes with their reasons, in the order in which they were found.
    pub fn steps(&self) -> impl Iterator<Item = (NodeId, &Reason)> {
        self.order.iter().map(|node| (*node, &self.members[node]))
    }
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.order.len()
    }
    /// Whether nothing is impacted.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
    /// Adds the members of another set, with their reasons.
    pub fn join(&mut self, other: &Impact) {
        for (node, reason) in other.steps() {
            self.add(node, reason.rule, reason.from, reason.var);
        }
    }
    /// From a node back to a change, within the procedure: each step with its reason.
    pub fn chain(&self, node: NodeId) -> Vec<(NodeId, Reason)> {
        let mut steps = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            let Some(reason) = self.members.get(&node) else { break };
            steps.push((node, *reason));
            // A reason was there before what it explains, so this ends.
            at = match reason.from {
                Some(Origin::Here(from)) => Some(from),
                _ => None,
            };
        }
        steps
    }
}
