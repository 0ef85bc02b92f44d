//! One instruction that is not a terminator, a phi or a debug intrinsic.

use super::constant::{binary_op, cast_kind, int_predicate};
use super::function::Body;
use super::{Lowering, Unsupported};
use crate::raw::{Opcode, RealPredicate, Ty, TyKind, Value};
use incise_ir::{Flags, Predicate, Rvalue, StmtKind};

impl Body<'_> {
    /// What an instruction does; `None` for nothing at all.
    pub fn instruction(&mut self, instruction: Value) -> Result<Option<StmtKind>, Unsupported> {
        let value = match instruction.opcode() {
            Opcode::LLVMAlloca => return self.alloca(instruction),
            Opcode::LLVMLoad => return self.load(instruction),
            Opcode::LLVMStore => return self.store(instruction),
            Opcode::LLVMCall => return self.call(instruction),
            Opcode::LLVMFence => return Ok(Some(StmtKind::Fence)),
            Opcode::LLVMGetElementPtr => self.offset(instruction)?,
            Opcode::LLVMAtomicRMW => self.atomic_rmw(instruction)?,
            Opcode::LLVMAtomicCmpXchg => self.compare_exchange(instruction)?,
            Opcode::LLVMFNeg => {
                Rvalue::FNeg { ty: self.module.ty(instruction.ty())?, value: self.operand(instruction.operand(0)) }
            }
            Opcode::LLVMICmp => self.compare(instruction, int_predicate(instruction))?,
            Opcode::LLVMFCmp => self.compare(instruction, real_predicate(instruction))?,
            Opcode::LLVMSelect => self.select(instruction)?,
            Opcode::LLVMFreeze => Rvalue::Use(self.operand(instruction.operand(0))),
            Opcode::LLVMExtractValue => {
                Rvalue::Extract { value: self.operand(instruction.operand(0)), path: instruction.path() }
            }
            Opcode::LLVMInsertValue => Rvalue::Insert {
                value: self.operand(instruction.operand(0)),
                ty: self.module.ty(instruction.ty())?,
                member: self.operand(instruction.operand(1)),
                path: instruction.path(),
            },
            Opcode::LLVMExtractElement => Rvalue::ExtractElement {
                value: self.operand(instruction.operand(0)),
                ty: self.module.ty(instruction.operand(0).ty())?,
                index: self.operand(instruction.operand(1)),
                index_ty: self.module.ty(instruction.operand(1).ty())?,
            },
            Opcode::LLVMInsertElement => Rvalue::InsertElement {
                value: self.operand(instruction.operand(0)),
                ty: self.module.ty(instruction.ty())?,
                member: self.operand(instruction.operand(1)),
                index: self.operand(instruction.operand(2)),
                index_ty: self.module.ty(instruction.operand(2).ty())?,
            },
            Opcode::LLVMShuffleVector => Rvalue::Shuffle {
                left: self.operand(instruction.operand(0)),
                right: self.operand(instruction.operand(1)),
                ty: self.module.ty(instruction.operand(0).ty())?,
                mask: instruction.mask(),
            },
            Opcode::LLVMVAArg => {
                Rvalue::VaArg { list: self.operand(instruction.operand(0)), ty: self.module.ty(instruction.ty())? }
            }
            opcode => match (binary_op(opcode), cast_kind(opcode)) {
                (Some(op), _) => Rvalue::Binary {
                    op,
                    flags: self.flags(instruction),
                    ty: self.module.ty(instruction.ty())?,
                    left: self.operand(instruction.operand(0)),
                    right: self.operand(instruction.operand(1)),
                },
                (_, Some(kind)) => Rvalue::Cast {
                    kind,
                    from: self.module.ty(instruction.operand(0).ty())?,
                    to: self.module.ty(instruction.ty())?,
                    value: self.operand(instruction.operand(0)),
                },
                _ => return Err(instruction.text()),
            },
        };
        self.assign(instruction, value).map(Some)
    }

    /// The assignment of a value to an instruction's local.
    pub fn assign(&mut self, instruction: Value, value: Rvalue) -> Result<StmtKind, Unsupported> {
        // A result without a representation makes the whole statement one.
        self.module.ty(instruction.ty())?;
        let dst = *self.local_of.get(&instruction).ok_or_else(|| instruction.text())?;
        Ok(StmtKind::Assign { dst, value })
    }

    /// The promises of an operation; a difference of pointers promises that both belong to one object.
    fn flags(&self, instruction: Value) -> Flags {
        let mut flags = flags(instruction);
        if instruction.opcode() == Opcode::LLVMSub && self.module.is_unoptimised() {
            flags.exact = is_pointer_difference(instruction);
        }
        flags
    }

    fn compare(&mut self, instruction: Value, predicate: Predicate) -> Result<Rvalue, Unsupported> {
        Ok(Rvalue::Compare {
            predicate,
            ty: self.module.ty(instruction.operand(0).ty())?,
            left: self.operand(instruction.operand(0)),
            right: self.operand(instruction.operand(1)),
        })
    }

    fn select(&mut self, instruction: Value) -> Result<Rvalue, Unsupported> {
        let cond = instruction.operand(0);
        Ok(Rvalue::Select {
            cond: self.operand(cond),
            vector: cond.ty().kind() == TyKind::LLVMVectorTypeKind,
            ty: self.module.ty(instruction.ty())?,
            left: self.operand(instruction.operand(1)),
            right: self.operand(instruction.operand(2)),
        })
    }
}

impl Lowering {
    /// Size and alignment of an argument that is passed as a copy in memory.
    pub fn byval(&mut self, ty: Ty, align: u32) -> (u64, u32) {
        (self.layout.size(ty), if align == 0 { self.layout.align(ty) } else { align })
    }
}

/// Whether a subtraction is one of pointers: clang converts both at the place of the operator, and casts of the source at their own.
fn is_pointer_difference(sub: Value) -> bool {
    let place = sub.debug_location();
    let is_converted = |operand: Value| {
        operand.is_instruction()
            && operand.opcode() == Opcode::LLVMPtrToInt
            && place.is_some()
            && operand.debug_location() == place
    };
    is_converted(sub.operand(0)) && is_converted(sub.operand(1))
}

fn flags(instruction: Value) -> Flags {
    let mut flags = Flags::default();
    match instruction.opcode() {
        Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl => {
            flags.nsw = instruction.nsw();
            flags.nuw = instruction.nuw();
        }
        Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMLShr | Opcode::LLVMAShr => flags.exact = instruction.exact(),
        _ => {}
    }
    flags
}

fn real_predicate(instruction: Value) -> Predicate {
    use RealPredicate::*;
    match instruction.real_predicate() {
        LLVMRealPredicateFalse => Predicate::FFalse,
        LLVMRealOEQ => Predicate::FOeq,
        LLVMRealOGT => Predicate::FOgt,
        LLVMRealOGE => Predicate::FOge,
        LLVMRealOLT => Predicate::FOlt,
        LLVMRealOLE => Predicate::FOle,
        LLVMRealONE => Predicate::FOne,
        LLVMRealORD => Predicate::FOrd,
        LLVMRealUNO => Predicate::FUno,
        LLVMRealUEQ => Predicate::FUeq,
        LLVMRealUGT => Predicate::FUgt,
        LLVMRealUGE => Predicate::FUge,
        LLVMRealULT => Predicate::FUlt,
        LLVMRealULE => Predicate::FUle,
        LLVMRealUNE => Predicate::FUne,
        LLVMRealPredicateTrue => Predicate::FTrue,
    }
}
