//! The text of `test` that a person reads.

use crate::document::test::{FunctionTested, Tested};
use crate::text::ledger::ledger_text;
use crate::text::style::{Style, counted};
use std::fmt::Write;

/// The text.
pub fn tested_text(document: &Tested, style: Style) -> String {
    let mut out = String::new();
    for function in &document.functions {
        function_text(&mut out, document, function, style);
        out.push('\n');
    }
    for test in &document.obsolete {
        let _ = writeln!(out, "{}    {}: {}", style.yellow("obsolete"), test.test, test.why);
    }
    let sum = |count: fn(&FunctionTested) -> usize| document.functions.iter().map(count).sum::<usize>();
    let (selected, added) = (sum(|function| function.selected.len()), sum(|function| function.added.len()));
    let _ = writeln!(
        out,
        "{}: {selected} to run again, {added} new, {} obsolete",
        counted(document.tests, "test"),
        document.obsolete.len()
    );
    for line in &document.rerun {
        let _ = writeln!(out, "  {line}");
    }
    out
}

fn function_text(out: &mut String, document: &Tested, function: &FunctionTested, style: Style) {
    let head = style.bold(&format!("{}: {}()", document.modified.join(" "), function.name));
    let _ = writeln!(out, "{head}   {}", counted(function.impacted_paths, "impacted path"));
    for test in &function.selected {
        let why = match &test.condition {
            Some(condition) => format!("when {condition}"),
            None => String::from("to be safe: what it does was not decided"),
        };
        let _ = writeln!(out, "  {}    {}   {why}", style.green("selected"), test.test);
    }
    for test in &function.added {
        let place = match (&test.file, &test.not_written) {
            (Some(file), _) => format!("   {file}"),
            (None, Some(why)) => format!("   {}", style.yellow(&format!("not written: {why}"))),
            (None, None) => String::new(),
        };
        let differs = if test.differs { "   the versions differ" } else { "" };
        let _ = writeln!(out, "  {}         {}   when {}{differs}{place}", style.red("new"), test.call, test.condition);
    }
    if !function.unaffected.is_empty() {
        let n_tests = counted(function.unaffected.len() as u64, "test");
        let _ = writeln!(out, "  {}  {n_tests} that the change does not reach", style.dim("unaffected"));
    }
    ledger_text(out, &function.bounds_hit, "not looked at", style);
}
