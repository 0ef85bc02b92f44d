//! The relations as a graph for Graphviz: a colour a relation.

use crate::relations::{FunctionRelations, Relation};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The graph.
pub fn deps_dot(functions: &[FunctionRelations], wanted: &[Relation]) -> String {
    let mut out = String::from("digraph dependences {\n  node [shape=box];\n");
    for (number, function) in functions.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label=\"{}\";", escaped(&function.name));
        let kinds = [
            (Relation::Control, "black, style=bold"),
            (Relation::Data, "blue"),
            (Relation::Potential, "orange"),
            (Relation::Interactive, "gray, style=dashed"),
        ];
        let mut nodes = BTreeSet::new();
        for (kind, look) in kinds {
            for (from, to) in function.of_kind(kind, wanted).into_iter().flat_map(|pairs| pairs.keys()) {
                nodes.extend([from, to]);
                let tip = kind.name();
                let _ =
                    writeln!(out, "    \"{number}.{from}\" -> \"{number}.{to}\" [color={look}, tooltip=\"{tip}\"];");
            }
        }
        for node in nodes {
            let text = escaped(&function.text(node));
            let _ = writeln!(out, "    \"{number}.{node}\" [label=\"{node}: {text}\"];");
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
