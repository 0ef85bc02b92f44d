//! Decision logging: what the running path decides, for a search that chooses by itself what to run next.

use crate::decision_log::{Mark, MarkKind, Sides, spots};
use crate::engine::Engine;
use crate::state::State;
use incise_term::TermId;

impl Engine<'_> {
    /// Whether a side of what is decided next was tried before.
    #[inline]
    pub(crate) fn is_tried(&mut self, state: &State, side: TermId) -> bool {
        match (&mut self.tried, &self.marks) {
            (Some(tried), Some(marks)) => tried.is_tried(marks, state, side),
            _ => false,
        }
    }
    /// Whether it is asked whether sides that were tried are possible.
    pub(crate) fn asks_all(&self) -> bool {
        self.tried.as_ref().is_some_and(|tried| tried.asks_all())
    }

    /// Takes note of a decision, if anybody wants to know.
    #[inline]
    pub(crate) fn mark(&mut self, state: &State, kind: MarkKind, taken: TermId, others: Sides, forked: bool) {
        if let Some(marks) = &mut self.marks {
            marks.push(Mark { kind, stack: spots(state), step: state.steps, taken, others, forked, left_out: false });
        }
    }

    /// Notes that another side of the last decision is possible, too.
    pub(crate) fn mark_left_out(&mut self) {
        if let Some(mark) = self.marks.as_mut().and_then(|marks| marks.last_mut()) {
            mark.left_out = true;
        }
    }
}
