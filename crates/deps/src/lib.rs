//! What depends on what, statement by statement.
//!
//! *In*: a module, or [`Facts`] written down by hand (a figure of a paper). *Out*: [`Facts`] per function (nodes, what
//! each writes and reads, the control-flow graph), and the [`Relations`] that follow: control dependence per branch edge,
//! paths, reaching definitions.
//!
//! A *node* is what a reader of the source takes for one step: an assignment to a variable, a store, a call, a branch.
//! Temporaries belong to the node that they feed.
//!
//! # Invariants
//! - Dependence is over-approximated: what a pointer may point to, what an unknown function may read or write.
//!
//! # Deviations
//! 1. That a call may not return (it exits, or loops for ever) makes nothing control dependent on the call.
//! 2. Other threads are not considered.

mod branch_points;
mod call_graph;
mod cells;
mod concrete_path;
mod control;
mod effects;
mod expand;
mod expansion;
mod facts;
mod final_definitions;
mod ids;
mod inclusion;
mod inline;
mod interactive;
mod nodes;
mod path;
mod points_to;
mod program;
mod reaching;
mod relations;
mod render;
mod summary;
mod vars;

pub use branch_points::{Dependence, Point, PointId, Points};
pub use call_graph::CallGraph;
pub use cells::{CellId, Cells, Piece};
pub use concrete_path::{Activation, ActivationId, Choice, NoWalk, Step, Walk};
pub use control::{ControlEdge, control_dependence};
pub use expansion::{CopyId, Expansion};
pub use facts::{Facts, Kind, Node};
pub use final_definitions::AtEnd;
pub use ids::{NodeId, VarId};
pub use inclusion::{Inclusions, IndirectCall, ObjectId, Role, SlotId, Solution};
pub use inline::{InlineId, Inlined};
pub use interactive::{Interactive, Meeting, interactive};
pub use nodes::{FunctionNodes, Site};
pub use path::{OnPath, PathDependences};
pub use points_to::{ObjectKind, PointsTo};
pub use program::{FunctionFacts, ProgramFacts};
pub use reaching::{Flow, Reads};
pub use relations::Relations;
pub use render::{Names, SourceNames, node_text, type_text};
pub use vars::VarSet;
