//! What pointers may point to: inclusion-based, flow- and context-insensitive, by allocation site.
//!
//! *Source*: L. Andersen, Program analysis and specialization for the C programming language, 1994, ch. 4.
//!
//! # Invariants
//! - The object [`ObjectId`] 0 stands for everything that is not of this program. What it holds is what code outside may
//!   know of: globals and functions that are not static, and all that these or a call of unknown code lead to.
//! - Integers carry pointers too: every operation gives what its operands hold.

use crate::bits::Bits;
use crate::external::{External, external};
use crate::facts::id;
use crate::nodes::is_silent;
use crate::solve::solve;
use incise_ir::{
    Callee, Const, ConstExpr, FuncId, GlobalId, Id, IdVec, LocalId, Module, Operand, Rvalue, StmtKind, TermKind,
};
use std::collections::{BTreeMap, BTreeSet};

id! {
    /// An abstract object.
    ObjectId, "o"
}

/// What an object stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ObjectKind {
    /// Everything that is not of this program.
    Outside,
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// What the statement that assigns this local allocates.
    Site(FuncId, LocalId),
}

/// The solution.
pub struct PointsTo {
    /// The objects.
    pub objects: IdVec<ObjectId, ObjectKind>,
    ids: BTreeMap<ObjectKind, ObjectId>,
    first_local: Vec<usize>,
    pub(crate) sets: Vec<Bits>,
    /// Slots whose sets are one have one of them in common.
    pub(crate) same: Vec<usize>,
    n_locals: usize,
}

/// The object that is not of this program.
pub const OUTSIDE: usize = 0;

/// What must hold between slots: of locals, of results of functions, of the contents of objects.
pub(crate) enum Constraint {
    Copy(usize, usize),
    Load { ptr: usize, to: usize },
    Store { ptr: usize, from: usize },
    IndirectCall { target: usize, args: Vec<Option<usize>>, dst: Option<usize> },
}

impl PointsTo {
    /// Solves for a module; `entries` may be called from outside although they are static.
    pub fn of(module: &Module, entries: &[FuncId]) -> PointsTo {
        let mut solution = PointsTo::empty(module);
        let constraints = Builder { module, solution: &mut solution, constraints: Vec::new() }.build(entries);
        solve(module, &mut solution, constraints);
        solution
    }
    /// The object of a kind, if the program has it.
    pub fn object(&self, kind: ObjectKind) -> Option<ObjectId> {
        self.ids.get(&kind).copied()
    }
    /// What a local may point to.
    pub fn local(&self, function: FuncId, local: LocalId) -> impl Iterator<Item = ObjectId> {
        self.members(self.local_slot(function, local))
    }
    /// What pointers stored in an object may point to.
    pub fn contents(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.members(self.contents_slot(object))
    }
    fn members(&self, slot: usize) -> impl Iterator<Item = ObjectId> {
        self.sets[self.same[slot]].iter().map(|object| ObjectId::new(object as usize))
    }
    /// What an operand may point to.
    pub fn operand(&self, module: &Module, function: FuncId, operand: Operand) -> BTreeSet<ObjectId> {
        match operand {
            Operand::Local(local) => self.local(function, local).collect(),
            Operand::Int(_) => BTreeSet::new(),
            Operand::Const(id) => {
                let mut found = Vec::new();
                constant_objects(&module.consts[id], &mut found);
                found.into_iter().filter_map(|kind| self.object(kind)).collect()
            }
        }
    }
    /// The objects and all that can be reached from them.
    pub fn closure(&self, from: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
        let mut found = from.clone();
        let mut work: Vec<ObjectId> = from.iter().copied().collect();
        while let Some(object) = work.pop() {
            work.extend(self.contents(object).filter(|inner| found.insert(*inner)));
        }
        found
    }

    fn empty(module: &Module) -> PointsTo {
        let mut first_local = Vec::new();
        let mut n_locals = 0;
        for function in module.functions.iter() {
            first_local.push(n_locals);
            // One more for what the function returns.
            n_locals += function.locals.len() + 1;
        }
        let mut objects: IdVec<ObjectId, ObjectKind> = [ObjectKind::Outside].into_iter().collect();
        for global in module.globals.ids() {
            objects.push(ObjectKind::Global(global));
        }
        for (id, function) in module.functions.iter_ids() {
            objects.push(ObjectKind::Function(id));
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                if let Some(local) = allocation(module, &stmt.kind) {
                    objects.push(ObjectKind::Site(id, local));
                }
            }
        }
        let ids = objects.iter_ids().map(|(id, kind)| (*kind, id)).collect();
        let sets = vec![Bits::new(objects.len()); n_locals + objects.len()];
        PointsTo { objects, ids, first_local, sets, same: Vec::new(), n_locals }
    }
    /// With these sets and nothing else, for tests.
    #[cfg(test)]
    pub(crate) fn with_sets(objects: IdVec<ObjectId, ObjectKind>, sets: Vec<Bits>, n_locals: usize) -> PointsTo {
        PointsTo { objects, ids: BTreeMap::new(), first_local: Vec::new(), sets, same: Vec::new(), n_locals }
    }
    pub(crate) fn local_slot(&self, function: FuncId, local: LocalId) -> usize {
        self.first_local[function.index()] + local.index()
    }
    pub(crate) fn return_slot(&self, module: &Module, function: FuncId) -> usize {
        self.first_local[function.index()] + module.functions[function].locals.len()
    }
    pub(crate) fn contents_slot(&self, object: ObjectId) -> usize {
        self.n_locals + object.index()
    }
}

/// The local that receives the address of what the statement allocates.
fn allocation(module: &Module, kind: &StmtKind) -> Option<LocalId> {
    match kind {
        StmtKind::Assign { dst, value: Rvalue::Alloca { .. } } => Some(*dst),
        StmtKind::Call { dst: Some(dst), callee: Callee::Direct(id), .. } => {
            let callee = &module.functions[*id];
            (callee.is_declaration() && external(&callee.name) == External::Allocates).then_some(*dst)
        }
        _ => None,
    }
}

fn constant_objects(constant: &Const, found: &mut Vec<ObjectKind>) {
    match constant {
        Const::Global { id, .. } => found.push(ObjectKind::Global(*id)),
        Const::Function(id) => found.push(ObjectKind::Function(*id)),
        Const::Aggregate { members, .. } => members.iter().for_each(|member| constant_objects(member, found)),
        Const::Expr(inner) => match &**inner {
            ConstExpr::Cast { value, .. } => constant_objects(value, found),
            ConstExpr::Offset { base, .. } => constant_objects(base, found),
            ConstExpr::Binary { left, right, .. } | ConstExpr::Compare { left, right, .. } => {
                constant_objects(left, found);
                constant_objects(right, found);
            }
        },
        _ => {}
    }
}

struct Builder<'m, 's> {
    module: &'m Module,
    solution: &'s mut PointsTo,
    constraints: Vec<Constraint>,
}

impl Builder<'_, '_> {
    fn build(mut self, entries: &[FuncId]) -> Vec<Constraint> {
        let outside = self.solution.contents_slot(ObjectId::new(OUTSIDE));
        let mut exposed = vec![ObjectKind::Outside];
        for (id, global) in self.module.globals.iter_ids() {
            if !global.internal {
                exposed.push(ObjectKind::Global(id));
            }
            let mut held = Vec::new();
            global.init.iter().for_each(|init| constant_objects(init, &mut held));
            let object = self.solution.ids[&ObjectKind::Global(id)];
            let slot = self.solution.contents_slot(object);
            self.base(slot, held);
        }
        let called = |(id, function): (FuncId, &incise_ir::Function)| !function.internal || entries.contains(&id);
        let visible = self.module.functions.iter_ids().filter(|&(id, function)| called((id, function)));
        exposed.extend(visible.map(|(id, _)| ObjectKind::Function(id)));
        self.base(outside, exposed);
        for id in self.module.functions.ids() {
            self.function(id);
        }
        self.constraints
    }
    fn base(&mut self, slot: usize, kinds: Vec<ObjectKind>) {
        let objects: Vec<ObjectId> = kinds.into_iter().map(|kind| self.solution.ids[&kind]).collect();
        for object in objects {
            self.solution.sets[slot].insert(object.index() as u32);
        }
    }
    fn operand(&mut self, function: FuncId, operand: Operand) -> Option<usize> {
        match operand {
            Operand::Local(local) => Some(self.solution.local_slot(function, local)),
            Operand::Int(_) => None,
            Operand::Const(id) => {
                let mut found = Vec::new();
                constant_objects(&self.module.consts[id], &mut found);
                if found.is_empty() {
                    return None;
                }
                let slot = self.fresh();
                self.base(slot, found);
                Some(slot)
            }
        }
    }
    fn fresh(&mut self) -> usize {
        self.solution.sets.push(Bits::new(self.solution.objects.len()));
        self.solution.sets.len() - 1
    }
    fn copy(&mut self, function: FuncId, from: Operand, to: usize) {
        if let Some(from) = self.operand(function, from) {
            self.constraints.push(Constraint::Copy(from, to));
        }
    }
    fn function(&mut self, id: FuncId) {
        let module = self.module;
        for block in module.functions[id].blocks.iter() {
            for stmt in &block.stmts {
                self.statement(id, &stmt.kind);
            }
            if let TermKind::Return(Some(value)) = block.terminator.kind {
                let to = self.solution.return_slot(module, id);
                self.copy(id, value, to);
            }
        }
    }
    fn statement(&mut self, id: FuncId, kind: &StmtKind) {
        if let Some(local) = allocation(self.module, kind) {
            let slot = self.solution.local_slot(id, local);
            self.base(slot, vec![ObjectKind::Site(id, local)]);
        }
        match kind {
            StmtKind::Assign { dst, value } => self.assign(id, *dst, value),
            StmtKind::ParallelCopy(copies) => {
                for (dst, source) in copies {
                    let to = self.solution.local_slot(id, *dst);
                    self.copy(id, *source, to);
                }
            }
            StmtKind::Store { ptr, value, .. } => self.store(id, *ptr, *value),
            StmtKind::Call { dst, callee, args, .. } if !is_silent(self.module, callee) => {
                let args: Vec<Operand> = args.iter().map(|(operand, _)| *operand).collect();
                self.call(id, *dst, callee, &args);
            }
            _ => {}
        }
    }
    fn assign(&mut self, id: FuncId, dst: LocalId, value: &Rvalue) {
        let to = self.solution.local_slot(id, dst);
        match value {
            Rvalue::Load { ptr, .. } | Rvalue::VaArg { list: ptr, .. } => {
                if let Some(ptr) = self.operand(id, *ptr) {
                    self.constraints.push(Constraint::Load { ptr, to });
                }
                if matches!(value, Rvalue::VaArg { .. }) {
                    let outside = self.solution.contents_slot(ObjectId::new(OUTSIDE));
                    self.constraints.push(Constraint::Copy(outside, to));
                }
            }
            Rvalue::AtomicRmw { ptr, value, .. } | Rvalue::CmpXchg { ptr, new: value, .. } => {
                self.store(id, *ptr, *value);
                if let Some(ptr) = self.operand(id, *ptr) {
                    self.constraints.push(Constraint::Load { ptr, to });
                }
            }
            Rvalue::Alloca { .. } => {}
            _ => value.operands().into_iter().for_each(|operand| self.copy(id, operand, to)),
        }
    }
    fn store(&mut self, id: FuncId, ptr: Operand, value: Operand) {
        if let (Some(ptr), Some(from)) = (self.operand(id, ptr), self.operand(id, value)) {
            self.constraints.push(Constraint::Store { ptr, from });
        }
    }
    fn call(&mut self, id: FuncId, dst: Option<LocalId>, callee: &Callee, args: &[Operand]) {
        let dst = dst.map(|dst| self.solution.local_slot(id, dst));
        let args: Vec<Option<usize>> = args.iter().map(|arg| self.operand(id, *arg)).collect();
        let outside = self.solution.contents_slot(ObjectId::new(OUTSIDE));
        let effect = match callee {
            Callee::Indirect(target) => {
                if let Some(target) = self.operand(id, *target) {
                    self.constraints.push(Constraint::IndirectCall { target, args, dst });
                }
                return;
            }
            Callee::Direct(target) if !self.module.functions[*target].is_declaration() => {
                let params: Vec<LocalId> =
                    self.module.functions[*target].params.iter().map(|param| param.local).collect();
                for (param, arg) in params.into_iter().zip(&args) {
                    if let Some(arg) = arg {
                        let to = self.solution.local_slot(*target, param);
                        self.constraints.push(Constraint::Copy(*arg, to));
                    }
                }
                // Arguments past the named ones are read by address arithmetic that is not followed.
                for arg in args.iter().skip(self.module.functions[*target].params.len()).flatten() {
                    self.constraints.push(Constraint::Copy(*arg, outside));
                }
                if let Some(dst) = dst {
                    let returned = self.solution.return_slot(self.module, *target);
                    self.constraints.push(Constraint::Copy(returned, dst));
                }
                return;
            }
            Callee::Direct(target) => external(&self.module.functions[*target].name),
            Callee::Asm { .. } => External::Unknown,
        };
        match effect {
            External::Copies => {
                if let (Some(Some(to)), Some(Some(from))) = (args.first(), args.get(1)) {
                    let held = self.fresh();
                    self.constraints.push(Constraint::Load { ptr: *from, to: held });
                    self.constraints.push(Constraint::Store { ptr: *to, from: held });
                }
            }
            External::Unknown => {
                for arg in args.iter().flatten() {
                    self.constraints.push(Constraint::Copy(*arg, outside));
                }
                if let Some(dst) = dst {
                    self.constraints.push(Constraint::Copy(outside, dst));
                }
            }
            _ => {}
        }
        // Many functions return one of their arguments.
        if let (Some(dst), External::Copies | External::Fills | External::Plain) = (dst, effect) {
            for arg in args.iter().flatten() {
                self.constraints.push(Constraint::Copy(*arg, dst));
            }
        }
    }
}
