//! Random programs against incise.
//!
//! Six questions, the first three with a truth that incise has no part in:
//! - *agreement*: does the engine, run on a program without inputs, print and return what the native binary does?
//! - *completeness*: does the engine, run on a program with few inputs, find exactly the paths that running the native
//!   binary on every input shows?
//! - *pairs*: does `incise diff` report exactly the inputs on which two versions of a program differ natively?
//! - *states*: does `incise diff` never confuse modules whose private state is only laid out otherwise with those that have a fault?
//! - *dependence*: does exploration guided by dependence find every error that exploring everything does?
//! - *interrupts*: does a command that is stopped at any moment end in time with a valid report, and leave nothing behind?
//!
//! # Invariants
//! - A program is named by its generator, options and seed, and these alone decide it.
//! - Only a program that was compared and agreed counts as passed; one that could not be compared is counted apart.

pub mod agreement;
pub mod analysed;
pub mod batch;
pub mod completeness;
pub mod csmith;
pub mod dependence;
pub mod features;
pub mod generate;
pub mod interrupts;
pub mod native;
pub mod pairs;
pub mod rng;
pub mod states;
pub mod verdict;
