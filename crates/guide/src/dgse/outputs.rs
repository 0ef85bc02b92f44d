//! What is seen of a program when its entry has returned, as nodes that read it.
//!
//! *Source*: relevant slices of outputs, D. Qi, H. Nguyen, A. Roychoudhury, Path exploration based on symbolic output, ESEC/FSE 2011
//! ([dgse-tse2017] §2). Here an output is one more node behind the last, so that [dgse-tse2017] Def. 5 gives it a relevant path condition.
//!
//! # Invariants
//! - An output depends on every definition of what it reads that reaches the end, and on what these depend on; calls that are seen from outside
//!   are read by the output that has them.

use incise_base::IdSet;
use incise_deps::{AtEnd, CellId, Cells, Expansion, NodeId, ObjectKind, ProgramFacts, VarId};
use incise_ir::{GlobalId, Id, IdVec};

/// Something that is seen when the entry has returned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Output {
    /// What it returned.
    Result,
    /// Bytes of a global: from the first up to the second.
    Global(GlobalId, u64, u64),
    /// All memory that is no variable's: what pointers from outside lead to, what was allocated.
    Memory,
    /// What was written to streams, and calls of functions without a body.
    Calls,
}

/// For each list of outputs where something is decided that it depends on. `depends` has that of all nodes.
pub fn seen_at_end(
    program: &ProgramFacts,
    expansion: &Expansion,
    depends: &IdVec<NodeId, IdSet<NodeId>>,
    decides: &IdVec<NodeId, bool>,
    outputs: &[Vec<Output>],
) -> Vec<IdSet<NodeId>> {
    let mut at_end = AtEnd::new(expansion);
    let mut found = Vec::new();
    for outputs in outputs {
        let mut on = IdSet::new();
        let mut add = |node: NodeId| {
            on.union_with(&depends[node]);
            if decides[node] {
                on.insert(node);
            }
        };
        for output in outputs {
            if *output == Output::Calls {
                expansion.facts.nodes.ids().filter(|node| expansion.speaks(*node)).for_each(&mut add);
            }
            for var in variables(program, expansion, output) {
                at_end.definitions(var).iter().for_each(&mut add);
            }
        }
        found.push(on);
    }
    found
}

/// The variables that hold an output.
fn variables(program: &ProgramFacts, expansion: &Expansion, output: &Output) -> Vec<VarId> {
    let var = |cell: CellId| VarId::new(cell.index());
    match output {
        Output::Result => vec![expansion.result()],
        Output::Global(id, start, end) => {
            let Some(object) = program.points_to.object(ObjectKind::Global(*id)) else { return Vec::new() };
            let (Ok(start), Ok(end)) = (i64::try_from(*start), i64::try_from(*end)) else {
                return program.cells.all(object).map(var).collect();
            };
            let cells: Vec<CellId> = program.cells.bytes(object, start, end).collect();
            // Bytes that no access names are written with all others.
            let mut covered = start;
            for cell in &cells {
                if let Some((_, Some((from, to)))) = program.cells.place(*cell)
                    && from <= covered
                {
                    covered = covered.max(to);
                }
            }
            match covered >= end {
                true => cells.into_iter().map(var).collect(),
                false => program.cells.all(object).map(var).collect(),
            }
        }
        Output::Memory => {
            let is_memory = |kind: &ObjectKind| matches!(kind, ObjectKind::Outside | ObjectKind::Site(..));
            let objects = program.points_to.objects.iter_ids().filter(|(_, kind)| is_memory(kind));
            let cells = objects.flat_map(|(object, _)| program.cells.all(object)).chain([Cells::world()]);
            cells.map(var).chain([expansion.allocated()]).collect()
        }
        Output::Calls => Vec::new(),
    }
}
