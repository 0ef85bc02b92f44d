//! Bit-vector and IEEE-754 circuits, built from gates that somebody else provides.
//!
//! In: a [`Gates`] builder and vectors of its literals, least significant bit first, of any width.
//! Out: the literals of the result. A builder over `bool` evaluates, one over CNF literals bit-blasts;
//! nothing here knows which.
//!
//! # Invariants
//! - Circuits are total functions: every input bit pattern gives a defined output.
//! - The gates requested, and their order, depend on the widths and on which literals are constants only.
//! - Operands of unequal width are a caller's error and panic.

mod gates;

pub mod integer;

pub mod float;

pub use float::Format;
pub use gates::{Gates, Relations};
