//! Signed left shifts, told apart from unsigned ones by the checks that `-fsanitize=shift-base` puts before them.
//!
//! LLVM's `shl` has no sign, and clang attaches no promise to it. Compiled with that check in its trapping form, a signed shift is
//! preceded by four blocks: does the amount fit; are the bits zero that would be lost; both answers joined; a trap. They are taken
//! out again, and the shift is promised not to lose a bit (`nuw nsw`), which is what C demands of it. All else is as it was.

use crate::raw::{Block, Module, Opcode, Value};
use incise_ir::library::{self, Model};
use std::collections::HashSet;

/// Turns the checks of a module into promises.
pub fn into_promises(module: Module) {
    let is_used_trap = |function: &Value| ends_program(*function) && function.users().into_iter().any(is_trap_call);
    let Some(trap) = module.functions().into_iter().find(is_used_trap) else { return };
    for function in module.functions() {
        // A trap may serve many checks.
        let (mut traps, mut gone) = (HashSet::new(), HashSet::new());
        for block in function.blocks() {
            if !gone.contains(&block)
                && let Some(check) = checked_shift(block)
            {
                traps.insert(check.trap);
                gone.extend(check.gone);
            }
        }
        traps.into_iter().filter(|trap| !is_used(*trap)).for_each(Block::delete);
    }
    if trap.users().is_empty() {
        module.delete(trap);
        // What the checks would have printed.
        let said = module.globals().into_iter().filter(|global| global.is_private() && global.users().is_empty());
        let said: Vec<Value> = said.filter(|global| is_unnamed(&global.name())).collect();
        said.into_iter().for_each(|global| module.delete(global));
    }
}

/// A check that was taken out.
struct Removed {
    trap: Block,
    gone: [Block; 3],
}

/// Takes the check out that a block ends with.
fn checked_shift(block: Block) -> Option<Removed> {
    let check = checking(block)?;
    let [bits, joined] = check.successors()[..] else { return None };
    let join = checking(joined).filter(|_| bits != joined)?;
    let [shifting, trapping] = join.successors()[..] else { return None };
    let is_trap = trapping.instructions().first().is_some_and(|first| is_trap_call(*first));
    let mut shifted = shifting.instructions().into_iter().filter(|one| !one.is_sanitizers());
    let shift = shifted.find(|one| one.opcode() == Opcode::LLVMShl)?;
    if !is_trap || !bits.instructions().iter().all(|one| one.is_sanitizers()) {
        return None;
    }
    shift.set_no_wrap();
    shifting.take_over(block);
    joined.delete();
    bits.delete();
    Some(Removed { trap: trapping, gone: [block, joined, bits] })
}

/// The conditional branch of a sanitizer that a block ends with.
fn checking(block: Block) -> Option<Value> {
    let end = block.terminator();
    (end.opcode() == Opcode::LLVMBr && end.is_conditional() && end.is_sanitizers()).then_some(end)
}

fn is_trap_call(instruction: Value) -> bool {
    instruction.is_instruction()
        && instruction.opcode() == Opcode::LLVMCall
        && instruction.is_sanitizers()
        && ends_program(instruction.called())
}

fn ends_program(function: Value) -> bool {
    library::facts(&function.name()).model == Some(Model::Abort)
}

fn is_used(block: Block) -> bool {
    !block.value().users().is_empty()
}

/// Names that clang gives to what it makes itself for such checks.
fn is_unnamed(name: &str) -> bool {
    name.is_empty() || name.starts_with(".src")
}
