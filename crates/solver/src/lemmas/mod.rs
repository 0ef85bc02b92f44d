//! Laws of floating-point arithmetic, used before its circuits.
//!
//! A query about floats is first asked with every sum, product, quotient, remainder and root left open. A model that
//! evaluation does not confirm breaks some law of these operations, such as "equal operands, equal results", "operands exchanged",
//! "larger operands, larger sum", "the sign of a product"; the laws it breaks are added and the query is asked again.
//! What contradicts itself by then is unsatisfiable: each law holds for all operands. Most versions of a computation
//! that are the same are the same for these reasons, which are far shorter than a proof about bits.
//!
//! *Source.* Lemmas on demand, as in lazy SMT; the laws are those of IEEE 754-2019 for one rounding, to nearest even.
//! *Invariants.* Every law is a term over operands and results in one place ([`laws`]), read both for the check and as constraint;
//! the tests evaluate each of them on operands of every kind with the results the processor gives.
//! *Deviation.* x87 formats have several patterns for a number and are left out: their operations stay open.

mod laws;
mod link;
mod operation;
mod speech;
mod template;
#[cfg(test)]
mod tests;

pub(crate) use operation::has_floats;
pub(crate) use template::Templates;
