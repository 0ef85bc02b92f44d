//! Asks the guide of an exploration: which paths go on, and which side of a branch comes first.

use crate::engine::Engine;
use crate::guide::Advice;
use crate::ledger::Weakness;
use crate::list::SharedList;
use crate::state::{Note, State};
use incise_ir::BlockId;

impl Engine<'_, '_> {
    /// Whether the guide has a say: not on the way to where a path was put away.
    fn is_guided(state: &State) -> bool {
        state.current == 0 && state.followed >= state.to_follow.len()
    }

    /// Whether the guide, if there is one, gives the path up.
    #[inline]
    pub(crate) fn is_pruned(&mut self, state: &mut State, resumed: bool) -> bool {
        let Some(guide) = &mut self.run.guide else { return false };
        if !Self::is_guided(state) {
            return false;
        }
        let mut notes = std::mem::take(&mut state.notes);
        let pruned = guide.arrive(state, &mut notes, resumed) == Advice::Prune;
        state.notes = notes;
        if pruned {
            self.run.stats.measures.prunings += 1;
            self.run.ledger.add(Weakness::Pruned, "the guide gave up paths, which were not explored", None);
        }
        pruned
    }

    /// Puts the alternatives of a branch into the order that the guide, if there is one, wants.
    pub(crate) fn put_in_order<T>(&mut self, state: &State, alternatives: &mut Vec<T>, block: impl Fn(&T) -> BlockId) {
        let Some(guide) = &mut self.run.guide else { return };
        if alternatives.len() < 2 || !Self::is_guided(state) {
            return;
        }
        let targets: Vec<BlockId> = alternatives.iter().map(block).collect();
        let positions = guide.order(state, &targets);
        let mut waiting: Vec<Option<T>> = alternatives.drain(..).map(Some).collect();
        alternatives.extend(positions.into_iter().filter_map(|position| waiting.get_mut(position)?.take()));
        // A guide that forgets some loses nothing.
        alternatives.extend(waiting.into_iter().flatten());
    }

    /// Tells the guide, if there is one, that the running path is at its end.
    pub(crate) fn path_ended(&mut self, notes: Option<&SharedList<Note>>) {
        if let Some(guide) = &mut self.run.guide {
            guide.ended(notes);
        }
    }
}
