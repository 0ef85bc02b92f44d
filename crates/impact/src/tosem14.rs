//! The rules of 2014: one set Imp.
//!
//! *Source*: [dise-tosem2014] §4.1.1–4.1.3, Fig. 5. Rules 1 and 2 to a fixed point, then 3, then 4; the same on the old version
//! for what was removed, mapped to the new one at the end.

use crate::pldi11::Readers;
use crate::procedure::{Change, Procedure, carry_over};
use crate::set::{Impact, Origin, Rule};

/// The impacted nodes of the old and the new version. A changed node counts as removed from the one and added to the other.
#[doc(alias = "Imp")]
pub fn tosem14(base: Option<Procedure>, modified: Procedure, change: &Change) -> (Impact, Impact) {
    let mut old = Impact::new();
    if let Some(base) = base {
        for node in change.removed.iter().chain(&change.replaced) {
            old.add(*node, Rule::Changed, None, None);
        }
        rules(base, &mut old);
    }
    let mut new = Impact::new();
    for node in &change.added {
        new.add(*node, Rule::Changed, None, None);
    }
    rules(modified, &mut new);
    carry_over(&old, &change.map, &mut new);
    (old, new)
}

fn rules(procedure: Procedure, set: &mut Impact) {
    if set.is_empty() {
        return;
    }
    let readers = Readers::of(procedure);
    to_fixed_point(set, |set| {
        // Rule 1: if ni ∈ Imp ∧ controlD(ni, nj) then Imp := Imp ∪ {nj}
        for control in &procedure.relations.control {
            if set.contains(control.branch) {
                set.add(control.dependent, Rule::ControlForward, Some(Origin::Here(control.branch)), None);
            }
        }
        // Rule 2: if ni ∈ Imp ∧ Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) then Imp := Imp ∪ {nj}
        for i in procedure.facts.nodes.ids() {
            if set.contains(i) {
                readers.forward(i, |_| true, set);
            }
        }
    });
    to_fixed_point(set, |set| {
        // Rule 3: if nj ∈ Imp ∧ controlD(ni, nj) then Imp := Imp ∪ {ni}
        for control in &procedure.relations.control {
            if set.contains(control.dependent) {
                set.add(control.branch, Rule::ControlBackward, Some(Origin::Here(control.dependent)), None);
            }
        }
    });
    to_fixed_point(set, |set| {
        // Rule 4: if nj ∈ Imp ∧ Def(ni) ∈ Use(nj) ∧ IsCFGPath(ni, nj) then Imp := Imp ∪ {ni}
        procedure.facts.nodes.ids().for_each(|i| readers.backward(i, set));
    });
}

fn to_fixed_point(set: &mut Impact, mut round: impl FnMut(&mut Impact)) {
    loop {
        let before = set.len();
        round(set);
        if set.len() == before {
            return;
        }
    }
}
