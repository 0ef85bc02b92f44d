//! Global variables, constructors and destructors.

use super::Lowering;
use crate::raw::{self, Meta, MetaKind, Value, ValueKind};
use incise_ir::{Const, FuncId, Global, GlobalId, Id, SourceTypeId, Span};

impl Lowering {
    /// Lowers every global variable that is part of the program.
    pub fn globals(&mut self, input: raw::Module) {
        let (program, notes): (Vec<Value>, Vec<Value>) =
            input.globals().into_iter().partition(|&global| !is_note(global));
        for (index, &global) in program.iter().enumerate() {
            self.globals.insert(global, GlobalId::new(index));
        }
        for &global in &program {
            let lowered = self.global(global);
            self.module.globals.push(lowered);
        }
        for global in notes {
            match global.name().as_str() {
                "llvm.global_ctors" => self.module.constructors = self.ordered(global),
                "llvm.global_dtors" => {
                    // `.fini_array` is run from its end.
                    self.module.destructors = self.ordered(global);
                    self.module.destructors.reverse();
                }
                _ => {}
            }
        }
    }

    fn global(&mut self, global: Value) -> Global {
        let value_type = global.value_type();
        let sized = value_type.is_sized();
        let align = global.align();
        let name = global.name();
        let (source_name, source_type, span) = self.global_source(global);
        Global {
            source_name: if source_name.is_empty() { name.clone() } else { source_name },
            name,
            ty: self.ty_or_void(value_type),
            source_type,
            size: if sized { self.layout.size(value_type) } else { 0 },
            align: match align {
                0 if sized => self.layout.align(value_type),
                0 => 1,
                align => align,
            },
            constant: global.is_global_constant(),
            internal: self.is_internal(global),
            symbol: self.symbol(global),
            thread_local: global.is_thread_local(),
            init: global.initializer().map(|init| self.constant(init)),
            span,
        }
    }

    /// Name, type and place in the source.
    fn global_source(&mut self, global: Value) -> (String, Option<SourceTypeId>, Span) {
        let expressions = global.global_debug().into_iter();
        let variable = expressions
            .filter(|node| matches!(node.kind(), MetaKind::LLVMDIGlobalVariableExpressionMetadataKind))
            .find_map(|node| node.global_variable());
        let Some(variable) = variable else { return (String::new(), None, Span::unknown()) };
        // Scope, name, file, type.
        let operands = variable.operands();
        let at = |position: usize| operands.get(position).copied().flatten();
        let name = at(1).map(|name| name.string()).unwrap_or_default();
        let source_type = at(3).map(|ty| self.source_type(ty));
        let span = self.variable_span(variable);
        match at(0).and_then(enclosing_function) {
            Some(function) if !name.is_empty() => (format!("{function}.{name}"), source_type, span),
            _ => (name, source_type, span),
        }
    }

    /// The functions of a list of `{priority, function, data}`, lowest priority first.
    fn ordered(&mut self, list: Value) -> Vec<FuncId> {
        let Some(init) = list.initializer() else { return Vec::new() };
        let n = u32::try_from(init.ty().len()).unwrap_or(0);
        let mut entries: Vec<(u64, FuncId)> = Vec::new();
        for entry in (0..n).filter_map(|index| init.element(index)) {
            let (Some(priority), Some(function)) = (entry.element(0), entry.element(1)) else { continue };
            if priority.kind() != ValueKind::LLVMConstantIntValueKind {
                continue;
            }
            if let Const::Function(id) = self.constant(function) {
                entries.push((priority.int(), id));
            }
        }
        entries.sort_by_key(|&(priority, _)| priority);
        entries.into_iter().map(|(_, id)| id).collect()
    }
}

/// Whether a global is a note to the compiler and no part of the program.
fn is_note(global: Value) -> bool {
    let name = global.name();
    matches!(name.as_str(), "llvm.used" | "llvm.compiler.used" | "llvm.global_ctors" | "llvm.global_dtors")
        || global.section() == "llvm.metadata"
}

/// The name of the function that a scope lies in.
fn enclosing_function(scope: Meta) -> Option<String> {
    let mut scope = scope;
    // Lexical blocks: file, scope. Bounded, should a damaged file make a circle.
    for _ in 0..1000 {
        match scope.kind() {
            MetaKind::LLVMDISubprogramMetadataKind => {
                return scope.operands().get(2).copied().flatten().map(|name| name.string());
            }
            MetaKind::LLVMDILexicalBlockMetadataKind | MetaKind::LLVMDILexicalBlockFileMetadataKind => {
                scope = scope.operands().get(1).copied().flatten()?;
            }
            _ => return None,
        }
    }
    None
}
