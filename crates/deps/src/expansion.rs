//! Expansion: the result of whole-program inlining, one copy per calling context, and the way from a call stack to its node.
//!
//! It is made by [`expand`](crate::expand).

use crate::facts::Facts;
use crate::ids::{NodeId, VarId};
use crate::nodes::Site;
use crate::program::{FunctionFacts, ProgramFacts};
use crate::reaching::Reads;
use crate::vars::VarSet;
use incise_ir::{BlockId, FuncId, Id, IdVec};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

incise_base::ids! {
    /// A copy of a function.
    CopyId("c");
}

/// A program as one procedure.
pub struct Expansion {
    /// The nodes with what they write and read; the first node is where the entry starts.
    pub facts: Facts,
    /// Where the entry function ends.
    pub end: NodeId,
    /// What is read to decide something at a node.
    pub(crate) decided: IdVec<NodeId, VarSet>,
    /// Calls of functions without a body, by what is known of them.
    pub(crate) outside: IdVec<NodeId, Outside>,
    /// Nodes whose calls may be seen from outside.
    pub(crate) speaks: IdVec<NodeId, bool>,
    /// What the entry returns.
    pub(crate) result: VarId,
    /// Variables that are cells of globals; then come other cells, and past them what is no cell.
    pub(crate) globals: VarSet,
    pub(crate) n_cells: usize,
    pub(crate) copies: IdVec<CopyId, Copy>,
    pub(crate) children: FxHashMap<(CopyId, NodeId, FuncId), CopyId>,
    pub(crate) origins: IdVec<NodeId, Option<(CopyId, NodeId)>>,
}

/// What a node may have from functions without a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outside {
    /// Nothing: it calls none.
    Nothing,
    /// What it has from the arguments.
    Known,
    /// Inputs.
    Inputs,
    /// Inputs that decide where they are made: whether there is memory.
    DecidingInputs,
    /// Anything.
    Unknown,
}

pub(crate) struct Copy {
    pub(crate) function: FuncId,
    /// The node of the function's first node; the others follow.
    pub(crate) first: usize,
    pub(crate) first_var: usize,
    /// Where all its returns meet.
    pub(crate) exit: NodeId,
    /// Whether several activations share it at the same time.
    pub(crate) shared: bool,
}

impl Expansion {
    /// The nodes at which something can be decided about inputs, which are what functions without a body give, what was there before the
    /// entry started, and of globals only if `global_inputs` says so. `reads` are those of the program.
    pub fn deciding(&self, reads: &Reads, global_inputs: bool) -> IdVec<NodeId, bool> {
        let nodes = &self.facts.nodes;
        let mut readers: IdVec<NodeId, Vec<(NodeId, VarId)>> = nodes.iter().map(|_| Vec::new()).collect();
        reads.flows.iter().for_each(|flow| readers[flow.from].push((flow.to, flow.var)));
        let mut found: IdVec<NodeId, bool> =
            self.outside.iter().map(|outside| *outside >= Outside::DecidingInputs).collect();
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
        for (var, node) in &reads.on_entry {
            if global_inputs || !self.globals.contains(var) {
                see(*node, *var, &mut pending);
            }
        }
        while let Some(node) = pending.pop() {
            for (reader, var) in &readers[node] {
                see(*reader, *var, &mut pending);
            }
        }
        found
    }
    /// What the entry returns, as a variable.
    pub fn result(&self) -> VarId {
        self.result
    }
    /// What is still allocated, as a variable.
    pub fn allocated(&self) -> VarId {
        VarId::new(self.n_cells + 1)
    }
    /// Whether a node calls something without a body in a way that may be seen from outside: output, or code that is not known.
    pub fn speaks(&self, node: NodeId) -> bool {
        self.speaks[node]
    }
    /// Where control goes back to depends on where it came from: for each end of a copy that several calls share those calls.
    pub fn returns(&self) -> Vec<(NodeId, NodeId)> {
        let mut callers: BTreeMap<CopyId, BTreeSet<NodeId>> = BTreeMap::new();
        for ((copy, node, _), child) in &self.children {
            let call = NodeId::new(self.copies[*copy].first + node.index());
            callers.entry(*child).or_default().insert(call);
        }
        callers.retain(|_, calls| calls.len() > 1);
        let pairs = |(copy, calls): (CopyId, BTreeSet<NodeId>)| {
            let exit = self.copies[copy].exit;
            calls.into_iter().map(move |call| (exit, call))
        };
        callers.into_iter().flat_map(pairs).collect()
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
