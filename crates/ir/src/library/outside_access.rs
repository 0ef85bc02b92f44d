//! Names of the functions that stand for volatile accesses and for accesses of fixed addresses.

/// What such a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutsideAccess {
    /// Whether the address is a number that the source writes.
    pub fixed: bool,
    /// Whether it reads; it writes otherwise.
    pub reads: bool,
    /// Bits.
    pub width: u32,
    /// Whether it is a `_Bool`.
    pub boolean: bool,
}

/// The access that a function stands for, by its name: `__incise_volatile_read_32`.
pub fn outside_access(name: &str) -> Option<OutsideAccess> {
    let rest = name.strip_prefix("__incise_")?;
    let (fixed, rest) = match rest.strip_prefix("fixed_") {
        Some(rest) => (true, rest),
        None => (false, rest.strip_prefix("volatile_")?),
    };
    let (reads, width) = match rest.strip_prefix("read_") {
        Some(width) => (true, width),
        None => (false, rest.strip_prefix("write_")?),
    };
    let boolean = width == "bool";
    let width = if boolean { "8" } else { width };
    let width = width.parse().ok().filter(|width| matches!(width, 8 | 16 | 32 | 64))?;
    Some(OutsideAccess { fixed, reads, width, boolean })
}
