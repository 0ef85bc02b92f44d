//! Prefixes of paths: a state in plain data, from which any process reaches the same state without a solver.

use crate::choice::Choice;
use crate::engine::{Engine, Step};
use crate::memory::Byte;
use crate::state::State;
use crate::value::Value;
use incise_ir::Id;
use incise_solver::{PortableModel, Recorded};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The beginning of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// The alternative taken wherever there were several.
    pub choices: Vec<Choice>,
    /// Statements executed.
    pub steps: u64,
    /// What the solver answered.
    pub answers: Vec<Recorded>,
    /// An input that takes it.
    pub model: PortableModel,
    /// The state it leads to, see [`Engine::fingerprint`].
    pub fingerprint: u64,
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

impl Engine<'_, '_> {
    /// Executes one statement or terminator and keeps what the solver answers with the path.
    pub fn step_recorded(&mut self, state: &mut State) -> Step<()> {
        if !self.run.records {
            return self.step(state);
        }
        self.context.solver.record(true);
        let outcome = self.step(state);
        self.keep_answers(state);
        self.context.solver.record(false);
        outcome
    }

    /// The prefix that leads to a state between two statements; `records` was set from the start.
    pub fn prefix(&mut self, state: &State) -> Prefix {
        let witness = self.context.solver.witness(&self.context.pool, &state.path_condition);
        Prefix {
            choices: state.name(),
            steps: state.steps,
            answers: state.answers.in_order().into_iter().cloned().collect(),
            model: PortableModel::of(&self.context.pool, &witness),
            fingerprint: self.fingerprint(state),
        }
    }

    /// The state to which a prefix leads, found without asking the solver anything.
    pub fn follow(&mut self, prefix: &Prefix) -> Result<State, Divergence> {
        let mut state = self.first_state().map_err(|_| Divergence::Ends(0))?;
        state.to_follow = Rc::new(prefix.choices.clone());
        self.context.solver.play(prefix.answers.clone(), prefix.model.clone());
        while state.steps < prefix.steps || self.context.solver.is_playing() {
            let outcome = self.step(&mut state);
            if self.context.solver.take_divergence() || !self.run.spawned.is_empty() || !self.run.finished.is_empty() {
                return Err(Divergence::Answers(state.steps));
            }
            if outcome.is_err() {
                return Err(Divergence::Ends(state.steps));
            }
        }
        self.context.solver.record(false);
        if self.fingerprint(&state) == prefix.fingerprint { Ok(state) } else { Err(Divergence::State) }
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
