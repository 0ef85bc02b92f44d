//! Lowering: the module under construction and what LLVM's things became.

use crate::decision::Selects;
use crate::raw::{self, Block, Layout, Meta, Ty, Value};
use incise_ir::{
    BlockId, Const, ConstId, FileId, FuncId, GlobalId, Id, Module, Operand, SourceTypeId, Span, Type, TypeId,
};
use std::collections::HashMap;
use std::path::PathBuf;

/// The reason why something has no representation.
pub(super) type Unsupported = String;

/// The module under construction and what LLVM's things became.
pub struct Lowering {
    pub(super) layout: Layout,
    pub(super) selects: Selects,
    pub(super) module: Module,
    pub(super) types: HashMap<Ty, TypeId>,
    pub(super) consts: HashMap<Const, ConstId>,
    pub(super) functions: HashMap<Value, FuncId>,
    pub(super) blocks: HashMap<Block, (FuncId, BlockId)>,
    pub(super) globals: HashMap<Value, GlobalId>,
    /// What has other names, and whether one of these is visible outside the file, and whether one is weak.
    pub(super) aliased: HashMap<Value, (bool, bool)>,
    pub(super) files: HashMap<PathBuf, FileId>,
    pub(super) file_of_node: HashMap<Meta, FileId>,
    pub(super) source_types: HashMap<Meta, SourceTypeId>,
    pub(super) nothing: Option<SourceTypeId>,
    pub(super) empty_expression: Meta,
}

impl Lowering {
    /// Nothing is lowered yet.
    pub(super) fn new(input: raw::Module, selects: Selects) -> Lowering {
        Lowering {
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
        }
    }

    /// Whether nothing was done to the code that clang made of the source.
    pub(super) fn is_unoptimised(&self) -> bool {
        self.selects == Selects::AreBranches
    }

    /// The operand for a constant.
    pub(super) fn constant_operand(&mut self, value: Value) -> Operand {
        match self.constant(value) {
            Const::Bits { width, value } if width <= 64 => Operand::Int(value as u64),
            constant => self.const_operand(constant),
        }
    }
    pub(super) fn const_operand(&mut self, constant: Const) -> Operand {
        if let Some(&id) = self.consts.get(&constant) {
            return Operand::Const(id);
        }
        let id = self.module.consts.push(constant.clone());
        self.consts.insert(constant, id);
        Operand::Const(id)
    }
    pub(super) fn void(&mut self) -> TypeId {
        self.module.types.intern(Type::Void)
    }
    pub(super) fn span(&mut self, location: Option<Meta>) -> Span {
        let Some(location) = location else { return Span::unknown() };
        let file = location.location_scope().map_or(FileId::new(0), |scope| self.file_of_scope(scope));
        Span { file, line: location.location_line(), column: location.location_column() }
    }
}
