//! `%f`, `%e`, `%g` and `%a` of `float`, `double` and `long double`.
//!
//! `%a` follows glibc where C leaves a choice: a `long double` has four bits before the point, a `double` one.

use super::conversion::{Conversion, plus_sign};
use super::decimal::Decimal;
use incise_term::{Format, concrete};

/// A finite magnitude: `mantissa * 2^exponent`.
struct Finite {
    mantissa: u64,
    exponent: i32,
    format: Format,
}

/// Sign, text, and whether it may be padded with zeros.
pub(super) fn text(conversion: &Conversion, value: u128, width: u32) -> (String, String, bool) {
    let format = match width {
        80 => Format::X87,
        64 => Format::F64,
        _ => Format::F32,
    };
    let upper = conversion.letter.is_ascii_uppercase();
    let cased = |text: String| if upper { text.to_uppercase() } else { text };
    let sign = plus_sign(conversion, value >> (format.width() - 1) & 1 == 1);
    if concrete::fp_is_nan(format, value) {
        return (sign, cased(String::from("nan")), false);
    }
    if concrete::fp_is_inf(format, value) {
        return (sign, cased(String::from("inf")), false);
    }
    let number = Finite::new(format, value);
    let precision = conversion.precision.unwrap_or(6);
    let decimal = || Decimal::new(number.mantissa, number.exponent);
    let body = match conversion.letter.to_ascii_lowercase() {
        b'f' => fixed(&decimal(), precision, conversion.alternate),
        b'e' => scientific(&decimal(), precision, conversion.alternate),
        b'g' => general(&decimal(), precision, conversion.alternate),
        _ => {
            let body = number.hexadecimal(conversion);
            return (format!("{sign}{}", cased(String::from("0x"))), cased(body), true);
        }
    };
    (sign, cased(body), true)
}

fn fixed(number: &Decimal, precision: usize, alternate: bool) -> String {
    let point = if alternate && precision == 0 { "." } else { "" };
    format!("{}{point}", number.fixed(precision))
}

fn scientific(number: &Decimal, precision: usize, alternate: bool) -> String {
    let (mantissa, exponent) = number.scientific(precision);
    let point = if alternate && precision == 0 { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{point}e{sign}{:02}", exponent.abs())
}

fn general(number: &Decimal, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let (_, exponent) = number.scientific(precision - 1);
    let text = if exponent < -4 || exponent >= precision as i64 {
        scientific(number, precision - 1, alternate)
    } else {
        fixed(number, (precision as i64 - 1 - exponent) as usize, alternate)
    };
    if alternate || !text.contains('.') {
        return text;
    }
    let (mantissa, tail) = match text.split_once('e') {
        Some((mantissa, tail)) => (mantissa.to_string(), format!("e{tail}")),
        None => (text, String::new()),
    };
    format!("{}{tail}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

impl Finite {
    fn new(format: Format, value: u128) -> Finite {
        let fraction_bits = format.fraction_bits();
        let fraction = value as u64 & ((1 << fraction_bits) - 1);
        let (exponent_bits, at) = match format {
            Format::X87 => (15, 64),
            _ => (format.exponent_bits(), fraction_bits),
        };
        let field = (value >> at) as u32 & ((1 << exponent_bits) - 1);
        let bias = (1 << (exponent_bits - 1)) - 1;
        let integer_bit = match format {
            Format::X87 => value as u64 >> 63,
            _ => u64::from(field != 0),
        };
        let exponent = field.max(1) as i32 - bias - fraction_bits as i32;
        Finite { mantissa: integer_bit << fraction_bits | fraction, exponent, format }
    }

    /// `%a` without its prefix.
    fn hexadecimal(&self, conversion: &Conversion) -> String {
        // A float is promoted to double; both have one digit before the point, which is 0 or 1.
        let (nibbles, mantissa, mut exponent) = match self.format {
            Format::X87 => (15, self.mantissa, i64::from(self.exponent) + 60),
            _ => {
                let up = 52 - self.format.fraction_bits();
                (13, self.mantissa << up, i64::from(self.exponent) - i64::from(up) + 52)
            }
        };
        if mantissa == 0 {
            exponent = 0;
        }
        let mut whole = u128::from(mantissa);
        let mut shown = nibbles;
        if let Some(precision) = conversion.precision {
            shown = precision;
            if precision < nibbles {
                let drop = 4 * (nibbles - precision) as u32;
                let (kept, rest, half) = (whole >> drop, whole & ((1 << drop) - 1), 1u128 << (drop - 1));
                let up = rest > half || rest == half && kept & 1 == 1;
                whole = (kept + u128::from(up)) << drop;
            }
        }
        let fraction_bits = 4 * nibbles as u32;
        let mut lead = whole >> fraction_bits;
        if lead == 16 {
            (lead, exponent) = (1, exponent + 4);
        }
        let mut digits = format!("{:0nibbles$x}", whole & ((1 << fraction_bits) - 1));
        match conversion.precision {
            None => digits.truncate(digits.trim_end_matches('0').len()),
            Some(_) => digits = format!("{digits:0<shown$}")[..shown].to_string(),
        }
        let point = if digits.is_empty() && !conversion.alternate { "" } else { "." };
        format!("{lead:x}{point}{digits}p{exponent:+}")
    }
}
