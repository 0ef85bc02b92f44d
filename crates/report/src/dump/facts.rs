//! Dump of the facts: nodes of each function with control and data dependences, and the call graph.

use super::body::Body;
use incise_deps::{Kind, NodeId, Relations, VarId};
use incise_diff::Side;
use incise_ir::FuncId;
use std::collections::BTreeSet;
use std::fmt::Write;

/// These functions of one version.
pub fn facts_dump(side: Side, functions: &[FuncId]) -> String {
    let mut out = String::new();
    for body in functions.iter().filter_map(|id| Body::of(side, *id)) {
        function(body, &mut out);
    }
    out
}

fn function(body: Body, out: &mut String) {
    let _ = writeln!(out, "{}", body.heading());
    calls(body, out);
    let relations = Relations::of(&body.facts.facts);
    for node in body.acting() {
        let facts = &body.facts.facts.nodes[node];
        let kind = match facts.kind {
            Kind::Write => "write",
            Kind::Cond => "branch",
            Kind::Other => "other",
        };
        let _ = writeln!(out, "  {:<40} {kind}", body.row(node));
        let certain = facts.kills.iter().map(|var| body.var(*var));
        let possible = facts.defs.iter().filter(|var| !facts.kills.contains(var)).map(|var| body.var(*var));
        item(out, "writes", certain);
        item(out, "may write", possible);
        item(out, "reads", facts.uses.iter().map(|var| body.var(*var)));
        let controls = relations.controllers_of(node).map(|control| body.side_of(control.branch, control.edge));
        item(out, "control", controls);
        item(out, "data", data(body, &relations, node));
        let callees = body.facts.calls.get(&node).into_iter().flatten();
        let externals = body.facts.externals.get(&node).into_iter().flatten();
        item(out, "calls", callees.chain(externals).map(|id| name(body, *id)));
    }
}

/// What the function may call, and whether it may come back to itself.
fn calls(body: Body, out: &mut String) {
    let graph = &body.side.facts.call_graph;
    let called: BTreeSet<FuncId> = graph.calls().successors(body.id).iter().copied().collect();
    let all: BTreeSet<FuncId> = graph.with_callbacks().successors(body.id).iter().copied().collect();
    item(out, "may call", called.iter().map(|id| name(body, *id)));
    item(out, "may be called back", all.difference(&called).map(|id| name(body, *id)));
    if graph.recursive()[body.id] {
        let _ = writeln!(out, "        recursive");
    }
}

fn name(body: Body, id: FuncId) -> String {
    body.side.module.functions[id].source_name.clone()
}

/// The definitions that reach a node, each with what carries it; `entry` for what is there when the function is called.
fn data(body: Body, relations: &Relations, node: NodeId) -> Vec<String> {
    let flows: BTreeSet<(NodeId, VarId)> = relations.flows_to(node).map(|flow| (flow.from, flow.var)).collect();
    let uses = body.facts.facts.nodes[node].uses.iter();
    let on_entry = uses.filter(|var| relations.reads_on_entry(**var).any(|reader| reader == node));
    let on_entry = on_entry.map(|var| format!("entry({})", body.var(*var)));
    on_entry.chain(flows.iter().map(|(from, var)| format!("{from}({})", body.var(*var)))).collect()
}

/// A line with a list, unless it is empty.
fn item(out: &mut String, title: &str, list: impl IntoIterator<Item = String>) {
    let list: Vec<String> = list.into_iter().collect();
    if !list.is_empty() {
        let _ = writeln!(out, "        {title}: {}", list.join(", "));
    }
}
