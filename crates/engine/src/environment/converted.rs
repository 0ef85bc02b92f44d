//! Converts a number to the type of a parameter, as a call does.
//!
//! One caller passes one number to two versions of a function. It is given where both types hold it; a `_Bool` takes every number, as 0 or 1.
//! A number that only one of the types holds is a difference of the interface, which is listed where interfaces are compared.

use super::positions::declared_type;
use crate::engine::Engine;
use crate::given::Number;
use crate::source_types::{is_scalar, size_of, strip};
use crate::step::format_of;
use incise_ir::{Function, Module, SourceType, Type};
use incise_term::{Format, TermId};

/// How a parameter holds a number; `None` if it holds something else.
pub(super) fn number(module: &Module, function: &Function, index: usize) -> Option<Number> {
    let local = &function.locals[function.params.get(index)?.local];
    let ty = declared_type(module, function, index);
    // An old-style definition is passed promoted arguments.
    let size = module.types.store_size(local.ty);
    let is_promoted = ty.is_some_and(|ty| is_scalar(module, Some(ty)) && size_of(module, ty) < Some(size));
    let ty = ty.map(|ty| &module.source_types[strip(module, ty)]);
    match (module.types.get(local.ty), ty) {
        (Type::Float(kind), Some(SourceType::Float { .. })) => Some(Number::Float(format_of(*kind))),
        (Type::Int(32), _) if is_promoted => Some(Number::Promoted),
        (Type::Int(_), Some(SourceType::Int { boolean: true, .. })) => Some(Number::Bool),
        (Type::Int(_), Some(SourceType::Int { signed, .. } | SourceType::Enum { signed, .. })) => {
            Some(Number::Int { signed: *signed })
        }
        _ => None,
    }
}

impl Engine<'_, '_> {
    /// A number in another type of `width` bits, and when both types hold it (`None`: always).
    pub(crate) fn converted(
        &mut self,
        (number, from): (TermId, Number),
        (width, to): (u32, Number),
    ) -> (TermId, Option<TermId>) {
        let given = self.context.pool.width(number);
        let known = |number: Number, other: Number| match (number, other) {
            (Number::Promoted, Number::Int { signed }) => Number::Int { signed },
            (Number::Promoted, _) => Number::Int { signed: true },
            _ => number,
        };
        match (known(from, to), known(to, from)) {
            (Number::Promoted, _) | (_, Number::Promoted) => unreachable!("its sign is that of the other"),
            (Number::Bool | Number::Int { .. }, Number::Bool) => {
                let zero = self.context.pool.constant(given, 0);
                let is_zero = self.context.pool.eq(number, zero);
                let is_set = self.context.pool.not(is_zero);
                (self.context.pool.zext(is_set, width), None)
            }
            (Number::Float(format), Number::Bool) => {
                let is_zero = self.context.pool.fp_is_zero(format, number);
                let is_set = self.context.pool.not(is_zero);
                (self.context.pool.zext(is_set, width), None)
            }
            (Number::Bool, Number::Int { .. }) => (self.extended(number, width, false), None),
            (Number::Int { signed }, Number::Int { signed: own }) => {
                let value = self.extended(number, width, signed);
                if signed == own && given <= width || !signed && given < width {
                    return (value, None);
                }
                let wide = given.max(width) + 1;
                if wide > 128 {
                    // Only what neither sign bit reaches.
                    let (low, zero) = (given.min(width) - 1, self.context.pool.constant(given, 0));
                    let low = self.context.pool.constant(given, (1u128 << low) - 1);
                    let rest = self.context.pool.not(low);
                    let rest = self.context.pool.and(number, rest);
                    return (value, Some(self.context.pool.eq(rest, zero)));
                }
                let (was, is) = (self.extended(number, wide, signed), self.extended(value, wide, own));
                (value, Some(self.context.pool.eq(was, is)))
            }
            (Number::Float(from), Number::Float(to)) => {
                let value = self.context.pool.fp_convert(from, to, number);
                if precision(from) <= precision(to) && from.width() <= to.width() {
                    return (value, None);
                }
                let back = self.context.pool.fp_convert(to, from, value);
                let (same, is_nan) =
                    (self.context.pool.fp_eq(from, back, number), self.context.pool.fp_is_nan(from, number));
                (value, Some(self.context.pool.bool_or(same, is_nan)))
            }
            (Number::Bool, Number::Float(format)) => (self.context.pool.fp_from_uint(format, number), None),
            (Number::Int { signed }, Number::Float(format)) => {
                let value = match signed {
                    true => self.context.pool.fp_from_sint(format, number),
                    false => self.context.pool.fp_from_uint(format, number),
                };
                (value, self.is_exact(number, signed, format))
            }
            (Number::Float(format), Number::Int { signed }) => {
                let (value, back);
                if signed {
                    value = self.context.pool.fp_to_sint(format, number, width);
                    back = self.context.pool.fp_from_sint(format, value);
                } else {
                    value = self.context.pool.fp_to_uint(format, number, width);
                    back = self.context.pool.fp_from_uint(format, value);
                }
                let mut fits = self.context.pool.fp_eq(format, back, number);
                if let Some(exact) = self.is_exact(value, signed, format) {
                    fits = self.context.pool.bool_and(fits, exact);
                }
                (value, Some(fits))
            }
        }
    }

    /// An integer in another width: extended by its sign or by zeros, or its low bits.
    fn extended(&mut self, number: TermId, width: u32, signed: bool) -> TermId {
        match (self.context.pool.width(number) < width, signed) {
            (true, true) => self.context.pool.sext(number, width),
            (true, false) => self.context.pool.zext(number, width),
            (false, _) => self.context.pool.extract(number, 0, width),
        }
    }

    /// When an integer is small enough for every one of its size to be a float; `None` if all are.
    fn is_exact(&mut self, number: TermId, signed: bool, format: Format) -> Option<TermId> {
        let (width, held) = (self.context.pool.width(number), precision(format) + u32::from(signed));
        if width <= held {
            return None;
        }
        let low = self.context.pool.extract(number, 0, held);
        let back = self.extended(low, width, signed);
        Some(self.context.pool.eq(number, back))
    }
}

/// Bits of the significand, the leading one included.
fn precision(format: Format) -> u32 {
    match format {
        Format::F16 => 11,
        Format::BF16 => 8,
        Format::F32 => 24,
        Format::F64 => 53,
        Format::X87 => 64,
        Format::F128 => 113,
    }
}
