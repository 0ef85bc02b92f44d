//! The two versions together: where the closures start, and how each tells the other.
//!
//! # Invariants
//! - A step is left unmarked only if it has an unmarked partner with the same text that calls corresponding functions.
//! - What is to be run in one version is to be run in the other, if it has a partner: otherwise an error in it would show in one.

use super::backward::Backward;
use super::forward::{Forward, News};
use super::model::{Step, Version};
use super::structure::mismatches;
use incise_deps::{NodeId, ObjectKind};
use incise_diff::{FunctionDiff, Mark, ProgramDiff, Side};
use incise_ir::{FuncId, GlobalId, IdVec};
use std::collections::{BTreeMap, BTreeSet};

/// A function in both versions.
struct Pair<'a> {
    base: FuncId,
    modified: FuncId,
    diff: &'a FunctionDiff,
    to_mod: BTreeMap<NodeId, NodeId>,
    to_base: BTreeMap<NodeId, NodeId>,
}

/// How the two versions belong together.
pub struct Pairing<'a> {
    sides: (Side<'a>, Side<'a>),
    versions: (&'a Version, &'a Version),
    diff: &'a ProgramDiff,
    pairs: Vec<Pair<'a>>,
    of_base: BTreeMap<FuncId, usize>,
    of_mod: BTreeMap<FuncId, usize>,
}

impl<'a> Pairing<'a> {
    /// By what the differ found.
    pub fn new(
        base: Side<'a>,
        modified: Side<'a>,
        diff: &'a ProgramDiff,
        versions: (&'a Version, &'a Version),
    ) -> Self {
        let pair = |found: &'a FunctionDiff| Pair {
            base: found.base.0,
            modified: found.modified.0,
            diff: found,
            to_mod: found.to_mod.iter().map(|(old, new)| (old.0, new.0)).collect(),
            to_base: found.to_base.iter().map(|(new, old)| (new.0, old.0)).collect(),
        };
        let reached = |found: &&FunctionDiff| {
            versions.0.bodies[found.base.0].is_some() || versions.1.bodies[found.modified.0].is_some()
        };
        let pairs: Vec<Pair> = diff.pairs.iter().filter(reached).map(pair).collect();
        let of_base = pairs.iter().enumerate().map(|(position, pair)| (pair.base, position)).collect();
        let of_mod = pairs.iter().enumerate().map(|(position, pair)| (pair.modified, position)).collect();
        Pairing { sides: (base, modified), versions, diff, pairs, of_base, of_mod }
    }

    /// Marks what differs by itself.
    pub fn seed(&self, old: &mut Forward, new: &mut Forward) {
        let all = |version: &Version, id: FuncId, forward: &mut Forward| {
            let nodes = version.bodies[id].iter().flat_map(|body| body.steps.ids());
            nodes.for_each(|node| forward.mark(id, node));
        };
        for (id, _) in self.versions.0.reached().filter(|(id, _)| !self.of_base.contains_key(id)) {
            all(self.versions.0, id, old);
        }
        for (id, _) in self.versions.1.reached().filter(|(id, _)| !self.of_mod.contains_key(id)) {
            all(self.versions.1, id, new);
        }
        for pair in &self.pairs {
            let bodies = (&self.versions.0.bodies[pair.base], &self.versions.1.bodies[pair.modified]);
            if pair.diff.signature_changed || bodies.0.is_none() || bodies.1.is_none() {
                all(self.versions.0, pair.base, old);
                all(self.versions.1, pair.modified, new);
                continue;
            }
            self.seed_pair(pair, old, new);
        }
        let cells = |side: Side<'a>, values: &BTreeSet<GlobalId>| {
            let objects = values.iter().filter_map(|id| side.facts.points_to.object(ObjectKind::Global(*id)));
            objects.flat_map(|object| side.facts.cells.all(object)).collect::<Vec<_>>()
        };
        cells(self.sides.0, &self.diff.base_values).into_iter().for_each(|cell| old.taint_at_start(cell));
        cells(self.sides.1, &self.diff.mod_values).into_iter().for_each(|cell| new.taint_at_start(cell));
    }
    fn seed_pair(&self, pair: &Pair, old: &mut Forward, new: &mut Forward) {
        let (base, modified) = (self.versions.0.body(pair.base), self.versions.1.body(pair.modified));
        for (node, _) in base.steps.iter_ids().filter(|(node, _)| !pair.to_mod.contains_key(node)) {
            old.mark(pair.base, node);
        }
        for (node, _) in modified.steps.iter_ids().filter(|(node, _)| !pair.to_base.contains_key(node)) {
            new.mark(pair.modified, node);
        }
        for (node, partner) in &pair.to_mod {
            let (was, is) = (&base.steps[*node], &modified.steps[*partner]);
            let unchanged = pair.diff.base_marks[*node] == Mark::Unchanged;
            if self.corresponds((pair.base, *node, was), (pair.modified, *partner, is)) {
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
            }
            old.mark(pair.base, *node);
            new.mark(pair.modified, *partner);
        }
    }
    /// Whether two steps call the same, if they call anything.
    fn corresponds(&self, old: (FuncId, NodeId, &Step), new: (FuncId, NodeId, &Step)) -> bool {
        let targets = |step: &Step| step.call.as_ref().map(|call| call.targets.clone()).unwrap_or_default();
        let mapped = |id: &FuncId| self.of_base.get(id).map(|position| self.pairs[*position].modified);
        let was: Option<BTreeSet<FuncId>> = targets(old.2).iter().map(mapped).collect();
        let is: BTreeSet<FuncId> = targets(new.2).into_iter().collect();
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

    /// Closes forward in both versions, until what is left is the same program.
    pub fn close_forward(&self, old: &mut Forward, new: &mut Forward) {
        loop {
            old.close();
            new.close();
            let (from_old, from_new) = (old.news(), new.news());
            if !from_old.is_empty() || !from_new.is_empty() {
                from_old
                    .into_iter()
                    .for_each(|news| self.tell(news, &self.of_base, |pair| (pair.modified, &pair.to_mod), new));
                from_new
                    .into_iter()
                    .for_each(|news| self.tell(news, &self.of_mod, |pair| (pair.base, &pair.to_base), old));
                continue;
            }
            let mut found = false;
            for pair in &self.pairs {
                let versions = self.versions;
                let (Some(base), Some(modified)) = (&versions.0.bodies[pair.base], &versions.1.bodies[pair.modified])
                else {
                    continue;
                };
                let base_stays: IdVec<NodeId, bool> =
                    base.steps.iter_ids().map(|(node, step)| step.acts && !old.is_marked(pair.base, node)).collect();
                let mod_stays: IdVec<NodeId, bool> = modified
                    .steps
                    .iter_ids()
                    .map(|(node, step)| step.acts && !new.is_marked(pair.modified, node))
                    .collect();
                let (from_base, from_mod) = mismatches((base, &base_stays), (modified, &mod_stays), &pair.to_mod);
                found |= !from_base.is_empty() || !from_mod.is_empty();
                from_base.into_iter().for_each(|node| old.mark(pair.base, node));
                from_mod.into_iter().for_each(|node| new.mark(pair.modified, node));
            }
            if !found {
                return;
            }
        }
    }
    fn tell<'p>(
        &'p self,
        news: News,
        of: &BTreeMap<FuncId, usize>,
        there: impl Fn(&'p Pair<'a>) -> (FuncId, &'p BTreeMap<NodeId, NodeId>),
        to: &mut Forward,
    ) {
        let (News::Step(function, node) | News::Argument(function, node, _)) = news;
        let Some(position) = of.get(&function) else { return };
        let (id, map) = there(&self.pairs[*position]);
        let Some(partner) = map.get(&node) else { return };
        match news {
            News::Step(..) => to.mark(id, *partner),
            News::Argument(_, _, argument) => to.mark_argument(id, *partner, argument),
        }
    }

    /// Closes backward in both versions.
    pub fn close_backward(&self, old: &mut Backward, new: &mut Backward) {
        loop {
            old.close();
            new.close();
            let (from_old, from_new) = (old.news(), new.news());
            if from_old.is_empty() && from_new.is_empty() {
                return;
            }
            for (function, node) in from_old {
                if let Some(pair) = self.of_base.get(&function).map(|position| &self.pairs[*position])
                    && let Some(partner) = pair.to_mod.get(&node)
                {
                    new.run(pair.modified, *partner);
                }
            }
            for (function, node) in from_new {
                if let Some(pair) = self.of_mod.get(&function).map(|position| &self.pairs[*position])
                    && let Some(partner) = pair.to_base.get(&node)
                {
                    old.run(pair.base, *partner);
                }
            }
        }
    }
}
