//! What directs a depth-first exploration while it runs: which paths are not worth going on with, and which side of a
//! branch comes first.
//!
//! # Invariants
//! - A guide prunes and orders; it never alters a state. So every path that ends under a guide is a path of the
//!   program.
//! - What it gives up is in the ledger: a guided run proves nothing about what it did not explore.
//! - It is asked about every statement of the first thread, in whatever function, but not on the way to where a path
//!   was put away.
//! - A guided exploration has one worker and goes depth first: a guide sees one path after the other, each from where
//!   it forked.

use crate::engine::Engine;
use crate::ledger::Weakness;
use crate::list::SharedList;
use crate::state::{Note, State};
use incise_ir::BlockId;

/// Whether a path goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    /// It goes on.
    Continue,
    /// It is given up.
    Prune,
}

/// What directs an exploration.
pub trait Guide {
    /// A path is about to execute the statement at which its running activation stands, the end of the block if that is
    /// past its last statement. `resumed`: it waited since it forked off, or it is the first. What is added to `notes`
    /// stays with the path and its forks.
    fn arrive(&mut self, state: &State, notes: &mut SharedList<Note>, resumed: bool) -> Advice;
    /// A branch of the running activation can go to these blocks: their positions, in the order in which they are to be
    /// taken.
    fn order(&mut self, state: &State, targets: &[BlockId]) -> Vec<usize>;
    /// The path that was running is at its end, with these notes; without them it was cut short or was none.
    fn ended(&mut self, notes: Option<&SharedList<Note>>);
}

/// Makes the guide of a run.
pub type MakeGuide<'a, 'p> = &'a (dyn Fn() -> Box<dyn Guide + 'p> + Sync);

impl Engine<'_> {
    /// Whether the guide has a say: not on the way to where a path was put away.
    fn is_guided(state: &State) -> bool {
        state.current == 0 && state.followed >= state.to_follow.len()
    }

    /// Whether the guide, if there is one, gives the path up.
    #[inline]
    pub(crate) fn is_pruned(&mut self, state: &mut State, resumed: bool) -> bool {
        let Some(guide) = &mut self.guide else { return false };
        if !Self::is_guided(state) {
            return false;
        }
        let mut notes = std::mem::take(&mut state.notes);
        let pruned = guide.arrive(state, &mut notes, resumed) == Advice::Prune;
        state.notes = notes;
        if pruned {
            self.stats.measures.prunings += 1;
            self.ledger.add(Weakness::Pruned, "the guide gave up paths, which were not explored", None);
        }
        pruned
    }

    /// Puts the alternatives of a branch into the order that the guide, if there is one, wants.
    pub(crate) fn put_in_order<T>(&mut self, state: &State, alternatives: &mut Vec<T>, block: impl Fn(&T) -> BlockId) {
        let Some(guide) = &mut self.guide else { return };
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
        if let Some(guide) = &mut self.guide {
            guide.ended(notes);
        }
    }
}
