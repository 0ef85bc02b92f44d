//! A proof that two versions are equal, output by output, without combining decisions that do not matter to the same output.
//!
//! *In*: what is compared. *Out*: that the versions are equal, or a difference, or why neither was found.
//!
//! *Source*: the relevant path conditions of outputs (`incise_guide::dgse::slices`) of both versions against each other, as
//! partitions of the inputs are in M. Böhme, B. Oliveira, A. Roychoudhury, Partition-based regression verification, ICSE 2013.
//!
//! # Promise
//! If it says equal: every input's run comes to the end of the entry in both versions, and for each part of what is compared the input satisfies a
//! slice of the new and a slice of the old version (promise 1 of the slices), whose states hold what its runs leave behind (promise 2);
//! and for no input that satisfies both are these different. The parts have everything that is compared (`output_partition.rs`).

use crate::by_output::output_partition::{Part, parts};
use crate::by_output::slice_product::{Apart, SliceProduct, end, observe};
use crate::by_paths::comparison_input::ComparisonInput;
use crate::by_paths::path_pairs::compare_from;
use crate::observation::difference::Comparison;
use crate::observation::final_states::{FinalStates, Finished, Looked};
use crate::observation::pairing::Pairing;
use incise_engine::{Engine, ExploreError, Ledger, Limits, Machine, ObservedSubset, Prepared, Program, Run, State};
use incise_guide::dgse::{Output, Slices, TaskOrder, slices};
use incise_solver::{Extend, Solver, SolverError};
use incise_term::{Pool, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// The stack of the thread that runs: terms can be deep.
const STACK: usize = 256 << 20;

/// What came out.
pub enum Piecewise {
    /// The versions are equal, with what was taken for granted.
    Equal(Pieces, Ledger),
    /// A path shows a difference.
    Different(Box<Comparison>),
    /// Neither was found, for this reason.
    Unknown(String),
}

/// What a proof took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces {
    /// Runs of the new version.
    pub modified_runs: u64,
    /// Runs of the old version.
    pub base_runs: u64,
    /// Groups of outputs that were compared apart.
    pub groups: u64,
    /// Pairs of slices that were compared.
    pub pairs: u64,
}

/// Tries to prove that two versions are equal, within limits.
pub fn piecewise<'p>(
    task: ComparisonInput<'p>,
    order: TaskOrder,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    limits: Limits<'p>,
) -> Result<Piecewise, ExploreError> {
    let limits = Limits { ends_all: false, ..limits };
    std::thread::scope(|scope| {
        let prove = || match prove(task, order, solver, limits) {
            Ok(found) => Ok(found),
            Err(Stopped::For(reason)) => Ok(Piecewise::Unknown(reason)),
            Err(Stopped::By(error)) => Err(error),
        };
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, prove);
        worker.expect("a thread can be started").join().expect("a proof does not panic")
    })
}

/// Why there is no answer.
enum Stopped {
    For(String),
    By(ExploreError),
}

impl<E: Into<ExploreError>> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::By(error.into())
    }
}

fn prove<'p>(
    task: ComparisonInput<'p>,
    order: TaskOrder,
    solver: &(dyn Fn() -> Result<Solver, SolverError> + Sync),
    limits: Limits<'p>,
) -> Result<Piecewise, Stopped> {
    let mut new = Machine::new(task.modified.module, task.modified.config, task.modified.plan, solver()?);
    let first = new.engine().first_state()?;
    let given = new.engine().offered(&first);
    let old = Prepared::new(task.base.module, task.base.config, task.base.plan, &mut new.context);
    let mut old_run = Run::on(given);
    Engine { prepared: &old, run: &mut old_run, context: &mut new.context }.first_state()?;
    let programs = (Program { prepared: &new.prepared, run: &new.run }, Program { prepared: &old, run: &old_run });
    let parts = parts(&task, programs.0, programs.1, &Pairing::of(programs.0, programs.1));
    let (lists, compared) = parts.iter().map(|part| (part.new.clone(), part.compared.clone())).unzip();
    let new_slices = version(&task, new.engine(), order, &PartOutputs { lists, compared }, limits)?;
    let (lists, compared) = parts.iter().map(|part| (part.old.clone(), part.compared_old.clone())).unzip();
    let engine = Engine { prepared: &old, run: &mut old_run, context: &mut new.context };
    let old_slices = version(&task, engine, order, &PartOutputs { lists, compared }, limits)?;
    let context = &mut new.context;
    if !context.unfollowed.is_empty() {
        return stopped("calls were not followed");
    }
    // What the first states ask of the inputs holds for all that follows.
    let mut condition = new_slices.first.path_condition.clone();
    for constraint in old_slices.first.path_condition.constraints() {
        condition = match context.solver.extend(&mut context.pool, &condition, constraint) {
            Extend::Sat(condition) => condition,
            Extend::Unsat => return stopped("the versions have no inputs in common"),
            Extend::Unknown(reason) => return stopped(&reason.undecided("a query")),
        };
    }
    let programs = (Program { prepared: &new.prepared, run: &new.run }, Program { prepared: &old, run: &old_run });
    let inputs: BTreeSet<VarId> = named(&context.pool, [&new_slices.first, &old_slices.first]);
    let pairing = Pairing::of(programs.0, programs.1);
    let mut groups: BTreeMap<(usize, usize), Vec<&Part>> = BTreeMap::new();
    for (number, part) in parts.iter().enumerate() {
        groups.entry((new_slices.class_of[number], old_slices.class_of[number])).or_default().push(part);
    }
    let mut across = SliceProduct {
        task: &task,
        limits,
        new: programs.0,
        old: programs.1,
        context,
        pairing: &pairing,
        inputs: &inputs,
        n_pairs: 0,
    };
    let mut apart = None;
    for ((new_class, old_class), parts) in &groups {
        let slices = (new_slices.classes[*new_class].as_slice(), old_slices.classes[*old_class].as_slice());
        if let Err(found) = across.part(&Part::of(parts.iter().copied()), slices, &condition) {
            apart = Some(found);
            break;
        }
    }
    let n_pairs = across.n_pairs;
    match apart {
        None => {
            let mut ledger = new.run.ledger.clone();
            ledger.merge(&old_run.ledger);
            let pieces = Pieces {
                modified_runs: new_slices.n_runs,
                base_runs: old_slices.n_runs,
                groups: groups.len() as u64,
                pairs: n_pairs,
            };
            Ok(Piecewise::Equal(pieces, ledger))
        }
        Some(Apart::Unknown(reason)) => stopped(&reason),
        Some(Apart::Different(condition)) => {
            let state = State { path_condition: condition, ..new_slices.first };
            let comparison = compare_from(task, &mut new.engine(), state, limits)?;
            if comparison.differences.is_empty() {
                return stopped("outputs seem to differ, but no run shows it");
            }
            Ok(Piecewise::Different(Box::new(comparison)))
        }
    }
}

fn stopped<T>(reason: &str) -> Result<T, Stopped> {
    Err(Stopped::For(reason.to_owned()))
}

/// The outputs of one version that each part has, and what of them is compared.
struct PartOutputs {
    lists: Vec<Vec<Output>>,
    compared: Vec<ObservedSubset>,
}

/// The slices of a version.
fn version<'p>(
    task: &ComparisonInput<'p>,
    engine: Engine<'_, 'p>,
    order: TaskOrder,
    outputs: &PartOutputs,
    limits: Limits<'_>,
) -> Result<Slices, Stopped> {
    let part = |number: usize| Part { compared: outputs.compared[number].clone(), ..Part::of([]) };
    // The same outputs in two states of one version.
    let mut same = |engine: &mut Engine<'_, 'p>, numbers: &[usize], first: &State, again: &State| {
        let parts: Vec<Part> = numbers.iter().map(|number| part(*number)).collect();
        let compared = Part::of(&parts).compared;
        let (end, observe) = (end(task), observe(task, &compared));
        // Within one version it does not matter how memory is accessed.
        let unlogged =
            |state: &State| State { accesses: Default::default(), maths: Default::default(), ..state.clone() };
        let (first, again) = (&unlogged(first), &unlogged(again));
        let program = Program { prepared: engine.prepared, run: engine.run };
        let pairing = Pairing::of(program, program);
        let mut two = FinalStates {
            new: Finished { program, state: first, end: &end },
            old: Finished { program, state: again, end: &end },
            pool: &mut engine.context.pool,
            pairing: &pairing,
            observe: &observe,
            compared: &compared,
            wrong_plan: false,
            unclear: None,
            unset: None,
            looked: Looked::default(),
            shared: Default::default(),
        };
        two.observed().is_empty() && !two.wrong_plan && two.unclear.is_none() && two.unset.is_none()
    };
    slices(engine, order, &outputs.lists, limits, &mut same)?.map_err(Stopped::For)
}

/// The inputs that are there from the start.
fn named(pool: &Pool, states: [&State; 2]) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for state in states {
        for input in state.inputs.in_order() {
            input.parts.iter().for_each(|part| found.extend(pool.vars(part.term)));
        }
    }
    found
}
