//! Operators that C leaves undefined for some operands: quotients, remainders, shifts, conversions of floats.
//!
//! A term is defined for all operands (`crates/term`'s documentation); where it is not known that the operands are
//! in C's range, the text makes the difference with `?:`.

use super::int::{Int, View, computed_in};
use super::literal::integer;
use super::number::filled;
use super::{Disguise, Printer};
use crate::error::Error;
use crate::text::{Level, Text};
use incise_term::concrete::mask;
use incise_term::{Op, Pool, TermId};

/// What must be true for C to define an operator as the term does; `None` if it always is.
pub(crate) fn side_condition(pool: &mut Pool, t: TermId) -> Option<TermId> {
    let width = pool.width(t);
    match pool.op(t) {
        Op::Udiv | Op::Urem => {
            let zero = pool.constant(width, 0);
            let divisor = pool.child(t, 1);
            Some(pool.ne(divisor, zero))
        }
        Op::Sdiv | Op::Srem => {
            let (a, b) = (pool.child(t, 0), pool.child(t, 1));
            let (zero, ones) = (pool.constant(width, 0), pool.constant(width, u128::MAX));
            let least = pool.constant(width, 1 << (width - 1));
            let (not_zero, not_minus_one, not_least) = (pool.ne(b, zero), pool.ne(b, ones), pool.ne(a, least));
            let no_overflow = pool.bool_or(not_minus_one, not_least);
            Some(pool.bool_and(not_zero, no_overflow))
        }
        Op::Shl | Op::Lshr | Op::Ashr => {
            let (amount, limit) = (pool.child(t, 1), pool.constant(width, u128::from(width)));
            // At widths whose numbers all stay below the width nothing can go wrong.
            (mask(width) >= u128::from(width)).then(|| pool.ult(amount, limit))
        }
        Op::FpToSint(format) | Op::FpToUint(format) => {
            let is_signed = matches!(pool.op(t), Op::FpToSint(_));
            let (low, is_strict, high) = super::float::conversion_bounds(format, width, is_signed)?;
            let a = pool.child(t, 0);
            let (low, high) = (pool.constant(format.width(), low), pool.constant(format.width(), high));
            let above = if is_strict { pool.fp_lt(format, low, a) } else { pool.fp_le(format, low, a) };
            let below = pool.fp_lt(format, a, high);
            Some(pool.bool_and(above, below))
        }
        _ => None,
    }
}

impl Printer<'_> {
    /// Is the operator at the root defined wherever the text is evaluated?
    pub(super) fn is_safe(&self, t: TermId) -> bool {
        self.safe.contains(&t)
    }

    pub(super) fn division(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let (dividend, divisor) = (self.pool.child(t, 0), self.pool.child(t, 1));
        let op = self.pool.op(t);
        let is_signed = matches!(op, Op::Sdiv | Op::Srem);
        let operator = if matches!(op, Op::Udiv | Op::Sdiv) { "/" } else { "%" };
        let (mut a, mut b) = (self.viewed(dividend, is_signed)?, self.viewed(divisor, is_signed)?);
        if is_signed {
            // As wide as the term: there -2^31 / -1 is a number.
            (a, b) = (signed_type(a, width).widened(computed_in(width)), signed_type(b, width));
        }
        let (bits, result_signed) = Int::usual(&a, &b);
        let text = Text::binary(Level::Product, operator, a.text.clone(), b.text.clone());
        let view = if is_signed { View::Signed } else { View::Unsigned };
        let quotient = Int { text, bits, is_signed: result_signed, view };
        if self.is_safe(t) {
            return Ok(quotient);
        }
        let (low, high) = self.pool.unsigned_range(divisor);
        let (signed_low, signed_high) = self.pool.signed_range(divisor);
        let mut result = quotient;
        let least = -1i128 << (width - 1);
        let overflows = signed_low <= -1 && signed_high >= -1 && self.pool.signed_range(dividend).0 == least;
        let may_overflow = is_signed && bits <= width && overflows;
        if may_overflow {
            let is_minus_one = Text::binary(Level::Equality, "==", b.text.clone(), Text::new(Level::Unary, "-1"));
            let then = if operator == "/" { Text::unary("-", a.text.clone()) } else { Text::atom("0") };
            result.text = Text::choice(is_minus_one, then, result.text);
        } else if is_signed && width < bits && operator == "/" {
            // The least number divided by -1 leaves the term's range, not the type's.
            result.view = View::Low;
        }
        if low == 0 {
            let otherwise = match op {
                Op::Udiv => integer(width, mask(width), false).text,
                Op::Sdiv => {
                    let negative = Text::binary(Level::Order, "<", a.text.clone(), Text::atom("0"));
                    Text::choice(negative, Text::atom("1"), Text::new(Level::Unary, "-1"))
                }
                _ => a.text.clone(),
            };
            if high == 0 {
                return Ok(match op {
                    Op::Udiv => integer(width, mask(width), false),
                    Op::Sdiv => Int { text: otherwise, bits: 32, is_signed: true, view: View::Signed },
                    _ => a,
                });
            }
            result.text = Text::choice(b.text.clone(), result.text, otherwise);
            if op == Op::Udiv {
                // The literal of all ones may have a wider type.
                let ones = integer(width, mask(width), false);
                (result.bits, result.is_signed) = Int::usual(&result, &ones);
            }
        }
        Ok(result)
    }

    /// A quotient or remainder by a power of two, signed: what the pool wrote with shifts.
    pub(super) fn power_of_two(&mut self, disguise: Disguise) -> Result<Int, Error> {
        let width = self.pool.width(disguise.dividend);
        let a = self.signed(disguise.dividend)?;
        let a = signed_type(a, width);
        let b = integer(width, disguise.divisor, true);
        let operator = if disguise.is_remainder { "%" } else { "/" };
        let (bits, is_signed) = Int::usual(&a, &b);
        let text = Text::binary(Level::Product, operator, a.text, b.text);
        Ok(Int { text, bits, is_signed, view: View::Signed })
    }

    pub(super) fn shift(&mut self, t: TermId) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let (operand, amount) = (self.pool.child(t, 0), self.pool.child(t, 1));
        let op = self.pool.op(t);
        let a = match op {
            Op::Shl => self.int(operand)?,
            Op::Lshr => self.unsigned(operand)?,
            _ => self.signed(operand)?,
        };
        let a = a.widened(computed_in(width));
        let n = self.unsigned(amount)?;
        let operator = if op == Op::Shl { "<<" } else { ">>" };
        let text = Text::binary(Level::Shift, operator, a.text.clone(), n.text.clone());
        let view = match op {
            Op::Shl => filled(width, a.bits, a.is_signed),
            Op::Lshr => View::Unsigned,
            _ => a.view,
        };
        let mut result = Int { text, view, ..a.clone() };
        if self.is_safe(t) || self.pool.unsigned_range(amount).1 < u128::from(width) {
            return Ok(result);
        }
        let in_range = Text::binary(Level::Order, "<", n.text, Text::atom(width.to_string()));
        let otherwise = match op {
            Op::Ashr => {
                let negative = Text::binary(Level::Order, "<", a.text, Text::atom("0"));
                Text::unary("-", negative)
            }
            _ => Text::atom("0"),
        };
        result.text = Text::choice(in_range, result.text, otherwise);
        Ok(result)
    }
}

/// The value in a signed type; it is exact as a signed number.
fn signed_type(value: Int, width: u32) -> Int {
    if value.is_signed { value } else { Int { view: View::Low, ..value }.signed(width) }
}
