//! From an LLVM module to incise's representation.
//!
//! *In*: a verified, linked LLVM module whose debug records are calls. *Out*: an [`incise_ir::Module`] that
//! refers to nothing of LLVM's.
//!
//! # Deviations from LLVM's semantics
//! 1. `zext nneg`, `or disjoint`, `trunc nsw/nuw`, GEP `nuw`/`nusw`, fast-math flags, `!range`, `!nonnull` and parameter
//!    attributes such as `noundef` are promises that nothing here reads: breaking one gives the operation's plain result.
//! 2. Atomic orderings are not kept: an access is atomic or not.
//! 3. Calling conventions, `tail` and `musttail` are not kept.
//! 4. Operand bundles are dropped (`llvm.assume` keeps its condition).
//! 5. A `select` that is a branch ([`decision`](crate::decision)) needs a condition that is not poison, as a branch does.

mod block;
mod call;
mod cleanup;
mod coerced;
mod constant;
mod debug;
mod function;
mod global;
mod instruction;
mod lowering;
mod memory;
mod offset_range;
mod phi;
mod promote;
mod source_type;
mod switch;
mod symbol;
mod terminator;
mod ty;

pub use memory::is_boolean;

use crate::decision::Selects;
use crate::raw;
use incise_ir::{BlockId, FuncId, Function, Id, IdVec, Module};
use lowering::{Lowering, Unsupported};
use std::collections::BTreeSet;

/// Lowers a whole module.
pub fn lower(input: raw::Module, selects: Selects) -> Module {
    let mut lowering = Lowering::new(input, selects);
    lowering.module.name = input.source_file();
    lowering.main_file(input);
    let functions = input.functions();
    for (index, &function) in functions.iter().enumerate() {
        let id = FuncId::new(index);
        lowering.functions.insert(function, id);
        for (index, block) in function.blocks().into_iter().enumerate() {
            lowering.blocks.insert(block, (id, BlockId::new(index)));
        }
    }
    lowering.aliases(input);
    lowering.globals(input);
    let mut lowered: IdVec<FuncId, Function> = IdVec::new();
    for function in functions {
        lowered.push(function::lower(&mut lowering, function));
    }
    let is_marker = |(_, function): &(FuncId, &Function)| function.name.starts_with("llvm.lifetime.");
    let markers: BTreeSet<FuncId> = lowered.iter_ids().filter(is_marker).map(|(id, _)| id).collect();
    for function in lowered.iter_mut() {
        cleanup::thread(function, &markers);
        switch::merge_labels(function);
    }
    lowering.module.functions = lowered;
    lowering.module
}
