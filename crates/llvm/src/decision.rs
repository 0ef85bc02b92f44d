//! `select` as a branch, and how the blocks that it needs are numbered.
//!
//! clang turns `c ? 7 : 9` into a `select` even where it runs no pass. In code that is to have the source's branches, a
//! `select` on one condition is therefore a branch to a block for each side, which meet in a third that holds the
//! rest of the block. Lowering builds these blocks; native instrumentation only counts them.
//!
//! # Invariants
//! - In a function of `n` LLVM blocks, the `k`-th such `select` (from 0, in the order of the instructions) has
//!   the then-block `n + 3k`, the else-block `n + 3k + 1` and the join-block `n + 3k + 2`.
//! - Its branch stands in the LLVM block that holds it, or in the join-block of the `select` before it in that block; so
//!   does the block's own end.

use crate::raw::{Block, Opcode, TyKind, Value};
use incise_ir::{BlockId, Id};

/// What becomes of `select`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Selects {
    /// It stays what it is: the code was optimised, or its author wrote it so.
    AreValues,
    /// It is a branch if it has one condition.
    AreBranches,
}

/// The three blocks of one `select`.
#[derive(Clone, Copy)]
pub struct Decision {
    /// Assigns the first value.
    pub then: BlockId,
    /// Assigns the second value.
    pub otherwise: BlockId,
    /// Goes on.
    pub join: BlockId,
}

/// Gives numbers to one function's decisions, which must be asked for in order.
pub struct Decisions {
    selects: Selects,
    next: usize,
}

impl Decisions {
    /// For a function of this many LLVM blocks.
    pub fn new(selects: Selects, n_blocks: usize) -> Decisions {
        Decisions { selects, next: n_blocks }
    }

    /// The blocks of an instruction, if it is a decision.
    pub fn of(&mut self, instruction: Value) -> Option<Decision> {
        if self.selects == Selects::AreValues || !is_scalar_select(instruction) {
            return None;
        }
        let first = self.next;
        self.next += 3;
        Some(Decision { then: BlockId::new(first), otherwise: BlockId::new(first + 1), join: BlockId::new(first + 2) })
    }

    /// How many blocks a function has before blocks for phis are added.
    pub fn n_blocks(selects: Selects, blocks: &[Block]) -> usize {
        let mut all = Decisions::new(selects, blocks.len());
        for instruction in blocks.iter().flat_map(|block| block.instructions()) {
            all.of(instruction);
        }
        all.next
    }
}

fn is_scalar_select(instruction: Value) -> bool {
    instruction.opcode() == Opcode::LLVMSelect && instruction.operand(0).ty().kind() == TyKind::LLVMIntegerTypeKind
}
