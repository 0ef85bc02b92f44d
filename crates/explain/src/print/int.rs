//! What the text of an integer term is in C: its type after promotion, and how its value relates to the term's bits.

use crate::text::{Level, Text};
use incise_term::concrete::mask;

/// The value of an expression, as a mathematical number, against the bits of the term of width `w` it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// The bits as an unsigned number.
    Unsigned,
    /// The bits as a signed number; the C type is signed.
    Signed,
    /// Either: the top bit is zero for every input.
    Both,
    /// The low `w` bits agree, nothing is known above them.
    Low,
}

/// An expression of an integer type. Its type has at least the width of the term, or its value is exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Int {
    pub(crate) text: Text,
    /// 32, 64 or 128: `int`, `long` or `__int128`.
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    pub(crate) view: View,
}

/// The width of the type that a term of `width` bits is computed in.
pub(crate) fn computed_in(width: u32) -> u32 {
    match width {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

fn type_name(width: u32, is_signed: bool) -> Option<&'static str> {
    Some(match (width, is_signed) {
        (8, true) => "(signed char)",
        (8, false) => "(unsigned char)",
        (16, true) => "(short)",
        (16, false) => "(unsigned short)",
        (32, true) => "(int)",
        (32, false) => "(unsigned)",
        (64, true) => "(long)",
        (64, false) => "(unsigned long)",
        (128, true) => "(__int128)",
        (128, false) => "(unsigned __int128)",
        _ => return None,
    })
}

impl Int {
    pub(crate) fn is_unsigned_value(&self) -> bool {
        matches!(self.view, View::Unsigned | View::Both)
    }

    pub(crate) fn is_signed_value(&self) -> bool {
        matches!(self.view, View::Signed | View::Both)
    }

    /// A value whose type is as wide as the term holds every bit of it, however it is read.
    pub(crate) fn fills(&self, width: u32) -> bool {
        self.bits == width
    }

    /// The bits of a term of `width` bits as an unsigned number.
    pub(crate) fn unsigned(self, width: u32) -> Int {
        if self.is_unsigned_value() {
            return self;
        }
        if let Some(cast) = type_name(width, false) {
            let (bits, is_signed) = (computed_in(width), width < 32);
            return Int { text: Text::unary(cast, self.text), bits, is_signed, view: View::Unsigned };
        }
        // Widths without a type: the type may be too narrow only if the value is signed and exact.
        let wide = self.widened(computed_in(width));
        let ones = hexadecimal(mask(width));
        let (bits, is_signed) = Int::usual(&wide, &ones);
        let text = Text::binary(Level::BitAnd, "&", wide.text, ones.text);
        Int { text, bits, is_signed, view: View::Unsigned }
    }

    /// The bits of a term of `width` bits as a signed number, in a signed type unless it cannot be negative.
    pub(crate) fn signed(self, width: u32) -> Int {
        if self.is_signed_value() {
            return self;
        }
        if let Some(cast) = type_name(width, true) {
            let text = Text::unary(cast, self.text);
            return Int { text, bits: computed_in(width), is_signed: true, view: View::Signed };
        }
        let bits = computed_in(width).max(self.bits);
        let wide = self.cast(bits, true);
        let distance = || Text::atom((bits - width).to_string());
        let top = Text::binary(Level::Shift, "<<", wide.text, distance());
        Int { text: Text::binary(Level::Shift, ">>", top, distance()), bits, is_signed: true, view: View::Signed }
    }

    /// The same value in a type of at least `bits` bits.
    pub(crate) fn widened(self, bits: u32) -> Int {
        if self.bits >= bits {
            return self;
        }
        // A wider signed type holds every value of a narrower one.
        Int {
            bits,
            is_signed: true,
            text: Text::unary(type_name(bits, true).unwrap_or("(__int128)"), self.text),
            ..self
        }
    }

    /// In a type of exactly these bits, at least as wide as it was.
    fn cast(self, bits: u32, is_signed: bool) -> Int {
        if self.bits == bits && self.is_signed == is_signed {
            return self;
        }
        Int {
            bits,
            is_signed,
            text: Text::unary(type_name(bits, is_signed).unwrap_or("(__int128)"), self.text),
            view: View::Low,
        }
    }

    /// The type that C's usual arithmetic conversions give two operands.
    pub(crate) fn usual(a: &Int, b: &Int) -> (u32, bool) {
        let bits = a.bits.max(b.bits);
        let is_signed = match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Equal => a.is_signed && b.is_signed,
            std::cmp::Ordering::Less => b.is_signed,
            std::cmp::Ordering::Greater => a.is_signed,
        };
        (bits, is_signed)
    }

    /// Do the usual conversions keep both values, given that both are exact as signed numbers?
    pub(crate) fn keep_signed(a: &Int, b: &Int) -> bool {
        let (_, is_signed) = Int::usual(a, b);
        is_signed || a.view == View::Both && b.view == View::Both
    }
}

/// The decimal literal of a number, the width of its type, and whether that is signed.
pub(super) fn positive(value: u128) -> (Text, u32, bool) {
    if value <= i32::MAX as u128 {
        (Text::atom(value.to_string()), 32, true)
    } else if value <= i64::MAX as u128 {
        (Text::atom(value.to_string()), 64, true)
    } else if value <= u128::from(u64::MAX) {
        (Text::atom(format!("{value}u")), 64, false)
    } else {
        let (high, low) = ((value >> 64) as u64, value as u64);
        let high = Text::unary("(unsigned __int128)", Text::atom(format!("{high}u")));
        let high = Text::binary(Level::Shift, "<<", high, Text::atom("64"));
        (Text::binary(Level::BitOr, "|", high, Text::atom(format!("{low}u"))), 128, false)
    }
}

/// A number that is read as bits. The type of a hexadecimal literal is the first of `int`, `unsigned`, `long`,
/// `unsigned long` that holds it.
pub(super) fn hexadecimal(value: u128) -> Int {
    let (bits, is_signed) = match 128 - value.leading_zeros() {
        0..=31 => (32, true),
        32 => (32, false),
        33..=63 => (64, true),
        64 => (64, false),
        _ => (128, false),
    };
    let text = match value {
        0..=9 => Text::atom(value.to_string()),
        _ if bits <= 64 => Text::atom(format!("{value:#x}")),
        _ => positive(value).0,
    };
    Int { text, bits, is_signed, view: View::Unsigned }
}
