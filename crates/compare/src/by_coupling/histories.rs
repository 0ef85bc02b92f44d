//! Concrete histories: the same calls of functions in both versions, from the initial states on, and the private states that they leave.
//!
//! What is seen here only proposes facts; nothing rests on it. Functions and arguments are drawn from a fixed seed.

use crate::by_coupling::coupling::{Coupling, Held};
use crate::by_coupling::palette::palette;
use crate::by_coupling::places::Slots;
use crate::by_coupling::slot::Slot;
use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_paths::old_version_runner::{OldVersionRunner, all_paths};
use crate::role::Role;
use incise_engine::{
    Byte, Config, DepthFirst, Engine, ExploreError, IsOver, Limits, Machine, MakeSolver, PathEnd, Prepared, Ran, State,
    Value, write_value,
};
use incise_solver::PathCondition;
use incise_term::{Assignment, Evaluator, Op, Pool, TermId, VarId};
use std::collections::BTreeSet;

/// The private states of both versions after a history, slot by slot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sample {
    pub(crate) base: Vec<u128>,
    pub(crate) modified: Vec<u128>,
}

/// Histories, and the most calls in each.
const WALKS: usize = 64;
const CALLS: usize = 40;
/// States past which there is no other history.
const MOST_SAMPLES: usize = 1500;
/// Calls of a history that repeat one.
const REPEATED: usize = 120;
/// Statements between two looks at the limits.
const STRIDE: u32 = 1024;
/// Paths among which arguments are looked for.
const MOST_PATHS: usize = 12;
/// Statements of a call.
const MAX_STEPS: u64 = 60_000;

/// The states that histories leave; the initial ones are the first.
pub(crate) fn histories<'p>(
    tasks: &[ComparisonInput<'p>],
    none: &Coupling,
    solver: MakeSolver<'_>,
    limits: Limits<'_>,
) -> Result<Vec<Sample>, ExploreError> {
    let bounded = |config: &Config| {
        config.clone().with(|run| {
            run.bounds.max_steps = Some(MAX_STEPS);
            run.bounds.loop_bound = None;
            run.search.keep_paths = false;
        })
    };
    let configs: Vec<(Config, Config)> =
        tasks.iter().map(|task| (bounded(task.base.config), bounded(task.modified.config))).collect();
    let mut machines = Vec::new();
    for (task, (_, modified)) in tasks.iter().zip(&configs) {
        machines.push(Machine::new(task.modified.module, modified, None, solver()?));
    }
    let mut calls = Vec::new();
    for ((task, (base, _)), machine) in tasks.iter().zip(&configs).zip(&mut machines) {
        let mut engine = machine.engine();
        let first = engine.first_state()?;
        let base = Version { config: base, plan: None, ..task.base };
        let old = OldVersionRunner::new(&mut engine, base, Some(none))?;
        calls.push(Call { first, old, engine });
    }
    let mut samples: BTreeSet<Sample> = BTreeSet::new();
    let Some(first) = calls.first() else { return Ok(Vec::new()) };
    let Some(initial) = initial(&none.slots, (&first.old.prepared, first.engine.prepared)) else {
        return Ok(Vec::new());
    };
    let numbers = palette([tasks[0].base.module, tasks[0].modified.module]);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for walk in 0..WALKS {
        if samples.len() > MOST_SAMPLES {
            break;
        }
        let mut sample = initial.clone();
        // Some histories call everything alike, others mostly one function; some take arguments for a path of one version, others any.
        let favourite = (walk % 2 == 1).then(|| (walk / 2) % calls.len());
        let n_directed = if walk % 4 >= 2 { 1 + walk / 4 % 3 } else { 0 };
        let mut n_repeated = 0;
        for _ in 0..CALLS {
            let number = match favourite {
                Some(number) if random.below(4) != 0 => number,
                _ => random.below(calls.len()),
            };
            let call = &mut calls[number];
            if limits.is_over(&mut call.engine.context.solver) {
                break;
            }
            let mut draw = Draw { random: &mut random, numbers: &numbers };
            let known = call.held(none, &sample);
            let arguments = match draw.random.below(3) < n_directed {
                true => call.directed(&known, &mut draw, limits),
                false => Assignment::new(),
            };
            let arguments = call.completed(&known, arguments, &mut draw);
            // Counters reach their limits when a call is repeated.
            let n_times = if draw.random.below(12) == 0 && n_repeated < REPEATED { REPEATED } else { 1 };
            for _ in 0..n_times {
                let Some(next) = call.run(none, &sample, &arguments, &mut draw, limits) else { break };
                let is_new = samples.insert(next.clone());
                sample = next;
                n_repeated += usize::from(n_times > 1);
                if n_times > 1 && (!is_new || n_repeated > REPEATED) {
                    break;
                }
            }
        }
    }
    samples.remove(&initial);
    Ok([initial].into_iter().chain(samples).collect())
}

/// The states before the first call.
fn initial(slots: &Slots, (base, modified): (&Prepared<'_>, &Prepared<'_>)) -> Option<Sample> {
    let of = |slots: &[Slot], prepared: &Prepared<'_>| -> Option<Vec<u128>> {
        let memory = prepared.initial_memory();
        let value = |slot: &Slot| {
            let object = memory.get(prepared.global_object(prepared.module().global(&slot.global)?)?)?;
            let bytes = object.concrete_bytes()?.get(slot.offset as usize..(slot.offset + slot.size) as usize)?;
            Some(bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte)))
        };
        slots.iter().map(value).collect()
    };
    Some(Sample { base: of(&slots.base, base)?, modified: of(&slots.modified, modified)? })
}

/// A function that can be called.
struct Call<'e, 'p> {
    first: State,
    old: OldVersionRunner<'p>,
    engine: Engine<'e, 'p>,
}

impl Call<'_, '_> {
    /// What the first states hold where the slots hold this.
    fn held(&self, none: &Coupling, sample: &Sample) -> Assignment {
        let mut assignment = Assignment::new();
        let mut set = |held: Held, values: &[u128], pool: &Pool| {
            for (term, value) in held.into_iter().zip(values) {
                if let Some(Op::Var(var)) = term.map(|term| pool.op(term)) {
                    assignment.set(var, *value);
                }
            }
        };
        let pool = &self.engine.context.pool;
        set(none.at_start(Role::Mod, (self.engine.prepared, &self.first)), &sample.modified, pool);
        set(none.at_start(Role::Base, (&self.old.prepared, self.old.first())), &sample.base, pool);
        assignment
    }

    /// The inputs that are no slots.
    fn open(&self, known: &Assignment) -> Vec<VarId> {
        let pool = &self.engine.context.pool;
        let inputs = self.first.inputs.in_order().into_iter().chain(self.old.first().inputs.in_order());
        let vars = inputs.flat_map(|input| &input.parts).flat_map(|part| pool.vars(part.term)).copied();
        let found: BTreeSet<VarId> = vars.filter(|var| !known.is_set(*var)).collect();
        found.into_iter().collect()
    }

    /// Arguments that take one of the paths of a version from a state.
    fn directed(&mut self, known: &Assignment, draw: &mut Draw<'_>, limits: Limits<'_>) -> Assignment {
        let mut found = Assignment::new();
        let open = self.open(known);
        let ends = match draw.random.below(2) {
            0 => {
                let mut state = self.first.clone();
                concretise(&mut self.engine.context.pool, &mut state, known);
                some_paths(&mut self.engine, state, limits)
            }
            _ => {
                let mut state = self.old.first().clone();
                concretise(&mut self.engine.context.pool, &mut state, known);
                some_paths(&mut self.old.engine(self.engine.context), state, limits)
            }
        };
        if ends.is_empty() {
            return found;
        }
        let (end, _) = &ends[draw.random.below(ends.len())];
        let context = &mut *self.engine.context;
        let decided: BTreeSet<VarId> =
            end.path_condition.constraints().flat_map(|term| context.pool.vars(term).to_vec()).collect();
        let model = context.solver.witness(&context.pool, &end.path_condition);
        for var in open.into_iter().filter(|var| decided.contains(var)) {
            let term = context.pool.var_term(var);
            found.set(var, Evaluator::new().eval(&context.pool, &model, term));
        }
        found
    }

    /// All arguments: those that are there, and others at random.
    fn completed(&self, known: &Assignment, arguments: Assignment, draw: &mut Draw<'_>) -> Vec<(VarId, u128)> {
        let pool = &self.engine.context.pool;
        let mut evaluator = Evaluator::new();
        let value = |var: VarId| match arguments.is_set(var) {
            true => evaluator.eval(pool, &arguments, pool.var_term(var)),
            false => draw.number(pool.var_info(var).width),
        };
        let open = self.open(known);
        let values: Vec<u128> = open.iter().copied().map(value).collect();
        open.into_iter().zip(values).collect()
    }

    /// Calls the function in both versions; the states that it leaves, if both return.
    fn run(
        &mut self,
        none: &Coupling,
        sample: &Sample,
        arguments: &[(VarId, u128)],
        draw: &mut Draw<'_>,
        limits: Limits<'_>,
    ) -> Option<Sample> {
        let mut assignment = self.held(none, sample);
        arguments.iter().for_each(|(var, value)| assignment.set(*var, *value));
        let pool = &self.engine.context.pool;
        let mut evaluator = Evaluator::new();
        let assumed = self.first.path_condition.constraints().chain(self.old.first().path_condition.constraints());
        if assumed.into_iter().any(|term| !evaluator.holds(pool, &assignment, term)) {
            return None;
        }
        let mut new = self.first.clone();
        concretise(&mut self.engine.context.pool, &mut new, &assignment);
        let mut ends = all_paths(&mut self.engine, new, limits);
        ends.retain(|(_, end)| *end == PathEnd::Return);
        let (new, _) = (!ends.is_empty()).then(|| ends.swap_remove(draw.random.below(ends.len())))?;
        let mut old = self.old.first().clone();
        concretise(&mut self.engine.context.pool, &mut old, &assignment);
        old.path_condition = new.path_condition.clone();
        let ends = all_paths(&mut self.old.engine(self.engine.context), old, limits);
        let (old, _) = ends.into_iter().find(|(_, end)| *end == PathEnd::Return)?;
        let context = &mut *self.engine.context;
        let model = context.solver.witness(&context.pool, &old.path_condition);
        let held = (
            none.at_end(Role::Mod, &mut context.pool, (self.engine.prepared, &new)),
            none.at_end(Role::Base, &mut context.pool, (&self.old.prepared, &old)),
        );
        let mut values = |held: Held| -> Option<Vec<u128>> {
            held.into_iter().map(|term| Some(evaluator.eval(&context.pool, &model, term?))).collect()
        };
        Some(Sample { modified: values(held.0)?, base: values(held.1)? })
    }
}

/// The first paths from a state.
fn some_paths(engine: &mut Engine<'_, '_>, state: State, limits: Limits<'_>) -> Vec<(State, PathEnd)> {
    let mut search = DepthFirst::new(state, limits, STRIDE);
    for _ in 0..2 * MOST_PATHS {
        let Some(mut state) = search.pending.pop() else { break };
        match engine.run_path(&mut state, &mut search) {
            Ran::Infeasible => {}
            Ran::End(end) => engine.finish(state, end),
            Ran::Left(IsOver) => break,
        }
    }
    std::mem::take(&mut engine.run.finished)
}

/// Replaces what a first state holds by what it is under an assignment, as far as that says.
fn concretise(pool: &mut Pool, state: &mut State, assignment: &Assignment) {
    let mut evaluator = Evaluator::new();
    let symbolic: Vec<_> =
        state.memory.iter().filter(|(_, object)| object.concrete_bytes().is_none()).map(|(id, _)| id).collect();
    for id in symbolic {
        let Some(object) = state.memory.get_mut(id) else { continue };
        for at in 0..object.size as usize {
            if object.holds_pointers(at, 1) {
                continue;
            }
            if let Byte::Symbolic(term) = object.byte(pool, at)
                && pool.vars(term).iter().all(|var| assignment.is_set(*var))
            {
                let byte = evaluator.eval(pool, assignment, term);
                write_value(pool, object, at, 1, Value::Int(byte as u64));
            }
        }
    }
    let mut concrete = |pool: &mut Pool, term: TermId| {
        let (width, value) = (pool.width(term), evaluator.eval(pool, assignment, term));
        if width <= 64 { Value::Int(value as u64) } else { Value::Term(pool.constant(width, value)) }
    };
    for local in &mut state.top_mut().locals {
        if let Value::Term(term) = local
            && pool.vars(*term).iter().all(|var| assignment.is_set(*var))
        {
            *local = concrete(pool, *term);
        }
    }
    state.path_condition = PathCondition::new();
}

/// Draws arguments.
struct Draw<'a> {
    random: &'a mut Random,
    numbers: &'a [i128],
}

impl Draw<'_> {
    fn number(&mut self, width: u32) -> u128 {
        let number = match self.random.below(8) {
            0..=3 => self.numbers[self.random.below(self.numbers.len())] as u128,
            4..=5 => self.random.below(12) as u128,
            6 => self.random.below(1000) as u128,
            _ => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
        };
        if width >= 128 { number } else { number & ((1 << width) - 1) }
    }
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }
}
