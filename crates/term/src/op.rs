//! The operators of terms, and the floating-point formats and rounding modes they carry.

use crate::ids::FunId;
use crate::variables::VarId;
use serde::{Deserialize, Serialize};

/// A binary floating-point interchange or extended format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Format {
    /// IEEE binary16, `_Float16`.
    F16,
    /// bfloat16: the upper half of a binary32.
    BF16,
    /// IEEE binary32, `float`.
    F32,
    /// IEEE binary64, `double`.
    F64,
    /// The 80-bit extended format of the x87, `long double` on x86-64; its integer bit is explicit.
    X87,
    /// IEEE binary128, `__float128`.
    F128,
}

impl Format {
    /// All formats, narrow to wide.
    pub const ALL: [Format; 6] = [Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87, Format::F128];

    /// Number of bits of the whole encoding.
    pub const fn width(self) -> u32 {
        match self {
            Format::F16 | Format::BF16 => 16,
            Format::F32 => 32,
            Format::F64 => 64,
            Format::X87 => 80,
            Format::F128 => 128,
        }
    }

    /// Number of exponent bits.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            Format::F16 => 5,
            Format::BF16 | Format::F32 => 8,
            Format::F64 => 11,
            Format::X87 | Format::F128 => 15,
        }
    }

    /// Number of fraction bits: those below the integer bit, whether that is explicit or not.
    pub const fn fraction_bits(self) -> u32 {
        match self {
            Format::F16 => 10,
            Format::BF16 => 7,
            Format::F32 => 23,
            Format::F64 => 52,
            Format::X87 => 63,
            Format::F128 => 112,
        }
    }

    /// Are these the bits of a NaN other than the one that arithmetic makes of numbers, its sign aside?
    pub const fn has_payload(self, bits: u128) -> bool {
        let fraction = bits & ((1 << self.fraction_bits()) - 1);
        let exponent = bits >> self.significand_field_bits() & ((1 << self.exponent_bits()) - 1);
        exponent == (1 << self.exponent_bits()) - 1 && fraction != 0 && fraction != 1 << (self.fraction_bits() - 1)
    }

    /// Is the integer bit stored (x87) rather than implied by the exponent?
    pub const fn has_explicit_integer_bit(self) -> bool {
        matches!(self, Format::X87)
    }

    /// Number of stored bits below the exponent: the fraction and an explicit integer bit.
    pub const fn significand_field_bits(self) -> u32 {
        self.fraction_bits() + self.has_explicit_integer_bit() as u32
    }

    /// The exponent bias.
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }
}

/// A rounding mode of `fp_round_to_integral`; everything else rounds to nearest even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Rounding {
    /// To nearest, ties to even: C's `rint`, `roundeven` in the default environment.
    NearestEven,
    /// To nearest, ties away from zero: C's `round`.
    NearestAway,
    /// Toward zero: C's `trunc`.
    Zero,
    /// Toward positive infinity: C's `ceil`.
    Up,
    /// Toward negative infinity: C's `floor`.
    Down,
}

/// The operator at the root of a term. Children are read with [`crate::Pool::children`]. The order of the variants is part of the serial
/// form, see [`crate::PortableTerms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Op {
    /// A constant; its value is [`crate::Pool::as_const`].
    Const,
    /// A variable.
    Var(VarId),
    /// Sum modulo 2^w.
    Add,
    /// Difference modulo 2^w.
    Sub,
    /// Product modulo 2^w.
    Mul,
    /// Unsigned quotient, all ones when dividing by zero.
    Udiv,
    /// Signed quotient, truncated.
    Sdiv,
    /// Unsigned remainder, the dividend when dividing by zero.
    Urem,
    /// Signed remainder, with the sign of the dividend.
    Srem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise complement.
    Not,
    /// Two's complement.
    Neg,
    /// Shift left; zero when the amount is the width or more.
    Shl,
    /// Logical shift right; zero when the amount is the width or more.
    Lshr,
    /// Arithmetic shift right; the sign everywhere when the amount is the width or more.
    Ashr,
    /// Concatenation: children are the high and the low part.
    Concat,
    /// The bits from `lo` upward, as many as the term is wide.
    Extract {
        /// The lowest bit taken.
        lo: u32,
    },
    /// Extension by zeros.
    Zext,
    /// Extension by copies of the sign bit.
    Sext,
    /// Equality of bits.
    Eq,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
    /// If-then-else; the condition has width 1.
    Ite,
    /// Floating-point sum.
    FpAdd(Format),
    /// Floating-point difference.
    FpSub(Format),
    /// Floating-point product.
    FpMul(Format),
    /// Floating-point quotient.
    FpDiv(Format),
    /// C's `fmod`.
    FpRem(Format),
    /// `a * b + c` with one rounding.
    FpFma(Format),
    /// Square root.
    FpSqrt(Format),
    /// Rounding to an integral value in the same format.
    FpRoundToIntegral(Format, Rounding),
    /// Floating-point equality.
    FpEq(Format),
    /// Floating-point less than.
    FpLt(Format),
    /// Floating-point less than or equal.
    FpLe(Format),
    /// Conversion between formats.
    FpConvert {
        /// The operand's format.
        from: Format,
        /// The result's format.
        to: Format,
    },
    /// Unsigned integer to float.
    FpFromUint(Format),
    /// Signed integer to float.
    FpFromSint(Format),
    /// Float to unsigned integer, toward zero; 0 when out of range.
    FpToUint(Format),
    /// Float to signed integer, toward zero; 0 when out of range.
    FpToSint(Format),
    /// Application of an uninterpreted function.
    Uninterpreted(FunId),
}

impl Op {
    /// Number of children; `None` for an uninterpreted function, whose arity is its own.
    pub const fn arity(self) -> Option<usize> {
        Some(match self {
            Op::Const | Op::Var(_) => 0,
            Op::Not | Op::Neg | Op::Extract { .. } | Op::Zext | Op::Sext => 1,
            Op::FpSqrt(_) | Op::FpRoundToIntegral(..) | Op::FpConvert { .. } => 1,
            Op::FpFromUint(_) | Op::FpFromSint(_) | Op::FpToUint(_) | Op::FpToSint(_) => 1,
            Op::Ite | Op::FpFma(_) => 3,
            Op::Uninterpreted(_) => return None,
            _ => 2,
        })
    }

    /// The format whose operands the operator reads; a conversion from integers reads none.
    pub const fn operand_format(self) -> Option<Format> {
        match self {
            Op::FpAdd(format)
            | Op::FpSub(format)
            | Op::FpMul(format)
            | Op::FpDiv(format)
            | Op::FpRem(format)
            | Op::FpFma(format)
            | Op::FpSqrt(format)
            | Op::FpRoundToIntegral(format, _)
            | Op::FpEq(format)
            | Op::FpLt(format)
            | Op::FpLe(format)
            | Op::FpConvert { from: format, .. }
            | Op::FpToUint(format)
            | Op::FpToSint(format) => Some(format),
            _ => None,
        }
    }

    /// Do the two operands commute, for every bit pattern?
    pub const fn is_commutative(self) -> bool {
        matches!(self, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Eq | Op::FpEq(_))
    }

    /// Is this one of the floating-point operators?
    pub const fn is_float(self) -> bool {
        matches!(self.code() & 0xff, 0x40..=0x4f)
    }

    /// A stable number of the operator and its parameters; variables and functions have one
    /// number each, their names are hashed separately.
    pub(crate) const fn code(self) -> u64 {
        match self {
            Op::Const => 1,
            Op::Var(_) => 2,
            Op::Add => 3,
            Op::Sub => 4,
            Op::Mul => 5,
            Op::Udiv => 6,
            Op::Sdiv => 7,
            Op::Urem => 8,
            Op::Srem => 9,
            Op::And => 10,
            Op::Or => 11,
            Op::Xor => 12,
            Op::Not => 13,
            Op::Neg => 14,
            Op::Shl => 15,
            Op::Lshr => 16,
            Op::Ashr => 17,
            Op::Concat => 18,
            Op::Extract { lo } => 19 | (lo as u64) << 16,
            Op::Zext => 20,
            Op::Sext => 21,
            Op::Eq => 22,
            Op::Ult => 23,
            Op::Ule => 24,
            Op::Slt => 25,
            Op::Sle => 26,
            Op::Ite => 27,
            Op::FpAdd(f) => 0x40 | (f as u64) << 16,
            Op::FpSub(f) => 0x41 | (f as u64) << 16,
            Op::FpMul(f) => 0x42 | (f as u64) << 16,
            Op::FpDiv(f) => 0x43 | (f as u64) << 16,
            Op::FpRem(f) => 0x44 | (f as u64) << 16,
            Op::FpFma(f) => 0x45 | (f as u64) << 16,
            Op::FpSqrt(f) => 0x46 | (f as u64) << 16,
            Op::FpRoundToIntegral(f, r) => 0x47 | (f as u64) << 16 | (r as u64) << 24,
            Op::FpEq(f) => 0x48 | (f as u64) << 16,
            Op::FpLt(f) => 0x49 | (f as u64) << 16,
            Op::FpLe(f) => 0x4a | (f as u64) << 16,
            Op::FpConvert { from, to } => 0x4b | (from as u64) << 16 | (to as u64) << 24,
            Op::FpFromUint(f) => 0x4c | (f as u64) << 16,
            Op::FpFromSint(f) => 0x4d | (f as u64) << 16,
            Op::FpToUint(f) => 0x4e | (f as u64) << 16,
            Op::FpToSint(f) => 0x4f | (f as u64) << 16,
            Op::Uninterpreted(_) => 0x60,
        }
    }
}
