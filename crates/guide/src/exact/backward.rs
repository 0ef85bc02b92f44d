//! What must be run so that what is compared comes out, in one version: rules 3 and 4 of [dise-tosem2014] Fig. 5 together, with
//! definitions that reach, through calls, to a fixed point.
//!
//! *Source*: relevant variables, M. Weiser, Program slicing, IEEE TSE 10(4), 1984; across calls as in S. Horwitz, T. Reps, D. Binkley,
//! Interprocedural slicing using dependence graphs, TOPLAS 12(1), 1990, but joined over all calls of a function that are run.
//!
//! # Invariants
//! - Whether a step that is to be run runs, and what it reads, depends on steps that are to be run and on inputs alone.
//! - A call is to be run when something that is needed after it may be written in it, or when something is to happen in it that
//!   everybody sees. Another call of the same function may be skipped.
//! - What an argument reads is needed only if a step that is to be run reads the argument.

use super::bits::Bits;
use super::model::{Ends, SlicedProgram};
use incise_base::{Budget, Exhausted, Next, Worklist};
use incise_deps::{CellId, NodeId};
use incise_ir::{FuncId, Id, IdVec};

struct Found {
    run: IdVec<NodeId, bool>,
    args: IdVec<NodeId, Vec<bool>>,
    /// Calls all of whose arguments are to be computed.
    whole: IdVec<NodeId, bool>,
    /// What is needed before each step: for steps of this function, and by what runs after it returns.
    inside: IdVec<NodeId, Bits>,
    outside: IdVec<NodeId, Bits>,
    /// What is needed when it returns.
    exit: Bits,
    result: bool,
    ends: bool,
    event: bool,
}

enum Pending {
    Run(FuncId, NodeId),
    Result(FuncId),
    Ends(FuncId),
    Event(FuncId),
}

/// The closure of one version.
pub struct Backward<'a> {
    version: &'a SlicedProgram,
    found: IdVec<FuncId, Option<Found>>,
    work: Worklist<(FuncId, NodeId)>,
    news: Vec<(FuncId, NodeId)>,
}

impl<'a> Backward<'a> {
    /// Nothing needs to be run yet.
    pub fn new(version: &'a SlicedProgram) -> Self {
        let mut found = IdVec::new();
        for body in version.bodies.iter() {
            found.push(body.as_ref().map(|body| {
                let none = || body.steps.iter().map(|_| Bits::new(body.n_vars)).collect();
                let args = |call: &super::model::Call| vec![false; call.args.len()];
                Found {
                    run: body.steps.iter().map(|_| false).collect(),
                    args: body.steps.iter().map(|step| step.call.as_ref().map(args).unwrap_or_default()).collect(),
                    whole: body.steps.iter().map(|_| false).collect(),
                    inside: none(),
                    outside: none(),
                    exit: Bits::new(body.n_vars),
                    result: false,
                    ends: false,
                    event: false,
                }
            }));
        }
        Backward { version, found, work: Worklist::new(Next::Last), news: Vec::new() }
    }
    /// Whether a step is to be run.
    pub fn runs(&self, function: FuncId, node: NodeId) -> bool {
        self.found[function].as_ref().is_some_and(|found| found.run[node])
    }
    /// Whether a step is run whenever its function is called, with all its arguments computed.
    pub fn runs_always(&self, function: FuncId, node: NodeId) -> bool {
        let Some(found) = &self.found[function] else { return false };
        let computed = found.whole[node] || self.version.body(function).steps[node].call.is_none();
        found.run[node] && computed && (found.event || function == self.version.entry)
    }
    /// Whether a function is called by a step that is run, or is the first.
    pub fn enters(&self, function: FuncId) -> bool {
        function == self.version.entry
            || self.version.callers[function].iter().any(|(caller, node)| self.runs(*caller, *node))
    }
    /// Whether what a call passes for an argument is needed.
    pub fn needs_argument(&self, function: FuncId, node: NodeId, argument: usize) -> bool {
        self.found[function].as_ref().is_some_and(|found| found.args[node].get(argument).copied().unwrap_or(false))
    }
    /// The steps that are new since the last time.
    pub fn news(&mut self) -> Vec<(FuncId, NodeId)> {
        std::mem::take(&mut self.news)
    }

    /// A step is to be run.
    pub fn run(&mut self, function: FuncId, node: NodeId) {
        self.settle(Pending::Run(function, node));
    }
    /// A step is to be run, and with it what decides whether it ends the program.
    pub fn run_end(&mut self, function: FuncId, node: NodeId) {
        let mut pending = Vec::new();
        self.need_end(function, node, &mut pending);
        pending.into_iter().for_each(|next| self.settle(next));
    }
    /// A step is to be run wherever its function is called from, since everybody sees what it does.
    pub fn run_event(&mut self, function: FuncId, node: NodeId) {
        if let Some(found) = self.found[function].as_mut() {
            found.whole[node] = true;
            self.queue(function, node);
        }
        self.settle(Pending::Run(function, node));
        self.settle(Pending::Event(function));
    }
    /// What the entry function returns is compared.
    pub fn observe_result(&mut self) {
        self.settle(Pending::Result(self.version.entry));
        self.observe_return();
    }
    /// A cell is compared when the entry function returns.
    pub fn observe_cell(&mut self, cell: CellId) {
        let body = self.version.body(self.version.entry);
        if let Some(var) = body.cells.get(&cell) {
            self.need_at_exit(self.version.entry, *var);
        }
        self.observe_return();
    }
    /// Whether the entry function returns at all matters.
    pub fn observe_return(&mut self) {
        let version = self.version;
        let body = version.body(version.entry);
        for (node, _) in body.steps.iter_ids().filter(|(_, step)| step.returns) {
            let mut pending = Vec::new();
            self.need_parents(version.entry, node, &mut pending);
            pending.into_iter().for_each(|next| self.settle(next));
        }
    }

    fn settle(&mut self, first: Pending) {
        let version = self.version;
        let mut pending = vec![first];
        while let Some(next) = pending.pop() {
            match next {
                Pending::Run(function, node) => self.run_one(function, node, &mut pending),
                Pending::Result(function) => {
                    let Some(found) = self.found[function].as_mut() else { continue };
                    if !std::mem::replace(&mut found.result, true) {
                        let returns = version.body(function).steps.iter_ids().filter(|(_, step)| step.returns);
                        pending.extend(returns.map(|(node, _)| Pending::Run(function, node)));
                    }
                }
                Pending::Ends(function) => {
                    let Some(found) = self.found[function].as_mut() else { continue };
                    if !std::mem::replace(&mut found.ends, true) {
                        for (node, step) in version.body(function).steps.iter_ids() {
                            if step.ends != Ends::No {
                                self.need_end(function, node, &mut pending);
                            }
                        }
                    }
                }
                Pending::Event(function) => {
                    let Some(found) = self.found[function].as_mut() else { continue };
                    if !std::mem::replace(&mut found.event, true) {
                        for (caller, node) in &version.callers[function] {
                            pending.extend([Pending::Run(*caller, *node), Pending::Event(*caller)]);
                        }
                    }
                }
            }
        }
    }
    fn run_one(&mut self, function: FuncId, node: NodeId, pending: &mut Vec<Pending>) {
        let Some(found) = self.found[function].as_mut() else { return };
        if std::mem::replace(&mut found.run[node], true) {
            return;
        }
        self.news.push((function, node));
        self.queue(function, node);
        self.need_parents(function, node, pending);
    }
    /// What decides whether a step runs is needed.
    fn need_parents(&mut self, function: FuncId, node: NodeId, pending: &mut Vec<Pending>) {
        let version = self.version;
        for parent in &version.body(function).parents[node] {
            self.need_end(function, *parent, pending);
        }
    }
    /// Which way control goes after a step is needed.
    fn need_end(&mut self, function: FuncId, node: NodeId, pending: &mut Vec<Pending>) {
        pending.push(Pending::Run(function, node));
        let call = &self.version.body(function).steps[node].call;
        pending.extend(call.iter().flat_map(|call| &call.targets).map(|target| Pending::Ends(*target)));
    }
    fn queue(&mut self, function: FuncId, node: NodeId) {
        self.work.push((function, node));
    }
    fn need_at_exit(&mut self, function: FuncId, var: u32) {
        let Some(found) = self.found[function].as_mut() else { return };
        if found.exit.insert(var) {
            let version = self.version;
            for (node, _) in version.body(function).steps.iter_ids().filter(|(_, step)| step.returns) {
                self.queue(function, node);
            }
        }
    }

    /// Closes, within a budget.
    pub fn close(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        while let Some((function, node)) = self.work.pop(budget)? {
            self.visit(function, node);
        }
        Ok(())
    }
    fn visit(&mut self, function: FuncId, node: NodeId) {
        let version = self.version;
        let body = version.body(function);
        let step = &body.steps[node];
        let found = self.found[function].as_ref().expect("visited functions have bodies");
        let (mut inside, mut outside) = (Bits::new(body.n_vars), Bits::new(body.n_vars));
        for next in body.flow.successors(node) {
            inside.union(&found.inside[*next]);
            outside.union(&found.outside[*next]);
        }
        if step.returns {
            outside.union(&found.exit);
        }
        if inside.any(&step.defs) || outside.any(&step.defs) {
            self.run(function, node);
        }
        if self.runs(function, node) {
            if let Some(call) = &step.call {
                self.call(function, node, (&mut inside, &mut outside), call);
            } else {
                for var in &step.kills {
                    inside.remove(*var);
                    outside.remove(*var);
                }
            }
            for var in &step.uses {
                inside.insert(*var);
            }
        }
        let found = self.found[function].as_mut().expect("visited functions have bodies");
        if found.inside[node].union(&inside) | found.outside[node].union(&outside) {
            for before in body.flow.predecessors(node) {
                self.queue(function, *before);
            }
            if node.index() == 0 {
                for (caller, call) in &version.callers[function] {
                    self.queue(*caller, *call);
                }
            }
        }
    }
    fn call(
        &mut self,
        function: FuncId,
        node: NodeId,
        (inside, outside): (&mut Bits, &mut Bits),
        call: &super::model::Call,
    ) {
        let version = self.version;
        let body = version.body(function);
        let after = (inside.clone(), outside.clone());
        let needed = |var: u32| after.0.contains(var) || after.1.contains(var);
        if call.dst.is_some_and(needed) {
            call.targets.iter().for_each(|target| self.settle(Pending::Result(*target)));
        }
        for target in &call.targets {
            let Some(callee) = &version.bodies[*target] else { continue };
            for (cell, var) in &callee.cells {
                let here = body.cells.get(cell);
                if here.is_some_and(|here| needed(*here) && body.steps[node].defs.binary_search(here).is_ok()) {
                    self.need_at_exit(*target, *var);
                }
            }
        }
        if let Some(dst) = call.dst {
            inside.remove(dst);
            outside.remove(dst);
        }
        if self.found[function].as_ref().is_some_and(|found| found.whole[node]) {
            for (argument, reads) in call.args.iter().enumerate() {
                self.need_argument((function, node), argument, reads, inside);
            }
        }
        for target in &call.targets {
            let Some(callee) = &version.bodies[*target] else { continue };
            let entry =
                self.found[*target].as_ref().expect("reached functions have bodies").inside[NodeId::new(0)].clone();
            for cell in entry.iter().filter_map(|var| callee.cell_of[var as usize]) {
                if let Some(here) = body.cells.get(&cell) {
                    inside.insert(*here);
                }
            }
            for (argument, reads) in call.args.iter().enumerate() {
                if entry.any(&callee.formals[callee.formal(argument)]) {
                    self.need_argument((function, node), argument, reads, inside);
                }
            }
        }
    }
    fn need_argument(&mut self, (function, node): (FuncId, NodeId), argument: usize, reads: &[u32], inside: &mut Bits) {
        self.found[function].as_mut().expect("visited functions have bodies").args[node][argument] = true;
        for var in reads {
            inside.insert(*var);
        }
    }
}
