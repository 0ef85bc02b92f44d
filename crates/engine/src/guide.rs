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
