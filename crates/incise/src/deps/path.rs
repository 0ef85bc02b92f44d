//! What depends on what on a path of a function and of the functions that it calls, and what matters to its decisions.

use super::follow::followed;
use super::names::{Label, Names};
use super::relations::{FunctionRelations, holds_on_entry};
use crate::failure::Failure;
use incise_deps::{
    ActivationId, Expansion, Facts, NodeId, PathDependences, Place, PointId, Points, ProgramFacts, Step, VarId,
    Variable, Walk, interactive,
};
use incise_ir::{FuncId, Id, Module};
use incise_report::{PathCall, PathSlice};
use std::collections::{BTreeMap, BTreeSet};

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
    let walk = followed(module, program, &names, id, sides, enters)?;
    let mut found = FunctionRelations::new(module, id);
    functions.iter().for_each(|id| found.add_texts(module, program, &names, *id));
    if functions.len() == 1 && !calls_itself(program, id, enters) {
        let run = Run {
            names,
            walk: &walk,
            facts: &facts.facts,
            points: Points::of(&facts.facts, &|var| holds_on_entry(&module.functions[id], facts, var)),
            places: walk.steps.iter().filter_map(place).enumerate().map(numbered).collect(),
            origin: &|node| Some((id, node)),
            var_name: &|var| program.var_name(module, id, var),
        };
        run.show(&mut found);
    } else {
        let (expansion, places) = Expansion::along(module, program, &walk, enters);
        let run = Run {
            names,
            walk: &walk,
            facts: &expansion.facts,
            points: Points::of(&expansion.facts, &|var| expansion.holds_on_entry(module, program, var)),
            places,
            origin: &|node| expansion.origin(expansion.call_of(node).unwrap_or(node)),
            var_name: &|var| var_name(module, program, &expansion, var),
        };
        run.show(&mut found);
    }
    Ok(Some(found))
}

/// A function and those that it may enter, directly or not.
fn reached(program: &ProgramFacts, id: FuncId, enters: &dyn Fn(FuncId) -> bool) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        if found.insert(id) {
            let callees = program.functions[id].iter().flat_map(|facts| facts.calls.values().flatten());
            work.extend(callees.filter(|callee| enters(**callee)));
        }
    }
    found
}

fn calls_itself(program: &ProgramFacts, id: FuncId, enters: &dyn Fn(FuncId) -> bool) -> bool {
    enters(id) && program.functions[id].iter().any(|facts| facts.calls.values().flatten().any(|callee| *callee == id))
}

fn place(step: &Step) -> Option<Place> {
    let Step::At { activation, node, side } = *step else { return None };
    Some(Place { node, side, activation, part_of: 0 })
}

fn numbered((position, place): (usize, Place)) -> Place {
    Place { part_of: position, ..place }
}

fn var_name(module: &Module, program: &ProgramFacts, expansion: &Expansion, var: VarId) -> String {
    match expansion.variable(module, var) {
        Variable::Cell(cell) => program.cells.name(cell).to_owned(),
        Variable::Local(function, local) => program.var_name(module, function, VarId::new(local.index())),
        Variable::Result(function) => format!("the result of {}()", module.functions[function].source_name),
        Variable::Other(function) => format!("what {}() is called with", module.functions[function].source_name),
    }
}

/// A path and the program that it is one of.
struct Run<'a> {
    names: Names<'a>,
    walk: &'a Walk,
    facts: &'a Facts,
    points: Points,
    places: Vec<Place>,
    /// The statement that a node is, or is part of.
    origin: &'a dyn Fn(NodeId) -> Option<(FuncId, NodeId)>,
    var_name: &'a dyn Fn(VarId) -> String,
}

impl Run<'_> {
    fn show(&self, found: &mut FunctionRelations) {
        let meetings = interactive(self.facts, &self.points);
        let path = self.places.iter().map(|place| self.points.of_node(place.node)[place.side.unwrap_or(0) as usize]);
        let on_path = PathDependences::of(self.facts, &self.points, &meetings, path.collect());
        for (position, on) in on_path.on.iter().enumerate() {
            let Some(to) = self.label(position, on_path.path[position]) else { continue };
            let at = |point: PointId| self.meeting(&on_path, position, point);
            for (earlier, how) in on.iter().flat_map(|(earlier, how)| how.iter().map(move |how| (*earlier, *how))) {
                if let Some(from) = self.label(earlier, on_path.path[earlier]) {
                    let is_same = self.is_again(earlier, position);
                    found.add((from, to.clone()), is_same, how, self.var_name, &at);
                }
            }
        }
        found.slices = self.slices(&on_path);
        found.calls = self.calls();
    }

    /// Whether the same statement runs at two positions, not only one part of it after the other.
    fn is_again(&self, earlier: usize, later: usize) -> bool {
        let (earlier, later) = (self.places[earlier].part_of, self.places[later].part_of);
        earlier != later && self.places[earlier].node == self.places[later].node
    }

    /// The name of a point that the path comes to, or could have come to, at a position.
    fn label(&self, position: usize, point: PointId) -> Option<Label> {
        let place = self.places[position];
        self.named(point, Some(place.activation))
    }

    fn named(&self, point: PointId, activation: Option<ActivationId>) -> Option<Label> {
        let point = self.points.points[point];
        let (function, node) = (self.origin)(point.node)?;
        let label = || {
            let label = self.names.label(function, node, point.side);
            Label { call: activation.and_then(|activation| self.number(activation)), ..label }
        };
        self.names.is_visible(function, node).then(label)
    }

    /// The number of an activation, if its function has several.
    fn number(&self, activation: ActivationId) -> Option<usize> {
        let function = self.walk.activations[activation].function;
        let is_same = |other: &ActivationId| self.walk.activations[*other].function == function;
        let n_all = self.walk.activations.ids().filter(is_same).count();
        (n_all > 1)
            .then(|| self.walk.activations.ids().take_while(|other| *other <= activation).filter(is_same).count())
    }

    /// The name of a point where two meet, the path being at a position.
    fn meeting(&self, on_path: &PathDependences, position: usize, point: PointId) -> Option<Label> {
        let mut later = (position + 1..self.places.len()).filter(|later| on_path.path[*later] == point);
        if let Some(later) = later.next() {
            return self.label(later, point);
        }
        // It is not on the path, but the path may have been in its function.
        let node = self.points.points[point].node;
        let near = |place: &&Place| place.node == node;
        let activations: BTreeSet<ActivationId> =
            self.places.iter().filter(near).map(|place| place.activation).collect();
        let only = activations.first().filter(|_| activations.len() == 1);
        self.named(point, only.copied())
    }

    /// The calls that the path enters.
    fn calls(&self) -> Vec<PathCall> {
        let mut found = Vec::new();
        let mut numbers: BTreeMap<FuncId, usize> = BTreeMap::new();
        for activation in self.walk.activations.iter() {
            let number = numbers.entry(activation.function).or_default();
            *number += 1;
            let Some((caller, call)) = activation.caller else { continue };
            let from = self.names.label(self.walk.activations[caller].function, call, None);
            found.push(PathCall {
                name: self.names.function(activation.function).to_owned(),
                number: *number,
                from: Label { call: self.number(caller), ..from }.to_string(),
            });
        }
        found
    }

    /// What matters to each decision of a path, the side that it takes first ([dgse-tse2017] Def. 5).
    fn slices(&self, on_path: &PathDependences) -> Vec<PathSlice> {
        let mut found = Vec::new();
        for (position, taken) in on_path.path.iter().enumerate() {
            let sides = self.points.of_node(self.points.points[*taken].node);
            if sides.len() < 2 {
                continue;
            }
            let others = sides.iter().filter(|side| *side != taken);
            for side in std::iter::once(taken).chain(others) {
                let Some(name) = self.label(position, *side).map(|label| label.to_string()) else { continue };
                let slice = on_path.slice(position, *side);
                let matters: BTreeSet<usize> = slice.into_iter().map(|earlier| self.places[earlier].part_of).collect();
                let shown = |earlier: usize| {
                    let point = on_path.path[earlier];
                    self.label(earlier, point)
                        .map(|label| (label.to_string(), self.points.points[point].side.is_some()))
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
