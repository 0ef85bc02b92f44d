//! Slicing criterion: the nodes from which the forward closure starts, from what the differ found and what it cannot see.
//!
//! # Invariants
//! - A step starts unmarked only if it has a partner with the same text that calls corresponding functions, or if it calls a function
//!   that its partner calls; then the arguments and the result are marked.

use super::forward::Forward;
use super::model::{Ends, SlicedProgram, Step};
use super::pair::{Pair, Pairing};
use incise_deps::{NodeId, ObjectKind};
use incise_diff::{FunctionDiff, Mark, ProgramDiff, Side};
use incise_ir::{FuncId, GlobalId};
use std::collections::BTreeSet;

/// What the differ found about two versions.
pub struct Seeds<'a> {
    sides: (Side<'a>, Side<'a>),
    versions: (&'a SlicedProgram, &'a SlicedProgram),
    diff: &'a ProgramDiff,
    functions: Vec<&'a FunctionDiff>,
}

impl<'a> Seeds<'a> {
    /// Of the functions that are reached in either version.
    pub fn new(
        sides: (Side<'a>, Side<'a>),
        versions: (&'a SlicedProgram, &'a SlicedProgram),
        diff: &'a ProgramDiff,
    ) -> Self {
        let reached = |found: &&FunctionDiff| {
            versions.0.bodies[found.base.0].is_some() || versions.1.bodies[found.modified.0].is_some()
        };
        Seeds { sides, versions, diff, functions: diff.pairs.iter().filter(reached).collect() }
    }
    /// How functions and steps belong together.
    pub fn pairing(&self) -> Pairing<'a> {
        let pair = |found: &&FunctionDiff| {
            let map = found.to_mod.iter().map(|(old, new)| (old.0, new.0)).collect();
            Pair::new(found.base.0, found.modified.0, map)
        };
        Pairing::new(self.versions, self.functions.iter().map(pair).collect())
    }

    /// Marks what differs by itself.
    pub fn mark(&self, pairing: &Pairing, old: &mut Forward, new: &mut Forward) {
        let all = |version: &SlicedProgram, id: FuncId, forward: &mut Forward| {
            let nodes = version.bodies[id].iter().flat_map(|body| body.steps.ids());
            nodes.for_each(|node| forward.seed(id, node));
        };
        for (id, _) in self.versions.0.reached().filter(|(id, _)| !pairing.of_base.contains_key(id)) {
            all(self.versions.0, id, old);
        }
        for (id, _) in self.versions.1.reached().filter(|(id, _)| !pairing.of_mod.contains_key(id)) {
            all(self.versions.1, id, new);
        }
        for (pair, found) in pairing.pairs.iter().zip(&self.functions) {
            let bodies = (&self.versions.0.bodies[pair.base], &self.versions.1.bodies[pair.modified]);
            if found.signature_changed || bodies.0.is_none() || bodies.1.is_none() {
                all(self.versions.0, pair.base, old);
                all(self.versions.1, pair.modified, new);
                continue;
            }
            self.mark_pair(pairing, (pair, found), old, new);
        }
        let cells = |side: Side<'a>, values: &BTreeSet<GlobalId>| {
            let objects = values.iter().filter_map(|id| side.facts.points_to.object(ObjectKind::Global(*id)));
            objects.flat_map(|object| side.facts.cells.all(object)).collect::<Vec<_>>()
        };
        cells(self.sides.0, &self.diff.base_values).into_iter().for_each(|cell| old.taint_at_start(cell));
        cells(self.sides.1, &self.diff.mod_values).into_iter().for_each(|cell| new.taint_at_start(cell));
    }
    fn mark_pair(
        &self,
        pairing: &Pairing,
        (pair, found): (&Pair, &FunctionDiff),
        old: &mut Forward,
        new: &mut Forward,
    ) {
        let (base, modified) = (self.versions.0.body(pair.base), self.versions.1.body(pair.modified));
        for (node, _) in base.steps.iter_ids().filter(|(node, _)| !pair.to_mod.contains_key(node)) {
            old.seed(pair.base, node);
        }
        for (node, _) in modified.steps.iter_ids().filter(|(node, _)| !pair.to_base.contains_key(node)) {
            new.seed(pair.modified, node);
        }
        for (node, partner) in &pair.to_mod {
            let (was, is) = (&base.steps[*node], &modified.steps[*partner]);
            let unchanged = found.base_marks[*node] == Mark::Unchanged;
            if self.corresponds(pairing, (pair.base, *node), (pair.modified, *partner)) {
                if unchanged {
                    continue;
                }
                // The same function is called in another way: what it gets differs and where its result goes.
                let direct = |step: &Step| step.uses.is_empty() && step.call.iter().any(|call| call.targets.len() == 1);
                if let (true, true, Some(was), Some(is)) = (direct(was), direct(is), &was.call, &is.call) {
                    (0..was.args.len()).for_each(|argument| old.mark_argument(pair.base, *node, argument));
                    (0..is.args.len()).for_each(|argument| new.mark_argument(pair.modified, *partner, argument));
                    old.mark_result(pair.base, *node);
                    new.mark_result(pair.modified, *partner);
                    continue;
                }
                let leaves = |step: &Step| step.ends == Ends::Always && step.call.is_none();
                if leaves(was) && leaves(is) {
                    old.mark_reading(pair.base, *node);
                    new.mark_reading(pair.modified, *partner);
                    continue;
                }
            }
            old.seed(pair.base, *node);
            new.seed(pair.modified, *partner);
        }
    }
    /// Whether two steps call the same, if they call anything.
    fn corresponds(&self, pairing: &Pairing, old: (FuncId, NodeId), new: (FuncId, NodeId)) -> bool {
        let (was, is) = (&self.versions.0.body(old.0).steps[old.1], &self.versions.1.body(new.0).steps[new.1]);
        let targets = |step: &Step| step.call.as_ref().map(|call| call.targets.clone()).unwrap_or_default();
        let mapped = |id: &FuncId| pairing.of_base.get(id).map(|position| pairing.pairs[*position].modified);
        let was: Option<BTreeSet<FuncId>> = targets(was).iter().map(mapped).collect();
        let is: BTreeSet<FuncId> = targets(is).into_iter().collect();
        let externals = |side: Side<'a>, id: FuncId, node: NodeId| -> BTreeSet<&'a str> {
            let found = side.facts.functions[id].iter().flat_map(|facts| facts.externals.get(&node));
            found.flatten().map(|id| side.module.functions[*id].name.as_str()).collect()
        };
        let unknown = |side: Side<'a>, id: FuncId, node: NodeId| {
            side.facts.functions[id].as_ref().is_some_and(|facts| facts.unknown.contains(&node))
        };
        was == Some(is)
            && externals(self.sides.0, old.0, old.1) == externals(self.sides.1, new.0, new.1)
            && unknown(self.sides.0, old.0, old.1) == unknown(self.sides.1, new.0, new.1)
    }
}
