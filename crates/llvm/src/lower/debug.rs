//! Source files, places and variables from debug information.

use super::Lowering;
use crate::raw::{self, Block, Meta, MetaKind, Opcode, Value, ValueKind};
use incise_ir::{FileId, Id, SourceFile, SourceTypeId, Span};
use std::collections::HashMap;
use std::path::Path;

/// A variable of the source.
#[derive(Clone)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub source_type: Option<SourceTypeId>,
    /// Where it is declared.
    pub span: Span,
}

/// What debug information says about the values of one function.
#[derive(Default)]
pub struct Variables {
    /// The variable that lives at an address (`dbg.declare`, `dbg.assign`).
    pub declared: HashMap<Value, Variable>,
    /// The variables that a value is the value of (`dbg.value`, `dbg.assign`), in order.
    pub named: HashMap<Value, Vec<Variable>>,
}

impl Lowering {
    /// Enters the main file as the first one.
    pub fn main_file(&mut self, input: raw::Module) {
        let units = input.named_metadata(c"llvm.dbg.cu");
        let node = units.first().and_then(|unit| unit.operands().first().copied().flatten());
        match node {
            Some(node) if matches!(node.kind(), MetaKind::LLVMDIFileMetadataKind) => {
                self.file(node);
            }
            _ => {
                self.enter_file(input.source_file(), String::new());
            }
        }
    }

    fn enter_file(&mut self, path: String, directory: String) -> FileId {
        // clang writes one file as a relative path here and with another folder there.
        let whole = Path::new(&directory).join(&path);
        if let Some(&id) = self.files.get(&whole) {
            return id;
        }
        let id = self.module.files.push(SourceFile { path, directory });
        self.files.insert(whole, id);
        id
    }

    fn file(&mut self, node: Meta) -> FileId {
        if let Some(&id) = self.file_of_node.get(&node) {
            return id;
        }
        let (path, directory) = node.file();
        let id = self.enter_file(path, directory);
        self.file_of_node.insert(node, id);
        id
    }

    /// The file of a scope; the main file when it has none.
    pub fn file_of_scope(&mut self, scope: Meta) -> FileId {
        if let Some(&id) = self.file_of_node.get(&scope) {
            return id;
        }
        let id = scope.scope_file().map_or(FileId::new(0), |file| self.file(file));
        self.file_of_node.insert(scope, id);
        id
    }

    /// Where a `DIVariable` is declared.
    pub fn variable_span(&mut self, variable: Meta) -> Span {
        let file = variable.variable_file().map_or(FileId::new(0), |file| self.file(file));
        Span { file, line: variable.variable_line(), column: 0 }
    }

    /// Everything that a function's `llvm.dbg.*` calls say.
    pub fn variables(&mut self, blocks: &[Block]) -> Variables {
        let mut variables = Variables::default();
        for instruction in blocks.iter().flat_map(|block| block.instructions()) {
            let Some(name) = debug_call(instruction) else { continue };
            // `dbg.assign`: value, variable, expression, id, address, its expression.
            let declares = match name.as_str() {
                "llvm.dbg.declare" => Some(0),
                "llvm.dbg.assign" if self.is_plain(instruction.operand(5)) => Some(4),
                _ => None,
            };
            let values = matches!(name.as_str(), "llvm.dbg.value" | "llvm.dbg.assign").then_some(0);
            if declares.is_none() && values.is_none() {
                continue;
            }
            let Some(variable) = self.described(instruction) else { continue };
            let at = |position: Option<u32>| instruction.operand(position?).metadata()?.wrapped();
            if let Some(address) = at(declares) {
                variables.declared.entry(address).or_insert(variable.clone());
            }
            if let Some(value) = at(values) {
                variables.named.entry(value).or_default().push(variable);
            }
        }
        variables
    }

    /// Whether an argument is the `DIExpression` without operations: the whole variable, as it is.
    fn is_plain(&self, expression: Value) -> bool {
        expression.metadata() == Some(self.empty_expression)
    }

    /// The variable that an `llvm.dbg.*` call is about as a whole.
    fn described(&mut self, call: Value) -> Option<Variable> {
        let node = call.operand(1).metadata()?;
        if !matches!(node.kind(), MetaKind::LLVMDILocalVariableMetadataKind) || !self.is_plain(call.operand(2)) {
            return None;
        }
        let operands = node.operands();
        let name = operands.get(1).copied().flatten()?.string();
        let source_type = operands.get(3).copied().flatten().map(|ty| self.source_type(ty));
        let mut span = self.variable_span(node);
        let location = self.span(call.debug_location());
        if location.line == span.line && location.file == span.file {
            span.column = location.column;
        }
        Some(Variable { name, source_type, span })
    }
}

/// The name of the `llvm.dbg.*` intrinsic that an instruction calls.
pub fn debug_call(instruction: Value) -> Option<String> {
    if instruction.opcode() != Opcode::LLVMCall {
        return None;
    }
    let callee = instruction.called();
    if callee.kind() != ValueKind::LLVMFunctionValueKind {
        return None;
    }
    let name = callee.name();
    name.starts_with("llvm.dbg.").then_some(name)
}
