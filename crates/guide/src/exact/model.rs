//! One version of a program as the closures see it: steps, what each reads and writes, and what each does beside that.
//!
//! # Invariants
//! - Variables are numbers that are dense per function; a cell of memory has one in every function that may touch it.
//! - A step overwrites for certain only what is in `kills`; everything else that it writes may also keep its old value.
//! - Control dependence counts the ways out of a function that no edge of control flow shows: a call that may end the program.

use incise_base::{Digraph, closure, components, post_dominators};
use incise_deps::{CellId, NodeId, control_dependence};
use incise_ir::{FuncId, IdVec};
use std::collections::BTreeMap;

/// How a step can end the program on purpose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Ends {
    /// It does not.
    #[default]
    No,
    /// It goes on or ends: an assumption, a call of a function that may call `exit`.
    May,
    /// It ends: `exit`, a failed assertion.
    Always,
}

/// Ways in which a step can be an error, as a set of bits.
pub type Failures = u8;
/// A division.
pub const DIVISION: Failures = 1;
/// An access to memory.
pub const MEMORY: Failures = 2;
/// Arithmetic that leaves its type.
pub const ARITHMETIC: Failures = 4;

/// A step: a node of the source, or a place where control only passes.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Whether it does anything.
    pub acts: bool,
    /// What it may write.
    pub defs: Vec<u32>,
    /// What it overwrites for certain.
    pub kills: Vec<u32>,
    /// What it may read; for a call of known functions what it needs to make the call.
    pub uses: Vec<u32>,
    /// Whether it returns to the caller.
    pub returns: bool,
    /// Whether it writes to a stream that is observed.
    pub output: bool,
    /// How it ends the program by itself, not by what it calls.
    pub ends: Ends,
    /// How it can be an error.
    pub fails: Failures,
    /// For a call of functions with a body.
    pub call: Option<Call>,
}

/// A call of functions with a body.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Whom it may call.
    pub targets: Vec<FuncId>,
    /// What each argument reads.
    pub args: Vec<Vec<u32>>,
    /// Where the result goes.
    pub dst: Option<u32>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Body {
    /// The steps; the first is where control enters.
    pub steps: IdVec<NodeId, Step>,
    /// Control flow between them.
    pub flow: Digraph<NodeId>,
    /// Number of variables.
    pub n_vars: usize,
    /// The variables that hold each argument; the last entry stands for all arguments that have no name.
    pub formals: Vec<Vec<u32>>,
    /// Cells and their variables.
    pub cells: BTreeMap<CellId, u32>,
    /// The cell of each variable that is one.
    pub cell_of: Vec<Option<CellId>>,
    /// Whether it may end the program.
    pub may_end: bool,
    /// Where all ways from each step meet again; none if some way ends the program or if they only meet after the return.
    pub meets: IdVec<NodeId, Option<NodeId>>,
    /// The steps that decide whether each step runs.
    pub parents: IdVec<NodeId, Vec<NodeId>>,
    /// The steps that each step decides about.
    pub dependents: IdVec<NodeId, Vec<NodeId>>,
}

impl Body {
    /// Whether control must never come here, or never leaves again and does nothing.
    pub fn is_dead(&self, node: NodeId) -> bool {
        !self.steps[node].acts && self.steps[node].ends == Ends::Always
    }
    /// Where control must never come and where it never leaves again, the program ends.
    fn find_dead(&mut self) {
        let found = components(&self.flow);
        for (position, members) in found.members.iter().enumerate() {
            let leaves = |node: &NodeId| self.flow.successors(*node).iter().any(|next| found.of[*next] != position);
            let ends = |node: &NodeId| self.steps[*node].returns || self.steps[*node].ends == Ends::Always;
            if !members.iter().any(leaves) && !members.iter().any(ends) {
                self.steps[members[0]].ends = Ends::Always;
            }
        }
    }
    /// The position of the formal that an argument goes to.
    pub fn formal(&self, argument: usize) -> usize {
        argument.min(self.formals.len() - 1)
    }
}

/// A version.
#[derive(Clone, Debug)]
pub struct SlicedProgram {
    /// Where the run starts.
    pub entry: FuncId,
    /// The functions that can be reached; none for others.
    pub bodies: IdVec<FuncId, Option<Body>>,
    /// The calls of each function.
    pub callers: IdVec<FuncId, Vec<(FuncId, NodeId)>>,
}

impl SlicedProgram {
    /// Completes a version whose steps are known.
    pub fn new(entry: FuncId, mut bodies: IdVec<FuncId, Option<Body>>) -> SlicedProgram {
        bodies.iter_mut().flatten().for_each(Body::find_dead);
        let mut callers: IdVec<FuncId, Vec<(FuncId, NodeId)>> = bodies.iter().map(|_| Vec::new()).collect();
        for (id, body) in bodies.iter_ids() {
            for (node, step) in body.iter().flat_map(|body| body.steps.iter_ids()) {
                for target in step.call.iter().flat_map(|call| &call.targets) {
                    callers[*target].push((id, node));
                }
            }
        }
        let mut version = SlicedProgram { entry, bodies, callers };
        version.find_ends();
        for body in version.bodies.iter_mut().flatten() {
            body.find_control();
        }
        version
    }
    /// A function that can be reached.
    pub fn body(&self, id: FuncId) -> &Body {
        self.bodies[id].as_ref().expect("only functions that are reached are asked for")
    }
    /// The functions that can be reached.
    pub fn reached(&self) -> impl Iterator<Item = (FuncId, &Body)> {
        self.bodies.iter_ids().filter_map(|(id, body)| Some((id, body.as_ref()?)))
    }
    fn find_ends(&mut self) {
        let ends = |(_, body): &(FuncId, &Body)| body.steps.iter().any(|step| step.ends != Ends::No);
        let from: Vec<FuncId> = self.reached().filter(ends).map(|(id, _)| id).collect();
        let ending = closure(from, |id| self.callers[id].iter().map(|(caller, _)| *caller));
        for id in &ending {
            self.bodies[*id].as_mut().expect("only bodies end").may_end = true;
        }
        for step in self.bodies.iter_mut().flatten().flat_map(|body| body.steps.iter_mut()) {
            let calls = step.call.iter().flat_map(|call| &call.targets).any(|target| ending.contains(target));
            if calls {
                step.ends = step.ends.max(Ends::May);
            }
        }
    }
}

impl Body {
    fn find_control(&mut self) {
        let mut flow = Digraph::new(self.steps.len());
        for node in self.flow.nodes() {
            for next in self.flow.successors(node) {
                flow.add_edge(node, *next);
            }
        }
        let stop = flow.push();
        for (node, step) in self.steps.iter_ids() {
            if step.ends != Ends::No {
                flow.add_edge(node, stop);
            }
        }
        let post = post_dominators(&flow);
        self.meets = self.steps.ids().map(|node| post.immediate(node).filter(|meet| *meet != stop)).collect();
        self.parents = self.steps.iter().map(|_| Vec::new()).collect();
        self.dependents = self.parents.clone();
        for edge in control_dependence(&flow) {
            if edge.dependent != stop && !self.parents[edge.dependent].contains(&edge.branch) {
                self.parents[edge.dependent].push(edge.branch);
                self.dependents[edge.branch].push(edge.dependent);
            }
        }
    }
}
