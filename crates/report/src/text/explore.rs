//! The text of `explore` that a person reads.

use crate::document::explore::{ErrorEntry, Explored, TaskStats, Verdict};
use crate::text::ledger::ledger_text;
use crate::text::style::{Style, counted};
use serde_json::{Map, Value};
use std::fmt::Write;

/// The summary of a run.
pub fn explored_text(document: &Explored, style: Style) -> String {
    let mut out = String::new();
    let function = &document.function;
    let stats = &function.stats;
    let files = document.program.join(" ");
    let _ = writeln!(out, "{}", style.bold(&format!("{files}: {}()", function.name)));
    let mut facts = vec![counted(stats.paths, "path")];
    facts[0].push_str(" completed");
    if stats.error_paths > 0 {
        facts.push(format!("{} ending in an error", stats.error_paths));
    }
    if stats.assumed_away > 0 {
        facts.push(format!("{} assumed away", stats.assumed_away));
    }
    facts.push(if stats.cut_paths > 0 {
        format!("{} cut short", stats.cut_paths)
    } else {
        String::from("none cut short")
    });
    let effort = &document.effort;
    let _ = writeln!(out, "  {}      {:.2} s", facts.join(", "), effort.wall_ms / 1e3);
    if let Some(tasks) = &function.tasks {
        let _ = writeln!(out, "  {}", tasks_text(tasks));
    }
    out.push('\n');
    match document.verdict {
        Verdict::NoError => {
            let what = match &function.tasks {
                _ if !function.assumptions.is_empty() => {
                    "on the paths that were explored; not everything that can be given was tried:"
                }
                Some(tasks) if tasks.fallback.is_none() => "every path that can show something new was run",
                _ => "every path was explored",
            };
            let _ = writeln!(out, "{}  {what}", style.green("NO ERROR"));
        }
        Verdict::Undecided if !function.errors.is_empty() => {
            let n = function.errors.len() as u64;
            let _ = writeln!(out, "{}  {} predicted, none confirmed:", style.yellow("UNDECIDED"), counted(n, "error"));
        }
        Verdict::Undecided => {
            let _ = writeln!(out, "{}  no error found, but not everything was decided:", style.yellow("UNDECIDED"));
        }
        Verdict::Error => {
            let n = function.errors.len() as u64;
            let _ = writeln!(out, "{}  {}", style.red("ERROR"), counted(n, "error"));
        }
    }
    for error in &function.errors {
        error_text(&mut out, error, style);
    }
    if !function.null_errors.is_empty() {
        let _ = writeln!(out, "{}", style.yellow("only for null, which counts with --null-errors:"));
    }
    for error in &function.null_errors {
        error_text(&mut out, error, style);
    }
    if document.verdict == Verdict::Error && !(function.bounds_hit.is_empty() && function.approximations.is_empty()) {
        let _ = writeln!(out, "{}", style.yellow("not everything was decided:"));
    }
    ledger_text(&mut out, &function.bounds_hit, "not explored", style);
    ledger_text(&mut out, &function.approximations, "approximated", style);
    ledger_text(&mut out, &function.assumptions, "assumed", style);
    coverage_text(&mut out, document, style);
    out
}

/// What became of the tasks.
fn tasks_text(tasks: &TaskStats) -> String {
    if let Some(reason) = &tasks.fallback {
        return format!("not guided by dependence: {reason}");
    }
    let mut text = format!("guided by dependence: {} run", tasks.feasible);
    if tasks.rest_known > 0 {
        text.push_str(&format!(" ({} up to where the rest was known)", tasks.rest_known));
    }
    text.push_str(&format!(", {} infeasible", tasks.infeasible));
    if tasks.redundant > 0 {
        text.push_str(&format!(", {} redundant and left out", tasks.redundant));
    }
    text
}

/// `name=value` for every input.
fn inputs_text(inputs: &Map<String, Value>) -> String {
    let shown: Vec<String> = inputs
        .iter()
        .map(|(name, value)| match value {
            Value::String(text) if name == "stdin" || name.starts_with("argv") => format!("{name}=\"{text}\""),
            Value::String(text) => format!("{name}={text}"),
            other => format!("{name}={other}"),
        })
        .collect();
    if shown.is_empty() { String::from("no inputs") } else { shown.join(", ") }
}

fn error_text(out: &mut String, error: &ErrorEntry, style: Style) {
    let _ = writeln!(out, "  {}  {}:{}  {}", style.red(error.kind.name()), error.file, error.line, error.message);
    if error.stack.len() > 1 {
        for (index, line) in error.stack.iter().take(8).enumerate() {
            let label = if index == 0 { "in" } else { "  " };
            let _ = writeln!(
                out,
                "    {label}    {}()  {}",
                line.function,
                style.dim(&format!("{}:{}", line.file, line.line))
            );
        }
        if error.stack.len() > 8 {
            let _ = writeln!(out, "          … {} more callers", error.stack.len() - 8);
        }
    }
    if !error.only_for_null.is_empty() {
        let _ = writeln!(out, "    only for null {}", error.only_for_null.join(" or "));
    }
    let _ = writeln!(out, "    e.g.  {}", inputs_text(&error.inputs));
    if let Some(native) = &error.native {
        let _ =
            writeln!(out, "          {}", style.dim(&format!("native run: {} ({})", native.outcome, native.detail)));
    }
    if error.paths > 1 {
        let _ = writeln!(out, "          {} paths end here", error.paths);
    }
}

fn coverage_text(out: &mut String, document: &Explored, style: Style) {
    let rows = &document.function.coverage;
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|row| row.function.len() + 2).max().unwrap_or(0).clamp(10, 40);
    let _ =
        writeln!(out, "\n{:<width$}  {:>12}  {:>12}  {:>12}", style.bold("COVERAGE"), "lines", "branches", "blocks");
    for row in rows.iter().filter(|row| row.blocks_covered > 0).take(20) {
        let share = |covered: u32, all: u32| {
            let percent = (100 * covered).checked_div(all).unwrap_or(100);
            format!("{covered}/{all} {percent:>3}%")
        };
        let name = format!("{}()", row.function);
        let _ = writeln!(
            out,
            "{name:<width$}  {:>12}  {:>12}  {:>12}",
            share(row.lines_covered, row.lines),
            share(row.branches_covered, row.branches),
            share(row.blocks_covered, row.blocks)
        );
    }
    let untouched = rows.iter().filter(|row| row.blocks_covered == 0).count();
    if untouched > 0 {
        let _ = writeln!(out, "{}", style.dim(&format!("{} never entered", counted(untouched as u64, "function"))));
    }
}
