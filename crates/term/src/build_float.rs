//! Builders of floating-point terms. What only touches bits is lowered to bit-vector operators at once.

use crate::concrete;
use crate::ids::TermId;
use crate::op::{Format, Op, Rounding};
use crate::pool::Pool;

macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
            self.check_format(format, a);
            self.check_format(format, b);
            self.make(Op::$op(format), format.width(), &[a, b])
        }
    )*};
}

macro_rules! comparison {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
            self.check_format(format, a);
            self.check_format(format, b);
            self.make(Op::$op(format), 1, &[a, b])
        }
    )*};
}

impl Pool {
    fn check_format(&self, format: Format, a: TermId) {
        assert_eq!(self.width(a), format.width(), "an operand of another width than {format:?}");
    }

    arithmetic! {
        /// Sum.
        fp_add = FpAdd;
        /// Difference.
        fp_sub = FpSub;
        /// Product.
        fp_mul = FpMul;
        /// Quotient.
        fp_div = FpDiv;
        /// C's `fmod`.
        fp_rem = FpRem;
    }

    comparison! {
        /// Equality: false for NaNs, true for zeros of different sign.
        fp_eq = FpEq;
        /// Less than.
        fp_lt = FpLt;
        /// Less than or equal.
        fp_le = FpLe;
    }

    /// `a * b + c` rounded once.
    pub fn fp_fma(&mut self, format: Format, a: TermId, b: TermId, c: TermId) -> TermId {
        self.check_format(format, a);
        self.check_format(format, b);
        self.check_format(format, c);
        self.make(Op::FpFma(format), format.width(), &[a, b, c])
    }

    /// Square root.
    pub fn fp_sqrt(&mut self, format: Format, a: TermId) -> TermId {
        self.check_format(format, a);
        self.make(Op::FpSqrt(format), format.width(), &[a])
    }

    /// The nearest integral value in a direction, in the same format.
    pub fn fp_round_to_integral(&mut self, format: Format, rounding: Rounding, a: TermId) -> TermId {
        self.check_format(format, a);
        self.make(Op::FpRoundToIntegral(format, rounding), format.width(), &[a])
    }

    /// Conversion between formats; to the same format it is not an operation, not even on a signalling NaN.
    pub fn fp_convert(&mut self, from: Format, to: Format, a: TermId) -> TermId {
        self.check_format(from, a);
        if from == to {
            return a;
        }
        self.make(Op::FpConvert { from, to }, to.width(), &[a])
    }

    /// An unsigned integer as a float.
    pub fn fp_from_uint(&mut self, format: Format, a: TermId) -> TermId {
        self.make(Op::FpFromUint(format), format.width(), &[a])
    }

    /// A signed integer as a float.
    pub fn fp_from_sint(&mut self, format: Format, a: TermId) -> TermId {
        self.make(Op::FpFromSint(format), format.width(), &[a])
    }

    /// A float as an unsigned integer of `width` bits, toward zero; **0 when it does not fit or is a NaN**.
    pub fn fp_to_uint(&mut self, format: Format, a: TermId, width: u32) -> TermId {
        self.check_format(format, a);
        assert!((1..=128).contains(&width), "a term is 1 to 128 bits wide, not {width}");
        self.make(Op::FpToUint(format), width, &[a])
    }

    /// A float as a signed integer of `width` bits, toward zero; **0 when it does not fit or is a NaN**.
    pub fn fp_to_sint(&mut self, format: Format, a: TermId, width: u32) -> TermId {
        self.check_format(format, a);
        assert!((1..=128).contains(&width), "a term is 1 to 128 bits wide, not {width}");
        self.make(Op::FpToSint(format), width, &[a])
    }

    /// The sign bit flipped, also of a NaN.
    pub fn fp_neg(&mut self, format: Format, a: TermId) -> TermId {
        self.check_format(format, a);
        let sign = self.constant(format.width(), 1 << (format.width() - 1));
        self.xor(a, sign)
    }

    /// The sign bit cleared, also of a NaN.
    pub fn fp_abs(&mut self, format: Format, a: TermId) -> TermId {
        self.check_format(format, a);
        let rest = self.constant(format.width(), concrete::mask(format.width() - 1));
        self.and(a, rest)
    }

    /// `magnitude` with the sign bit of `sign`.
    pub fn fp_copysign(&mut self, format: Format, magnitude: TermId, sign: TermId) -> TermId {
        self.check_format(format, magnitude);
        self.check_format(format, sign);
        let top = format.width() - 1;
        let rest = self.extract(magnitude, 0, top);
        let bit = self.extract(sign, top, 1);
        self.concat(bit, rest)
    }

    /// Is it a NaN, or an unsupported x87 encoding?
    pub fn fp_is_nan(&mut self, format: Format, a: TermId) -> TermId {
        let magnitude = self.fp_abs(format, a);
        let infinity = self.constant(format.width(), concrete::infinity(format));
        let above = self.ult(infinity, magnitude);
        if !format.has_explicit_integer_bit() {
            return above;
        }
        // Unsupported: the exponent is not zero and the integer bit is.
        let exponent = self.extract(a, 64, 15);
        let zero = self.constant(15, 0);
        let has_exponent = self.ne(exponent, zero);
        let integer_bit = self.extract(a, 63, 1);
        let no_integer_bit = self.not(integer_bit);
        let unsupported = self.bool_and(has_exponent, no_integer_bit);
        self.bool_or(above, unsupported)
    }

    /// Is it an infinity?
    pub fn fp_is_inf(&mut self, format: Format, a: TermId) -> TermId {
        let magnitude = self.fp_abs(format, a);
        let infinity = self.constant(format.width(), concrete::infinity(format));
        self.eq(magnitude, infinity)
    }

    /// Is it a zero of either sign?
    pub fn fp_is_zero(&mut self, format: Format, a: TermId) -> TermId {
        self.check_format(format, a);
        let magnitude = self.extract(a, 0, format.width() - 1);
        let zero = self.constant(format.width() - 1, 0);
        self.eq(magnitude, zero)
    }

    /// A NaN made quiet; for other values meaningless.
    pub fn fp_quiet(&mut self, format: Format, nan: TermId) -> TermId {
        self.check_format(format, nan);
        let bit = self.constant(format.width(), 1 << (format.fraction_bits() - 1));
        let quieted = self.or(nan, bit);
        if !format.has_explicit_integer_bit() {
            return quieted;
        }
        let supported = self.extract(nan, 63, 1);
        let default = self.constant(format.width(), concrete::default_nan(format));
        self.ite(supported, quieted, default)
    }

    /// C's `fmin` (rule 9 of the crate's documentation).
    pub fn fp_min(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let first = self.fp_le(format, a, b);
        self.choose_number(format, first, a, b)
    }

    /// C's `fmax` (rule 9 of the crate's documentation).
    pub fn fp_max(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let first = self.fp_le(format, b, a);
        self.choose_number(format, first, a, b)
    }

    /// Of two numbers `a` if `first`, else `b`; a NaN loses against a number.
    fn choose_number(&mut self, format: Format, first: TermId, a: TermId, b: TermId) -> TermId {
        let a_is_nan = self.fp_is_nan(format, a);
        let b_is_nan = self.fp_is_nan(format, b);
        let quieted = self.fp_quiet(format, a);
        let of_numbers = self.ite(first, a, b);
        let a_number = self.ite(b_is_nan, a, of_numbers);
        let a_nan = self.ite(b_is_nan, quieted, b);
        self.ite(a_is_nan, a_nan, a_number)
    }
}
