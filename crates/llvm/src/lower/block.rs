//! Blocks: one for each of LLVM's, and those that a `select` which is a branch adds.

use super::debug::debug_call;
use super::function::Body;
use crate::decision::Decision;
use crate::raw::{Block, Opcode, Value};
use incise_ir::{Block as IrBlock, BlockId, Rvalue, Stmt, StmtKind, TermKind, Terminator};

impl Body<'_> {
    /// Lowers one LLVM block; gives the block in which its end stands.
    pub(super) fn block(&mut self, block: Block) -> BlockId {
        let mut at = self.block_id(block);
        let mut name = block.name();
        let instructions = block.instructions();
        let Some((&last, before)) = instructions.split_last() else { return at };
        for &instruction in before {
            let is_phi = instruction.opcode() == Opcode::LLVMPHI;
            if is_phi || instruction.is_no_op_cast() || debug_call(instruction).is_some() {
                continue;
            }
            match self.decisions.of(instruction) {
                Some(decision) => {
                    let joined = format!("{name}.join");
                    self.decide(instruction, decision, at, name);
                    (at, name) = (decision.join, joined);
                }
                None => self.statement(instruction),
            }
        }
        let terminator = self.terminator(last);
        self.end(at, name, terminator);
        at
    }

    /// Ends a block with the branch of a `select` and fills the blocks of its sides.
    fn decide(&mut self, select: Value, decision: Decision, at: BlockId, name: String) {
        let span = self.module.span(select.debug_location());
        let cond = self.operand(select.operand(0));
        let sides = [(decision.then, 1, "then"), (decision.otherwise, 2, "else")];
        let kind = TermKind::Branch { cond, then: decision.then, otherwise: decision.otherwise };
        self.end(at, name.clone(), Terminator { kind, span });
        for (side, position, suffix) in sides {
            let value = self.operand(select.operand(position));
            let kind = self.assign(select, Rvalue::Use(value)).unwrap_or_else(StmtKind::Unsupported);
            self.stmts.push(Stmt { kind, span });
            let terminator = Terminator { kind: TermKind::Goto(decision.join), span };
            self.end(side, format!("{name}.{suffix}"), terminator);
        }
    }

    /// Puts the statements gathered so far into a block.
    fn end(&mut self, at: BlockId, name: String, terminator: Terminator) {
        let stmts = std::mem::take(&mut self.stmts);
        self.blocks[at] = IrBlock { name, stmts, terminator };
    }
}
