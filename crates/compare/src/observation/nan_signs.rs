//! Signs of NaNs: C does not define those of results of arithmetic, and a program can see all others.

use incise_term::{Format, Op, Pool, TermId};

/// Under which condition two floats are NaNs with different signs; nothing if never, or if both are results of arithmetic.
pub(crate) fn nan_signs_differ(pool: &mut Pool, format: Format, a: TermId, b: TermId) -> Option<TermId> {
    if a == b || is_arithmetic(pool, a) && is_arithmetic(pool, b) {
        return None;
    }
    let sign = |pool: &mut Pool, t: TermId| pool.extract(t, format.width() - 1, 1);
    let (sign_a, sign_b) = (sign(pool, a), sign(pool, b));
    let signs = pool.ne(sign_a, sign_b);
    let (nan_a, nan_b) = (pool.fp_is_nan(format, a), pool.fp_is_nan(format, b));
    let both = pool.and(nan_a, nan_b);
    let differs = pool.and(both, signs);
    (!pool.is_false(differs)).then_some(differs)
}

/// Whether a float is a constant or the result of arithmetic, or a choice between such.
fn is_arithmetic(pool: &Pool, t: TermId) -> bool {
    match pool.op(t) {
        Op::Ite => pool.children(t)[1..].iter().all(|choice| is_arithmetic(pool, *choice)),
        Op::FpAdd(_) | Op::FpSub(_) | Op::FpMul(_) | Op::FpDiv(_) | Op::FpRem(_) | Op::FpFma(_) | Op::FpSqrt(_) => true,
        Op::FpFromUint(_) | Op::FpFromSint(_) | Op::Const => true,
        Op::FpConvert { .. } | Op::FpRoundToIntegral(..) => is_arithmetic(pool, pool.children(t)[0]),
        _ => false,
    }
}
