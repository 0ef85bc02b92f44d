//! Dependence-guided exploration: paths that show nothing new are not run.
//!
//! *Source*: [dgse-tse2017] §5. A decision is tried the other way together with the decisions that matter to it and without all
//! others; what the rest of the path does is seen when it is run.
//!
//! *In*: a program. *Out*: what the engine reports, for the paths that were run, and [`Tasks`], the counts of Tables 5–7.
//!
//! # Promise
//! Every error that exploring all paths finds is found ([dgse-tse2017] Theorem 5.3): for every path and every decision on it some run
//! takes the same sides of all decisions that matter to it.
//!
//! For two versions there are [`slices`]: what is seen at the end of a run has relevant path conditions like a decision has, and all of them are
//! found, so that outputs can be compared one by one (`incise_compare::piecewise`).
//!
//! # Deviations
//! 1. What matters to a decision is a set of *places*, closed so that the argument of Lemma 5.2 holds for them in loops as well; with (4) the
//!    pairs of Alg. 3 alone lose errors there (`tests/papers/dgse-tse2017/rounds.c`). See `relation.rs`.
//! 2. The test of Alg. 2, l. 25 (is the negated decision dependent on the one that the task began with?) only keeps tasks
//!    from being made twice. Here a task is known by its conditions, and none is made twice.
//! 3. Where the first runs leave out hardly anything, everything is explored: see `trial.rs`.
//! 4. Nothing depends on a check that was passed: as conditional aborts (Theorem 5.3) checks would make everything after them depend on
//!    everything that they look at. Where a run ends early, at an error or an assumption, what was in front of it may be
//!    reached by others: the same task is run again without the reason for the end.
//! 5. A run is left where its rest is known, if nobody wants to see its end: see `known_suffix.rs`.

mod check;
mod closure;
mod entry;
mod explore;
mod known_suffix;
mod outputs;
mod path_tasks;
mod recorder;
mod relation;
mod relevant_conditions;
mod run;
mod search;
mod search_memory;
mod slices;
mod tasks;
mod trial;

pub use check::{Checked, check};
pub use explore::{explore, explore_all};
pub use outputs::Output;
pub use recorder::Same;
pub use relation::Interaction;
pub use search::{DgseOptions, Searched};
pub use slices::{Slice, Slices, slices};
pub use tasks::{TaskOrder, Tasks};
