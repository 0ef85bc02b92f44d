//! How blocks end.

use super::constant::integer_bits;
use super::function::Body;
use crate::raw::{Opcode, Value};
use incise_ir::{Labels, TermKind, Terminator};

impl Body<'_> {
    pub(super) fn terminator(&mut self, last: Value) -> Terminator {
        let span = self.module.span(last.debug_location());
        let kind = match last.opcode() {
            Opcode::LLVMRet => TermKind::Return((last.n_operands() > 0).then(|| self.operand(last.operand(0)))),
            Opcode::LLVMUnreachable => TermKind::Unreachable,
            Opcode::LLVMBr => self.branch(last),
            Opcode::LLVMSwitch => self.switch(last),
            Opcode::LLVMIndirectBr => TermKind::IndirectGoto {
                target: self.operand(last.operand(0)),
                targets: last.successors().into_iter().map(|block| self.block_id(block)).collect(),
            },
            _ => TermKind::Unsupported(last.text()),
        };
        Terminator { kind, span }
    }

    fn branch(&mut self, last: Value) -> TermKind {
        let targets = last.successors();
        match (last.is_conditional(), targets.as_slice()) {
            (false, &[next]) => TermKind::Goto(self.block_id(next)),
            (true, &[then, otherwise]) => TermKind::Branch {
                cond: self.operand(last.operand(0)),
                then: self.block_id(then),
                otherwise: self.block_id(otherwise),
            },
            _ => TermKind::Unsupported(last.text()),
        }
    }

    /// Operands are the value, the default, then a value and a block for each case; successors begin with the default.
    fn switch(&mut self, last: Value) -> TermKind {
        let targets = last.successors();
        let cases: Result<Vec<_>, _> = targets[1..]
            .iter()
            .enumerate()
            .map(|(case, &block)| {
                let label = integer_bits(last.operand(2 + 2 * case as u32))?;
                Ok((Labels(vec![label]), self.block_id(block)))
            })
            .collect();
        let ty = self.module.ty(last.operand(0).ty());
        match (cases, ty) {
            (Ok(cases), Ok(ty)) => {
                let (value, default) = (self.operand(last.operand(0)), self.block_id(targets[0]));
                TermKind::Switch { value, ty, cases, default }
            }
            (Err(reason), _) | (_, Err(reason)) => TermKind::Unsupported(reason),
        }
    }
}
