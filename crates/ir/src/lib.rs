//! The program representation that every analysis of incise works on.
//!
//! *In*: nothing; the `llvm` crate builds it. *Out*: a [`Module`]: functions of blocks of statements
//! over **mutable locals** plus explicit memory operations. There are no phi nodes: a variable that the
//! source assigns twice is a local that is assigned twice, so that "a write" means what a reader of the
//! source takes it to mean.
//!
//! # Invariants
//! - Everything about layout (sizes, offsets, strides) is explicit: no data layout string is consulted.
//! - Function `FuncId(i)` is the i-th function of the LLVM module it came from (declarations included), and
//!   `BlockId(j)` its j-th basic block; blocks that lowering adds come after those. Native instrumentation numbers branches the same way.
//! - Where C was compiled without optimisation, `?:` is always a branch, also where LLVM has a `select`: with `n` LLVM blocks in the
//!   function, the `k`-th such `select` (from 0, in the order of the instructions) has the then-block `n + 3k`, the else-block
//!   `n + 3k + 1` and the join-block `n + 3k + 2`, which holds the rest of its block. Blocks for phis come after all of these.
//! - A construct that cannot be represented becomes [`StmtKind::Unsupported`] or [`TermKind::Unsupported`]
//!   with its text, so that it is an error only when execution reaches it.

mod callbacks;
mod constant;
mod function;
mod ids;
pub mod library;
mod link;
mod module;
mod outside_objects;
mod source_type;
mod span;
mod stmt;
mod symbol;
mod text;
mod types;
mod verify;

pub use callbacks::{callback_name, declare_callbacks, is_callback, is_pointed_to};
pub use constant::{Const, ConstExpr};
pub use function::{Block, Effect, Function, Local, LocalKind, Param, Promises};
pub use ids::{BlockId, ConstId, FileId, FuncId, GlobalId, LocalId, SourceTypeId, TypeId};
pub use incise_base::{Id, IdVec};
pub use link::{is_of_library, link_missing};
pub use module::{Global, Module, SourceFile};
pub use outside_objects::type_outside_objects;
pub use source_type::{SourceField, SourceType};
pub use span::Span;
pub use stmt::{
    AtomicOp, BinaryOp, Callee, CastKind, Flags, InnerArray, Labels, OffsetRange, Operand, Predicate, Rvalue, Stmt,
    StmtKind, TermKind, Terminator,
};
pub use symbol::{Alias, Symbol};
pub use text::{function_text, module_text};
pub use types::{Field, FloatKind, Type, TypeTable};
pub use verify::{VerifyError, verify};
