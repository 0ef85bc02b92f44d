//! Signed quotients and remainders by powers of two: the pool writes them with shifts, people do not.
//!
//! The pool shares equal terms, so a term *is* `x / 8` if building `x / 8` gives the same term.

use crate::print::Disguise;
use incise_term::{Op, Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Dividends that are tried.
const MAX_DIVIDENDS: usize = 32;

/// The disguised divisions in some terms.
pub(crate) fn disguises(pool: &mut Pool, terms: &[TermId]) -> FxHashMap<TermId, Disguise> {
    let (mut seen, mut stack) = (FxHashSet::default(), terms.to_vec());
    let mut dividends = Vec::new();
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        stack.extend_from_slice(pool.children(next));
        // The bias depends on the sign of the dividend.
        match pool.op(next) {
            Op::Extract { lo } if lo + pool.width(next) == pool.width(pool.child(next, 0)) => {
                dividends.push(pool.child(next, 0));
            }
            Op::Slt => dividends.extend([pool.child(next, 0), pool.child(next, 1)]),
            _ => {}
        }
    }
    dividends.retain(|&t| pool.as_const(t).is_none() && pool.width(t) > 2);
    dividends.sort_by_key(|&t| pool.hash(t));
    dividends.dedup();
    dividends.truncate(MAX_DIVIDENDS);
    let mut found = FxHashMap::default();
    for dividend in dividends {
        let width = pool.width(dividend);
        for shift in 1..width - 1 {
            let divisor = 1u128 << shift;
            let constant = pool.constant(width, divisor);
            for is_remainder in [false, true] {
                let whole = if is_remainder { pool.srem(dividend, constant) } else { pool.sdiv(dividend, constant) };
                let is_plain = matches!(pool.op(whole), Op::Srem | Op::Sdiv | Op::Const | Op::Var(_));
                if seen.contains(&whole) && !is_plain && whole != dividend {
                    found.entry(whole).or_insert(Disguise { dividend, divisor, is_remainder });
                }
            }
        }
    }
    found
}
