//! From the engine's report to the document of `explore`.

use crate::document::compared::ub_name;
use crate::document::coverage::coverage;
use crate::document::explore::{
    Effort, Ending, ErrorEntry, Explored, FunctionReport, PathEntry, PathStats, ProofStats, StackLine, TaskStats,
    Verdict,
};
use crate::inputs::{decision_text, inputs, outputs};
use crate::ledger::ledger_lines;
use crate::value::scalar;
use incise_compare::Pieces;
use incise_engine::{Config, Entry, PathEnd, PathRecord, Report, Weakness};
use incise_guide::dgse::Tasks;
use incise_ir::{Module, SourceType, SourceTypeId};
use incise_solver::SolverStats;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The document of a run, its verdict still open.
pub fn explored(module: &Module, config: &Config, program: &[String], report: &Report) -> Explored {
    let entry = match &config.entry {
        Entry::Main => "main",
        Entry::Function(name) => name,
    };
    let errors: Vec<ErrorEntry> =
        report.found.errors.values().map(|(record, count)| error_entry(module, record, *count)).collect();
    let lines = |keep: &dyn Fn(Weakness) -> bool| ledger_lines(module, &report.ledger, keep);
    let is_assumed = |weakness: Weakness| weakness == Weakness::Assumption || weakness.is_not_given();
    let n_ended = report.stats.completed + report.stats.failed;
    Explored {
        stopped: None,
        schema: String::from(crate::schema::SCHEMA),
        command: String::from("explore"),
        program: program.to_vec(),
        verdict: Verdict::Undecided,
        ub: ub_name(config.checks.ub).to_owned(),
        function: FunctionReport {
            name: entry.to_string(),
            guide: String::from("full"),
            stats: PathStats {
                paths: report.stats.completed,
                error_paths: report.stats.failed,
                cut_paths: report.stats.cut,
                assumed_away: report.stats.assumed_away,
                states: report.stats.measures.states,
                instructions: report.stats.instructions,
            },
            tasks: None,
            paths: report.found.paths.iter().map(|record| path_entry(module, config, record)).collect(),
            paths_complete: report.found.paths.len() as u64 == n_ended,
            errors,
            null_errors: Vec::new(),
            coverage: coverage(module, &report.found.coverage),
            bounds_hit: lines(&|weakness| weakness.loses_paths()),
            approximations: lines(&|weakness| !weakness.loses_paths() && !is_assumed(weakness)),
            assumptions: lines(&is_assumed),
        },
        effort: effort(report),
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

fn effort(report: &Report) -> Effort {
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
        jobs: report.solver.len().max(1),
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
    // Memory that was never written is a guess that is among the inputs.
    let is_input = |guess: &String| record.inputs.iter().any(|input| input.name == *guess);
    ErrorEntry {
        kind: error.kind,
        file: place.map(|line| line.file.clone()).unwrap_or_default(),
        line: place.map_or(0, |line| line.line),
        message: error.message.clone(),
        inputs: inputs(module, record),
        stack,
        paths: count,
        only_for_null: Vec::new(),
        rests_on: record.guesses.iter().filter(|guess| !is_input(guess)).cloned().collect(),
        native: None,
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

/// A result as the source's type has it.
pub(crate) fn result_value(module: &Module, config: &Config, value: u128, width: u32) -> Value {
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
