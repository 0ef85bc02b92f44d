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
mod coerced;
mod constant;
mod debug;
mod function;
mod global;
mod instruction;
mod memory;
mod phi;
mod promote;
mod source_type;
mod symbol;
mod terminator;
mod ty;

use crate::decision::Selects;
use crate::raw::{self, Block, Layout, Meta, Ty, Value};
use incise_ir::{
    BlockId, Const, ConstId, FileId, FuncId, Function, GlobalId, Id, IdVec, Module, Operand, SourceTypeId, Span, Type,
    TypeId,
};
use std::collections::HashMap;
use std::path::PathBuf;

/// The reason why something has no representation.
type Unsupported = String;

/// The module under construction and what LLVM's things became.
pub struct Lowering {
    layout: Layout,
    selects: Selects,
    module: Module,
    types: HashMap<Ty, TypeId>,
    consts: HashMap<Const, ConstId>,
    functions: HashMap<Value, FuncId>,
    blocks: HashMap<Block, (FuncId, BlockId)>,
    globals: HashMap<Value, GlobalId>,
    /// What has other names, and whether one of these is visible outside the file, and whether one is weak.
    aliased: HashMap<Value, (bool, bool)>,
    files: HashMap<PathBuf, FileId>,
    file_of_node: HashMap<Meta, FileId>,
    source_types: HashMap<Meta, SourceTypeId>,
    nothing: Option<SourceTypeId>,
    empty_expression: Meta,
}

/// Lowers a whole module.
pub fn lower(input: raw::Module, selects: Selects) -> Module {
    let mut lowering = Lowering {
        layout: input.layout(),
        selects,
        module: Module::default(),
        types: HashMap::new(),
        consts: HashMap::new(),
        functions: HashMap::new(),
        blocks: HashMap::new(),
        globals: HashMap::new(),
        aliased: HashMap::new(),
        files: HashMap::new(),
        file_of_node: HashMap::new(),
        source_types: HashMap::new(),
        nothing: None,
        empty_expression: input.empty_expression(),
    };
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
    lowering.module.functions = lowered;
    lowering.module
}

impl Lowering {
    /// The operand for a constant.
    fn constant_operand(&mut self, value: Value) -> Operand {
        match self.constant(value) {
            Const::Bits { width, value } if width <= 64 => Operand::Int(value as u64),
            constant => self.const_operand(constant),
        }
    }
    fn const_operand(&mut self, constant: Const) -> Operand {
        if let Some(&id) = self.consts.get(&constant) {
            return Operand::Const(id);
        }
        let id = self.module.consts.push(constant.clone());
        self.consts.insert(constant, id);
        Operand::Const(id)
    }
    fn void(&mut self) -> TypeId {
        self.module.types.intern(Type::Void)
    }
    fn span(&mut self, location: Option<Meta>) -> Span {
        let Some(location) = location else { return Span::unknown() };
        let file = location.location_scope().map_or(FileId::new(0), |scope| self.file_of_scope(scope));
        Span { file, line: location.location_line(), column: location.location_column() }
    }
}
