//! The impact of a change on a whole program.

use crate::Rules;
use crate::calls::Version;
use crate::pldi11::pldi11;
use crate::precise::{backward, forward};
use crate::procedure::{Change, carry_over};
use crate::set::{Impact, Rule};
use crate::tosem14::tosem14;
use incise_deps::{NodeId, ProgramFacts};
use incise_diff::{Base, FunctionDiff, Mark, Mod, ProgramDiff};
use incise_ir::{FuncId, IdVec};
use std::collections::BTreeMap;

/// What a change does to one function.
pub struct FunctionImpact {
    /// In the old version.
    pub base: Option<Base<FuncId>>,
    /// In the new version.
    pub modified: Option<Mod<FuncId>>,
    /// Impacted nodes of the old version.
    pub base_set: Impact,
    /// Impacted nodes of the new version.
    pub mod_set: Impact,
    /// Nodes of the old version that were changed or removed.
    pub base_changed: Vec<NodeId>,
    /// Nodes of the new version that are changed or added.
    pub mod_changed: Vec<NodeId>,
    /// Whether parameters or result have other types.
    pub signature_changed: bool,
}

/// What a change does to a program.
pub struct ProgramImpact {
    /// Every function with a body in either version: those of the new version in its order, then those that are gone.
    pub functions: Vec<FunctionImpact>,
}

/// Applies a rule set to two versions.
pub fn impact(rules: Rules, base: &ProgramFacts, modified: &ProgramFacts, diff: &ProgramDiff) -> ProgramImpact {
    let (base, modified) = (Version::new(base), Version::new(modified));
    let mut functions = match rules {
        Rules::Precise => precise(&base, &modified, diff),
        Rules::Pldi11 | Rules::Tosem14 => published(rules, &base, &modified, diff),
    };
    functions.sort_by_key(|function| (function.modified.is_none(), function.modified, function.base));
    ProgramImpact { functions }
}

fn change(diff: &FunctionDiff) -> Change {
    let marked = |marks: &IdVec<NodeId, Mark>, wanted: &[Mark]| -> Vec<NodeId> {
        marks.iter_ids().filter(|(_, mark)| wanted.contains(mark)).map(|(node, _)| node).collect()
    };
    Change {
        added: marked(&diff.mod_marks, &[Mark::Alone, Mark::Changed]),
        removed: marked(&diff.base_marks, &[Mark::Alone]),
        replaced: marked(&diff.base_marks, &[Mark::Changed]),
        map: diff.to_mod.iter().map(|(old, new)| (old.0, new.0)).collect(),
    }
}

fn everything(version: &Version, id: FuncId) -> Vec<NodeId> {
    version.procedure(id).map(|procedure| procedure.facts.nodes.ids().collect()).unwrap_or_default()
}

/// The published rules look at one procedure at a time.
fn published(rules: Rules, base: &Version, modified: &Version, diff: &ProgramDiff) -> Vec<FunctionImpact> {
    let mut found = Vec::new();
    for pair in &diff.pairs {
        let change = change(pair);
        let Some(new) = modified.procedure(pair.modified.0) else { continue };
        let old = base.procedure(pair.base.0);
        let (base_set, mod_set) =
            if rules == Rules::Pldi11 { pldi11(old, new, &change) } else { tosem14(old, new, &change) };
        found.push(paired(pair, &change, base_set, mod_set));
    }
    for id in &diff.added {
        found.push(added(*id, everything(modified, id.0), Impact::new()));
    }
    for id in &diff.removed {
        found.push(removed(*id, everything(base, id.0), Impact::new()));
    }
    found
}

fn paired(pair: &FunctionDiff, change: &Change, base_set: Impact, mod_set: Impact) -> FunctionImpact {
    let mut base_changed: Vec<NodeId> = change.removed.iter().chain(&change.replaced).copied().collect();
    base_changed.sort();
    FunctionImpact {
        base: Some(pair.base),
        modified: Some(pair.modified),
        base_set,
        mod_set,
        base_changed,
        mod_changed: change.added.clone(),
        signature_changed: pair.signature_changed,
    }
}

fn added(id: Mod<FuncId>, nodes: Vec<NodeId>, mut mod_set: Impact) -> FunctionImpact {
    for node in &nodes {
        mod_set.add(*node, Rule::Changed, None, None);
    }
    FunctionImpact {
        base: None,
        modified: Some(id),
        base_set: Impact::new(),
        mod_set,
        base_changed: Vec::new(),
        mod_changed: nodes,
        signature_changed: false,
    }
}

fn removed(id: Base<FuncId>, nodes: Vec<NodeId>, mut base_set: Impact) -> FunctionImpact {
    for node in &nodes {
        base_set.add(*node, Rule::Changed, None, None);
    }
    FunctionImpact {
        base: Some(id),
        modified: None,
        base_set,
        mod_set: Impact::new(),
        base_changed: nodes,
        mod_changed: Vec::new(),
        signature_changed: false,
    }
}

/// What changes make of each function and, through calls, of its callers, closed forward, in the old and the new version.
pub(crate) struct Own {
    /// By pair of functions.
    pub changes: Vec<Change>,
    /// The old version.
    pub base: IdVec<FuncId, Impact>,
    /// The new version, with what comes from the old one.
    pub modified: IdVec<FuncId, Impact>,
}

/// Adds to the new version what is impacted in the old one.
fn carry(diff: &ProgramDiff, changes: &[Change], old: &IdVec<FuncId, Impact>, new: &mut IdVec<FuncId, Impact>) {
    for (pair, change) in diff.pairs.iter().zip(changes) {
        carry_over(&old[pair.base.0], &change.map, &mut new[pair.modified.0]);
    }
}

/// Seeds the changes and follows them up.
pub(crate) fn own(base: &Version, modified: &Version, diff: &ProgramDiff) -> Own {
    let changes: Vec<Change> = diff.pairs.iter().map(change).collect();
    let none =
        |version: &Version| -> IdVec<FuncId, Impact> { version.relations.iter().map(|_| Impact::new()).collect() };
    let seed = |set: &mut Impact, nodes: &[NodeId]| {
        for node in nodes {
            set.add(*node, Rule::Changed, None, None);
        }
    };
    let (mut old_own, mut new_own) = (none(base), none(modified));
    for (pair, change) in diff.pairs.iter().zip(&changes) {
        seed(&mut old_own[pair.base.0], &change.removed);
        seed(&mut old_own[pair.base.0], &change.replaced);
        seed(&mut new_own[pair.modified.0], &change.added);
    }
    diff.removed.iter().for_each(|id| seed(&mut old_own[id.0], &everything(base, id.0)));
    diff.added.iter().for_each(|id| seed(&mut new_own[id.0], &everything(modified, id.0)));
    base.up(&mut old_own);
    // Reasons of the new version are the better ones to show, so its own changes come first.
    modified.up(&mut new_own);
    carry(diff, &changes, &old_own, &mut new_own);
    modified.up(&mut new_own);
    Own { changes, base: old_own, modified: new_own }
}

fn precise(base: &Version, modified: &Version, diff: &ProgramDiff) -> Vec<FunctionImpact> {
    let Own { changes, base: mut old_all, modified: mut new_all } = own(base, modified, diff);
    base.down(&mut old_all);
    modified.down(&mut new_all);
    carry(diff, &changes, &old_all, &mut new_all);
    modified.down(&mut new_all);
    for id in modified.relations.ids() {
        if let Some(procedure) = modified.procedure(id) {
            forward(procedure, &mut new_all[id]);
            backward(procedure, &mut new_all[id]);
        }
    }
    let mut old: BTreeMap<FuncId, Impact> = old_all.iter_ids().map(|(id, set)| (id, set.clone())).collect();
    let mut new: BTreeMap<FuncId, Impact> = new_all.iter_ids().map(|(id, set)| (id, set.clone())).collect();
    let mut found = Vec::new();
    for (pair, change) in diff.pairs.iter().zip(&changes) {
        let base_set = old.remove(&pair.base.0).unwrap_or_default();
        let mod_set = new.remove(&pair.modified.0).unwrap_or_default();
        found.push(paired(pair, change, base_set, mod_set));
    }
    for id in &diff.added {
        found.push(added(*id, everything(modified, id.0), new.remove(&id.0).unwrap_or_default()));
    }
    for id in &diff.removed {
        found.push(removed(*id, everything(base, id.0), old.remove(&id.0).unwrap_or_default()));
    }
    found
}
