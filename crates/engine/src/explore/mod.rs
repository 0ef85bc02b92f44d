//! Exploration: workers that take pending states, run them to their end and share what they fork off.

mod driver;
mod frontier;
mod guided;
mod queue;
mod search;
mod setup;
mod worker;

pub use driver::{explore, explore_observed};
pub use setup::{ExplorationSetup, ExploreError, Explored, MakeSolver, Report};
