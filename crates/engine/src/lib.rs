//! Symbolic execution of one program.
//!
//! *In*: a program ([`incise_ir::Module`]) and a [`Config`]. *Out*: a [`Report`]: the paths, the errors with inputs that trigger them,
//! what was covered, and the [`Ledger`] of everything that weakens the answer.
//!
//! # Invariants
//! - Nothing here knows of versions, changes or impact.
//! - A path is named by the alternative taken wherever several were feasible (`choices`), so that any path can be run again, by any worker.
//! - Results do not depend on the order of exploration or the number of workers, except where a bound cuts the search short.

mod accesses;
mod builtins;
mod config;
mod engine;
mod error;
mod event;
mod explore;
mod format;
mod given;
mod guide;
mod input;
mod ledger;
mod limits;
mod links;
mod list;
mod mark;
mod measures;
mod memory;
mod named;
mod observer;
mod output;
mod path;
mod plan;
mod prefix;
mod search;
mod start;
mod state;
mod step;
mod value;

pub use accesses::{Accessed, MayOverlap};
pub use builtins::stream::Stream;
pub use builtins::{MathsCall, is_modelled};
pub use config::{Config, Entry, Link, Order, Pause, Pointer, UbPolicy, Uninterpreted};
pub use engine::{Engine, Stop, function_at, is_irrelevant};
pub use error::{ErrorKind, PathEnd, ProgramError, StackEntry};
pub use event::{CallEvent, Passed, Reading, Target};
pub use explore::{ExplorationSetup, ExploreError, Explored, MakeSolver, Report, explore, explore_observed};
pub use given::Given;
pub use guide::{Advice, Guide, MakeGuide};
pub use input::{Input, InputKind, InputPart, Scalar, scalars, strip};
pub use ledger::{Ledger, LedgerEntry, Weakness};
pub use limits::{Limits, Progress};
pub use links::{LEADS_ON, Outside};
pub use list::SharedList;
pub use mark::{Mark, MarkKind, Spot, Stack, Tried, spots};
pub use measures::Measures;
pub use memory::{Byte, Lifetime, Memory, Object, ObjectId, ObjectKind, Read};
pub use named::{named_globals, only_read, reachable_functions};
pub use observer::{NoObserver, PathObserver};
pub use output::{CALLS, INPUT, OutputItem, OutputPiece};
pub use path::{ErrorSite, InputValue, PartValue, PathRecord, PathSink, Stats, without_widths};
pub use plan::{Action, BlockPlan, Clobber, EndAction, FunctionPlan, Place, Plan};
pub use prefix::{Divergence, Prefix};
pub use start::{StartError, parameter_name, pointed_to, size_of};
pub use state::{Decision, Frame, Note, State, Thread};
pub use step::format_of;
pub use step::uninterpreted::Unfollowed;
pub use value::Value;
