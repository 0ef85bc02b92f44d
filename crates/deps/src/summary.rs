//! The cells that nodes and whole functions read and write.

use crate::cells::{Access, CellId, Cells};
use crate::effects::Effects;
use crate::inclusion::ObjectId;
use incise_base::{Digraph, IdSet, components};
use incise_ir::{FuncId, IdVec};
use rustc_hash::FxHashMap;

/// What a node, or a whole function with all that it calls, may read and write.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What it may read.
    pub reads: IdSet<CellId>,
    /// What it may write.
    pub writes: IdSet<CellId>,
}

impl Summary {
    /// Adds what another does.
    pub fn join(&mut self, other: &Summary) {
        self.reads.union_with(&other.reads);
        self.writes.union_with(&other.writes);
    }
}

/// Finds the cells of accesses; the same objects are asked for again and again.
pub struct Touched<'a> {
    cells: &'a Cells,
    within: FxHashMap<IdSet<ObjectId>, IdSet<CellId>>,
}

impl<'a> Touched<'a> {
    /// For these cells.
    pub fn new(cells: &'a Cells) -> Self {
        Touched { cells, within: FxHashMap::default() }
    }
    /// Adds the cells that an access may touch.
    pub fn add(&mut self, access: &Access, to: &mut IdSet<CellId>) {
        match access {
            Access::Exact { object, start, end } => to.extend(self.cells.bytes(*object, *start, *end)),
            Access::Within(objects) => match self.within.get(objects) {
                Some(known) => to.union_with(known),
                None => {
                    let found: IdSet<CellId> = objects.iter().flat_map(|object| self.cells.all(object)).collect();
                    to.union_with(&found);
                    self.within.insert(objects.clone(), found);
                }
            },
        }
    }
    /// The cells that accesses may touch.
    pub fn all<'b>(&mut self, accesses: impl IntoIterator<Item = &'b Access>) -> IdSet<CellId> {
        let mut found = IdSet::new();
        accesses.into_iter().for_each(|access| self.add(access, &mut found));
        found
    }
    /// The cells that are certainly overwritten.
    pub fn overwritten(&self, effects: &Effects) -> IdSet<CellId> {
        let exact = |access: &Access| match access {
            Access::Exact { object, start, end } => Some(self.cells.bytes(*object, *start, *end)),
            Access::Within(_) => None,
        };
        effects.writes.iter().filter_map(exact).flatten().collect()
    }
    /// What a node does, calls of functions with a body left out.
    pub fn own(&mut self, effects: &Effects) -> Summary {
        let mut summary = Summary {
            reads: self.all(&effects.reads),
            writes: self.all(effects.writes.iter().chain(&effects.uncertain)),
        };
        if effects.unknown {
            summary.reads.insert(Cells::world());
            summary.writes.insert(Cells::world());
        }
        summary
    }
}

/// What each function does with all that it calls; `own` is without that. Functions that call each other do the same.
pub fn summaries(own: &IdVec<FuncId, Summary>, calls: &Digraph<FuncId>) -> IdVec<FuncId, Summary> {
    let found = components(calls);
    let mut whole: Vec<Summary> = Vec::with_capacity(found.members.len());
    for (position, members) in found.members.iter().enumerate() {
        let mut summary = Summary::default();
        for member in members {
            summary.join(&own[*member]);
            let callees = calls.successors(*member).iter().map(|callee| found.of[*callee]);
            callees.filter(|callee| *callee != position).for_each(|callee| summary.join(&whole[callee]));
        }
        whole.push(summary);
    }
    own.ids().map(|id| whole[found.of[id]].clone()).collect()
}
