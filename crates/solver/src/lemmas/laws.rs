//! The laws, as terms over operands and results.
//!
//! `a`, `b`, `c` are operands and `r` the result of one operation, `d`, `e`, `f` and `s` those of another of the same kind.
//! Every law holds for all operands, NaNs and infinities and zeros of both signs among them. That results are "the same" leaves
//! open which NaN they are.

use super::operation::Kind;
use super::speech::{Speech, Words};
use incise_term::TermId;

/// A law about one operation.
pub(super) type OneLaw = fn(&mut Speech, Words) -> TermId;
/// A law about two.
pub(super) type TwoLaw = fn(&mut Speech, Words, Words) -> TermId;

/// Laws of a kind; those in `first` decide most, those in `then` are asked when the first ones hold.
pub(super) struct Laws<L: 'static> {
    pub(super) first: &'static [L],
    pub(super) then: &'static [L],
}

impl<L: Copy> Laws<L> {
    /// All of them, by number.
    pub(super) fn all(&self) -> impl Iterator<Item = L> {
        self.first.iter().chain(self.then).copied()
    }
}

/// The laws about one operation of a kind.
pub(super) fn of_one(kind: Kind) -> Laws<OneLaw> {
    let (first, then): (&'static [OneLaw], &'static [OneLaw]) = match kind {
        Kind::Sum => (&[sum_nan, sum_cancels, sum_zero], &[sum_sign, sum_of_zero, sum_grows, sum_shrinks]),
        Kind::Product => (&[product_nan, product_sign], &[product_ends, product_shrinks, product_grows]),
        Kind::Quotient => (&[quotient_nan, product_sign], &[quotient_ends, quotient_shrinks, quotient_below_one]),
        Kind::Remainder => (&[remainder_nan, remainder_sign], &[remainder_shrinks]),
        Kind::Root => (&[root_nan], &[root_sign, root_between]),
        Kind::Fused => (&[fused_nan], &[]),
    };
    Laws { first, then }
}

/// The laws about two operations of a kind; the `first` say the same with the two exchanged.
pub(super) fn of_two(kind: Kind) -> Laws<TwoLaw> {
    let (first, then): (&'static [TwoLaw], &'static [TwoLaw]) = match kind {
        Kind::Sum => {
            (&[sum_same, sum_exchanged, sum_negated, sum_negated_exchanged], &[sum_order, sum_order_exchanged])
        }
        Kind::Product => (&[product_same, product_exchanged], &[product_order, product_order_exchanged]),
        Kind::Quotient => (&[product_same], &[quotient_order]),
        Kind::Remainder => (&[product_same], &[]),
        Kind::Root => (&[root_same], &[root_order]),
        Kind::Fused => (&[fused_same, fused_exchanged], &[]),
    };
    Laws { first, then }
}

/// `r` is a NaN exactly if an operand is, or infinities cancel.
fn sum_nan(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (a_is_nan, b_is_nan, r_is_nan) = (w.nan(a), w.nan(b), w.nan(r));
    let minus_b = w.neg(b);
    let opposite = w.same_bits(a, minus_b);
    let infinite = w.infinite(a);
    let cancel = w.all(&[infinite, opposite]);
    let any = w.any(&[a_is_nan, b_is_nan, cancel]);
    w.equivalent(r_is_nan, any)
}

/// A sum is above zero exactly if `a > -b`, below exactly if `a < -b`: no sum is rounded to zero.
fn sum_sign(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, minus_b, zero) = (w.number(r), w.neg(b), w.positive_zero());
    let (above, r_above) = (w.lt(minus_b, a), w.lt(zero, r));
    let (below, r_below) = (w.lt(a, minus_b), w.lt(r, zero));
    let (first, second) = (w.equivalent(above, r_above), w.equivalent(below, r_below));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A sum is a zero exactly if `a = -b`.
fn sum_cancels(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, is_zero, minus_b) = (w.number(r), w.zero(r), w.neg(b));
    let equal = w.pool.fp_eq(w.format, a, minus_b);
    let right = w.equivalent(is_zero, equal);
    w.implies(number, right)
}

/// Operands that cancel give +0, two zeros of the same sign that zero.
fn sum_zero(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, is_zero) = (w.number(r), w.zero(r));
    let (equal, zero) = (w.same_bits(a, b), w.positive_zero());
    let expected = w.pool.ite(equal, a, zero);
    let right = w.same_bits(r, expected);
    let both = w.all(&[number, is_zero]);
    w.implies(both, right)
}

/// A zero beside something else leaves it.
fn sum_of_zero(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (a_is_zero, b_is_zero) = (w.zero(a), w.zero(b));
    let (is_a, is_b) = (w.same(r, a), w.same(r, b));
    let first = w.any(&[a_is_zero, is_a]);
    let first = {
        let not_b = w.pool.not(b_is_zero);
        w.any(&[not_b, first])
    };
    let second = w.any(&[b_is_zero, is_b]);
    let second = {
        let not_a = w.pool.not(a_is_zero);
        w.any(&[not_a, second])
    };
    w.all(&[first, second])
}

/// What is added is not negative: the sum is no less.
fn sum_grows(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, zero) = (w.number(r), w.positive_zero());
    let (a_up, b_up) = (w.le(zero, a), w.le(zero, b));
    let (over_a, over_b) = (w.le(a, r), w.le(b, r));
    let (first, second) = (w.implies(b_up, over_a), w.implies(a_up, over_b));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// What is added is not positive: the sum is no more.
fn sum_shrinks(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, zero) = (w.number(r), w.positive_zero());
    let (a_down, b_down) = (w.le(a, zero), w.le(b, zero));
    let (under_a, under_b) = (w.le(r, a), w.le(r, b));
    let (first, second) = (w.implies(b_down, under_a), w.implies(a_down, under_b));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// The same operands.
fn sum_same(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, _], [d, e, _]) = (one.operands, two.operands);
    let (first, second) = (w.same(a, d), w.same(b, e));
    let operands = w.all(&[first, second]);
    let results = w.same(one.result, two.result);
    w.implies(operands, results)
}

fn exchanged(one: Words) -> Words {
    let [a, b, c] = one.operands;
    Words { operands: [b, a, c], ..one }
}

/// The same operands in the other order.
fn sum_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    sum_same(w, exchanged(one), two)
}

/// Operands negated: the result is negated, unless both are zeros.
fn sum_negated(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, _], [d, e, _]) = (one.operands, two.operands);
    let (minus_a, minus_b, minus_r) = (w.neg(a), w.neg(b), w.neg(one.result));
    let (first, second) = (w.same(minus_a, d), w.same(minus_b, e));
    let operands = w.all(&[first, second]);
    let negated = w.same(minus_r, two.result);
    let (r_is_zero, s_is_zero) = (w.zero(one.result), w.zero(two.result));
    let zeros = w.all(&[r_is_zero, s_is_zero]);
    let either = w.any(&[negated, zeros]);
    w.implies(operands, either)
}

/// Operands negated, in the other order.
fn sum_negated_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    sum_negated(w, exchanged(one), two)
}

/// Larger operands, no smaller sum.
fn sum_order(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, _], [d, e, _]) = (one.operands, two.operands);
    let (first, second) = (w.le(a, d), w.le(b, e));
    let (r_is_number, s_is_number) = (w.number(one.result), w.number(two.result));
    let premise = w.all(&[first, second, r_is_number, s_is_number]);
    let results = w.le(one.result, two.result);
    w.implies(premise, results)
}

/// Larger operands in the other order, no smaller sum.
fn sum_order_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    sum_order(w, exchanged(one), two)
}

/// `r` is a NaN exactly if an operand is, or zero meets infinity.
fn product_nan(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (a_is_nan, b_is_nan, r_is_nan) = (w.nan(a), w.nan(b), w.nan(r));
    let (a_is_zero, b_is_zero) = (w.zero(a), w.zero(b));
    let (a_is_infinite, b_is_infinite) = (w.infinite(a), w.infinite(b));
    let first = w.all(&[a_is_zero, b_is_infinite]);
    let second = w.all(&[a_is_infinite, b_is_zero]);
    let any = w.any(&[a_is_nan, b_is_nan, first, second]);
    w.equivalent(r_is_nan, any)
}

/// The sign of a product or a quotient.
fn product_sign(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, a, b, r) = (w.number(r), w.sign(a), w.sign(b), w.sign(r));
    let sign = w.pool.xor(a, b);
    let right = w.equivalent(sign, r);
    w.implies(number, right)
}

/// Zero times a number is zero, infinity times a number is infinite.
fn product_ends(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let number = w.number(r);
    let (a_is_zero, b_is_zero, r_is_zero) = (w.zero(a), w.zero(b), w.zero(r));
    let (a_is_infinite, b_is_infinite, r_is_infinite) = (w.infinite(a), w.infinite(b), w.infinite(r));
    let (zero, infinite) = (w.any(&[a_is_zero, b_is_zero]), w.any(&[a_is_infinite, b_is_infinite]));
    let (first, second) = (w.implies(zero, r_is_zero), w.implies(infinite, r_is_infinite));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A factor of at most one makes nothing larger.
fn product_shrinks(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, one) = (w.number(r), w.one());
    let (a_small, b_small) = (w.smaller(a, one), w.smaller(b, one));
    let (under_a, under_b) = (w.smaller(r, a), w.smaller(r, b));
    let (first, second) = (w.implies(a_small, under_b), w.implies(b_small, under_a));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A factor of at least one makes nothing smaller.
fn product_grows(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, one) = (w.number(r), w.one());
    let (a_large, b_large) = (w.smaller(one, a), w.smaller(one, b));
    let (over_a, over_b) = (w.smaller(a, r), w.smaller(b, r));
    let (first, second) = (w.implies(a_large, over_b), w.implies(b_large, over_a));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// The same operands but for signs, the same result but for its sign; of products, quotients, remainders.
fn product_same(w: &mut Speech, one: Words, two: Words) -> TermId {
    let absolute = |w: &mut Speech, words: Words| {
        let ([a, b, c], r) = (words.operands, words.result);
        Words { operands: [w.abs(a), w.abs(b), c], result: w.abs(r) }
    };
    let (one, two) = (absolute(w, one), absolute(w, two));
    sum_same(w, one, two)
}

/// The same factors in the other order.
fn product_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    product_same(w, exchanged(one), two)
}

/// Larger factors, no smaller product, but for signs.
fn product_order(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, _], [d, e, _]) = (one.operands, two.operands);
    let (first, second) = (w.smaller(a, d), w.smaller(b, e));
    let (r_is_number, s_is_number) = (w.number(one.result), w.number(two.result));
    let premise = w.all(&[first, second, r_is_number, s_is_number]);
    let results = w.smaller(one.result, two.result);
    w.implies(premise, results)
}

/// Larger factors in the other order, no smaller product, but for signs.
fn product_order_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    product_order(w, exchanged(one), two)
}

/// `r` is a NaN exactly if an operand is, or zeros or infinities meet.
fn quotient_nan(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (a_is_nan, b_is_nan, r_is_nan) = (w.nan(a), w.nan(b), w.nan(r));
    let (a_is_zero, b_is_zero) = (w.zero(a), w.zero(b));
    let (a_is_infinite, b_is_infinite) = (w.infinite(a), w.infinite(b));
    let first = w.all(&[a_is_zero, b_is_zero]);
    let second = w.all(&[a_is_infinite, b_is_infinite]);
    let any = w.any(&[a_is_nan, b_is_nan, first, second]);
    w.equivalent(r_is_nan, any)
}

/// Zeros and infinities on either side.
fn quotient_ends(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let number = w.number(r);
    let (a_is_zero, b_is_zero, r_is_zero) = (w.zero(a), w.zero(b), w.zero(r));
    let (a_is_infinite, b_is_infinite, r_is_infinite) = (w.infinite(a), w.infinite(b), w.infinite(r));
    let (zero, infinite) = (w.any(&[a_is_zero, b_is_infinite]), w.any(&[a_is_infinite, b_is_zero]));
    let (first, second) = (w.implies(zero, r_is_zero), w.implies(infinite, r_is_infinite));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A divisor of at least one makes nothing larger, one of at most one nothing smaller.
fn quotient_shrinks(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, one) = (w.number(r), w.one());
    let (large, small) = (w.smaller(one, b), w.smaller(b, one));
    let (under, over) = (w.smaller(r, a), w.smaller(a, r));
    let (first, second) = (w.implies(large, under), w.implies(small, over));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A quotient is at most one if the dividend is no larger than the divisor, at least one if it is no smaller.
fn quotient_below_one(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, one) = (w.number(r), w.one());
    let (below, above) = (w.smaller(a, b), w.smaller(b, a));
    let (r_below, r_above) = (w.smaller(r, one), w.smaller(one, r));
    let (first, second) = (w.implies(below, r_below), w.implies(above, r_above));
    let both = w.all(&[first, second]);
    w.implies(number, both)
}

/// A larger dividend and a smaller divisor, no smaller quotient, but for signs.
fn quotient_order(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, _], [d, e, _]) = (one.operands, two.operands);
    let (first, second) = (w.smaller(a, d), w.smaller(e, b));
    let (r_is_number, s_is_number) = (w.number(one.result), w.number(two.result));
    let premise = w.all(&[first, second, r_is_number, s_is_number]);
    let results = w.smaller(one.result, two.result);
    w.implies(premise, results)
}

/// `r` is a NaN exactly if an operand is, the dividend is infinite or the divisor zero.
fn remainder_nan(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (a_is_nan, b_is_nan, r_is_nan) = (w.nan(a), w.nan(b), w.nan(r));
    let (a_is_infinite, b_is_zero) = (w.infinite(a), w.zero(b));
    let any = w.any(&[a_is_nan, b_is_nan, a_is_infinite, b_is_zero]);
    w.equivalent(r_is_nan, any)
}

/// A remainder has the sign of the dividend.
fn remainder_sign(w: &mut Speech, Words { operands: [a, _, _], result: r }: Words) -> TermId {
    let (number, a, r) = (w.number(r), w.sign(a), w.sign(r));
    let right = w.equivalent(a, r);
    w.implies(number, right)
}

/// A remainder is no larger than the dividend, smaller than the divisor, and the dividend if that is smaller than the divisor.
fn remainder_shrinks(w: &mut Speech, Words { operands: [a, b, _], result: r }: Words) -> TermId {
    let (number, under_a) = (w.number(r), w.smaller(r, a));
    let (size_r, size_a, size_b) = (w.abs(r), w.abs(a), w.abs(b));
    let under_b = w.lt(size_r, size_b);
    let (below, same) = (w.lt(size_a, size_b), w.same_bits(a, r));
    let unchanged = w.implies(below, same);
    let both = w.all(&[under_a, under_b, unchanged]);
    w.implies(number, both)
}

/// A root is a NaN exactly if its operand is, or is below zero.
fn root_nan(w: &mut Speech, Words { operands: [a, ..], result: r }: Words) -> TermId {
    let (a_is_nan, r_is_nan, zero) = (w.nan(a), w.nan(r), w.positive_zero());
    let below = w.lt(a, zero);
    let any = w.any(&[a_is_nan, below]);
    w.equivalent(r_is_nan, any)
}

/// The root of a zero is that zero; others are positive.
fn root_sign(w: &mut Speech, Words { operands: [a, ..], result: r }: Words) -> TermId {
    let (number, a_is_zero) = (w.number(r), w.zero(a));
    let zero = w.positive_zero();
    let (same, positive) = (w.same_bits(a, r), w.lt(zero, r));
    let right = w.pool.ite(a_is_zero, same, positive);
    w.implies(number, right)
}

/// A root lies between its operand and one.
fn root_between(w: &mut Speech, Words { operands: [a, ..], result: r }: Words) -> TermId {
    let (number, one) = (w.number(r), w.one());
    let small = w.le(a, one);
    let (over_a, under_one) = (w.le(a, r), w.le(r, one));
    let (under_a, over_one) = (w.le(r, a), w.le(one, r));
    let (below, above) = (w.all(&[over_a, under_one]), w.all(&[under_a, over_one]));
    let right = w.pool.ite(small, below, above);
    w.implies(number, right)
}

/// The same operand.
fn root_same(w: &mut Speech, one: Words, two: Words) -> TermId {
    let operands = w.same(one.operands[0], two.operands[0]);
    let results = w.same(one.result, two.result);
    w.implies(operands, results)
}

/// A larger operand, no smaller root.
fn root_order(w: &mut Speech, one: Words, two: Words) -> TermId {
    let first = w.le(one.operands[0], two.operands[0]);
    let (r_is_number, s_is_number) = (w.number(one.result), w.number(two.result));
    let premise = w.all(&[first, r_is_number, s_is_number]);
    let results = w.le(one.result, two.result);
    w.implies(premise, results)
}

/// A NaN operand gives a NaN.
fn fused_nan(w: &mut Speech, Words { operands: [a, b, c], result: r }: Words) -> TermId {
    let (a, b, c, r) = (w.nan(a), w.nan(b), w.nan(c), w.nan(r));
    let any = w.any(&[a, b, c]);
    w.implies(any, r)
}

/// The same operands.
fn fused_same(w: &mut Speech, one: Words, two: Words) -> TermId {
    let ([a, b, c], [d, e, f]) = (one.operands, two.operands);
    let (first, second, third) = (w.same(a, d), w.same(b, e), w.same(c, f));
    let operands = w.all(&[first, second, third]);
    let results = w.same(one.result, two.result);
    w.implies(operands, results)
}

/// The same operands, the factors in the other order.
fn fused_exchanged(w: &mut Speech, one: Words, two: Words) -> TermId {
    fused_same(w, exchanged(one), two)
}
