//! Hash-consed bit-vector and floating-point terms.
//!
//! A [`Pool`] owns terms; a [`TermId`] names one. There is one sort: bit-vectors of 1 to 128 bits.
//! A truth value is a bit-vector of width 1, a float is the bit-vector of its IEEE bits and
//! floating-point operators carry their [`Format`]. Memory is not modelled here: reads through
//! symbolic addresses become `ite` trees before they reach the pool.
//!
//! # Semantics of bit-vectors
//!
//! SMT-LIB's: `x udiv 0` is all ones, `x urem 0 = x`, `sdiv`/`srem` are defined from these on the
//! magnitudes, shifts by the width or more give zero (`ashr`: the sign everywhere).
//!
//! # Semantics of floats
//!
//! Arithmetic is IEEE 754-2019, rounding to nearest, ties to even. The bits of a NaN result are
//! fixed (x86 SSE's rule), so that a term denotes exactly one value and the circuits of a solver
//! can be compared with evaluation bit by bit:
//!
//! 1. *Propagation.* If an operand is a NaN the result is the first NaN operand, in the order in
//!    which the operands are written (`a`, `b`, `c` for `fma(a, b, c) = a * b + c`), *quieted*: the
//!    top fraction bit is set, sign and other bits stay.
//! 2. *Invalid operation* (`inf - inf`, `0 * inf`, `0 / 0`, `inf / inf`, `rem` of an infinity or by
//!    zero, square root of a negative number): the *default NaN*, sign bit **set**, top fraction bit set,
//!    every other fraction bit zero.
//! 3. *Conversion* of a NaN between formats: sign kept, quieted, the fraction aligned at its top
//!    bit: widening appends zeros, narrowing drops low bits.
//! 4. `round_to_integral` and `sqrt` of a NaN: the operand quieted.
//! 5. `neg`, `abs`, `copysign` touch only the sign bit, also of a NaN.
//! 6. `eq`, `lt`, `le` are false when an operand is a NaN; `-0 = +0`.
//! 7. `rem` is C's `fmod`: `a - n * b` with `n = a / b` truncated; exact; a zero result has the sign of `a`;
//!    `rem(finite, inf)` is the first operand.
//! 8. Float to integer truncates toward zero. **If the truncated value does not fit, or for a NaN or an
//!    infinity, the result is 0**; whoever executes a program reports undefined behaviour separately.
//! 9. `min(a, b)`: a NaN operand loses against a number; of two NaNs the first, quieted, is the result;
//!    otherwise `a` if `a <= b`, else `b` (so of `+0` and `-0` the first). `max` likewise with `>=`.
//!
//! X87 has an explicit integer bit (bit 63). An encoding whose exponent is not zero and whose integer bit is
//! zero is *unsupported*; it is a NaN in all the rules above, but quieting it gives the
//! default NaN, as the hardware does. An exponent of zero with the integer bit set (a pseudo-denormal) has
//! the value that exponent 1 would give it. Results are always canonical encodings.

#![warn(missing_docs)]

mod assignment;
mod build;
mod build_float;
pub mod concrete;
mod display;
mod eval;
mod facts;
mod ids;
mod op;
mod pool;
mod portable;
mod rewrite;
mod same_float;
pub mod smtlib;
mod transfer;
mod variables;

pub use assignment::Assignment;
pub use display::{Display, display};
pub use eval::Evaluator;
pub use facts::KnownBits;
pub use ids::{FunId, TermId};
pub use op::{Format, Op, Rounding};
pub use pool::Pool;
pub use portable::{Misfit, PortableTerms};
pub use rewrite::Rule;
pub use variables::{VarId, VarInfo, VarKind, VarSetId};
