//! Accesses that something outside the program can see or answer, as calls: volatile ones, and those of addresses that the source writes as
//! numbers.
//!
//! `x = load volatile i32, ptr p` becomes `x = call i32 @__incise_volatile_read_32(ptr p)`, a store `@__incise_volatile_write_32(ptr, i32)`,
//! and `__incise_fixed_...` where the address is a constant number. Lowering and instrumenting both start here, so that what
//! is explored and what runs natively call the same: the engine's model is `engine/src/step/volatile_access.rs`, the native one
//! runtime/replay/replay.c.
//!
//! # Deviations
//! 1. Only integers of 8, 16, 32 and 64 bits; other volatile accesses, atomic ones and copies of structs stay what they are.
//! 2. So do those of a function's own variables and of `static` objects, and in a program with `main` those of objects that it defines: nobody
//!    outside can reach them. A pointer that may lead anywhere is looked at when it is used.

use crate::decision::Selects;
use crate::lower::is_boolean;
use crate::raw::{Module, Opcode, TyKind, Value, ValueKind};

/// What the address of an access is, as far as the text says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A number.
    Fixed,
    /// An object that somebody outside may have, or any address.
    Outside,
    /// An object of the program's own.
    Own,
}

/// Makes such accesses calls.
pub fn into_calls(module: Module, selects: Selects) {
    let is_program =
        module.functions().iter().any(|function| function.name() == "main" && !function.blocks().is_empty());
    for function in module.functions().into_iter().filter(|function| !function.name().starts_with("__incise_")) {
        for block in function.blocks() {
            for instruction in block.instructions() {
                replace(module, instruction, (is_program, selects == Selects::AreBranches));
            }
        }
    }
}

fn replace(module: Module, access: Value, (is_program, is_unoptimised): (bool, bool)) {
    let (value, address) = match access.opcode() {
        Opcode::LLVMLoad => (access, access.operand(0)),
        Opcode::LLVMStore => (access.operand(0), access.operand(1)),
        _ => return,
    };
    let place = place(address, is_program);
    let is_seen = access.is_volatile() && place != Place::Own || place == Place::Fixed;
    let Some(width) = whole_bytes(value).filter(|_| is_seen && !access.is_atomic()) else { return };
    if address.ty().address_space() != 0 {
        return;
    }
    let kind = if place == Place::Fixed { "fixed" } else { "volatile" };
    let builder = module.builder_before(access);
    if access.opcode() == Opcode::LLVMLoad {
        let what = if is_unoptimised && is_boolean(access) { String::from("bool") } else { width.to_string() };
        let (read, ty) = module.declare_access(&format!("__incise_{kind}_read_{what}"), width, true);
        let answer = builder.call(read, ty, &[address]);
        access.replace_by(answer);
    } else {
        let (write, ty) = module.declare_access(&format!("__incise_{kind}_write_{width}"), width, false);
        builder.call(write, ty, &[address, value]);
    }
    access.delete();
}

/// Where an address leads, behind offsets.
fn place(address: Value, is_program: bool) -> Place {
    let mut base = address;
    // Bounded, because code that is never reached may use a value as its own operand.
    for _ in 0..100 {
        if base.kind() == ValueKind::LLVMGlobalVariableValueKind {
            let is_own = base.is_internal() || base.is_private() || is_program && base.initializer().is_some();
            return if is_own { Place::Own } else { Place::Outside };
        }
        let opcode = if base.is_instruction() {
            base.opcode()
        } else if base.kind() == ValueKind::LLVMConstantExprValueKind {
            base.constant_opcode()
        } else {
            return Place::Outside;
        };
        match opcode {
            Opcode::LLVMAlloca => return Place::Own,
            Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast => base = base.operand(0),
            Opcode::LLVMIntToPtr if base.operand(0).kind() == ValueKind::LLVMConstantIntValueKind => {
                return Place::Fixed;
            }
            _ => return Place::Outside,
        }
    }
    Place::Outside
}

/// The width of an integer that a machine accesses at once.
fn whole_bytes(value: Value) -> Option<u32> {
    let is_integer = value.ty().kind() == TyKind::LLVMIntegerTypeKind;
    is_integer.then(|| value.ty().int_width()).filter(|width| matches!(width, 8 | 16 | 32 | 64))
}
