//! `errno` after functions of the mathematical library: the engine logs their calls, and what two logs leave in `errno` is compared here.
//!
//! A call fails by its domain (`EDOM`) or by its range (`ERANGE`), or leaves `errno` as it is. Where the C standard and POSIX say exactly when, the
//! condition is exact; otherwise it is an unknown function of the arguments, the same in both versions.

use incise_engine::{MathsCall, SharedList};
use incise_ir::library::{self, Errno};
use incise_term::{Format, Pool, TermId};

/// Under which condition two runs leave different numbers in `errno`; nothing if never.
pub(crate) fn errno_differs(
    pool: &mut Pool,
    new: &SharedList<MathsCall>,
    old: &SharedList<MathsCall>,
) -> Option<TermId> {
    if new.len() == 0 && old.len() == 0 {
        return None;
    }
    let (new, old) = (errno_after(pool, new), errno_after(pool, old));
    let differs = pool.ne(new, old);
    (!pool.is_false(differs)).then_some(differs)
}

/// 1 after a domain error, 2 after a range error, 0 for what it was before.
fn errno_after(pool: &mut Pool, calls: &SharedList<MathsCall>) -> TermId {
    let mut errno = pool.constant(2, 0);
    let (domain, range) = (pool.constant(2, 1), pool.constant(2, 2));
    for call in calls.in_order() {
        let (leaves_domain, leaves_range) = fails(pool, call);
        errno = pool.ite(leaves_range, range, errno);
        errno = pool.ite(leaves_domain, domain, errno);
    }
    errno
}

/// When a call fails by its domain, and when by its range.
fn fails(pool: &mut Pool, call: &MathsCall) -> (TermId, TermId) {
    let format = call.format;
    let args: Vec<TermId> = call.args.iter().flatten().map(|arg| pool.fp_up_to_nan(format, *arg)).collect();
    let never = pool.constant(1, 0);
    let Some(&x) = args.first() else { return (never, never) };
    let number = |pool: &mut Pool, value: i8| {
        let value = pool.constant(64, u128::from(i64::from(value) as u64));
        pool.fp_from_sint(format, value)
    };
    let outside_one = |pool: &mut Pool| {
        let (size, one) = (pool.fp_abs(format, x), number(pool, 1));
        (pool.fp_lt(format, one, size), pool.fp_eq(format, one, size))
    };
    let below = |pool: &mut Pool, value: i8| {
        let bound = number(pool, value);
        (pool.fp_lt(format, x, bound), pool.fp_eq(format, x, bound))
    };
    match library::facts(call.function).errno {
        Errno::Never => (never, never),
        Errno::Below(bound) => (below(pool, bound).0, never),
        Errno::BelowOrAt(bound) => below(pool, bound),
        Errno::Infinite => (pool.fp_is_inf(format, x), never),
        Errno::BeyondOne => (outside_one(pool).0, never),
        Errno::BeyondOrAtOne => outside_one(pool),
        Errno::Remainder => (is_remainder_undefined(pool, format, &args), never),
        Errno::Range => (never, unknown(pool, call, "range", &args)),
        Errno::Sometimes => (unknown(pool, call, "domain", &args), unknown(pool, call, "range", &args)),
    }
}

/// A remainder by zero, or of something infinite; a NaN is no error.
fn is_remainder_undefined(pool: &mut Pool, format: Format, args: &[TermId]) -> TermId {
    let [x, y] = args else { return pool.constant(1, 1) };
    let (by_zero, infinite) = (pool.fp_is_zero(format, *y), pool.fp_is_inf(format, *x));
    let (x_is_nan, y_is_nan) = (pool.fp_is_nan(format, *x), pool.fp_is_nan(format, *y));
    let (either, nan) = (pool.or(by_zero, infinite), pool.or(x_is_nan, y_is_nan));
    let no_nan = pool.not(nan);
    pool.and(either, no_nan)
}

fn unknown(pool: &mut Pool, call: &MathsCall, kind: &str, args: &[TermId]) -> TermId {
    let label = format!("{}.{}.{kind}", call.function, call.format.width());
    pool.uninterpreted(&label, 1, args)
}
