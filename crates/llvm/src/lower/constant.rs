//! Constants and constant expressions.

use super::ty::float_kind;
use super::{Lowering, Unsupported};
use crate::raw::{Opcode, Ty, TyKind, Value, ValueKind};
use incise_ir::{BinaryOp, CastKind, Const, ConstExpr, Predicate};

impl Lowering {
    /// The representation of a constant; [`Const::Unsupported`] where there is none.
    pub fn constant(&mut self, value: Value) -> Const {
        self.try_constant(value).unwrap_or_else(Const::Unsupported)
    }

    fn try_constant(&mut self, value: Value) -> Result<Const, Unsupported> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => integer(value),
            ValueKind::LLVMConstantFPValueKind => {
                let kind = float_kind(value.ty()).ok_or_else(|| value.text())?;
                integer(value.float_as_int(kind.bits()))
            }
            ValueKind::LLVMConstantPointerNullValueKind => Ok(Const::Null),
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Ok(Const::Undefined(self.ty(value.ty())?))
            }
            ValueKind::LLVMConstantAggregateZeroValueKind => Ok(Const::Zero(self.ty(value.ty())?)),
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => self.aggregate(value),
            ValueKind::LLVMFunctionValueKind => {
                self.functions.get(&value).map(|&id| Const::Function(id)).ok_or_else(|| value.text())
            }
            ValueKind::LLVMGlobalVariableValueKind => {
                self.globals.get(&value).map(|&id| Const::Global { id, offset: 0 }).ok_or_else(|| value.text())
            }
            ValueKind::LLVMGlobalAliasValueKind => self.try_constant(value.aliasee()),
            ValueKind::LLVMBlockAddressValueKind => {
                let (_, block) = value.block_address();
                let found = self.blocks.get(&block).map(|&(function, block)| Const::Label(function, block));
                found.ok_or_else(|| value.text())
            }
            ValueKind::LLVMConstantExprValueKind => self.expression(value),
            _ => Err(value.text()),
        }
    }

    fn aggregate(&mut self, value: Value) -> Result<Const, Unsupported> {
        if let Some(bytes) = value.bytes() {
            return Ok(Const::Bytes(bytes));
        }
        let ty = self.ty(value.ty())?;
        let n = u32::try_from(value.ty().len()).map_err(|_| value.text())?;
        let members: Option<Vec<Value>> = (0..n).map(|index| value.element(index)).collect();
        let members = members.ok_or_else(|| value.text())?;
        Ok(Const::Aggregate { ty, members: members.into_iter().map(|member| self.constant(member)).collect() })
    }

    fn expression(&mut self, value: Value) -> Result<Const, Unsupported> {
        match value.constant_opcode() {
            Opcode::LLVMGetElementPtr => {
                let (offset, indices) = self.offset_parts(value)?;
                if !indices.is_empty() {
                    return Err(value.text());
                }
                Ok(moved(self.try_constant(value.operand(0))?, offset))
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                let from = self.ty(value.operand(0).ty())?;
                let to = self.ty(value.ty())?;
                let operand = self.try_constant(value.operand(0))?;
                if from == to { Ok(operand) } else { Ok(cast(CastKind::Bitcast, operand, from, to)) }
            }
            opcode => {
                if let Some(kind) = cast_kind(opcode) {
                    let from = self.ty(value.operand(0).ty())?;
                    let to = self.ty(value.ty())?;
                    return Ok(cast(kind, self.try_constant(value.operand(0))?, from, to));
                }
                if opcode == Opcode::LLVMICmp {
                    let predicate = int_predicate(value);
                    let ty = self.ty(value.operand(0).ty())?;
                    let left = self.try_constant(value.operand(0))?;
                    let right = self.try_constant(value.operand(1))?;
                    return Ok(Const::Expr(Box::new(ConstExpr::Compare { predicate, ty, left, right })));
                }
                let op = binary_op(opcode).ok_or_else(|| value.text())?;
                let ty = self.ty(value.ty())?;
                let left = self.try_constant(value.operand(0))?;
                let right = self.try_constant(value.operand(1))?;
                Ok(Const::Expr(Box::new(ConstExpr::Binary { op, ty, left, right })))
            }
        }
    }

    /// The constant bytes of a GEP, and its other indices with the bytes that each unit stands for.
    pub fn offset_parts(&mut self, gep: Value) -> Result<(i64, Vec<(Value, i64)>), Unsupported> {
        if gep.ty().kind() != TyKind::LLVMPointerTypeKind {
            return Err(gep.text());
        }
        let mut offset = 0i64;
        let mut indices = Vec::new();
        let mut ty: Ty = gep.gep_type();
        for position in 1..gep.n_operands() {
            let index = gep.operand(position);
            if index.ty().kind() != TyKind::LLVMIntegerTypeKind || index.ty().int_width() > 64 {
                return Err(gep.text());
            }
            let known = index.kind() == ValueKind::LLVMConstantIntValueKind;
            if position > 1 && ty.kind() == TyKind::LLVMStructTypeKind {
                let member = index.int() as u32;
                offset = offset.wrapping_add(self.layout.offset(ty, member) as i64);
                ty = ty.member(member);
                continue;
            }
            if position > 1 {
                match ty.kind() {
                    TyKind::LLVMArrayTypeKind | TyKind::LLVMVectorTypeKind => ty = ty.element(),
                    _ => return Err(gep.text()),
                }
            }
            if ty.kind() == TyKind::LLVMScalableVectorTypeKind {
                return Err(gep.text());
            }
            let scale = self.layout.size(ty) as i64;
            if known {
                offset = offset.wrapping_add(index.signed_int().wrapping_mul(scale));
            } else {
                indices.push((index, scale));
            }
        }
        Ok((offset, indices))
    }
}

fn cast(kind: CastKind, value: Const, from: incise_ir::TypeId, to: incise_ir::TypeId) -> Const {
    Const::Expr(Box::new(ConstExpr::Cast { kind, value, from, to }))
}

/// An address so many bytes further on.
fn moved(base: Const, by: i64) -> Const {
    match base {
        base if by == 0 => base,
        Const::Global { id, offset } => Const::Global { id, offset: offset.wrapping_add(by) },
        Const::Expr(expr) => match *expr {
            ConstExpr::Offset { base, offset } => {
                Const::Expr(Box::new(ConstExpr::Offset { base, offset: offset.wrapping_add(by) }))
            }
            other => Const::Expr(Box::new(ConstExpr::Offset { base: Const::Expr(Box::new(other)), offset: by })),
        },
        base => Const::Expr(Box::new(ConstExpr::Offset { base, offset: by })),
    }
}

/// An integer constant of any width.
fn integer(value: Value) -> Result<Const, Unsupported> {
    if value.kind() != ValueKind::LLVMConstantIntValueKind || value.ty().kind() != TyKind::LLVMIntegerTypeKind {
        return Err(value.text());
    }
    let width = value.ty().int_width();
    if width <= 64 {
        return Ok(Const::Bits { width, value: u128::from(value.int()) });
    }
    let words = wide_integer(value)?;
    if width <= 128 {
        return Ok(Const::Bits { width, value: u128::from(words[0]) | u128::from(words[1]) << 64 });
    }
    Ok(Const::Wide { width, words })
}

/// The value of an integer constant of at most 128 bits.
pub fn integer_bits(value: Value) -> Result<u128, Unsupported> {
    match integer(value)? {
        Const::Bits { value, .. } => Ok(value),
        _ => Err(value.text()),
    }
}

/// The words of an integer constant of more than 64 bits, from its text (`i128 -5`): the C interface has no other way.
fn wide_integer(value: Value) -> Result<Vec<u64>, Unsupported> {
    let text = value.text();
    let digits = text.rsplit(' ').next().unwrap_or_default();
    decimal_words(digits, value.ty().int_width()).ok_or(text)
}

/// The two's complement words, least significant first, of a decimal number.
fn decimal_words(digits: &str, width: u32) -> Option<Vec<u64>> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(10)?);
        for word in &mut words {
            let product = u128::from(*word) * 10 + carry;
            *word = product as u64;
            carry = product >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (negated, overflowed) = (!*word).overflowing_add(u64::from(carry));
            *word = negated;
            carry = overflowed;
        }
    }
    let used = width % 64;
    if used > 0 {
        *words.last_mut()? &= (1u64 << used) - 1;
    }
    Some(words)
}

/// The representation of an arithmetic operation.
pub fn binary_op(opcode: Opcode) -> Option<BinaryOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        Opcode::LLVMXor => BinaryOp::Xor,
        Opcode::LLVMFAdd => BinaryOp::FAdd,
        Opcode::LLVMFSub => BinaryOp::FSub,
        Opcode::LLVMFMul => BinaryOp::FMul,
        Opcode::LLVMFDiv => BinaryOp::FDiv,
        Opcode::LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

/// The representation of a conversion.
pub fn cast_kind(opcode: Opcode) -> Option<CastKind> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastKind::Trunc,
        Opcode::LLVMZExt => CastKind::ZExt,
        Opcode::LLVMSExt => CastKind::SExt,
        Opcode::LLVMFPTrunc => CastKind::FpTrunc,
        Opcode::LLVMFPExt => CastKind::FpExt,
        Opcode::LLVMFPToUI => CastKind::FpToUi,
        Opcode::LLVMFPToSI => CastKind::FpToSi,
        Opcode::LLVMUIToFP => CastKind::UiToFp,
        Opcode::LLVMSIToFP => CastKind::SiToFp,
        Opcode::LLVMPtrToInt => CastKind::PtrToInt,
        Opcode::LLVMIntToPtr => CastKind::IntToPtr,
        Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => CastKind::Bitcast,
        _ => return None,
    })
}

/// The predicate of an `icmp`, instruction or constant.
pub fn int_predicate(value: Value) -> Predicate {
    use crate::raw::IntPredicate::*;
    match value.int_predicate() {
        LLVMIntEQ => Predicate::Eq,
        LLVMIntNE => Predicate::Ne,
        LLVMIntUGT => Predicate::Ugt,
        LLVMIntUGE => Predicate::Uge,
        LLVMIntULT => Predicate::Ult,
        LLVMIntULE => Predicate::Ule,
        LLVMIntSGT => Predicate::Sgt,
        LLVMIntSGE => Predicate::Sge,
        LLVMIntSLT => Predicate::Slt,
        LLVMIntSLE => Predicate::Sle,
    }
}

#[cfg(test)]
mod tests {
    use super::decimal_words;

    #[test]
    fn wide_decimal_numbers_become_words() {
        assert_eq!(decimal_words("18446744073709551616", 128), Some(vec![0, 1]));
        assert_eq!(decimal_words("-1", 80), Some(vec![u64::MAX, 0xffff]));
        assert_eq!(decimal_words("-18446744073709551616", 192), Some(vec![0, u64::MAX, u64::MAX]));
        assert_eq!(decimal_words("1x", 128), None);
        assert_eq!(decimal_words("-", 128), None);
    }
}
