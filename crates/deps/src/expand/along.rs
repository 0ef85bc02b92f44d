//! A program expanded for one path: what the path enters has a copy of its own, also where a function calls itself.
//!
//! *In*: a [`Walk`]. *Out*: an [`Expansion`], and where in it the path comes.
//!
//! # Invariants
//! - Two activations have the same copy exactly when the same call of the same copy entered them, in two rounds of a loop: as if the text of
//!   what is called stood in the place of the call.
//! - What a call that the path does not come to enters is copied as it is without a path: a function that can call itself has one copy for all of them.
//! - What a reader of the source does not take for a dependence is none (how many inputs there were, what else could have failed before).

use super::builder::Builder;
use super::{CopyId, Expansion};
use crate::cells::CellId;
use crate::facts::{NodeId, VarId};
use crate::program::ProgramFacts;
use crate::walk::{ActivationId, Step, Walk};
use incise_ir::{FuncId, Id, IdVec, LocalId, LocalKind, Module};
use std::collections::BTreeMap;

/// The calls that a path enters, rounds of loops taken together.
pub(super) struct Along<'a> {
    /// The functions that are entered at all.
    pub enters: &'a dyn Fn(FuncId) -> bool,
    contexts: BTreeMap<(usize, NodeId, FuncId), usize>,
    of: BTreeMap<CopyId, usize>,
}

impl<'a> Along<'a> {
    fn new(walk: &Walk, enters: &'a dyn Fn(FuncId) -> bool) -> Self {
        let mut contexts = BTreeMap::new();
        let mut of: IdVec<ActivationId, usize> = IdVec::new();
        for activation in walk.activations.iter() {
            let n_known = contexts.len() + 1;
            of.push(match activation.caller {
                Some((caller, call)) => *contexts.entry((of[caller], call, activation.function)).or_insert(n_known),
                None => 0,
            });
        }
        Along { enters, contexts, of: BTreeMap::new() }
    }

    /// The context that a call from a copy enters, if the path does; no call for the function that runs first.
    pub fn context(&self, function: FuncId, caller: Option<(CopyId, NodeId)>) -> Option<usize> {
        let Some((copy, call)) = caller else { return Some(0) };
        self.contexts.get(&(*self.of.get(&copy)?, call, function)).copied()
    }

    /// A context has got its copy.
    pub fn made(&mut self, copy: CopyId, context: usize) {
        self.of.insert(copy, context);
    }
}

/// Where a path comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The node of the expansion.
    pub node: NodeId,
    /// The side that is taken, if it is a branch.
    pub side: Option<u32>,
    /// The activation.
    pub activation: ActivationId,
    /// The place of the statement that it is part of: arguments and result are handed over by nodes of their own.
    pub part_of: usize,
}

/// What a variable of an expansion is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// Memory.
    Cell(CellId),
    /// A local of a copy of a function.
    Local(FuncId, LocalId),
    /// What a function gives back.
    Result(FuncId),
    /// Something else that a call hands over.
    Other(FuncId),
}

impl Expansion {
    /// Expands a program for a walk that enters these functions; gives where the walk comes.
    pub fn along(
        module: &Module,
        program: &ProgramFacts,
        walk: &Walk,
        enters: &dyn Fn(FuncId) -> bool,
    ) -> (Expansion, Vec<Place>) {
        let entry = walk.activations.iter().next().expect("a walk begins in a function").function;
        let builder = Builder::new(module, program, Some(Along::new(walk, enters)));
        let expansion = builder.expanded(entry);
        let places = expansion.places(walk);
        (expansion, places)
    }

    fn places(&self, walk: &Walk) -> Vec<Place> {
        let mut copies: IdVec<ActivationId, CopyId> = IdVec::new();
        for activation in walk.activations.iter() {
            copies.push(match activation.caller {
                Some((caller, call)) => self.children[&(copies[caller], call, activation.function)],
                None => self.entry(),
            });
        }
        let at =
            |activation: ActivationId, node: NodeId| NodeId::new(self.copies[copies[activation]].first + node.index());
        let mut places: Vec<Place> = Vec::new();
        // The places of calls that are not left yet, the last of them being the one that runs.
        let mut calls: Vec<usize> = Vec::new();
        for step in &walk.steps {
            let here = places.len();
            match *step {
                Step::At { activation, node, side } => {
                    places.push(Place { node: at(activation, node), side, activation, part_of: here });
                }
                Step::Enter(activation) => {
                    let call = places[here - 1];
                    calls.push(here - 1);
                    for pass in &self.passes[&(call.node, walk.activations[activation].function)] {
                        places.push(Place { node: *pass, ..call });
                    }
                }
                Step::Over => places.push(Place { node: self.backs[&places[here - 1].node], ..places[here - 1] }),
                Step::Leave(activation) => {
                    let call = places[calls.pop().expect("what is left was entered")];
                    let exit = self.copies[copies[activation]].exit;
                    places.push(Place { node: exit, side: None, activation, part_of: here });
                    places.push(Place { node: self.backs[&call.node], ..call });
                }
            }
        }
        places
    }

    /// What a variable is.
    pub fn variable(&self, module: &Module, var: VarId) -> Variable {
        if var.index() < self.n_cells {
            return Variable::Cell(CellId::new(var.index()));
        }
        let position = self.copies.iter().take_while(|copy| copy.first_var <= var.index()).count();
        let copy = &self.copies[CopyId::new(position.saturating_sub(1))];
        let n_locals = module.functions[copy.function].locals.len();
        match var.index().saturating_sub(copy.first_var) {
            local if local < n_locals => Variable::Local(copy.function, LocalId::new(local)),
            local if local == n_locals => Variable::Result(copy.function),
            _ => Variable::Other(copy.function),
        }
    }

    /// Whether a variable holds something when the entry starts: memory and its parameters do.
    pub fn holds_on_entry(&self, module: &Module, program: &ProgramFacts, var: VarId) -> bool {
        let entry = &self.copies[self.entry()];
        let function = &module.functions[entry.function];
        let variables = program.functions[entry.function].iter().flat_map(|facts| &facts.nodes.params);
        let is_param = |local: LocalId| {
            function.locals[local].kind == LocalKind::Param || variables.clone().any(|param| *param == local)
        };
        var.index() < self.n_cells
            || var
                .index()
                .checked_sub(entry.first_var)
                .is_some_and(|local| local < function.locals.len() && is_param(LocalId::new(local)))
    }

    /// The call that a node hands arguments or the result over for.
    pub fn call_of(&self, node: NodeId) -> Option<NodeId> {
        self.part_of.get(&node).copied()
    }

    /// The copy that a node belongs to; none for what only hands values over.
    pub fn copy_of(&self, node: NodeId) -> Option<CopyId> {
        self.origins[node].map(|(copy, _)| copy)
    }
}
