//! Symbolic execution of one program.
//!
//! *In*: a program ([`incise_ir::Module`]) and a [`Config`]. *Out*: a [`Report`]: the paths, the errors with inputs that trigger them,
//! what was covered, and the [`Ledger`] of everything that weakens the answer.
//!
//! # Invariants
//! - Nothing here knows of versions, changes or impact.
//! - A path is named by the alternative taken wherever several were feasible (`choices`), so that any path can be run again, by any worker.
//! - Results do not depend on the order of exploration or the number of workers, except where a bound cuts the search short.

mod access_log;
mod arguments;
mod call;
mod choice;
mod config;
mod decision_log;
mod engine;
mod environment;
mod error;
mod event;
mod explore;
mod format;
mod given;
mod guide;
mod input;
mod kept;
mod ledger;
mod library;
mod limits;
mod list;
mod measures;
mod memory;
mod observation;
mod observer;
mod output;
mod outside_function;
mod path;
mod plan;
mod pointee_shapes;
mod prefix;
mod prepare;
mod reachable_globals;
mod restriction;
mod run_loop;
mod source_types;
mod state;
mod stats;
mod step;
mod stream;
mod value;

pub use access_log::{Accessed, MayOverlap};
pub use call::Unfollowed;
pub use choice::Choice;
pub use config::{
    Allocation, AnyArguments, Assumption, Bounds, Checks, Comparison, Config, Entry, Environment, GlobalRange,
    HistoryCall, Order, Pause, Pointer, Search, StartGlobals, UbPolicy, Uninterpreted,
};
pub use decision_log::{DecisionKind, ExploredSides, LoggedDecision, Spot, Stack, spots};
pub use engine::{
    Context, Engine, Machine, Prepared, Program, Run, Step, Stop, function_at, is_irrelevant, write_value,
};
pub use environment::{
    AliasCase, Nesting, NullPointer, Position, StartError, alias_cases, beside_cases, declared_type, entry_function,
    is_restrict_parameter, kinds, left_out, parameter_name, parameter_names, positions, reads_arguments,
};
pub use error::{ErrorKind, NULL_CALL, PathEnd, ProgramError, StackEntry};
pub use event::{Access, CallEvent, MathsCall, Passed, Reading, Target};
pub use explore::{ExplorationSetup, ExploreError, Explored, MakeSolver, Report, explore, explore_observed};
pub use given::Given;
pub use guide::{Advice, Guide, MakeGuide};
pub use input::{Input, InputKind, InputPart};
pub use kept::{Kept, KeptWrite};
pub use ledger::{Ledger, LedgerEntry, Weakness};
pub use library::{ALLOCATION, is_modelled};
pub use limits::{Limits, Progress};
pub use list::SharedList;
pub use measures::Measures;
pub use memory::{Byte, Lifetime, Memory, Object, ObjectId, ObjectKind, Read};
pub use observation::{Aspect, Aspects, FloatEquality, GlobalBytes, Observation, ObservedSubset, SeenAtEnd};
pub use observer::{NoObserver, PathObserver};
pub use output::{CALLS, FILES, INPUT, OutputItem, OutputPiece};
pub use outside_function::{OutsideFunction, is_outside_function, outside_address};
pub use path::{ErrorSite, InputValue, PartValue, PathRecord, PathSink, PointedTo, without_widths};
pub use plan::{Action, BlockPlan, Clobber, EndAction, FunctionPlan, MemoryRegion, Plan};
pub use pointee_shapes::{Outside, POINTS_ON, PointerField, pointer_in};
pub use prefix::{ConditionPrint, Divergence, Prefix};
pub use reachable_globals::{named_globals, only_read, reachable_functions, written_globals};
pub use restriction::Restriction;
pub use run_loop::{DepthFirst, Driver, IsOver, OnePath, Ran};
pub use source_types::{
    Member, Scalar, holds_pointer, is_any_moved, is_stream, members, pointed_to, scalars, size_of, strip,
};
pub use state::{Branched, Decision, Frame, Note, State, Thread};
pub use stats::Stats;
pub use step::format_of;
pub use stream::{ONLY_READ, Stream, given_file};
pub use value::Value;
