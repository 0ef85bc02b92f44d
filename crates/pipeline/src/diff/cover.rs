//! `diff --cover`: explore the new version only until what the change obliges tests to cover is covered.

use super::load::LoadedVersions;
use super::pair::{Analysis, EntryPair};
use crate::assume;
use crate::draft::Draft;
use crate::failure::{Answer, Failure};
use crate::messages;
use crate::request::{ComparisonRequest, CoverName};
use crate::schedule::{self, Turn};
use crate::source_location;
use crate::suite::{self, Given};
use crate::verdict::{self, CLEAN};
use crate::watchdog::Watchdog;
use incise_base::Stopwatch;
use incise_deps::{ProgramFacts, SourceNames, node_text};
use incise_engine::{Decision, ExplorationSetup, Ledger, PathRecord, Weakness};
use incise_guide::cover::{Criterion, Obligation, Obligations, Outcome, cover, covered_by};
use incise_ir::{BlockId, FuncId, Module, TermKind};
use incise_replay::TestEntry;
use incise_report::{
    Covering, FunctionCovering, ObligationEntry, ObligationStatus, SuiteMeasure, call, covering_text, decision_text,
    inputs, ledger_lines,
};
use incise_solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Runs the command.
pub fn run(options: &ComparisonRequest, criterion: CoverName, watchdog: &Watchdog) -> Result<Answer, Failure> {
    let start = Stopwatch::start();
    let mut document = nothing(criterion);
    let form = options.form;
    let draft = Draft::begin(document.clone(), form, watchdog);
    let tests = options.suite.as_deref().map(suite::read).transpose()?;
    watchdog.phase("reading the versions");
    let (base, modified) = source_location::both(&options.versions)?;
    let ready = LoadedVersions::of(options, base, modified, watchdog)?;
    (document.base, document.modified) = (ready.base.names(), ready.modified.names());
    draft.update(|known| known.clone_from(&document));
    watchdog.phase("analysing the change");
    let analysis = ready.analysis();
    let cover = |pair: &EntryPair, _: Turn| -> Result<FunctionCovering, Failure> {
        if watchdog.stopping().is_some() {
            watchdog.give_up();
        }
        watchdog.phase(format!("covering `{}`", pair.name));
        let of_pair = tests.as_ref().map(|tests| tests.iter().filter(|test| calls(test, pair)).collect::<Vec<_>>());
        cover_pair(&ready, criterion, &analysis, pair, of_pair.as_deref())
    };
    schedule::in_order(&ready.entries(&analysis)?, options.jobs, cover, |covering| {
        document.functions.push(covering);
        draft.update(|known| known.clone_from(&document));
    })?;
    let code = verdict::code_of_covering(&document);
    document.wall_ms = start.elapsed().as_secs_f64() * 1e3;
    let word = || String::from(if code == CLEAN { "covered\n" } else { "undecided\n" });
    let text = options.form.print(&document, word, |style| Ok(covering_text(&document, style)))?;
    Ok(Answer { text, code })
}

/// The document of a search of which nothing is known yet.
fn nothing(criterion: CoverName) -> Covering {
    Covering {
        schema: String::from(incise_report::SCHEMA),
        command: String::from("cover"),
        base: Vec::new(),
        modified: Vec::new(),
        criterion: String::from(match criterion {
            CoverName::Statement => "statement",
            CoverName::Block => "block",
            CoverName::Branch => "branch",
            CoverName::PathFragment => "path-fragment",
            CoverName::DataFlow => "data-flow",
        }),
        functions: Vec::new(),
        wall_ms: 0.0,
        stopped: None,
    }
}

/// Whether a test is one of this function; one that does not say is.
fn calls(test: &Given, pair: &EntryPair) -> bool {
    match &test.entry {
        None => true,
        Some(TestEntry::Main) => pair.name == "main",
        Some(entry) => entry.function() == Some(pair.name.as_str()),
    }
}

fn cover_pair(
    ready: &LoadedVersions,
    criterion: CoverName,
    analysis: &Analysis,
    pair: &EntryPair,
    tests: Option<&[&Given]>,
) -> Result<FunctionCovering, Failure> {
    let LoadedVersions { options, modified, solver, watchdog, .. } = ready;
    let module = &modified.program.linked;
    let impact = analysis.calls(pair);
    let wanted = match criterion {
        CoverName::Statement => Criterion::Statement,
        CoverName::Block => Criterion::Block,
        CoverName::Branch => Criterion::Branch,
        CoverName::PathFragment => Criterion::PathFragment,
        CoverName::DataFlow => Criterion::DataFlow,
    };
    let obligations = Obligations::of(module, analysis.mod_facts(), &impact, pair.modified, wanted)
        .ok_or_else(|| messages::no_function(&pair.name, "in the new version"))?;
    let obligations = Arc::new(obligations);
    let make = || Solver::new(solver.clone());
    let (_, configured) = ready.configs(pair);
    let mut account = Account::default();
    let mut measure = None;
    if let Some(tests) = tests {
        let mut seen = SuiteMeasure { tests: tests.len() as u64, obsolete: Vec::new(), met: 0, feasible: 0 };
        for test in tests {
            let fitted = match test.fit(module, &configured) {
                Ok(fitted) => fitted,
                Err(why) => {
                    seen.obsolete.push(format!("{}: {why}", test.name));
                    continue;
                }
            };
            let fixed =
                fitted.alias_case.of(&configured).with(|run| run.environment.fixed_inputs = Some(fitted.inputs));
            match covered_by(ExplorationSetup::new(module, &fixed, &make, &watchdog.search()), &obligations)? {
                Some((met, sequence)) => account.by_test(&obligations, test, &met, sequence),
                None => seen.obsolete.push(format!("{}: its run does not come to an end", test.name)),
            }
        }
        measure = Some(seen);
    }
    let is_impacted = impact.roots.get(&pair.modified).is_some_and(|root| !impact.contexts[root.0].impact.is_empty());
    let mut ledger = Ledger::default();
    let (mut states, mut prunings, mut n_inputs) = (0, 0, 0);
    for alias_case in if is_impacted { ready.cases(pair).0 } else { Vec::new() } {
        let configured = alias_case.of(&configured);
        let met = account.numbers(&obligations);
        if wanted != Criterion::PathFragment && met.len() == obligations.list.len() {
            break;
        }
        let progress = watchdog.search();
        let found = cover(ExplorationSetup::new(module, &configured, &make, &progress), &obligations, &met)?;
        states += found.stats.measures.states;
        prunings += found.stats.measures.prunings;
        ledger.merge(&found.ledger);
        let mut used = BTreeSet::new();
        for (obligation, outcome) in found.obligations {
            if let Outcome::Met(path) = outcome {
                used.insert(path);
            }
            let Some(entry) = outcome_entry(module, &pair.name, &found.paths, outcome) else { continue };
            account.add(obligation, entry);
        }
        n_inputs += used.len() as u64;
    }
    let lines = |keep: &dyn Fn(Weakness) -> bool| ledger_lines(module, &ledger, keep);
    let texts = Texts { module, facts: analysis.mod_facts() };
    let obligations: Vec<ObligationEntry> =
        account.all.into_iter().map(|(one, entry)| texts.described(&one, entry)).collect();
    let count = |status: ObligationStatus| obligations.iter().filter(|one| one.status == status).count() as u64;
    if let Some(measure) = &mut measure {
        measure.met = obligations.iter().filter(|one| one.test.is_some()).count() as u64;
        measure.feasible = obligations.len() as u64 - count(ObligationStatus::Infeasible);
    }
    Ok(FunctionCovering {
        name: pair.name.clone(),
        met: count(ObligationStatus::Met),
        infeasible: count(ObligationStatus::Infeasible),
        not_reached: count(ObligationStatus::NotReached),
        suite: measure,
        inputs: n_inputs,
        states,
        prunings,
        bounds_hit: lines(&|weakness| weakness.loses_paths()),
        approximations: lines(&|weakness| !weakness.loses_paths() && weakness != Weakness::Assumption),
        assumptions: lines(&|weakness| weakness == Weakness::Assumption)
            .into_iter()
            .chain(assume::lines(&options.assume))
            .collect(),
        obligations,
    })
}

/// What a search says of an obligation; nothing of one that was met before.
fn outcome_entry(module: &Module, function: &str, paths: &[PathRecord], outcome: Outcome) -> Option<ObligationEntry> {
    match outcome {
        Outcome::Known => None,
        Outcome::Met(path) => Some(ObligationEntry {
            status: ObligationStatus::Met,
            inputs: Some(inputs(module, &paths[path])),
            call: Some(call(module, function, &paths[path])),
            condition: paths[path].condition.clone(),
            guesses: paths[path].guesses.iter().cloned().collect(),
            ..empty()
        }),
        Outcome::Infeasible => Some(ObligationEntry { status: ObligationStatus::Infeasible, ..empty() }),
        Outcome::NotReached(why) => {
            Some(ObligationEntry { status: ObligationStatus::NotReached, why: Some(why), ..empty() })
        }
    }
}

fn empty() -> ObligationEntry {
    ObligationEntry {
        what: String::new(),
        function: String::new(),
        line: 0,
        status: ObligationStatus::NotReached,
        inputs: None,
        call: None,
        condition: Vec::new(),
        test: None,
        guesses: Vec::new(),
        why: None,
    }
}

/// What became of each obligation so far.
#[derive(Default)]
struct Account {
    all: BTreeMap<Obligation, ObligationEntry>,
}

impl Account {
    /// Adds an outcome: met outweighs everything, and not reached outweighs infeasible.
    fn add(&mut self, obligation: Obligation, entry: ObligationEntry) {
        match self.all.get(&obligation) {
            Some(known) if known.status >= entry.status => {}
            _ => {
                self.all.insert(obligation, entry);
            }
        }
    }

    fn by_test(&mut self, obligations: &Obligations, test: &Given, met: &BTreeSet<u32>, sequence: Vec<Decision>) {
        let entry = || ObligationEntry { status: ObligationStatus::Met, test: Some(test.name.clone()), ..empty() };
        if obligations.criterion == Criterion::PathFragment {
            self.add(Obligation::Fragments(sequence), entry());
        }
        for number in met {
            self.add(obligations.list[*number as usize].clone(), entry());
        }
    }

    /// The numbers of those that are met.
    fn numbers(&self, obligations: &Obligations) -> BTreeSet<u32> {
        let is_met = |one: &Obligation| self.all.get(one).is_some_and(|entry| entry.status == ObligationStatus::Met);
        (0..).zip(&obligations.list).filter(|(_, one)| is_met(one)).map(|(number, _)| number).collect()
    }
}

/// Obligations in words.
struct Texts<'a> {
    module: &'a Module,
    facts: &'a ProgramFacts,
}

impl Texts<'_> {
    fn described(&self, obligation: &Obligation, entry: ObligationEntry) -> ObligationEntry {
        let (function, line, what) = match obligation {
            Obligation::Statement(function, node) => self.node(*function, *node, ""),
            Obligation::Exit(function, node) => self.node(*function, *node, "leaves by "),
            Obligation::Entry(function) => {
                let line = self.module.functions[*function].span.line;
                (*function, line, format!("line {line}: enters {}", self.name(*function)))
            }
            Obligation::Block(function, block) => {
                let body = &self.module.functions[*function].blocks[*block];
                let spans = body.stmts.iter().map(|stmt| stmt.span).chain([body.terminator.span]);
                let line = spans.filter(|span| span.is_known()).map(|span| span.line).min().unwrap_or(0);
                (*function, line, format!("the block at line {line} of {}", self.name(*function)))
            }
            Obligation::Side(function, block, side) => {
                let (function, line, text) = self.branch(*function, *block);
                (function, line, format!("{text} {}", self.side(function, *block, *side)))
            }
            Obligation::Use { function, var, definition, user, side } => {
                let (_, from, _) = self.node(*function, *definition, "");
                let (function, line, text) = self.node(*function, *user, "");
                let name = self.facts.var_name(self.module, function, *var);
                let side = match (side, self.facts.functions[function].as_ref()) {
                    (Some(side), Some(facts)) => match facts.nodes.sites[*user] {
                        incise_deps::Site::End(block) => format!(" {}", self.side(function, block, *side)),
                        incise_deps::Site::Stmt(..) => String::new(),
                    },
                    _ => String::new(),
                };
                (function, line, format!("{name} of line {from} in {text}{side}"))
            }
            Obligation::Fragments(decisions) => {
                let taken: Vec<String> = decisions.iter().map(|taken| decision_text(self.module, taken)).collect();
                let first = decisions.first().map(|taken| self.branch(taken.function, taken.block));
                let (function, line, _) = first.unwrap_or((incise_ir::Id::new(0), 0, String::new()));
                let text = if taken.is_empty() { String::from("no impacted decision") } else { taken.join(" ") };
                (function, line, text)
            }
        };
        ObligationEntry { what, function: self.name(function), line, ..entry }
    }

    fn name(&self, function: FuncId) -> String {
        self.module.functions[function].source_name.clone()
    }

    fn node(&self, id: FuncId, node: incise_deps::NodeId, before: &str) -> (FuncId, u32, String) {
        let function = &self.module.functions[id];
        let Some(facts) = self.facts.functions[id].as_ref() else { return (id, 0, String::new()) };
        let line = facts.nodes.span(function, node).line;
        let names = SourceNames { module: self.module, function };
        let text = node_text(self.module, function, &facts.nodes, node, &names);
        (id, line, format!("line {line}: {before}{text}"))
    }

    fn branch(&self, id: FuncId, block: BlockId) -> (FuncId, u32, String) {
        let facts = self.facts.functions[id].as_ref();
        let ends = facts.and_then(|facts| {
            facts.nodes.sites.iter_ids().find(|(_, site)| **site == incise_deps::Site::End(block)).map(|(node, _)| node)
        });
        ends.map_or((id, 0, String::new()), |node| self.node(id, node, ""))
    }

    fn side(&self, id: FuncId, block: BlockId, side: u32) -> String {
        match &self.module.functions[id].blocks[block].terminator.kind {
            TermKind::Branch { .. } => String::from(if side == 0 { "is true" } else { "is false" }),
            TermKind::Switch { cases, .. } => match cases.get(side as usize) {
                Some((labels, _)) => format!("is {labels}"),
                None => String::from("is none of its cases"),
            },
            _ => format!("goes to its target {side}"),
        }
    }
}
