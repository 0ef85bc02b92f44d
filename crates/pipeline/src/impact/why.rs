//! `--why LINE`: from an impacted line back to the change.

use super::view::{VersionView, View};
use crate::failure::Failure;
use incise_deps::NodeId;
use incise_impact::{FunctionImpact, Origin, Reason, Rule};
use incise_ir::FuncId;
use incise_report::Parent;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The chains of all impacted nodes on a line of the new version.
pub fn why(view: &View, line: u32) -> Result<String, Failure> {
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
    if on_line { Ok(out) } else { Err(Failure::Other(format!("no statement on line {line} of the new version"))) }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Which {
    Old,
    New,
}

fn chain(view: &View, function: &FunctionImpact, node: NodeId, out: &mut String) {
    let mut seen: BTreeSet<(Which, Option<FuncId>, NodeId)> = BTreeSet::new();
    let mut at = Some((Which::New, function, node));
    while let Some((which, function, node)) = at {
        let version = match which {
            Which::Old => view.old(function),
            Which::New => view.current(function),
        };
        let Some(version) = version else { return };
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
            Some(Origin::There(id, from)) => other(view, which, id).map(|function| (which, function, from)),
        };
    }
}

fn other<'a>(view: &View<'a>, which: Which, id: FuncId) -> Option<&'a FunctionImpact> {
    let is_it = |function: &&FunctionImpact| match which {
        Which::Old => function.base.is_some_and(|base| base.0 == id),
        Which::New => function.modified.is_some_and(|modified| modified.0 == id),
    };
    view.found.functions.iter().find(is_it)
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

/// The name of a rule in documents.
pub fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Changed => "changed",
        Rule::Removed => "removed",
        Rule::ControlForward => "control-forward",
        Rule::DataForward => "data-forward",
        Rule::ControlBackward => "control-backward",
        Rule::DataBackward => "data-backward",
        Rule::Callee => "callee",
        Rule::Argument => "argument",
        Rule::Called => "called",
    }
}

/// Where a member of the new version comes from, for documents.
pub fn step_origin(view: &View, function: &FunctionImpact, origin: Origin) -> Parent {
    let (which, function, node) = match origin {
        Origin::Here(node) => (Which::New, Some(function), node),
        Origin::Base(node) => (Which::Old, Some(function), node),
        Origin::There(id, node) => (Which::New, other(view, Which::New, id), node),
    };
    let version = function.and_then(|function| match which {
        Which::Old => view.old(function),
        Which::New => view.current(function),
    });
    Parent {
        version: String::from(if which == Which::Old { "base" } else { "mod" }),
        function: function.map(|function| view.name(function).to_owned()),
        node: node.to_string(),
        line: version.map(|version| version.span(node).line),
    }
}
