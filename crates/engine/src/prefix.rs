//! Prefixes of paths: a state in plain data, from which any process reaches the same state without a solver.
//!
//! Workers exchange them as units of work; [`Sealed`] is their form outside of a process.

use crate::choice::Choice;
use crate::engine::{Engine, Step};
use crate::memory::Byte;
use crate::run_loop::{Driver, Ran};
use crate::state::State;
use crate::value::Value;
use incise_base::Sealed;
use incise_ir::Id;
use incise_solver::{PathCondition, PortableModel, Recorded};
use incise_term::Pool;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;

/// The beginning of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// The alternative taken wherever there were several.
    pub choices: Vec<Choice>,
    /// Statements executed.
    pub steps: u64,
    /// What the solver answered.
    pub answers: Vec<Recorded>,
    /// An input that takes it.
    pub model: PortableModel,
    /// What was decided on the way.
    pub condition: ConditionPrint,
    /// The state it leads to, if that is between two statements, see [`Engine::fingerprint`].
    pub fingerprint: Option<u64>,
}

impl Sealed for Prefix {
    const KIND: [u8; 6] = *b"prefix";
    const VERSION: u16 = 1;
}

/// A path condition by the number of its constraints and a hash of their structure.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ConditionPrint {
    pub(crate) n_constraints: usize,
    hash: u64,
}

impl ConditionPrint {
    /// Of the first constraints of a condition.
    pub(crate) fn of(pool: &Pool, condition: &PathCondition, n_constraints: usize) -> ConditionPrint {
        let constraints = condition.constraints().take(n_constraints);
        let hash = constraints.fold(0u64, |hash, term| hash.rotate_left(5).wrapping_mul(0x9e37_79b9) ^ pool.hash(term));
        ConditionPrint { n_constraints, hash }
    }
}

/// Why a prefix does not lead to its state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// The path is over before.
    #[error("the path ends after {0} statements")]
    Ends(u64),
    /// An answer does not fit its question, or one is missing.
    #[error("the answers do not fit the questions after {0} statements")]
    Answers(u64),
    /// The state is another one.
    #[error("the state is another one")]
    State,
}

/// Runs a state to the end of a prefix.
struct Follower {
    /// The statements of the prefix.
    steps: u64,
}

impl<'p> Driver<'p> for Follower {
    type Left = Result<(), Divergence>;

    fn before(&mut self, engine: &mut Engine<'_, 'p>, state: &mut State) -> ControlFlow<Self::Left> {
        let is_on_its_way = state.steps < self.steps || engine.context.solver.is_playing();
        if is_on_its_way { Continue(()) } else { Break(Ok(())) }
    }

    fn after(
        &mut self,
        engine: &mut Engine<'_, 'p>,
        state: &mut State,
        outcome: Step<()>,
    ) -> ControlFlow<Self::Left, Step<()>> {
        let diverged = engine.context.solver.take_divergence();
        if diverged || !engine.run.spawned.is_empty() || !engine.run.finished.is_empty() {
            return Break(Err(Divergence::Answers(state.steps)));
        }
        Continue(outcome)
    }
}

impl Engine<'_, '_> {
    /// The prefix that leads to a pending state; `records` was set from the start.
    pub(crate) fn pending_prefix(&self, state: &State) -> Prefix {
        let (pool, condition) = (&self.context.pool, &state.path_condition);
        Prefix {
            choices: state.name(),
            steps: state.steps.max(state.counted),
            answers: state.answers.in_order().into_iter().cloned().collect(),
            model: PortableModel::of(pool, &self.context.solver.witness(pool, condition)),
            condition: ConditionPrint::of(pool, condition, condition.len()),
            fingerprint: None,
        }
    }

    /// The prefix that leads to a state between two statements; `records` was set from the start.
    pub fn prefix(&mut self, state: &State) -> Prefix {
        Prefix { fingerprint: Some(self.fingerprint(state)), ..self.pending_prefix(state) }
    }

    /// The state between two statements to which a prefix leads, found without asking the solver anything.
    pub fn follow(&mut self, prefix: &Prefix) -> Result<State, Divergence> {
        let mut state = self.first_state().map_err(|_| Divergence::Ends(0))?;
        state.to_follow = Rc::new(prefix.choices.clone());
        self.context.solver.play(prefix.answers.clone(), prefix.model.clone());
        match self.run_path(&mut state, &mut Follower { steps: prefix.steps }) {
            Ran::Left(arrived) => arrived?,
            Ran::Infeasible | Ran::End(_) => return Err(Divergence::Ends(state.steps)),
        }
        self.context.solver.record(false);
        let (pool, condition) = (&self.context.pool, &state.path_condition);
        let is_same = ConditionPrint::of(pool, condition, condition.len()) == prefix.condition
            && prefix.fingerprint == Some(self.fingerprint(&state));
        if is_same { Ok(state) } else { Err(Divergence::State) }
    }

    /// A hash of a state that does not depend on the pool: what is known of the inputs, where threads stand, locals, memory, output.
    pub fn fingerprint(&mut self, state: &State) -> u64 {
        let mut hash = rustc_hash::FxHasher::default();
        for term in state.path_condition.constraints() {
            self.context.pool.hash(term).hash(&mut hash);
        }
        state.choices.in_order().hash(&mut hash);
        for thread in &state.threads {
            for frame in thread.frames() {
                (frame.function.index(), frame.block.index(), frame.index).hash(&mut hash);
                frame.locals.iter().for_each(|value| self.hash_value(value, &mut hash));
            }
        }
        for (id, object) in state.memory.iter() {
            (id, object.address, object.size).hash(&mut hash);
            for at in 0..object.size as usize {
                match object.byte(&mut self.context.pool, at) {
                    Byte::Concrete(byte) => byte.hash(&mut hash),
                    Byte::Symbolic(term) => self.context.pool.hash(term).hash(&mut hash),
                    Byte::Uninit => 256u32.hash(&mut hash),
                }
            }
        }
        (state.output.len(), state.inputs.len(), state.n_decisions as usize).hash(&mut hash);
        hash.finish()
    }

    fn hash_value(&self, value: &Value, hash: &mut impl Hasher) {
        std::mem::discriminant(value).hash(hash);
        match value {
            Value::Int(bits) => bits.hash(hash),
            Value::Term(term) => self.context.pool.hash(*term).hash(hash),
            Value::Ptr { object, address } => (object, address).hash(hash),
            Value::SymPtr { object, address } => (object, self.context.pool.hash(*address)).hash(hash),
            Value::Undefined => {}
            Value::Aggregate(members) => members.iter().for_each(|member| self.hash_value(member, hash)),
        }
    }
}
