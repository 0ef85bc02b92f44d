//! The text of `impact` that a person reads.

use crate::impact_view::{Sources, VersionView, View};
use incise_impact::FunctionImpact;
use std::fmt::Write;

/// The report.
pub fn impact_text(view: &View) -> String {
    let mut out = String::new();
    if !view.is_changed() {
        let n_functions = view.functions().count();
        let _ = writeln!(out, "no change: {n_functions} {} compared", plural(n_functions, "function"));
        return out;
    }
    for (position, function) in view.touched().enumerate() {
        if position > 0 {
            out.push('\n');
        }
        function_text(view, function, &mut out);
    }
    if view.function.is_none() && !view.difference.globals.is_empty() {
        let _ = writeln!(
            out,
            "{}globals changed: {}",
            if out.is_empty() { "" } else { "\n" },
            view.difference.globals.join(", ")
        );
    }
    out
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn function_text(view: &View, function: &FunctionImpact, out: &mut String) {
    let name = view.name(function);
    let (old, new) = (view.old(function), view.current(function));
    match (&old, &new) {
        (_, Some(new)) => {
            let n_lines = new.changed_lines().len();
            let n_removed = old.as_ref().map_or(0, |old| old.changed_lines().len());
            let changed = if n_lines == 0 && n_removed > 0 {
                format!("{n_removed} {} removed", plural(n_removed, "line"))
            } else {
                format!("{n_lines} {} changed", plural(n_lines, "line"))
            };
            let n_statements = new.visible().count();
            let n_impacted = new.visible().filter(|node| new.set.contains(*node)).count();
            let added = if old.is_none() { ", new function" } else { "" };
            let signature = if function.signature_changed { ", other signature" } else { "" };
            let _ = writeln!(
                out,
                "{}: {name}()   {changed}{signature}{added}, {n_impacted} of {n_statements} {} impacted",
                new.file(),
                plural(n_statements, "statement"),
            );
        }
        (Some(old), None) => {
            let _ = writeln!(out, "{}: {name}()   removed", old.file());
        }
        (None, None) => {}
    }
    if let Some(old) = old {
        listing(&view.sources.0, "base", &old, out);
    }
    if let Some(new) = new {
        listing(&view.sources.1, "mod", &new, out);
    }
}

fn listing(sources: &Sources, version: &str, function: &VersionView, out: &mut String) {
    let _ = writeln!(out, "\n  {version}  {}", function.file());
    let (changed, impacted) = (function.changed_lines(), function.impacted_lines());
    for (number, line) in function.source(sources) {
        let mark = match (changed.contains(&number), impacted.contains(&number)) {
            (true, _) => '!',
            (false, true) => '>',
            (false, false) => ' ',
        };
        let _ = writeln!(out, "{}", format!("  {mark} {number:>5}  {line}").trim_end());
    }
}
