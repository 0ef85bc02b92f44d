//! A whole program: functions, globals, types, constants and source files.

use crate::constant::Const;
use crate::function::Function;
use crate::ids::{ConstId, FileId, FuncId, GlobalId, SourceTypeId, TypeId};
use crate::source_type::SourceType;
use crate::span::Span;
use crate::symbol::{Alias, Symbol};
use crate::types::TypeTable;
use incise_base::IdVec;
use serde::{Deserialize, Serialize};

/// A source file that spans refer to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// The path as the compiler was given it.
    pub path: String,
    /// The folder that a relative path is relative to.
    pub directory: String,
}

/// A global variable, or a declaration when it has no initialiser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Global {
    /// The linker's name.
    pub name: String,
    /// The name in the source; the function comes first for a static local (`f.counter`).
    pub source_name: String,
    /// Its machine type.
    pub ty: TypeId,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Whether it can be written.
    pub constant: bool,
    /// Whether it is `static`.
    pub internal: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// What the linker knows.
    pub symbol: Symbol,
    /// The initial value; `None` for a declaration.
    pub init: Option<Const>,
    /// Where it is defined.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Module {
    /// What it was read from, for messages.
    pub name: String,
    /// All types.
    pub types: TypeTable,
    /// Constants that operands refer to.
    pub consts: IdVec<ConstId, Const>,
    /// Global variables.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions and declarations.
    pub functions: IdVec<FuncId, Function>,
    /// Source files.
    pub files: IdVec<FileId, SourceFile>,
    /// Types as the source wrote them.
    pub source_types: IdVec<SourceTypeId, SourceType>,
    /// Other names of functions and globals.
    pub aliases: Vec<Alias>,
    /// Assembly outside functions.
    pub assembly: String,
    /// Functions that run before `main`, in order (`llvm.global_ctors`).
    pub constructors: Vec<FuncId>,
    /// Functions that run after `main`, in order (`llvm.global_dtors`).
    pub destructors: Vec<FuncId>,
}

impl Module {
    /// The function of that linker's name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter_ids().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }
    /// The global of that linker's name.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter_ids().find(|(_, global)| global.name == name).map(|(id, _)| id)
    }
    /// Whether it has a `main`: then it is linked, and its symbols are no interface.
    pub fn is_program(&self) -> bool {
        self.function("main").is_some_and(|id| !self.functions[id].is_declaration())
    }
    /// `file:line` (or `file` alone) of a span, for messages.
    pub fn place(&self, span: Span) -> String {
        match self.files.get(span.file) {
            Some(file) if span.is_known() => format!("{}:{}", file.path, span.line),
            Some(file) => file.path.clone(),
            None => String::from("<unknown>"),
        }
    }
}
