//! What directs a depth-first exploration while it runs: which paths are not worth going on with, and which side of a
//! branch comes first.
//!
//! # Invariants
//! - A guide prunes and orders; it never alters a state. So every path that ends under a guide is a path of the
//!   program.
//! - What it gives up is in the ledger: a guided run proves nothing about what it did not explore.
//! - It is asked about the activation of the entry function only. What that calls runs unguided: a path that forked
//!   in a callee is asked about when it is back.
//! - A guided exploration has one worker and goes depth first: a guide sees one path after the other, each from where
//!   it forked.

use crate::engine::Engine;
use crate::ledger::Weakness;
use crate::state::State;
use incise_ir::{BlockId, FuncId};

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
    /// A path is about to execute a statement of the entry function, the end of the block if `statement` is the
    /// number of its statements. `resumed`: it waited since it forked off, or it is the first.
    fn arrive(&mut self, function: FuncId, block: BlockId, statement: usize, resumed: bool) -> Advice;
    /// A branch of the entry function can go to these blocks: their positions, in the order in which they are to be
    /// taken.
    fn order(&mut self, function: FuncId, targets: &[BlockId]) -> Vec<usize>;
    /// The path that was running is at its end.
    fn ended(&mut self);
}

/// Makes the guide of a run.
pub type MakeGuide<'a, 'p> = &'a (dyn Fn() -> Box<dyn Guide + 'p> + Sync);

impl Engine<'_> {
    /// Whether the guide has a say: not in callees, and not on the way to where a path was put away.
    fn is_guided(state: &State) -> bool {
        state.current == 0 && state.thread().depth == 0 && state.followed >= state.to_follow.len()
    }

    /// Whether the guide, if there is one, gives the path up.
    #[inline]
    pub(crate) fn is_pruned(&mut self, state: &State, resumed: bool) -> bool {
        let Some(guide) = &mut self.guide else { return false };
        if !Self::is_guided(state) {
            return false;
        }
        let frame = state.top();
        let pruned = guide.arrive(frame.function, frame.block, frame.index as usize, resumed) == Advice::Prune;
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
        let positions = guide.order(state.top().function, &targets);
        let mut waiting: Vec<Option<T>> = alternatives.drain(..).map(Some).collect();
        alternatives.extend(positions.into_iter().filter_map(|position| waiting.get_mut(position)?.take()));
        // A guide that forgets some loses nothing.
        alternatives.extend(waiting.into_iter().flatten());
    }

    /// Tells the guide, if there is one, that the running path is at its end.
    pub(crate) fn path_ended(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.ended();
        }
    }
}
