//! Clobbered memory: cells of the analysis as regions that the engine forgets.

use super::build::inputs;
use incise_base::{Digraph, reachable_from};
use incise_deps::{CellId, ObjectKind};
use incise_diff::Side;
use incise_engine::MemoryRegion;
use incise_ir::{FuncId, LocalId, Rvalue, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// What the cells of one version are.
pub struct ClobberedMemory<'a> {
    side: Side<'a>,
    /// Allocations on the stack.
    stack: BTreeSet<(FuncId, LocalId)>,
    /// The functions that may be running while a function runs, itself included.
    running: BTreeMap<FuncId, BTreeSet<FuncId>>,
}

impl<'a> ClobberedMemory<'a> {
    /// For the functions that are reached.
    pub fn new(side: Side<'a>, reached: &BTreeSet<FuncId>) -> Self {
        let mut called_by = Digraph::new(side.module.functions.len());
        let mut stack = BTreeSet::new();
        for id in reached {
            for target in side.facts.functions[*id].iter().flat_map(|facts| facts.calls.values().flatten()) {
                called_by.add_edge(*target, *id);
            }
            for stmt in side.module.functions[*id].blocks.iter().flat_map(|block| &block.stmts) {
                if let StmtKind::Assign { dst, value: Rvalue::Alloca { .. } } = &stmt.kind {
                    stack.insert((*id, *dst));
                }
            }
        }
        let running = |id: &FuncId| (*id, reachable_from(&called_by, [*id]).into_iter().collect());
        ClobberedMemory { side, stack, running: reached.iter().map(running).collect() }
    }
    /// Whether an object is on the heap.
    pub fn is_heap(&self, kind: ObjectKind) -> bool {
        matches!(kind, ObjectKind::Site(function, local) if !self.stack.contains(&(function, local)))
    }
    /// The places of these cells, as far as they exist while a function runs.
    pub fn of(&self, function: FuncId, cells: impl Iterator<Item = CellId>) -> Vec<MemoryRegion> {
        let mut found: BTreeSet<MemoryRegion> = cells.filter_map(|cell| self.place(function, cell)).collect();
        let whole: BTreeSet<MemoryRegion> = found.iter().copied().filter(|place| *place == all(*place)).collect();
        found.retain(|place| *place == all(*place) || !whole.contains(&all(*place)));
        found.into_iter().collect()
    }
    fn place(&self, function: FuncId, cell: CellId) -> Option<MemoryRegion> {
        if cell == inputs(self.side) {
            return None;
        }
        let (object, range) = self.side.facts.cells.place(cell)?;
        let bytes = |size: u64| {
            let (start, end) = range?;
            let (start, end) = (u64::try_from(start).unwrap_or(0), u64::try_from(end).unwrap_or(0).min(size));
            Some((start, end))
        };
        let inside = |bytes: Option<(u64, u64)>| bytes.is_none_or(|(start, end)| start < end);
        match self.side.facts.points_to.objects[object] {
            ObjectKind::Outside => Some(MemoryRegion::Outside),
            ObjectKind::Function(_) => None,
            ObjectKind::Global(id) => {
                let global = &self.side.module.globals[id];
                let bytes = bytes(global.size);
                (!global.constant && inside(bytes)).then_some(MemoryRegion::Global(id, bytes))
            }
            ObjectKind::Site(at, local) => {
                let alive = !self.stack.contains(&(at, local)) || self.running[&function].contains(&at);
                let bytes = bytes(u64::MAX);
                (alive && inside(bytes)).then_some(MemoryRegion::Site(at, local, bytes))
            }
        }
    }
}

/// The whole of which a place is a part.
fn all(place: MemoryRegion) -> MemoryRegion {
    match place {
        MemoryRegion::Global(id, _) => MemoryRegion::Global(id, None),
        MemoryRegion::Site(function, local, _) => MemoryRegion::Site(function, local, None),
        MemoryRegion::Outside => MemoryRegion::Outside,
    }
}
