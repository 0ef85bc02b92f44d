//! Interruption: a wish to stop that many can see and the first one makes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why something is stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Its time is up.
    Deadline,
    /// Its budget is used up.
    Work,
    /// Somebody wants it, by a signal.
    Signal,
    /// Another part of the same search has failed.
    Failure,
}

const REASONS: [StopReason; 4] = [StopReason::Deadline, StopReason::Work, StopReason::Signal, StopReason::Failure];

/// Whether to stop, and why. Clones share it; the first reason stays.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Asks everybody who has a clone to stop.
    pub fn request(&self, stop: StopReason) {
        let _first_stays = self.0.compare_exchange(0, 1 + stop as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why to stop, once somebody wants it.
    pub fn reason(&self) -> Option<StopReason> {
        usize::from(self.0.load(Ordering::Relaxed)).checked_sub(1).map(|index| REASONS[index])
    }
}
