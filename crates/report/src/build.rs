//! From the engine's report to the document.

use crate::coverage::coverage;
use crate::model::{
    Effort, Ending, ErrorEntry, Explored, FunctionReport, LedgerLine, PathEntry, PathStats, ProofStats, StackLine,
    TaskStats, Verdict,
};
use crate::value::{escaped, input_value, scalar};
use incise_compare::Pieces;
use incise_engine::{
    CALLS, Config, Decision, Entry, InputKind, InputValue, LedgerEntry, PathEnd, PathRecord, Report, UbPolicy, Weakness,
};
use incise_guide::dgse::Tasks;
use incise_ir::{Module, SourceType, SourceTypeId, TermKind};
use incise_solver::SolverStats;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The document of a run.
pub fn explored(module: &Module, config: &Config, program: &[String], jobs: usize, report: &Report) -> Explored {
    let entry = match &config.entry {
        Entry::Main => "main",
        Entry::Function(name) => name,
    };
    let errors: Vec<ErrorEntry> =
        report.found.errors.values().map(|(record, count)| error_entry(module, record, *count)).collect();
    let lines = |keep: &dyn Fn(Weakness) -> bool| -> Vec<LedgerLine> {
        report
            .ledger
            .iter()
            .filter(|(entry, _)| keep(entry.weakness))
            .map(|(entry, count)| ledger_line(module, entry, count))
            .collect()
    };
    let bounds_hit = lines(&|weakness| weakness.loses_paths());
    let is_assumed = |weakness| matches!(weakness, Weakness::Assumption | Weakness::NotGiven);
    let approximations = lines(&|weakness| !weakness.loses_paths() && !is_assumed(weakness));
    let assumptions = lines(&is_assumed);
    let verdict = if !errors.is_empty() {
        Verdict::Error
    } else if !bounds_hit.is_empty() || !approximations.is_empty() {
        Verdict::Undecided
    } else {
        Verdict::NoError
    };
    let n_ended = report.stats.completed + report.stats.failed;
    Explored {
        stopped: None,
        schema: String::from("incise/1"),
        command: String::from("explore"),
        program: program.to_vec(),
        verdict,
        ub: String::from(match config.ub {
            UbPolicy::Report => "report",
            UbPolicy::Wrap => "wrap",
            UbPolicy::Undefined => "undefined",
        }),
        function: FunctionReport {
            name: entry.to_string(),
            guide: String::from("full"),
            stats: PathStats {
                paths: report.stats.completed,
                error_paths: report.stats.failed,
                cut_paths: report.stats.cut,
                assumed_away: report.stats.assumed_away,
                states: report.stats.forks + 1,
                instructions: report.stats.instructions,
            },
            tasks: None,
            paths: report.found.paths.iter().map(|record| path_entry(module, config, record)).collect(),
            paths_complete: report.found.paths.len() as u64 == n_ended,
            errors,
            coverage: coverage(module, &report.found.coverage),
            bounds_hit,
            approximations,
            assumptions,
        },
        effort: effort(report, jobs),
    }
}

/// What became of the tasks of a search guided by dependence.
pub fn task_stats(tasks: &Tasks) -> TaskStats {
    TaskStats {
        feasible: tasks.feasible,
        infeasible: tasks.infeasible,
        total: tasks.feasible + tasks.infeasible,
        safe_checks: tasks.safe_checks,
        repeated: tasks.repeated,
        rest_known: tasks.left,
        redundant: tasks.redundant,
        average_conditions: tasks.conditions as f64 / tasks.questions.max(1) as f64,
        nodes: tasks.n_nodes as u64,
        fallback: tasks.fallback.clone(),
        proof: None,
    }
}

/// What a proof took that outputs are equal.
pub fn proof_stats(pieces: &Pieces) -> ProofStats {
    let Pieces { modified_runs, base_runs, groups, pairs } = *pieces;
    ProofStats { modified_runs, base_runs, groups, pairs }
}

fn effort(report: &Report, jobs: usize) -> Effort {
    let mut answered_by: BTreeMap<String, u64> = BTreeMap::new();
    let (mut total, mut slowest) = (0.0, 0.0f64);
    for stats in &report.solver {
        for (name, count) in links(stats) {
            *answered_by.entry(name.to_string()).or_default() += count;
        }
        total += stats.total_time.as_secs_f64() * 1e3;
        slowest = slowest.max(stats.max_time.as_secs_f64() * 1e3);
    }
    Effort {
        wall_ms: report.wall.as_secs_f64() * 1e3,
        jobs,
        queries: report.stats.queries,
        satisfiable: report.solver.iter().map(|stats| stats.possible).sum(),
        unsatisfiable: report.solver.iter().map(|stats| stats.impossible).sum(),
        answered_by,
        solver_ms: total,
        sat_ms: report.solver.iter().map(|stats| stats.sat_time.as_secs_f64() * 1e3).sum(),
        unsat_ms: report.solver.iter().map(|stats| stats.unsat_time.as_secs_f64() * 1e3).sum(),
        slowest_query_ms: slowest,
        terms: report.terms.iter().map(|terms| *terms as u64).sum(),
        spilled: report.stats.spilled,
        tasks: None,
    }
}

/// The links of the solver chain that answered, with how often.
fn links(stats: &SolverStats) -> [(&'static str, u64); 18] {
    [
        ("folded", stats.folded),
        ("witness", stats.witness),
        ("domain", stats.domain),
        ("ranges", stats.ranges),
        ("order", stats.order),
        ("algebra", stats.algebra),
        ("trials", stats.trials),
        ("cases", stats.cases),
        ("cache", stats.cache),
        ("implied", stats.implied),
        ("cores", stats.cores),
        ("models", stats.models),
        ("sat", stats.sat),
        ("sweep", stats.sweep),
        ("lemmas", stats.lemmas),
        ("one-shot", stats.one_shot),
        ("external", stats.external),
        ("unknown", stats.unknown),
    ]
}

/// A line of the ledger.
pub fn ledger_line(module: &Module, entry: &LedgerEntry, count: u64) -> LedgerLine {
    let kind = serde_json::to_value(entry.weakness).ok().and_then(|kind| kind.as_str().map(String::from));
    LedgerLine {
        kind: kind.unwrap_or_default(),
        detail: entry.detail.clone(),
        place: entry.span.map(|span| module.place(span)),
        count,
    }
}

fn error_entry(module: &Module, record: &PathRecord, count: u64) -> ErrorEntry {
    let PathEnd::Error(error) = &record.end else { unreachable!("an error's path ends in it") };
    let stack: Vec<StackLine> = error
        .stack
        .iter()
        .map(|entry| StackLine {
            function: module.functions[entry.function].source_name.clone(),
            file: module.files.get(entry.span.file).map(|file| file.path.clone()).unwrap_or_default(),
            line: entry.span.line,
        })
        .collect();
    let place = stack.iter().find(|line| line.line != 0 && !line.file.starts_with('<')).or(stack.first());
    ErrorEntry {
        kind: error.kind.name().to_string(),
        file: place.map(|line| line.file.clone()).unwrap_or_default(),
        line: place.map_or(0, |line| line.line),
        message: error.message.clone(),
        inputs: inputs(module, record),
        stack,
        paths: count,
        rests_on: record.guesses.iter().cloned().collect(),
        native: None,
    }
}

/// The inputs by name; a stream is cut to the size that the path gives it.
pub fn inputs(module: &Module, record: &PathRecord) -> Map<String, Value> {
    let size_of = |name: &str| {
        let wanted = format!("{name}.size");
        record.inputs.iter().find(|input| input.name == wanted).map(|input| input.parts[0].value as usize)
    };
    record
        .inputs
        .iter()
        .filter(|input| !matches!(input.kind, InputKind::StreamSize | InputKind::Call))
        .map(|input| {
            let value = match size_of(&input.name) {
                Some(size) => json!(escaped(&input.bytes[..size.min(input.bytes.len())])),
                None => input_value(module, input),
            };
            (input_name(record, input), value)
        })
        .collect()
}

/// The name of an input as conditions have it: a parameter has its own, and a global that it hides is `::name`.
pub(crate) fn input_name(record: &PathRecord, input: &InputValue) -> String {
    let base = |input: &InputValue| input.name.split('#').next().unwrap_or_default().to_owned();
    let own = base(input);
    let is_parameter = |other: &InputValue| matches!(other.kind, InputKind::Parameter(_)) && base(other) == own;
    let is_pointer = |other: &InputValue| {
        let pointer = other.name.trim_start_matches('*').split(['[', '#', '.', '-']).next();
        matches!(other.kind, InputKind::Pointee(_) | InputKind::Null(_)) && pointer == Some(own.as_str())
    };
    match input.kind {
        // Two registers can hold parts of one struct.
        InputKind::Parameter(_) if record.inputs.iter().find(|other| is_parameter(other)) == Some(input) => own,
        InputKind::Global(_) if record.inputs.iter().any(|other| is_parameter(other) || is_pointer(other)) => {
            format!("::{own}")
        }
        _ => input.name.clone(),
    }
}

fn path_entry(module: &Module, config: &Config, record: &PathRecord) -> PathEntry {
    let (ends, error) = match &record.end {
        PathEnd::Return => (Ending::Return, None),
        PathEnd::Exit | PathEnd::Cut => (Ending::Exit, None),
        PathEnd::Error(error) => (Ending::Error, Some(error.kind.name().to_string())),
    };
    let result = match ends {
        Ending::Error => None,
        _ => record.result.map(|(value, width)| result_value(module, config, value, width)),
    };
    PathEntry {
        condition: record.condition.clone(),
        decisions: record.decisions.iter().map(|decision| decision_text(module, decision)).collect(),
        inputs: inputs(module, record),
        ends,
        error,
        result,
        outputs: outputs(module, record),
        guesses: record.guesses.iter().cloned().collect(),
    }
}

/// Globals after the call, and what was printed.
pub(crate) fn outputs(module: &Module, record: &PathRecord) -> BTreeMap<String, Value> {
    let mut outputs = BTreeMap::new();
    for (stream, bytes) in &record.output {
        let name = match *stream {
            1 => String::from("stdout"),
            2 => String::from("stderr"),
            CALLS => String::from("calls"),
            other => format!("stream {other}"),
        };
        outputs.insert(name, json!(String::from_utf8_lossy(bytes)));
    }
    for (id, bytes) in &record.globals {
        let global = &module.globals[*id];
        outputs.insert(global.source_name.clone(), bytes_value(module, global.source_type, bytes));
    }
    outputs
}

fn result_value(module: &Module, config: &Config, value: u128, width: u32) -> Value {
    let ty = match &config.entry {
        // An exit status is a byte.
        Entry::Main => return json!(value as u8),
        Entry::Function(name) => module.function(name).and_then(|id| return_type(module, id)),
    };
    scalar(module, ty, value, width.div_ceil(8))
}

fn return_type(module: &Module, id: incise_ir::FuncId) -> Option<SourceTypeId> {
    match &module.source_types[module.functions[id].source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

fn bytes_value(module: &Module, ty: Option<SourceTypeId>, bytes: &[u8]) -> Value {
    if matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) {
        let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
        return scalar(module, ty, value, bytes.len() as u32);
    }
    json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// A decision by its line: `12T`, `12F`, `20:case 3`, `20:default`.
pub fn decision_text(module: &Module, decision: &Decision) -> String {
    let function = &module.functions[decision.function];
    let terminator = &function.blocks[decision.block].terminator;
    let line = terminator.span.line;
    match &terminator.kind {
        TermKind::Switch { cases, .. } => match cases.get(decision.edge as usize) {
            Some((value, _)) => format!("{line}:case {value}"),
            None => format!("{line}:default"),
        },
        _ => format!("{line}{}", if decision.edge == 0 { 'T' } else { 'F' }),
    }
}
