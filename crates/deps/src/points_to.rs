//! What pointers may point to: inclusion-based, flow- and context-insensitive, by allocation site.
//!
//! *Source*: L. Andersen, Program analysis and specialization for the C programming language, 1994, ch. 4. This file states the
//! constraints of a module; [`Inclusions`] solves them.
//!
//! # Invariants
//! - The object [`ObjectId`] 0 stands for everything that is not of this program. What it holds is what code outside may
//!   know of: globals and functions that are not static, and all that these or a call of unknown code lead to.
//! - Integers carry pointers too: every operation gives what its operands hold.

use crate::inclusion::{Inclusions, IndirectCall, OUTSIDE, ObjectId, Role, SlotId, Solution};
use crate::nodes::is_silent;
use incise_base::IdSet;
use incise_ir::library::{self, MemoryEffect};
use incise_ir::{
    Callee, Const, ConstExpr, FuncId, GlobalId, Id, IdVec, LocalId, Module, Operand, Rvalue, StmtKind, TermKind,
};
use std::collections::BTreeMap;

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
    slots: Slots,
    solution: Solution,
}

/// Which slot is what: the locals and the result of each function in order, then what each object holds.
struct Slots {
    first_local: IdVec<FuncId, usize>,
    n_locals: usize,
}

impl Slots {
    fn of(module: &Module) -> Slots {
        let (mut first_local, mut n_locals) = (IdVec::new(), 0);
        for function in module.functions.iter() {
            first_local.push(n_locals);
            n_locals += function.locals.len() + 1;
        }
        Slots { first_local, n_locals }
    }
    fn local(&self, function: FuncId, local: LocalId) -> SlotId {
        SlotId::new(self.first_local[function] + local.index())
    }
    fn returned(&self, module: &Module, function: FuncId) -> SlotId {
        SlotId::new(self.first_local[function] + module.functions[function].locals.len())
    }
    fn contents(&self, object: ObjectId) -> SlotId {
        SlotId::new(self.n_locals + object.index())
    }
}

impl PointsTo {
    /// Solves for a module; `entries` may be called from outside although they are static.
    pub fn of(module: &Module, entries: &[FuncId]) -> PointsTo {
        let objects = objects(module);
        let ids: BTreeMap<ObjectKind, ObjectId> = objects.iter_ids().map(|(id, kind)| (*kind, id)).collect();
        let slots = Slots::of(module);
        let role = |kind: &ObjectKind| match *kind {
            ObjectKind::Outside => Role::Foreign,
            ObjectKind::Function(id) if module.functions[id].is_declaration() => Role::Foreign,
            ObjectKind::Function(id) => Role::Body {
                params: module.functions[id].params.iter().map(|param| slots.local(id, param.local)).collect(),
                returned: slots.returned(module, id),
            },
            ObjectKind::Global(_) | ObjectKind::Site(..) => Role::Data,
        };
        let inclusions = Inclusions {
            n_slots: slots.n_locals + objects.len(),
            objects: objects.iter_ids().map(|(id, kind)| (role(kind), slots.contents(id))).collect(),
            ..Inclusions::default()
        };
        let inclusions = Builder { module, ids: &ids, slots: &slots, inclusions }.build(entries);
        let solution = inclusions.solve();
        PointsTo { objects, ids, slots, solution }
    }
    /// The object of a kind, if the program has it.
    pub fn object(&self, kind: ObjectKind) -> Option<ObjectId> {
        self.ids.get(&kind).copied()
    }
    /// What a local may point to.
    pub fn local(&self, function: FuncId, local: LocalId) -> &IdSet<ObjectId> {
        self.solution.get(self.slots.local(function, local))
    }
    /// What pointers stored in an object may point to.
    pub fn contents(&self, object: ObjectId) -> &IdSet<ObjectId> {
        self.solution.get(self.slots.contents(object))
    }
    /// What an operand may point to.
    pub fn operand(&self, module: &Module, function: FuncId, operand: Operand) -> IdSet<ObjectId> {
        match operand {
            Operand::Local(local) => self.local(function, local).clone(),
            Operand::Int(_) => IdSet::new(),
            Operand::Const(id) => {
                let mut found = Vec::new();
                constant_objects(&module.consts[id], &mut found);
                found.into_iter().filter_map(|kind| self.object(kind)).collect()
            }
        }
    }
    /// The objects and all that can be reached from them.
    pub fn closure(&self, from: &IdSet<ObjectId>) -> IdSet<ObjectId> {
        let mut found = from.clone();
        let mut work: Vec<ObjectId> = from.iter().collect();
        while let Some(object) = work.pop() {
            let added = self.contents(object).without(&found);
            found.union_with(&added);
            work.extend(added.iter());
        }
        found
    }
}

fn objects(module: &Module) -> IdVec<ObjectId, ObjectKind> {
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
    objects
}

/// The local that receives the address of what the statement allocates.
fn allocation(module: &Module, kind: &StmtKind) -> Option<LocalId> {
    match kind {
        StmtKind::Assign { dst, value: Rvalue::Alloca { .. } } => Some(*dst),
        StmtKind::Call { dst: Some(dst), callee: Callee::Direct(id), .. } => {
            let callee = &module.functions[*id];
            (callee.is_declaration() && library::facts(&callee.name).memory == MemoryEffect::Allocates).then_some(*dst)
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

struct Builder<'a> {
    module: &'a Module,
    ids: &'a BTreeMap<ObjectKind, ObjectId>,
    slots: &'a Slots,
    inclusions: Inclusions,
}

impl Builder<'_> {
    fn build(mut self, entries: &[FuncId]) -> Inclusions {
        let outside = self.outside();
        let mut exposed = vec![ObjectKind::Outside];
        for (id, global) in self.module.globals.iter_ids() {
            if !global.internal {
                exposed.push(ObjectKind::Global(id));
            }
            let mut held = Vec::new();
            global.init.iter().for_each(|init| constant_objects(init, &mut held));
            let slot = self.slots.contents(self.ids[&ObjectKind::Global(id)]);
            self.base(slot, held);
        }
        let called = |(id, function): (FuncId, &incise_ir::Function)| !function.internal || entries.contains(&id);
        let visible = self.module.functions.iter_ids().filter(|&(id, function)| called((id, function)));
        exposed.extend(visible.map(|(id, _)| ObjectKind::Function(id)));
        self.base(outside, exposed);
        for id in self.module.functions.ids() {
            self.function(id);
        }
        self.inclusions
    }
    fn outside(&self) -> SlotId {
        self.slots.contents(ObjectId::new(OUTSIDE))
    }
    fn base(&mut self, slot: SlotId, kinds: Vec<ObjectKind>) {
        self.inclusions.held.extend(kinds.into_iter().map(|kind| (slot, self.ids[&kind])));
    }
    fn include(&mut self, from: SlotId, to: SlotId) {
        self.inclusions.copies.push((from, to));
    }
    fn operand(&mut self, function: FuncId, operand: Operand) -> Option<SlotId> {
        match operand {
            Operand::Local(local) => Some(self.slots.local(function, local)),
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
    fn fresh(&mut self) -> SlotId {
        self.inclusions.n_slots += 1;
        SlotId::new(self.inclusions.n_slots - 1)
    }
    fn copy(&mut self, function: FuncId, from: Operand, to: SlotId) {
        if let Some(from) = self.operand(function, from) {
            self.include(from, to);
        }
    }
    fn function(&mut self, id: FuncId) {
        let module = self.module;
        for block in module.functions[id].blocks.iter() {
            for stmt in &block.stmts {
                self.statement(id, &stmt.kind);
            }
            if let TermKind::Return(Some(value)) = block.terminator.kind {
                let to = self.slots.returned(module, id);
                self.copy(id, value, to);
            }
        }
    }
    fn statement(&mut self, id: FuncId, kind: &StmtKind) {
        if let Some(local) = allocation(self.module, kind) {
            let slot = self.slots.local(id, local);
            self.base(slot, vec![ObjectKind::Site(id, local)]);
        }
        match kind {
            StmtKind::Assign { dst, value } => self.assign(id, *dst, value),
            StmtKind::ParallelCopy(copies) => {
                for (dst, source) in copies {
                    let to = self.slots.local(id, *dst);
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
        let to = self.slots.local(id, dst);
        match value {
            Rvalue::Load { ptr, .. } | Rvalue::VaArg { list: ptr, .. } => {
                if let Some(ptr) = self.operand(id, *ptr) {
                    self.inclusions.loads.push((ptr, to));
                }
                if matches!(value, Rvalue::VaArg { .. }) {
                    let outside = self.outside();
                    self.include(outside, to);
                }
            }
            Rvalue::AtomicRmw { ptr, value, .. } | Rvalue::CmpXchg { ptr, new: value, .. } => {
                self.store(id, *ptr, *value);
                if let Some(ptr) = self.operand(id, *ptr) {
                    self.inclusions.loads.push((ptr, to));
                }
            }
            Rvalue::Alloca { .. } => {}
            _ => value.operands().into_iter().for_each(|operand| self.copy(id, operand, to)),
        }
    }
    fn store(&mut self, id: FuncId, ptr: Operand, value: Operand) {
        if let (Some(ptr), Some(from)) = (self.operand(id, ptr), self.operand(id, value)) {
            self.inclusions.stores.push((from, ptr));
        }
    }
    fn call(&mut self, id: FuncId, dst: Option<LocalId>, callee: &Callee, args: &[Operand]) {
        let dst = dst.map(|dst| self.slots.local(id, dst));
        let args: Vec<Option<SlotId>> = args.iter().map(|arg| self.operand(id, *arg)).collect();
        let outside = self.outside();
        let effect = match callee {
            Callee::Indirect(target) => {
                if let Some(target) = self.operand(id, *target) {
                    self.inclusions.calls.push(IndirectCall { target, args, result: dst });
                }
                return;
            }
            Callee::Direct(target) if !self.module.functions[*target].is_declaration() => {
                let params: Vec<LocalId> =
                    self.module.functions[*target].params.iter().map(|param| param.local).collect();
                for (param, arg) in params.into_iter().zip(&args) {
                    if let Some(arg) = arg {
                        let to = self.slots.local(*target, param);
                        self.include(*arg, to);
                    }
                }
                // Arguments past the named ones are read by address arithmetic that is not followed.
                for arg in args.iter().skip(self.module.functions[*target].params.len()).flatten() {
                    self.include(*arg, outside);
                }
                if let Some(dst) = dst {
                    let returned = self.slots.returned(self.module, *target);
                    self.include(returned, dst);
                }
                return;
            }
            Callee::Direct(target) => library::facts(&self.module.functions[*target].name).memory,
            Callee::Asm { .. } => MemoryEffect::Unknown,
        };
        match effect {
            MemoryEffect::Copies => {
                if let (Some(Some(to)), Some(Some(from))) = (args.first(), args.get(1)) {
                    let held = self.fresh();
                    self.inclusions.loads.push((*from, held));
                    self.inclusions.stores.push((held, *to));
                }
            }
            MemoryEffect::Unknown => {
                for arg in args.iter().flatten() {
                    self.include(*arg, outside);
                }
                if let Some(dst) = dst {
                    self.include(outside, dst);
                }
            }
            _ => {}
        }
        // Many functions return one of their arguments.
        if let (Some(dst), MemoryEffect::Copies | MemoryEffect::Fills | MemoryEffect::None) = (dst, effect) {
            for arg in args.iter().flatten() {
                self.include(*arg, dst);
            }
        }
    }
}
