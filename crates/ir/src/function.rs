//! Functions, their locals and blocks.

use crate::ids::{BlockId, LocalId, SourceTypeId, TypeId};
use crate::span::Span;
use crate::stmt::{Stmt, Terminator};
use crate::symbol::Symbol;
use incise_base::IdVec;
use serde::{Deserialize, Serialize};

/// Where a local comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LocalKind {
    /// A formal parameter's incoming value.
    Param,
    /// A variable of the source whose address is never taken.
    Variable,
    /// An intermediate result.
    Temp,
}

/// A local: mutable, typed, never addressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Local {
    /// The source's name for a variable or parameter, the compiler's for a temporary; may be empty.
    pub name: String,
    /// Where it comes from.
    pub kind: LocalKind,
    /// Its machine type.
    pub ty: TypeId,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
    /// Where it is declared.
    pub span: Span,
}

/// A formal parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Param {
    /// The local that holds the argument on entry.
    pub local: LocalId,
    /// Size and alignment when the argument is a copy in memory (`byval`).
    pub byval: Option<(u64, u32)>,
    /// Whether this is the hidden address of a struct result (`sret`).
    pub sret: bool,
    /// Whether a narrow integer is sign-extended (`signext`).
    pub signed: bool,
    /// Whether callers promise that it is not null (`nonnull`, `[static n]`).
    pub not_null: bool,
    /// Bytes that callers promise to be behind it (`[static n]`); 0 without a promise.
    pub at_least: u64,
}

/// What a function does to memory, as its declaration promises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Effect {
    /// Nothing is promised.
    #[default]
    Any,
    /// It only reads (`pure`): equal arguments and equal memory give equal results, and nobody else sees the call.
    Reads,
    /// Neither reads nor writes (`const`): equal arguments give equal results.
    None,
}

/// What a declaration promises of every call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Promises {
    /// What it does to memory.
    pub effect: Effect,
    /// Whether its result is never null (`returns_nonnull`).
    pub nonnull_result: bool,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// The compiler's name, for reading dumps.
    pub name: String,
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// How it ends.
    pub terminator: Terminator,
}

/// A function, or a declaration when it has no blocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Function {
    /// The linker's name.
    pub name: String,
    /// The name in the source (differs from `name` when a static was renamed in linking).
    pub source_name: String,
    /// The parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub ret: TypeId,
    /// The parameters' types in the source followed by nothing; the function type if known.
    pub source_type: Option<SourceTypeId>,
    /// Whether `...` follows the parameters.
    pub variadic: bool,
    /// Whether it is `static`.
    pub internal: bool,
    /// What the linker knows.
    pub symbol: Symbol,
    /// Whether the declaration says that it never returns.
    pub noreturn: bool,
    /// What else the declaration says.
    pub promises: Promises,
    /// The locals, parameters first.
    pub locals: IdVec<LocalId, Local>,
    /// The blocks; the first is the entry.
    pub blocks: IdVec<BlockId, Block>,
    /// Where it is defined.
    pub span: Span,
}

impl Function {
    /// Whether there is no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}
