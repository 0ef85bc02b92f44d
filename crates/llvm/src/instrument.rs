//! Native instrumentation: each branch and switch reports which way it goes.
//!
//! Before a conditional branch stands `__incise_branch(function, block, taken)`, where `taken` is 1 for the true side, and
//! before a switch `__incise_switch(function, block, value)`. Functions and blocks are numbered as
//! [`FuncId`](incise_ir::FuncId) and [`BlockId`](incise_ir::BlockId) are, before anything is inserted.

use crate::raw::{Module, Opcode};

/// Inserts the calls.
pub fn instrument(module: Module) {
    let functions = module.functions();
    let branch = module.declare(c"__incise_branch", &[32, 32, 32]);
    let switch = module.declare(c"__incise_switch", &[32, 32, 64]);
    for (function_idx, function) in functions.into_iter().enumerate() {
        for (block_idx, block) in function.blocks().into_iter().enumerate() {
            let last = block.terminator();
            let ((callee, ty), width) = match last.opcode() {
                Opcode::LLVMBr if last.is_conditional() => (branch, 32),
                Opcode::LLVMSwitch => (switch, 64),
                _ => continue,
            };
            let builder = module.builder_before_end(block);
            let value = builder.resize(last.operand(0), width);
            let place = [builder.int(32, function_idx as u64), builder.int(32, block_idx as u64)];
            builder.call(callee, ty, &[place[0], place[1], value]);
        }
    }
}

/// Makes the program execute the bodies of inline functions that its headers give (`bsearch`, `getchar`, …), which are
/// what is explored, and not the library's.
pub fn use_inline_bodies(module: Module) {
    for function in module.functions() {
        if function.is_copy_of_external() {
            function.make_internal();
        }
    }
}

/// Makes functions and globals that are `static` visible to other files, under their names.
pub fn externalize(module: Module) {
    for value in module.functions().into_iter().chain(module.globals()) {
        let named = !value.name().is_empty();
        if named && value.is_internal() && !value.is_private() && !value.name().starts_with("llvm.") {
            value.make_external();
        }
    }
}
