//! The normal form of terms: what is equal by the laws of arithmetic modulo `2^w` becomes the same polynomial.
//!
//! In: a term. Out: a polynomial with the same value for every assignment, or a term built from it. Two terms of the same
//! polynomial are equal; terms of different polynomials may be equal too, so this proves and never refutes.
//!
//! What is covered: sums, products, negation, complement; slices, extensions, shifts and masks by constants (all of them are linear
//! in `floor(x / 2^k)`); choices (`ite(c, a, b) = b + c (a - b)` with `c` 0 or 1, its own square); formulas; bitwise
//! operators (a bitwise function is a linear combination of conjunctions of its operands, as in mixed boolean-arithmetic
//! simplification); remainders by quotients. Everything else is an atom, its operands in normal form.
//!
//! *Limits.* Size, degree, depth and the work for one question are bounded; past a bound a term is an atom as it is, which is
//! always right.

mod bitwise;
mod normal;
mod polynomial;
mod read;

pub(crate) use normal::Algebra;

#[cfg(test)]
#[path = "../../tests/random_terms/mod.rs"]
pub(crate) mod random_terms;
#[cfg(test)]
mod tests;
