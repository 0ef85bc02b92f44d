//! Operations on floats in a query, in the form that laws are about.

use incise_term::{Format, Op, Pool, TermId};
use rustc_hash::FxHashSet;

/// What is computed. A difference is the sum with the second operand negated: the same but for the bits of NaNs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Sum,
    Product,
    Quotient,
    Remainder,
    Root,
    /// `a * b + c` rounded once.
    Fused,
}

impl Kind {
    #[cfg(test)]
    pub(super) const ALL: [Kind; 6] =
        [Kind::Sum, Kind::Product, Kind::Quotient, Kind::Remainder, Kind::Root, Kind::Fused];
}

/// An operand: a term, or its negation.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) term: TermId,
    pub(super) negated: bool,
}

/// An operation of a query.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) kind: Kind,
    pub(super) format: Format,
    /// As many as the operation has; what follows repeats the first.
    pub(super) operands: [Operand; 3],
    pub(super) result: TermId,
}

impl Operation {
    /// The operation at the root of a term, if laws are known for it.
    fn of(pool: &Pool, term: TermId) -> Option<Operation> {
        let (kind, format, negated) = match pool.op(term) {
            Op::FpAdd(format) => (Kind::Sum, format, false),
            Op::FpSub(format) => (Kind::Sum, format, true),
            Op::FpMul(format) => (Kind::Product, format, false),
            Op::FpDiv(format) => (Kind::Quotient, format, false),
            Op::FpRem(format) => (Kind::Remainder, format, false),
            Op::FpSqrt(format) => (Kind::Root, format, false),
            Op::FpFma(format) => (Kind::Fused, format, false),
            _ => return None,
        };
        if format == Format::X87 {
            return None;
        }
        let children = pool.children(term);
        let plain = |at: usize| Operand { term: *children.get(at).unwrap_or(&children[0]), negated: false };
        let second = Operand { negated, ..plain(1) };
        Some(Operation { kind, format, operands: [plain(0), second, plain(2)], result: term })
    }
}

/// The operations in the terms, operands before results; `None` if there are too many.
pub(super) fn operations(pool: &Pool, terms: &[TermId], most: usize) -> Option<Vec<Operation>> {
    const MAX_NODES: usize = 20_000;
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<(TermId, bool)> = terms.iter().rev().map(|&term| (term, false)).collect();
    while let Some((term, done)) = stack.pop() {
        if done {
            found.extend(Operation::of(pool, term));
            if found.len() > most {
                return None;
            }
        } else if seen.insert(term) {
            if seen.len() > MAX_NODES {
                return None;
            }
            stack.push((term, true));
            stack.extend(pool.children(term).iter().rev().map(|&child| (child, false)));
        }
    }
    Some(found)
}

/// Whether there are computations on floats in the terms, or too much to say.
pub(crate) fn has_floats(pool: &Pool, terms: &[TermId]) -> bool {
    operations(pool, terms, 0).is_none()
}
