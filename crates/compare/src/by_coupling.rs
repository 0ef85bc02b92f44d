//! Coupling invariants: how the private states of two versions are related after any history of calls.
//!
//! Nobody outside can set private state, so that a caller only ever sees states that histories of calls leave. A coupling is proposed from
//! concrete histories ([`proposals`]) and proved ([`inductive`]): it holds of the initial states, and every function that can be called
//! from outside, run on the same inputs from any related states, ends in related states. Then functions are compared from related states.

pub(crate) mod candidates;
pub(crate) mod configurations;
pub(crate) mod coupling;
pub(crate) mod fact;
pub(crate) mod fact_text;
pub(crate) mod families;
pub(crate) mod formula;
pub(crate) mod guarded;
pub(crate) mod histories;
pub(crate) mod inductive;
pub(crate) mod linear;
#[cfg(test)]
mod meaning_test;
pub(crate) mod modes;
pub(crate) mod palette;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod proposals;
pub(crate) mod rings;
pub(crate) mod seen;
pub(crate) mod slot;
pub(crate) mod view;
pub(crate) mod writer;
