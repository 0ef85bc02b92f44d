//! Readable infix text of a term, for people. Shared parts are repeated, so the text of a large term is cut short.

use crate::concrete::signed;
use crate::ids::TermId;
use crate::op::Op;
use crate::pool::Pool;
use std::cell::Cell;
use std::fmt;

/// Text that is cut off below this depth, so that a deep term cannot exhaust the stack.
const MAX_DEPTH: usize = 64;

/// Text that is cut off after so many parts: terms share, and the text of one that shares much would have no end.
const MAX_PARTS: usize = 4096;

/// A term with its pool, ready to be formatted.
pub struct Display<'a> {
    pool: &'a Pool,
    term: TermId,
}

/// A part of a term that is being written.
struct Part<'a> {
    pool: &'a Pool,
    term: TermId,
    depth: usize,
    /// Parts that may still be written.
    left: &'a Cell<usize>,
}

/// The term as infix text.
pub fn display(pool: &Pool, t: TermId) -> Display<'_> {
    Display { pool, term: t }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = Cell::new(MAX_PARTS);
        Part { pool: self.pool, term: self.term, depth: 0, left: &left }.fmt(f)
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pool, t) = (self.pool, self.term);
        let width = pool.width(t);
        if self.depth > MAX_DEPTH || self.left.get() == 0 {
            return f.write_str("…");
        }
        self.left.set(self.left.get() - 1);
        let part = |term: TermId| Part { pool, term, depth: self.depth + 1, left: self.left };
        let child = |i: usize| part(pool.child(t, i));
        let mut infix = |symbol: &str| write!(f, "({} {symbol} {})", child(0), child(1));
        match pool.op(t) {
            Op::Const => {
                let value = pool.as_const(t).expect("a constant has a value");
                match width {
                    1 => f.write_str(if value == 1 { "true" } else { "false" }),
                    _ if signed(width, value) < 0 && signed(width, value) > -4096 => {
                        write!(f, "{}", signed(width, value))
                    }
                    _ if value < 4096 => write!(f, "{value}"),
                    _ => write!(f, "{value:#x}"),
                }
            }
            Op::Var(var) => f.write_str(pool.var_info(var).name),
            Op::Add => infix("+"),
            Op::Sub => infix("-"),
            Op::Mul => infix("*"),
            Op::Udiv => infix("/u"),
            Op::Sdiv => infix("/s"),
            Op::Urem => infix("%u"),
            Op::Srem => infix("%s"),
            Op::And => infix("&"),
            Op::Or => infix("|"),
            Op::Xor => infix("^"),
            Op::Shl => infix("<<"),
            Op::Lshr => infix(">>u"),
            Op::Ashr => infix(">>s"),
            Op::Concat => infix("::"),
            Op::Eq => infix("=="),
            Op::Ult => infix("<u"),
            Op::Ule => infix("<=u"),
            Op::Slt => infix("<s"),
            Op::Sle => infix("<=s"),
            Op::FpAdd(_) => infix("+."),
            Op::FpSub(_) => infix("-."),
            Op::FpMul(_) => infix("*."),
            Op::FpDiv(_) => infix("/."),
            Op::FpRem(_) => infix("%."),
            Op::FpEq(_) => infix("==."),
            Op::FpLt(_) => infix("<."),
            Op::FpLe(_) => infix("<=."),
            Op::Not => write!(f, "{}{}", if width == 1 { '!' } else { '~' }, child(0)),
            Op::Neg => write!(f, "-{}", child(0)),
            Op::Extract { lo } => write!(f, "{}[{}..{lo}]", child(0), lo + width - 1),
            Op::Zext => write!(f, "zext{width}({})", child(0)),
            Op::Sext => write!(f, "sext{width}({})", child(0)),
            Op::Ite => write!(f, "({} ? {} : {})", child(0), child(1), child(2)),
            Op::FpFma(format) => write!(f, "fma.{format:?}({}, {}, {})", child(0), child(1), child(2)),
            Op::FpSqrt(format) => write!(f, "sqrt.{format:?}({})", child(0)),
            Op::FpRoundToIntegral(format, rounding) => {
                write!(f, "round.{format:?}.{rounding:?}({})", child(0))
            }
            Op::FpConvert { from, to } => write!(f, "convert.{from:?}.{to:?}({})", child(0)),
            Op::FpFromUint(format) => write!(f, "from_uint.{format:?}({})", child(0)),
            Op::FpFromSint(format) => write!(f, "from_sint.{format:?}({})", child(0)),
            Op::FpToUint(format) => write!(f, "to_uint{width}.{format:?}({})", child(0)),
            Op::FpToSint(format) => write!(f, "to_sint{width}.{format:?}({})", child(0)),
            Op::Uninterpreted(fun) => {
                write!(f, "{}(", pool.fun_info(fun).0)?;
                for (i, &term) in pool.children(t).iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}{}", part(term))?;
                }
                f.write_str(")")
            }
        }
    }
}
