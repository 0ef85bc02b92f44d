//! Dump of the paths: choices, decisions, path condition and ending of each.

use super::body::side_name;
use crate::document::explored::result_value;
use crate::inputs::{call, outputs};
use crate::ledger::ledger_lines;
use incise_engine::{Choice, Config, Decision, PathEnd, PathRecord, Report};
use incise_ir::Module;
use std::fmt::Write;

/// The paths of a function, in the order of their choices, then what was not explored.
pub fn paths_dump(module: &Module, name: &str, config: &Config, report: &Report) -> String {
    let mut out = String::new();
    let stats = &report.stats;
    let _ = writeln!(
        out,
        "{name}  {} completed, {} in an error, {} cut, {} assumed away",
        stats.completed, stats.failed, stats.cut, stats.assumed_away
    );
    for record in &report.found.paths {
        path(module, name, config, record, &mut out);
    }
    for line in ledger_lines(module, &report.ledger, |_| true) {
        let place = line.place.map(|place| format!("{place}: ")).unwrap_or_default();
        let _ = writeln!(out, "  {}: {place}{} ({} times)", line.kind, line.detail, line.count);
    }
    out
}

fn path(module: &Module, name: &str, config: &Config, record: &PathRecord, out: &mut String) {
    let choices: Vec<String> = record.choices.iter().map(Choice::to_string).collect();
    let _ = writeln!(out, "  path {}", if choices.is_empty() { String::from("-") } else { choices.join(".") });
    let decisions: Vec<String> = record.decisions.iter().map(|decision| decision_text(module, decision)).collect();
    let mut item = |title: &str, text: &str| {
        let _ = writeln!(out, "    {title:<9} {text}");
    };
    if !decisions.is_empty() {
        item("decides", &decisions.join(" "));
    }
    record.condition.iter().for_each(|constraint| item("condition", constraint));
    let result = record.result.map(|(value, width)| result_value(module, config, value, width).to_string());
    let end = match &record.end {
        PathEnd::Return => format!("return {}", result.unwrap_or_default()),
        PathEnd::Exit => format!("exit {}", result.unwrap_or_default()),
        PathEnd::Cut => String::from("cut"),
        PathEnd::Error(error) => {
            let place = error.stack.first().map(|entry| module.place(entry.span)).unwrap_or_default();
            format!("error {} at {place}: {}", error.kind.name(), error.message)
        }
    };
    item("ends", end.trim_end());
    item("example", &call(module, name, record));
    for (name, value) in outputs(module, record) {
        item("leaves", &format!("{name} = {value}"));
    }
}

/// A decision as file, line and side.
fn decision_text(module: &Module, decision: &Decision) -> String {
    let terminator = &module.functions[decision.function].blocks[decision.block].terminator;
    format!("{}:{}", module.place(terminator.span), side_name(&terminator.kind, decision.edge))
}
