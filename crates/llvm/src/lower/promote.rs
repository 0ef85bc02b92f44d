//! Which stack slots are variables whose address nobody takes.
//!
//! Such a slot becomes a mutable local: a store is an assignment, a load a read. The slot must stand in the entry
//! block (it exists once a call), hold one scalar, and be used only as the address of plain loads and stores of
//! exactly its type, and by lifetime markers.

use crate::raw::{Opcode, TyKind, Value, ValueKind};
use incise_ir::library::{self, Model};

/// A lifetime marker.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// `llvm.lifetime.start`.
    Start,
    /// `llvm.lifetime.end`.
    End,
}

/// Which lifetime marker an instruction is.
pub fn lifetime(instruction: Value) -> Option<Lifetime> {
    if instruction.opcode() != Opcode::LLVMCall || instruction.called().kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    match library::facts(&instruction.called().name()).model {
        Some(Model::LifetimeStart) => Some(Lifetime::Start),
        Some(Model::LifetimeEnd) => Some(Lifetime::End),
        _ => None,
    }
}

/// Whether an instruction of the entry block is such a slot.
pub fn promotable(alloca: Value) -> bool {
    if alloca.opcode() != Opcode::LLVMAlloca {
        return false;
    }
    let ty = alloca.allocated();
    let scalar = matches!(
        ty.kind(),
        TyKind::LLVMIntegerTypeKind
            | TyKind::LLVMPointerTypeKind
            | TyKind::LLVMHalfTypeKind
            | TyKind::LLVMBFloatTypeKind
            | TyKind::LLVMFloatTypeKind
            | TyKind::LLVMDoubleTypeKind
            | TyKind::LLVMX86_FP80TypeKind
            | TyKind::LLVMFP128TypeKind
    );
    let count = alloca.operand(0);
    let single = count.kind() == ValueKind::LLVMConstantIntValueKind
        && count.ty().int_width() <= 64
        && count.int() == 1
        && alloca.ty().address_space() == 0;
    let plain = |user: Value| match user.is_instruction().then(|| user.opcode()) {
        Some(Opcode::LLVMLoad) => user.ty() == ty && !user.is_volatile() && !user.is_atomic(),
        Some(Opcode::LLVMStore) => {
            let value = user.operand(0);
            value.behind_no_op_casts() != alloca && value.ty() == ty && !user.is_volatile() && !user.is_atomic()
        }
        Some(Opcode::LLVMCall) => lifetime(user).is_some(),
        _ => false,
    };
    scalar && single && users(alloca).into_iter().all(plain)
}

/// Who uses a value, also through casts that do nothing.
fn users(value: Value) -> Vec<Value> {
    let mut found = Vec::new();
    for user in value.users() {
        if user.is_no_op_cast() {
            found.extend(users(user));
        } else {
            found.push(user);
        }
    }
    found
}
