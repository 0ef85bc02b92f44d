//! What depends on what on a path of a function and of the functions that it calls, and what matters to its decisions.

use super::follow::followed;
use super::names::Names;
use super::relations::{Collected, Dependent, holds_on_entry};
use crate::failure::Failure;
use crate::messages;
use incise_base::closure;
use incise_deps::{
    ActivationId, FunctionFacts, Inlined, NodeId, PathDependences, PointId, Points, ProgramFacts, Site, Step, VarId,
    Walk, interactive,
};
use incise_ir::{FuncId, Id, Module};
use incise_report::{FunctionRelations, Label, PathCall, PathSlice};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

/// The relations on the path of a function that takes these sides (`2F,4T`), through the calls of functions that are entered.
pub fn relations(
    module: &Module,
    program: &ProgramFacts,
    id: FuncId,
    sides: &str,
    enters: &dyn Fn(FuncId) -> bool,
) -> Result<Option<FunctionRelations>, Failure> {
    let Some(facts) = program.functions[id].as_ref() else { return Ok(None) };
    let functions = reached(program, id, enters);
    let names = Names::of(module, program, &functions);
    let walk = followed(&names, id, sides, enters)?;
    let mut found = Collected::new(module, id);
    functions.iter().for_each(|id| found.add_texts(module, program, &names, *id));
    found.found.calls = calls(&walk, &names);
    if walk.activations.len() == 1 && !calls_any(facts, enters) {
        let activations = walk.steps.iter().map(|_| ActivationId::new(0)).collect();
        Run::of(id, names, &walk, &walk, activations).show(&mut found);
    } else {
        let inlined = Inlined::of(module, program, &walk, enters);
        let (module, id) = (&inlined.module, inlined.entry);
        let program = ProgramFacts::of(module, &[id]);
        let names = names.in_place_of(module, &program, &inlined.choices);
        let mut decisions = walk.decisions.iter().copied();
        let along = Walk::of(module, &program, id, &|_| false, |_, _, _, _| {
            Ok::<usize, Infallible>(decisions.next().expect("a path takes as many decisions as before"))
        });
        let along = along.map_err(|_| messages::wrong("--path", "there is no end"))?;
        let activations = activations(&inlined, program.functions[id].as_ref(), &along);
        Run::of(id, names, &walk, &along, activations).show(&mut found);
    }
    Ok(Some(found.found))
}

/// The activation at each step of the path through the program without calls.
fn activations(inlined: &Inlined, facts: Option<&FunctionFacts>, along: &Walk) -> Vec<ActivationId> {
    let mut last: BTreeMap<_, ActivationId> = BTreeMap::new();
    let mut n_begun = 0;
    let mut found = Vec::new();
    for (step, facts) in along.steps.iter().filter_map(|step| Some((step, facts?))) {
        let Step::At { node, .. } = *step else { continue };
        let (Site::Stmt(block, _) | Site::End(block)) = facts.nodes.sites[node];
        let copy = inlined.copy_of[block];
        if facts.nodes.first.get(&inlined.copies[copy].1) == Some(&node) {
            last.insert(copy, ActivationId::new(n_begun));
            n_begun += 1;
        }
        found.push(last[&copy]);
    }
    found
}

fn calls_any(facts: &FunctionFacts, enters: &dyn Fn(FuncId) -> bool) -> bool {
    facts.calls.values().flatten().any(|callee| enters(*callee))
}

/// A function and those that it may enter, directly or not.
fn reached(program: &ProgramFacts, id: FuncId, enters: &dyn Fn(FuncId) -> bool) -> BTreeSet<FuncId> {
    closure([id], |id| {
        let callees = program.functions[id].iter().flat_map(|facts| facts.calls.values().flatten().copied());
        callees.filter(|callee| enters(*callee))
    })
}

/// The number of each activation among those of its function, from 1, and whether there are several.
fn numbers(walk: &Walk) -> Vec<(usize, bool)> {
    let mut n_of: BTreeMap<FuncId, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for activation in walk.activations.iter() {
        let n_known = n_of.entry(activation.function).or_default();
        *n_known += 1;
        found.push(*n_known);
    }
    found.into_iter().zip(walk.activations.iter()).map(|(number, of)| (number, n_of[&of.function] > 1)).collect()
}

/// The calls that a path enters.
fn calls(walk: &Walk, names: &Names) -> Vec<PathCall> {
    let numbers = numbers(walk);
    let call = |id: ActivationId| {
        let activation = walk.activations[id];
        let (caller, call) = activation.caller?;
        let from = names.label(walk.activations[caller].function, call, None);
        let (number, is_shown) = numbers[caller.index()];
        Some(PathCall {
            name: names.function(activation.function).to_owned(),
            number: numbers[id.index()].0,
            from: Label { call: is_shown.then_some(number), ..from }.to_string(),
        })
    };
    walk.activations.ids().filter_map(call).collect()
}

/// A path of one function, into which all that the path enters was copied.
struct Run<'a> {
    module: &'a Module,
    program: &'a ProgramFacts,
    id: FuncId,
    names: Names<'a>,
    /// Where the path comes.
    steps: Vec<(NodeId, Option<u32>)>,
    /// The activation of each step, and its number if it is shown.
    activations: Vec<ActivationId>,
    numbers: Vec<Option<usize>>,
}

impl<'a> Run<'a> {
    fn of(id: FuncId, names: Names<'a>, walk: &Walk, along: &Walk, activations: Vec<ActivationId>) -> Self {
        let step = |step: &Step| match *step {
            Step::At { node, side, .. } => Some((node, side)),
            _ => None,
        };
        let all = numbers(walk);
        let number = |activation: &ActivationId| Some(all[activation.index()]).filter(|(_, is_shown)| *is_shown);
        let numbers = activations.iter().map(|activation| number(activation).map(|(number, _)| number)).collect();
        let steps = along.steps.iter().filter_map(step).collect();
        Run { module: names.module, program: names.program, id, names, steps, activations, numbers }
    }

    fn show(&self, found: &mut Collected) {
        let Some(facts) = self.program.functions[self.id].as_ref() else { return };
        let holds = |var: VarId| holds_on_entry(&self.module.functions[self.id], facts, var);
        let points = Points::of(&facts.facts, &holds);
        let meetings = interactive(&facts.facts, &points);
        let path = self.steps.iter().map(|(node, side)| points.of_node(*node)[side.unwrap_or(0) as usize]);
        let on_path = PathDependences::of(&facts.facts, &points, &meetings, path.collect());
        let var_name = |var: VarId| self.program.var_name(self.module, self.id, var);
        for (position, on) in on_path.on.iter().enumerate() {
            let Some(to) = self.label(&points, position, on_path.path[position]) else { continue };
            let at = |point: PointId| self.meeting(&points, &on_path, position, point);
            for (earlier, how) in on.iter().flat_map(|(earlier, how)| how.iter().map(move |how| (*earlier, *how))) {
                if let Some(from) = self.label(&points, earlier, on_path.path[earlier]) {
                    let is_same_statement = self.steps[earlier].0 == self.steps[position].0;
                    let dependent = Dependent { from, to: to.clone(), is_same_statement, how };
                    found.add(dependent, &var_name, &at);
                }
            }
        }
        found.found.slices = self.slices(&points, &on_path);
    }

    /// The name of a point that the path comes to, or could have come to, at a position.
    fn label(&self, points: &Points, position: usize, point: PointId) -> Option<Label> {
        let label = self.named(points, point)?;
        Some(Label { call: self.numbers[position], ..label })
    }

    fn named(&self, points: &Points, point: PointId) -> Option<Label> {
        let point = points.points[point];
        let label = || self.names.label(self.id, point.node, point.side);
        self.names.is_visible(self.id, point.node).then(label)
    }

    /// The name of a point where two meet, the path being at a position.
    fn meeting(&self, points: &Points, on_path: &PathDependences, position: usize, point: PointId) -> Option<Label> {
        let mut later = (position + 1..self.steps.len()).filter(|later| on_path.path[*later] == point);
        if let Some(later) = later.next() {
            return self.label(points, later, point);
        }
        // The path does not come to it, but perhaps to its branch, and in one activation only.
        let node = points.points[point].node;
        let positions = (0..self.steps.len()).filter(|position| self.steps[*position].0 == node);
        let numbers: BTreeSet<Option<usize>> = positions.map(|position| self.numbers[position]).collect();
        let only = numbers.first().filter(|_| numbers.len() == 1).copied().flatten();
        self.named(points, point).map(|label| Label { call: only, ..label })
    }

    /// For each step where its statement began: what runs after a call came back belongs to the statement that called.
    fn statements(&self, points: &Points, on_path: &PathDependences) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        let mut last: BTreeMap<ActivationId, usize> = BTreeMap::new();
        for (position, activation) in self.activations.iter().enumerate() {
            found.push(position);
            let Some(label) = self.label(points, position, on_path.path[position]) else { continue };
            let before = last.insert(*activation, position).filter(|before| {
                let called = self.activations[*before + 1..position].iter().any(|other| other != activation);
                (called || found[*before] != *before)
                    && self.label(points, *before, on_path.path[*before]) == Some(label)
            });
            if let Some(before) = before {
                found[position] = found[before];
            }
        }
        found
    }

    /// What matters to each decision of a path, the side that it takes first ([dgse-tse2017] Def. 5).
    fn slices(&self, points: &Points, on_path: &PathDependences) -> Vec<PathSlice> {
        let statements = self.statements(points, on_path);
        let mut found = Vec::new();
        for (position, taken) in on_path.path.iter().enumerate() {
            let sides = points.of_node(points.points[*taken].node);
            if sides.len() < 2 {
                continue;
            }
            let others = sides.iter().filter(|side| *side != taken);
            for side in std::iter::once(taken).chain(others) {
                let Some(name) = self.label(points, position, *side).map(|label| label.to_string()) else { continue };
                let slice = on_path.slice(position, *side);
                let matters: BTreeSet<usize> = slice.into_iter().map(|earlier| statements[earlier]).collect();
                let shown = |earlier: usize| {
                    let point = on_path.path[earlier];
                    let label = self.label(points, earlier, point)?;
                    Some((label.to_string(), points.points[point].side.is_some()))
                };
                let mut slice: Vec<(String, bool)> = matters.into_iter().filter_map(shown).collect();
                slice.push((name.clone(), true));
                let condition = slice.iter().filter(|(_, is_side)| *is_side).map(|(name, _)| name.clone()).collect();
                let mut slice: Vec<String> = slice.into_iter().map(|(name, _)| name).collect();
                slice.dedup();
                found.push(PathSlice { side: name, taken: side == taken, slice, condition });
            }
        }
        found
    }
}
