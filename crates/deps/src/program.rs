//! The facts of every function of a program.

use crate::call_graph::CallGraph;
use crate::cells::{Access, CellId, Cells, Places};
use crate::effects::Effects;
use crate::facts::{Facts, Kind, Node};
use crate::ids::{NodeId, VarId};
use crate::nodes::{FunctionNodes, Site};
use crate::points_to::PointsTo;
use crate::summary::{Summary, Touched, summaries};
use crate::vars::VarSet;
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
    pub args: BTreeMap<NodeId, Vec<VarSet>>,
    /// The functions without a body that a node may call.
    pub externals: BTreeMap<NodeId, BTreeSet<FuncId>>,
    /// For a node that calls through a pointer: what the pointer reads.
    pub targets: BTreeMap<NodeId, VarSet>,
    /// Nodes that may call code that is not known.
    pub unknown: BTreeSet<NodeId>,
    /// What is read by computations that stand before a node, whether they feed it or not: where one fails, it is there that it is seen.
    pub before: BTreeMap<NodeId, VarSet>,
    /// What is read to find out where an access is, or which way to go.
    pub decided: BTreeMap<NodeId, VarSet>,
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
    /// Which function may call which.
    pub call_graph: CallGraph,
}

impl ProgramFacts {
    /// Collects them; `entries` are called from outside although they may be static.
    pub fn of(module: &Module, entries: &[FuncId]) -> ProgramFacts {
        let points_to = PointsTo::of(module, entries);
        let collect = |(id, function): (FuncId, &incise_ir::Function)| {
            (!function.is_declaration()).then(|| {
                let nodes = FunctionNodes::of(module, function);
                let places = Places { module, id, nodes: &nodes, points_to: &points_to };
                let mut first = 0;
                let mut effects = Vec::new();
                for site in nodes.sites.iter() {
                    effects.push(Effects::of(&places, *site, first));
                    first = if let Site::Stmt(_, position) = site { position + 1 } else { 0 };
                }
                (nodes, effects)
            })
        };
        let collected: IdVec<FuncId, Option<(FunctionNodes, Vec<Effects>)>> =
            module.functions.iter_ids().map(collect).collect();
        let all = collected.iter().flatten().flat_map(|(_, effects)| effects);
        let cells = Cells::of(module, &points_to, all.flat_map(Effects::accesses));
        let mut touched = Touched::new(&cells);
        let effects: IdVec<FuncId, &[Effects]> =
            collected.iter().map(|collected| collected.as_ref().map_or(&[][..], |(_, effects)| effects)).collect();
        let call_graph = CallGraph::of(module, &points_to, &effects);
        let mut whole: IdVec<FuncId, Summary> = collected.iter().map(|_| Summary::default()).collect();
        let mut own: IdVec<FuncId, Vec<Summary>> = IdVec::new();
        for (id, effects) in effects.iter_ids() {
            let nodes: Vec<Summary> = effects.iter().map(|effects| touched.own(effects)).collect();
            nodes.iter().for_each(|node| whole[id].join(node));
            own.push(nodes);
        }
        let summaries = summaries(&whole, call_graph.calls());
        let mut functions = IdVec::new();
        let mut builder = Builder { touched, summaries };
        for ((function, collected), own) in module.functions.iter().zip(collected.iter()).zip(own.iter()) {
            let build =
                |(nodes, effects): &(FunctionNodes, Vec<Effects>)| builder.facts(function, nodes.clone(), effects, own);
            functions.push(collected.as_ref().map(build));
        }
        ProgramFacts { functions, cells, points_to, call_graph }
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

/// What the facts of every function are made with.
struct Builder<'a> {
    touched: Touched<'a>,
    summaries: IdVec<FuncId, Summary>,
}

impl Builder<'_> {
    /// The facts of a function whose nodes have these effects, and touch these cells of their own.
    fn facts(
        &mut self,
        function: &incise_ir::Function,
        nodes: FunctionNodes,
        effects: &[Effects],
        own: &[Summary],
    ) -> FunctionFacts {
        let mut built = FunctionFacts {
            nodes,
            facts: Facts::new(),
            calls: BTreeMap::new(),
            args: BTreeMap::new(),
            externals: BTreeMap::new(),
            targets: BTreeMap::new(),
            unknown: BTreeSet::new(),
            before: BTreeMap::new(),
            decided: BTreeMap::new(),
            n_locals: function.locals.len(),
        };
        for (((node, site), effects), own) in built.nodes.sites.iter_ids().zip(effects).zip(own) {
            let mut does = own.clone();
            effects.calls.iter().for_each(|callee| does.join(&self.summaries[*callee]));
            // Locals come before cells, so that the sets are in order.
            let written: BTreeSet<VarId> = effects.locals_written.iter().map(|local| built.local_var(*local)).collect();
            let certain = self.touched.overwritten(effects);
            let var = |cell: CellId| built.cell_var(cell);
            let defs = written.iter().copied().chain(does.writes.iter().map(var)).collect();
            let kills = written.iter().copied().chain(certain.iter().map(var)).collect();
            let read = effects.locals_read.iter().map(|local| built.local_var(*local));
            let uses = read.chain(does.reads.iter().map(var)).collect();
            let kind = match site {
                Site::End(block) => match &function.blocks[*block].terminator.kind {
                    TermKind::Branch { .. } | TermKind::Switch { .. } | TermKind::IndirectGoto { .. } => Kind::Cond,
                    _ => Kind::Other,
                },
                Site::Stmt(..) => Kind::Write,
            };
            let mut reads = |(locals, accesses): &(BTreeSet<LocalId>, Vec<Access>)| -> VarSet {
                let locals = locals.iter().map(|local| built.local_var(*local));
                locals.chain(self.touched.all(accesses).iter().map(var)).collect()
            };
            let (before, decided) = (reads(&effects.before), reads(&effects.decided));
            if !effects.calls.is_empty() {
                let (args, target) = (effects.args.iter().map(&mut reads).collect(), reads(&effects.target));
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
            if !before.is_empty() {
                built.before.insert(node, before);
            }
            if !decided.is_empty() {
                built.decided.insert(node, decided);
            }
            built.facts.push_node(Node { kind, defs, kills, uses });
        }
        for (node, site) in built.nodes.sites.iter_ids() {
            match site {
                Site::Stmt(..) => built.facts.edge(node, NodeId::new(node.index() + 1)),
                Site::End(block) => {
                    for next in function.blocks[*block].terminator.kind.successors() {
                        built.facts.edge(node, built.nodes.first[&next]);
                    }
                }
            }
        }
        built
    }
}
