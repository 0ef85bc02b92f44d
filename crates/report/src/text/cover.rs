//! The text of `diff --cover` that a person reads.

use crate::document::cover::{Covering, FunctionCovering, ObligationEntry, ObligationStatus};
use crate::text::ledger::ledger_text;
use crate::text::style::{Style, counted};
use std::fmt::Write;

/// The text.
pub fn covering_text(document: &Covering, style: Style) -> String {
    let mut out = String::new();
    if document.functions.is_empty() {
        let _ = match document.stopped {
            Some(_) => writeln!(out, "undecided: no function was looked at"),
            None => writeln!(out, "no function changed: there is nothing to cover"),
        };
    }
    for (index, function) in document.functions.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        function_text(&mut out, document, function, style);
    }
    out
}

fn function_text(out: &mut String, document: &Covering, function: &FunctionCovering, style: Style) {
    let head = style.bold(&format!("{}: {}()", document.modified.join(" "), function.name));
    let _ = writeln!(out, "{head}   impacted {} coverage", document.criterion);
    if function.obligations.is_empty() {
        let _ = writeln!(out, "  nothing is impacted");
        return;
    }
    let all = function.obligations.len();
    let _ = writeln!(
        out,
        "  {} of {all} met, {} infeasible, {} not reached; {} made, {} explored",
        function.met,
        function.infeasible,
        function.not_reached,
        counted(function.inputs, "input"),
        counted(function.states, "state"),
    );
    if let Some(suite) = &function.suite {
        let share = (100 * suite.met).checked_div(suite.feasible).unwrap_or(100);
        let what = match document.criterion.as_str() {
            "statement" => "statements",
            "block" => "blocks",
            "branch" => "branches",
            "data-flow" => "definitions and uses",
            _ => "combinations of decisions",
        };
        let of = format!("{} of {}", suite.met, suite.feasible);
        let line =
            format!("your tests cover {share} % of the impacted {what} ({of}; {})", counted(suite.tests, "test"));
        let _ = writeln!(out, "  {}", style.bold(&line));
        for test in &suite.obsolete {
            let _ = writeln!(out, "  {}  {test}", style.yellow("does not fit"));
        }
    }
    out.push('\n');
    for obligation in &function.obligations {
        entry(out, obligation, style);
    }
    ledger_text(out, &function.bounds_hit, "not explored", style);
    ledger_text(out, &function.approximations, "approximated", style);
    ledger_text(out, &function.assumptions, "assumed", style);
}

fn entry(out: &mut String, obligation: &ObligationEntry, style: Style) {
    let status = match obligation.status {
        ObligationStatus::Met => style.green("met        "),
        ObligationStatus::Infeasible => style.dim("infeasible "),
        ObligationStatus::NotReached => style.yellow("not reached"),
    };
    let by = match (&obligation.test, &obligation.call, &obligation.why) {
        (Some(test), ..) => format!("by {test}"),
        (_, Some(call), _) if obligation.guesses.is_empty() => call.clone(),
        (_, Some(call), _) => format!("{call} if {} allows it", obligation.guesses.join(", ")),
        (.., Some(why)) => why.clone(),
        _ => String::new(),
    };
    let _ = writeln!(out, "  {status}  {:<40}  {by}", obligation.what);
}
