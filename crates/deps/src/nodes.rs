//! Which statements are nodes, and which temporaries belong to the node that they feed.
//!
//! # Invariants
//! - A temporary is *folded* when what it stands for is the same where it is read as where it was computed: it has one
//!   definition, all reads are in the same block, and nothing is written between; or it is computed from constants
//!   and addresses of locals alone. Every other temporary is a variable like those of the source.
//! - Every block ends in a node, also when control only passes: so the nodes' graph is the blocks' graph.
//! - A temporary that nothing reads is a node only if computing it writes memory or can fail.
//! - The beginning of a variable's life and the copy of an argument into its variable are not nodes.

use crate::ids::NodeId;
use incise_base::until_stable;
use incise_ir::library::{self, MemoryEffect};
use incise_ir::{
    BlockId, Callee, Function, Id, IdVec, Local, LocalId, LocalKind, Module, Operand, Rvalue, Span, Stmt, StmtKind,
    TermKind,
};
use std::collections::BTreeMap;

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Site {
    /// A statement of a block.
    Stmt(BlockId, usize),
    /// The end of a block.
    End(BlockId),
}

/// The nodes of a function.
#[derive(Clone, Debug)]
pub struct FunctionNodes {
    /// Where each node stands; nodes are in reverse postorder of the blocks.
    pub sites: IdVec<NodeId, Site>,
    /// The first node of each block that can be reached.
    pub first: BTreeMap<BlockId, NodeId>,
    /// The variable that an argument is copied to, by parameter position.
    pub params: Vec<LocalId>,
    folded: IdVec<LocalId, Option<(BlockId, usize)>>,
}

impl FunctionNodes {
    /// Finds the nodes of a function with a body.
    pub fn of(module: &Module, function: &Function) -> FunctionNodes {
        let folded = folded(module, function);
        let read = read(function);
        let mut nodes = FunctionNodes {
            sites: IdVec::new(),
            first: BTreeMap::new(),
            params: function.params.iter().map(|param| param.local).collect(),
            folded,
        };
        for block in reverse_postorder(function) {
            let mut first = None;
            for (position, stmt) in function.blocks[block].stmts.iter().enumerate() {
                if let Some((param, variable)) = argument_copy(function, block, stmt) {
                    for local in &mut nodes.params {
                        if *local == param {
                            *local = variable;
                        }
                    }
                } else if nodes.is_node(module, function, &read, stmt) {
                    let node = nodes.sites.push(Site::Stmt(block, position));
                    first = first.or(Some(node));
                }
            }
            let end = nodes.sites.push(Site::End(block));
            nodes.first.insert(block, first.unwrap_or(end));
        }
        nodes
    }
    /// The statement that computes a folded temporary.
    pub fn folded<'f>(&self, function: &'f Function, local: LocalId) -> Option<&'f Rvalue> {
        let (block, position) = self.folded[local]?;
        match &function.blocks[block].stmts[position].kind {
            StmtKind::Assign { value, .. } => Some(value),
            _ => None,
        }
    }
    /// Where the source has it; the gathering of values from several sides is where the first of them is computed.
    pub fn span(&self, function: &Function, node: NodeId) -> Span {
        match self.sites[node] {
            Site::Stmt(block, position) => {
                let stmt = &function.blocks[block].stmts[position];
                match &stmt.kind {
                    StmtKind::ParallelCopy(copies) if !stmt.span.is_known() => {
                        let computed = |(_, source): &(LocalId, Operand)| match source {
                            Operand::Local(local) => self.folded[*local],
                            Operand::Int(_) | Operand::Const(_) => None,
                        };
                        let places = copies.iter().filter_map(computed);
                        let mut spans = places.map(|(block, position)| function.blocks[block].stmts[position].span);
                        spans.find(|span| span.is_known()).unwrap_or(stmt.span)
                    }
                    _ => stmt.span,
                }
            }
            Site::End(block) => function.blocks[block].terminator.span,
        }
    }
    /// Whether a reader of the source sees it as a step: not a place where control only passes, nor what the compiler
    /// added to gather several `return` statements.
    pub fn is_visible(&self, function: &Function, node: NodeId) -> bool {
        match self.sites[node] {
            Site::Stmt(..) => self.span(function, node).is_known(),
            Site::End(block) => match &function.blocks[block].terminator.kind {
                TermKind::Branch { .. } | TermKind::Switch { .. } | TermKind::IndirectGoto { .. } => {
                    self.span(function, node).is_known()
                }
                TermKind::Return(Some(value)) => !self.is_gathered(function, *value),
                _ => false,
            },
        }
    }
    fn is_gathered(&self, function: &Function, value: Operand) -> bool {
        self.gathered(function, value).is_some()
    }
    /// The local in which the compiler gathers what several `return` statements give, if a value is what it holds.
    pub(crate) fn gathered(&self, function: &Function, value: Operand) -> Option<LocalId> {
        let Operand::Local(local) = value else { return None };
        match self.folded(function, local) {
            Some(Rvalue::Use(inner)) => self.gathered(function, *inner),
            _ => {
                let Local { kind, name, .. } = &function.locals[local];
                (*kind == LocalKind::Variable && name == "retval").then_some(local)
            }
        }
    }
    fn is_node(&self, module: &Module, function: &Function, read: &IdVec<LocalId, bool>, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Uninit, .. } | StmtKind::Fence => false,
            // What is computed for nothing is a step when it writes memory or can fail.
            StmtKind::Assign { dst, value } => {
                let temp = function.locals[*dst].kind == LocalKind::Temp;
                let read = !temp || read[*dst];
                if read { self.folded[*dst].is_none() } else { !is_pure(value) || can_fail(value) }
            }
            StmtKind::Call { callee, .. } => !is_silent(module, callee),
            StmtKind::ParallelCopy(_) | StmtKind::Store { .. } | StmtKind::Unsupported(_) => true,
        }
    }
}

/// Whether a call is none that a reader of the source would see.
pub(crate) fn is_silent(module: &Module, callee: &Callee) -> bool {
    let Callee::Direct(id) = callee else { return false };
    let function = &module.functions[*id];
    function.is_declaration() && library::facts(&function.name).memory == MemoryEffect::Invisible
}

/// The operands of a statement.
pub(crate) fn operands(kind: &StmtKind) -> Vec<Operand> {
    match kind {
        StmtKind::Assign { value, .. } => value.operands(),
        StmtKind::ParallelCopy(copies) => copies.iter().map(|(_, source)| *source).collect(),
        StmtKind::Store { ptr, value, .. } => vec![*ptr, *value],
        StmtKind::Call { callee, args, .. } => {
            let target = if let Callee::Indirect(target) = callee { Some(*target) } else { None };
            target.into_iter().chain(args.iter().map(|(operand, _)| *operand)).collect()
        }
        StmtKind::Fence | StmtKind::Unsupported(_) => Vec::new(),
    }
}

/// What the end of a block reads.
pub(crate) fn end_operand(kind: &TermKind) -> Option<Operand> {
    match kind {
        TermKind::Branch { cond, .. } => Some(*cond),
        TermKind::Switch { value, .. } => Some(*value),
        TermKind::IndirectGoto { target, .. } => Some(*target),
        TermKind::Return(value) => *value,
        TermKind::Goto(_) | TermKind::Unreachable | TermKind::Unsupported(_) => None,
    }
}

/// Which locals are read.
fn read(function: &Function) -> IdVec<LocalId, bool> {
    let mut found: IdVec<LocalId, bool> = function.locals.iter().map(|_| false).collect();
    for block in function.blocks.iter() {
        let read = block.stmts.iter().flat_map(|stmt| operands(&stmt.kind)).chain(end_operand(&block.terminator.kind));
        for operand in read {
            if let Operand::Local(local) = operand {
                found[local] = true;
            }
        }
    }
    found
}

fn argument_copy(function: &Function, block: BlockId, stmt: &Stmt) -> Option<(LocalId, LocalId)> {
    let StmtKind::Assign { dst, value: Rvalue::Use(Operand::Local(source)) } = &stmt.kind else { return None };
    let is_copy = block.index() == 0
        && !stmt.span.is_known()
        && function.locals[*source].kind == LocalKind::Param
        && function.locals[*dst].kind == LocalKind::Variable;
    is_copy.then_some((*source, *dst))
}

/// The statements of the first block that copy an argument into its variable, be that a local or memory.
pub(crate) fn argument_copies(function: &Function) -> Vec<usize> {
    let first = BlockId::new(0);
    let is_param = |operand: &Operand| match operand {
        Operand::Local(local) => function.params.iter().any(|param| param.local == *local),
        Operand::Int(_) | Operand::Const(_) => false,
    };
    let is_copy = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Store { value, .. } => !stmt.span.is_known() && is_param(value),
        _ => argument_copy(function, first, stmt).is_some(),
    };
    let stmts = function.blocks[first].stmts.iter().enumerate();
    stmts.filter(|(_, stmt)| is_copy(stmt)).map(|(position, _)| position).collect()
}

fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut calls = vec![(BlockId::new(0), 0)];
    seen[0] = true;
    while let Some((block, edge)) = calls.pop() {
        // The last edge first, so that in reverse the first side of a branch comes first.
        let successors = function.blocks[block].terminator.kind.successors();
        match successors.iter().rev().nth(edge) {
            Some(&next) => {
                calls.push((block, edge + 1));
                if !std::mem::replace(&mut seen[next.index()], true) {
                    calls.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

/// What is known of a local while deciding whether it is folded.
#[derive(Clone)]
struct Candidate {
    place: Option<(BlockId, usize)>,
    n_defs: usize,
    epoch: usize,
    stays: bool,
}

fn folded(module: &Module, function: &Function) -> IdVec<LocalId, Option<(BlockId, usize)>> {
    let none = Candidate { place: None, n_defs: 0, epoch: 0, stays: true };
    let mut candidates: IdVec<LocalId, Candidate> = function.locals.iter().map(|_| none.clone()).collect();
    let mut epoch = 0;
    for (block, contents) in function.blocks.iter_ids() {
        epoch += 1;
        for (position, stmt) in contents.stmts.iter().enumerate() {
            if let StmtKind::Assign { dst, value } = &stmt.kind {
                let candidate = &mut candidates[*dst];
                candidate.n_defs += 1;
                candidate.place = is_pure(value).then_some((block, position));
                candidate.epoch = epoch;
            }
            for dst in written(&stmt.kind) {
                candidates[dst].n_defs += 1;
                candidates[dst].place = None;
            }
            if writes(module, function, stmt) {
                epoch += 1;
            }
        }
    }
    let fixed = fixed(function, &candidates);
    let mut epoch = 0;
    for contents in function.blocks.iter() {
        epoch += 1;
        let read = |operand: Operand, epoch: usize, candidates: &mut IdVec<LocalId, Candidate>| {
            if let Operand::Local(local) = operand
                && candidates[local].epoch != epoch
            {
                candidates[local].stays = false;
            }
        };
        for stmt in &contents.stmts {
            for operand in operands(&stmt.kind) {
                read(operand, epoch, &mut candidates);
            }
            if writes(module, function, stmt) {
                epoch += 1;
            }
        }
        if let Some(operand) = end_operand(&contents.terminator.kind) {
            read(operand, epoch, &mut candidates);
        }
    }
    let decide = |(local, candidate): (LocalId, &Candidate)| {
        let temp = function.locals[local].kind == LocalKind::Temp && candidate.n_defs == 1;
        candidate.place.filter(|_| temp && (candidate.stays || fixed[local]))
    };
    candidates.iter_ids().map(decide).collect()
}

/// Temporaries that are computed from constants and addresses of locals alone.
fn fixed(function: &Function, candidates: &IdVec<LocalId, Candidate>) -> IdVec<LocalId, bool> {
    let mut fixed: IdVec<LocalId, bool> = function.locals.iter().map(|_| false).collect();
    until_stable(|| {
        let mut changed = false;
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Assign { dst, value } = &stmt.kind else { continue };
            let constant = |operand: &Operand| match operand {
                Operand::Local(local) => fixed[*local],
                Operand::Int(_) | Operand::Const(_) => true,
            };
            let good = function.locals[*dst].kind == LocalKind::Temp
                && candidates[*dst].n_defs == 1
                && is_pure(value)
                && !matches!(value, Rvalue::Load { .. })
                && value.operands().iter().all(constant);
            if good && !fixed[*dst] {
                fixed[*dst] = true;
                changed = true;
            }
        }
        changed
    });
    fixed
}

fn is_pure(value: &Rvalue) -> bool {
    match value {
        Rvalue::AtomicRmw { .. } | Rvalue::CmpXchg { .. } | Rvalue::VaArg { .. } | Rvalue::Uninit => false,
        Rvalue::Alloca { count, .. } => !matches!(count, Operand::Local(_)),
        Rvalue::Load { volatile, atomic, .. } => !volatile && !atomic,
        _ => true,
    }
}

/// Whether computing it can be an error.
fn can_fail(value: &Rvalue) -> bool {
    use incise_ir::BinaryOp::{SDiv, SRem, UDiv, URem};
    match value {
        Rvalue::Load { .. } => true,
        Rvalue::Binary { op, .. } => matches!(op, UDiv | SDiv | URem | SRem),
        _ => false,
    }
}

/// Locals that are written other than by an assignment.
fn written(kind: &StmtKind) -> Vec<LocalId> {
    match kind {
        StmtKind::ParallelCopy(copies) => copies.iter().map(|(dst, _)| *dst).collect(),
        StmtKind::Call { dst, .. } => dst.iter().copied().collect(),
        _ => Vec::new(),
    }
}

/// Whether what an expression stands for can differ before and after the statement.
fn writes(module: &Module, function: &Function, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Assign { dst, value } => function.locals[*dst].kind != LocalKind::Temp || !is_pure(value),
        StmtKind::Call { callee, .. } => !is_silent(module, callee),
        StmtKind::ParallelCopy(_) | StmtKind::Store { .. } | StmtKind::Unsupported(_) => true,
        StmtKind::Fence => false,
    }
}
