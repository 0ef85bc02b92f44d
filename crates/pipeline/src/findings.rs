//! Findings about a pair of functions, made from what a comparison or a proof came to.

use crate::request::GuideName;
use crate::verdict;
use incise_compare::{Comparison, Difference, ErrorFound, ErrorStatus, Formula, Observable, Proof, Side, Text};
use incise_engine::{InputKind, PathEnd, PathRecord, Stats, Weakness};
use incise_ir::Module;
use incise_report::{
    ComparisonEffort, Condition, DecidedBy, DiffPath, DiffStats, DifferenceFinding, Ends, ErrorFinding,
    FunctionFindings, ImpactLines, Native, NativeOutcome, NormalEnd, SearchGuide, SideEntry, SolverCalls, Terms, call,
    decision_text, escaped, inputs, ledger_lines, outputs, scalar, task_stats,
};
use incise_solver::SolverStats;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

impl From<GuideName> for SearchGuide {
    fn from(guide: GuideName) -> SearchGuide {
        match guide {
            GuideName::Full => SearchGuide::Full,
            GuideName::Exact => SearchGuide::Exact,
            GuideName::Dgse => SearchGuide::Dgse,
            GuideName::Dise => SearchGuide::Dise,
            GuideName::DiseTosem14 => SearchGuide::DiseTosem14,
            GuideName::DisePldi11 => SearchGuide::DisePldi11,
        }
    }
}

/// The two programs that were compared.
#[derive(Clone, Copy)]
pub struct Modules<'a> {
    /// The old version.
    pub base: &'a Module,
    /// The new version.
    pub modified: &'a Module,
}

/// A pair of functions in a comparison: what all that is found about it has in common.
pub struct Subject<'a> {
    /// The two programs.
    pub modules: Modules<'a>,
    /// The function's name in the new version.
    pub name: &'a str,
    /// What guided the search.
    pub guide: SearchGuide,
    /// What the change reaches in it.
    pub lines: &'a ImpactLines,
}

impl Subject<'_> {
    fn undisturbed(&self, decided_by: DecidedBy) -> FunctionFindings {
        FunctionFindings::undisturbed(self.name, self.guide, decided_by, self.lines.clone())
    }

    /// Findings of a comparison of paths.
    pub fn compared(&self, comparison: &Comparison) -> FunctionFindings {
        let modules = self.modules;
        let ledger = |keep: &dyn Fn(Weakness) -> bool| ledger_lines(modules.modified, &comparison.ledger, keep);
        // Where paths are missing, or input is cut off, a condition may be short of some inputs.
        let reads_stream = |difference: &Difference| {
            difference.modified.record.inputs.iter().any(|input| input.kind == InputKind::StreamSize)
        };
        let is_exact =
            |difference: &Difference| difference.exact && !comparison.ledger.loses_paths() && !reads_stream(difference);
        FunctionFindings {
            verdict: verdict::of_pair(!comparison.differences.is_empty(), &comparison.ledger),
            stats: compared_stats(comparison),
            tasks: comparison.tasks.as_ref().map(task_stats),
            differences: comparison
                .differences
                .iter()
                .map(|one| DifferenceFinding { exact: is_exact(one), ..self.difference(one) })
                .collect(),
            errors: comparison.errors.iter().map(|error| error_finding(modules, error)).collect(),
            paths: comparison
                .paths
                .iter()
                .map(|(record, differs)| diff_path(modules.modified, record, *differs))
                .collect(),
            bounds_hit: ledger(&|weakness| weakness.loses_paths()),
            approximations: ledger(&|weakness| !weakness.loses_paths() && weakness != Weakness::Assumption),
            assumptions: ledger(&|weakness| weakness == Weakness::Assumption),
            ..self.undisturbed(DecidedBy::Paths)
        }
    }

    /// Findings of a proof that the versions are equivalent.
    pub fn proved(&self, proof: &Proof, decided_by: DecidedBy) -> FunctionFindings {
        let ledger = |keep: &dyn Fn(Weakness) -> bool| ledger_lines(self.modules.modified, &proof.ledger, keep);
        FunctionFindings {
            stats: DiffStats {
                states: proof.modified.measures.states,
                base_states: proof.base.measures.states,
                instructions: proof.modified.instructions + proof.base.instructions,
                effort: effort(std::slice::from_ref(&proof.solver), proof.wall),
                ..DiffStats::default()
            },
            approximations: ledger(&|weakness| !matches!(weakness, Weakness::Assumption | Weakness::NestingBound)),
            assumptions: ledger(&|weakness| weakness == Weakness::Assumption),
            ..self.undisturbed(decided_by)
        }
    }

    fn difference(&self, difference: &Difference) -> DifferenceFinding {
        let modules = self.modules;
        let condition = |formula: &Formula| {
            let objects = formula.inputs().filter_map(|input| difference.pointees.get(input).copied());
            let reads = if formula.reads_all() { objects.collect() } else { BTreeSet::new() };
            Condition { pointers: Vec::new(), formula: formula.clone(), reads }
        };
        DifferenceFinding {
            after: Vec::new(),
            condition: condition(&difference.condition),
            exact: difference.exact,
            case: difference.case.as_ref().map(condition),
            within: difference.within.as_ref().map(condition),
            kind: difference.kind,
            n_paths: difference.n_paths,
            inputs: both_inputs(modules, &difference.base.record, &difference.modified.record),
            call: call(modules.modified, self.name, &difference.modified.record),
            base: side(modules.base, difference, &difference.base),
            modified: side(modules.modified, difference, &difference.modified),
            only_by: difference.only_by.clone(),
            accepted: false,
            native: Native::new(NativeOutcome::NotRun, "no native run was asked for"),
        }
    }
}

fn compared_stats(comparison: &Comparison) -> DiffStats {
    let (base, modified) = (&comparison.base, &comparison.modified);
    let measures = &modified.measures;
    DiffStats {
        paths: modified.completed + modified.failed,
        differing_paths: comparison.n_differing_paths,
        pairs: comparison.n_pairs,
        cut_paths: modified.cut + base.cut,
        states: measures.states,
        prunings: measures.prunings,
        infeasible: measures.infeasible,
        terms: Terms { total: measures.terms, average: per_path(measures.terms, modified) },
        base_states: base.measures.states,
        instructions: modified.instructions + base.instructions,
        solver_calls: SolverCalls {
            min: measures.min_calls,
            max: measures.max_calls,
            total: measures.calls,
            average: per_path(measures.calls, modified),
        },
        effort: effort(&comparison.solver, comparison.wall),
    }
}

/// What solvers and the clock say.
fn effort(solvers: &[SolverStats], wall: Duration) -> ComparisonEffort {
    ComparisonEffort {
        queries: solvers.iter().map(|stats| stats.queries).sum(),
        sat: solvers.iter().map(|stats| stats.sat + stats.one_shot + stats.external).sum(),
        solver_ms: solvers.iter().map(|stats| stats.total_time.as_secs_f64() * 1e3).sum(),
        wall_ms: wall.as_secs_f64() * 1e3,
    }
}

fn per_path(count: u64, stats: &Stats) -> f64 {
    count as f64 / stats.measures.path_conditions.max(1) as f64
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

fn ending(module: &Module, record: &PathRecord) -> (Ends, Option<u32>) {
    match &record.end {
        PathEnd::Return => (Ends::Normally(NormalEnd::Return), None),
        PathEnd::Exit | PathEnd::Cut => (Ends::Normally(NormalEnd::Exit), None),
        PathEnd::Error(error) => (Ends::WithError(error.kind), Some(place(module, record).1)),
    }
}

fn place(module: &Module, record: &PathRecord) -> (String, u32) {
    let PathEnd::Error(error) = &record.end else { return (String::new(), 0) };
    let file = |span: incise_ir::Span| module.files.get(span.file).map_or("", |file| file.path.as_str());
    let known = error.stack.iter().find(|entry| entry.span.is_known() && !file(entry.span).starts_with('<'));
    known.or(error.stack.first()).map_or((String::new(), 0), |entry| (file(entry.span).to_owned(), entry.span.line))
}

fn error_finding(modules: Modules, error: &ErrorFound) -> ErrorFinding {
    let (module, record) = match error.status {
        ErrorStatus::Fixed => (modules.base, &error.base),
        ErrorStatus::New | ErrorStatus::Both => (modules.modified, &error.modified),
    };
    let (file, line) = place(module, record);
    let message = match &record.end {
        PathEnd::Error(error) => error.message.clone(),
        _ => String::new(),
    };
    ErrorFinding {
        kind: error.kind,
        status: error.status,
        file,
        line,
        message,
        inputs: both_inputs(modules, &error.base, &error.modified),
        n_paths: error.n_paths,
    }
}

fn diff_path(module: &Module, record: &PathRecord, differs: bool) -> DiffPath {
    DiffPath {
        decisions: record.decisions.iter().map(|decision| decision_text(module, decision)).collect(),
        inputs: inputs(module, record),
        ends: ending(module, record).0,
        differs,
        outputs: outputs(module, record),
    }
}
