//! From the steps that are to be run to what the engine does about each statement.
//!
//! # Invariants
//! - A temporary is computed when a step that is run needs it, and only then: one that is not may read what was skipped.
//! - Storage is always made, and arguments always arrive in their variables.

use super::backward::Backward;
use super::clobbered_memory::ClobberedMemory;
use super::model::{Body, SlicedProgram};
use super::skip_routing::{Way, ways};
use incise_deps::{FunctionFacts, NodeId, Site};
use incise_diff::Side;
use incise_engine::{Action, BlockPlan, Clobber, EndAction, FunctionPlan, Plan};
use incise_ir::library::{self, Model};
use incise_ir::{
    BlockId, Callee, FuncId, Function, Id, IdVec, LocalId, LocalKind, Operand, Rvalue, StmtKind, TermKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Makes the plan of one version.
pub struct Planner<'a> {
    /// The version.
    pub side: Side<'a>,
    /// Its steps.
    pub version: &'a SlicedProgram,
    /// Those that are to be run.
    pub needed: &'a Backward<'a>,
    /// Its memory.
    pub places: &'a ClobberedMemory<'a>,
}

impl Planner<'_> {
    /// The plan, or steps that must be run too before there can be one.
    pub fn plan(&self) -> Result<Plan, Vec<(FuncId, NodeId)>> {
        let mut plan = Plan { functions: IdVec::new() };
        let mut missing = Vec::new();
        for id in self.side.module.functions.ids() {
            let body = self.version.bodies[id].as_ref().filter(|_| self.needed.enters(id));
            let facts = self.side.facts.functions[id].as_ref();
            plan.functions.push(body.zip(facts).map(|(body, facts)| {
                let one = One::new(self, id, body, facts);
                one.plan(&mut missing)
            }));
        }
        if missing.is_empty() { Ok(plan) } else { Err(missing) }
    }
}

/// One function.
struct One<'a> {
    planner: &'a Planner<'a>,
    id: FuncId,
    function: &'a Function,
    body: &'a Body,
    facts: &'a FunctionFacts,
    nodes: BTreeMap<Site, NodeId>,
    computed: IdVec<LocalId, bool>,
}

impl<'a> One<'a> {
    fn new(planner: &'a Planner<'a>, id: FuncId, body: &'a Body, facts: &'a FunctionFacts) -> Self {
        let function = &planner.side.module.functions[id];
        let nodes = facts.nodes.sites.iter_ids().map(|(node, site)| (*site, node)).collect();
        let computed = function.locals.iter().map(|_| false).collect();
        let mut one = One { planner, id, function, body, facts, nodes, computed };
        one.find_computed();
        one
    }
    fn runs(&self, node: NodeId) -> bool {
        self.planner.needed.runs(self.id, node)
    }
    /// The temporaries that steps to be run need.
    fn find_computed(&mut self) {
        let mut work: Vec<Operand> = Vec::new();
        for (node, site) in self.facts.nodes.sites.iter_ids().filter(|(node, _)| self.runs(*node)) {
            match site {
                Site::Stmt(block, position) => {
                    let kind = &self.function.blocks[*block].stmts[*position].kind;
                    match (kind, &self.body.steps[node].call) {
                        (StmtKind::Call { callee, args, .. }, Some(_)) => {
                            if let Callee::Indirect(target) = callee {
                                work.push(*target);
                            }
                            // What is called besides functions with a body reads all.
                            let all = self.facts.externals.contains_key(&node) || self.facts.unknown.contains(&node);
                            let needs = |at: usize| all || self.planner.needed.needs_argument(self.id, node, at);
                            work.extend(args.iter().enumerate().filter(|(at, _)| needs(*at)).map(|(_, (arg, _))| *arg));
                        }
                        _ => work.extend(kind.operands()),
                    }
                }
                Site::End(block) => match &self.function.blocks[*block].terminator.kind {
                    TermKind::Branch { cond: operand, .. }
                    | TermKind::Switch { value: operand, .. }
                    | TermKind::IndirectGoto { target: operand, .. }
                    | TermKind::Return(Some(operand)) => work.push(*operand),
                    _ => {}
                },
            }
        }
        for stmt in self.function.blocks.iter().flat_map(|block| &block.stmts) {
            if self.is_lifetime(&stmt.kind) {
                work.extend(stmt.kind.operands());
            }
        }
        while let Some(operand) = work.pop() {
            if let Operand::Local(local) = operand
                && let Some(value) = self.facts.nodes.folded(self.function, local)
                && !std::mem::replace(&mut self.computed[local], true)
            {
                work.extend(value.operands());
            }
        }
    }
    /// Whether a statement marks where the life of an object of this function begins or ends.
    fn is_lifetime(&self, kind: &StmtKind) -> bool {
        let StmtKind::Call { callee: Callee::Direct(id), args, .. } = kind else { return false };
        let model = library::facts(&self.planner.side.module.functions[*id].name).model;
        matches!(model, Some(Model::LifetimeStart | Model::LifetimeEnd))
            && args.iter().all(|(arg, _)| self.is_address(*arg))
    }
    fn is_address(&self, operand: Operand) -> bool {
        let Operand::Local(local) = operand else { return true };
        match self.facts.nodes.folded(self.function, local) {
            Some(Rvalue::Use(inner) | Rvalue::Cast { value: inner, .. }) => self.is_address(*inner),
            Some(Rvalue::Alloca { count: Operand::Int(_), .. }) => true,
            Some(Rvalue::Offset { base, indices, .. }) => indices.is_empty() && self.is_address(*base),
            _ => false,
        }
    }

    fn plan(&self, missing: &mut Vec<(FuncId, NodeId)>) -> FunctionPlan {
        let as_it_is = |block: &incise_ir::Block| BlockPlan {
            stmts: block.stmts.iter().map(|_| Action::Run).collect(),
            end: EndAction::Run,
        };
        let mut blocks: IdVec<BlockId, BlockPlan> = self.function.blocks.iter().map(as_it_is).collect();
        let ways = ways(self.body, |node| self.runs(node));
        missing.extend(ways.missing.iter().map(|node| (self.id, *node)));
        for (block, contents) in self.function.blocks.iter_ids() {
            let Some(way) = self.nodes.get(&Site::End(block)).and_then(|node| ways.at[*node].as_ref()) else {
                continue;
            };
            let end = match way {
                Way::Jump { to, over } => {
                    EndAction::Jump { to: self.block(*to), clobber: self.clobber(over.iter().copied()) }
                }
                Way::Run | Way::Skip => EndAction::Run,
            };
            let stmts = contents.stmts.iter().enumerate();
            let stmts = stmts.map(|(position, stmt)| self.action(block, position, &stmt.kind)).collect();
            blocks[block] = BlockPlan { stmts, end };
        }
        FunctionPlan { blocks }
    }
    fn block(&self, node: NodeId) -> BlockId {
        match self.facts.nodes.sites[node] {
            Site::Stmt(block, _) | Site::End(block) => block,
        }
    }
    fn action(&self, block: BlockId, position: usize, kind: &StmtKind) -> Action {
        if let Some(node) = self.nodes.get(&Site::Stmt(block, position)) {
            return if self.runs(*node) { Action::Run } else { Action::Skip(self.clobber([*node])) };
        }
        let skip =
            |dst: Option<LocalId>| Action::Skip(Clobber { locals: dst.into_iter().collect(), memory: Vec::new() });
        match kind {
            StmtKind::Assign { value: Rvalue::Uninit, .. } | StmtKind::Fence => Action::Run,
            StmtKind::Assign { dst, value } => {
                let storage = matches!(value, Rvalue::Alloca { count: Operand::Int(_), .. });
                let argument = matches!(value, Rvalue::Use(Operand::Local(source))
                    if self.function.locals[*source].kind == LocalKind::Param);
                let folded = self.facts.nodes.folded(self.function, *dst).is_some();
                if storage || self.computed[*dst] || (argument && !folded) { Action::Run } else { skip(Some(*dst)) }
            }
            StmtKind::Call { dst, .. } => {
                if self.is_lifetime(kind) {
                    Action::Run
                } else {
                    skip(*dst)
                }
            }
            _ => skip(None),
        }
    }
    /// What steps may write.
    fn clobber(&self, nodes: impl IntoIterator<Item = NodeId>) -> Clobber {
        let mut vars: BTreeSet<u32> = BTreeSet::new();
        for node in nodes {
            vars.extend(&self.body.steps[node].defs);
        }
        let n_locals = self.function.locals.len();
        let locals = vars.iter().filter(|var| (**var as usize) < n_locals).map(|var| LocalId::new(*var as usize));
        let cells = vars.iter().filter_map(|var| self.body.cell_of[*var as usize]);
        Clobber { locals: locals.collect(), memory: self.planner.places.of(self.id, cells) }
    }
}
