//! Which locals of a function may still be read: the others are no part of what a loop changes.
//!
//! *Source*: live variables as a backward data-flow problem (A. Aho, R. Sethi, J. Ullman, Compilers, 1986, §10.6).

use incise_ir::{BlockId, Function, Id, IdVec, LocalId, Operand};
use std::collections::BTreeSet;

/// For each block of a function the locals that may be read after its end before they are written.
pub struct Live(IdVec<BlockId, BTreeSet<LocalId>>);

impl Live {
    /// Of a function.
    pub fn of(function: &Function) -> Live {
        let mut live = Live(function.blocks.iter().map(|_| BTreeSet::new()).collect());
        loop {
            let mut grew = false;
            for index in (0..function.blocks.len()).rev() {
                let block = BlockId::new(index);
                let mut after = live.0[block].clone();
                for next in function.blocks[block].terminator.kind.successors() {
                    after.extend(live.at(function, next, 0));
                }
                grew |= after.len() > live.0[block].len();
                live.0[block] = after;
            }
            if !grew {
                return live;
            }
        }
    }

    /// The locals that may be read from a statement of a block on, before they are written.
    pub fn at(&self, function: &Function, block: BlockId, index: u32) -> BTreeSet<LocalId> {
        let body = &function.blocks[block];
        let mut live = self.0[block].clone();
        let read = |operands: Vec<Operand>, live: &mut BTreeSet<LocalId>| {
            live.extend(operands.into_iter().filter_map(|operand| match operand {
                Operand::Local(local) => Some(local),
                Operand::Int(_) | Operand::Const(_) => None,
            }));
        };
        read(body.terminator.kind.operands(), &mut live);
        for stmt in body.stmts.iter().skip(index as usize).rev() {
            for local in stmt.kind.written() {
                live.remove(&local);
            }
            read(stmt.kind.operands(), &mut live);
        }
        live
    }
}
