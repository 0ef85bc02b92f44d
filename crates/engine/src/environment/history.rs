//! Histories: calls before that of the entry function, which leave private state behind.
//!
//! They are frames above the entry function's: the first call is on top, and each returns to the next one. What they return is lost. Their parameters
//! are inputs, numbered by [`HistoryCall::STRIDE`], or have the values that the history says.

use super::start_error::StartError;
use crate::config::{Environment, HistoryCall};
use crate::engine::Engine;
use crate::input::InputKind;
use crate::state::State;

impl Environment {
    /// The bytes that a history gives an input.
    /// Of what a pointer points to, those of the element `n_before` of this size.
    pub(super) fn known_argument(&self, kind: InputKind, (n_before, size): (usize, u64)) -> Option<&[u8]> {
        let (InputKind::Parameter(number) | InputKind::Pointee(number)) = kind else { return None };
        let arguments = self.history_call(number)?.arguments.as_ref()?;
        let bytes = arguments.get((number % HistoryCall::STRIDE) as usize)?;
        match kind {
            InputKind::Pointee(_) => Some(bytes.get(n_before * size as usize..).unwrap_or_default()),
            _ => Some(bytes),
        }
    }

    /// The call of the history that a parameter of this number belongs to.
    pub(super) fn history_call(&self, number: u32) -> Option<&HistoryCall> {
        self.history.get((number / HistoryCall::STRIDE).checked_sub(1)? as usize)
    }
}

impl Engine<'_, '_> {
    /// Puts the calls of the history on the stack.
    pub(super) fn history(&mut self, state: &mut State) -> Result<(), StartError> {
        let (module, config) = (self.prepared.module(), self.prepared.config);
        for (index, call) in config.environment.history.iter().enumerate().rev() {
            let id = module
                .function(&call.function)
                .filter(|id| module.has_body(*id))
                .ok_or_else(|| StartError::NoBody(call.function.clone()))?;
            let frame = self.frame(id);
            state.cover(self.prepared.coverage_base[id][0]);
            state.thread_mut().push(frame);
            let first = (index as u32 + 1) * HistoryCall::STRIDE;
            self.symbolic_parameters(state, self.prepared.function(id), first, &call.parameter_names)?;
        }
        Ok(())
    }
}
