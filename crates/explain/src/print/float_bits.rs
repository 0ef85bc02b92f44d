//! Where floats meet their bits: tests of the sign, of NaNs and infinities, equality of bits, and, when nothing
//! better is known, a union.

use super::Printer;
use super::float::{float_literal, suffixed};
use super::int::{Int, View};
use super::truth::not;
use crate::error::Error;
use crate::text::{Level, Text};
use incise_term::concrete::{fp_abs, fp_is_inf, fp_is_nan, fp_is_zero, infinity};
use incise_term::{Format, Op, TermId};

/// The union in which a float and an unsigned number of its size share their bits.
fn names(format: Format) -> Result<(&'static str, &'static str), Error> {
    match format {
        Format::F32 => Ok(("float", "unsigned")),
        Format::F64 => Ok(("double", "unsigned long")),
        _ => Err(Error::Operator(format!("the bits of a {format:?}"))),
    }
}

/// How deep a float is searched for what decides the bits of a NaN.
const MAX_DEPTH: usize = 16;

impl Printer<'_> {
    /// Are the bits of a float those of an input or a constant if it is a NaN, or a single conversion of them? The
    /// NaN of an operation with two operands may come from either: compilers swap them.
    fn has_known_nan(&self, t: TermId, depth: usize) -> bool {
        let known = |i: usize| depth > 0 && self.has_known_nan(self.pool.child(t, i), depth - 1);
        match self.pool.op(t) {
            Op::Var(_) | Op::Const | Op::FpFromUint(_) | Op::FpFromSint(_) => true,
            Op::FpConvert { .. } | Op::Xor | Op::Zext | Op::Extract { .. } => known(0),
            Op::Ite => known(1) && known(2),
            _ => false,
        }
    }

    /// The bits of a float.
    pub(super) fn float_bits(&mut self, t: TermId, format: Format) -> Result<Int, Error> {
        let (float, number) = names(format)?;
        let value = self.float(t, format)?;
        self.observes_nan |= !self.has_known_nan(t, MAX_DEPTH);
        let text = format!("((union {{ {float} f; {number} u; }}){{ .f = {} }}).u", value.as_str());
        Ok(Int { text: Text::around(text, value), bits: format.width(), is_signed: false, view: View::Unsigned })
    }

    /// The float that has the bits of an integer.
    pub(super) fn float_from_bits(&mut self, t: TermId, format: Format) -> Result<Text, Error> {
        let (float, number) = names(format)?;
        let value = self.int(t)?.text;
        let text = format!("((union {{ {number} u; {float} f; }}){{ .u = {} }}).f", value.as_str());
        Ok(Text::around(text, value))
    }

    /// `isnan`, `isfinite` and `signbit`, as the pool writes them.
    pub(super) fn float_test(&mut self, t: TermId, negated: bool) -> Result<Option<Text>, Error> {
        let pool = self.pool;
        match pool.op(t) {
            Op::Ult => {
                let (a, b) = (pool.child(t, 0), pool.child(t, 1));
                let found = match (pool.as_const(a), pool.as_const(b)) {
                    (Some(low), _) => self.magnitude(b).map(|(source, format)| (source, format, low, true)),
                    (_, Some(high)) => self.magnitude(a).map(|(source, format)| (source, format, high - 1, false)),
                    _ => None,
                };
                let Some((source, format, below, is_above)) = found else { return Ok(None) };
                // Above infinity are the NaNs; from infinity on what is not finite.
                let (function, holds) = match below {
                    _ if below == infinity(format) => ("isnan", is_above),
                    _ if below == infinity(format) - 1 => ("isfinite", !is_above),
                    _ => return Ok(None),
                };
                Ok(Some(not(Text::call(function, &[self.float(source, format)?]), holds == negated)))
            }
            Op::Extract { lo } => {
                let source = pool.child(t, 0);
                match self.float_format(source) {
                    Some(format) if lo + 1 == format.width() => {
                        self.observes_nan |= !self.has_known_nan(source, MAX_DEPTH);
                        Ok(Some(not(Text::call("signbit", &[self.float(source, format)?]), negated)))
                    }
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Equality of the bits of a float with a constant, where a comparison of floats says the same.
    pub(super) fn float_equality(&mut self, a: TermId, b: TermId, equal: bool) -> Result<Option<Text>, Error> {
        let Some(bits) = self.pool.as_const(b) else { return Ok(None) };
        let operator = if equal { "==" } else { "!=" };
        if let Some((source, format)) = self.magnitude(a) {
            if fp_is_nan(format, bits) {
                return Ok(None);
            }
            let value = self.float(source, format)?;
            if fp_is_inf(format, bits) {
                return Ok(Some(not(Text::call("isinf", &[value]), !equal)));
            }
            let value = if bits == 0 { value } else { Text::call(&suffixed("fabs", format), &[value]) };
            return Ok(Some(Text::binary(Level::Equality, operator, value, float_literal(format, bits)?)));
        }
        let Some(format) = self.float_format(a).filter(|&format| format != Format::X87) else { return Ok(None) };
        if fp_is_nan(format, bits) {
            return Ok(None);
        }
        let value = self.float(a, format)?;
        let same = Text::binary(Level::Equality, operator, value.clone(), float_literal(format, fp_abs(format, 0))?);
        if fp_is_zero(format, bits) {
            // Both zeros are equal: the sign tells them apart.
            let sign = not(Text::call("signbit", &[value]), (bits == 0) == equal);
            let (level, connective) = if equal { (Level::And, "&&") } else { (Level::Or, "||") };
            return Ok(Some(Text::binary(level, connective, same, sign)));
        }
        Ok(Some(Text::binary(Level::Equality, operator, value, float_literal(format, bits)?)))
    }
}
