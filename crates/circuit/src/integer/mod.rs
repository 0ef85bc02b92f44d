//! Fixed-width integers: two's complement, modulo 2ⁿ, with the meaning SMT-LIB's theory of bit-vectors gives them.

mod add;
mod compare;
mod count;
mod divide;
mod multiply;
mod shift;
mod wiring;

pub use add::{add, add_with_carry, decrement_if, increment_if, neg, negate_if, sub, sub_with_no_borrow};
pub use compare::{eq, is_zero, sle, slt, ule, ult};
pub use count::{leading_zeros, population_count};
pub use divide::{sdiv, smod, srem, udiv, udivrem, udivrem_by_relation, urem};
pub use multiply::{mul, mul_wide};
pub use shift::{ashr, lshr, shift_right_sticky, shl};
pub use wiring::{constant, constant_value, mux, not, resize_signed, resize_unsigned};
