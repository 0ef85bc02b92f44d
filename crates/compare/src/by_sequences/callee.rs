//! A function of both versions that can be called from any pair of states.

use crate::by_paths::comparison_input::{ComparisonInput, Version};
use crate::by_paths::old_version_runner::{OldVersionRunner, all_paths};
use crate::by_paths::pair::{Ends, differing, observe};
use crate::by_sequences::concrete_states::{Concrete, Left, Point};
use incise_engine::{Engine, Input, InputKind, InputPart, Limits, Memory, PathEnd, StartError, State};
use incise_ir::{Module, SourceType};
use incise_solver::PathCondition;
use incise_term::{Assignment, Evaluator, Op, Pool, VarId};
use std::rc::Rc;

/// Paths of the new version with any arguments that are followed.
const MAX_PATHS: usize = 24;

/// Values of the variables of a call, by position.
pub(crate) type Values = Vec<u128>;

/// A variable of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    id: VarId,
    /// Bits.
    pub(crate) width: u32,
    /// Whether it is a floating-point number.
    pub(crate) is_float: bool,
}

/// A call with known arguments.
pub(crate) struct Stepped {
    /// The states after it, if both versions return.
    pub(crate) point: Option<Point>,
    /// Whether somebody sees a difference.
    pub(crate) differs: bool,
    /// Blocks and edges that were executed in both versions, hashed.
    pub(crate) executed: u64,
    /// Statements that were executed.
    pub(crate) steps: u64,
}

/// A call with any arguments.
#[derive(Default)]
pub(crate) struct Solved {
    /// Arguments for each pair of paths.
    pub(crate) ways: Vec<Values>,
    /// Arguments with which somebody sees a difference.
    pub(crate) differing: Vec<Values>,
}

/// A function of both versions.
pub(crate) struct Callee<'e, 'p> {
    task: ComparisonInput<'p>,
    engine: Engine<'e, 'p>,
    old: OldVersionRunner<'p>,
    evaluator: Evaluator,
    /// What a caller gives it.
    pub(crate) variables: Vec<Variable>,
    inputs: (Vec<Rc<Input>>, Vec<Rc<Input>>),
}

impl<'e, 'p> Callee<'e, 'p> {
    /// Prepares a function.
    pub(crate) fn new(
        task: ComparisonInput<'p>,
        mut engine: Engine<'e, 'p>,
        base: Version<'p>,
    ) -> Result<Callee<'e, 'p>, StartError> {
        let first = engine.first_state()?;
        let old = OldVersionRunner::new(&mut engine, base, None)?;
        let all = |state: &State| state.inputs.in_order().into_iter().cloned().collect::<Vec<Rc<Input>>>();
        let inputs = (all(old.first()), all(&first));
        let (pool, modules) = (&engine.context.pool, [old.prepared.module(), engine.prepared.module()]);
        let mut variables: Vec<Variable> = Vec::new();
        let of = |inputs: &[Rc<Input>], number: usize| -> Vec<(&Module, InputPart)> {
            inputs.iter().flat_map(|input| &input.parts).map(|part| (modules[number], part.clone())).collect()
        };
        for (module, part) in of(&inputs.1, 1).into_iter().chain(of(&inputs.0, 0)) {
            let is_float = part.source_type.is_some_and(|ty| {
                matches!(module.source_types[incise_engine::strip(module, ty)], SourceType::Float { .. })
            });
            let is_whole = matches!(pool.op(part.term), Op::Var(_));
            for id in pool.vars(part.term) {
                if variables.iter().all(|known| known.id != *id) {
                    let width = pool.var_info(*id).width;
                    variables.push(Variable { id: *id, width, is_float: is_float && is_whole });
                }
            }
        }
        Ok(Callee { task, engine, old, evaluator: Evaluator::new(), variables, inputs })
    }

    /// The states before any call.
    pub(crate) fn root(&mut self) -> Option<Point> {
        let left = |memory: Memory, state: &State| Left { memory, streams: Rc::clone(&state.streams) };
        let first = self.engine.first_state().ok()?;
        let new = left(self.engine.prepared.initial_memory(), &first);
        Some(Point { new, old: left(self.old.prepared.initial_memory(), self.old.first()) })
    }

    /// Whether the limits are reached.
    pub(crate) fn is_over(&mut self, limits: Limits<'_>) -> bool {
        limits.is_over(&mut self.engine.context.solver)
    }

    /// The state in which the new version is called; that of the old one is its first.
    fn start(&mut self, point: &Point) -> Option<State> {
        self.old.forget_pointees(&self.engine);
        let Left { memory, streams } = point.new.clone();
        let new = self.engine.called_in(memory, streams).ok()?;
        let Left { memory, streams } = point.old.clone();
        self.old.call_in(&mut self.engine, &new, (memory, streams)).ok()?;
        Some(new)
    }

    /// Calls the function in both versions with known arguments.
    pub(crate) fn step(&mut self, point: &Point, values: &[u128], limits: Limits<'_>) -> Option<Stepped> {
        let mut new = self.start(point)?;
        let mut old = self.old.first().clone();
        let mut assignment = Assignment::new();
        for (variable, value) in self.variables.iter().zip(values) {
            assignment.set(variable.id, *value);
        }
        let pool = &self.engine.context.pool;
        let mut assumed = new.path_condition.constraints().chain(old.path_condition.constraints());
        if assumed.any(|term| !self.evaluator.holds(pool, &assignment, term)) {
            return None;
        }
        let evaluator = &mut self.evaluator;
        let mut concrete = Concrete { pool: &mut self.engine.context.pool, assignment: &assignment, evaluator };
        for (state, run) in [(&mut new, &*self.engine.run), (&mut old, &self.old.run)] {
            concrete.locals(state);
            for (_, object) in &run.pointees {
                concrete.object(&mut state.memory, *object);
            }
        }
        new.path_condition = PathCondition::new();
        let (new, new_end) = all_paths(&mut self.engine, new, limits).into_iter().next()?;
        old.path_condition = new.path_condition.clone();
        let (old, old_end) = all_paths(&mut self.old.engine(self.engine.context), old, limits).into_iter().next()?;
        if new_end == PathEnd::Cut || old_end == PathEnd::Cut {
            return None;
        }
        let (steps, executed) = (new.steps + old.steps, hashed(new.coverage.iter().chain(old.coverage.iter())));
        let ends = Ends { new: &new, new_end: &new_end, old, old_end };
        let observed = observe(&self.task, &mut self.engine, &mut self.old, &ends)?;
        let Ends { old, old_end, .. } = ends;
        let context = &mut *self.engine.context;
        let model = context.solver.witness(&context.pool, &old.path_condition);
        let seen = observed.iter().filter(|one| one.unseen.is_none());
        let differs = seen.into_iter().any(|one| self.evaluator.holds(&context.pool, &model, one.differs));
        // What files hold is not kept from call to call.
        let has_files = new.has_opened_files() || old.has_opened_files();
        let returns = new_end == PathEnd::Return && old_end == PathEnd::Return && !has_files;
        let evaluator = &mut self.evaluator;
        let mut concrete = Concrete { pool: &mut context.pool, assignment: &model, evaluator };
        let mut left = |state: State, pointees: &[(u32, incise_engine::ObjectId)]| {
            let mut memory = state.memory;
            concrete.memory(&mut memory);
            pointees.iter().for_each(|(_, object)| memory.remove(*object));
            Left { memory, streams: state.streams }
        };
        let point = returns
            .then(|| Point { new: left(new, &self.engine.run.pointees), old: left(old, &self.old.run.pointees) });
        Some(Stepped { point, differs, executed, steps })
    }

    /// Calls the function in both versions with any arguments.
    pub(crate) fn solve(&mut self, point: &Point, limits: Limits<'_>) -> Solved {
        let mut solved = Solved::default();
        let Some(first) = self.start(point) else { return solved };
        for (new, new_end) in all_paths(&mut self.engine, first, limits).into_iter().take(MAX_PATHS) {
            for (old, old_end) in self.old.paths(self.engine.context, &new.path_condition, limits) {
                if new_end == PathEnd::Cut || old_end == PathEnd::Cut {
                    continue;
                }
                let values = self.values(&old.path_condition);
                solved.ways.push(values);
                let ends = Ends { new: &new, new_end: &new_end, old, old_end };
                let Some(observed) = observe(&self.task, &mut self.engine, &mut self.old, &ends) else { continue };
                let found = differing(limits, &mut self.engine, &mut self.old, ends, observed);
                if let Some(found) = found.filter(|found| found.pair.held.is_none()) {
                    let values = self.values(&found.pair.condition);
                    solved.differing.push(values);
                }
            }
        }
        solved
    }

    /// Arguments that satisfy a condition.
    fn values(&mut self, condition: &PathCondition) -> Values {
        let context = &mut *self.engine.context;
        let model = context.solver.witness(&context.pool, condition);
        let value = |variable: &Variable| {
            let term = context.pool.var_term(variable.id);
            self.evaluator.eval(&context.pool, &model, term)
        };
        self.variables.iter().map(value).collect()
    }

    /// The bytes of the arguments, or of what they point to, in the old and in the new version.
    pub(crate) fn arguments(&mut self, values: &[u128]) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let mut assignment = Assignment::new();
        for (variable, value) in self.variables.iter().zip(values) {
            assignment.set(variable.id, *value);
        }
        let pool = &self.engine.context.pool;
        let evaluator = &mut self.evaluator;
        (
            arguments(&self.inputs.0, pool, &assignment, evaluator),
            arguments(&self.inputs.1, pool, &assignment, evaluator),
        )
    }

    /// The new version's private state, and the old one's.
    pub(crate) fn programs(&self) -> [&incise_engine::Prepared<'p>; 2] {
        [self.engine.prepared, &self.old.prepared]
    }
}

fn arguments(inputs: &[Rc<Input>], pool: &Pool, assignment: &Assignment, evaluator: &mut Evaluator) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    for input in inputs {
        let (InputKind::Parameter(number) | InputKind::Pointee(number)) = input.kind else { continue };
        let number = number as usize;
        found.resize(found.len().max(number + 1), Vec::new());
        let start = found[number].len();
        found[number].resize(start + input.size as usize, 0);
        for part in &input.parts {
            let value = evaluator.eval(pool, assignment, part.term).to_le_bytes();
            let at = start + part.offset as usize;
            found[number][at..at + part.size as usize].copy_from_slice(&value[..part.size as usize]);
        }
    }
    found
}

/// A number for a row of words.
pub(crate) fn hashed<'a>(words: impl Iterator<Item = &'a u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
