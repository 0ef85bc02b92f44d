//! The locals of statements, so that they can be given other names.

use incise_ir::{Callee, LocalId, Operand, Rvalue, StmtKind, TermKind};

/// Visits all locals that a statement reads or writes.
pub fn locals_of_statement(kind: &mut StmtKind, visit: &mut dyn FnMut(&mut LocalId)) {
    match kind {
        StmtKind::Assign { dst, value } => {
            visit(dst);
            of_operands(operands(value), visit);
        }
        StmtKind::ParallelCopy(copies) => {
            for (dst, source) in copies {
                visit(dst);
                of_operands(vec![source], visit);
            }
        }
        StmtKind::Store { ptr, value, .. } => of_operands(vec![ptr, value], visit),
        StmtKind::Call { dst, callee, args, .. } => {
            dst.iter_mut().for_each(&mut *visit);
            if let Callee::Indirect(target) = callee {
                of_operands(vec![target], visit);
            }
            of_operands(args.iter_mut().map(|(operand, _)| operand).collect(), visit);
        }
        StmtKind::Fence | StmtKind::Unsupported(_) => {}
    }
}

/// Visits all locals that the end of a block reads.
pub fn locals_of_end(kind: &mut TermKind, visit: &mut dyn FnMut(&mut LocalId)) {
    match kind {
        TermKind::Branch { cond: operand, .. }
        | TermKind::Switch { value: operand, .. }
        | TermKind::IndirectGoto { target: operand, .. }
        | TermKind::Return(Some(operand)) => of_operands(vec![operand], visit),
        TermKind::Return(None) | TermKind::Goto(_) | TermKind::Unreachable | TermKind::Unsupported(_) => {}
    }
}

fn of_operands(operands: Vec<&mut Operand>, visit: &mut dyn FnMut(&mut LocalId)) {
    for operand in operands {
        if let Operand::Local(local) = operand {
            visit(local);
        }
    }
}

fn operands(value: &mut Rvalue) -> Vec<&mut Operand> {
    match value {
        Rvalue::Uninit => Vec::new(),
        Rvalue::Use(value)
        | Rvalue::FNeg { value, .. }
        | Rvalue::Cast { value, .. }
        | Rvalue::Extract { value, .. }
        | Rvalue::Load { ptr: value, .. }
        | Rvalue::Alloca { count: value, .. }
        | Rvalue::VaArg { list: value, .. } => vec![value],
        Rvalue::Binary { left, right, .. }
        | Rvalue::Compare { left, right, .. }
        | Rvalue::Shuffle { left, right, .. } => vec![left, right],
        Rvalue::Select { cond, left, right, .. } => vec![cond, left, right],
        Rvalue::Offset { base, indices, .. } => {
            std::iter::once(base).chain(indices.iter_mut().map(|(index, _, _)| index)).collect()
        }
        Rvalue::Insert { value, member, .. } => vec![value, member],
        Rvalue::ExtractElement { value, index, .. } => vec![value, index],
        Rvalue::InsertElement { value, member, index, .. } => vec![value, member, index],
        Rvalue::AtomicRmw { ptr, value, .. } => vec![ptr, value],
        Rvalue::CmpXchg { ptr, expected, new, .. } => vec![ptr, expected, new],
    }
}

/// Visits all blocks that the end of a block leads to.
pub fn blocks_of_end(kind: &mut TermKind, visit: &mut dyn FnMut(&mut incise_ir::BlockId)) {
    match kind {
        TermKind::Goto(next) => visit(next),
        TermKind::Branch { then, otherwise, .. } => [then, otherwise].into_iter().for_each(visit),
        TermKind::Switch { cases, default, .. } => {
            cases.iter_mut().map(|(_, next)| next).chain([default]).for_each(visit);
        }
        TermKind::IndirectGoto { targets, .. } => targets.iter_mut().for_each(visit),
        TermKind::Return(_) | TermKind::Unreachable | TermKind::Unsupported(_) => {}
    }
}
