//! What of a run is compared, and what of that a change can influence.

use super::clobbered_memory::ClobberedMemory;
use super::forward::Forward;
use incise_base::Budget;
use incise_deps::{CellId, ObjectKind};
use incise_diff::{Base, Mod, ProgramDiff, Side};
use incise_engine::{Aspect, Aspects, SeenAtEnd};
use incise_ir::{FuncId, GlobalId, Type};
use std::collections::BTreeSet;

/// What a plan is asked for.
#[derive(Clone, Copy, Debug)]
pub struct PlanRequest {
    /// What is compared when the entry function has been run in both versions.
    pub aspects: Aspects,
    /// Whether memory is compared where the program ends inside the function.
    pub at_end: SeenAtEnd,
    /// Whether overflow and shifts past the width are errors.
    pub arithmetic: bool,
    /// What the analysis may take.
    pub budget: Budget,
}

impl PlanRequest {
    pub(super) fn has(&self, aspect: Aspect) -> bool {
        self.aspects.has(aspect)
    }
    /// Whether what is written, and calls that are seen like it, are compared.
    pub(super) fn has_output(&self) -> bool {
        self.has(Aspect::Output) || self.has(Aspect::Calls)
    }
}

/// A global that is to be compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalOutput {
    /// In the old version.
    pub base: Base<GlobalId>,
    /// In the new version.
    pub modified: Mod<GlobalId>,
    /// The bytes that can differ; all if none are named.
    pub bytes: Option<Vec<(u64, u64)>>,
}

/// What of what is compared can differ. What is not in here is the same in both versions and holds irrelevant values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outputs {
    /// The result of the entry function.
    pub result: bool,
    /// Globals.
    pub globals: Vec<GlobalOutput>,
    /// Memory that was there before the run.
    pub outside: bool,
    /// The heap.
    pub heap: bool,
    /// The streams.
    pub stream: bool,
    /// How the run ends.
    pub ending: bool,
}

impl Outputs {
    /// Whether nothing can differ.
    pub fn is_empty(&self) -> bool {
        *self == Outputs::default()
    }
}

/// One version with what a change does to it.
pub struct Changed<'a> {
    /// The version.
    pub side: Side<'a>,
    /// The entry function.
    pub entry: FuncId,
    /// What a change influences.
    pub forward: &'a Forward<'a>,
    /// Its memory.
    pub places: &'a ClobberedMemory<'a>,
    /// Globals with another initial value.
    pub values: &'a BTreeSet<GlobalId>,
}

impl Changed<'_> {
    fn cells(&self, kind: ObjectKind) -> Vec<CellId> {
        let object = self.side.facts.points_to.object(kind);
        object.into_iter().flat_map(|object| self.side.facts.cells.all(object)).collect()
    }
    fn differs(&self, cell: CellId) -> bool {
        self.forward.cell_at_exit(cell).unwrap_or(false)
    }
    /// The bytes of a global that can differ; `None` within for all.
    fn global(&self, id: GlobalId) -> Option<Option<Vec<(u64, u64)>>> {
        let cells = self.cells(ObjectKind::Global(id));
        let touched = cells.iter().any(|cell| self.forward.cell_at_exit(*cell).is_some());
        if !touched {
            return self.values.contains(&id).then_some(None);
        }
        let mut bytes = Vec::new();
        for cell in cells.into_iter().filter(|cell| self.differs(*cell)) {
            match self.side.facts.cells.place(cell) {
                Some((_, Some((start, end)))) => {
                    bytes.push((u64::try_from(start).unwrap_or(0), u64::try_from(end).unwrap_or(0)));
                }
                _ => return Some(None),
            }
        }
        (!bytes.is_empty()).then_some(Some(bytes))
    }
    /// The cells of the heap.
    pub fn heap(&self) -> Vec<CellId> {
        let objects = self.side.facts.points_to.objects.iter_ids();
        let heap = objects.filter(|(_, kind)| self.places.is_heap(**kind));
        heap.flat_map(|(object, _)| self.side.facts.cells.all(object)).collect()
    }
    /// The cells of memory that was there before.
    pub fn outside(&self) -> Vec<CellId> {
        self.cells(ObjectKind::Outside)
    }
    /// The cells of a global that these bytes are in.
    pub fn global_cells(&self, id: GlobalId, bytes: Option<&[(u64, u64)]>) -> Vec<CellId> {
        let meets = |cell: &CellId| match (bytes, self.side.facts.cells.place(*cell)) {
            (Some(bytes), Some((_, Some((start, end))))) => {
                let clear =
                    |from: u64, to: u64| i128::from(start) >= i128::from(to) || i128::from(from) >= i128::from(end);
                bytes.iter().any(|(from, to)| !clear(*from, *to))
            }
            _ => true,
        };
        self.cells(ObjectKind::Global(id)).into_iter().filter(meets).collect()
    }
    /// Whether a pointer in these objects may lead to the heap.
    fn leads_to_heap(&self, kinds: impl Iterator<Item = ObjectKind>) -> bool {
        let points_to = &self.side.facts.points_to;
        let objects = kinds.filter_map(|kind| points_to.object(kind)).collect();
        points_to.closure(&objects).iter().any(|object| self.places.is_heap(points_to.objects[object]))
    }
    fn returns_pointer(&self) -> bool {
        let ret = self.side.module.functions[self.entry].ret;
        !matches!(self.side.module.types.get(ret), Type::Void | Type::Int(_) | Type::Float(_))
    }
}

/// What can differ of what is compared at the return; streams and ends are found from the steps.
pub fn at_return(base: &Changed, modified: &Changed, diff: &ProgramDiff, asked: &PlanRequest) -> Outputs {
    let both = [base, modified];
    let result = asked.has(Aspect::Return) && both.iter().any(|side| side.forward.result(side.entry));
    let mut outputs = Outputs { result, ..Outputs::default() };
    for pair in &diff.global_pairs {
        let fixed =
            base.side.module.globals[pair.base.0].constant && modified.side.module.globals[pair.modified.0].constant;
        if fixed || !asked.has(Aspect::Globals) {
            continue;
        }
        let found: Vec<Option<Vec<(u64, u64)>>> =
            [base.global(pair.base.0), modified.global(pair.modified.0)].into_iter().flatten().collect();
        if found.is_empty() {
            continue;
        }
        let bytes = found.into_iter().collect::<Option<Vec<_>>>().filter(|_| pair.same_shape);
        let bytes = bytes.map(|all| merge(all.into_iter().flatten().collect()));
        outputs.globals.push(GlobalOutput { base: pair.base, modified: pair.modified, bytes });
    }
    if asked.has(Aspect::Memory) {
        outputs.outside = both.iter().any(|side| side.outside().into_iter().any(|cell| side.differs(cell)));
        let led = |side: &Changed, globals: Vec<GlobalId>| {
            let outside = outputs.outside.then_some(ObjectKind::Outside);
            side.leads_to_heap(globals.into_iter().map(ObjectKind::Global).chain(outside))
                || (outputs.result && side.returns_pointer() && !side.heap().is_empty())
        };
        outputs.heap = both.iter().any(|side| side.heap().into_iter().any(|cell| side.differs(cell)))
            || led(base, outputs.globals.iter().map(|global| global.base.0).collect())
            || led(modified, outputs.globals.iter().map(|global| global.modified.0).collect());
        // What the result points to is seen through it.
        outputs.result |= asked.has(Aspect::Return) && outputs.heap && both.iter().any(|side| side.returns_pointer());
    }
    outputs
}

fn merge(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged
}
