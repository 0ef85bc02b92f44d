//! Native instrumentation: each branch and switch reports which way it goes.
//!
//! Before a conditional branch stands `__incise_branch(function, block, taken)`, where `taken` is 1 for the true side, and
//! before a switch `__incise_switch(function, block, value)`. Functions and blocks are numbered as
//! [`FuncId`] and [`BlockId`] are, before anything is inserted. A `select` that lowering
//! makes a branch reports as one, and what follows it in its block counts as standing in its join-block
//! ([`decision`](crate::decision)).

use crate::decision::{Decisions, Selects};
use crate::raw::{Builder, Module, Opcode, Ty, Value};
use incise_ir::{BlockId, FuncId, Id};

/// Inserts the calls.
pub fn instrument(module: Module, selects: Selects) {
    let functions = module.functions();
    let branch = Report { function: module.declare(c"__incise_branch", &[32, 32, 32]), width: 32 };
    let switch = Report { function: module.declare(c"__incise_switch", &[32, 32, 64]), width: 64 };
    for (function_idx, function) in functions.into_iter().enumerate() {
        // What records must not report itself.
        if function.name().starts_with("__incise_") {
            continue;
        }
        let function_id = FuncId::new(function_idx);
        let blocks = function.blocks();
        let mut decisions = Decisions::new(selects, blocks.len());
        for (block_idx, block) in blocks.into_iter().enumerate() {
            let mut at = BlockId::new(block_idx);
            for instruction in block.instructions() {
                if let Some(decision) = decisions.of(instruction) {
                    branch.insert(module.builder_before(instruction), function_id, at, instruction.operand(0));
                    at = decision.join;
                }
            }
            let last = block.terminator();
            let report = match last.opcode() {
                Opcode::LLVMBr if last.is_conditional() => &branch,
                Opcode::LLVMSwitch => &switch,
                _ => continue,
            };
            report.insert(module.builder_before(last), function_id, at, last.operand(0));
        }
    }
}

/// A function that is told of one kind of decision.
struct Report {
    function: (Value, Ty),
    /// How many bits of the value it takes.
    width: u32,
}

impl Report {
    fn insert(&self, builder: Builder, function: FuncId, block: BlockId, value: Value) {
        let value = builder.resize(value, self.width);
        let place = [function.index(), block.index()].map(|number| builder.int(32, number as u64));
        builder.call(self.function.0, self.function.1, &[place[0], place[1], value]);
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
