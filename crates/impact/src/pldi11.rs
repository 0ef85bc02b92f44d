//! The rules of 2011: affected conditional and affected write nodes.
//!
//! *Source*: [dise-pldi2011] Figs 3–5.
//!
//! # Deviations
//! 1. ACN and AWN are kept in one set, since a node is one or the other by its kind; Def may name several variables, since a
//!    call or a store through a pointer may write several.

use crate::procedure::{Change, Procedure, carry_over};
use crate::set::{Impact, Origin, Rule};
use incise_deps::{Kind, NodeId, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The affected nodes of the new version, and those of the old one from which `removed` ones come. ACN are its conditional
/// nodes and AWN its writes.
#[doc(alias = "ACN")]
#[doc(alias = "AWN")]
pub fn pldi11(base: Option<Procedure>, modified: Procedure, change: &Change) -> (Impact, Impact) {
    // Fig. 5(a), removeNodes: the rules on the old graph, then the diff map.
    let mut old = Impact::new();
    if let Some(base) = base {
        seed(base, &change.removed, &mut old);
        rules(base, &mut old);
    }
    let mut new = Impact::new();
    seed(modified, &change.added, &mut new);
    carry_over(&old, &change.map, &mut new);
    rules(modified, &mut new);
    (old, new)
}

fn seed(procedure: Procedure, nodes: &[NodeId], set: &mut Impact) {
    for node in nodes {
        if procedure.facts.nodes[*node].kind != Kind::Other {
            set.add(*node, Rule::Changed, None, None);
        }
    }
}

fn rules(procedure: Procedure, set: &mut Impact) {
    if set.is_empty() {
        return;
    }
    let readers = Readers::of(procedure);
    let kind = |node: NodeId| procedure.facts.nodes[node].kind;
    loop {
        let before = set.len();
        // if ni ∈ ACN ∧ nj ∈ Cond ∧ controlD(ni, nj) then ACN := ACN ∪ {nj}   (1)
        // if ni ∈ ACN ∧ nj ∈ Write ∧ controlD(ni, nj) then AWN := AWN ∪ {nj}  (2)
        for control in &procedure.relations.control {
            let (i, j) = (control.branch, control.dependent);
            if set.contains(i) && kind(i) == Kind::Cond && kind(j) != Kind::Other {
                set.add(j, Rule::ControlForward, Some(Origin::Here(i)), None);
            }
        }
        // if ni ∈ AWN ∧ nj ∈ Cond ∧ Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) then ACN := ACN ∪ {nj}  (3)
        for i in procedure.facts.nodes.ids() {
            if set.contains(i) && kind(i) == Kind::Write {
                readers.forward(i, |j| kind(j) == Kind::Cond, set);
            }
        }
        if set.len() == before {
            break;
        }
    }
    loop {
        let before = set.len();
        // if ni ∈ Write ∧ (nj ∈ AWN ∨ nj ∈ ACN) ∧ Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) then AWN := AWN ∪ {ni}  (4)
        for i in procedure.facts.nodes.ids() {
            if kind(i) == Kind::Write {
                readers.backward(i, set);
            }
        }
        if set.len() == before {
            break;
        }
    }
}

/// Who may read what: Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj), found from the variables.
pub(crate) struct Readers<'a> {
    procedure: Procedure<'a>,
    by_var: BTreeMap<VarId, Vec<NodeId>>,
}

impl<'a> Readers<'a> {
    /// Of a procedure.
    pub fn of(procedure: Procedure<'a>) -> Self {
        let mut by_var: BTreeMap<VarId, Vec<NodeId>> = BTreeMap::new();
        for (node, facts) in procedure.facts.nodes.iter_ids() {
            facts.uses.iter().for_each(|var| by_var.entry(*var).or_default().push(node));
        }
        Readers { procedure, by_var }
    }
    /// Adds what may read what i defines.
    pub fn forward(&self, i: NodeId, wanted: impl Fn(NodeId) -> bool, set: &mut Impact) {
        let wanted: BTreeSet<NodeId> = self.users(i).filter(|j| wanted(*j) && !set.contains(*j)).collect();
        for j in wanted {
            if let Some(var) = self.read(i, j) {
                set.add(j, Rule::DataForward, Some(Origin::Here(i)), Some(var));
            }
        }
    }
    /// Adds i if a member of the set may read what it defines.
    pub fn backward(&self, i: NodeId, set: &mut Impact) {
        if set.contains(i) {
            return;
        }
        let reader = self.users(i).filter(|j| set.contains(*j) && self.procedure.relations.path(i, *j)).min();
        if let Some(j) = reader {
            set.add(i, Rule::DataBackward, Some(Origin::Here(j)), self.read(i, j));
        }
    }
    /// The nodes that use what i defines, some perhaps twice.
    fn users(&self, i: NodeId) -> impl Iterator<Item = NodeId> {
        let defs = self.procedure.facts.nodes[i].defs.iter();
        defs.filter_map(|var| self.by_var.get(var)).flatten().copied()
    }
    /// What i defines and j uses, if there is a path from i to j.
    fn read(&self, i: NodeId, j: NodeId) -> Option<VarId> {
        let nodes = &self.procedure.facts.nodes;
        nodes[i].defs.first_in(&nodes[j].uses).filter(|_| self.procedure.relations.path(i, j))
    }
}
