//! Terms as C expressions.
//!
//! In: a term and the inputs. Out: the text of an expression whose value is the term's, for clang on x86-64 with
//! `-fwrapv` (`int` of 32 bits, `long` of 64, signed right shifts copy the sign). *Invariant:* what is printed has
//! no undefined behaviour for any input, but for operators named as safe by the caller, who has made sure that the
//! text is evaluated only where they are defined.

mod bits;
mod choice;
mod divide;
mod float;
mod float_bits;
mod int;
mod literal;
mod number;
mod truth;

pub(crate) use divide::side_condition;
pub(crate) use literal::{character, integer, near_limit};
pub(crate) use truth::order;

use crate::error::Error;
use crate::input::Inputs;
use crate::text::Text;
use incise_term::{Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nested parts before a condition counts as too large: clang reads 256 brackets.
const MAX_DEPTH: usize = 120;
/// Parts in all: terms share, texts do not.
const MAX_PARTS: usize = 4_000;

/// A division by a power of two that the pool wrote with shifts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Disguise {
    pub(crate) dividend: TermId,
    pub(crate) divisor: u128,
    pub(crate) is_remainder: bool,
}

/// Writes the terms of one pool.
pub(crate) struct Printer<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) inputs: &'a Inputs<'a>,
    pub(crate) disguises: &'a FxHashMap<TermId, Disguise>,
    /// Operators whose operands are known to be in range wherever the text is evaluated.
    safe: &'a FxHashSet<TermId>,
    /// Does the text depend on the sign or the payload of a NaN that it computes? C leaves those open.
    pub(crate) observes_nan: bool,
    depth: usize,
    parts: usize,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(
        pool: &'a Pool,
        inputs: &'a Inputs<'a>,
        disguises: &'a FxHashMap<TermId, Disguise>,
        safe: &'a FxHashSet<TermId>,
    ) -> Printer<'a> {
        Printer { pool, inputs, disguises, safe, observes_nan: false, depth: 0, parts: 0 }
    }

    /// A term of width 1 as a condition: not zero when it is true.
    pub(crate) fn condition(&mut self, t: TermId) -> Result<Text, Error> {
        self.truth(t, false)
    }

    /// Counts a part, and those it is nested in.
    fn nested<T>(&mut self, print: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.parts += 1;
        if self.depth >= MAX_DEPTH || self.parts > MAX_PARTS {
            return Err(Error::TooLarge);
        }
        self.depth += 1;
        let printed = print(self);
        self.depth -= 1;
        printed
    }
}
