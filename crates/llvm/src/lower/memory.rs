//! Stack slots, loads, stores, pointer arithmetic and atomics.

use super::Unsupported;
use super::function::Body;
use super::offset_range::offset_range;
use crate::raw::{AtomicRmw, Opcode, TyKind, Value};
use incise_ir::{AtomicOp, Operand, Rvalue, StmtKind};

/// Whether a byte that is read is a `_Bool`: clang makes one bit of it.
pub fn is_boolean(load: Value) -> bool {
    let becomes_bit = |user: &Value| {
        user.is_instruction()
            && user.opcode() == Opcode::LLVMTrunc
            && user.ty().kind() == TyKind::LLVMIntegerTypeKind
            && user.ty().int_width() == 1
    };
    let is_byte = load.ty().kind() == TyKind::LLVMIntegerTypeKind && load.ty().int_width() == 8;
    is_byte && load.users().iter().any(becomes_bit)
}

impl Body<'_> {
    pub(super) fn alloca(&mut self, alloca: Value) -> Result<Option<StmtKind>, Unsupported> {
        if self.promoted.contains_key(&alloca) {
            return Ok(None);
        }
        let allocated = alloca.allocated();
        self.module.ty(allocated)?;
        let variable = self.variables.declared.get(&alloca).cloned();
        let (name, source_type) = match variable {
            Some(variable) => (variable.name, variable.source_type),
            None => (alloca.name(), None),
        };
        let align = alloca.align();
        let value = Rvalue::Alloca {
            elem_size: self.module.layout.size(allocated),
            count: self.operand(alloca.operand(0)),
            count_ty: self.module.ty(alloca.operand(0).ty())?,
            align: if align == 0 { self.module.layout.align(allocated) } else { align },
            name,
            source_type,
        };
        self.assign(alloca, value).map(Some)
    }

    /// The operand for an address, which must be one of the memory that is modelled.
    fn address(&mut self, ptr: Value) -> Result<Operand, Unsupported> {
        self.module.ty(ptr.ty())?;
        Ok(self.operand(ptr))
    }

    pub(super) fn load(&mut self, load: Value) -> Result<Option<StmtKind>, Unsupported> {
        let ptr = load.operand(0).behind_no_op_casts();
        let value = match self.promoted.get(&ptr) {
            Some(&variable) => Rvalue::Use(Operand::Local(variable)),
            None => Rvalue::Load {
                ptr: self.address(ptr)?,
                ty: self.module.ty(load.ty())?,
                align: load.align(),
                volatile: load.is_volatile(),
                atomic: load.is_atomic(),
                boolean: self.module.is_unoptimised() && is_boolean(load),
            },
        };
        self.assign(load, value).map(Some)
    }

    pub(super) fn store(&mut self, store: Value) -> Result<Option<StmtKind>, Unsupported> {
        let (value, ptr) = (store.operand(0), store.operand(1).behind_no_op_casts());
        if let Some(&dst) = self.promoted.get(&ptr) {
            return Ok(Some(StmtKind::Assign { dst, value: Rvalue::Use(self.operand(value)) }));
        }
        Ok(Some(StmtKind::Store {
            ptr: self.address(ptr)?,
            value: self.operand(value),
            ty: self.module.ty(value.ty())?,
            align: store.align(),
            volatile: store.is_volatile(),
            atomic: store.is_atomic(),
        }))
    }

    pub(super) fn offset(&mut self, gep: Value) -> Result<Rvalue, Unsupported> {
        let (offset, parts) = self.module.offset_parts(gep)?;
        let indices: Result<Vec<_>, Unsupported> = parts
            .into_iter()
            .map(|(index, scale)| Ok((self.operand(index), self.module.ty(index.ty())?, scale)))
            .collect();
        let (base, inbounds) = (self.address(gep.operand(0))?, gep.inbounds());
        let range = (inbounds && self.module.is_unoptimised()).then(|| offset_range(gep));
        Ok(Rvalue::Offset { base, offset, indices: indices?, inbounds, range })
    }

    pub(super) fn atomic_rmw(&mut self, instruction: Value) -> Result<Rvalue, Unsupported> {
        use AtomicRmw::*;
        let op = match instruction.atomic_operation() {
            LLVMAtomicRMWBinOpXchg => AtomicOp::Xchg,
            LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
            LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
            LLVMAtomicRMWBinOpAnd => AtomicOp::And,
            LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
            LLVMAtomicRMWBinOpOr => AtomicOp::Or,
            LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
            LLVMAtomicRMWBinOpMax => AtomicOp::Max,
            LLVMAtomicRMWBinOpMin => AtomicOp::Min,
            LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
            LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
            LLVMAtomicRMWBinOpFAdd => AtomicOp::FAdd,
            LLVMAtomicRMWBinOpFSub => AtomicOp::FSub,
            LLVMAtomicRMWBinOpFMax => AtomicOp::FMax,
            LLVMAtomicRMWBinOpFMin => AtomicOp::FMin,
            LLVMAtomicRMWBinOpUIncWrap => AtomicOp::UIncWrap,
            LLVMAtomicRMWBinOpUDecWrap => AtomicOp::UDecWrap,
        };
        Ok(Rvalue::AtomicRmw {
            op,
            ptr: self.address(instruction.operand(0))?,
            value: self.operand(instruction.operand(1)),
            ty: self.module.ty(instruction.ty())?,
        })
    }

    pub(super) fn compare_exchange(&mut self, instruction: Value) -> Result<Rvalue, Unsupported> {
        Ok(Rvalue::CmpXchg {
            ptr: self.address(instruction.operand(0))?,
            expected: self.operand(instruction.operand(1)),
            new: self.operand(instruction.operand(2)),
            ty: self.module.ty(instruction.operand(1).ty())?,
        })
    }
}
