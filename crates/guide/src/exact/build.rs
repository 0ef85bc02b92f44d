//! From a program and its facts to a [`SlicedProgram`].
//!
//! # Deviations
//! 1. An unknown function is taken not to end the program and not to call back.

use super::events::{Event, event, is_beyond};
use super::failures::Checks;
use super::model::{Body, Call, Ends, MEMORY, SlicedProgram, Step};
use incise_base::closure;
use incise_deps::{CellId, Cells, FunctionFacts, NodeId, ObjectKind, Site, VarId, VarSet};
use incise_diff::Side;
use incise_engine::SeenAtEnd;
use incise_ir::{FuncId, Id, IdVec, Rvalue, StmtKind, TermKind};
use std::collections::{BTreeMap, BTreeSet};

/// The functions that can be reached from one.
pub fn reachable(side: Side, entry: FuncId) -> BTreeSet<FuncId> {
    closure([entry], |id| side.facts.functions[id].iter().flat_map(|facts| facts.calls.values().flatten().copied()))
}

/// A function that no plan can be made for, if one is called.
pub fn beyond(side: Side, reached: &BTreeSet<FuncId>, at_end: SeenAtEnd) -> Option<String> {
    let facts = reached.iter().filter_map(|id| side.facts.functions[*id].as_ref());
    let mut called = facts.flat_map(|facts| facts.externals.values().flatten()).map(|id| &side.module.functions[*id]);
    // What is left in memory where the program ends matters only there.
    let found = called.find(|function| is_beyond(&function.name) || at_end.is_seen_after(function));
    found.map(|function| format!("`{}` is called", function.name))
}

/// The cell that stands for where the next input comes from.
pub fn inputs(side: Side) -> CellId {
    CellId::new(side.facts.cells.len())
}

/// Builds the version; `arithmetic`: overflow and shifts past the width are errors.
pub fn version(side: Side, entry: FuncId, arithmetic: bool) -> SlicedProgram {
    let reached = reachable(side, entry);
    let builder = Builder { side, reading: reading(side, &reached), recursive: recursive(side, &reached), arithmetic };
    let body = |id: FuncId| reached.contains(&id).then(|| builder.body(id)).flatten();
    SlicedProgram::new(entry, side.module.functions.ids().map(body).collect())
}

/// The functions that may take an input, themselves or by a call.
fn reading(side: Side, reached: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
    let facts = |id: &FuncId| side.facts.functions[*id].as_ref();
    let takes = |id: &FuncId| side.module.functions[*id].is_declaration() && event(&side.module.functions[*id]).input;
    let own = |facts: &FunctionFacts| !facts.unknown.is_empty() || facts.externals.values().flatten().any(takes);
    let mut found: BTreeSet<FuncId> = reached.iter().copied().filter(|id| facts(id).is_some_and(own)).collect();
    loop {
        let calls =
            |id: &FuncId| facts(id).is_some_and(|facts| facts.calls.values().flatten().any(|to| found.contains(to)));
        let more: Vec<FuncId> = reached.iter().copied().filter(|id| !found.contains(id) && calls(id)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// The functions that may be called while they run.
fn recursive(side: Side, reached: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
    let mut graph = incise_base::Digraph::new(side.module.functions.len());
    let mut own = BTreeSet::new();
    for id in reached {
        for target in side.facts.functions[*id].iter().flat_map(|facts| facts.calls.values().flatten()) {
            graph.add_edge(*id, *target);
            if target == id {
                own.insert(*id);
            }
        }
    }
    let components = incise_base::components(&graph);
    let in_cycle = |id: &&FuncId| components.members[components.of[**id]].len() > 1 || own.contains(*id);
    reached.iter().filter(in_cycle).copied().collect()
}

struct Builder<'a> {
    side: Side<'a>,
    reading: BTreeSet<FuncId>,
    recursive: BTreeSet<FuncId>,
    arithmetic: bool,
}

/// The variables of a function: its locals, the cells that it may touch, the next input, its nameless arguments.
struct Variables {
    n_locals: usize,
    cells: BTreeMap<CellId, u32>,
    /// The cells in the order of their variables.
    order: Vec<CellId>,
    arguments: u32,
}

impl Variables {
    fn of(&self, facts: &FunctionFacts, var: VarId) -> u32 {
        facts.cell(var).map_or(var.index() as u32, |cell| self.cells[&cell])
    }
    fn all(&self, facts: &FunctionFacts, vars: &VarSet) -> Vec<u32> {
        let mut found: Vec<u32> = vars.iter().map(|var| self.of(facts, *var)).collect();
        found.sort_unstable();
        found
    }
}

impl Builder<'_> {
    fn body(&self, id: FuncId) -> Option<Body> {
        let facts = self.side.facts.functions[id].as_ref()?;
        let function = &self.side.module.functions[id];
        let variables = self.variables(id, facts);
        let mut steps = IdVec::new();
        for node in facts.facts.nodes.ids() {
            steps.push(self.step(id, facts, &variables, node));
        }
        let n_vars = variables.arguments as usize + 1;
        let mut cell_of = vec![None; n_vars];
        for (cell, var) in &variables.cells {
            cell_of[*var as usize] = Some(*cell);
        }
        let mut formals: Vec<Vec<u32>> = Vec::new();
        for (param, variable) in function.params.iter().zip(&facts.nodes.params) {
            let mut vars = vec![param.local.index() as u32, variable.index() as u32];
            vars.dedup();
            formals.push(vars);
        }
        formals.push(vec![variables.arguments]);
        Some(Body {
            steps,
            flow: facts.facts.flow.clone(),
            n_vars,
            formals,
            cells: variables.cells,
            cell_of,
            may_end: false,
            meets: IdVec::new(),
            parents: IdVec::new(),
            dependents: IdVec::new(),
        })
    }
    fn variables(&self, id: FuncId, facts: &FunctionFacts) -> Variables {
        let n_locals = self.side.module.functions[id].locals.len();
        let touched = facts.facts.nodes.iter().flat_map(|node| node.defs.iter().chain(&node.uses));
        let mut cells: BTreeSet<CellId> = touched.filter_map(|var| facts.cell(*var)).collect();
        cells.insert(Cells::world());
        if self.reading.contains(&id) {
            cells.insert(inputs(self.side));
        }
        let order: Vec<CellId> = cells.into_iter().collect();
        let cells: BTreeMap<CellId, u32> = order.iter().copied().zip(n_locals as u32..).collect();
        let arguments = (n_locals + cells.len()) as u32;
        Variables { n_locals, cells, order, arguments }
    }
    fn step(&self, id: FuncId, facts: &FunctionFacts, variables: &Variables, node: NodeId) -> Step {
        let function = &self.side.module.functions[id];
        let found = &facts.facts.nodes[node];
        let site = facts.nodes.sites[node];
        let checks = Checks { module: self.side.module, function, nodes: &facts.nodes, arithmetic: self.arithmetic };
        let mut step = Step {
            acts: true,
            defs: variables.all(facts, &found.defs),
            kills: variables.all(facts, &found.kills),
            uses: variables.all(facts, &found.uses),
            fails: checks.at(site),
            ..Step::default()
        };
        step.kills.retain(|var| self.is_one(variables, *var));
        match site {
            Site::End(block) => match &function.blocks[block].terminator.kind {
                TermKind::Goto(_) | TermKind::Unreachable => step.acts = false,
                TermKind::Return(value) => {
                    step.returns = true;
                    step.acts = value.is_some();
                }
                TermKind::Unsupported(_) => step.ends = Ends::Always,
                _ => {}
            },
            Site::Stmt(block, position) => match &function.blocks[block].stmts[position].kind {
                StmtKind::Unsupported(_) => step.ends = Ends::Always,
                StmtKind::Call { dst, .. } => {
                    self.call(facts, variables, node, dst.map(|dst| dst.index() as u32), &mut step)
                }
                StmtKind::Store { volatile: true, .. }
                | StmtKind::Assign { value: Rvalue::Load { volatile: true, .. }, .. } => {
                    self.both(&mut step, variables.cells[&Cells::world()]);
                }
                _ => {}
            },
        }
        step
    }
    fn call(&self, facts: &FunctionFacts, variables: &Variables, node: NodeId, dst: Option<u32>, step: &mut Step) {
        let externals = facts.externals.get(&node);
        let mut all = Event::default();
        for external in externals.into_iter().flatten() {
            let event = event(&self.side.module.functions[*external]);
            all.output |= event.output;
            all.input |= event.input;
            all.arguments |= event.arguments;
            all.memory |= event.memory;
            // One of several that may be called may also not be.
            let only = externals.is_some_and(|externals| externals.len() == 1) && !facts.calls.contains_key(&node);
            all.ends = all.ends.max(if only { event.ends } else { event.ends.min(Ends::May) });
        }
        let unknown = facts.unknown.contains(&node);
        step.output = all.output;
        step.ends = all.ends;
        step.fails |= if all.memory || unknown { MEMORY } else { 0 };
        if all.arguments {
            step.uses.push(variables.arguments);
        }
        let targets: Vec<FuncId> = facts.calls.get(&node).into_iter().flatten().copied().collect();
        if !targets.is_empty() {
            let args = facts.args.get(&node).into_iter().flatten();
            let args = args.map(|reads| variables.all(facts, reads)).collect();
            if externals.is_none() && !unknown {
                step.uses = facts.targets.get(&node).map(|reads| variables.all(facts, reads)).unwrap_or_default();
            }
            let takes = targets.iter().any(|target| self.reading.contains(target));
            step.call = Some(Call { targets, args, dst });
            if takes {
                // The callee reads it too, but that is the callee's.
                let inputs = variables.cells[&inputs(self.side)];
                step.defs.push(inputs);
                step.defs.sort_unstable();
            }
        }
        if all.input || unknown {
            self.both(step, variables.cells[&inputs(self.side)]);
        }
    }
    fn both(&self, step: &mut Step, var: u32) {
        for vars in [&mut step.defs, &mut step.uses] {
            vars.push(var);
            vars.sort_unstable();
            vars.dedup();
        }
    }
    /// Whether a variable stands for one thing: an object of a function that is called while it runs is several.
    fn is_one(&self, variables: &Variables, var: u32) -> bool {
        let Some(position) = (var as usize).checked_sub(variables.n_locals) else { return true };
        let cell = variables.order.get(position).copied();
        let object = cell.filter(|cell| *cell != inputs(self.side)).and_then(|cell| self.side.facts.cells.place(cell));
        match object.map(|(object, _)| self.side.facts.points_to.objects[object]) {
            Some(ObjectKind::Site(function, _)) => !self.recursive.contains(&function),
            _ => true,
        }
    }
}
