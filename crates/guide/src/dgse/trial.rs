//! Whether guidance is worth it: where nearly everything depends on everything, keeping the books costs more than it saves.
//!
//! A run that leaves out n possible sides stands for about 2^n paths of an exploration of everything. The first runs are in the order that was
//! asked for; then come those that turn the earliest decisions, which say most about the rest. If they stand for hardly more paths than
//! they are, everything is explored instead.

use super::known::Surprise;
use super::tasks::{Queue, TaskOrder};

/// Tasks before the trial, and up to its end.
const BEFORE: u32 = 16;
const TRIAL: u32 = 64;

/// Paths for each run from which on guidance is worth it.
const WORTH: f64 = 1.5;

/// What was seen so far.
#[derive(Default)]
pub struct Trial {
    n_tasks: u32,
    n_runs: u32,
    n_paths: f64,
    /// The order that was asked for, during the trial.
    order: Option<TaskOrder>,
}

impl Trial {
    /// A run that left out possible sides.
    pub fn path(&mut self, n_left_out: u32) {
        if self.order.is_some() {
            self.n_runs += 1;
            self.n_paths += 2f64.powi(n_left_out.min(1000) as i32);
        }
    }

    /// After every task: whether the trial ends with it; or why everything is explored.
    pub fn is_over(&mut self, queue: &mut Queue) -> Result<bool, Surprise> {
        self.n_tasks = self.n_tasks.saturating_add(1);
        if self.n_tasks == BEFORE {
            self.order = Some(std::mem::replace(&mut queue.order, TaskOrder::Breadth));
        }
        if self.n_tasks != TRIAL {
            return Ok(false);
        }
        queue.order = self.order.take().unwrap_or_default();
        if self.n_paths < WORTH * f64::from(self.n_runs) {
            return Err(String::from("hardly any decision could be left out"));
        }
        Ok(true)
    }
}
