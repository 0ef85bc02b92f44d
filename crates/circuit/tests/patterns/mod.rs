//! Random operands that meet: special values, near ties, near cancellation, near overflow and underflow.

#![allow(dead_code, reason = "each test file uses a part")]

use crate::gates::Random;
use incise_circuit::Format;

/// Operands of one operation.
pub fn operands(random: &mut Random, format: Format) -> [u128; 3] {
    let a = pattern(random, format);
    let b = partner(random, format, a);
    let met = if random.below(2) == 0 { a } else { b };
    let mut c = partner(random, format, met);
    if random.below(2) == 0 {
        // Near the product, negated or not.
        let bias = (1i64 << (format.exponent_bits - 1)) - 1;
        let field = exponent(format, a) + exponent(format, b) - bias + distance(random, format);
        let (fraction_a, fraction_b) = (fraction(format, a), fraction(format, b));
        let fraction_bits = format.significand_bits - 1;
        // One of the operands a power of two makes the product's fraction the other's.
        let near = if fraction_a == 0 { fraction_b } else { fraction_a };
        let near = near.wrapping_add(random.below(3).into()).wrapping_sub(1) & ((1 << fraction_bits) - 1);
        c = assemble(format, random.below(2) == 1, clamp(format, field), near);
    }
    [a, b, c]
}

/// Any number or NaN, the rare ones often.
pub fn pattern(random: &mut Random, format: Format) -> u128 {
    let largest = (1i64 << format.exponent_bits) - 1;
    let bias = largest / 2;
    let field = match random.below(10) {
        0 => 0,
        1 => largest,
        2 => 1 + random.below(3) as i64,
        3 => largest - 1 - random.below(3) as i64,
        4 => bias + random.below(2 * format.significand_bits as u64 + 4) as i64 - 2,
        5 => bias + random.below(5) as i64 - 2,
        6 => bias / 2 + random.below(2 * format.significand_bits as u64) as i64 - format.significand_bits as i64,
        7 => largest - bias / 2 + random.below(5) as i64 - 2,
        _ => random.below(1 << format.exponent_bits) as i64,
    };
    let field = field.clamp(0, largest) as u128;
    let fraction = any_fraction(random, format);
    assemble(format, random.below(2) == 1, field, fraction)
}

fn any_fraction(random: &mut Random, format: Format) -> u128 {
    let fraction_bits = format.significand_bits - 1;
    let mask = (1u128 << fraction_bits) - 1;
    let any = random.wide();
    let at = random.below(fraction_bits as u64) as u32;
    mask & match random.below(9) {
        0 => 0,
        1 => mask,
        2 => 1 << at,
        3 => mask << at,
        4 => mask >> at,
        5 => any & any >> 64 & random.wide(),
        6 => any << at,
        7 => (1 << (fraction_bits - 1)) + (any & 3) - 2,
        _ => any,
    }
}

/// An operand that does something with another.
fn partner(random: &mut Random, format: Format, a: u128) -> u128 {
    let largest = (1i64 << format.exponent_bits) - 1;
    let bias = largest / 2;
    let negative = random.below(2) == 1;
    let fraction_bits = format.significand_bits - 1;
    match random.below(8) {
        // A few units in the last place away, either sign.
        0 => {
            let near = fraction(format, a).wrapping_add(random.below(5).into()).wrapping_sub(2);
            assemble(format, negative, exponent(format, a) as u128, near & ((1 << fraction_bits) - 1))
        }
        // As far away as halfway cases are.
        1 | 2 => {
            let field = clamp(format, exponent(format, a) + distance(random, format));
            let fraction = any_fraction(random, format);
            assemble(format, negative, field, fraction)
        }
        // A product at the lower or upper end.
        3 => {
            let end = if random.below(3) == 0 { largest } else { 0 };
            let field = end + bias - exponent(format, a) + random.below(6) as i64
                - random.below(fraction_bits as u64 + 6) as i64;
            let fraction = any_fraction(random, format);
            assemble(format, negative, clamp(format, field), fraction)
        }
        // A quotient at the lower or upper end.
        4 => {
            let end = if random.below(3) == 0 { largest } else { 0 };
            let field = exponent(format, a) - end + bias + random.below(fraction_bits as u64 + 6) as i64 - 6;
            let fraction = any_fraction(random, format);
            assemble(format, negative, clamp(format, field), fraction)
        }
        _ => pattern(random, format),
    }
}

fn distance(random: &mut Random, format: Format) -> i64 {
    let p = format.significand_bits as i64;
    let base = [0, 1, p - 1, p, p + 1, 2 * p][random.below(6) as usize] + random.below(5) as i64 - 2;
    if random.below(2) == 0 { base } else { -base }
}

fn clamp(format: Format, field: i64) -> u128 {
    field.clamp(0, (1 << format.exponent_bits) - 2) as u128
}

pub fn exponent(format: Format, pattern: u128) -> i64 {
    let stored = format.significand_bits - 1 + usize::from(format.explicit_integer);
    (pattern >> stored & ((1 << format.exponent_bits) - 1)) as i64
}

pub fn fraction(format: Format, pattern: u128) -> u128 {
    pattern & ((1 << (format.significand_bits - 1)) - 1)
}

pub fn assemble(format: Format, negative: bool, field: u128, fraction: u128) -> u128 {
    let fraction_bits = format.significand_bits - 1;
    let stored = fraction_bits + usize::from(format.explicit_integer);
    let integer_bit = if format.explicit_integer { u128::from(field != 0) << fraction_bits } else { 0 };
    u128::from(negative) << (format.width() - 1) | field << stored | integer_bit | fraction
}

pub fn is_nan(format: Format, pattern: u128) -> bool {
    exponent(format, pattern) == (1 << format.exponent_bits) - 1 && fraction(format, pattern) != 0
}

/// What a NaN result must be: the first NaN operand, quieted, or the default NaN.
pub fn nan_result(format: Format, operands: &[u128]) -> u128 {
    let quiet = 1 << (format.significand_bits - 2);
    match operands.iter().find(|&&operand| is_nan(format, operand)) {
        Some(operand) => operand | quiet,
        None => assemble(format, true, (1 << format.exponent_bits) - 1, quiet),
    }
}

/// The integer part by shifting the significand; `None` past 127 bits and of specials.
pub fn integer_part(format: Format, pattern: u128) -> Option<i128> {
    let (field, fraction) = (exponent(format, pattern), fraction(format, pattern));
    if field == (1 << format.exponent_bits) - 1 {
        return None;
    }
    let fraction_bits = format.significand_bits as i64 - 1;
    let significand = if field == 0 { fraction } else { fraction | 1 << fraction_bits };
    let exponent = field.max(1) - ((1 << (format.exponent_bits - 1)) - 1);
    let magnitude = match exponent - fraction_bits {
        shift if shift <= -127 => 0,
        shift if shift < 0 => significand >> -shift,
        _ if exponent >= 127 => return None,
        shift => significand << shift,
    };
    let negative = pattern >> (format.width() - 1) & 1 == 1;
    Some(if negative { -(magnitude as i128) } else { magnitude as i128 })
}
