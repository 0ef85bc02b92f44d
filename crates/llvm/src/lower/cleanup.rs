//! Jump threading through the ends of scopes.
//!
//! Where a `break`, `continue`, `goto` or `return` leaves a scope that has variables, clang writes down where control goes on in a slot of
//! its own, jumps to the block that ends the scope, and switches there on the slot. No such switch is in the source, and it hides where
//! loops are left. Every jump whose number is known goes straight to its target, through a copy of the lifetime markers.

use incise_ir::{
    Block, BlockId, Callee, FuncId, Function, Id, IdVec, Local, LocalId, LocalKind, Operand, Rvalue, Stmt, StmtKind,
    TermKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Threads the jumps of a function; `markers` are the functions that mark lifetimes.
pub(super) fn thread(function: &mut Function, markers: &BTreeSet<FuncId>) {
    for slot in slots(function) {
        let mut blocks = function.blocks.clone();
        let is_whole = Threading { slot, markers, blocks: &mut blocks, copies: BTreeMap::new() }.run();
        // A switch is left in all or in none of the jumps to it, so that native runs can be followed.
        if !is_whole {
            continue;
        }
        function.blocks = blocks;
        if !function.blocks.iter().any(|block| reads(block, slot)) {
            for block in function.blocks.iter_mut() {
                block.stmts.retain(|stmt| assigned(stmt) != Some(slot));
            }
        }
    }
}

struct Threading<'a> {
    slot: LocalId,
    markers: &'a BTreeSet<FuncId>,
    blocks: &'a mut IdVec<BlockId, Block>,
    /// The copy of a block for a number in the slot.
    copies: BTreeMap<(BlockId, u64), BlockId>,
}

impl Threading<'_> {
    /// Threads all jumps; whether each switch was replaced everywhere.
    fn run(&mut self) -> bool {
        let mut pending: Vec<(BlockId, u64)> =
            self.blocks.iter_ids().filter_map(|(id, block)| Some((id, self.known_at_end(block)?))).collect();
        while let Some((id, number)) = pending.pop() {
            let TermKind::Goto(next) = self.blocks[id].terminator.kind else { continue };
            let Some(target) = self.target(next, number) else { continue };
            let copy = match self.copies.get(&(next, number)) {
                Some(copy) => *copy,
                None => {
                    let mut copy = self.blocks[next].clone();
                    copy.stmts.retain(|stmt| !self.is_load(stmt));
                    copy.terminator.kind = TermKind::Goto(target);
                    let copy = self.blocks.push(copy);
                    self.copies.insert((next, number), copy);
                    // The slot still holds the number.
                    pending.push((copy, number));
                    copy
                }
            };
            self.blocks[id].terminator.kind = TermKind::Goto(copy);
        }
        let (mut reached, mut pending) = (BTreeSet::new(), vec![BlockId::new(0)]);
        while let Some(id) = pending.pop().filter(|_| !self.copies.is_empty()) {
            if reached.insert(id) {
                pending.extend(self.blocks[id].terminator.kind.successors());
            }
        }
        for replaced in self.copies.keys().map(|(block, _)| *block) {
            if reached.contains(&replaced) {
                return false;
            }
            self.blocks[replaced].stmts.clear();
            self.blocks[replaced].terminator.kind = TermKind::Unreachable;
        }
        !self.copies.is_empty()
    }

    /// The number in the slot at the end of a block that assigns it.
    fn known_at_end(&self, block: &Block) -> Option<u64> {
        let last = block.stmts.iter().rev().find(|stmt| assigned(stmt) == Some(self.slot))?;
        match &last.kind {
            StmtKind::Assign { value: Rvalue::Use(Operand::Int(number)), .. } => Some(*number),
            _ => None,
        }
    }

    /// Where a block goes that does nothing but end lifetimes and switch on the slot, at once or after others that only end lifetimes.
    fn target(&self, id: BlockId, number: u64) -> Option<BlockId> {
        let block = &self.blocks[id];
        if !block.stmts.iter().all(|stmt| self.is_load(stmt) || self.is_marker(stmt)) {
            return None;
        }
        match &block.terminator.kind {
            TermKind::Goto(next) if self.leads_to_switch(*next) => Some(*next),
            TermKind::Switch { cases, default, .. } if self.is_switch(block) => {
                let case = cases.iter().find(|(labels, _)| labels.has(u128::from(number)));
                Some(case.map_or(*default, |(_, target)| *target))
            }
            _ => None,
        }
    }

    /// Whether a block switches on the slot, at once or after others that only end lifetimes.
    fn leads_to_switch(&self, mut id: BlockId) -> bool {
        for _ in 0..self.blocks.len() {
            let block = &self.blocks[id];
            match block.terminator.kind {
                TermKind::Goto(next) if block.stmts.iter().all(|stmt| self.is_marker(stmt)) => id = next,
                _ => return self.is_switch(block),
            }
        }
        false
    }

    fn is_switch(&self, block: &Block) -> bool {
        match block.terminator.kind {
            TermKind::Switch { value: Operand::Local(value), .. } => {
                block.stmts.iter().any(|stmt| self.is_load(stmt) && assigned(stmt) == Some(value))
            }
            _ => false,
        }
    }

    fn is_load(&self, stmt: &Stmt) -> bool {
        matches!(&stmt.kind, StmtKind::Assign { value: Rvalue::Use(Operand::Local(from)), .. } if *from == self.slot)
    }

    fn is_marker(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(callee), .. } => self.markers.contains(callee),
            StmtKind::Assign { value: Rvalue::Uninit, .. } => true,
            _ => false,
        }
    }
}

/// The slots: variables that the source does not have, to which only numbers are assigned.
fn slots(function: &Function) -> Vec<LocalId> {
    let is_slot = |local: &Local| local.kind == LocalKind::Variable && local.source_type.is_none();
    let mut found: BTreeSet<LocalId> =
        function.locals.iter_ids().filter(|(_, local)| is_slot(local)).map(|(id, _)| id).collect();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        let is_number =
            matches!(&stmt.kind, StmtKind::Assign { value: Rvalue::Use(Operand::Int(_)) | Rvalue::Uninit, .. });
        if let Some(local) = assigned(stmt).filter(|_| !is_number) {
            found.remove(&local);
        }
        if let StmtKind::ParallelCopy(copies) = &stmt.kind {
            copies.iter().for_each(|(to, _)| {
                found.remove(to);
            });
        }
    }
    found.into_iter().collect()
}

/// The local that a statement assigns; of several at once none.
fn assigned(stmt: &Stmt) -> Option<LocalId> {
    match &stmt.kind {
        StmtKind::Assign { dst, .. } => Some(*dst),
        StmtKind::Call { dst, .. } => *dst,
        _ => None,
    }
}

fn reads(block: &Block, local: LocalId) -> bool {
    let read = |operands: Vec<Operand>| operands.contains(&Operand::Local(local));
    block.stmts.iter().any(|stmt| read(stmt.kind.operands())) || read(block.terminator.kind.operands())
}
