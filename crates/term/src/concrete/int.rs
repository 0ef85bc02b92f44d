//! Integers of a width, with SMT-LIB's semantics for the partial operations.

/// All ones of a width up to 128.
#[inline]
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits read as a signed number.
#[inline]
pub const fn signed(width: u32, a: u128) -> i128 {
    let unused = 128 - width;
    (a << unused) as i128 >> unused
}

/// Is the sign bit set?
#[inline]
pub const fn is_negative(width: u32, a: u128) -> bool {
    a >> (width - 1) & 1 == 1
}

/// Sum.
#[inline]
pub const fn add(width: u32, a: u128, b: u128) -> u128 {
    a.wrapping_add(b) & mask(width)
}

/// Difference.
#[inline]
pub const fn sub(width: u32, a: u128, b: u128) -> u128 {
    a.wrapping_sub(b) & mask(width)
}

/// Product.
#[inline]
pub const fn mul(width: u32, a: u128, b: u128) -> u128 {
    a.wrapping_mul(b) & mask(width)
}

/// Two's complement.
#[inline]
pub const fn neg(width: u32, a: u128) -> u128 {
    a.wrapping_neg() & mask(width)
}

/// Complement.
#[inline]
pub const fn not(width: u32, a: u128) -> u128 {
    !a & mask(width)
}

/// Unsigned quotient; all ones when dividing by zero.
#[inline]
pub const fn udiv(width: u32, a: u128, b: u128) -> u128 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => mask(width),
    }
}

/// Unsigned remainder; the dividend when dividing by zero.
#[inline]
pub const fn urem(_width: u32, a: u128, b: u128) -> u128 {
    match a.checked_rem(b) {
        Some(rest) => rest,
        None => a,
    }
}

const fn magnitude(width: u32, a: u128) -> u128 {
    if is_negative(width, a) { neg(width, a) } else { a }
}

/// Signed quotient, truncated; dividing by zero gives -1 for a dividend of 0 or more, else 1.
pub const fn sdiv(width: u32, a: u128, b: u128) -> u128 {
    let quotient = udiv(width, magnitude(width, a), magnitude(width, b));
    if is_negative(width, a) == is_negative(width, b) { quotient } else { neg(width, quotient) }
}

/// Signed remainder with the sign of the dividend; the dividend when dividing by zero.
pub const fn srem(width: u32, a: u128, b: u128) -> u128 {
    let rest = urem(width, magnitude(width, a), magnitude(width, b));
    if is_negative(width, a) { neg(width, rest) } else { rest }
}

/// Shift left; zero from the width on.
#[inline]
pub const fn shl(width: u32, a: u128, amount: u128) -> u128 {
    if amount >= width as u128 { 0 } else { a << amount & mask(width) }
}

/// Logical shift right; zero from the width on.
#[inline]
pub const fn lshr(width: u32, a: u128, amount: u128) -> u128 {
    if amount >= width as u128 { 0 } else { a >> amount }
}

/// Arithmetic shift right; the sign everywhere from the width on.
#[inline]
pub const fn ashr(width: u32, a: u128, amount: u128) -> u128 {
    let amount = if amount >= width as u128 { width - 1 } else { amount as u32 };
    (signed(width, a) >> amount) as u128 & mask(width)
}

/// `width` bits from bit `lo` upward.
#[inline]
pub const fn extract(a: u128, lo: u32, width: u32) -> u128 {
    a >> lo & mask(width)
}

/// Extension of `width` bits to `to` bits by copies of the sign.
#[inline]
pub const fn sext(width: u32, a: u128, to: u32) -> u128 {
    signed(width, a) as u128 & mask(to)
}

/// Signed less than.
#[inline]
pub const fn slt(width: u32, a: u128, b: u128) -> bool {
    signed(width, a) < signed(width, b)
}
