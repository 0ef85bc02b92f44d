//! From a comparison to its part of the document.

use crate::build::{decision_text, input_name, inputs, ledger_line};
use crate::diff_model::{
    DiffError, DiffPath, DiffStats, DiffVerdict, DifferenceEntry, FunctionDiffed, Lines, SideEntry, SolverCalls, Terms,
};
use crate::model::{LedgerLine, Native};
use crate::value::{escaped, scalar};
use incise_compare::{Comparison, Difference, DifferenceKind, ErrorFound, ErrorStatus, Observable, Side, Text};
use incise_engine::{InputKind, InputValue, Ledger, PathEnd, PathRecord, Stats, Weakness, parameter_name};
use incise_ir::{Module, SourceType};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The two programs that were compared.
#[derive(Clone, Copy)]
pub struct Modules<'a> {
    /// The old version.
    pub base: &'a Module,
    /// The new version.
    pub modified: &'a Module,
}

/// The verdict of a function, from what was found and what weakens it.
pub fn diff_verdict(differs: bool, ledger: &Ledger) -> DiffVerdict {
    if differs {
        return DiffVerdict::Different;
    }
    let mut verdict = DiffVerdict::Equivalent;
    for (entry, _) in ledger.iter() {
        verdict = verdict.max(match entry.weakness {
            // Equal for every function that gives equal results for equal arguments.
            Weakness::Assumption | Weakness::UninterpretedFunction => DiffVerdict::Equivalent,
            Weakness::LoopBound
            | Weakness::DepthBound
            | Weakness::StepBound
            | Weakness::CallDepthBound
            | Weakness::SizeBound
            | Weakness::InputBound => DiffVerdict::UpToBound,
            _ => DiffVerdict::Undecided,
        });
    }
    verdict
}

/// What impact analysis says of a function.
#[derive(Clone, Debug, Default)]
pub struct ImpactLines {
    /// The file that the function is in.
    pub file: String,
    /// Lines that were changed.
    pub changed: Lines,
    /// Lines that the change can reach.
    pub impacted: Lines,
    /// Impacted and all statements of the new version.
    pub statements: (u64, u64),
}

/// A function that was not executed because it need not be.
pub fn undisturbed(name: &str, guide: &str, decided_by: &str, lines: ImpactLines) -> FunctionDiffed {
    FunctionDiffed {
        name: name.to_owned(),
        file: lines.file,
        verdict: DiffVerdict::Equivalent,
        from_callers: None,
        decided_by: decided_by.to_owned(),
        guide: guide.to_owned(),
        changed_lines: lines.changed,
        impacted_lines: lines.impacted,
        impacted_statements: lines.statements,
        stats: DiffStats::default(),
        tasks: None,
        differences: Vec::new(),
        errors: Vec::new(),
        paths: Vec::new(),
        tests: Vec::new(),
        bounds_hit: Vec::new(),
        approximations: Vec::new(),
        assumptions: Vec::new(),
    }
}

/// What was found of a function.
pub fn function_diffed(
    modules: Modules,
    name: &str,
    guide: &str,
    lines: ImpactLines,
    comparison: &Comparison,
) -> FunctionDiffed {
    let ledger = |keep: &dyn Fn(Weakness) -> bool| -> Vec<LedgerLine> {
        let kept = comparison.ledger.iter().filter(|(entry, _)| keep(entry.weakness));
        kept.map(|(entry, count)| ledger_line(modules.modified, entry, count)).collect()
    };
    let sat = comparison.solver.iter().map(|stats| stats.sat + stats.one_shot + stats.external).sum();
    FunctionDiffed {
        verdict: diff_verdict(!comparison.differences.is_empty(), &comparison.ledger),
        decided_by: String::from("paths"),
        stats: DiffStats {
            paths: comparison.modified.completed + comparison.modified.failed,
            differing_paths: comparison.n_differing_paths,
            pairs: comparison.n_pairs,
            cut_paths: comparison.modified.cut + comparison.base.cut,
            states: comparison.modified.measures.states,
            prunings: comparison.modified.measures.prunings,
            infeasible: comparison.modified.measures.infeasible,
            terms: Terms {
                total: comparison.modified.measures.terms,
                average: per_path(comparison.modified.measures.terms, &comparison.modified),
            },
            base_states: comparison.base.forks,
            instructions: comparison.modified.instructions + comparison.base.instructions,
            solver_calls: SolverCalls {
                min: comparison.modified.measures.min_calls,
                max: comparison.modified.measures.max_calls,
                total: comparison.modified.measures.calls,
                average: per_path(comparison.modified.measures.calls, &comparison.modified),
                asked: comparison.solver.iter().map(|stats| stats.queries).sum(),
                sat,
            },
            solver_ms: comparison.solver.iter().map(|stats| stats.total_time.as_secs_f64() * 1e3).sum(),
            wall_ms: comparison.wall.as_secs_f64() * 1e3,
        },
        differences: comparison
            .differences
            .iter()
            .map(|one| {
                let entry = difference_entry(modules, name, one);
                // Where paths are missing, or input is cut off, a condition may be short of some inputs.
                let reads_stream = one.modified.record.inputs.iter().any(|input| input.kind == InputKind::StreamSize);
                let is_exact = entry.exact && !comparison.ledger.loses_paths() && !reads_stream;
                DifferenceEntry { exact: is_exact, ..entry }
            })
            .collect(),
        errors: comparison.errors.iter().map(|error| diff_error(modules, error)).collect(),
        paths: comparison.paths.iter().map(|(record, differs)| diff_path(modules.modified, record, *differs)).collect(),
        bounds_hit: ledger(&|weakness| weakness.loses_paths()),
        approximations: ledger(&|weakness| !weakness.loses_paths() && weakness != Weakness::Assumption),
        assumptions: ledger(&|weakness| weakness == Weakness::Assumption),
        ..undisturbed(name, guide, "paths", lines)
    }
}

fn per_path(count: u64, stats: &Stats) -> f64 {
    count as f64 / stats.measures.path_conditions.max(1) as f64
}

/// A function whose versions were proved to be equivalent for loops of any length.
pub fn function_proved(
    modules: Modules,
    name: &str,
    guide: &str,
    lines: ImpactLines,
    proof: &incise_compare::Proof,
) -> FunctionDiffed {
    let ledger = |keep: &dyn Fn(Weakness) -> bool| -> Vec<LedgerLine> {
        let kept = proof.ledger.iter().filter(|(entry, _)| keep(entry.weakness));
        kept.map(|(entry, count)| ledger_line(modules.modified, entry, count)).collect()
    };
    let sat = proof.solver.sat + proof.solver.one_shot + proof.solver.external;
    FunctionDiffed {
        stats: DiffStats {
            states: proof.modified.measures.states,
            base_states: proof.base.forks,
            instructions: proof.modified.instructions + proof.base.instructions,
            solver_calls: SolverCalls { asked: proof.solver.queries, sat, ..SolverCalls::default() },
            solver_ms: proof.solver.total_time.as_secs_f64() * 1e3,
            wall_ms: proof.wall.as_secs_f64() * 1e3,
            ..DiffStats::default()
        },
        approximations: ledger(&|weakness| weakness != Weakness::Assumption),
        assumptions: ledger(&|weakness| weakness == Weakness::Assumption),
        ..undisturbed(name, guide, "induction over loops", lines)
    }
}

fn difference_entry(modules: Modules, function: &str, difference: &Difference) -> DifferenceEntry {
    DifferenceEntry {
        condition: difference.condition.clone(),
        exact: difference.exact,
        case: difference.case.clone(),
        within: difference.within.clone(),
        kind: String::from(match difference.kind {
            DifferenceKind::Value => "value",
            DifferenceKind::Output => "output",
            DifferenceKind::Ending => "ending",
        }),
        paths: difference.n_paths,
        inputs: both_inputs(modules, &difference.base.record, &difference.modified.record),
        call: call(modules.modified, function, &difference.modified.record),
        base: side(modules.base, difference, &difference.base),
        modified: side(modules.modified, difference, &difference.modified),
        only_by: difference.only_by.clone(),
        accepted: false,
        replayed: false,
        native: Native { outcome: String::from("not-run"), detail: String::from("no native run was asked for") },
    }
}

/// The inputs of the new version, and those that only the old one asks for.
fn both_inputs(modules: Modules, base: &PathRecord, modified: &PathRecord) -> Map<String, Value> {
    let mut all = inputs(modules.modified, modified);
    for (name, value) in inputs(modules.base, base) {
        all.entry(name).or_insert(value);
    }
    all
}

fn side(module: &Module, difference: &Difference, side: &Side) -> SideEntry {
    let (ends, line) = ending(module, &side.record);
    let mut outputs = Map::new();
    for ((place, _), value) in difference.places.iter().zip(&side.values) {
        if *place != Observable::Ending || !matches!(side.record.end, PathEnd::Error(_)) {
            outputs.insert(place.name(), text(module, value));
        }
    }
    SideEntry { ends, line, outputs }
}

fn text(module: &Module, value: &Text) -> Value {
    match value {
        Text::Bits(bits, width, ty) => scalar(module, *ty, *bits, width.div_ceil(8)),
        Text::Plain(text) => json!(text),
        Text::Bytes(bytes) => json!(escaped(bytes)),
    }
}

fn ending(module: &Module, record: &PathRecord) -> (String, Option<u32>) {
    match &record.end {
        PathEnd::Return => (String::from("return"), None),
        PathEnd::Exit | PathEnd::Cut => (String::from("exit"), None),
        PathEnd::Error(error) => (error.kind.name().to_owned(), Some(place(module, record).1)),
    }
}

fn place(module: &Module, record: &PathRecord) -> (String, u32) {
    let PathEnd::Error(error) = &record.end else { return (String::new(), 0) };
    let file = |span: incise_ir::Span| module.files.get(span.file).map_or("", |file| file.path.as_str());
    let known = error.stack.iter().find(|entry| entry.span.is_known() && !file(entry.span).starts_with('<'));
    known.or(error.stack.first()).map_or((String::new(), 0), |entry| (file(entry.span).to_owned(), entry.span.line))
}

fn diff_error(modules: Modules, error: &ErrorFound) -> DiffError {
    let (module, record) = match error.status {
        ErrorStatus::Fixed => (modules.base, &error.base),
        ErrorStatus::New | ErrorStatus::Both => (modules.modified, &error.modified),
    };
    let (file, line) = place(module, record);
    let message = match &record.end {
        PathEnd::Error(error) => error.message.clone(),
        _ => String::new(),
    };
    DiffError {
        kind: error.kind.name().to_owned(),
        status: String::from(match error.status {
            ErrorStatus::New => "new",
            ErrorStatus::Fixed => "fixed",
            ErrorStatus::Both => "both",
        }),
        file,
        line,
        message,
        inputs: both_inputs(modules, &error.base, &error.modified),
        paths: error.n_paths,
    }
}

fn diff_path(module: &Module, record: &PathRecord, differs: bool) -> DiffPath {
    DiffPath {
        decisions: record.decisions.iter().map(|decision| decision_text(module, decision)).collect(),
        inputs: inputs(module, record),
        ends: ending(module, record).0,
        differs,
        outputs: crate::build::outputs(module, record),
    }
}

/// Whether an input is a plain `char`.
fn is_char(module: &Module, input: &InputValue) -> bool {
    let mut ty = input.source_type;
    while let Some(id) = ty {
        match &module.source_types[id] {
            SourceType::Qualified { ty: inner, .. } => ty = Some(*inner),
            SourceType::Int { name, .. } => return name == "char",
            _ => return false,
        }
    }
    false
}

/// Letters up to a zero and only zeros from there on, as C writes them; nothing if there is no letter or one that cannot be read.
fn c_string(letters: &[u8]) -> Option<String> {
    let end = letters.iter().position(|&letter| letter == 0)?;
    let (text, rest) = letters.split_at(end);
    let is_text = !text.is_empty() && text.iter().all(|letter| (b' '..=b'~').contains(letter));
    (is_text && rest.iter().all(|&letter| letter == 0)).then(|| {
        let text: String = text.iter().map(|&letter| char::from(letter)).collect();
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    })
}

/// The call that shows a difference: parameters by name, then the globals and other inputs that are not 0.
pub fn call(module: &Module, function: &str, record: &PathRecord) -> String {
    let values = inputs(module, record);
    let shown = |value: &Value| match value {
        Value::String(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    let (mut arguments, mut others) = (Vec::new(), Vec::new());
    let mut shown_before: BTreeMap<u32, String> = BTreeMap::new();
    // Elements of one array are shown together, without the zeros at its end.
    let mut array: Option<(u32, String, Vec<String>)> = None;
    let mut letters: Vec<u8> = Vec::new();
    let close = |array: &mut Option<(u32, String, Vec<String>)>, letters: &[u8], arguments: &mut Vec<String>| {
        if let Some((_, name, mut elements)) = array.take() {
            if let Some(text) = c_string(letters).filter(|_| letters.len() == elements.len()) {
                arguments.push(format!("{name}={text}"));
                return;
            }
            let n_elements = elements.len();
            while elements.last().is_some_and(|element| element == "0") {
                elements.pop();
            }
            let rest = if elements.len() < n_elements { ["0"] } else { [""] };
            elements.extend(rest.iter().filter(|rest| !rest.is_empty()).map(|rest| format!("{rest}…")));
            arguments.push(format!("{name}={{{}}}", elements.join(", ")));
        }
    };
    for input in &record.inputs {
        let name = input_name(record, input);
        let value = values.get(&name).map(&shown).unwrap_or_default();
        if let InputKind::Pointee(number) = input.kind
            && let Some((name, _)) = input.name.split_once('[')
        {
            match &mut array {
                Some((known, _, elements)) if *known == number => elements.push(value),
                _ => {
                    close(&mut array, &letters, &mut arguments);
                    letters.clear();
                    array = Some((number, name.to_owned(), vec![value]));
                }
            }
            letters.extend(input.bytes.first().filter(|_| is_char(module, input)));
            continue;
        }
        close(&mut array, &letters, &mut arguments);
        let entry = format!("{name}={value}");
        match input.kind {
            InputKind::Null(_) => arguments.push(format!("{}=NULL", input.name)),
            InputKind::Same(_, other) => {
                let other = module.function(function).map(|id| parameter_name(&module.functions[id], other as usize));
                arguments.push(format!("{}={}", input.name, other.unwrap_or_default()));
            }
            // What follows it shows where it leads.
            InputKind::Link(_, _, to) => {
                let to = to.and_then(|to| shown_before.get(&to));
                arguments.extend(to.map(|to| format!("{}={to}", input.name)));
            }
            InputKind::Pointee(number) => {
                let pointer = input.name.trim_start_matches('*');
                shown_before.insert(number, pointer.split('[').next().unwrap_or(pointer).to_owned());
                arguments.push(entry);
            }
            InputKind::Parameter(_) => {
                // Two registers can hold parts of one struct, which are shown together.
                let first = name.split_once('#').map(|(base, _)| format!("{base}={{"));
                let part = value.strip_prefix('{');
                match (first, part, arguments.last_mut()) {
                    (Some(first), Some(part), Some(last)) if last.starts_with(&first) && last.ends_with('}') => {
                        last.pop();
                        let _ = write!(last, ",{part}");
                    }
                    _ => arguments.push(entry),
                }
            }
            InputKind::StreamSize | InputKind::Call => {}
            _ if input.bytes.iter().all(|byte| *byte == 0) => {}
            _ => others.push(entry),
        }
    }
    close(&mut array, &letters, &mut arguments);
    let with = if others.is_empty() { String::new() } else { format!(" with {}", others.join(", ")) };
    format!("{function}({}){with}", arguments.join(", "))
}
