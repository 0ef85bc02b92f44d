//! From the findings of a comparison to its JSON document.

use crate::condition::Condition;
use crate::document::diff::{DiffError, Diffed, DifferenceEntry, FunctionDiffed};
use crate::findings::{DifferenceFinding, ErrorFinding, Findings, FunctionFindings};
use incise_compare::{DifferenceKind, ErrorStatus};
use incise_engine::{FloatEquality, Restriction, UbPolicy};

/// What undefined behaviour means, in a word.
pub(crate) fn ub_name(ub: UbPolicy) -> &'static str {
    match ub {
        UbPolicy::Report => "report",
        UbPolicy::Wrap => "wrap",
        UbPolicy::Undefined => "undefined",
    }
}

impl From<&Findings> for Diffed {
    fn from(found: &Findings) -> Diffed {
        Diffed {
            schema: String::from(crate::schema::SCHEMA),
            command: found.command.name().to_owned(),
            base: found.base.clone(),
            modified: found.modified.clone(),
            revisions: found.revisions.clone(),
            verdict: found.verdict,
            ub: ub_name(found.ub).to_owned(),
            fp: match found.floats {
                FloatEquality::Bits => String::from("bits"),
                FloatEquality::Value => String::from("value"),
                FloatEquality::Within(tolerance) => format!("tolerance:{tolerance}"),
            },
            observe: found.observe.iter().map(|aspect| aspect.name().to_owned()).collect(),
            functions: found.functions.iter().map(FunctionDiffed::from).collect(),
            seen_from: found.seen_from.clone(),
            interface: found.whole.interface.clone(),
            undecided: found.whole.undecided.clone(),
            accepted: found.n_accepted,
            globals: found.globals.clone(),
            notes: found.notes.clone(),
            removed: found.removed.clone(),
            added: found.added.clone(),
            wall_ms: found.wall_ms,
            stopped: found.stopped.clone(),
        }
    }
}

impl From<&FunctionFindings> for FunctionDiffed {
    fn from(found: &FunctionFindings) -> FunctionDiffed {
        FunctionDiffed {
            name: found.name.clone(),
            file: found.lines.file.clone(),
            verdict: found.verdict,
            within: found.restrictions().iter().map(Restriction::to_string).collect(),
            from_callers: found.from_callers,
            decided_by: found.decided_by.name().to_owned(),
            guide: found.guide.name().to_owned(),
            changed_lines: found.lines.changed.clone(),
            impacted_lines: found.lines.impacted.clone(),
            impacted_statements: found.lines.statements,
            stats: found.stats.clone(),
            tasks: found.tasks.clone(),
            differences: found.differences.iter().map(DifferenceEntry::from).collect(),
            errors: found.errors.iter().map(DiffError::from).collect(),
            paths: found.paths.clone(),
            tests: found.tests.clone(),
            bounds_hit: found.bounds_hit.clone(),
            approximations: found.approximations.clone(),
            assumptions: found.assumptions.clone(),
            invariants: found.invariants.clone(),
        }
    }
}

impl From<&DifferenceFinding> for DifferenceEntry {
    fn from(found: &DifferenceFinding) -> DifferenceEntry {
        DifferenceEntry {
            after: found.after.clone(),
            condition: found.condition.to_string(),
            exact: found.exact,
            case: found.case.as_ref().map(Condition::to_string),
            within: found.within.as_ref().map(Condition::to_string),
            kind: difference_name(found.kind).to_owned(),
            paths: found.n_paths,
            inputs: found.inputs.clone(),
            call: found.call.clone(),
            base: found.base.clone(),
            modified: found.modified.clone(),
            only_by: found.only_by.clone(),
            accepted: found.accepted,
            replayed: found.is_replayed(),
            native: found.native.clone(),
        }
    }
}

/// In what something differs, in a word.
pub fn difference_name(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::Value => "value",
        DifferenceKind::Output => "output",
        DifferenceKind::Ending => "ending",
    }
}

impl From<&ErrorFinding> for DiffError {
    fn from(found: &ErrorFinding) -> DiffError {
        DiffError {
            kind: found.kind.name().to_owned(),
            status: String::from(match found.status {
                ErrorStatus::New => "new",
                ErrorStatus::Fixed => "fixed",
                ErrorStatus::Both => "both",
            }),
            file: found.file.clone(),
            line: found.line,
            message: found.message.clone(),
            inputs: found.inputs.clone(),
            paths: found.n_paths,
        }
    }
}
