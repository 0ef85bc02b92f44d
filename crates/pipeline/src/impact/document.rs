//! From what was found to its JSON document.

use super::view::{VersionView, View};
use super::why::{rule_name, step_origin};
use crate::request::RulesName;
use incise_impact::FunctionImpact;
use incise_report::{BaseImpacted, FunctionImpacted, Impacted, Member, ModImpacted};

/// The document.
pub fn document(view: &View, rules: RulesName) -> Impacted {
    Impacted {
        verdict: String::from(if view.is_changed() { "changed" } else { "no-change" }),
        globals: view.difference.globals.clone(),
        functions: view.touched().map(|function| one(view, function)).collect(),
        ..undecided(rules)
    }
}

/// The document when nothing is known yet.
pub fn undecided(rules: RulesName) -> Impacted {
    Impacted {
        schema: String::from("incise/1"),
        command: String::from("impact"),
        verdict: String::from("undecided"),
        rules: String::from(match rules {
            RulesName::Pldi11 => "pldi11",
            RulesName::Tosem14 => "tosem14",
            RulesName::Precise => "precise",
        }),
        globals: Vec::new(),
        calls: None,
        functions: Vec::new(),
        stopped: None,
    }
}

fn one(view: &View, function: &FunctionImpact) -> FunctionImpacted {
    let (old, new) = (view.old(function), view.current(function));
    let status = match (&old, &new) {
        (None, _) => "added",
        (_, None) => "removed",
        _ if function.base_changed.is_empty() && function.mod_changed.is_empty() && !function.signature_changed => {
            "impacted"
        }
        _ => "changed",
    };
    FunctionImpacted {
        name: view.name(function).to_owned(),
        status: status.to_owned(),
        signature_changed: function.signature_changed,
        base: old.map(|old| BaseImpacted {
            file: old.file(),
            changed_lines: old.changed_lines().into_iter().collect(),
            impacted_lines: old.impacted_lines().into_iter().collect(),
        }),
        modified: new.map(|new| ModImpacted {
            file: new.file(),
            changed_lines: new.changed_lines().into_iter().collect(),
            impacted_lines: new.impacted_lines().into_iter().collect(),
            statements: new.visible().count() as u64,
            impacted_statements: new.visible().filter(|node| new.set.contains(*node)).count() as u64,
            members: members(view, function, &new),
        }),
    }
}

fn members(view: &View, function: &FunctionImpact, new: &VersionView) -> Vec<Member> {
    let mut found = Vec::new();
    for node in new.visible() {
        let Some(reason) = new.set.reason(node) else { continue };
        let span = new.span(node);
        found.push(Member {
            node: node.to_string(),
            line: span.line,
            column: span.column,
            text: new.text(node),
            rule: rule_name(reason.rule).to_owned(),
            through: reason.var.map(|var| view.modified.facts.var_name(new.module, new.id, var)),
            parent: reason.from.map(|origin| step_origin(view, function, origin)),
        });
    }
    found
}
