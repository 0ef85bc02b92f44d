//! From what `impact` found to its JSON document.

use crate::document::impact::{BaseImpacted, FunctionImpacted, Impacted, Member, ModImpacted, Parent};
use crate::impact_view::{VersionView, View, Which};
use incise_impact::{FunctionImpact, Origin, Rule, Rules};

/// The document.
pub fn impacted(view: &View, rules: Rules) -> Impacted {
    Impacted {
        verdict: String::from(if view.is_changed() { "changed" } else { "no-change" }),
        globals: view.difference.globals.clone(),
        functions: view.touched().map(|function| function_impacted(view, function)).collect(),
        ..impact_undecided(rules)
    }
}

/// The document when nothing is known yet.
pub fn impact_undecided(rules: Rules) -> Impacted {
    Impacted {
        schema: String::from(crate::schema::SCHEMA),
        command: String::from("impact"),
        verdict: String::from("undecided"),
        rules: String::from(match rules {
            Rules::Pldi11 => "pldi11",
            Rules::Tosem14 => "tosem14",
            Rules::Precise => "precise",
        }),
        globals: Vec::new(),
        calls: None,
        functions: Vec::new(),
        stopped: None,
    }
}

fn function_impacted(view: &View, function: &FunctionImpact) -> FunctionImpacted {
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

/// The name of a rule in documents.
pub(crate) fn rule_name(rule: Rule) -> &'static str {
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
fn step_origin(view: &View, function: &FunctionImpact, origin: Origin) -> Parent {
    let (which, function, node) = match origin {
        Origin::Here(node) => (Which::New, Some(function), node),
        Origin::Base(node) => (Which::Old, Some(function), node),
        Origin::There(id, node) => (Which::New, view.impact_of(Which::New, id), node),
    };
    let version = function.and_then(|function| view.version(which, function));
    Parent {
        version: String::from(if which == Which::Old { "base" } else { "mod" }),
        function: function.map(|function| view.name(function).to_owned()),
        node: node.to_string(),
        line: version.map(|version| version.span(node).line),
    }
}
