//! A whole program from one entry as a single procedure: every call is replaced by a copy of what it calls.
//!
//! *In*: the facts of a program and the function that runs first. *Out*: an [`Expansion`]: [`Facts`] like those of one
//! procedure, so that whatever is computed of a procedure can be computed of the program, each calling context apart; and the way
//! from a call stack to a node.
//!
//! *Source*: [dgse-tse2017] §5.2 takes its relations to be interprocedural "through adopting the techniques" of others;
//! copying is the simplest of them that keeps contexts apart.
//!
//! # Invariants
//! - A function that can call itself, and every function once the copies have too many nodes, has one copy for all its calls.
//!   Control may then go back to a call that it did not come from, which only adds dependences.
//! - In the copy of a function that calls itself nothing is known to be overwritten but globals: what looks like one variable is
//!   one for each activation.
//! - Calls that make inputs depend on those before them: an input is named by its number.

mod along;
mod builder;

pub use along::{Place, Variable};

use crate::facts::{Facts, NodeId, VarId, id};
use crate::nodes::Site;
use crate::program::{FunctionFacts, ProgramFacts};
use crate::reaching::{Flow, reads_on_entry};
use crate::vars::VarSet;
use builder::Builder;
use incise_ir::{BlockId, FuncId, Id, IdVec, Module};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

id! {
    /// A copy of a function.
    CopyId, "c"
}

/// A program as one procedure.
pub struct Expansion {
    /// The nodes with what they write and read; the first node is where the entry starts.
    pub facts: Facts,
    /// Where the entry function ends.
    pub end: NodeId,
    /// What is read to decide something at a node.
    decided: IdVec<NodeId, VarSet>,
    /// Calls of functions without a body, by what is known of them.
    outside: IdVec<NodeId, Outside>,
    /// Variables that are cells of globals; then come other cells, and past them what is no cell.
    globals: VarSet,
    n_cells: usize,
    copies: IdVec<CopyId, Copy>,
    children: FxHashMap<(CopyId, NodeId, FuncId), CopyId>,
    origins: IdVec<NodeId, Option<(CopyId, NodeId)>>,
    /// The nodes that hand arguments over, by call and callee, and the node to which control comes back, by call.
    passes: BTreeMap<(NodeId, FuncId), Vec<NodeId>>,
    backs: BTreeMap<NodeId, NodeId>,
    /// The call of each of them.
    part_of: BTreeMap<NodeId, NodeId>,
}

/// What a node may have from functions without a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outside {
    /// Nothing: it calls none.
    Nothing,
    /// What it has from the arguments.
    Known,
    /// Inputs.
    Inputs,
    /// Anything.
    Unknown,
}

struct Copy {
    function: FuncId,
    /// The node of the function's first node; the others follow.
    first: usize,
    first_var: usize,
    /// Where all its returns meet.
    exit: NodeId,
    /// Whether several activations share it at the same time.
    shared: bool,
}

impl Expansion {
    /// Expands a program from a function with a body.
    pub fn of(module: &Module, program: &ProgramFacts, entry: FuncId) -> Option<Expansion> {
        program.functions[entry].as_ref()?;
        Some(Builder::new(module, program, None).expanded(entry))
    }
    /// The nodes at which something can be decided about inputs, which are what functions without a body give, what was there before the
    /// entry started, and of globals only if `global_inputs` says so. `flows` are all flows of the program.
    pub fn deciding(&self, flows: &[Flow], global_inputs: bool) -> IdVec<NodeId, bool> {
        let nodes = &self.facts.nodes;
        let mut readers: IdVec<NodeId, Vec<(NodeId, VarId)>> = nodes.iter().map(|_| Vec::new()).collect();
        flows.iter().for_each(|flow| readers[flow.from].push((flow.to, flow.var)));
        let mut found: IdVec<NodeId, bool> = self.outside.iter().map(|outside| *outside == Outside::Unknown).collect();
        let mut gives: IdVec<NodeId, bool> = self.outside.iter().map(|outside| *outside >= Outside::Inputs).collect();
        let mut pending: Vec<NodeId> = gives.ids().filter(|node| gives[*node]).collect();
        // How many inputs there are, and what is still allocated, is decided by nobody.
        let is_counted = |var: VarId| var.index() == self.n_cells || var.index() == self.n_cells + 1;
        let mut see = |node: NodeId, var: VarId, pending: &mut Vec<NodeId>| {
            if is_counted(var) {
                return;
            }
            found[node] |= self.outside[node] != Outside::Nothing || self.decided[node].contains(&var);
            if !std::mem::replace(&mut gives[node], true) {
                pending.push(node);
            }
        };
        for (var, node) in reads_on_entry(&self.facts) {
            if global_inputs || !self.globals.contains(&var) {
                see(node, var, &mut pending);
            }
        }
        while let Some(node) = pending.pop() {
            for (reader, var) in &readers[node] {
                see(*reader, *var, &mut pending);
            }
        }
        found
    }
    /// The copy that a call from a copy enters.
    pub fn callee(
        &self,
        program: &ProgramFacts,
        copy: CopyId,
        place: (BlockId, u32),
        callee: FuncId,
    ) -> Option<CopyId> {
        let facts = program.functions[self.copies[copy].function].as_ref()?;
        let node = at(facts, place.0, place.1)?;
        self.children.get(&(copy, node, callee)).copied()
    }
    /// The copy of the entry.
    pub fn entry(&self) -> CopyId {
        CopyId::new(0)
    }
    /// The function that a copy is one of.
    pub fn function(&self, copy: CopyId) -> FuncId {
        self.copies[copy].function
    }
    /// The node that a statement of a copy belongs to.
    pub fn node(&self, program: &ProgramFacts, copy: CopyId, place: (BlockId, u32)) -> Option<NodeId> {
        let facts = program.functions[self.copies[copy].function].as_ref()?;
        let node = at(facts, place.0, place.1)?;
        Some(NodeId::new(self.copies[copy].first + node.index()))
    }
    /// The node of a function that a node is a copy of; none for what only hands values over.
    pub fn origin(&self, node: NodeId) -> Option<(FuncId, NodeId)> {
        self.origins[node].map(|(copy, node)| (self.copies[copy].function, node))
    }
}

/// The node of a block that a statement is, or that it stands before: nothing is written between, and the node has what it reads.
fn at(facts: &FunctionFacts, block: BlockId, index: u32) -> Option<NodeId> {
    let mut node = *facts.nodes.first.get(&block)?;
    loop {
        match facts.nodes.sites.get(node)? {
            Site::Stmt(_, position) if (*position as u32) < index => node = NodeId::new(node.index() + 1),
            _ => return Some(node),
        }
    }
}
