//! Path conditions and the chain that decides them.
//!
//! In: hash-consed terms of one pool. Out: definite answers, path conditions, models.
//! A question goes through the links of [`chain`](Solver) until one answers: constants, components, exact value sets of
//! single variables, the kept witness, caches, our own bit-blaster on a SAT solver, other solvers as processes.

mod algebra;
mod answer;
mod apart;
mod backend;
mod canonical;
mod cases;
mod chain;
mod component;
mod config;
mod descent;
mod difference;
mod domain;
mod effort;
mod enumerate;
mod external;
mod lemmas;
mod links;
mod log;
mod memo;
mod meter;
mod order;
mod path_condition;
mod query;
mod ranges;
mod sat;
mod sat_link;
mod scratch;
mod slots;
mod solver;
mod stats;
mod tape;
mod trail;
mod trials;
mod work;

pub use answer::{Branch, Extend, SolverError, Truth, UnknownReason, Values};
pub use backend::{Backend, BackendAnswer, OneShot};
pub use config::{ExternalSolver, SolverConfig};
pub use external::External;
pub use log::QueryLog;
pub use path_condition::PathCondition;
pub use scratch::Scratch;
pub use solver::Solver;
pub use stats::SolverStats;
pub use tape::{PortableModel, Recorded};
pub use work::{PER_SECOND, time_for, work_in};
