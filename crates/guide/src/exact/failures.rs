//! How a step can be an error: in what it computes itself and in the temporaries that belong to it.

use super::model::{ARITHMETIC, DIVISION, Failures, MEMORY};
use incise_deps::{FunctionNodes, Site};
use incise_ir::{BinaryOp, Callee, Const, ConstExpr, Function, LocalId, Module, Operand, Rvalue, StmtKind, TermKind};

/// Looks at the steps of one function.
pub struct Checks<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub function: &'a Function,
    /// Its nodes.
    pub nodes: &'a FunctionNodes,
    /// Whether overflow and shifts past the width count.
    pub arithmetic: bool,
}

impl Checks<'_> {
    /// The ways in which the step at a place can fail.
    pub fn at(&self, site: Site) -> Failures {
        match site {
            Site::Stmt(block, position) => match &self.function.blocks[block].stmts[position].kind {
                StmtKind::Assign { value, .. } => self.value(value),
                StmtKind::ParallelCopy(copies) => copies.iter().fold(0, |all, (_, source)| all | self.operand(*source)),
                StmtKind::Store { ptr, value, ty, .. } => {
                    let size = self.module.types.store_size(*ty);
                    self.operand(*value) | self.operand(*ptr) | self.access(*ptr, size)
                }
                StmtKind::Call { callee, args, .. } => {
                    let target = match callee {
                        Callee::Indirect(target) => MEMORY | self.operand(*target),
                        _ => 0,
                    };
                    args.iter().fold(target, |all, (arg, _)| all | self.operand(*arg))
                }
                StmtKind::Fence | StmtKind::Unsupported(_) => 0,
            },
            Site::End(block) => match &self.function.blocks[block].terminator.kind {
                TermKind::Branch { cond: operand, .. }
                | TermKind::Switch { value: operand, .. }
                | TermKind::IndirectGoto { target: operand, .. }
                | TermKind::Return(Some(operand)) => self.operand(*operand),
                _ => 0,
            },
        }
    }
    fn operand(&self, operand: Operand) -> Failures {
        let Operand::Local(local) = operand else { return 0 };
        self.nodes.folded(self.function, local).map_or(0, |value| self.value(value))
    }
    fn value(&self, value: &Rvalue) -> Failures {
        let operands = value.operands().into_iter().fold(0, |all, operand| all | self.operand(operand));
        operands | self.own(value)
    }
    fn own(&self, value: &Rvalue) -> Failures {
        match value {
            Rvalue::Binary { op, flags, right, .. } => match op {
                BinaryOp::UDiv | BinaryOp::URem => self.divisor(*right, false),
                BinaryOp::SDiv | BinaryOp::SRem => self.divisor(*right, true),
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if self.arithmetic => ARITHMETIC,
                _ if self.arithmetic && (flags.nsw || flags.nuw || flags.exact) => ARITHMETIC,
                _ => 0,
            },
            Rvalue::Cast { .. } | Rvalue::Offset { .. } | Rvalue::Compare { .. } if self.arithmetic => ARITHMETIC,
            Rvalue::Load { boolean: true, .. } if self.arithmetic => ARITHMETIC | MEMORY,
            Rvalue::Load { ptr, ty, .. } => self.access(*ptr, self.module.types.store_size(*ty)),
            Rvalue::AtomicRmw { .. } | Rvalue::CmpXchg { .. } | Rvalue::VaArg { .. } => MEMORY,
            Rvalue::Alloca { count: Operand::Local(_), .. } => MEMORY,
            _ => 0,
        }
    }
    fn divisor(&self, right: Operand, signed: bool) -> Failures {
        match right {
            // All ones would be -1, by which the least number cannot be divided.
            Operand::Int(value) if value != 0 && !(signed && value & 0x7f == 0x7f) => 0,
            _ => DIVISION,
        }
    }
    fn access(&self, ptr: Operand, size: u64) -> Failures {
        let inside = |(start, of): (i64, u64)| {
            u64::try_from(start).ok().and_then(|start| start.checked_add(size)).is_some_and(|end| end <= of)
        };
        if self.place(ptr).is_some_and(inside) { 0 } else { MEMORY }
    }
    /// Offset and size of the object when both are known.
    fn place(&self, ptr: Operand) -> Option<(i64, u64)> {
        match ptr {
            Operand::Local(local) => self.local_place(local),
            Operand::Int(_) => None,
            Operand::Const(id) => self.constant_place(&self.module.consts[id]),
        }
    }
    fn local_place(&self, local: LocalId) -> Option<(i64, u64)> {
        match self.nodes.folded(self.function, local)? {
            Rvalue::Use(inner) => self.place(*inner),
            Rvalue::Alloca { elem_size, count: Operand::Int(count), .. } => Some((0, elem_size.checked_mul(*count)?)),
            Rvalue::Offset { base, offset, indices, .. } if indices.is_empty() => {
                let (start, size) = self.place(*base)?;
                Some((start.checked_add(*offset)?, size))
            }
            _ => None,
        }
    }
    fn constant_place(&self, constant: &Const) -> Option<(i64, u64)> {
        match constant {
            Const::Global { id, offset } => Some((*offset, self.module.globals[*id].size)),
            Const::Expr(inner) => match &**inner {
                ConstExpr::Offset { base, offset } => {
                    let (start, size) = self.constant_place(base)?;
                    Some((start.checked_add(*offset)?, size))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
