//! IEEE-754 arithmetic on bit patterns, rounding to nearest, ties to even, unless an operation says otherwise.
//!
//! In and out: vectors of [`Format::width`] literals, laid out as in memory, the sign at the top. Subnormals, infinities
//! and the signs of zeros are exact.
//!
//! Source: IEEE 754-2019; for NaNs the Intel 64 manual, vol. 1, §4.8.3.5, table 4-7 (SSE): the result is the first
//! operand that is a NaN, quieted; an invalid operation gives the default NaN, whose sign is set and whose payload
//! is zero.
//!
//! # Deviations
//! 1. The x87 format obeys the same rule; of two NaNs, the x87 unit would choose the one with the larger significand.
//! 2. X87 patterns whose integer bit does not match the exponent are outside the contract, as they are to hardware
//!    since the 80387. They are read as if the bit matched; an exponent of zero with the bit set is read as one. Results
//!    are always canonical.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod format;
mod from_integer;
mod integral;
mod multiply;
mod nan;
mod normalize;
mod packed;
mod parts;
mod remainder;
mod round;
mod square_root;
mod to_integer;

pub use add::{add, sub};
pub use compare::{Comparison, compare, eq, le, lt};
pub use convert::convert;
pub use divide::div;
pub use fma::fma;
pub use format::Format;
pub use from_integer::{from_signed, from_unsigned};
pub use integral::{Rounding, round_to_integral};
pub use multiply::mul;
pub use remainder::rem;
pub use square_root::sqrt;
pub use to_integer::{ToInteger, to_signed, to_unsigned};
