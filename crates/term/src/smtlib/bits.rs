//! Bit-vector literals and operators in SMT-LIB.

use crate::op::Op;

/// The operator applied to named children; `operand_width` is the first one's.
pub(super) fn print(op: Op, width: u32, operand_width: u32, children: &[String]) -> String {
    let apply = |name: &str| format!("({name} {})", children.join(" "));
    let test = |name: &str| format!("(ite ({name} {}) #b1 #b0)", children.join(" "));
    match op {
        Op::Add => apply("bvadd"),
        Op::Sub => apply("bvsub"),
        Op::Mul => apply("bvmul"),
        Op::Udiv => apply("bvudiv"),
        Op::Sdiv => apply("bvsdiv"),
        Op::Urem => apply("bvurem"),
        Op::Srem => apply("bvsrem"),
        Op::And => apply("bvand"),
        Op::Or => apply("bvor"),
        Op::Xor => apply("bvxor"),
        Op::Not => apply("bvnot"),
        Op::Neg => apply("bvneg"),
        Op::Shl => apply("bvshl"),
        Op::Lshr => apply("bvlshr"),
        Op::Ashr => apply("bvashr"),
        Op::Concat => apply("concat"),
        Op::Extract { lo } => apply(&format!("(_ extract {} {lo})", lo + width - 1)),
        Op::Zext => apply(&format!("(_ zero_extend {})", width - operand_width)),
        Op::Sext => apply(&format!("(_ sign_extend {})", width - operand_width)),
        Op::Eq => test("="),
        Op::Ult => test("bvult"),
        Op::Ule => test("bvule"),
        Op::Slt => test("bvslt"),
        Op::Sle => test("bvsle"),
        Op::Ite => format!("(ite (= {} #b1) {} {})", children[0], children[1], children[2]),
        _ => panic!("{op:?} is not a bit-vector operator"),
    }
}

/// A constant as a literal.
pub fn literal(width: u32, value: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0n$x}", n = width as usize / 4)
    } else {
        format!("#b{value:0n$b}", n = width as usize)
    }
}
