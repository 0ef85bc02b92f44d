//! Terms of width 1: as conditions, and as the numbers 0 and 1.

use super::Printer;
use super::int::{Int, View, computed_in, hexadecimal};
use super::literal::{character, integer, near_limit};
use crate::error::Error;
use crate::input::CType;
use crate::text::{Level, Text};
use incise_term::concrete::mask;
use incise_term::{Op, TermId};

/// `<`, `<=`, `>` or `>=`.
pub(crate) fn order(is_greater: bool, is_strict: bool) -> &'static str {
    match (is_greater, is_strict) {
        (false, true) => "<",
        (false, false) => "<=",
        (true, true) => ">",
        (true, false) => ">=",
    }
}

impl Printer<'_> {
    /// A condition, or its negation.
    pub(super) fn truth(&mut self, t: TermId, negated: bool) -> Result<Text, Error> {
        self.nested(|printer| printer.truth_here(t, negated))
    }

    fn truth_here(&mut self, t: TermId, negated: bool) -> Result<Text, Error> {
        let pool = self.pool;
        let child = |i: usize| pool.child(t, i);
        if let Some(text) = self.float_test(t, negated)? {
            return Ok(text);
        }
        match self.pool.op(t) {
            Op::Const => Ok(Text::atom(if (self.pool.as_const(t) == Some(1)) != negated { "1" } else { "0" })),
            Op::Not => self.truth(child(0), !negated),
            Op::And => self.connected(t, negated, !negated),
            Op::Or => self.connected(t, negated, negated),
            Op::Eq | Op::Xor => {
                let equal = (self.pool.op(t) == Op::Eq) != negated;
                self.equality(child(0), child(1), equal)
            }
            // `!(a < b)` is `b <= a`.
            Op::Ult | Op::Slt if negated => self.ordered(child(1), child(0), self.pool.op(t) == Op::Slt, false),
            Op::Ult | Op::Slt => self.ordered(child(0), child(1), self.pool.op(t) == Op::Slt, true),
            Op::Ule | Op::Sle if negated => self.ordered(child(1), child(0), self.pool.op(t) == Op::Sle, true),
            Op::Ule | Op::Sle => self.ordered(child(0), child(1), self.pool.op(t) == Op::Sle, false),
            // Arithmetic of one bit.
            Op::Add | Op::Sub => self.equality(child(0), child(1), negated),
            Op::Mul => self.connected(t, negated, !negated),
            Op::Neg | Op::Ashr => self.truth(child(0), negated),
            Op::Udiv | Op::Sdiv => {
                let (a, b) = (self.truth(child(0), negated)?, self.truth(child(1), !negated)?);
                Ok(if negated { Text::binary(Level::And, "&&", a, b) } else { Text::binary(Level::Or, "||", a, b) })
            }
            Op::Urem | Op::Srem | Op::Shl | Op::Lshr => {
                let (a, b) = (self.truth(child(0), negated)?, self.truth(child(1), !negated)?);
                Ok(if negated { Text::binary(Level::Or, "||", a, b) } else { Text::binary(Level::And, "&&", a, b) })
            }
            Op::Ite => {
                let condition = self.truth(child(0), false)?;
                Ok(Text::choice(condition, self.truth(child(1), negated)?, self.truth(child(2), negated)?))
            }
            Op::Extract { lo } => self.bit_test(child(0), lo, negated),
            Op::Var(var) => match self.inputs.get(var) {
                Some(input) => Ok(not(Text::input(&input.text), negated)),
                None => Err(Error::Variable(self.pool.var_info(var).name.to_owned())),
            },
            Op::FpEq(_) | Op::FpLt(_) | Op::FpLe(_) => self.float_comparison(t, negated),
            Op::Uninterpreted(fun) => Err(Error::Variable(self.pool.fun_info(fun).0.to_owned())),
            op => Err(Error::Operator(format!("{op:?} of one bit"))),
        }
    }

    fn connected(&mut self, t: TermId, negated: bool, is_and: bool) -> Result<Text, Error> {
        let (mut a, mut b) = (self.pool.child(t, 0), self.pool.child(t, 1));
        if !self.in_order(a, b) {
            (a, b) = (b, a);
        }
        let (a, b) = (self.truth(a, negated)?, self.truth(b, negated)?);
        Ok(if is_and { Text::binary(Level::And, "&&", a, b) } else { Text::binary(Level::Or, "||", a, b) })
    }

    /// Bit `lo` of a term.
    fn bit_test(&mut self, source: TermId, lo: u32, negated: bool) -> Result<Text, Error> {
        let width = self.pool.width(source);
        if let Op::Var(var) = self.pool.op(source)
            && let Some(input) = self.inputs.get(var)
            && input.ty == CType::Bool
            && lo == 0
        {
            return Ok(not(Text::input(&input.text), negated));
        }
        let value = self.int(source)?;
        if lo == width - 1 && value.view == View::Signed {
            let operator = order(negated, !negated);
            return Ok(Text::binary(Level::Order, operator, value.text, Text::atom("0")));
        }
        let value = value.widened(computed_in(lo + 1));
        let bit = Text::binary(Level::BitAnd, "&", value.text, hexadecimal(1 << lo).text);
        Ok(not(bit, negated))
    }

    /// A term of width 1 as 0 or 1.
    pub(super) fn bit(&mut self, t: TermId) -> Result<Int, Error> {
        let number = |text: Text| Int { text, bits: 32, is_signed: true, view: View::Unsigned };
        if let Op::Extract { lo } = self.pool.op(t) {
            let source = self.pool.child(t, 0);
            let is_bool = |var| self.inputs.get(var).is_some_and(|input| input.ty == CType::Bool);
            if self.float_format(source).is_none() && !matches!(self.pool.op(source), Op::Var(var) if is_bool(var)) {
                let value = self.int(source)?.widened(computed_in(lo + 1));
                let text = match lo {
                    0 => value.text,
                    _ => Text::binary(Level::Shift, ">>", value.text, Text::atom(lo.to_string())),
                };
                let text = Text::binary(Level::BitAnd, "&", text, Text::atom("1"));
                return Ok(Int { text, bits: value.bits, is_signed: value.is_signed, view: View::Unsigned });
            }
        }
        let condition = self.truth(t, false)?;
        let is_number = match self.pool.op(t) {
            // A signed bit-field of one bit is -1.
            Op::Var(var) => self.inputs.get(var).is_some_and(|input| !input.ty.is_signed()),
            Op::Extract { .. } => self.float_format(self.pool.child(t, 0)).is_none(),
            _ => {
                matches!(condition.level(), Level::Or | Level::And | Level::Equality | Level::Order)
                    || condition.level() == Level::Unary && condition.as_str().starts_with('!')
                    || matches!(condition.as_str(), "0" | "1")
            }
        };
        Ok(number(if is_number { condition } else { Text::binary(Level::Equality, "!=", condition, Text::atom("0")) }))
    }

    fn equality(&mut self, a: TermId, b: TermId, equal: bool) -> Result<Text, Error> {
        let width = self.pool.width(a);
        let operator = if equal { "==" } else { "!=" };
        let (a, b) = if self.pool.as_const(a).is_some() || !self.in_order(a, b) && self.pool.as_const(b).is_none() {
            (b, a)
        } else {
            (a, b)
        };
        if let Some(text) = self.float_equality(a, b, equal)? {
            return Ok(text);
        }
        if let (Some(p), Some(q)) = (self.pointer(a), self.pointer_or_null(b)) {
            return Ok(Text::binary(Level::Equality, operator, p, q));
        }
        if let (Some((p, address)), Some(value)) = (self.function(a), self.pool.as_const(b))
            && value == u128::from(address)
        {
            let operator = if equal { "!=" } else { "==" };
            return Ok(Text::binary(Level::Equality, operator, p, Text::atom("0")));
        }
        if let Op::Var(var) = self.pool.op(a)
            && let Some(input) = self.inputs.get(var)
            && input.ty == CType::Bool
            && let Some(value @ (0 | 1)) = self.pool.as_const(b)
        {
            return Ok(not(Text::input(&input.text), (value == 1) != equal));
        }
        let left = self.int(a)?;
        if let Some(value) = self.pool.as_const(b) {
            // A mask reads better without `!= 0`.
            if value == 0 && left.text.level() == Level::BitAnd && left.is_unsigned_value() {
                return Ok(not(left.text, equal));
            }
            let left = if left.view == View::Low { left.unsigned(width) } else { left };
            let right = self.compared(a, value, left.view == View::Signed);
            return Ok(Text::binary(Level::Equality, operator, left.text, right));
        }
        let right = self.int(b)?;
        let agree = left.fills(width) && right.fills(width)
            || left.is_unsigned_value() && right.is_unsigned_value()
            || left.is_signed_value() && right.is_signed_value() && Int::keep_signed(&left, &right);
        let (left, right) = if agree { (left, right) } else { (left.unsigned(width), right.unsigned(width)) };
        Ok(Text::binary(Level::Equality, operator, left.text, right.text))
    }

    fn pointer(&self, t: TermId) -> Option<Text> {
        let Op::Var(var) = self.pool.op(t) else { return None };
        let input = self.inputs.get(var)?;
        matches!(input.ty, CType::Pointer | CType::Function(_)).then(|| Text::input(&input.text))
    }

    /// A pointer to a function, with the address that it has if it is not null.
    fn function(&self, t: TermId) -> Option<(Text, u64)> {
        let Op::Var(var) = self.pool.op(t) else { return None };
        let input = self.inputs.get(var)?;
        let CType::Function(address) = input.ty else { return None };
        Some((Text::input(&input.text), address))
    }

    fn pointer_or_null(&self, t: TermId) -> Option<Text> {
        if self.pool.as_const(t) == Some(0) { Some(Text::atom("0")) } else { self.pointer(t) }
    }

    /// A constant that `a` is compared with.
    fn compared(&self, a: TermId, value: u128, is_signed: bool) -> Text {
        let width = self.pool.width(a);
        if let Op::Var(var) = self.pool.op(a)
            && self.inputs.get(var).is_some_and(|input| input.ty == CType::Char)
            && let Some(text) = character(value)
        {
            return text;
        }
        near_limit(width, value, is_signed).unwrap_or_else(|| integer(width, value, is_signed).text)
    }

    /// `a < b` or `a <= b`; constants go to the right, where strict comparisons are undone if that gives a zero.
    fn ordered(&mut self, a: TermId, b: TermId, is_signed: bool, is_strict: bool) -> Result<Text, Error> {
        let width = self.pool.width(a);
        let pool = self.pool;
        let constant = |t: TermId| pool.as_const(t);
        let swap = constant(a).is_some() || constant(b).is_none() && !self.in_order(a, b);
        let (left, right) = if swap { (b, a) } else { (a, b) };
        let (mut x, mut y) = (self.viewed(left, is_signed)?, self.viewed(right, is_signed)?);
        if is_signed && !Int::keep_signed(&x, &y) {
            let fix = |value: Int| match value.is_signed {
                true => value,
                false => Int { view: View::Low, ..value }.signed(width),
            };
            (x, y) = (fix(x), fix(y));
        }
        let Some(value) = constant(right) else {
            return Ok(Text::binary(Level::Order, order(swap, is_strict), x.text, y.text));
        };
        // `x < 1` is `x <= 0`, `x > -1` is `x >= 0`.
        let to_zero = if swap { mask(width) } else { 1 };
        let (is_strict, value) =
            if is_strict && value == to_zero && (is_signed || !swap) { (false, 0) } else { (is_strict, value) };
        let y = self.compared(left, value, is_signed);
        Ok(Text::binary(Level::Order, order(swap, is_strict), x.text, y))
    }
}

/// The condition or its negation.
pub(super) fn not(text: Text, negated: bool) -> Text {
    if negated { Text::unary("!", text) } else { text }
}
