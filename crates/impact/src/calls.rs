//! Impact across calls, in one version: up, from a function whose own code is impacted to its callers; down, from impacted
//! arguments and memory to what reads them in the callee.
//!
//! *Source*: [idise-icsm2012] §III: one impact set for a function's own changes, and what comes through its parameters.
//!
//! # Deviations
//! 1. What comes through parameters is joined over all call sites, not composed per calling context.
//! 2. The backward rules stay inside a function: what the callers computed for an argument that an impacted node of the
//!    callee reads is not added. What must be run to compare two versions is closed across calls, in `incise-guide`.

use crate::precise::forward;
use crate::procedure::Procedure;
use crate::set::{Impact, Origin, Rule};
use incise_base::{IdSet, until_stable};
use incise_deps::{FunctionFacts, NodeId, ProgramFacts, Relations, VarId};
use incise_ir::{FuncId, IdVec};

/// One version with the relations of its functions.
pub struct Version<'a> {
    /// The facts.
    pub facts: &'a ProgramFacts,
    /// The relations, none for declarations.
    pub relations: IdVec<FuncId, Option<Relations>>,
}

impl<'a> Version<'a> {
    /// Computes the relations.
    pub fn new(facts: &'a ProgramFacts) -> Self {
        let of = |function: &Option<FunctionFacts>| function.as_ref().map(|function| Relations::of(&function.facts));
        Version { facts, relations: facts.functions.iter().map(of).collect() }
    }
    /// A function with a body.
    pub fn procedure(&self, id: FuncId) -> Option<Procedure<'_>> {
        let facts = &self.facts.functions[id].as_ref()?.facts;
        Some(Procedure { facts, relations: self.relations[id].as_ref()? })
    }
    fn bodies(&self) -> impl Iterator<Item = (FuncId, &FunctionFacts, Procedure<'_>)> {
        self.facts.functions.iter_ids().filter_map(|(id, function)| Some((id, function.as_ref()?, self.procedure(id)?)))
    }

    /// Closes the sets forward, and marks calls of functions that are impacted by changes in them.
    pub fn up(&self, own: &mut IdVec<FuncId, Impact>) {
        // How much of each set was closed.
        let mut closed: IdVec<FuncId, usize> = own.iter().map(|_| 0).collect();
        until_stable(|| {
            let mut changed = false;
            for (id, function, procedure) in self.bodies() {
                let before = own[id].len();
                for (node, callees) in &function.calls {
                    for callee in callees {
                        let first = own[*callee].steps().next().map(|(first, _)| first);
                        if let Some(first) = first {
                            own[id].add(*node, Rule::Callee, Some(Origin::There(*callee, first)), None);
                        }
                    }
                }
                if closed[id] != own[id].len() {
                    forward(procedure, &mut own[id]);
                    closed[id] = own[id].len();
                }
                changed |= own[id].len() != before;
            }
            changed
        });
    }

    /// Carries impact from call sites into callees, and forward there.
    pub fn down(&self, all: &mut IdVec<FuncId, Impact>) {
        // How much of each set was carried into callees, and closed.
        let mut carried: IdVec<FuncId, usize> = all.iter().map(|_| 0).collect();
        let mut closed = carried.clone();
        until_stable(|| {
            let mut changed = false;
            for (id, function, _) in self.bodies() {
                if std::mem::replace(&mut carried[id], all[id].len()) == all[id].len() {
                    continue;
                }
                for (node, callees) in &function.calls {
                    for callee in callees.iter().filter(|_| all[id].contains(*node)).collect::<Vec<_>>() {
                        changed |= self.enter_callee(all, id, *node, *callee);
                    }
                }
            }
            for (id, _, procedure) in self.bodies() {
                let before = all[id].len();
                if closed[id] != before {
                    forward(procedure, &mut all[id]);
                    closed[id] = all[id].len();
                    changed |= closed[id] != before;
                }
            }
            changed
        });
    }

    /// Carries the impact of one call into one of the functions that it calls; gives whether something was added.
    fn enter_callee(&self, all: &mut IdVec<FuncId, Impact>, caller: FuncId, node: NodeId, callee: FuncId) -> bool {
        let (Some(function), Some(procedure)) = (&self.facts.functions[caller], self.procedure(caller)) else {
            return false;
        };
        let Some(target) = self.facts.functions[callee].as_ref() else { return false };
        let Some(relations) = self.relations[callee].as_ref() else { return false };
        let origin = Some(Origin::There(caller, node));
        let before = all[callee].len();
        let set = &all[caller];
        let decided = procedure.relations.controllers_of(node).any(|edge| set.contains(edge.branch));
        if decided || set.reason(node).is_some_and(|reason| reason.rule == Rule::Called) {
            for (inner, facts) in target.facts.nodes.iter_ids() {
                if facts.kind != incise_deps::Kind::Other || !facts.uses.is_empty() {
                    all[callee].add(inner, Rule::Called, origin, None);
                }
            }
            return all[callee].len() != before;
        }
        let own = set
            .reason(node)
            .is_some_and(|reason| matches!(reason.rule, Rule::Changed | Rule::Removed | Rule::Argument));
        let flows = procedure.relations.flows_to(node).filter(|flow| set.contains(flow.from));
        let carried: IdSet<VarId> = flows.map(|flow| flow.var).collect();
        let mut entering: IdSet<VarId> =
            carried.iter().filter_map(|var| function.cell(var)).map(|cell| target.cell_var(cell)).collect();
        for (param, reads) in target.nodes.params.iter().zip(function.args.get(&node).into_iter().flatten()) {
            if own || reads.iter().any(|var| carried.contains(*var)) {
                entering.insert(target.local_var(*param));
            }
        }
        for var in entering.iter() {
            for inner in relations.reads_on_entry(var) {
                all[callee].add(inner, Rule::Argument, origin, Some(var));
            }
        }
        all[callee].len() != before
    }
}
