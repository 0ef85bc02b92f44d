//! Bits of NaNs: C does not define sign and payload of results of arithmetic, and a program can see all others.

use incise_term::{Format, Op, Pool, TermId};

/// Under which condition two floats are different NaNs; nothing if never, or if both are results of arithmetic.
pub(crate) fn nan_bits_differ(pool: &mut Pool, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if a == b || is_arithmetic(pool, format, a) && is_arithmetic(pool, format, b) {
        return None;
    }
    let bits = pool.ne(a, b);
    let (nan_a, nan_b) = (pool.fp_is_nan(format, a), pool.fp_is_nan(format, b));
    let both = pool.and(nan_a, nan_b);
    let differs = pool.and(both, bits);
    (!pool.is_false(differs)).then_some(differs)
}

/// Whether a float is the result of arithmetic, a constant that may be one, or a choice between such.
pub(crate) fn is_arithmetic(pool: &Pool, format: Format, t: TermId) -> bool {
    match pool.op(t) {
        Op::Ite => pool.children(t)[1..].iter().all(|choice| is_arithmetic(pool, format, *choice)),
        Op::FpAdd(_) | Op::FpSub(_) | Op::FpMul(_) | Op::FpDiv(_) | Op::FpRem(_) | Op::FpFma(_) | Op::FpSqrt(_) => true,
        Op::FpFromUint(_) | Op::FpFromSint(_) => true,
        Op::Const => pool.as_const(t).is_some_and(|bits| !format.has_payload(bits)),
        Op::FpConvert { from, .. } => is_arithmetic(pool, from, pool.children(t)[0]),
        Op::FpRoundToIntegral(..) => is_arithmetic(pool, format, pool.children(t)[0]),
        _ => false,
    }
}
