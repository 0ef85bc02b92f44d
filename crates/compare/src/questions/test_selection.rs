//! Which given inputs satisfy an impacted path condition, and an input for each condition.
//!
//! *In*: the comparison of two versions, the blocks in which each changed, and inputs that somebody has. *Out*: the pairs of
//! paths on which one of the versions runs something that changed; for each the given inputs that satisfy its condition, and
//! the simplest input that does.
//!
//! *Source*: [dise-tosem2014] §6.3: a test is selected when it satisfies an impacted path condition, and one is added for
//! each such condition that no test satisfies. Conditions are evaluated on the tests' inputs; strings are not compared.
//!
//! # Deviations
//! 1. Of the paths that directed exploration gives, those on which neither version runs anything that changed are not
//!    impacted: the two runs are the same. The paper has no such test since its paths end at impacted nodes.

use crate::by_paths::behaviours::{pair_text, records};
use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::groups::PairId;
use crate::by_paths::old_version_runner::OldVersionRunner;
use crate::by_paths::pair::Pair;
use crate::observation::inputs;
use incise_engine::{
    Engine, ExplorationSetup, ExploreError, Ledger, Limits, MakeSolver, PathEnd, PathObserver, PathRecord, Prepared,
    Progress, StartError, State, Stats, explore_observed,
};
use incise_explain::Effort;
use incise_ir::{BlockId, FuncId};
use incise_term::{Assignment, Evaluator, Op, Pool, TermId, VarKind};
use std::collections::{BTreeMap, BTreeSet};

/// Where a version changed.
#[derive(Clone, Debug)]
pub enum Touched {
    /// In these blocks.
    Blocks(BTreeSet<(FuncId, BlockId)>),
    /// In a way that every run meets.
    Everywhere,
}

impl Touched {
    fn is_met(&self, prepared: &Prepared<'_>, state: &State) -> bool {
        match self {
            Touched::Blocks(blocks) => {
                blocks.iter().any(|(function, block)| prepared.has_run(state, *function, *block))
            }
            Touched::Everywhere => true,
        }
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Where the old version changed.
    pub base: Touched,
    /// Where the new version changed.
    pub modified: Touched,
    /// The inputs that somebody has, by name.
    pub tests: Vec<BTreeMap<String, Vec<u8>>>,
}

/// A pair of paths on which something that changed is run.
#[derive(Clone, Debug)]
pub struct ImpactedPair {
    /// The inputs that satisfy its condition, by position.
    pub tests: Vec<usize>,
    /// Those that may: the condition depends on something that is no input.
    pub unsure: Vec<usize>,
    /// Its condition in the names of the source; nothing when no input was found in time.
    pub condition: String,
    /// The simplest input, in the old version; none when no input was found in time.
    pub base: Option<PathRecord>,
    /// The same input in the new version.
    pub modified: Option<PathRecord>,
}

/// What was found.
pub struct ImpactedPairs {
    /// The impacted pairs, in the order of the paths.
    pub pairs: Vec<ImpactedPair>,
    /// Pairs on which nothing that changed is run.
    pub n_unimpacted: u64,
    /// What weakens the answer.
    pub ledger: Ledger,
    /// Counts of the new version's exploration.
    pub stats: Stats,
}

/// How many conditions are simplified.
const EXPLAINED: usize = 64;

/// Explores both versions and asks about each pair of paths.
pub fn impacted_pairs<'p>(
    task: ComparisonInput<'p>,
    question: &'p Membership,
    solver: MakeSolver<'_>,
    progress: &'p Progress,
) -> Result<ImpactedPairs, ExploreError> {
    let limits = Limits::new(progress, task.modified.config.bounds.timeout, task.modified.config.bounds.work);
    let observer =
        move || Selection { task, question, limits, second: None, first: BTreeSet::new(), found: Ok((Vec::new(), 0)) };
    let setup = ExplorationSetup {
        plan: task.modified.plan,
        jobs: task.exploring_jobs(),
        ..ExplorationSetup::new(task.modified.module, task.modified.config, solver, progress)
    };
    let report = explore_observed(setup, &observer)?;
    let (mut found, n_unimpacted) = report.found?;
    found.sort_by(|a, b| a.id.cmp(&b.id));
    let pairs = found.into_iter().enumerate().map(|(number, found)| {
        let condition = if number < EXPLAINED { found.pair.condition } else { found.as_it_is };
        ImpactedPair { condition, ..found.pair }
    });
    Ok(ImpactedPairs { pairs: pairs.collect(), n_unimpacted, ledger: report.ledger, stats: report.stats })
}

/// An impacted pair by its name.
struct Found {
    id: PairId,
    /// Its condition is simplified if few pairs of the worker that found it come before it.
    pair: ImpactedPair,
    /// The condition as it is.
    as_it_is: String,
}

/// Impacted pairs, and how many are not impacted.
type Selected = Result<(Vec<Found>, u64), StartError>;

struct Selection<'p> {
    task: ComparisonInput<'p>,
    question: &'p Membership,
    limits: Limits<'p>,
    second: Option<OldVersionRunner<'p>>,
    /// The first pairs by name, as many as are explained.
    first: BTreeSet<PairId>,
    found: Selected,
}

impl<'p> PathObserver<'p> for Selection<'p> {
    /// With what weakens the answer, of the old version.
    type Part = (Selected, Ledger);
    type Found = Selected;

    fn ended(&mut self, engine: &mut Engine<'_, 'p>, state: State, end: PathEnd) {
        let Ok((pairs, n_unimpacted)) = &mut self.found else { return };
        if self.second.is_none() {
            let base = self.task.base;
            match OldVersionRunner::new(engine, base, None) {
                Ok(second) => self.second = Some(second),
                Err(error) => {
                    self.found = Err(error);
                    return;
                }
            }
        }
        let second = self.second.as_mut().expect("made above");
        let olds = second.paths(engine.context, &state.path_condition, self.limits);
        let is_met = self.question.modified.is_met(engine.prepared, &state);
        for (number, (old, old_end)) in olds.into_iter().enumerate() {
            if !is_met && !self.question.base.is_met(&second.prepared, &old) {
                *n_unimpacted += 1;
                continue;
            }
            let mut found = ImpactedPair {
                tests: Vec::new(),
                unsure: Vec::new(),
                condition: String::new(),
                base: None,
                modified: None,
            };
            let constraints: Vec<TermId> = old.path_condition.constraints().collect();
            for (number, test) in self.question.tests.iter().enumerate() {
                match satisfies(&engine.context.pool, &constraints, [&state, &old], test) {
                    Some(true) => found.tests.push(number),
                    Some(false) => {}
                    None => found.unsure.push(number),
                }
            }
            let condition = old.path_condition.clone();
            let named = inputs::named(
                &engine.context.pool,
                (engine.prepared.module(), &state),
                (second.prepared.module(), &old),
            );
            let id = PairId { choices: state.name(), old: number };
            // Among all pairs it comes no earlier than among those of this worker.
            self.first.insert(id.clone());
            let is_explained = self.first.len() <= EXPLAINED || self.first.pop_last().is_some_and(|last| last != id);
            let mut as_it_is = String::new();
            let mut pair = Pair { new: (state.clone(), end.clone()), old: (old, old_end), condition, held: None };
            if let Some((example, base, modified)) = records(engine, second, &mut pair) {
                as_it_is = pair_text(engine, constraints.clone(), &named, &example, Effort { queries: 0 });
                found.condition = match is_explained {
                    true => pair_text(engine, constraints, &named, &example, Effort::default()),
                    false => as_it_is.clone(),
                };
                (found.base, found.modified) = (Some(base), Some(modified));
            }
            pairs.push(Found { id, pair: found, as_it_is });
        }
    }

    fn part(self, _: &mut Engine<'_, 'p>) -> (Selected, Ledger) {
        let ledger = self.second.map(|second| second.whole_ledger()).unwrap_or_default();
        (self.found, ledger)
    }

    fn finish(self, engine: &mut Engine<'_, 'p>, others: Vec<(Selected, Ledger)>) -> Selected {
        let (mut pairs, mut n_unimpacted) = (Vec::new(), 0);
        let own = (self.found, self.second.map(|second| second.whole_ledger()).unwrap_or_default());
        for (found, ledger) in others.into_iter().chain([own]) {
            let (more, n_more) = found?;
            pairs.extend(more);
            n_unimpacted += n_more;
            engine.run.ledger.merge(&ledger);
        }
        Ok((pairs, n_unimpacted))
    }
}

/// Whether a term applies a function that is known only by name.
fn applies(pool: &Pool, term: TermId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if matches!(pool.op(term), Op::Uninterpreted(_)) {
            return true;
        }
        if seen.insert(term) {
            work.extend(pool.children(term));
        }
    }
    false
}

/// Whether inputs satisfy a condition; nothing when that depends on something that they do not say.
fn satisfies(
    pool: &Pool,
    constraints: &[TermId],
    states: [&State; 2],
    test: &BTreeMap<String, Vec<u8>>,
) -> Option<bool> {
    let mut assignment = Assignment::new();
    for input in states.iter().flat_map(|state| state.inputs.in_order()) {
        let Some(bytes) = test.get(&input.name) else { continue };
        for part in &input.parts {
            let Op::Var(var) = pool.op(part.term) else { continue };
            let range = part.offset as usize..(part.offset + part.size) as usize;
            if let Some(bytes) = bytes.get(range) {
                assignment.set(var, bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)));
            }
        }
    }
    let mut evaluator = Evaluator::new();
    let mut unsure = false;
    for term in constraints {
        let is_given = |var: &incise_term::VarId| pool.var_info(*var).kind == VarKind::Input && assignment.is_set(*var);
        if !pool.vars(*term).iter().all(is_given) || applies(pool, *term) {
            unsure = true;
        } else if !evaluator.holds(pool, &assignment, *term) {
            return Some(false);
        }
    }
    if unsure { None } else { Some(true) }
}
