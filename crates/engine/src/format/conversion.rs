//! Conversion specifications of a format string.

/// Size prefix of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// None.
    Default,
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// `l`, `ll`, `z`, `j`, `t`: 64 bits.
    Long,
    /// `L`: long double.
    LongDouble,
}

/// One conversion specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// `-`.
    pub left: bool,
    /// `+`.
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`.
    pub alternate: bool,
    /// `0`.
    pub zero: bool,
    /// Minimum width.
    pub width: usize,
    /// Precision.
    pub precision: Option<usize>,
    /// Size prefix.
    pub length: Length,
    /// The letter.
    pub letter: u8,
}

pub(super) fn plus_sign(conversion: &Conversion, negative: bool) -> String {
    let sign = match (negative, conversion.plus, conversion.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    };
    sign.to_string()
}
