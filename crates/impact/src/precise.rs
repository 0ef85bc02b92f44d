//! Our rules: the same four relations, with definitions that reach instead of paths, closed backwards.
//!
//! *Source*: [dise-tosem2014] Fig. 5 for the relations. Rules 1 and 2 go to a fixed point; then 3 and 4 *together* do, so that the set
//! is a backward-closed slice: whether and with which values an impacted node runs depends on impacted nodes and inputs alone.

use crate::procedure::{Change, Procedure, carry_over};
use crate::set::{Impact, Origin, Rule};
use incise_base::{Next, Worklist};

/// The impacted nodes of one procedure in the old and the new version.
pub fn precise(base: Option<Procedure>, modified: Procedure, change: &Change) -> (Impact, Impact) {
    let mut old = Impact::new();
    if let Some(base) = base {
        for node in change.removed.iter().chain(&change.replaced) {
            old.add(*node, Rule::Changed, None, None);
        }
        forward(base, &mut old);
    }
    let mut new = Impact::new();
    for node in &change.added {
        new.add(*node, Rule::Changed, None, None);
    }
    forward(modified, &mut new);
    carry_over(&old, &change.map, &mut new);
    forward(modified, &mut new);
    backward(modified, &mut new);
    (old, new)
}

/// Rules 1 and 2 to a fixed point.
pub(crate) fn forward(procedure: Procedure, set: &mut Impact) {
    let relations = procedure.relations;
    let mut work = Worklist::new(Next::First);
    work.extend(set.steps().map(|(node, _)| node));
    while let Some(node) = work.pop_unbounded() {
        for control in relations.controlled_by(node) {
            if set.add(control.dependent, Rule::ControlForward, Some(Origin::Here(node)), None) {
                work.push(control.dependent);
            }
        }
        for flow in relations.readers_of(node) {
            if set.add(flow.to, Rule::DataForward, Some(Origin::Here(node)), Some(flow.var)) {
                work.push(flow.to);
            }
        }
    }
}

/// Rules 3 and 4 together to a fixed point.
pub(crate) fn backward(procedure: Procedure, set: &mut Impact) {
    let relations = procedure.relations;
    let mut work = Worklist::new(Next::First);
    work.extend(set.steps().map(|(node, _)| node));
    while let Some(node) = work.pop_unbounded() {
        for control in relations.controllers_of(node) {
            if set.add(control.branch, Rule::ControlBackward, Some(Origin::Here(node)), None) {
                work.push(control.branch);
            }
        }
        for flow in relations.flows_to(node) {
            if set.add(flow.from, Rule::DataBackward, Some(Origin::Here(node)), Some(flow.var)) {
                work.push(flow.from);
            }
        }
    }
}
