//! Decision logging: what the running path decides, for a search that chooses by itself what to run next.

use crate::decision_log::{DecisionKind, LoggedDecision, Sides, spots};
use crate::engine::Engine;
use crate::state::State;
use incise_term::TermId;

impl Engine<'_, '_> {
    /// Whether a side of what is decided next was tried before.
    #[inline]
    pub(crate) fn is_explored(&mut self, state: &State, side: TermId) -> bool {
        match (&mut self.run.explored_sides, &self.run.decision_log) {
            (Some(explored), Some(log)) => explored.is_explored(log, state, side),
            _ => false,
        }
    }
    /// Whether it is asked whether sides that were tried are possible.
    pub(crate) fn asks_all(&self) -> bool {
        self.run.explored_sides.as_ref().is_some_and(|explored| explored.asks_all())
    }

    /// Takes note of a decision, if anybody wants to know.
    #[inline]
    pub(crate) fn log_decision(
        &mut self,
        state: &State,
        kind: DecisionKind,
        taken: TermId,
        others: Sides,
        forked: bool,
    ) {
        if let Some(log) = &mut self.run.decision_log {
            log.push(LoggedDecision {
                kind,
                stack: spots(state),
                step: state.steps,
                taken,
                others,
                forked,
                left_out: false,
            });
        }
    }

    /// Notes that another side of the last decision is possible, too.
    pub(crate) fn log_left_out(&mut self) {
        if let Some(decision) = self.run.decision_log.as_mut().and_then(|log| log.last_mut()) {
            decision.left_out = true;
        }
    }
}
