//! The text of `impact --calls` that a person reads.

use crate::document::impact::CallsImpacted;
use std::fmt::Write;

/// The text.
pub fn calls_text(graph: &CallsImpacted) -> String {
    let mut out = String::new();
    let list = |lines: &[u32]| match lines {
        [] => String::from("nothing"),
        lines => format!("line {}", lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
    };
    let _ = writeln!(out, "impact sets");
    for function in &graph.functions {
        let _ = writeln!(out, "  {}()   {}", function.name, list(&function.own));
        for formal in &function.formals {
            let _ = writeln!(out, "    by {}: {}", formal.name, list(&formal.lines));
        }
    }
    let _ = writeln!(out, "\ncalls");
    for edge in &graph.edges {
        let flows: Vec<String> = edge
            .flows
            .iter()
            .map(|flow| {
                let actual = flow.actual.as_deref().unwrap_or("changed");
                let when: Vec<&str> = flow.when.iter().map(String::as_str).filter(|when| *when != "own").collect();
                let when =
                    if flow.when.len() == when.len() { format!(" (if {})", when.join(" or ")) } else { String::new() };
                format!("{actual} -> {}{when}", flow.formal)
            })
            .collect();
        let flows = if flows.is_empty() { String::from("nothing") } else { flows.join(", ") };
        let _ = writeln!(out, "  {} line {} -> {}()   {flows}", edge.caller, edge.line, edge.callee);
    }
    let _ = writeln!(out, "\ncontexts");
    for context in &graph.contexts {
        let from = match (context.called_from.and_then(|id| graph.contexts.get(id)), context.line) {
            (Some(caller), Some(line)) => format!("from {} line {line}", caller.function),
            _ => String::from("at the start"),
        };
        let _ = writeln!(
            out,
            "  {}() {from}   {} ({})",
            context.function,
            list(&context.lines),
            context.sources.join(", ")
        );
    }
    out
}
