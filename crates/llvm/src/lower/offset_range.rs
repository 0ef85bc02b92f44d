//! What the source demands of pointer arithmetic, from the types that clang indexes.
//!
//! Only for code that nothing was done to: there a step through a type is a member, an element or a decayed array of the source.
//! As with `-fsanitize=bounds`, arrays of unknown size and arrays that end a structure or belong to a union (they may be used as
//! flexible array members) are not checked. The outermost array of an object is the object, whose bounds every access checks.

use crate::raw::{Opcode, Ty, TyKind, Value, ValueKind};
use incise_ir::{InnerArray, OffsetRange};

/// The range of a `getelementptr`.
pub fn offset_range(gep: Value) -> OffsetRange {
    OffsetRange { is_accessed: is_accessed(gep), array: inner_array(gep) }
}

/// Whether everybody who uses an address accesses memory there, or steps on into a member or an element.
fn is_accessed(gep: Value) -> bool {
    let users = gep.users();
    let accesses = |user: &Value| match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operand(0) != gep,
        Opcode::LLVMGetElementPtr => user.operand(0) == gep && is_aggregate(user.gep_type()),
        _ => false,
    };
    !users.is_empty() && users.iter().all(|user| user.is_instruction() && accesses(user))
}

fn is_aggregate(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::LLVMArrayTypeKind | TyKind::LLVMStructTypeKind)
}

/// The array that a `getelementptr` of the form `[N x T], base, 0, index` indexes, if it is a part of something larger.
fn inner_array(gep: Value) -> Option<InnerArray> {
    let ty = gep.gep_type();
    let is_element = gep.n_operands() == 3 && ty.kind() == TyKind::LLVMArrayTypeKind;
    let is_zero = |index: Value| known(index) == Some(0);
    if !is_element || !is_zero(gep.operand(1)) || !is_inner(gep.operand(0), ty) {
        return None;
    }
    Some(InnerArray { len: ty.len(), index: known(gep.operand(2)) })
}

fn known(index: Value) -> Option<i64> {
    (index.kind() == ValueKind::LLVMConstantIntValueKind && index.ty().int_width() <= 64).then(|| index.signed_int())
}

/// Whether an address is that of an array of this type inside another array, or of a member that is not the last.
fn is_inner(base: Value, array: Ty) -> bool {
    let step = match base.kind() {
        ValueKind::LLVMInstructionValueKind => base.opcode(),
        ValueKind::LLVMConstantExprValueKind => base.constant_opcode(),
        // A member at the start of a variable has the variable's address.
        ValueKind::LLVMGlobalVariableValueKind => return starts_with(base.value_type(), array),
        _ => return false,
    };
    match step {
        Opcode::LLVMGetElementPtr => stepped_to(base) == Some(array),
        Opcode::LLVMAlloca => starts_with(base.allocated(), array),
        _ => false,
    }
}

/// Whether something larger begins with an array of this type that it goes on after.
fn starts_with(whole: Ty, array: Ty) -> bool {
    match whole.kind() {
        TyKind::LLVMArrayTypeKind => {
            whole.len() > 1 && (whole.element() == array || starts_with(whole.element(), array))
        }
        TyKind::LLVMStructTypeKind if whole.len() > 0 => {
            let first = whole.member(0);
            first == array && whole.len() > 1 || first != array && starts_with(first, array)
        }
        _ => false,
    }
}

/// The type of the member or element that a `getelementptr` leads to; nothing for the last member of a structure.
fn stepped_to(gep: Value) -> Option<Ty> {
    let mut ty = gep.gep_type();
    for position in 2..gep.n_operands() {
        let index = gep.operand(position);
        ty = match ty.kind() {
            TyKind::LLVMArrayTypeKind => ty.element(),
            TyKind::LLVMStructTypeKind => {
                let member = known(index)? as u32;
                if u64::from(member) + 1 == ty.len() {
                    return None;
                }
                ty.member(member)
            }
            _ => return None,
        };
    }
    Some(ty)
}
