//! A run of a program by what it decides, through its calls.
//!
//! *In*: the facts of a program, the function that runs first, which functions are entered, and someone who decides. *Out*: a [`Walk`]: the nodes that
//! it comes to, each in its activation.
//!
//! # Invariants
//! - A return goes back to the call that was entered last and is not left yet.
//! - A function that is not entered is one step at its call, with all that it does.

use crate::ids::NodeId;
use crate::nodes::Site;
use crate::program::{FunctionFacts, ProgramFacts};
use incise_ir::{FuncId, Id, IdVec, Module, Operand, Rvalue, StmtKind, TermKind};
use std::collections::BTreeSet;

incise_base::ids! {
    /// A function from where a call enters it to where it returns.
    ActivationId("a");
}

/// A function from where a call enters it to where it returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The function.
    pub function: FuncId,
    /// The call that entered it; none for the function that runs first.
    pub caller: Option<(ActivationId, NodeId)>,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A node of the activation's function runs and, if it is a branch, takes a side.
    At {
        /// The activation.
        activation: ActivationId,
        /// The node.
        node: NodeId,
        /// The side.
        side: Option<u32>,
    },
    /// The call that just ran enters a function.
    Enter(ActivationId),
    /// The call that just ran, which could have entered a function, calls one that is not entered.
    Over,
    /// A function returns to its call.
    Leave(ActivationId),
}

/// What is to be decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// One of so many sides of a branch.
    Side(usize),
    /// One of several functions that a call through a pointer may enter; none for any that is not entered.
    Callee(Vec<Option<FuncId>>),
}

/// Why there is no walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoWalk<E> {
    /// Who decides did not.
    Undecided(E),
    /// It does not come to an end.
    Endless,
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The activations in the order in which they begin.
    pub activations: IdVec<ActivationId, Activation>,
    /// What happens.
    pub steps: Vec<Step>,
    /// What was decided, in order.
    pub decisions: Vec<usize>,
}

/// Longer walks are taken to go round for ever.
const MAX_STEPS: usize = 100_000;

impl Walk {
    /// Walks from the start of a function with a body to its end, or to where the program ends. `decide` is told where, and gives the position of
    /// what it chooses.
    pub fn of<E>(
        module: &Module,
        program: &ProgramFacts,
        entry: FuncId,
        enters: &dyn Fn(FuncId) -> bool,
        mut decide: impl FnMut(&Walk, ActivationId, NodeId, &Choice) -> Result<usize, E>,
    ) -> Result<Walk, NoWalk<E>> {
        let mut walk = Walk { activations: IdVec::new(), steps: Vec::new(), decisions: Vec::new() };
        let mut activation = walk.activations.push(Activation { function: entry, caller: None });
        let mut at = NodeId::new(0);
        let facts_of = |function: FuncId| program.functions[function].as_ref().expect("a function with a body");
        loop {
            if walk.steps.len() > MAX_STEPS {
                return Err(NoWalk::Endless);
            }
            let function = walk.activations[activation].function;
            let facts = facts_of(function);
            let successors = facts.facts.flow.successors(at);
            let side = match successors.len() {
                0 | 1 => None,
                n_sides => {
                    let side = decide(&walk, activation, at, &Choice::Side(n_sides)).map_err(NoWalk::Undecided)?;
                    walk.decisions.push(side);
                    Some(side as u32)
                }
            };
            let callee = match facts.choices(at, enters) {
                choices if choices.len() < 2 => choices.first().copied(),
                choices => {
                    let choice = Choice::Callee(choices.clone());
                    let callee = decide(&walk, activation, at, &choice).map_err(NoWalk::Undecided)?;
                    walk.decisions.push(callee);
                    Some(choices[callee])
                }
            };
            walk.steps.push(Step::At { activation, node: at, side });
            match callee {
                Some(Some(callee)) => {
                    activation = walk.activations.push(Activation { function: callee, caller: Some((activation, at)) });
                    walk.steps.push(Step::Enter(activation));
                    at = NodeId::new(0);
                    continue;
                }
                Some(None) => walk.steps.push(Step::Over),
                None => {}
            }
            if let Some(next) = successors.get(side.unwrap_or(0) as usize) {
                at = *next;
                continue;
            }
            // Where a function does not return, the program ends.
            let caller = walk.activations[activation].caller.filter(|_| facts.returns(module, function, at));
            let Some((caller, call)) = caller else { return Ok(walk) };
            walk.steps.push(Step::Leave(activation));
            activation = caller;
            let facts = facts_of(walk.activations[caller].function);
            at = *facts.facts.flow.successors(call).first().expect("a call is not the end of its block");
        }
    }
}

impl Walk {
    /// The side of a switch that is settled, because a constant was assigned to the local that it is about: where control comes from behind a
    /// `return` or `break` that must first end the lives of variables.
    pub fn settled(
        &self,
        module: &Module,
        program: &ProgramFacts,
        activation: ActivationId,
        node: NodeId,
    ) -> Option<usize> {
        let id = self.activations[activation].function;
        let (function, facts) = (&module.functions[id], program.functions[id].as_ref()?);
        let Site::End(block) = facts.nodes.sites[node] else { return None };
        let TermKind::Switch { value: Operand::Local(local), cases, .. } = &function.blocks[block].terminator.kind
        else {
            return None;
        };
        let mut local = *local;
        while let Some(value) = facts.nodes.folded(function, local) {
            let Rvalue::Use(Operand::Local(inner)) = value else { return None };
            local = *inner;
        }
        let assigned = |step: &Step| {
            let Step::At { activation: other, node, .. } = *step else { return None };
            let Site::Stmt(block, position) = facts.nodes.sites.get(node).filter(|_| other == activation)? else {
                return None;
            };
            let kind = &function.blocks[*block].stmts[*position].kind;
            kind.written().contains(&local).then_some(kind)
        };
        match self.steps.iter().rev().find_map(assigned)? {
            StmtKind::Assign { value: Rvalue::Use(Operand::Int(value)), .. } => {
                let case = cases.iter().position(|(labels, _)| labels.has(u128::from(*value)));
                Some(case.unwrap_or(cases.len()))
            }
            _ => None,
        }
    }
}

impl FunctionFacts {
    /// The functions that a node may enter, and none if it may also call what is not entered; nothing if it enters none.
    pub(crate) fn choices(&self, node: NodeId, enters: &dyn Fn(FuncId) -> bool) -> Vec<Option<FuncId>> {
        let entered = self.entered(node, enters);
        if entered.is_empty() {
            return Vec::new();
        }
        let other = self.calls_elsewhere(node, enters).then_some(None);
        entered.into_iter().map(Some).chain(other).collect()
    }

    /// The functions that a node may call and that are entered.
    fn entered(&self, node: NodeId, enters: &dyn Fn(FuncId) -> bool) -> BTreeSet<FuncId> {
        self.calls.get(&node).into_iter().flatten().copied().filter(|callee| enters(*callee)).collect()
    }

    /// Whether a node may call what is not entered.
    fn calls_elsewhere(&self, node: NodeId, enters: &dyn Fn(FuncId) -> bool) -> bool {
        self.externals.contains_key(&node)
            || self.unknown.contains(&node)
            || self.calls.get(&node).into_iter().flatten().any(|callee| !enters(*callee))
    }

    fn returns(&self, module: &Module, function: FuncId, node: NodeId) -> bool {
        let Site::End(block) = self.nodes.sites[node] else { return false };
        matches!(module.functions[function].blocks[block].terminator.kind, TermKind::Return(_))
    }
}
