//! Dump of the impact: impacted nodes of both versions, each with the rule that put it there.

use super::VersionPair;
use super::body::Body;
use crate::document::impacted::rule_name;
use incise_diff::Side;
use incise_impact::{Impact, Origin, Reason};
use incise_ir::FuncId;
use std::fmt::Write;

/// The impacted functions.
pub fn impact_dump(versions: &VersionPair) -> String {
    let mut out = String::new();
    for function in &versions.impact.functions {
        for (label, side, id, set) in [
            ("base", versions.base, function.base.map(|id| id.0), &function.base_set),
            ("mod", versions.modified, function.modified.map(|id| id.0), &function.mod_set),
        ] {
            if let Some(id) = id.filter(|id| (versions.is_shown)(side.module, *id)) {
                side_dump(label, side, id, set, &mut out);
            }
        }
    }
    out
}

fn side_dump(label: &str, side: Side, id: FuncId, set: &Impact, out: &mut String) {
    let Some(body) = Body::of(side, id) else { return };
    let shown: Vec<_> = body.acting().filter_map(|node| Some((node, set.reason(node)?))).collect();
    let _ = writeln!(out, "{label}  {}  {} of {} nodes", body.heading(), shown.len(), body.acting().count());
    for (node, reason) in shown {
        let _ = writeln!(out, "  {:<40} {}", body.row(node), reason_text(body, reason));
    }
}

fn reason_text(body: Body, reason: &Reason) -> String {
    let mut text = rule_name(reason.rule).to_owned();
    match reason.from {
        None => {}
        Some(Origin::Here(node)) => text.push_str(&format!(" from {node}")),
        Some(Origin::Base(node)) => text.push_str(&format!(" from {node} of base")),
        Some(Origin::There(id, node)) => {
            text.push_str(&format!(" from {node} of {}", body.side.module.functions[id].source_name));
        }
    }
    if let Some(var) = reason.var {
        text.push_str(&format!(" by {}", body.var(var)));
    }
    text
}
