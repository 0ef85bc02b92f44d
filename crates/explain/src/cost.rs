//! What a question to the solver may cost, by the operators in it: circuits of multipliers, dividers and
//! floating-point units are large, and what is proved about them takes long; so does what is merely long.

use incise_term::{Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many terms count as one question.
const TERMS_OF_A_QUESTION: u32 = 128;

/// Costs of terms, computed once each.
#[derive(Default)]
pub(crate) struct Costs {
    known: FxHashMap<TermId, u32>,
}

impl Costs {
    /// The cost of the operators of a term, each counted once.
    pub(crate) fn of(&mut self, pool: &Pool, t: TermId) -> u32 {
        if let Some(&known) = self.known.get(&t) {
            return known;
        }
        let (mut seen, mut stack, mut sum) = (FxHashSet::default(), vec![t], 0u32);
        while let Some(next) = stack.pop() {
            if seen.insert(next) {
                sum = sum.saturating_add(operator(pool, next));
                stack.extend_from_slice(pool.children(next));
            }
        }
        sum = sum.saturating_add(u32::try_from(seen.len()).unwrap_or(u32::MAX) / TERMS_OF_A_QUESTION);
        self.known.insert(t, sum);
        sum
    }
}

fn operator(pool: &Pool, t: TermId) -> u32 {
    let by_constant = || pool.children(t).iter().any(|&child| pool.as_const(child).is_some());
    let width = pool.width(t);
    match pool.op(t) {
        Op::Mul if !by_constant() => width / 2,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => width / if by_constant() { 8 } else { 2 },
        Op::FpRem(format) => 8 * format.width(),
        Op::FpDiv(format) | Op::FpSqrt(format) | Op::FpFma(format) => 3 * format.width(),
        Op::FpMul(format) => 2 * format.width(),
        Op::FpAdd(format) | Op::FpSub(format) => format.width() / 2,
        Op::FpConvert { .. } | Op::FpRoundToIntegral(..) => 8,
        Op::FpFromUint(_) | Op::FpFromSint(_) | Op::FpToUint(_) | Op::FpToSint(_) => 8,
        _ => 0,
    }
}
