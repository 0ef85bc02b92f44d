//! Floats on their bits. NaN results follow the numbered rules of the crate's documentation.
//!
//! `F32` and `F64` use the machine's arithmetic, which is IEEE 754 for numbers (the bits of a NaN are never
//! taken from it); the other formats use `rustc_apfloat` for sums, products and quotients. Remainders, square
//! roots, integral values and all conversions are our own integer arithmetic where they are not the machine's.

use super::software::{self, Decoded, Magnitude};
use super::{is_negative, mask, neg};
use crate::op::{Format, Rounding};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Half, Quad, X87DoubleExtended};

/// The result of an invalid operation (rule 2).
pub const fn default_nan(format: Format) -> u128 {
    software::sign_bit(format) | software::infinity(format) | 1 << (format.fraction_bits() - 1)
}

/// Positive infinity.
pub const fn infinity(format: Format) -> u128 {
    software::infinity(format)
}

/// A NaN made quiet (rule 1); an unsupported x87 encoding becomes the default NaN.
pub fn quiet(format: Format, nan: u128) -> u128 {
    if format == Format::X87 && nan >> 63 & 1 == 0 {
        return default_nan(format);
    }
    nan | 1 << (format.fraction_bits() - 1)
}

/// Is it a NaN?
pub fn fp_is_nan(format: Format, a: u128) -> bool {
    match format {
        Format::X87 => software::decode(format, a) == Decoded::Nan,
        _ => a & !software::sign_bit(format) > software::infinity(format),
    }
}

/// Is it an infinity?
pub fn fp_is_inf(format: Format, a: u128) -> bool {
    a & !software::sign_bit(format) == software::infinity(format)
}

/// Is it a zero of either sign?
pub fn fp_is_zero(format: Format, a: u128) -> bool {
    a & !software::sign_bit(format) == 0
}

/// The sign bit flipped.
pub fn fp_neg(format: Format, a: u128) -> u128 {
    a ^ software::sign_bit(format)
}

/// The sign bit cleared.
pub fn fp_abs(format: Format, a: u128) -> u128 {
    a & !software::sign_bit(format)
}

/// `magnitude` with the sign of `sign`.
pub fn fp_copysign(format: Format, magnitude: u128, sign: u128) -> u128 {
    let bit = software::sign_bit(format);
    magnitude & !bit | sign & bit
}

fn to_f32(a: u128) -> f32 {
    f32::from_bits(a as u32)
}

fn to_f64(a: u128) -> f64 {
    f64::from_bits(a as u64)
}

/// The result when an operand is a NaN.
fn propagated(format: Format, operands: &[u128]) -> Option<u128> {
    let nan = operands.iter().find(|&&a| fp_is_nan(format, a))?;
    Some(quiet(format, *nan))
}

/// The result, with the default NaN instead of whatever NaN the arithmetic chose.
fn settled(format: Format, result: u128) -> u128 {
    if fp_is_nan(format, result) { default_nan(format) } else { result }
}

macro_rules! arithmetic {
    ($(#[$doc:meta])* $name:ident($($arg:ident),+), |$($native:ident),+| $machine:expr, $soft:ident) => {
        $(#[$doc])*
        pub fn $name(format: Format, $($arg: u128),+) -> u128 {
            if let Some(nan) = propagated(format, &[$($arg),+]) {
                return nan;
            }
            fn software<F: Float>($($arg: u128),+) -> u128 {
                soft::$soft($(F::from_bits($arg)),+).to_bits()
            }
            settled(format, match format {
                Format::F32 => {
                    let ($($native,)+) = ($(to_f32($arg),)+);
                    u128::from(($machine).to_bits())
                }
                Format::F64 => {
                    let ($($native,)+) = ($(to_f64($arg),)+);
                    u128::from(($machine).to_bits())
                }
                Format::F16 => software::<Half>($($arg),+),
                Format::BF16 => software::<BFloat>($($arg),+),
                Format::X87 => software::<X87DoubleExtended>($($arg),+),
                Format::F128 => software::<Quad>($($arg),+),
            })
        }
    };
}

/// The operations of `rustc_apfloat`, by the names used here.
mod soft {
    use rustc_apfloat::Float;

    pub(super) fn add<F: Float>(a: F, b: F) -> F {
        (a + b).value
    }
    pub(super) fn sub<F: Float>(a: F, b: F) -> F {
        (a - b).value
    }
    pub(super) fn mul<F: Float>(a: F, b: F) -> F {
        (a * b).value
    }
    pub(super) fn div<F: Float>(a: F, b: F) -> F {
        (a / b).value
    }
    pub(super) fn fma<F: Float>(a: F, b: F, c: F) -> F {
        a.mul_add(b, c).value
    }
}

arithmetic!(
    /// Sum.
    fp_add(a, b), |x, y| x + y, add
);
arithmetic!(
    /// Difference.
    fp_sub(a, b), |x, y| x - y, sub
);
arithmetic!(
    /// Product.
    fp_mul(a, b), |x, y| x * y, mul
);
arithmetic!(
    /// Quotient.
    fp_div(a, b), |x, y| x / y, div
);
arithmetic!(
    /// `a * b + c` rounded once.
    fp_fma(a, b, c), |x, y, z| x.mul_add(y, z), fma
);

/// C's `fmod` (rule 7).
pub fn fp_rem(format: Format, a: u128, b: u128) -> u128 {
    if let Some(nan) = propagated(format, &[a, b]) {
        return nan;
    }
    match format {
        Format::F32 => settled(format, u128::from((to_f32(a) % to_f32(b)).to_bits())),
        Format::F64 => settled(format, u128::from((to_f64(a) % to_f64(b)).to_bits())),
        _ => fp_rem_software(format, a, b),
    }
}

/// C's `fmod` by integer arithmetic: what [`fp_rem`] uses where the machine has none, for any format.
pub fn fp_rem_software(format: Format, a: u128, b: u128) -> u128 {
    match (software::decode(format, a), software::decode(format, b)) {
        (Decoded::Nan, _) => quiet(format, a),
        (_, Decoded::Nan) => quiet(format, b),
        (Decoded::Infinite { .. }, _) => default_nan(format),
        (_, Decoded::Finite { significand: 0, .. }) => default_nan(format),
        (Decoded::Finite { negative, exponent, significand }, Decoded::Infinite { .. }) => {
            software::encode(format, negative, exponent, significand, false)
        }
        (
            Decoded::Finite { negative, exponent, significand },
            Decoded::Finite { exponent: b_exponent, significand: b_significand, .. },
        ) => {
            let divisor = Magnitude { exponent: b_exponent, significand: b_significand };
            software::remainder(format, negative, Magnitude { exponent, significand }, divisor)
        }
    }
}

/// Square root.
pub fn fp_sqrt(format: Format, a: u128) -> u128 {
    if fp_is_nan(format, a) {
        return quiet(format, a);
    }
    match format {
        Format::F32 => settled(format, u128::from(to_f32(a).sqrt().to_bits())),
        Format::F64 => settled(format, u128::from(to_f64(a).sqrt().to_bits())),
        _ => fp_sqrt_software(format, a),
    }
}

/// Square root by integer arithmetic: what [`fp_sqrt`] uses where the machine has none, for any format.
pub fn fp_sqrt_software(format: Format, a: u128) -> u128 {
    match software::decode(format, a) {
        Decoded::Nan => quiet(format, a),
        Decoded::Infinite { negative: false } => a,
        Decoded::Infinite { negative: true } => default_nan(format),
        Decoded::Finite { negative: true, significand, .. } if significand != 0 => default_nan(format),
        Decoded::Finite { negative, exponent, significand } => {
            software::square_root(format, negative, exponent, significand)
        }
    }
}

/// The nearest integral value in a direction, in the same format.
pub fn fp_round_to_integral(format: Format, rounding: Rounding, a: u128) -> u128 {
    if fp_is_nan(format, a) { quiet(format, a) } else { software::integral(format, rounding, a) }
}

/// Equality: false for NaNs, true for zeros of different sign.
pub fn fp_eq(format: Format, a: u128, b: u128) -> bool {
    order(format, a).is_some_and(|a| order(format, b) == Some(a))
}

/// Less than.
pub fn fp_lt(format: Format, a: u128, b: u128) -> bool {
    matches!((order(format, a), order(format, b)), (Some(a), Some(b)) if a < b)
}

/// Less than or equal.
pub fn fp_le(format: Format, a: u128, b: u128) -> bool {
    matches!((order(format, a), order(format, b)), (Some(a), Some(b)) if a <= b)
}

/// A number that orders as the float does; `None` for a NaN.
fn order(format: Format, a: u128) -> Option<i128> {
    if fp_is_nan(format, a) {
        return None;
    }
    let magnitude = a & !software::sign_bit(format);
    let magnitude = if format == Format::X87 { canonical_x87(magnitude) } else { magnitude };
    Some(if is_negative(format.width(), a) { -(magnitude as i128) } else { magnitude as i128 })
}

/// A pseudo-denormal's exponent is 1, not 0.
fn canonical_x87(magnitude: u128) -> u128 {
    if magnitude >> 63 == 1 { magnitude | 1 << 64 } else { magnitude }
}

/// C's `fmin` (rule 9).
pub fn fp_min(format: Format, a: u128, b: u128) -> u128 {
    match (fp_is_nan(format, a), fp_is_nan(format, b)) {
        (true, true) => quiet(format, a),
        (true, false) => b,
        (false, true) => a,
        (false, false) if fp_le(format, a, b) => a,
        (false, false) => b,
    }
}

/// C's `fmax` (rule 9).
pub fn fp_max(format: Format, a: u128, b: u128) -> u128 {
    match (fp_is_nan(format, a), fp_is_nan(format, b)) {
        (true, true) => quiet(format, a),
        (true, false) => b,
        (false, true) => a,
        (false, false) if fp_le(format, b, a) => a,
        (false, false) => b,
    }
}

/// Conversion between formats, rounding to nearest even.
pub fn fp_convert(from: Format, to: Format, a: u128) -> u128 {
    match software::decode(from, a) {
        Decoded::Nan => convert_nan(from, to, a),
        Decoded::Infinite { negative } => fp_copysign(to, infinity(to), sign_of(to, negative)),
        Decoded::Finite { negative, exponent, significand } => {
            software::encode(to, negative, exponent, significand, false)
        }
    }
}

fn sign_of(format: Format, negative: bool) -> u128 {
    if negative { software::sign_bit(format) } else { 0 }
}

fn convert_nan(from: Format, to: Format, a: u128) -> u128 {
    let a = quiet(from, a);
    let fraction = a & mask(from.fraction_bits());
    let (have, want) = (from.fraction_bits(), to.fraction_bits());
    let aligned = if want >= have { fraction << (want - have) } else { fraction >> (have - want) };
    sign_of(to, is_negative(from.width(), a)) | infinity(to) | aligned
}

/// An unsigned integer as a float.
pub fn fp_from_uint(format: Format, a: u128) -> u128 {
    software::encode(format, false, 0, a, false)
}

/// A signed integer of `width` bits as a float.
pub fn fp_from_sint(format: Format, width: u32, a: u128) -> u128 {
    let negative = is_negative(width, a);
    let magnitude = if negative { neg(width, a) } else { a };
    software::encode(format, negative, 0, magnitude, false)
}

/// A float as an unsigned integer of `width` bits, toward zero; 0 when it does not fit (rule 8).
pub fn fp_to_uint(format: Format, a: u128, width: u32) -> u128 {
    let Decoded::Finite { negative, exponent, significand } = software::decode(format, a) else {
        return 0;
    };
    match software::truncate(exponent, significand) {
        Some(magnitude) if magnitude <= mask(width) && !negative => magnitude,
        _ => 0,
    }
}

/// A float as a signed integer of `width` bits, toward zero; 0 when it does not fit (rule 8).
pub fn fp_to_sint(format: Format, a: u128, width: u32) -> u128 {
    let Decoded::Finite { negative, exponent, significand } = software::decode(format, a) else {
        return 0;
    };
    let limit = if negative { 1 << (width - 1) } else { mask(width - 1) };
    match software::truncate(exponent, significand) {
        Some(magnitude) if magnitude <= limit => {
            if negative {
                neg(width, magnitude)
            } else {
                magnitude
            }
        }
        _ => 0,
    }
}
