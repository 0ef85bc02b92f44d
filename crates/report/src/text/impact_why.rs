//! `--why LINE`: from an impacted line back to the change.

use crate::impact_view::{VersionView, View, Which};
use incise_deps::NodeId;
use incise_impact::{FunctionImpact, Origin, Reason, Rule};
use incise_ir::FuncId;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The chains of all impacted nodes on a line of the new version; nothing if it has no statement.
pub fn impact_why(view: &View, line: u32) -> Option<String> {
    let mut out = String::new();
    let mut on_line = false;
    for function in view.functions() {
        let Some(new) = view.current(function) else { continue };
        for node in new.visible().filter(|node| new.span(*node).line == line) {
            on_line = true;
            if new.set.contains(node) {
                chain(view, function, node, &mut out);
            } else {
                let _ = writeln!(out, "line {line}: {}   not impacted", new.text(node));
            }
        }
    }
    on_line.then_some(out)
}

fn chain(view: &View, function: &FunctionImpact, node: NodeId, out: &mut String) {
    let mut seen: BTreeSet<(Which, Option<FuncId>, NodeId)> = BTreeSet::new();
    let mut at = Some((Which::New, function, node));
    while let Some((which, function, node)) = at {
        let Some(version) = view.version(which, function) else { return };
        let Some(reason) = version.set.reason(node) else { return };
        if !seen.insert((which, Some(version.id), node)) {
            return;
        }
        let place = if which == Which::Old { "old line" } else { "line" };
        let head = if seen.len() == 1 { "" } else { "  because of " };
        let _ = writeln!(
            out,
            "{head}{place} {} of {}: {}   {}",
            version.span(node).line,
            view.name(function),
            version.text(node),
            explained(view, &version, which, reason)
        );
        at = match reason.from {
            None => None,
            Some(Origin::Here(from)) => Some((which, function, from)),
            Some(Origin::Base(from)) => Some((Which::Old, function, from)),
            Some(Origin::There(id, from)) => view.impact_of(which, id).map(|function| (which, function, from)),
        };
    }
}

fn explained(view: &View, version: &VersionView, which: Which, reason: &Reason) -> String {
    let side = if which == Which::Old { view.base } else { view.modified };
    let var = reason.var.map(|var| side.facts.var_name(version.module, version.id, var)).unwrap_or_default();
    match reason.rule {
        Rule::Changed if which == Which::Old => String::from("was changed or removed"),
        Rule::Changed => String::from("changed"),
        Rule::Removed => String::from("is impacted in the old version"),
        Rule::ControlForward => String::from("runs or not by an impacted decision"),
        Rule::DataForward => format!("reads {var}, which is impacted"),
        Rule::ControlBackward => String::from("decides whether an impacted statement runs"),
        Rule::DataBackward => format!("writes {var}, which an impacted statement reads"),
        Rule::Callee => String::from("calls a function that is impacted by changes in it"),
        Rule::Argument => format!("reads {var}, which is impacted where the function is called"),
        Rule::Called => String::from("is called by an impacted decision"),
    }
}
