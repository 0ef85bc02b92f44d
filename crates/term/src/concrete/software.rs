//! Floats of any format taken apart into integers: decoding, rounding, square root, integral values.
//!
//! Everything here is exact integer arithmetic followed by one rounding to nearest even. A finite
//! number is `significand * 2^exponent` with an integer significand.

use super::mask;
use crate::op::{Format, Rounding};

/// A decoded float.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decoded {
    /// A NaN, or an unsupported x87 encoding.
    Nan,
    Infinite {
        negative: bool,
    },
    /// `significand * 2^exponent`, zero included.
    Finite {
        negative: bool,
        exponent: i32,
        significand: u128,
    },
}

pub(super) const fn sign_bit(format: Format) -> u128 {
    1 << (format.width() - 1)
}

pub(super) const fn infinity(format: Format) -> u128 {
    let integer_bit = format.has_explicit_integer_bit() as u128;
    (mask(format.exponent_bits()) << 1 | integer_bit) << (format.fraction_bits())
        >> (!format.has_explicit_integer_bit()) as u32
}

pub(super) fn decode(format: Format, bits: u128) -> Decoded {
    let negative = bits & sign_bit(format) != 0;
    let field = format.significand_field_bits();
    let biased = bits >> field & mask(format.exponent_bits());
    let stored = bits & mask(field);
    let fraction = stored & mask(format.fraction_bits());
    let integer_bit = 1 << format.fraction_bits();
    let has_integer_bit = if format.has_explicit_integer_bit() { stored & integer_bit != 0 } else { biased != 0 };
    if biased != 0 && !has_integer_bit {
        return Decoded::Nan;
    }
    if biased == mask(format.exponent_bits()) {
        return if fraction == 0 { Decoded::Infinite { negative } } else { Decoded::Nan };
    }
    let significand = if has_integer_bit { fraction | integer_bit } else { fraction };
    let exponent = (biased as i32).max(1) - format.bias() - format.fraction_bits() as i32;
    Decoded::Finite { negative, exponent, significand }
}

/// The float nearest to `(significand + rest) * 2^exponent` where `0 <= rest < 1` and `inexact` says that `rest`
/// is not zero. If `inexact`, the significand has at least two bits more than the format's precision.
pub(super) fn encode(format: Format, negative: bool, exponent: i32, significand: u128, inexact: bool) -> u128 {
    let sign = if negative { sign_bit(format) } else { 0 };
    if significand == 0 {
        return sign;
    }
    let fraction_bits = format.fraction_bits() as i32;
    // The exponent of the result's last place: set by the leading bit, but not below the subnormals'.
    let leading = 127 - significand.leading_zeros() as i32;
    let lowest = 1 - format.bias() - fraction_bits;
    let mut last_place = (exponent + leading - fraction_bits).max(lowest);
    let shift = last_place - exponent;
    let mut rounded = if shift <= 0 {
        significand << -shift
    } else if shift > 128 {
        0 // less than half of the last place
    } else {
        let kept = if shift == 128 { 0 } else { significand >> shift };
        let half = 1u128 << (shift - 1);
        let lost = if shift == 128 { significand } else { significand & mask(shift as u32) };
        let up = lost > half || lost == half && (inexact || kept & 1 == 1);
        kept + u128::from(up)
    };
    if rounded >> (fraction_bits + 1) != 0 {
        rounded >>= 1;
        last_place += 1;
    }
    let is_normal = rounded >> fraction_bits != 0;
    let biased = if is_normal { last_place + fraction_bits + format.bias() } else { 0 };
    if biased >= mask(format.exponent_bits()) as i32 {
        return sign | infinity(format);
    }
    let field = format.significand_field_bits();
    sign | (biased as u128) << field | rounded & mask(field)
}

/// The square root of a finite number that is zero or positive; zero keeps its sign.
pub(super) fn square_root(format: Format, negative: bool, exponent: i32, significand: u128) -> u128 {
    if significand == 0 {
        return if negative { sign_bit(format) } else { 0 };
    }
    // Digit by digit: two bits of the radicand give one bit of the root. The radicand is the significand
    // followed by zeros, aligned so that its exponent is even.
    let odd = exponent.rem_euclid(2) as u32;
    let exponent = exponent - odd as i32;
    let n_bits = 128 - significand.leading_zeros() + odd;
    let n_pairs = n_bits.div_ceil(2);
    let n_digits = format.fraction_bits() + 4;
    let pair = |i: u32| -> u128 {
        // Pair `i` from the top of `significand << odd`, zeros below its end.
        if i >= n_pairs {
            return 0;
        }
        let low = 2 * (n_pairs - 1 - i);
        let bit = |k: u32| if k >= odd { significand >> (k - odd) & 1 } else { 0 };
        bit(low + 1) << 1 | bit(low)
    };
    let (mut root, mut rest) = (0u128, 0u128);
    for i in 0..n_digits {
        rest = rest << 2 | pair(i);
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let inexact = rest != 0 || (n_digits..n_pairs).any(|i| pair(i) != 0);
    let root_exponent = exponent / 2 + n_pairs as i32 - n_digits as i32;
    encode(format, false, root_exponent, root, inexact)
}

/// The magnitude `significand * 2^exponent`.
pub(super) struct Magnitude {
    pub(super) exponent: i32,
    pub(super) significand: u128,
}

/// C's `fmod` of two finite numbers, the second not zero: exact, with the sign of the first.
pub(super) fn remainder(format: Format, negative: bool, dividend: Magnitude, divisor: Magnitude) -> u128 {
    let Magnitude { exponent: a_exponent, significand: a_significand } = dividend;
    let Magnitude { exponent: b_exponent, significand: b_significand } = divisor;
    if a_exponent >= b_exponent {
        // Bring the dividend to the divisor's exponent bit by bit, keeping only the rest.
        let rest = (b_exponent..a_exponent).fold(a_significand % b_significand, |rest, _| {
            let doubled = rest << 1;
            if doubled >= b_significand { doubled - b_significand } else { doubled }
        });
        return encode(format, negative, b_exponent, rest, false);
    }
    let shift = (b_exponent - a_exponent) as u32;
    // A divisor that does not fit is larger than the dividend, which has at most 113 bits.
    let fits = shift <= b_significand.leading_zeros();
    let rest = if fits { a_significand % (b_significand << shift) } else { a_significand };
    encode(format, negative, a_exponent, rest, false)
}

/// A finite number rounded to an integral value, exact in the same format.
pub(super) fn integral(format: Format, rounding: Rounding, bits: u128) -> u128 {
    let Decoded::Finite { negative, exponent, significand } = decode(format, bits) else {
        return bits;
    };
    if exponent >= 0 || significand == 0 {
        return encode(format, negative, exponent, significand, false);
    }
    let (whole, lost, half) = split(exponent, significand);
    let up = match rounding {
        Rounding::NearestEven => lost > half || lost == half && whole & 1 == 1,
        Rounding::NearestAway => lost >= half,
        Rounding::Zero => false,
        Rounding::Up => lost != 0 && !negative,
        Rounding::Down => lost != 0 && negative,
    };
    encode(format, negative, 0, whole + u128::from(up), false)
}

/// Whole part, lost bits, and half of the unit in the scale of the lost bits, for a negative exponent.
fn split(exponent: i32, significand: u128) -> (u128, u128, u128) {
    let shift = exponent.unsigned_abs();
    if shift > 127 {
        // The value is below one half: the significand has at most 113 bits.
        return (0, significand, u128::MAX);
    }
    (significand >> shift, significand & mask(shift), 1 << (shift - 1))
}

/// The magnitude truncated to an integer; `None` when it needs more than 128 bits.
pub(super) fn truncate(exponent: i32, significand: u128) -> Option<u128> {
    if significand == 0 {
        return Some(0);
    }
    if exponent < 0 {
        return Some(split(exponent, significand).0);
    }
    let fits = exponent as u32 <= significand.leading_zeros();
    fits.then(|| significand << exponent)
}
