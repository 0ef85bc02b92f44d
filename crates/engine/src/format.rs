//! The conversions of `printf`, exactly as C defines them, on concrete values.

mod conversion;
mod decimal;
mod float;

use conversion::plus_sign;
pub use conversion::{Conversion, Length};

/// A width or precision: a number, or taken from the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Not given.
    None,
    /// Given.
    Fixed(usize),
    /// `*`.
    Argument,
}

/// A piece of a format string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Text.
    Text(Vec<u8>),
    /// A conversion, with width and precision that may come from arguments.
    Convert(Conversion, Amount, Amount),
    /// Something that C does not define.
    Bad(String),
}

/// Splits a format string.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            text.push(format[at]);
            at += 1;
            continue;
        }
        if format.get(at + 1) == Some(&b'%') {
            text.push(b'%');
            at += 2;
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let start = at;
        at += 1;
        let mut conversion = Conversion {
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
            length: Length::Default,
            letter: 0,
        };
        while let Some(flag) = format.get(at) {
            match flag {
                b'-' => conversion.left = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternate = true,
                b'0' => conversion.zero = true,
                _ => break,
            }
            at += 1;
        }
        let width = amount(format, &mut at);
        let precision = if format.get(at) == Some(&b'.') {
            at += 1;
            match amount(format, &mut at) {
                Amount::None => Amount::Fixed(0),
                given => given,
            }
        } else {
            Amount::None
        };
        let rest = &format[at..];
        let (length, skip) = match rest {
            [b'h', b'h', ..] => (Length::Char, 2),
            [b'h', ..] => (Length::Short, 1),
            [b'l', b'l', ..] => (Length::Long, 2),
            [b'l' | b'z' | b'j' | b't' | b'q', ..] => (Length::Long, 1),
            [b'L', ..] => (Length::LongDouble, 1),
            _ => (Length::Default, 0),
        };
        conversion.length = length;
        at += skip;
        match format.get(at) {
            Some(letter) if b"diouxXcsfFeEgGaApn".contains(letter) => {
                conversion.letter = *letter;
                at += 1;
                pieces.push(Piece::Convert(conversion, width, precision));
            }
            _ => {
                let end = (at + 1).min(format.len());
                pieces.push(Piece::Bad(String::from_utf8_lossy(&format[start..end]).into_owned()));
                at = end;
            }
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

fn amount(format: &[u8], at: &mut usize) -> Amount {
    if format.get(*at) == Some(&b'*') {
        *at += 1;
        return Amount::Argument;
    }
    let mut number: Option<usize> = None;
    while let Some(digit) = format.get(*at).filter(|byte| byte.is_ascii_digit()) {
        number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        *at += 1;
    }
    number.map_or(Amount::None, Amount::Fixed)
}

/// The text of one converted value; `width` is the argument's width in bits.
pub fn format_value(conversion: &Conversion, value: u128, width: u32) -> Vec<u8> {
    let (sign, body, numeric) = match conversion.letter {
        b'd' | b'i' => signed(conversion, value as u64),
        b'u' | b'x' | b'X' | b'o' => unsigned(conversion, value as u64),
        b'c' => (String::new(), String::new(), false),
        b'p' => match value {
            0 => (String::new(), String::from("(nil)"), false),
            _ => (String::from("0x"), format!("{value:x}"), false),
        },
        _ => float::text(conversion, value, width),
    };
    if conversion.letter == b'c' {
        return pad(conversion, b"", &[value as u8], false);
    }
    pad(conversion, sign.as_bytes(), body.as_bytes(), numeric)
}

/// The text of a string conversion.
pub fn format_string(conversion: &Conversion, bytes: &[u8]) -> Vec<u8> {
    pad(conversion, b"", bytes, false)
}

fn pad(conversion: &Conversion, sign: &[u8], body: &[u8], zeros: bool) -> Vec<u8> {
    let missing = conversion.width.saturating_sub(sign.len() + body.len());
    let mut out = Vec::with_capacity(sign.len() + body.len() + missing);
    if conversion.left {
        out.extend_from_slice(sign);
        out.extend_from_slice(body);
        out.resize(out.len() + missing, b' ');
    } else if zeros && conversion.zero {
        out.extend_from_slice(sign);
        out.resize(out.len() + missing, b'0');
        out.extend_from_slice(body);
    } else {
        out.resize(missing, b' ');
        out.extend_from_slice(sign);
        out.extend_from_slice(body);
    }
    out
}

/// Cuts an argument to the size that the prefix asks for.
fn cut(conversion: &Conversion, value: u64) -> (u64, u32) {
    let width = match conversion.length {
        Length::Char => 8,
        Length::Short => 16,
        Length::Long | Length::LongDouble => 64,
        Length::Default => 32,
    };
    (value & crate::value::mask(width), width)
}

fn digits(conversion: &Conversion, text: String, is_zero: bool) -> (String, bool) {
    match conversion.precision {
        Some(0) if is_zero => (String::new(), false),
        Some(precision) => (format!("{text:0>precision$}"), false),
        None => (text, true),
    }
}

fn signed(conversion: &Conversion, value: u64) -> (String, String, bool) {
    let (value, width) = cut(conversion, value);
    let value = crate::value::sign_extend(value, width);
    let (body, numeric) = digits(conversion, value.unsigned_abs().to_string(), value == 0);
    (plus_sign(conversion, value < 0), body, numeric)
}

fn unsigned(conversion: &Conversion, value: u64) -> (String, String, bool) {
    let (value, _) = cut(conversion, value);
    let text = match conversion.letter {
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        b'o' => format!("{value:o}"),
        _ => value.to_string(),
    };
    let (mut body, numeric) = digits(conversion, text, value == 0);
    let mut prefix = String::new();
    if conversion.alternate {
        match conversion.letter {
            b'x' if value != 0 => prefix.push_str("0x"),
            b'X' if value != 0 => prefix.push_str("0X"),
            b'o' if !body.starts_with('0') => body.insert(0, '0'),
            _ => {}
        }
    }
    (prefix, body, numeric)
}
