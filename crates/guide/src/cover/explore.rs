//! Exploring until everything is met, and looking at what given inputs meet.

use super::guide::Cover;
use super::obligations::{Criterion, Obligation, Obligations};
use incise_engine::{
    Config, Decision, Engine, ExplorationSetup, ExploreError, Guide, Ledger, PathEnd, PathObserver, PathRecord, State,
    Stats, Weakness, explore_observed,
};
use incise_ir::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What became of an obligation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A path meets it: its position in the list of paths.
    Met(usize),
    /// It was met before.
    Known,
    /// No input meets it: everything that could was explored.
    Infeasible,
    /// It was not met, and what was lost is why that says nothing.
    NotReached(String),
}

/// What became of the obligations.
pub struct Covered {
    /// Each with its outcome.
    pub obligations: Vec<(Obligation, Outcome)>,
    /// The paths that meet them, each with an input.
    pub paths: Vec<PathRecord>,
    /// What weakens the answer, what was given up on purpose left out.
    pub ledger: Ledger,
    /// Counts.
    pub stats: Stats,
}

/// Explores until each obligation is met. `met` are known already.
pub fn cover(
    setup: ExplorationSetup<'_, '_>,
    obligations: &Arc<Obligations>,
    met: &BTreeSet<u32>,
) -> Result<Covered, ExploreError> {
    let config = covering(setup.config);
    let setup = setup.with_config(&config);
    let wanted = obligations.criterion;
    let found = run(setup, wanted, &|| Cover::new(obligations, met))?;
    let lost: Vec<String> = found
        .ledger
        .iter()
        .filter(|(entry, _)| entry.weakness.loses_paths())
        .map(|(entry, _)| entry.detail.clone())
        .collect();
    let unmet = || match lost.first() {
        None => Outcome::Infeasible,
        Some(_) => Outcome::NotReached(lost.join("; ")),
    };
    let outcomes = match wanted {
        Criterion::PathFragment => fragments(setup.module, &found.sequences, &unmet),
        _ => obligations
            .list
            .iter()
            .enumerate()
            .map(|(number, one)| {
                let number = number as u32;
                let outcome = match found.met.get(&number) {
                    _ if met.contains(&number) => Outcome::Known,
                    Some(path) => Outcome::Met(*path),
                    None => unmet(),
                };
                (one.clone(), outcome)
            })
            .collect(),
    };
    Ok(Covered { obligations: outcomes, paths: found.paths, ledger: found.ledger, stats: found.stats })
}

/// The numbers of the obligations that a path meets, and its impacted decisions.
pub type Meets = (BTreeSet<u32>, Vec<Decision>);

/// The obligations that the one path of a run meets, and its impacted decisions; nothing when there is no such path.
/// The setup fixes the inputs.
pub fn covered_by(
    setup: ExplorationSetup<'_, '_>,
    obligations: &Arc<Obligations>,
) -> Result<Option<Meets>, ExploreError> {
    let config = covering(setup.config);
    let setup = setup.with_config(&config);
    let found = run(setup, obligations.criterion, &|| Cover::observing(obligations))?;
    let sequence = found.sequences.keys().next().cloned();
    Ok(sequence.map(|sequence| (found.met.keys().copied().collect(), sequence)))
}

/// What is put away to save memory forgets its notes; and a path that may be infeasible meets nothing, so that it must be told
/// as lost.
fn covering(config: &Config) -> Config {
    config.clone().with(|run| {
        run.search.record_trace = true;
        run.bounds.max_memory = None;
        run.search.keep_paths = false;
        run.comparison.suppose_undecided = false;
    })
}

/// The combinations that were met, and those that end at a side that no path took.
fn fragments(
    module: &Module,
    sequences: &BTreeMap<Vec<Decision>, usize>,
    unmet: &dyn Fn() -> Outcome,
) -> Vec<(Obligation, Outcome)> {
    let mut all: Vec<(Obligation, Outcome)> = sequences
        .iter()
        .map(|(sequence, path)| (Obligation::Fragments(sequence.clone()), Outcome::Met(*path)))
        .collect();
    let prefixes: BTreeSet<&[Decision]> =
        sequences.keys().flat_map(|sequence| (1..=sequence.len()).map(|len| &sequence[..len])).collect();
    let mut others: BTreeSet<Vec<Decision>> = BTreeSet::new();
    for prefix in &prefixes {
        let Some((last, before)) = prefix.split_last() else { continue };
        let n_sides = module.functions[last.function].blocks[last.block].terminator.kind.successors().len() as u32;
        for edge in 0..n_sides {
            let other: Vec<Decision> = before.iter().copied().chain([Decision { edge, ..*last }]).collect();
            if !prefixes.contains(other.as_slice()) {
                others.insert(other);
            }
        }
    }
    all.extend(others.into_iter().map(|other| (Obligation::Fragments(other), unmet())));
    all
}

#[derive(Default)]
pub(crate) struct Found {
    paths: Vec<PathRecord>,
    met: BTreeMap<u32, usize>,
    sequences: BTreeMap<Vec<Decision>, usize>,
    ledger: Ledger,
    stats: Stats,
}

fn run<'p>(
    setup: ExplorationSetup<'_, 'p>,
    criterion: Criterion,
    guide: &(dyn Fn() -> Cover + Sync),
) -> Result<Found, ExploreError> {
    let make = || -> Box<dyn Guide + 'p> { Box::new(guide()) };
    let setup = ExplorationSetup { guide: Some(&make), ..setup.with_config(setup.config) };
    let report = explore_observed(setup, &|| Collect { criterion, found: Found::default() })?;
    let mut all = report.found;
    for (entry, count) in report.ledger.iter().filter(|(entry, _)| entry.weakness != Weakness::Pruned) {
        (0..count).for_each(|_| all.ledger.add(entry.weakness, entry.detail.clone(), entry.span));
    }
    all.stats = report.stats;
    Ok(all)
}

struct Collect {
    criterion: Criterion,
    found: Found,
}

impl<'p> PathObserver<'p> for Collect {
    type Part = Found;
    type Found = Found;

    fn ended(&mut self, engine: &mut Engine<'_, 'p>, mut state: State, end: PathEnd) {
        let met = Cover::met(&state.notes);
        let sequence = Cover::decisions(&state.notes, &state.branches);
        let has_news = match self.criterion {
            Criterion::PathFragment => !self.found.sequences.contains_key(&sequence),
            _ => met.iter().any(|one| !self.found.met.contains_key(one)),
        };
        if !has_news && !self.found.sequences.is_empty() {
            return;
        }
        let Some(record) = engine.record_path(&mut state, end) else { return };
        let number = self.found.paths.len();
        self.found.paths.push(record);
        for one in met {
            self.found.met.entry(one).or_insert(number);
        }
        self.found.sequences.entry(sequence).or_insert(number);
    }

    fn part(self, _: &mut Engine<'_, 'p>) -> Found {
        self.found
    }

    /// There are no others: a guided search has one worker, and `covering` leaves memory alone.
    fn finish(self, _: &mut Engine<'_, 'p>, _: Vec<Found>) -> Found {
        self.found
    }
}
