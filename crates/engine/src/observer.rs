//! Observers of paths: who takes the paths of an exploration as they end, and what becomes of them.
//!
//! Every worker has an observer of its own, over its own terms. When a worker is done, or gives up its terms to save memory, its
//! observer leaves a *part*: plain data that travels. The observer of the first worker makes the result out of its own paths and the
//! parts of the others.

use crate::engine::Engine;
use crate::error::PathEnd;
use crate::state::State;

/// Takes the paths of a run as they end.
pub trait PathObserver<'p>: Sized {
    /// What one observer leaves for another. Terms in it are [`incise_term::PortableTerms`].
    type Part: Send;
    /// What was made of all paths.
    type Found: Send;

    /// Whether it looks at the ends of paths; a search need not run paths to ends at which nobody looks.
    const SEES_ENDS: bool = true;

    /// A path ended, other than by being cut short.
    fn ended(&mut self, engine: &mut Engine<'_, 'p>, state: State, end: PathEnd);
    /// What this observer knows, for another one: the engine and its terms will be gone.
    fn part(self, engine: &mut Engine<'_, 'p>) -> Self::Part;
    /// What was made of the paths, when the run is over: its own, and those of the others.
    fn finish(self, engine: &mut Engine<'_, 'p>, others: Vec<Self::Part>) -> Self::Found;
}

/// Nobody wants to see the paths.
pub struct NoObserver;

impl<'p> PathObserver<'p> for NoObserver {
    type Part = ();
    type Found = ();

    fn ended(&mut self, _: &mut Engine<'_, 'p>, _: State, _: PathEnd) {}
    fn part(self, _: &mut Engine<'_, 'p>) {}
    fn finish(self, _: &mut Engine<'_, 'p>, _: Vec<()>) {}
}
