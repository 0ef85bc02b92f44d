//! The clock: the only file of incise that asks what time it is.
//!
//! A [`Stopwatch`] measures, a [`Deadline`] limits. The command makes its deadline when it starts and hands it down; whoever gets a part of
//! the time makes an earlier one.

use std::time::{Duration, Instant};

/// Measures the time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts to measure.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// When this much time has passed since the start; never, if that is further away than the clock can tell.
    pub fn deadline(self, time: Duration) -> Deadline {
        Deadline(self.0.checked_add(time))
    }
}

/// A moment at which something has to end, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// No limit.
    pub const NEVER: Deadline = Deadline(None);

    /// When this much time has passed from now on.
    pub fn after(time: Duration) -> Deadline {
        Stopwatch::start().deadline(time)
    }

    /// When this much time has passed from now on, if there is a limit.
    pub fn after_any(time: Option<Duration>) -> Deadline {
        time.map_or(Deadline::NEVER, Deadline::after)
    }

    /// Whether the moment has come.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|moment| Instant::now() >= moment)
    }

    /// The time until then, if there is a limit.
    pub fn time_left(self) -> Option<Duration> {
        self.0.map(|moment| moment.saturating_duration_since(Instant::now()))
    }

    /// The earlier one of two.
    pub fn earlier(self, other: Deadline) -> Deadline {
        Deadline([self.0, other.0].into_iter().flatten().min())
    }
}
