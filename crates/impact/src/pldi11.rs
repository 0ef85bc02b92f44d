//! The rules of 2011: affected conditional and affected write nodes.
//!
//! *Source*: [dise-pldi2011] Figs 3–5.
//!
//! # Deviations
//! 1. ACN and AWN are kept in one set, since a node is one or the other by its kind; Def may name several variables, since a
//!    call or a store through a pointer may write several.

use crate::procedure::{Change, Procedure, carry_over};
use crate::set::{Impact, Origin, Rule};
use incise_deps::{Kind, NodeId};
use incise_ir::Id;

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
        for (i, j) in pairs(procedure) {
            if set.contains(i) && kind(i) == Kind::Write && kind(j) == Kind::Cond {
                data(procedure, i, j, j, Rule::DataForward, set);
            }
        }
        if set.len() == before {
            break;
        }
    }
    loop {
        let before = set.len();
        // if ni ∈ Write ∧ (nj ∈ AWN ∨ nj ∈ ACN) ∧ Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) then AWN := AWN ∪ {ni}  (4)
        for (i, j) in pairs(procedure) {
            if kind(i) == Kind::Write && set.contains(j) {
                data(procedure, i, j, i, Rule::DataBackward, set);
            }
        }
        if set.len() == before {
            break;
        }
    }
}

/// All pairs of nodes, in order.
pub(crate) fn pairs(procedure: Procedure) -> impl Iterator<Item = (NodeId, NodeId)> {
    let n_nodes = procedure.facts.nodes.len();
    (0..n_nodes).flat_map(move |i| (0..n_nodes).map(move |j| (NodeId::new(i), NodeId::new(j))))
}

/// Adds `which` if j uses what i defines and there is a path from i to j.
pub(crate) fn data(procedure: Procedure, i: NodeId, j: NodeId, which: NodeId, rule: Rule, set: &mut Impact) {
    if set.contains(which) {
        return;
    }
    let (from, to) = (&procedure.facts.nodes[i], &procedure.facts.nodes[j]);
    let Some(var) = from.defs.iter().find(|var| to.uses.contains(var)) else { return };
    if procedure.relations.path(i, j) {
        let other = if which == i { j } else { i };
        set.add(which, rule, Some(Origin::Here(other)), Some(*var));
    }
}
