//! Integer constants as C writes them: the type of a decimal literal is the first of `int`, `long` that holds it.

use super::int::{Int, View, positive};
use crate::text::{Level, Text};
use incise_term::concrete::{mask, signed};

/// How far from a limit of a type its name is still used.
const NEAR: u128 = 3;

/// A constant of `width` bits, read as a signed or an unsigned number: its value is exact.
pub(crate) fn integer(width: u32, value: u128, is_signed: bool) -> Int {
    let top = width > 0 && value >> (width - 1) & 1 == 1;
    let view = match (top, is_signed) {
        (false, _) => View::Both,
        (true, true) => View::Signed,
        (true, false) => View::Unsigned,
    };
    let (text, bits, is_signed) = if top && is_signed { negative(signed(width, value)) } else { positive(value) };
    Int { text, bits, is_signed, view }
}

fn negative(value: i128) -> (Text, u32, bool) {
    if value == i128::from(i32::MIN) {
        (Text::atom("INT_MIN"), 32, true)
    } else if value > i128::from(i32::MIN) {
        (Text::new(Level::Unary, value.to_string()), 32, true)
    } else if value == i128::from(i64::MIN) {
        (Text::atom("LONG_MIN"), 64, true)
    } else if value > i128::from(i64::MIN) {
        (Text::new(Level::Unary, value.to_string()), 64, true)
    } else {
        let (high, low) = (value >> 64, value as u64);
        let high = if high == i128::from(i64::MIN) {
            Text::atom("LONG_MIN")
        } else {
            Text::new(Level::Unary, high.to_string())
        };
        let high = Text::binary(Level::Shift, "<<", Text::unary("(__int128)", high), Text::atom("64"));
        (Text::binary(Level::BitOr, "|", high, Text::atom(format!("{low}u"))), 128, true)
    }
}

/// `INT_MAX`, `INT_MAX - 1`, `LONG_MIN + 1`, `UINT_MAX`, … for values next to a limit of their type.
pub(crate) fn near_limit(width: u32, value: u128, is_signed: bool) -> Option<Text> {
    let (least, most) = match (width, is_signed) {
        (32, true) => ("INT_MIN", "INT_MAX"),
        (32, false) => ("0", "UINT_MAX"),
        (64, true) => ("LONG_MIN", "LONG_MAX"),
        (64, false) => ("0", "ULONG_MAX"),
        _ => return None,
    };
    let greatest = if is_signed { mask(width - 1) } else { mask(width) };
    let next = |name: &str, operator, distance: u128| match distance {
        0 => Text::atom(name),
        _ => Text::binary(Level::Sum, operator, Text::atom(name), Text::atom(distance.to_string())),
    };
    let below = greatest.wrapping_sub(value) & mask(width);
    let above = value.wrapping_sub(greatest).wrapping_sub(1) & mask(width);
    if below <= NEAR {
        Some(next(most, "-", below))
    } else if is_signed && above <= NEAR {
        Some(next(least, "+", above))
    } else {
        None
    }
}

/// A character literal, for values that print.
pub(crate) fn character(value: u128) -> Option<Text> {
    match u8::try_from(value).ok()? {
        b'\'' => Some(Text::atom("'\\''")),
        b'\\' => Some(Text::atom("'\\\\'")),
        b'\n' => Some(Text::atom("'\\n'")),
        b'\t' => Some(Text::atom("'\\t'")),
        b'\r' => Some(Text::atom("'\\r'")),
        printable @ b' '..=b'~' => Some(Text::atom(format!("'{}'", printable as char))),
        _ => None,
    }
}
