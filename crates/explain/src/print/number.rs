//! Integer terms: variables, sums, products, bitwise operators, extensions.

use super::Printer;
use super::int::{Int, View, computed_in, hexadecimal};
use super::literal::integer;
use crate::error::Error;
use crate::input::CType;
use crate::text::{Level, Text};
use incise_term::concrete::{mask, signed};
use incise_term::{Op, Pool, TermId, VarId};

impl Printer<'_> {
    /// The text of an integer term, in whatever view is the least to write.
    pub(super) fn int(&mut self, t: TermId) -> Result<Int, Error> {
        let printed = self.nested(|printer| printer.int_here(t))?;
        Ok(sharpened(self.pool, t, printed))
    }

    /// The bits as an unsigned number.
    pub(super) fn unsigned(&mut self, t: TermId) -> Result<Int, Error> {
        self.viewed(t, false)
    }

    /// The bits as a signed number.
    pub(super) fn signed(&mut self, t: TermId) -> Result<Int, Error> {
        self.viewed(t, true)
    }

    pub(super) fn viewed(&mut self, t: TermId, is_signed: bool) -> Result<Int, Error> {
        let width = self.pool.width(t);
        if let Some(value) = self.pool.as_const(t) {
            return Ok(integer(width, value, is_signed));
        }
        let printed = self.int(t)?;
        Ok(if is_signed { printed.signed(width) } else { printed.unsigned(width) })
    }

    fn int_here(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        if width == 1 {
            return self.bit(t);
        }
        if let Some(format) = self.float_format(t) {
            return self.float_bits(t, format);
        }
        if let Some(disguise) = self.disguises.get(&t).copied() {
            return self.power_of_two(disguise);
        }
        let pool = self.pool;
        let child = |i: usize| pool.child(t, i);
        match self.pool.op(t) {
            Op::Const => Ok(integer(width, self.pool.as_const(t).unwrap_or(0), true)),
            Op::Var(var) => self.variable(var),
            Op::Add => self.sum(t),
            Op::Sub => self.modular(t, "-"),
            Op::Mul => self.modular(t, "*"),
            Op::And => self.bitwise(t, Level::BitAnd, "&"),
            Op::Or => self.bitwise(t, Level::BitOr, "|"),
            Op::Xor => self.bitwise(t, Level::BitXor, "^"),
            Op::Not => self.prefixed(child(0), "~"),
            Op::Neg => self.prefixed(child(0), "-"),
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => self.division(t),
            Op::Shl | Op::Lshr | Op::Ashr => self.shift(t),
            Op::Concat | Op::Extract { .. } => self.slices(t),
            Op::Zext => match self.run_of_bits(t)? {
                Some(masked) => Ok(masked),
                None => Ok(extended(self.unsigned(child(0))?, View::Both)),
            },
            Op::Sext => self.sign_extension(child(0)),
            Op::Ite => self.choice(t),
            Op::FpToSint(format) | Op::FpToUint(format) => self.float_to_int(t, format),
            Op::Uninterpreted(fun) => Err(Error::Variable(self.pool.fun_info(fun).0.to_owned())),
            op => Err(Error::Operator(format!("{op:?}"))),
        }
    }

    fn variable(&mut self, var: VarId) -> Result<Int, Error> {
        let info = self.pool.var_info(var);
        let Some(input) = self.inputs.get(var) else { return Err(Error::Variable(info.name.to_owned())) };
        let text = Text::input(&input.text);
        let bits = computed_in(info.width);
        Ok(match input.ty {
            CType::Signed(_) | CType::Char => Int { text, bits, is_signed: true, view: View::Signed },
            CType::Unsigned(width) => Int { text, bits, is_signed: width < 32, view: View::Unsigned },
            CType::Bool => {
                let view = if info.width == 1 { View::Unsigned } else { View::Both };
                Int { text, bits: 32, is_signed: true, view }
            }
            CType::Pointer | CType::Function(_) => {
                let text = Text::unary("(unsigned long)", text);
                Int { text, bits: 64, is_signed: false, view: View::Unsigned }
            }
            CType::Float(format) => return Err(Error::Operator(format!("the bits of a {format:?}"))),
        })
    }

    /// A sum; adding a negative constant is a difference.
    fn sum(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let (a, b) = (self.pool.child(t, 0), self.pool.child(t, 1));
        let Some(c) = self.pool.as_const(b) else { return self.modular(t, "+") };
        let left = self.int(a)?;
        let minus = c.wrapping_neg() & mask(width);
        let (operator, right) = match signed(width, c) < 0 && minus != c {
            true => ("-", integer(width, minus, true)),
            false => ("+", integer(width, c, true)),
        };
        Ok(arithmetic(self.pool, t, operator, left, right))
    }

    /// An operator whose low bits depend on the low bits of its operands only.
    fn modular(&mut self, t: TermId, operator: &'static str) -> Result<Int, Error> {
        let (mut a, mut b) = (self.pool.child(t, 0), self.pool.child(t, 1));
        // Inputs in their order, constants first in a product: `2 * x`.
        if operator != "-" && !self.in_order(a, b) {
            (a, b) = (b, a);
        }
        if operator == "*" && self.pool.as_const(b).is_some() {
            (a, b) = (b, a);
        }
        let (left, right) = (self.int(a)?, self.int(b)?);
        Ok(arithmetic(self.pool, t, operator, left, right))
    }

    /// Is the first input of `a` before that of `b`?
    pub(super) fn in_order(&self, a: TermId, b: TermId) -> bool {
        let key = |t: TermId| (self.inputs.first(self.pool, t), self.pool.hash(t));
        key(a) <= key(b)
    }

    fn bitwise(&mut self, t: TermId, level: Level, operator: &'static str) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let (mut a, mut b) = (self.pool.child(t, 0), self.pool.child(t, 1));
        if !self.in_order(a, b) {
            (a, b) = (b, a);
        }
        let left = self.int(a)?;
        let right = match self.pool.as_const(b) {
            Some(c) if signed(width, c) >= 0 || !left.is_signed && left.fills(width) && width <= 64 => {
                let literal = hexadecimal(c);
                Int { view: if signed(width, c) >= 0 { View::Both } else { View::Unsigned }, ..literal }
            }
            _ => self.int(b)?,
        };
        let (bits, is_signed) = Int::usual(&left, &right);
        let masks = operator == "&" && (left.is_unsigned_value() || right.is_unsigned_value());
        let both = left.is_unsigned_value() && right.is_unsigned_value();
        let signs = left.is_signed_value() && right.is_signed_value() && is_signed;
        let needs = if masks || both || signs { 0 } else { computed_in(width) };
        let left = if bits < needs { left.widened(needs) } else { left };
        let (bits, is_signed) = Int::usual(&left, &right);
        let view = match () {
            () if masks || both => View::Unsigned,
            () if signs => View::Signed,
            () => filled(width, bits, is_signed),
        };
        Ok(Int { text: Text::binary(level, operator, left.text, right.text), bits, is_signed, view })
    }

    fn prefixed(&mut self, operand: TermId, operator: &str) -> Result<Int, Error> {
        let width = self.pool.width(operand);
        let operand = self.int(operand)?;
        let operand = if operand.bits < width { operand.widened(computed_in(width)) } else { operand };
        let view = match operand.view {
            View::Signed if operator == "~" => View::Signed,
            _ => filled(width, operand.bits, operand.is_signed),
        };
        Ok(Int { text: Text::unary(operator, operand.text), view, ..operand })
    }

    fn sign_extension(&mut self, operand: TermId) -> Result<Int, Error> {
        if self.pool.width(operand) == 1 {
            let bit = self.bit(operand)?;
            let one = if bit.is_signed { bit.text } else { Text::unary("(int)", bit.text) };
            let bits = if bit.is_signed { bit.bits } else { 32 };
            return Ok(Int { text: Text::unary("-", one), view: View::Signed, bits, is_signed: true });
        }
        let narrow = self.signed(operand)?;
        let view = narrow.view;
        Ok(extended(narrow, view))
    }
}

/// A value that was exact at a narrower width.
pub(super) fn extended(value: Int, view: View) -> Int {
    Int { view, ..value }
}

/// What is known of a value in a type of `bits` bits when nothing is known but its low `width` bits.
pub(super) fn filled(width: u32, bits: u32, is_signed: bool) -> View {
    match (bits == width, is_signed) {
        (true, true) => View::Signed,
        (true, false) => View::Unsigned,
        (false, _) => View::Low,
    }
}

/// The result of `+`, `-` or `*`: exact if the operands are and nothing can leave the range of the term.
fn arithmetic(pool: &Pool, t: TermId, operator: &'static str, left: Int, right: Int) -> Int {
    let level = if operator == "*" { Level::Product } else { Level::Sum };
    let width = pool.width(t);
    let left = if left.bits.max(right.bits) < width { left.widened(computed_in(width)) } else { left };
    let (bits, is_signed) = Int::usual(&left, &right);
    let text = Text::binary(level, operator, left.text.clone(), right.text.clone());
    let view = filled(width, bits, is_signed);
    let view =
        if view == View::Low && is_signed && fits(pool, t, operator, &left, &right) { View::Signed } else { view };
    Int { text, bits, is_signed, view }
}

/// Can a result of exact signed operands not leave the term's signed range?
fn fits(pool: &Pool, t: TermId, operator: &str, left: &Int, right: &Int) -> bool {
    if !(left.is_signed_value() && right.is_signed_value()) || pool.width(t) > 64 {
        return false;
    }
    let (a, b) = (pool.signed_range(pool.child(t, 0)), pool.signed_range(pool.child(t, 1)));
    let results: Vec<Option<i128>> = match operator {
        "+" => vec![a.0.checked_add(b.0), a.1.checked_add(b.1)],
        // A constant that is subtracted is added in the term.
        "-" if pool.op(t) == Op::Add => vec![a.0.checked_add(b.0), a.1.checked_add(b.1)],
        "-" => vec![a.0.checked_sub(b.1), a.1.checked_sub(b.0)],
        _ => vec![a.0.checked_mul(b.0), a.0.checked_mul(b.1), a.1.checked_mul(b.0), a.1.checked_mul(b.1)],
    };
    let limit = 1i128 << (pool.width(t) - 1);
    results.into_iter().all(|result| result.is_some_and(|result| -limit <= result && result < limit))
}

/// An exact value that cannot have its top bit set is the same signed and unsigned.
fn sharpened(pool: &Pool, t: TermId, value: Int) -> Int {
    let exact = value.view != View::Low;
    let top_is_zero = pool.unsigned_range(t).1 <= mask(pool.width(t) - 1);
    if exact && top_is_zero { Int { view: View::Both, ..value } } else { value }
}
