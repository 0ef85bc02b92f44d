//! The text of `diff` and `verify` that a person reads.

use crate::document::diff::{DiffVerdict, SeenFrom, SideEntry};
use crate::findings::{DecidedBy, DifferenceFinding, Findings, FunctionFindings, SearchGuide, WholeFindings};
use crate::ledger::{LedgerLine, StageWeakness};
use crate::text::ledger::ledger_text;
use crate::text::style::{Style, counted};
use incise_compare::ErrorStatus;
use incise_engine::Restriction;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many differences are shown in full.
const SHOWN: usize = 12;

/// The text of a comparison.
pub fn diffed_text(findings: &Findings, style: Style) -> String {
    let mut out = String::new();
    if let Some(revisions) = &findings.revisions {
        let _ = writeln!(out, "{}", style.bold(&format!("{} → {}", revisions.base, revisions.modified)));
    }
    for note in &findings.notes {
        let _ = writeln!(out, "  {}  {note}", style.dim("note"));
    }
    let WholeFindings { interface, is_interface_allowed, undecided } = &findings.whole;
    if !interface.is_empty() {
        let _ = match is_interface_allowed {
            true => writeln!(out, "{}  as allowed:", style.green("DIFFERENT INTERFACE")),
            false => writeln!(out, "{}  what other files use has changed:", style.red("DIFFERENT INTERFACE")),
        };
        ledger_text(&mut out, interface, "interface", style);
    }
    if !undecided.is_empty() {
        let _ = writeln!(out, "{}  of the files as a whole not everything was decided:", style.yellow("UNDECIDED"));
        ledger_text(&mut out, undecided, "not compared", style);
    }
    if interface.is_empty() && undecided.is_empty() && findings.functions.is_empty() {
        let _ = match findings.stopped {
            Some(_) => writeln!(out, "{}  nothing was compared", style.yellow("UNDECIDED")),
            None => writeln!(out, "{}  no function changed", style.green("EQUIVALENT")),
        };
    }
    for (index, function) in findings.functions.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        function_text(&mut out, findings, function, style);
    }
    if !findings.seen_from.is_empty() {
        out.push('\n');
    }
    let mut said: BTreeSet<(&str, DiffVerdict)> = BTreeSet::new();
    for seen in &findings.seen_from {
        if said.insert((&seen.function, seen.caller_verdict)) {
            let _ = writeln!(out, "{}", seen_text(seen, &findings.seen_from));
        }
    }
    let list = |names: &[String]| names.iter().map(|name| format!("{name}()")).collect::<Vec<_>>().join(", ");
    if !findings.removed.is_empty() {
        let _ = writeln!(out, "\nonly in the old version: {}", list(&findings.removed));
    }
    if !findings.added.is_empty() {
        let _ = writeln!(out, "\nonly in the new version: {}", list(&findings.added));
    }
    if !findings.globals.is_empty() {
        let _ = writeln!(out, "\nglobals changed: {}", findings.globals.join(", "));
    }
    if findings.n_accepted > 0 {
        let all: usize = findings.functions.iter().map(|function| function.differences.len()).sum();
        let text = match all as u64 - findings.n_accepted {
            0 => format!("{} found, accepted before; none is new", counted(findings.n_accepted, "difference")),
            new => format!("{} accepted before and not shown, {new} new", counted(findings.n_accepted, "difference")),
        };
        let _ = writeln!(out, "\n{}  {text}", style.green("ACCEPTED"));
    }
    out
}

/// What the callers that show the same show of a function.
fn seen_text(seen: &SeenFrom, all: &[SeenFrom]) -> String {
    let function = &seen.function;
    let alike = |other: &&SeenFrom| other.function == *function && other.caller_verdict == seen.caller_verdict;
    let callers: Vec<String> = all.iter().filter(alike).map(|other| format!("`{}`", other.caller)).collect();
    let (one, callers) = (callers.len() == 1, callers.join(", "));
    match (seen.verdict, seen.caller_verdict) {
        (DiffVerdict::Different, DiffVerdict::Different) => {
            format!("differs in `{function}`, observable from {callers}")
        }
        (DiffVerdict::Different, DiffVerdict::Equivalent) => {
            format!("differs in `{function}`, not observable from {callers}")
        }
        (DiffVerdict::Different, _) => {
            format!("differs in `{function}`; whether that is observable from {callers} is not decided")
        }
        (DiffVerdict::Equivalent, _) => {
            format!("`{function}` does not differ by itself, {callers} {}", if one { "does" } else { "do" })
        }
        _ => format!("`{function}` is not decided; {callers}, which call it, differ"),
    }
}

fn function_text(out: &mut String, findings: &Findings, function: &FunctionFindings, style: Style) {
    let changed = function.lines.changed.modified.len().max(function.lines.changed.base.len()) as u64;
    let (impacted, all) = function.lines.statements;
    let file = if let [only] = findings.modified.as_slice() { only } else { &function.lines.file };
    let head = style.bold(&format!("{file}: {}()", function.name));
    let facts =
        if changed == 0 { String::from("not changed itself") } else { format!("{} changed", counted(changed, "line")) };
    let _ = writeln!(out, "{head}   {facts}, {impacted} of {} impacted", counted(all, "statement"));
    let stats = &function.stats;
    let time = format!("{:.2} s", stats.effort.wall_ms / 1e3);
    if function.decided_by == DecidedBy::Paths {
        let kind = if function.guide == SearchGuide::Full { "path" } else { "impacted path" };
        let cut = if stats.cut_paths > 0 { format!("{} cut short", stats.cut_paths) } else { "none cut short".into() };
        let _ = writeln!(out, "  {} explored, {cut}      {time}", counted(stats.paths, kind));
    } else if function.decided_by == DecidedBy::Nothing {
        let _ = writeln!(out, "  not compared to the end      {time}");
    } else {
        let _ = writeln!(out, "  decided without exploring paths: {}", function.decided_by.name());
    }
    out.push('\n');
    verdict_text(out, function, style);
    let n_new = function.differences.iter().filter(|difference| !difference.accepted).count();
    for difference in function.differences.iter().filter(|difference| !difference.accepted).take(SHOWN) {
        difference_text(out, difference, style);
    }
    if n_new > SHOWN {
        let more = n_new - SHOWN;
        let _ = writeln!(out, "  … and {more} more; --json has all of them");
    }
    errors_text(out, function, style);
    if let Some(first) = function.tests.first() {
        let folder = first.rsplit_once('/').map_or(".", |(folder, _)| folder);
        let n_tests = counted(function.tests.len() as u64, "test");
        let _ =
            writeln!(out, "{n_tests} written to {folder}/    incise replay {first} {}", findings.modified.join(" "));
    }
    let all = function.bounds_hit.iter().chain(&function.approximations).cloned();
    let (restricted, all): (Vec<LedgerLine>, Vec<LedgerLine>) = all.partition(|line| line.kind.restriction().is_some());
    let (held, others): (Vec<LedgerLine>, Vec<LedgerLine>) = all.into_iter().partition(is_held);
    let (approximated, others): (Vec<LedgerLine>, Vec<LedgerLine>) =
        others.into_iter().partition(|line| function.approximations.contains(line));
    ledger_text(out, &held, "differs", style);
    ledger_text(out, &others, "not compared", style);
    ledger_text(out, &restricted, "left out", style);
    ledger_text(out, &approximated, "approximated", style);
    ledger_text(out, &function.assumptions, "assumed", style);
    invariants_text(out, &function.invariants);
}

/// The most invariants that are shown.
const INVARIANTS: usize = 8;

fn invariants_text(out: &mut String, invariants: &[String]) {
    if invariants.is_empty() {
        return;
    }
    let shown = &invariants[..invariants.len().min(INVARIANTS)];
    let more = invariants.len() - shown.len();
    let more = if more > 0 { format!("; and {more} more (--json has all of them)") } else { String::new() };
    let _ = writeln!(out, "  proved for all histories of calls: {}{more}", shown.join("; "));
}

fn verdict_text(out: &mut String, function: &FunctionFindings, style: Style) {
    let stats = &function.stats;
    let kind = if function.guide == SearchGuide::Full { "path" } else { "impacted path" };
    let line = match function.verdict {
        DiffVerdict::Equivalent => match function.decided_by {
            DecidedBy::Paths => {
                let proof = function.tasks.as_ref().and_then(|tasks| tasks.proof.as_ref());
                let how = proof.map_or_else(String::new, |proof| {
                    let (new, old) = (proof.modified_runs, proof.base_runs);
                    format!(": each output under the decisions that matter to it, {new} + {old} runs")
                });
                format!("{}  no {kind} behaves differently{how}", style.green("EQUIVALENT"))
            }
            DecidedBy::LoopInduction => {
                format!("{}  for loops of any length", style.green("EQUIVALENT"))
            }
            DecidedBy::CallInduction => {
                format!("{}  for recursion of any depth", style.green("EQUIVALENT"))
            }
            _ => format!("{}  nothing observable can differ", style.green("EQUIVALENT")),
        },
        DiffVerdict::Within => {
            let names: Vec<String> = function.restrictions().iter().map(Restriction::to_string).collect();
            let head = style.yellow(&format!("EQUIVALENT WITHIN {}", names.join(", ")));
            format!("{head}  no {kind} behaves differently, but this was left out:")
        }
        DiffVerdict::Undecided if function.bounds_hit.iter().any(is_held) => {
            format!("{}  differs, but no caller was shown to produce it:", style.yellow("UNDECIDED"))
        }
        // An interface is of the files, not of a function.
        DiffVerdict::Undecided | DiffVerdict::DifferentInterface => {
            format!("{}  no difference was found, but not everything was decided:", style.yellow("UNDECIDED"))
        }
        DiffVerdict::Different => {
            let paths = counted(stats.paths, kind);
            let verb = if stats.differing_paths == 1 { "behaves" } else { "behave" };
            let (word, seen) = match function.from_callers {
                Some(DiffVerdict::Equivalent) => (style.green("DIFFERENT INSIDE"), ", which none of its callers shows"),
                Some(DiffVerdict::Within | DiffVerdict::Undecided) => {
                    (style.yellow("DIFFERENT INSIDE"), "; whether its callers show that is not decided")
                }
                _ => (style.red("DIFFERENT"), ""),
            };
            format!("{word}  {} of {paths} {verb} differently{seen}", stats.differing_paths)
        }
    };
    let _ = writeln!(out, "{line}");
}

/// Whether a line is of a difference that no caller was shown to produce.
fn is_held(line: &LedgerLine) -> bool {
    line.kind == StageWeakness::HeldBack.into()
}

fn difference_text(out: &mut String, difference: &DifferenceFinding, style: Style) {
    let part = difference.within.as_ref().or(difference.case.as_ref());
    let condition = part.unwrap_or(&difference.condition);
    let shown = match part {
        None if condition.is_always() && difference.exact => String::from("always"),
        None if condition.is_always() => String::from("for every input that was explored"),
        None if condition.is_unknown() => String::from("for some inputs"),
        _ => condition.to_string(),
    };
    let short = at_a_glance(&condition.conjuncts());
    let note = match &short {
        None if difference.within.is_some() => "the whole condition is long; --json has it",
        None if difference.case.is_some() => "and in other cases: the whole condition is long",
        None if !difference.exact && !difference.condition.is_unknown() => {
            "and perhaps in other cases: not everything could be written down"
        }
        None => "",
        Some(_) => "the whole condition is long; --json has it",
    };
    let line = match &short {
        Some(short) if short.is_empty() => String::from("for some inputs"),
        Some(short) => format!("for some inputs with  {}", style.bold(short)),
        None if difference.within.is_some() => format!("for some inputs with  {}", style.bold(&shown)),
        None => format!("when  {}", style.bold(&shown)),
    };
    let after = difference.after.join("; ");
    let line = match (after.is_empty(), shown == "always") {
        (true, _) => line,
        (false, true) => format!("after  {}", style.bold(&after)),
        (false, false) => format!("after  {}  {line}", style.bold(&after)),
    };
    let _ = writeln!(out, "  {line}");
    if !note.is_empty() {
        let _ = writeln!(out, "    {}", style.dim(note));
    }
    let _ = writeln!(out, "    e.g.  {}", difference.call);
    let mut lines = Vec::new();
    if difference.base.ends != difference.modified.ends {
        let text = |side: &SideEntry| match side.line {
            Some(line) => format!("{} (line {line})", side.ends),
            None => side.ends.to_string(),
        };
        lines.push((String::from("ends with"), text(&difference.base), text(&difference.modified)));
    }
    let shown = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::from("?"),
    };
    for (name, new) in &difference.modified.outputs {
        if difference.base.ends == difference.modified.ends {
            let name = if name == "ends" { "exit code" } else { name.as_str() };
            let key = if name == "exit code" { "ends" } else { name };
            lines.push((name.to_owned(), shown(difference.base.outputs.get(key)), shown(Some(new))));
        }
    }
    let width = lines.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let note = match (&difference.only_by, difference.is_replayed()) {
        (_, false) => style.yellow(&format!("not seen natively: {}", difference.native.detail)),
        (Some(kind), true) => format!("replayed natively on both versions; only by {kind}"),
        (None, true) => String::from("replayed natively on both versions"),
    };
    for (index, (name, old, new)) in lines.iter().enumerate() {
        let tail = if index == 0 { format!("          {}", style.dim(&note)) } else { String::new() };
        let _ = writeln!(out, "    {name:width$}   {old}  →  {new}{tail}");
    }
}

fn errors_text(out: &mut String, function: &FunctionFindings, style: Style) {
    for error in &function.errors {
        let word = match error.status {
            ErrorStatus::New => style.red("new error"),
            ErrorStatus::Fixed => style.green("fixed error"),
            ErrorStatus::Both => style.dim("error in both versions"),
        };
        let _ = writeln!(out, "  {word}  {} at {}:{}: {}", error.kind.name(), error.file, error.line, error.message);
    }
}

/// Conditions up to this length are shown whole.
const WHOLE: usize = 320;
/// Of longer ones only parts that are shorter than this, and no more of them than this.
const PART: usize = 60;
const PARTS: usize = 200;

/// The short parts of a conjunction that is too long to be read; nothing if it is not.
fn at_a_glance(conjuncts: &[String]) -> Option<String> {
    if conjuncts.join(" && ").len() <= WHOLE {
        return None;
    }
    let mut short: Vec<&str> = Vec::new();
    let mut length = 0;
    for part in conjuncts {
        if part.len() <= PART && length + part.len() <= PARTS {
            length += part.len();
            short.push(part);
        }
    }
    Some(short.join(" && "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_condition_the_short_parts_are_shown() {
        let long = format!("x > {} + 1", vec!["y"; WHOLE].join(" * "));
        let glance = |parts: &[&str]| at_a_glance(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(glance(&["x > 1", "y > 2"]), None);
        assert_eq!(glance(&["a == 1", &long, "(b || c)", "d & 2"]).as_deref(), Some("a == 1 && (b || c) && d & 2"));
        assert_eq!(glance(&[&long]).as_deref(), Some(""));
    }
}
