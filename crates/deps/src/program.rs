//! The facts of every function of a program.

use crate::cells::{Access, CellId, Cells, Places};
use crate::effects::Effects;
use crate::facts::{Facts, Kind, Node, NodeId, VarId};
use crate::nodes::{FunctionNodes, Site};
use crate::points_to::PointsTo;
use incise_ir::{FuncId, Id, IdVec, LocalId, Module, TermKind};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of a function and where they come from.
pub struct FunctionFacts {
    /// What a node stands for.
    pub nodes: FunctionNodes,
    /// The facts.
    pub facts: Facts,
    /// The functions with a body that a node may call.
    pub calls: BTreeMap<NodeId, BTreeSet<FuncId>>,
    /// For a node that calls: what each argument reads.
    pub args: BTreeMap<NodeId, Vec<BTreeSet<VarId>>>,
    /// The functions without a body that a node may call.
    pub externals: BTreeMap<NodeId, BTreeSet<FuncId>>,
    /// For a node that calls through a pointer: what the pointer reads.
    pub targets: BTreeMap<NodeId, BTreeSet<VarId>>,
    /// Nodes that may call code that is not known.
    pub unknown: BTreeSet<NodeId>,
    n_locals: usize,
}

impl FunctionFacts {
    /// The variable of a local.
    pub fn local_var(&self, local: LocalId) -> VarId {
        VarId::new(local.index())
    }
    /// The cell that a variable is, if it is memory.
    pub fn cell(&self, var: VarId) -> Option<CellId> {
        var.index().checked_sub(self.n_locals).map(CellId::new)
    }
    /// The variable that a cell is.
    pub fn cell_var(&self, cell: CellId) -> VarId {
        VarId::new(self.n_locals + cell.index())
    }
}

/// The facts of a program.
pub struct ProgramFacts {
    /// By function; none for declarations.
    pub functions: IdVec<FuncId, Option<FunctionFacts>>,
    /// Memory.
    pub cells: Cells,
    /// What pointers may point to.
    pub points_to: PointsTo,
}

impl ProgramFacts {
    /// Collects them; `entries` are called from outside although they may be static.
    pub fn of(module: &Module, entries: &[FuncId]) -> ProgramFacts {
        let points_to = PointsTo::of(module, entries);
        let collect = |(id, function): (FuncId, &incise_ir::Function)| {
            (!function.is_declaration()).then(|| {
                let nodes = FunctionNodes::of(module, function);
                let places = Places { module, id, nodes: &nodes, points_to: &points_to };
                let effects: Vec<Effects> = nodes.sites.iter().map(|site| Effects::of(&places, *site)).collect();
                (nodes, effects)
            })
        };
        let collected: IdVec<FuncId, Option<(FunctionNodes, Vec<Effects>)>> =
            module.functions.iter_ids().map(collect).collect();
        let all = collected.iter().flatten().flat_map(|(_, effects)| effects);
        let accesses: Vec<Access> =
            all.flat_map(|effects| effects.reads.iter().chain(&effects.writes)).cloned().collect();
        let cells = Cells::of(module, &points_to, &accesses);
        let summaries = summaries(&collected, &cells);
        let mut functions = IdVec::new();
        for ((_, function), collected) in module.functions.iter_ids().zip(collected.iter()) {
            functions
                .push(collected.as_ref().map(|(nodes, effects)| build(function, nodes, effects, &cells, &summaries)));
        }
        ProgramFacts { functions, cells, points_to }
    }
    /// What a variable is called.
    pub fn var_name(&self, module: &Module, function: FuncId, var: VarId) -> String {
        let n_locals = module.functions[function].locals.len();
        match var.index().checked_sub(n_locals) {
            Some(cell) => self.cells.name(CellId::new(cell)).to_owned(),
            None => {
                let local = &module.functions[function].locals[LocalId::new(var.index())];
                if local.name.is_empty() { String::from("an intermediate value") } else { local.name.clone() }
            }
        }
    }
}

/// What a whole function may read and write, what it calls included.
#[derive(Clone, Default)]
struct Summary {
    reads: BTreeSet<CellId>,
    writes: BTreeSet<CellId>,
}

fn summaries(
    collected: &IdVec<FuncId, Option<(FunctionNodes, Vec<Effects>)>>,
    cells: &Cells,
) -> IdVec<FuncId, Summary> {
    let mut found: IdVec<FuncId, Summary> = collected.iter().map(|_| Summary::default()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (id, collected) in collected.iter_ids() {
            let mut summary = found[id].clone();
            for effects in collected.iter().flat_map(|(_, effects)| effects) {
                let own = effect_cells(effects, cells);
                summary.reads.extend(own.reads);
                summary.writes.extend(own.writes);
                for callee in &effects.calls {
                    summary.reads.extend(&found[*callee].reads);
                    summary.writes.extend(&found[*callee].writes);
                }
            }
            if summary.reads.len() != found[id].reads.len() || summary.writes.len() != found[id].writes.len() {
                found[id] = summary;
                changed = true;
            }
        }
    }
    found
}

fn effect_cells(effects: &Effects, cells: &Cells) -> Summary {
    let mut summary = Summary {
        reads: effects.reads.iter().flat_map(|access| cells.touched(access)).collect(),
        writes: effects.writes.iter().flat_map(|access| cells.touched(access)).collect(),
    };
    if effects.unknown {
        summary.reads.insert(Cells::world());
        summary.writes.insert(Cells::world());
    }
    summary
}

fn build(
    function: &incise_ir::Function,
    nodes: &FunctionNodes,
    effects: &[Effects],
    cells: &Cells,
    summaries: &IdVec<FuncId, Summary>,
) -> FunctionFacts {
    let mut built = FunctionFacts {
        nodes: nodes.clone(),
        facts: Facts::new(),
        calls: BTreeMap::new(),
        args: BTreeMap::new(),
        externals: BTreeMap::new(),
        targets: BTreeMap::new(),
        unknown: BTreeSet::new(),
        n_locals: function.locals.len(),
    };
    for ((node, site), effects) in nodes.sites.iter_ids().zip(effects) {
        let mut own = effect_cells(effects, cells);
        for callee in &effects.calls {
            own.reads.extend(&summaries[*callee].reads);
            own.writes.extend(&summaries[*callee].writes);
        }
        let certain = effects.writes.iter().flat_map(|access| cells.overwritten(access));
        let locals = effects.locals_written.iter().map(|local| built.local_var(*local));
        let defs: BTreeSet<VarId> = own.writes.iter().map(|cell| built.cell_var(*cell)).chain(locals.clone()).collect();
        let kills = certain.map(|cell| built.cell_var(cell)).chain(locals).collect();
        let uses = own.reads.iter().map(|cell| built.cell_var(*cell));
        let uses = uses.chain(effects.locals_read.iter().map(|local| built.local_var(*local))).collect();
        let kind = match site {
            Site::End(block) => match &function.blocks[*block].terminator.kind {
                TermKind::Branch { .. } | TermKind::Switch { .. } | TermKind::IndirectGoto { .. } => Kind::Cond,
                _ => Kind::Other,
            },
            Site::Stmt(..) => Kind::Write,
        };
        let reads = |(locals, accesses): &(BTreeSet<LocalId>, Vec<Access>)| -> BTreeSet<VarId> {
            let memory = accesses.iter().flat_map(|access| cells.touched(access)).map(|cell| built.cell_var(cell));
            memory.chain(locals.iter().map(|local| built.local_var(*local))).collect()
        };
        if !effects.calls.is_empty() {
            let (args, target) = (effects.args.iter().map(reads).collect(), reads(&effects.target));
            built.calls.insert(node, effects.calls.clone());
            built.args.insert(node, args);
            built.targets.insert(node, target);
        }
        if !effects.externals.is_empty() {
            built.externals.insert(node, effects.externals.clone());
        }
        if effects.unknown {
            built.unknown.insert(node);
        }
        built.facts.push_node(Node { kind, defs, kills, uses });
    }
    for (node, site) in nodes.sites.iter_ids() {
        match site {
            Site::Stmt(..) => built.facts.edge(node, NodeId::new(node.index() + 1)),
            Site::End(block) => {
                for next in function.blocks[*block].terminator.kind.successors() {
                    built.facts.edge(node, nodes.first[&next]);
                }
            }
        }
    }
    built
}
