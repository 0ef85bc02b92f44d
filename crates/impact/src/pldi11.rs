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
        for i in procedure.facts.nodes.ids() {
            if set.contains(i) && kind(i) == Kind::Write {
                reads(procedure, i, |j| kind(j) == Kind::Cond, set);
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
                is_read(procedure, i, set);
            }
        }
        if set.len() == before {
            break;
        }
    }
}

/// Adds what may read what i defines: Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj).
pub(crate) fn reads(procedure: Procedure, i: NodeId, wanted: impl Fn(NodeId) -> bool, set: &mut Impact) {
    for j in procedure.facts.nodes.ids() {
        if wanted(j)
            && !set.contains(j)
            && let Some(var) = data(procedure, i, j)
        {
            set.add(j, Rule::DataForward, Some(Origin::Here(i)), Some(var));
        }
    }
}

/// Adds i if a member of the set may read what it defines.
pub(crate) fn is_read(procedure: Procedure, i: NodeId, set: &mut Impact) {
    let read = |set: &Impact| set.nodes().find_map(|j| Some((j, data(procedure, i, j)?)));
    if !set.contains(i)
        && let Some((j, var)) = read(set)
    {
        set.add(i, Rule::DataBackward, Some(Origin::Here(j)), Some(var));
    }
}

/// What i defines and j uses, if there is a path from i to j.
fn data(procedure: Procedure, i: NodeId, j: NodeId) -> Option<VarId> {
    let nodes = &procedure.facts.nodes;
    nodes[i].defs.first_in(&nodes[j].uses).filter(|_| procedure.relations.path(i, j))
}
