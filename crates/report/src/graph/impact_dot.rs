//! Control-flow graphs of the new version for Graphviz: changed nodes red, impacted ones orange.

use crate::impact_view::View;
use std::fmt::Write;

/// The graph of every function that is reported on.
pub fn impact_dot(view: &View) -> String {
    let mut out = String::from("digraph impact {\n  node [shape=box, style=filled, fillcolor=white];\n");
    for function in view.touched() {
        let Some(new) = view.current(function) else { continue };
        let name = view.name(function);
        let prefix = new.id.to_string().replace('@', "");
        let _ = writeln!(out, "  subgraph \"cluster_{prefix}\" {{\n    label=\"{}\";", escaped(name));
        for node in new.facts.nodes.sites.ids() {
            let colour = match (new.is_changed(node), new.set.contains(node)) {
                (true, _) => "red",
                (false, true) => "orange",
                (false, false) => "white",
            };
            let visible = new.facts.nodes.is_visible(new.function(), node);
            let look = if visible {
                format!("label=\"{}: {}\", fillcolor={colour}", new.span(node).line, escaped(&new.text(node)))
            } else {
                String::from("shape=point")
            };
            let _ = writeln!(out, "    {prefix}_{node} [{look}];");
        }
        for node in new.facts.nodes.sites.ids() {
            for next in new.facts.facts.flow.successors(node) {
                let _ = writeln!(out, "    {prefix}_{node} -> {prefix}_{next};");
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
