//! Every operator on concrete bits: pure functions on `u128`.
//!
//! Operands are within their widths (high bits zero) and so are results. This is the one definition
//! of what the operators mean: constant folding, evaluation and the engine's concrete steps all use it.

mod float;
mod int;
mod software;

pub use float::*;
pub use int::*;

use crate::op::Op;

/// Applies an operator that has children: `width` is the result's, `widths` and `args` the children's.
/// Variables, constants and uninterpreted functions have no meaning here: asking for one is a mistake of the caller.
pub fn apply(op: Op, width: u32, widths: [u32; 3], args: [u128; 3]) -> u128 {
    let [a, b, c] = args;
    let w = widths[0];
    match op {
        Op::Add => add(w, a, b),
        Op::Sub => sub(w, a, b),
        Op::Mul => mul(w, a, b),
        Op::Udiv => udiv(w, a, b),
        Op::Sdiv => sdiv(w, a, b),
        Op::Urem => urem(w, a, b),
        Op::Srem => srem(w, a, b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => not(w, a),
        Op::Neg => neg(w, a),
        Op::Shl => shl(w, a, b),
        Op::Lshr => lshr(w, a, b),
        Op::Ashr => ashr(w, a, b),
        Op::Concat => a << widths[1] | b,
        Op::Extract { lo } => extract(a, lo, width),
        Op::Zext => a,
        Op::Sext => sext(w, a, width),
        Op::Eq => u128::from(a == b),
        Op::Ult => u128::from(a < b),
        Op::Ule => u128::from(a <= b),
        Op::Slt => u128::from(slt(w, a, b)),
        Op::Sle => u128::from(!slt(w, b, a)),
        Op::Ite => {
            if a == 1 {
                b
            } else {
                c
            }
        }
        Op::FpAdd(f) => fp_add(f, a, b),
        Op::FpSub(f) => fp_sub(f, a, b),
        Op::FpMul(f) => fp_mul(f, a, b),
        Op::FpDiv(f) => fp_div(f, a, b),
        Op::FpRem(f) => fp_rem(f, a, b),
        Op::FpFma(f) => fp_fma(f, a, b, c),
        Op::FpSqrt(f) => fp_sqrt(f, a),
        Op::FpRoundToIntegral(f, rounding) => fp_round_to_integral(f, rounding, a),
        Op::FpEq(f) => u128::from(fp_eq(f, a, b)),
        Op::FpLt(f) => u128::from(fp_lt(f, a, b)),
        Op::FpLe(f) => u128::from(fp_le(f, a, b)),
        Op::FpConvert { from, to } => fp_convert(from, to, a),
        Op::FpFromUint(f) => fp_from_uint(f, a),
        Op::FpFromSint(f) => fp_from_sint(f, w, a),
        Op::FpToUint(f) => fp_to_uint(f, a, width),
        Op::FpToSint(f) => fp_to_sint(f, a, width),
        Op::Const | Op::Var(_) | Op::Uninterpreted(_) => panic!("{op:?} is not an operation on values"),
    }
}
