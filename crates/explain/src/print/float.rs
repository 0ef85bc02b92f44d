//! Floating-point terms of the formats that C has on x86-64: `float`, `double`, `long double`.

use super::Printer;
use super::int::{Int, View, computed_in};
use super::truth::{not, order};
use crate::error::Error;
use crate::input::CType;
use crate::text::{Level, Text};
use incise_term::concrete::{fp_from_sint, fp_from_uint, fp_is_inf, fp_is_nan, fp_neg, mask};
use incise_term::{Format, Op, Rounding, TermId};

/// How deep a choice is searched for a branch that is a float.
const MAX_CHOICES: usize = 8;

impl Printer<'_> {
    /// The format of a term that is a float by its operator or its type, not by its use.
    pub(super) fn float_format(&self, t: TermId) -> Option<Format> {
        self.float_format_within(t, MAX_CHOICES)
    }

    fn float_format_within(&self, t: TermId, depth: usize) -> Option<Format> {
        let child = |i: usize| self.pool.child(t, i);
        match self.pool.op(t) {
            Op::Var(var) => match self.inputs.get(var)?.ty {
                CType::Float(format) => Some(format),
                _ => None,
            },
            Op::FpAdd(f) | Op::FpSub(f) | Op::FpMul(f) | Op::FpDiv(f) | Op::FpRem(f) | Op::FpFma(f) => Some(f),
            Op::FpSqrt(f) | Op::FpRoundToIntegral(f, _) | Op::FpFromUint(f) | Op::FpFromSint(f) => Some(f),
            Op::FpConvert { to, .. } => Some(to),
            Op::Ite if depth > 0 => (self.float_format_within(child(1), depth - 1))
                .or_else(|| self.float_format_within(child(2), depth - 1)),
            Op::Xor if depth > 0 => {
                let format = self.float_format_within(child(0), depth - 1)?;
                (self.pool.as_const(child(1)) == Some(fp_neg(format, 0))).then_some(format)
            }
            Op::Zext if depth > 0 => {
                let (_, format) = self.magnitude(child(0))?;
                (format.width() == self.pool.width(t)).then_some(format)
            }
            _ => None,
        }
    }

    /// The bits below the sign of a float.
    pub(super) fn magnitude(&self, t: TermId) -> Option<(TermId, Format)> {
        if self.pool.op(t) == Op::Zext {
            return self.magnitude(self.pool.child(t, 0));
        }
        let Op::Extract { lo: 0 } = self.pool.op(t) else { return None };
        let source = self.pool.child(t, 0);
        let format = self.float_format_within(source, 0).filter(|&format| format != Format::X87)?;
        (self.pool.width(t) == format.width() - 1).then_some((source, format))
    }

    /// A term as a float.
    pub(super) fn float(&mut self, t: TermId, format: Format) -> Result<Text, Error> {
        if !matches!(format, Format::F32 | Format::F64 | Format::X87) {
            return Err(Error::Operator(format!("{format:?}")));
        }
        self.nested(|printer| printer.float_here(t, format))
    }

    fn float_here(&mut self, t: TermId, format: Format) -> Result<Text, Error> {
        let pool = self.pool;
        let child = |i: usize| pool.child(t, i);
        if let Some(bits) = pool.as_const(t) {
            return float_literal(format, bits);
        }
        if self.float_format(t) != Some(format) {
            return self.float_from_bits(t, format);
        }
        match pool.op(t) {
            Op::Var(var) => match self.inputs.get(var) {
                Some(input) => Ok(Text::input(&input.text)),
                None => Err(Error::Variable(pool.var_info(var).name.to_owned())),
            },
            Op::FpAdd(_) => self.float_binary(t, format, Level::Sum, "+"),
            Op::FpSub(_) => self.float_binary(t, format, Level::Sum, "-"),
            Op::FpMul(_) => self.float_binary(t, format, Level::Product, "*"),
            Op::FpDiv(_) => self.float_binary(t, format, Level::Product, "/"),
            Op::FpRem(_) => self.float_call(t, format, "fmod"),
            Op::FpFma(_) => self.float_call(t, format, "fma"),
            Op::FpSqrt(_) => self.float_call(t, format, "sqrt"),
            Op::FpRoundToIntegral(_, rounding) => {
                let function = match rounding {
                    Rounding::NearestEven => "rint",
                    Rounding::NearestAway => "round",
                    Rounding::Zero => "trunc",
                    Rounding::Up => "ceil",
                    Rounding::Down => "floor",
                };
                self.float_call(t, format, function)
            }
            Op::FpConvert { from, .. } => {
                let operand = self.float(child(0), from)?;
                Ok(Text::unary(cast(format), operand))
            }
            Op::FpFromUint(_) => Ok(Text::unary(cast(format), self.unsigned(child(0))?.text)),
            Op::FpFromSint(_) => Ok(Text::unary(cast(format), self.signed(child(0))?.text)),
            Op::Ite => {
                let condition = self.truth(child(0), false)?;
                Ok(Text::choice(condition, self.float(child(1), format)?, self.float(child(2), format)?))
            }
            Op::Xor => Ok(Text::unary("-", self.float(child(0), format)?)),
            Op::Zext => {
                let Some((source, _)) = self.magnitude(child(0)) else { return self.float_from_bits(t, format) };
                Ok(Text::call(&suffixed("fabs", format), &[self.float(source, format)?]))
            }
            op => Err(Error::Operator(format!("{op:?}"))),
        }
    }

    fn float_binary(&mut self, t: TermId, format: Format, level: Level, operator: &'static str) -> Result<Text, Error> {
        let (a, b) = (self.float(self.pool.child(t, 0), format)?, self.float(self.pool.child(t, 1), format)?);
        Ok(Text::binary(level, operator, a, b))
    }

    fn float_call(&mut self, t: TermId, format: Format, function: &str) -> Result<Text, Error> {
        let mut arguments = Vec::new();
        for &child in self.pool.children(t) {
            arguments.push(self.float(child, format)?);
        }
        Ok(Text::call(&suffixed(function, format), &arguments))
    }

    /// A comparison; the negation of an order is not an order, because of NaNs.
    pub(super) fn float_comparison(&mut self, t: TermId, negated: bool) -> Result<Text, Error> {
        let (a, b) = (self.pool.child(t, 0), self.pool.child(t, 1));
        let (format, operator, swapped) = match self.pool.op(t) {
            Op::FpEq(format) if a == b => {
                return Ok(not(Text::call("isnan", &[self.float(a, format)?]), !negated));
            }
            Op::FpEq(format) => (format, if negated { "!=" } else { "==" }, if negated { "!=" } else { "==" }),
            Op::FpLt(format) => (format, order(false, true), order(true, true)),
            Op::FpLe(format) => (format, order(false, false), order(true, false)),
            op => return Err(Error::Operator(format!("{op:?}"))),
        };
        let is_equality = operator == "==" || operator == "!=";
        let swap = self.pool.as_const(a).is_some() || self.pool.as_const(b).is_none() && !self.in_order(a, b);
        let (x, y) = if swap { (b, a) } else { (a, b) };
        let (x, y) = (self.float(x, format)?, self.float(y, format)?);
        let operator = if swap { swapped } else { operator };
        let level = if is_equality { Level::Equality } else { Level::Order };
        Ok(not(Text::binary(level, operator, x, y), negated && !is_equality))
    }

    /// A float as an integer, toward zero: 0 where that does not fit.
    pub(super) fn float_to_int(&mut self, t: TermId, format: Format) -> Result<Int, Error> {
        let width = self.pool.width(t);
        let is_signed = matches!(self.pool.op(t), Op::FpToSint(_));
        let name = match (width, is_signed) {
            (8, true) => "(signed char)",
            (8, false) => "(unsigned char)",
            (16, true) => "(short)",
            (16, false) => "(unsigned short)",
            (32, true) => "(int)",
            (32, false) => "(unsigned)",
            (64, true) => "(long)",
            (64, false) => "(unsigned long)",
            _ => return Err(Error::Operator(format!("a float as {width} bits"))),
        };
        let Some((low, is_strict, high)) = conversion_bounds(format, width, is_signed) else {
            return Err(Error::Operator(format!("{format:?}")));
        };
        let a = self.float(self.pool.child(t, 0), format)?;
        let mut text = Text::unary(name, a.clone());
        if !self.is_safe(t) {
            let above = Text::binary(Level::Order, order(true, is_strict), a.clone(), float_literal(format, low)?);
            let below = Text::binary(Level::Order, "<", a, float_literal(format, high)?);
            text = Text::choice(Text::binary(Level::And, "&&", above, below), text, Text::atom("0"));
        }
        let view = if is_signed { View::Signed } else { View::Unsigned };
        Ok(Int { text, bits: computed_in(width), is_signed: is_signed || width < 32, view })
    }
}

fn cast(format: Format) -> &'static str {
    match format {
        Format::F32 => "(float)",
        Format::X87 => "(long double)",
        _ => "(double)",
    }
}

/// The name of a function of `math.h` for a format.
pub(super) fn suffixed(function: &str, format: Format) -> String {
    let suffix = match format {
        Format::F32 => "f",
        Format::X87 => "l",
        _ => "",
    };
    format!("{function}{suffix}")
}

/// The floats that an integer type holds when truncated: above `low` (or from it, if not strict), below `high`.
pub(super) fn conversion_bounds(format: Format, width: u32, is_signed: bool) -> Option<(u128, bool, u128)> {
    if !matches!(format, Format::F32 | Format::F64 | Format::X87) || width > 64 {
        return None;
    }
    if !is_signed {
        return Some((fp_from_sint(format, 128, u128::MAX), true, fp_from_uint(format, 1 << width)));
    }
    let limit = 1u128 << (width - 1);
    let is_strict = width - 1 <= format.fraction_bits();
    let low = limit.wrapping_neg().wrapping_sub(u128::from(is_strict));
    Some((fp_from_sint(format, 128, low), is_strict, fp_from_uint(format, limit)))
}

/// A constant: the shortest decimal that is read back as the same bits; hexadecimal for `long double`.
pub(crate) fn float_literal(format: Format, bits: u128) -> Result<Text, Error> {
    if fp_is_nan(format, bits) {
        return Ok(Text::atom("NAN"));
    }
    let negative = bits >> (format.width() - 1) == 1;
    let bits = bits & mask(format.width() - 1);
    let text = match format {
        _ if fp_is_inf(format, bits) => "INFINITY".to_owned(),
        Format::F32 => format!("{:?}f", f32::from_bits(bits as u32)),
        Format::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        Format::X87 => {
            let (exponent, significand) = ((bits >> 64) as i64, bits as u64);
            let zeros = significand.trailing_zeros().min(63);
            let exponent = exponent.max(1) - 16383 - 63 + i64::from(zeros);
            match significand {
                0 => "0.0L".to_owned(),
                _ if (0..32).contains(&exponent) && significand >> zeros < 1 << 20 => {
                    format!("{}.0L", u128::from(significand >> zeros) << exponent)
                }
                _ => format!("{:#x}p{exponent}L", significand >> zeros),
            }
        }
        _ => return Err(Error::Operator(format!("{format:?}"))),
    };
    Ok(if negative { Text::new(Level::Unary, format!("-{text}")) } else { Text::atom(text) })
}
