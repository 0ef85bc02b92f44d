//! Whether guidance is worth it: where nearly everything depends on everything, or where most of what a task asks for was seen before, keeping
//! the books costs more than it saves.
//!
//! A run that leaves out n possible sides stands for about 2^n paths of an exploration of everything. The first runs are in the order that was
//! asked for; then come those that turn the earliest decisions, which say most about the rest. If what they stand for costs an exploration
//! of everything hardly more than they did cost, everything is explored instead. From then on it is only seen to that runs take new paths.
//!
//! Costs are counts, so that the same is decided every time.

use super::search_memory::Surprise;
use super::tasks::{Queue, TaskOrder};
use incise_engine::Engine;

/// Tasks before the trial, and up to its end.
const BEFORE: u32 = 16;
const TRIAL: u32 = 64;

/// How much more an exploration of everything must cost for guidance to be worth it.
const WORTH: f64 = 1.5;

/// A run is taken to stand for at most 2 to the power of this many paths: conditions that exclude each other make them fewer.
const MOST: u32 = 6;

/// One run in so many may take a path that was known.
const REPEATED: u64 = 4;

/// What a question costs, and one that no quick link of the solver's chain answers, in statements.
const QUESTION: u64 = 8;
const SEARCH: u64 = 1000;

/// What was seen so far.
#[derive(Default)]
pub struct Trial {
    n_tasks: u32,
    /// Runs that went on from where others had come to, and what they cost: as much as a path of an exploration of everything.
    n_continued: u32,
    continued: u64,
    /// What all tasks cost.
    spent: u64,
    n_paths: f64,
    /// Runs since it was looked at last, and those of them that took a known path.
    n_runs: u64,
    n_repeated: u64,
    /// The order that was asked for, during the trial.
    order: Option<TaskOrder>,
}

impl Trial {
    /// A run that left out possible sides.
    pub fn path(&mut self, n_left_out: u32) {
        if self.order.is_some() {
            self.n_paths += 2f64.powi(n_left_out.min(MOST) as i32);
        }
    }

    /// What a task cost: one that was run from where another run had come to, or another.
    pub fn spent(&mut self, cost: u64, is_continued: bool) {
        if self.order.is_some() {
            self.spent += cost;
            self.n_continued += u32::from(is_continued);
            self.continued += if is_continued { cost } else { 0 };
        }
    }

    /// A run took a new path or one that was known.
    pub fn run(&mut self, is_new: bool) {
        self.n_runs += 1;
        self.n_repeated += u64::from(!is_new);
    }

    /// After every task: whether the trial ends with it; or why everything is explored.
    pub fn is_over(&mut self, queue: &mut Queue) -> Result<bool, Surprise> {
        self.n_tasks = self.n_tasks.saturating_add(1);
        if self.n_tasks == BEFORE {
            self.order = Some(std::mem::replace(&mut queue.order, TaskOrder::Breadth));
        }
        if self.n_tasks < TRIAL || !self.n_tasks.is_power_of_two() {
            return Ok(false);
        }
        if REPEATED * self.n_repeated > self.n_runs {
            return Err(String::from("too many runs took paths that were known"));
        }
        (self.n_runs, self.n_repeated) = (0, 0);
        if self.n_tasks != TRIAL {
            return Ok(false);
        }
        queue.order = self.order.take().unwrap_or_default();
        let of_all = self.n_paths * self.continued as f64 / f64::from(self.n_continued.max(1));
        if of_all < WORTH * self.spent as f64 {
            return Err(String::from("hardly any decision could be left out"));
        }
        Ok(true)
    }
}

/// What was done so far, in statements.
pub fn cost(engine: &Engine<'_, '_>) -> u64 {
    let solver = engine.context.solver.stats();
    engine.run.stats.instructions
        + QUESTION * solver.queries
        + SEARCH * (solver.sat + solver.one_shot + solver.external)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trial of runs that each leave out so many sides, every so many of which take a known path; what comes of it.
    fn tried(n_left_out: u32, one_repeated_in: u32) -> Result<bool, Surprise> {
        let (mut trial, mut queue) = (Trial::default(), Queue::new(TaskOrder::Depth));
        for task in 1..=TRIAL {
            trial.spent(10, true);
            trial.path(n_left_out);
            trial.run(task % one_repeated_in != 0);
            let is_over = trial.is_over(&mut queue)?;
            assert_eq!(is_over, task == TRIAL);
            // In the trial the earliest decisions are turned, after it what was asked for.
            let order = if (BEFORE..TRIAL).contains(&task) { TaskOrder::Breadth } else { TaskOrder::Depth };
            assert_eq!(queue.order, order);
        }
        Ok(true)
    }

    #[test]
    fn guidance_is_given_up_where_it_leaves_out_nothing_or_repeats_paths() {
        assert_eq!(tried(1, TRIAL + 1), Ok(true));
        assert!(tried(0, TRIAL + 1).is_err_and(|reason| reason.contains("hardly any decision")));
        assert_eq!(tried(6, 4), Ok(true));
        assert!(tried(6, 3).is_err_and(|reason| reason.contains("were known")));
    }
}
