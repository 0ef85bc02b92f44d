//! Following a plan: what does not matter is not executed, and what it may have written becomes irrelevant.

use crate::engine::Engine;
use crate::memory::{Memory, Object, ObjectId, ObjectKind};
use crate::plan::{Action, Clobber, EndAction, MemoryRegion};
use crate::state::State;
use crate::value::Value;
use incise_ir::library::{self, MemoryEffect};
use incise_ir::{Callee, Id, Module, Rvalue, Stmt, StmtKind, Type, TypeId};

/// Bytes of memory that one variable stands for.
const PIECE: usize = 16;

impl Engine<'_, '_> {
    /// Skips the statement or the end of the block that comes next, if the plan says so.
    pub(super) fn skip(&mut self, state: &mut State) -> bool {
        let frame = state.top();
        let Some(plan) = self.prepared.plan.and_then(|plan| plan.functions.get(frame.function)?.as_ref()) else {
            return false;
        };
        let block = &plan.blocks[frame.block];
        match block.stmts.get(frame.index as usize) {
            Some(Action::Run) => false,
            Some(Action::Skip(clobber)) => {
                self.clobber(state, clobber);
                state.top_mut().index += 1;
                true
            }
            None => match &block.end {
                EndAction::Run => false,
                EndAction::Jump { to, clobber } => {
                    self.clobber(state, clobber);
                    let frame = state.top_mut();
                    frame.block = *to;
                    frame.index = 0;
                    true
                }
            },
        }
    }

    fn clobber(&mut self, state: &mut State, clobber: &Clobber) {
        for local in &clobber.locals {
            let ty = self.prepared.function(state.top().function).locals[*local].ty;
            let value = self.irrelevant(state, ty);
            state.top_mut().locals[local.index()] = value;
        }
        for place in &clobber.memory {
            match place {
                MemoryRegion::Global(id, range) => {
                    if let Some(object) = self.prepared.globals[*id] {
                        self.clobber_object(state, object, *range);
                    }
                }
                MemoryRegion::Site(function, local, range) => {
                    let site = Some((*function, *local));
                    let made: Vec<ObjectId> =
                        state.memory.iter().filter(|(_, object)| object.site == site).map(|(id, _)| id).collect();
                    for object in made {
                        self.clobber_object(state, object, *range);
                    }
                }
                MemoryRegion::Outside => {
                    for index in self.run.from_outside.0..self.run.from_outside.1 {
                        self.clobber_object(state, Memory::made(index), None);
                    }
                    let is_heap = |object: &Object| object.kind == ObjectKind::Heap && object.site.is_none();
                    let made: Vec<ObjectId> =
                        state.memory.iter().filter(|(_, object)| is_heap(object)).map(|(id, _)| id).collect();
                    for object in made {
                        self.clobber_object(state, object, None);
                    }
                }
            }
        }
    }

    fn clobber_object(&mut self, state: &mut State, id: ObjectId, range: Option<(u64, u64)>) {
        let Some(object) = state.memory.get(id) else { return };
        let (start, end) = range.unwrap_or((0, object.size));
        let (mut at, end) = (start as usize, end.min(object.size) as usize);
        while at < end {
            let len = PIECE.min(end - at);
            let value = Value::Term(self.fresh_irrelevant(state, 8 * len as u32));
            let object = state.memory.get_mut(id).expect("found above");
            object.write_cell(&mut self.context.pool, at, len, value);
            at += len;
        }
    }

    /// A value of any type that nothing may depend on.
    fn irrelevant(&mut self, state: &mut State, ty: TypeId) -> Value {
        let program = self.prepared.module();
        let mut many = |engine: &mut Self, n: u64, ty: TypeId| -> Value {
            Value::Aggregate((0..n).map(|_| engine.irrelevant(state, ty)).collect())
        };
        match program.types.get(ty) {
            Type::Vector { len, elem } => many(self, u64::from(*len), *elem),
            Type::Array { len, elem, .. } => many(self, *len, *elem),
            Type::Struct { fields, .. } => {
                Value::Aggregate(fields.iter().map(|field| self.irrelevant(state, field.ty)).collect())
            }
            Type::Int(width) if *width > 128 => Value::Aggregate(
                (0..width.div_ceil(64)).map(|_| Value::Term(self.fresh_irrelevant(state, 64))).collect(),
            ),
            Type::Void => Value::Undefined,
            _ => {
                let width = self.prepared.width(ty);
                Value::Term(self.fresh_irrelevant(state, width))
            }
        }
    }
}

/// Notes which statement made the objects that are new.
pub(super) fn tag_new_objects(module: &Module, state: &mut State, n_before: usize, stmt: &Stmt) {
    let dst = match &stmt.kind {
        StmtKind::Assign { dst, value: Rvalue::Alloca { .. } } => Some(*dst),
        StmtKind::Call { dst, callee: Callee::Direct(id), .. }
            if library::facts(&module.functions[*id].name).memory == MemoryEffect::Allocates =>
        {
            *dst
        }
        _ => None,
    };
    let Some(dst) = dst else { return };
    let function = state.top().function;
    for index in n_before..state.memory.n_made() {
        if let Some(object) = state.memory.get_mut(Memory::made(index)) {
            object.site = Some((function, dst));
        }
    }
}
