//! What a statement reads and writes, in terms of accesses; what a call of a whole function does is added when all are known.

use crate::cells::{Access, Places};
use crate::inclusion::{OUTSIDE, ObjectId};
use crate::nodes::{Site, end_operand, operands};
use crate::points_to::ObjectKind;
use incise_base::IdSet;
use incise_ir::library::{self, MemoryEffect};
use incise_ir::{Callee, FuncId, Id, LocalId, Operand, Rvalue, Stmt, StmtKind, TermKind, Type, TypeId};
use std::collections::BTreeSet;

/// What one node does.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Locals written.
    pub locals_written: Vec<LocalId>,
    /// Locals read, through folded temporaries.
    pub locals_read: BTreeSet<LocalId>,
    /// Memory written.
    pub writes: Vec<Access>,
    /// Memory written, or perhaps not.
    pub uncertain: Vec<Access>,
    /// Memory read.
    pub reads: Vec<Access>,
    /// Functions with a body that may be called.
    pub calls: BTreeSet<FuncId>,
    /// What each argument reads.
    pub args: Vec<(BTreeSet<LocalId>, Vec<Access>)>,
    /// Functions without a body that may be called.
    pub externals: BTreeSet<FuncId>,
    /// What is read to find out whom an indirect call calls.
    pub target: (BTreeSet<LocalId>, Vec<Access>),
    /// Whether code that is not known may be called.
    pub unknown: bool,
    /// What is read by computations that stand before it, after the node before; not all of them need feed it.
    pub before: (BTreeSet<LocalId>, Vec<Access>),
    /// What is read to find out where an access is, or which way to go: what is decided here is decided about that. Calls of functions
    /// without a body apart.
    pub decided: (BTreeSet<LocalId>, Vec<Access>),
}

impl Effects {
    /// The effects of the node at a site; the statements of its block from `first` on belong to no other node.
    pub fn of(places: &Places, site: Site, first: usize) -> Effects {
        let function = &places.module.functions[places.id];
        let stmts = match site {
            Site::Stmt(block, position) => &function.blocks[block].stmts[first..=position],
            Site::End(block) => &function.blocks[block].stmts[first..],
        };
        let before = if let Site::Stmt(..) = site { &stmts[..stmts.len() - 1] } else { stmts };
        let mut effects =
            Effects { before: computed(places, before), decided: decided(places, stmts, site), ..Effects::default() };
        match site {
            Site::End(block) => {
                if let Some(operand) = end_operand(&function.blocks[block].terminator.kind) {
                    effects.read(places, operand);
                }
            }
            Site::Stmt(block, position) => effects.statement(places, &function.blocks[block].stmts[position].kind),
        }
        effects
    }
    /// All accesses.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        self.reads.iter().chain(&self.writes).chain(&self.uncertain).chain(&self.before.1)
    }
    fn statement(&mut self, places: &Places, kind: &StmtKind) {
        for operand in operands(kind) {
            self.read(places, operand);
        }
        match kind {
            StmtKind::Assign { dst, value } => {
                self.locals_written.push(*dst);
                self.rvalue(places, value);
            }
            StmtKind::ParallelCopy(copies) => self.locals_written.extend(copies.iter().map(|(dst, _)| *dst)),
            StmtKind::Store { ptr, ty, .. } => {
                let size = places.module.types.store_size(*ty);
                self.writes.push(places.access(*ptr, Some(size)));
            }
            StmtKind::Call { dst, callee, args, byval, .. } => {
                self.locals_written.extend(dst);
                for ((arg, _), copied) in args.iter().zip(byval) {
                    if let Some((size, _)) = copied {
                        self.reads.push(places.access(*arg, Some(*size)));
                    }
                }
                self.call(places, callee, args);
            }
            StmtKind::Fence | StmtKind::Unsupported(_) => {}
        }
    }
    fn read(&mut self, places: &Places, operand: Operand) {
        let Operand::Local(local) = operand else { return };
        let function = &places.module.functions[places.id];
        match places.nodes.folded(function, local) {
            Some(value) => {
                value.operands().into_iter().for_each(|inner| self.read(places, inner));
                self.rvalue(places, value);
            }
            None => {
                self.locals_read.insert(local);
            }
        }
    }
    /// The memory that computing a value touches.
    fn rvalue(&mut self, places: &Places, value: &Rvalue) {
        match value {
            Rvalue::Load { ptr, ty, .. } => {
                let size = places.module.types.store_size(*ty);
                self.reads.push(places.access(*ptr, Some(size)));
            }
            Rvalue::AtomicRmw { ptr, ty, .. } | Rvalue::CmpXchg { ptr, ty, .. } => {
                let access = places.access(*ptr, Some(places.module.types.store_size(*ty)));
                self.reads.push(access.clone());
                // An exchange need not happen: it overwrites nothing for certain.
                self.uncertain.push(access);
            }
            Rvalue::VaArg { list, .. } => {
                let access = places.access(*list, None);
                self.reads.push(access.clone());
                self.writes.push(access);
            }
            _ => {}
        }
    }
    fn call(&mut self, places: &Places, callee: &Callee, args: &[(Operand, TypeId)]) {
        for (arg, _) in args {
            let mut alone = Effects::default();
            alone.read(places, *arg);
            self.args.push((alone.locals_read, alone.reads));
        }
        match callee {
            Callee::Direct(id) => self.target(places, *id, args),
            Callee::Indirect(target) => {
                let mut alone = Effects::default();
                alone.read(places, *target);
                self.target = (alone.locals_read, alone.reads);
                for object in places.points_to.operand(places.module, places.id, *target).iter() {
                    match places.points_to.objects[object] {
                        ObjectKind::Function(id) => self.target(places, id, args),
                        ObjectKind::Outside => self.anything(places, args),
                        _ => {}
                    }
                }
            }
            Callee::Asm { .. } => self.anything(places, args),
        }
    }
    fn target(&mut self, places: &Places, id: FuncId, args: &[(Operand, TypeId)]) {
        let function = &places.module.functions[id];
        if !function.is_declaration() {
            self.calls.insert(id);
            return;
        }
        self.externals.insert(id);
        let whole = |position: usize| args.get(position).map(|(arg, _)| places.access(*arg, None));
        match library::facts(&function.name).memory {
            MemoryEffect::Invisible | MemoryEffect::Allocates | MemoryEffect::None => {}
            MemoryEffect::Reads => {
                let pointers = args.iter().filter(|(_, ty)| matches!(places.module.types.get(*ty), Type::Ptr));
                self.reads.extend(pointers.filter_map(|(arg, _)| pointed(places, *arg)));
            }
            MemoryEffect::Copies => {
                self.writes.extend(whole(0));
                self.reads.extend(whole(1));
            }
            MemoryEffect::Fills => self.writes.extend(whole(0)),
            MemoryEffect::Unknown => self.anything(places, args),
        }
    }
    fn anything(&mut self, places: &Places, args: &[(Operand, TypeId)]) {
        let mut objects = IdSet::from_iter([ObjectId::new(OUTSIDE)]);
        for (arg, _) in args {
            objects.union_with(&places.points_to.operand(places.module, places.id, *arg));
        }
        let access = Access::Within(places.points_to.closure(&objects));
        self.reads.push(access.clone());
        self.writes.push(access);
        self.unknown = true;
    }
}

/// What is read by computations.
fn computed(places: &Places, stmts: &[Stmt]) -> (BTreeSet<LocalId>, Vec<Access>) {
    let mut found = Effects::default();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Use(_) | Rvalue::Uninit | Rvalue::Alloca { .. }, .. } => {}
            StmtKind::Assign { value, .. } => {
                value.operands().into_iter().for_each(|operand| found.read(places, operand));
                found.rvalue(places, value);
            }
            _ => {}
        }
    }
    (found.locals_read, found.reads)
}

/// What is read by the operands that something can be decided about, of these statements and the end of a block.
fn decided(places: &Places, stmts: &[Stmt], site: Site) -> (BTreeSet<LocalId>, Vec<Access>) {
    let mut about: Vec<Operand> = Vec::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assign { value: Rvalue::Load { ptr, .. }, .. } | StmtKind::Store { ptr, .. } => about.push(*ptr),
            StmtKind::Assign { value, .. } => match value {
                Rvalue::Select { .. }
                | Rvalue::Alloca { .. }
                | Rvalue::AtomicRmw { .. }
                | Rvalue::CmpXchg { .. }
                | Rvalue::VaArg { .. } => about.extend(value.operands()),
                _ => {}
            },
            StmtKind::Call { callee, args, byval, .. } => {
                about.extend(if let Callee::Indirect(target) = callee { Some(*target) } else { None });
                let copied = args.iter().zip(byval).filter(|(_, copied)| copied.is_some());
                about.extend(copied.map(|((operand, _), _)| *operand));
            }
            StmtKind::ParallelCopy(_) | StmtKind::Fence | StmtKind::Unsupported(_) => {}
        }
    }
    if let Site::End(block) = site {
        let end = &places.module.functions[places.id].blocks[block].terminator.kind;
        about.extend(end_operand(end).filter(|_| !matches!(end, TermKind::Return(_))));
    }
    let mut found = Effects::default();
    about.into_iter().for_each(|operand| found.read(places, operand));
    (found.locals_read, found.reads)
}

/// What an argument points to, if it is a pointer at all.
fn pointed(places: &Places, arg: Operand) -> Option<Access> {
    let targets = places.points_to.operand(places.module, places.id, arg);
    (!targets.is_empty()).then(|| places.access(arg, None))
}
