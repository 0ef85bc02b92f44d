//! The JSON document.

use super::view::{VersionView, View};
use super::why::{rule_name, step_origin};
use crate::cli::RulesName;
use incise_impact::FunctionImpact;
use serde_json::{Value, json};

/// The document.
pub fn document(view: &View, rules: RulesName) -> Value {
    let functions: Vec<Value> = view.touched().map(|function| one(view, function)).collect();
    json!({
        "schema": "incise/1",
        "command": "impact",
        "verdict": if view.is_changed() { "changed" } else { "no-change" },
        "rules": match rules {
            RulesName::Pldi11 => "pldi11",
            RulesName::Tosem14 => "tosem14",
            RulesName::Precise => "precise",
        },
        "globals": view.difference.globals,
        "functions": functions,
    })
}

fn one(view: &View, function: &FunctionImpact) -> Value {
    let (old, new) = (view.old(function), view.current(function));
    let status = match (&old, &new) {
        (None, _) => "added",
        (_, None) => "removed",
        _ if function.base_changed.is_empty() && function.mod_changed.is_empty() && !function.signature_changed => {
            "impacted"
        }
        _ => "changed",
    };
    let mut value = json!({
        "name": view.name(function),
        "status": status,
        "signature_changed": function.signature_changed,
    });
    if let Some(old) = &old {
        value["base"] = json!({
            "file": old.file(),
            "changed_lines": old.changed_lines(),
            "impacted_lines": old.impacted_lines(),
        });
    }
    if let Some(new) = &new {
        value["file"] = json!(new.file());
        value["changed_lines"] = json!(new.changed_lines());
        value["impacted_lines"] = json!(new.impacted_lines());
        value["statements"] = json!(new.visible().count());
        value["impacted_statements"] = json!(new.visible().filter(|node| new.set.contains(*node)).count());
        value["members"] = json!(members(view, function, new));
    }
    value
}

fn members(view: &View, function: &FunctionImpact, new: &VersionView) -> Vec<Value> {
    let mut found = Vec::new();
    for node in new.visible() {
        let Some(reason) = new.set.reason(node) else { continue };
        let span = new.span(node);
        found.push(json!({
            "node": node.to_string(),
            "line": span.line,
            "column": span.column,
            "text": new.text(node),
            "rule": rule_name(reason.rule),
            "through": reason.var.map(|var| view.modified.facts.var_name(new.module, new.id, var)),
            "parent": reason.from.map(|origin| step_origin(view, function, origin)),
        }));
    }
    found
}
