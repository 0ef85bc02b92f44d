//! The text of `debug` that a person reads.

use crate::document::debug::Debugged;
use crate::text::style::{Style, counted};
use std::fmt::Write;

/// The text.
pub fn debugged_text(document: &Debugged, style: Style) -> String {
    let mut out = String::new();
    let head = style.bold(&format!("{}: {}()", document.test, document.function));
    if !document.fails {
        let _ = writeln!(out, "{head}   does the same in both versions");
        return out;
    }
    let _ = writeln!(out, "{head}   differs in {}", document.differs.join(", "));
    let share = (100 * document.removed_constraints).checked_div(document.constraints).unwrap_or(0);
    let _ = writeln!(
        out,
        "  {} on its paths, {} removed by impact analysis ({share} %)\n",
        counted(document.constraints, "constraint"),
        document.removed_constraints
    );
    if document.suspects.is_empty() {
        let lines: Vec<String> = document.changed_lines.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "{}  no decision is the cause alone", style.yellow("NO BRANCH"));
        let _ = writeln!(out, "  changed lines that the test runs: {}", lines.join(", "));
    }
    for (index, suspect) in document.suspects.iter().enumerate() {
        let place = style.bold(&format!("{}:{}", suspect.file, suspect.line));
        let changed = if suspect.changed { "   changed" } else { "" };
        let _ = writeln!(out, "{:>3}. {place}  {}{changed}", index + 1, suspect.source.trim());
        let verdict = if suspect.passes { "the versions agree" } else { "the versions still differ" };
        let _ = writeln!(out, "     otherwise with  {}   {verdict}", suspect.call);
    }
    for decision in &document.undecided {
        let _ =
            writeln!(out, "  {}  {decision}; raise --solver-timeout or --solver-conflicts", style.yellow("undecided"));
    }
    out
}
