//! What of a program is to be run and what is to be skipped, made by a guide before the run.
//!
//! *Source*: the directed exploration that keeps what [dise-tosem2014] Theorem 4.8 promises: at a branch that does not matter the
//! path does not fork, it goes on where all sides meet again.
//!
//! # Invariants
//! - A plan never alters a value: what is skipped leaves variables of kind `Irrelevant` in everything that it may have written.
//! - Nothing that decides a path and nothing that is compared may contain such a variable; the engine checks it always.

use incise_ir::{BlockId, FuncId, GlobalId, IdVec, LocalId};

/// What is run and what is skipped in a program.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By function; in a function without one everything is run.
    pub functions: IdVec<FuncId, Option<FunctionPlan>>,
}

/// What is run and what is skipped in a function.
#[derive(Clone, Debug)]
pub struct FunctionPlan {
    /// By block.
    pub blocks: IdVec<BlockId, BlockPlan>,
}

/// What is run and what is skipped in a block.
#[derive(Clone, Debug)]
pub struct BlockPlan {
    /// By statement.
    pub stmts: Vec<Action>,
    /// How the block ends.
    pub end: EndAction,
}

/// What is done about a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// It is executed.
    Run,
    /// It is not executed.
    Skip(Clobber),
}

/// What is done about the end of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndAction {
    /// It is executed.
    Run,
    /// It decides nothing that matters: the path goes on where all its sides meet.
    Jump {
        /// Where they meet.
        to: BlockId,
        /// What may be written on the way.
        clobber: Clobber,
    },
}

/// What may have been written by what was skipped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clobber {
    /// Locals of the running function.
    pub locals: Vec<LocalId>,
    /// Memory.
    pub memory: Vec<MemoryRegion>,
}

/// A piece of memory, as far as it is known before the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemoryRegion {
    /// A global variable: the bytes from the first up to the second, or all.
    Global(GlobalId, Option<(u64, u64)>),
    /// Every object that was allocated by the statement that writes this local: the bytes from the first up to the second, or all.
    Site(FuncId, LocalId, Option<(u64, u64)>),
    /// All other memory: what was there before the run, behind pointers from outside, and what came from functions that are not
    /// `malloc`, `calloc` or `aligned_alloc`.
    Outside,
}
