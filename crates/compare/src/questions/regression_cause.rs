//! Which decisions of the new version can be why a test that passed now fails.
//!
//! *In*: two versions, the inputs of a test, and the branches of each version that the change can influence. *Out*: the
//! decisions on the test's path through the new version that, taken the other way by an input that goes the old version's
//! way, can be the cause; each with such an input.
//!
//! *Source*: [idise-icsm2012] §IV-B: DARWIN, with only the constraints of impacted branches kept (DeltaDebug). For the path
//! conditions Φ of the test in the old version and φ0 ∧ … ∧ φm in the new one, the branch of φi is suspected when
//! Φ ∧ φ0 ∧ … ∧ φi-1 ∧ ¬φi has a solution.
//!
//! # Deviations
//! 1. What is assumed of the inputs, and what no branch decided, is kept whatever it is about.

use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_paths::old_version_runner::OldVersionRunner;
use incise_engine::{Decision, Driver, Engine, Machine, PathEnd, PathRecord, Ran, StartError, State, Step, Stop};
use incise_ir::{BlockId, FuncId};
use incise_solver::{Extend, PathCondition, Solver, SolverError};
use incise_term::{Assignment, Evaluator, Op, TermId, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Break, Continue};

/// Inputs by name.
pub type Inputs = BTreeMap<String, Vec<u8>>;

/// Branches, by function and the block that they end.
pub type Branches = BTreeSet<(FuncId, BlockId)>;

/// A decision that can be the cause.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The decision, as the test takes it in the new version.
    pub decision: Decision,
    /// How many impacted decisions the test takes before it.
    pub position: usize,
    /// An input that takes it the other way: what the old version makes of it.
    pub base: PathRecord,
    /// What the new version makes of it.
    pub modified: PathRecord,
}

/// Constraints of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Constraints {
    /// All.
    pub all: usize,
    /// Those of impacted branches, and those that no branch decided.
    pub kept: usize,
}

/// What was found.
#[derive(Debug)]
pub struct Suspicion {
    /// The suspects, in the order of the path.
    pub suspects: Vec<Suspect>,
    /// The test in the old version.
    pub base: PathRecord,
    /// The test in the new version.
    pub modified: PathRecord,
    /// The constraints of the old version's path.
    pub base_constraints: Constraints,
    /// The constraints of the new version's path.
    pub mod_constraints: Constraints,
    /// Blocks that the test runs in the new version.
    pub run: Branches,
    /// What the solver did not decide.
    pub undecided: Vec<Decision>,
}

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum SuspectError {
    /// The program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The solver cannot be used.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The test does not run to an end.
    #[error("the test does not run to an end in the {0} version: {1}")]
    Cut(&'static str, &'static str),
}

/// Follows a test through both versions and looks for decisions that can be the cause of what is different.
pub fn suspects<'p>(
    task: ComparisonInput<'p>,
    test: &Inputs,
    impacted: (&Branches, &Branches),
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
) -> Result<Suspicion, SuspectError> {
    let mut machine = Machine::new(task.modified.module, task.modified.config, None, solver()?);
    let mut engine = machine.engine();
    let first = engine.first_state()?;
    let mut second = OldVersionRunner::new(&mut engine, Version { plan: None, ..task.base }, None)?;
    let new = follow(&mut engine, first.clone(), test).map_err(|why| SuspectError::Cut("new", why))?;
    let old_first = second.first().clone();
    let old = follow(&mut second.engine(engine.context), old_first, test);
    let old = old.map_err(|why| SuspectError::Cut("old", why))?;
    let kept = |path: &Followed, branches: &Branches| -> Vec<Group> {
        let is_kept = |group: &&Group| {
            group.decision.is_none_or(|decision| branches.contains(&(decision.function, decision.block)))
        };
        path.groups.iter().filter(is_kept).cloned().collect()
    };
    let (old_kept, new_kept) = (kept(&old, impacted.0), kept(&new, impacted.1));
    let count = |groups: &[Group]| groups.iter().map(|group| group.terms.len()).sum();
    let mut found = Suspicion {
        suspects: Vec::new(),
        base_constraints: Constraints { all: count(&old.groups), kept: count(&old_kept) },
        mod_constraints: Constraints { all: count(&new.groups), kept: count(&new_kept) },
        run: blocks_run(&engine, &new.state),
        undecided: Vec::new(),
        modified: record(&mut engine, new, test),
        base: record(&mut second.engine(engine.context), old, test),
    };
    let mut condition = Some(PathCondition::new());
    for term in old_kept.iter().flat_map(|group| &group.terms) {
        condition = condition.and_then(|condition| extended(&mut engine, &condition, *term));
    }
    let mut position = 0;
    for group in &new_kept {
        let Some(before) = condition.clone() else {
            found.undecided.extend(group.decision);
            continue;
        };
        if let Some(decision) = group.decision {
            let all = group.terms.iter().copied().reduce(|all, term| engine.context.pool.and(all, term));
            if let Some(all) = all {
                let other = engine.context.pool.not(all);
                match engine.context.solver.extend(&mut engine.context.pool, &before, other) {
                    Extend::Sat(condition) => {
                        let suspect = alternative(&mut engine, &mut second, &first, &condition);
                        match suspect {
                            Some((base, modified)) => {
                                found.suspects.push(Suspect { decision, position, base, modified });
                            }
                            None => found.undecided.push(decision),
                        }
                    }
                    Extend::Unsat => {}
                    Extend::Unknown(_) => found.undecided.push(decision),
                }
            }
            position += 1;
        }
        for term in &group.terms {
            condition = condition.and_then(|condition| extended(&mut engine, &condition, *term));
        }
    }
    Ok(found)
}

fn extended(engine: &mut Engine<'_, '_>, condition: &PathCondition, term: TermId) -> Option<PathCondition> {
    match engine.context.solver.extend(&mut engine.context.pool, condition, term) {
        Extend::Sat(condition) => Some(condition),
        _ => None,
    }
}

/// The constraints that came with one decision, or with none.
#[derive(Clone, Debug)]
struct Group {
    decision: Option<Decision>,
    terms: Vec<TermId>,
}

struct Followed {
    state: State,
    end: PathEnd,
    groups: Vec<Group>,
}

/// The one path that inputs take, with the constraints that symbolic ones would meet on it.
fn follow(engine: &mut Engine<'_, '_>, first: State, test: &Inputs) -> Result<Followed, &'static str> {
    let mut state = first;
    let mut follower = Follower { test, groups: Vec::new(), n_terms: 0, n_decisions: 0 };
    match engine.run_path(&mut state, &mut follower) {
        Ran::Infeasible => Err("an assumption of the program does not hold"),
        Ran::Left(Undetermined) => Err("its inputs do not determine the path"),
        Ran::End(PathEnd::Cut) => Err("a bound was met, or something is not supported"),
        Ran::End(end) => Ok(Followed { state, end, groups: follower.groups }),
    }
}

/// Takes at every fork the side that the inputs of a test take.
struct Follower<'a> {
    test: &'a Inputs,
    groups: Vec<Group>,
    n_terms: usize,
    n_decisions: u32,
}

/// No side, or several, can be the one that inputs take.
struct Undetermined;

impl<'p> Driver<'p> for Follower<'_> {
    type Left = Undetermined;

    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        state: &mut State,
        mut outcome: Step<()>,
    ) -> ControlFlow<Undetermined, Step<()>> {
        engine.run.finished.clear();
        let others = std::mem::take(&mut engine.run.spawned);
        if matches!(outcome, Err(Stop::End(_))) || !others.is_empty() {
            let is_own = !matches!(outcome, Err(Stop::Infeasible)) && holds(engine, state, self.test);
            let mut fitting = others.into_iter().filter(|other| holds(engine, other, self.test));
            match (is_own, fitting.next(), fitting.next()) {
                (true, None, _) => {}
                (false, Some(only), None) => (*state, outcome) = (only, Ok(())),
                _ => return Break(Undetermined),
            }
        }
        if !matches!(outcome, Err(Stop::Infeasible)) {
            let terms: Vec<TermId> = state.path_condition.constraints().skip(self.n_terms).collect();
            let decision = (state.n_decisions > self.n_decisions).then(|| state.last_decision()).flatten();
            (self.n_terms, self.n_decisions) = (self.n_terms + terms.len(), state.n_decisions);
            if !terms.is_empty() {
                self.groups.push(Group { decision, terms });
            }
        }
        Continue(outcome)
    }
}

fn assignment(engine: &Engine<'_, '_>, state: &State, test: &Inputs) -> Assignment {
    let mut assignment = Assignment::new();
    for input in state.inputs.in_order() {
        let bytes = test.get(&input.name);
        for part in &input.parts {
            let Op::Var(var) = engine.context.pool.op(part.term) else { continue };
            let range = part.offset as usize..(part.offset + part.size) as usize;
            // What a test does not say is 0, as it is when it is run.
            let bytes = bytes.and_then(|bytes| bytes.get(range)).unwrap_or_default();
            assignment.set(var, bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)));
        }
    }
    assignment
}

/// Whether inputs satisfy what is known on a path; not when that depends on something else.
fn holds(engine: &Engine<'_, '_>, state: &State, test: &Inputs) -> bool {
    let assignment = assignment(engine, state, test);
    let mut evaluator = Evaluator::new();
    state.path_condition.constraints().all(|term| {
        let is_input = |var: &incise_term::VarId| engine.context.pool.var_info(*var).kind == VarKind::Input;
        engine.context.pool.vars(term).iter().all(is_input) && evaluator.holds(&engine.context.pool, &assignment, term)
    })
}

fn record(engine: &mut Engine<'_, '_>, path: Followed, test: &Inputs) -> PathRecord {
    let assignment = assignment(engine, &path.state, test);
    let mut state = path.state;
    engine.record_for(&mut state, path.end, &assignment)
}

fn blocks_run(engine: &Engine<'_, '_>, state: &State) -> Branches {
    let functions = engine.prepared.module().functions.iter_ids();
    let blocks = functions.flat_map(|(id, function)| function.blocks.ids().map(move |block| (id, block)));
    blocks.filter(|(function, block)| engine.prepared.has_run(state, *function, *block)).collect()
}

/// An input that satisfies a condition, run through both versions.
fn alternative<'p>(
    engine: &mut Engine<'_, 'p>,
    second: &mut OldVersionRunner<'p>,
    first: &State,
    condition: &PathCondition,
) -> Option<(PathRecord, PathRecord)> {
    let model = engine.context.solver.canonical_model(&mut engine.context.pool, condition).ok()?;
    let mut evaluator = Evaluator::new();
    let mut inputs = Inputs::new();
    for state in [first, second.first()] {
        for input in state.inputs.in_order() {
            let mut bytes = vec![0u8; input.size as usize];
            for part in &input.parts {
                let value = evaluator.eval(&engine.context.pool, &model, part.term).to_le_bytes();
                let (offset, size) = (part.offset as usize, part.size as usize);
                bytes[offset..offset + size].copy_from_slice(&value[..size]);
            }
            inputs.insert(input.name.clone(), bytes);
        }
    }
    let new = follow(engine, first.clone(), &inputs).ok()?;
    let modified = record(engine, new, &inputs);
    let old_first = second.first().clone();
    let old = follow(&mut second.engine(engine.context), old_first, &inputs).ok();
    let base = old.map(|old| record(&mut second.engine(engine.context), old, &inputs));
    Some((base?, modified))
}
