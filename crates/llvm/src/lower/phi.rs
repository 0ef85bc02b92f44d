//! Phi nodes become copies on the edges.
//!
//! The copies of an edge stand at the end of the predecessor when that has one successor, else in a block of their
//! own, which comes after all of LLVM's blocks and those of its `select`s. A computed goto reaches a block by its address, so its edges cannot be
//! split: a block that has such a predecessor gets a second local for each phi, which every predecessor writes and
//! the block's first statement copies. That local is read nowhere else, so writing it on the way to another block
//! does no harm.

use super::function::Body;
use crate::raw::{Block, Opcode, Value};
use incise_ir::{Block as IrBlock, BlockId, LocalId, LocalKind, Operand, Span, Stmt, StmtKind, TermKind, Terminator};
use std::collections::HashMap;

impl Body<'_> {
    /// Adds the copies for all phis. Every LLVM block is lowered already; `ends` says in which block its end stands.
    pub(super) fn phis(&mut self, blocks: &[Block], ends: &HashMap<Block, BlockId>) {
        for &block in blocks {
            let phis: Vec<Value> = block
                .instructions()
                .into_iter()
                .take_while(|instruction| instruction.opcode() == Opcode::LLVMPHI)
                .collect();
            if let Some(&first) = phis.first() {
                self.block_phis(block, first, &phis, ends);
            }
        }
    }

    fn block_phis(&mut self, block: Block, first: Value, phis: &[Value], ends: &HashMap<Block, BlockId>) {
        let mut predecessors: Vec<Block> = Vec::new();
        for (_, predecessor) in first.incoming() {
            if !predecessors.contains(&predecessor) {
                predecessors.push(predecessor);
            }
        }
        let target = self.block_id(block);
        let destinations: Vec<LocalId> = phis.iter().filter_map(|phi| self.local_of.get(phi).copied()).collect();
        let computed = predecessors.iter().any(|&from| from.terminator().opcode() == Opcode::LLVMIndirectBr);
        let written = if computed { self.arriving(target, &destinations) } else { destinations };
        for from in predecessors {
            let copies = phis.iter().zip(&written).filter_map(|(phi, &destination)| {
                let (value, _) = phi.incoming().into_iter().find(|&(_, block)| block == from)?;
                Some((destination, self.operand(value)))
            });
            let copies: Vec<(LocalId, Operand)> = copies.collect();
            self.copy_on_edge(ends[&from], target, copies);
        }
    }

    /// Makes the second locals and copies them to the first at the start of the block.
    fn arriving(&mut self, target: BlockId, destinations: &[LocalId]) -> Vec<LocalId> {
        let arriving: Vec<LocalId> = destinations
            .iter()
            .map(|&destination| {
                let mut local = self.locals[destination].clone();
                local.kind = LocalKind::Temp;
                self.locals.push(local)
            })
            .collect();
        let copies = destinations.iter().zip(&arriving).map(|(&to, &from)| (to, Operand::Local(from))).collect();
        let stmt = Stmt { kind: StmtKind::ParallelCopy(copies), span: Span::unknown() };
        self.blocks[target].stmts.insert(0, stmt);
        arriving
    }

    fn copy_on_edge(&mut self, from: BlockId, target: BlockId, copies: Vec<(LocalId, Operand)>) {
        let span = self.blocks[from].terminator.span;
        let stmt = Stmt { kind: StmtKind::ParallelCopy(copies), span };
        match &self.blocks[from].terminator.kind {
            TermKind::Goto(_) | TermKind::IndirectGoto { .. } => self.blocks[from].stmts.push(stmt),
            TermKind::Branch { .. } | TermKind::Switch { .. } => {
                let name = format!("{}.to.{}", self.blocks[from].name, self.blocks[target].name);
                let terminator = Terminator { kind: TermKind::Goto(target), span };
                let edge = self.blocks.push(IrBlock { name, stmts: vec![stmt], terminator });
                redirect(&mut self.blocks[from].terminator.kind, target, edge);
            }
            // Nothing goes on from there.
            TermKind::Return(_) | TermKind::Unreachable | TermKind::Unsupported(_) => {}
        }
    }
}

fn redirect(terminator: &mut TermKind, old: BlockId, new: BlockId) {
    let swap = |block: &mut BlockId| {
        if *block == old {
            *block = new;
        }
    };
    match terminator {
        TermKind::Branch { then, otherwise, .. } => [then, otherwise].into_iter().for_each(swap),
        TermKind::Switch { cases, default, .. } => {
            cases.iter_mut().map(|(_, block)| block).chain([default]).for_each(swap);
        }
        _ => {}
    }
}
