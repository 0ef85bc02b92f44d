//! What a change can influence, in one version: rules 1 and 2 of [dise-tosem2014] Fig. 5 with definitions that reach, through
//! calls, to a fixed point.
//!
//! # Invariants
//! - What is not marked depends on unmarked steps, unmarked arguments and untainted initial values alone.
//! - Results of all calls of a function are joined: one analysis per function.
//! - A value that was tainted before a call and passes through it is not attributed to the callee.

use super::bits::Bits;
use super::model::{Ends, SlicedProgram};
use incise_base::{Budget, Exhausted, Next, Worklist};
use incise_deps::{CellId, NodeId};
use incise_ir::{FuncId, Id, IdVec};

/// What is found about a function.
struct Found {
    marked: IdVec<NodeId, bool>,
    /// Arguments of calls whose value differs.
    args: IdVec<NodeId, Vec<bool>>,
    /// Results of calls that are not what the result of the corresponding call is.
    results: IdVec<NodeId, bool>,
    /// Steps that end the program as they did, but with something else.
    farewells: IdVec<NodeId, bool>,
    /// What is tainted before each step since the function was entered, and by what was tainted then.
    inside: IdVec<NodeId, Bits>,
    outside: IdVec<NodeId, Bits>,
    /// What is tainted inside when it returns.
    exit: Bits,
    /// Whether its result is.
    result: bool,
    /// Whether it ends the program is.
    ends: bool,
    /// Whether it is called is.
    entered: bool,
}

/// Something new that the other version must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// A step is marked.
    Step(FuncId, NodeId),
    /// An argument of a call is.
    Argument(FuncId, NodeId, usize),
    /// What a step ends the program with is.
    Farewell(FuncId, NodeId),
}

enum Pending {
    Mark(FuncId, NodeId),
    Enter(FuncId),
    End(FuncId),
}

/// The closure of one version.
pub struct Forward<'a> {
    version: &'a SlicedProgram,
    found: IdVec<FuncId, Option<Found>>,
    work: Worklist<(FuncId, NodeId)>,
    news: Vec<News>,
}

impl<'a> Forward<'a> {
    /// Nothing changed yet.
    pub fn new(version: &'a SlicedProgram) -> Self {
        let mut found = IdVec::new();
        for body in version.bodies.iter() {
            found.push(body.as_ref().map(|body| {
                let none = || body.steps.iter().map(|_| Bits::new(body.n_vars)).collect();
                let args = |call: &super::model::Call| vec![false; call.args.len()];
                Found {
                    marked: body.steps.iter().map(|_| false).collect(),
                    args: body.steps.iter().map(|step| step.call.as_ref().map(args).unwrap_or_default()).collect(),
                    results: body.steps.iter().map(|_| false).collect(),
                    farewells: body.steps.iter().map(|_| false).collect(),
                    inside: none(),
                    outside: none(),
                    exit: Bits::new(body.n_vars),
                    result: false,
                    ends: false,
                    entered: false,
                }
            }));
        }
        Forward { version, found, work: Worklist::new(Next::Last), news: Vec::new() }
    }
    /// Whether a step is marked: what it computes, or whether it runs, can differ.
    pub fn is_marked(&self, function: FuncId, node: NodeId) -> bool {
        self.found[function].as_ref().is_some_and(|found| found.marked[node])
    }
    /// Whether a step is marked or an argument or the result of a call is.
    pub fn is_touched(&self, function: FuncId, node: NodeId) -> bool {
        self.found[function].as_ref().is_some_and(|found| {
            found.marked[node]
                || found.results[node]
                || found.farewells[node]
                || found.args[node].iter().any(|marked| *marked)
        })
    }
    /// Whether the result of a function can differ.
    pub fn result(&self, function: FuncId) -> bool {
        self.found[function].as_ref().is_some_and(|found| found.result)
    }
    /// Whether a cell can differ when the entry function returns; `None` if nothing that is reached touches it.
    pub fn cell_at_exit(&self, cell: CellId) -> Option<bool> {
        let body = self.version.body(self.version.entry);
        let var = *body.cells.get(&cell)?;
        let found = self.found[self.version.entry].as_ref()?;
        let tainted = |(node, step): (NodeId, &super::model::Step)| {
            step.returns && (found.inside[node].contains(var) || found.outside[node].contains(var))
        };
        Some(body.steps.iter_ids().any(tainted))
    }
    /// What is new since the last time.
    pub fn news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// A step is changed.
    pub fn seed(&mut self, function: FuncId, node: NodeId) {
        if self.version.bodies[function].as_ref().is_some_and(|body| body.steps[node].acts) {
            self.mark(function, node);
        }
    }
    /// A step is changed, or may run differently; whether that is new.
    pub fn mark(&mut self, function: FuncId, node: NodeId) -> bool {
        let before = self.news.len();
        let mut pending = vec![Pending::Mark(function, node)];
        while let Some(next) = pending.pop() {
            match next {
                Pending::Mark(function, node) => self.mark_one(function, node, &mut pending),
                Pending::Enter(function) => self.enter(function, &mut pending),
                Pending::End(function) => self.end(function, &mut pending),
            }
        }
        self.news.len() != before
    }
    fn mark_one(&mut self, function: FuncId, node: NodeId, pending: &mut Vec<Pending>) {
        let Some(found) = self.found[function].as_mut() else { return };
        let body = self.version.body(function);
        let step = &body.steps[node];
        // Where control only passes there is nothing to differ, but it matters whether it comes where it must not.
        if !(step.acts || body.is_dead(node)) || std::mem::replace(&mut found.marked[node], true) {
            return;
        }
        self.news.push(News::Step(function, node));
        self.queue(function, node);
        pending.extend(body.dependents[node].iter().map(|dependent| Pending::Mark(function, *dependent)));
        if step.ends != Ends::No {
            pending.push(Pending::End(function));
        }
        pending.extend(step.call.iter().flat_map(|call| &call.targets).map(|target| Pending::Enter(*target)));
    }
    /// Whether a function is called differs: so does everything in it.
    fn enter(&mut self, function: FuncId, pending: &mut Vec<Pending>) {
        let Some(found) = self.found[function].as_mut() else { return };
        if !std::mem::replace(&mut found.entered, true) {
            pending.extend(self.version.body(function).steps.ids().map(|node| Pending::Mark(function, node)));
        }
    }
    /// Whether a function ends the program differs: so does what runs after its calls.
    fn end(&mut self, function: FuncId, pending: &mut Vec<Pending>) {
        let Some(found) = self.found[function].as_mut() else { return };
        if !std::mem::replace(&mut found.ends, true) {
            for (caller, node) in &self.version.callers[function] {
                let dependents = &self.version.body(*caller).dependents[*node];
                pending.extend(dependents.iter().map(|dependent| Pending::Mark(*caller, *dependent)));
                pending.push(Pending::End(*caller));
            }
        }
    }
    /// An argument of a call differs.
    pub fn mark_argument(&mut self, function: FuncId, node: NodeId, argument: usize) {
        let Some(found) = self.found[function].as_mut() else { return };
        if found.args[node].get(argument).is_none_or(|marked| *marked) {
            return;
        }
        found.args[node][argument] = true;
        self.news.push(News::Argument(function, node, argument));
        self.queue(function, node);
    }
    /// The result of a call goes somewhere else.
    pub fn mark_result(&mut self, function: FuncId, node: NodeId) {
        if let Some(found) = self.found[function].as_mut() {
            found.results[node] = true;
            self.queue(function, node);
        }
    }
    /// What a step reads differs. Where the program ends anyway, that does not decide whether it ends.
    pub fn mark_reading(&mut self, function: FuncId, node: NodeId) {
        let Some(body) = &self.version.bodies[function] else { return };
        let step = &body.steps[node];
        let last = body.flow.successors(node).iter().all(|next| body.is_dead(*next));
        let leaves = step.ends == Ends::Always && last && step.defs.is_empty() && !step.output && step.call.is_none();
        if !leaves || step.returns {
            self.mark(function, node);
        } else if let Some(found) = self.found[function].as_mut()
            && !std::mem::replace(&mut found.farewells[node], true)
        {
            self.news.push(News::Farewell(function, node));
        }
    }
    /// The value of a cell at the start differs.
    pub fn taint_at_start(&mut self, cell: CellId) {
        let body = self.version.body(self.version.entry);
        if let Some(var) = body.cells.get(&cell) {
            self.taint_entry(self.version.entry, *var);
        }
    }
    fn queue(&mut self, function: FuncId, node: NodeId) {
        self.work.push((function, node));
    }
    fn taint_entry(&mut self, function: FuncId, var: u32) {
        let Some(found) = self.found[function].as_mut() else { return };
        let first = NodeId::new(0);
        if found.outside[first].insert(var) {
            self.queue(function, first);
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
        let (mut inside, mut outside) = (found.inside[node].clone(), found.outside[node].clone());
        let tainted = |vars: &[u32]| inside.any(vars) || outside.any(vars);
        if step.returns {
            let exit = inside.clone();
            self.leave(function, &exit);
        }
        if tainted(&step.uses) {
            self.mark_reading(function, node);
        }
        if let Some(call) = &step.call {
            for (argument, reads) in call.args.iter().enumerate() {
                if tainted(reads) {
                    self.mark_argument(function, node, argument);
                }
            }
            for target in &call.targets {
                let Some(callee) = &version.bodies[*target] else { continue };
                for (cell, var) in &callee.cells {
                    if body.cells.get(cell).is_some_and(|here| inside.contains(*here) || outside.contains(*here)) {
                        self.taint_entry(*target, *var);
                    }
                }
                let args = self.found[function].as_ref().map(|found| found.args[node].clone()).unwrap_or_default();
                for (argument, _) in args.iter().enumerate().filter(|(_, marked)| **marked) {
                    for var in &callee.formals[callee.formal(argument)] {
                        self.taint_entry(*target, *var);
                    }
                }
            }
        }
        let found = self.found[function].as_ref().expect("visited functions have bodies");
        let (is_marked, new_result) = (found.marked[node], found.results[node]);
        if is_marked && step.returns && !found.result {
            self.found[function].as_mut().expect("visited functions have bodies").result = true;
            self.queue_callers(function);
        }
        for var in &step.kills {
            inside.remove(*var);
            outside.remove(*var);
        }
        if is_marked {
            for var in &step.defs {
                inside.insert(*var);
            }
        }
        if let Some(call) = &step.call {
            for target in &call.targets {
                let (Some(callee), Some(left)) = (&version.bodies[*target], &self.found[*target]) else { continue };
                if left.result
                    && let Some(dst) = call.dst
                {
                    inside.insert(dst);
                }
                for var in left.exit.iter() {
                    if let Some(here) = callee.cell_of[var as usize].and_then(|cell| body.cells.get(&cell)) {
                        inside.insert(*here);
                    }
                }
            }
            if new_result && let Some(dst) = call.dst {
                inside.insert(dst);
            }
        }
        for next in body.flow.successors(node) {
            let found = self.found[function].as_mut().expect("visited functions have bodies");
            if found.inside[*next].union(&inside) | found.outside[*next].union(&outside) {
                self.queue(function, *next);
            }
        }
    }
    fn leave(&mut self, function: FuncId, exit: &Bits) {
        if self.found[function].as_mut().expect("visited functions have bodies").exit.union(exit) {
            self.queue_callers(function);
        }
    }
    fn queue_callers(&mut self, function: FuncId) {
        let version = self.version;
        for (caller, node) in &version.callers[function] {
            self.queue(*caller, *node);
        }
    }
}
