//! What an operator does to intervals and known bits.
//!
//! *Law.* If values are in the operands' intervals, the operator's result on them is in the result's.

use super::interval::Interval;
use incise_term::Op;
use incise_term::concrete::mask;

/// The result of an operator of this width on operands of these widths.
pub(super) fn apply(op: Op, width: u32, widths: [u32; 3], [a, b, c]: [Interval; 3]) -> Interval {
    let all = mask(width);
    let anything = Interval::anything(width);
    let between = |lo, hi| Interval::between(width, lo, hi);
    match op {
        Op::Add => {
            let (lo, hi) = (a.lo.checked_add(b.lo), a.hi.checked_add(b.hi));
            let sum = match (lo, hi) {
                (Some(lo), Some(hi)) if hi <= all => between(lo, hi),
                // Always past the end, once.
                (Some(lo), Some(hi)) if lo > all => between(lo & all, hi & all),
                _ => anything,
            };
            low_bits_known(&a, &b, sum, u128::wrapping_add)
        }
        Op::Sub if a.lo >= b.hi => between(a.lo - b.hi, a.hi - b.lo),
        Op::Sub => low_bits_known(&a, &b, anything, u128::wrapping_sub),
        Op::Mul => {
            let product = match a.hi.checked_mul(b.hi) {
                Some(hi) if hi <= all => between(a.lo * b.lo, hi),
                _ => anything,
            };
            low_bits_known(&a, &b, product, u128::wrapping_mul)
        }
        Op::Udiv if b.lo > 0 => between(a.lo / b.hi, a.hi / b.lo),
        Op::Sdiv if b.lo > 0 && a.is_non_negative() && b.is_non_negative() => between(a.lo / b.hi, a.hi / b.lo),
        Op::Urem if b.lo > 0 => remainder(a, b),
        Op::Srem if b.lo > 0 && a.is_non_negative() && b.is_non_negative() => remainder(a, b),
        Op::And => {
            let bits = Interval::bits(width, a.zeros | b.zeros, a.ones & b.ones);
            bits.meet(&between(0, a.hi.min(b.hi))).unwrap_or(anything)
        }
        Op::Or => {
            let bits = Interval::bits(width, a.zeros & b.zeros, a.ones | b.ones);
            bits.meet(&between(a.lo.max(b.lo), all)).unwrap_or(anything)
        }
        Op::Xor => {
            let known = (a.zeros | a.ones) & (b.zeros | b.ones);
            let ones = (a.ones ^ b.ones) & known;
            Interval::bits(width, known & !ones, ones)
        }
        Op::Not => Interval { width, lo: all - a.hi, hi: all - a.lo, zeros: a.ones, ones: a.zeros },
        Op::Neg if a.lo > 0 => between(all - a.hi + 1, all - a.lo + 1),
        Op::Shl => match b.value() {
            Some(k) if k < u128::from(width) => {
                let k = k as u32;
                let low = (1u128 << k) - 1;
                let bits = Interval::bits(width, (a.zeros << k | low) & all, a.ones << k & all);
                let fits = a.hi <= all >> k;
                if fits { bits.meet(&between(a.lo << k, a.hi << k)).unwrap_or(bits) } else { bits }
            }
            _ => anything,
        },
        Op::Lshr => match b.value() {
            Some(k) if k < u128::from(width) => between(a.lo >> k, a.hi >> k),
            _ => between(0, a.hi),
        },
        Op::Ashr if a.is_non_negative() => match b.value() {
            Some(k) if k < u128::from(width) => between(a.lo >> k, a.hi >> k),
            _ => between(0, a.hi),
        },
        Op::Concat => {
            let k = widths[1];
            Interval {
                width,
                lo: a.lo << k | b.lo,
                hi: a.hi << k | b.hi,
                zeros: a.zeros << k | b.zeros,
                ones: a.ones << k | b.ones,
            }
        }
        Op::Extract { lo } => {
            let bits = Interval::bits(width, a.zeros >> lo & all, a.ones >> lo & all);
            let (from, to) = (a.lo >> lo, a.hi >> lo);
            // Where nothing above the part varies, it takes the values in between.
            if from & !all == to & !all { bits.meet(&between(from & all, to & all)).unwrap_or(bits) } else { bits }
        }
        Op::Zext => Interval { width, lo: a.lo, hi: a.hi, zeros: a.zeros | (all & !mask(widths[0])), ones: a.ones },
        Op::Sext => {
            let above = all & !mask(widths[0]);
            let sign = 1u128 << (widths[0] - 1);
            if a.hi & sign == 0 {
                Interval { width, lo: a.lo, hi: a.hi, zeros: a.zeros | above, ones: a.ones }
            } else if a.lo & sign != 0 {
                Interval { width, lo: a.lo | above, hi: a.hi | above, zeros: a.zeros, ones: a.ones | above }
            } else {
                Interval::bits(width, a.zeros & !sign, a.ones & !sign)
            }
        }
        Op::Eq => {
            let disjoint = a.meet(&b).is_none();
            truth(a.value().is_some() && a.value() == b.value(), disjoint)
        }
        Op::Ult => truth(a.hi < b.lo, a.lo >= b.hi),
        Op::Ule => truth(a.hi <= b.lo, a.lo > b.hi),
        Op::Slt | Op::Sle => {
            let ((a_lo, a_hi), (b_lo, b_hi)) = (a.flipped(), b.flipped());
            if op == Op::Slt { truth(a_hi < b_lo, a_lo >= b_hi) } else { truth(a_hi <= b_lo, a_lo > b_hi) }
        }
        Op::Ite => match a.value() {
            Some(1) => b,
            Some(_) => c,
            None => b.join(&c),
        },
        _ => anything,
    }
}

fn truth(yes: bool, no: bool) -> Interval {
    match (yes, no) {
        (true, _) => Interval::exactly(1, 1),
        (_, true) => Interval::exactly(1, 0),
        _ => Interval::anything(1),
    }
}

fn remainder(a: Interval, b: Interval) -> Interval {
    if a.hi < b.lo { a } else { Interval::between(a.width, 0, a.hi.min(b.hi - 1)) }
}

/// Where both operands know their lowest bits, so does a sum, difference or product.
fn low_bits_known(a: &Interval, b: &Interval, result: Interval, op: impl Fn(u128, u128) -> u128) -> Interval {
    let known = (!((a.zeros | a.ones) & (b.zeros | b.ones))).trailing_zeros().min(result.width);
    if known == 0 {
        return result;
    }
    let low = mask(known);
    let value = op(a.ones & low, b.ones & low) & low;
    result.meet(&Interval::bits(result.width, !value & low, value)).unwrap_or(result)
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::ranges::interval::Interval;
    use incise_term::Op;
    use incise_term::concrete;

    /// Every operator on every pair of intervals of three bits, against every pair of values.
    #[test]
    fn results_are_within_the_intervals() {
        let width = 3;
        let ops = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Udiv,
            Op::Sdiv,
            Op::Urem,
            Op::Srem,
            Op::And,
            Op::Or,
            Op::Xor,
            Op::Not,
            Op::Neg,
            Op::Shl,
            Op::Lshr,
            Op::Ashr,
            Op::Concat,
            Op::Extract { lo: 1 },
            Op::Zext,
            Op::Sext,
            Op::Eq,
            Op::Ult,
            Op::Ule,
            Op::Slt,
            Op::Sle,
        ];
        let mut intervals = Vec::new();
        for lo in 0..8 {
            intervals.extend((lo..8).map(|hi| Interval::between(width, lo, hi)));
        }
        for known in 0..8u128 {
            intervals.extend((0..8).map(|ones| Interval::bits(width, known & !ones, known & ones)));
        }
        let member = |interval: &Interval, value: u128| {
            interval.lo <= value && value <= interval.hi && value & interval.zeros == 0 && !value & interval.ones == 0
        };
        for op in ops {
            let result_width = match op {
                Op::Concat | Op::Zext | Op::Sext => 6,
                Op::Extract { .. } => 2,
                Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => 1,
                _ => width,
            };
            for a in &intervals {
                for b in &intervals {
                    let result = apply(op, result_width, [width; 3], [*a, *b, *b]);
                    for x in (0..8).filter(|&x| member(a, x)) {
                        for y in (0..8).filter(|&y| member(b, y)) {
                            let value = concrete::apply(op, result_width, [width; 3], [x, y, 0]);
                            assert!(
                                member(&result, value),
                                "{op:?} {a:?} {b:?}: {x}, {y} gives {value}, not in {result:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
