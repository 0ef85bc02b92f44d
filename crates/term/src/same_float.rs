//! Are two floats the same to a program that cannot see which NaN it has?
//!
//! C leaves the sign and the payload of a NaN open, and compilers use it: `a + b` and `b + a` differ, on the same machine,
//! when both are NaNs. [`Pool::fp_same`] is equality up to that. It first brings both sides to a form in which operands
//! that commute are ordered, differences are sums, and signs stand before products, all of which is right up to the bits of NaNs:
//! every operator below gives a NaN for a NaN, whichever it is, or asks only whether it is one.

use crate::concrete;
use crate::ids::TermId;
use crate::op::{Format, Op};
use crate::pool::Pool;
use rustc_hash::FxHashMap;

/// A form with a sign apart.
#[derive(Clone, Copy)]
struct Form {
    negated: bool,
    term: TermId,
}

impl Pool {
    /// Equal bits, or both NaNs.
    pub fn fp_same(&mut self, format: Format, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.fp_up_to_nan(format, a), self.fp_up_to_nan(format, b));
        let equal = self.eq(a, b);
        if self.is_true(equal) {
            return equal;
        }
        let (a_is_nan, b_is_nan) = (self.fp_is_nan(format, a), self.fp_is_nan(format, b));
        let both = self.bool_and(a_is_nan, b_is_nan);
        self.bool_or(equal, both)
    }

    /// A term with the same value, unless that is a NaN: then it is a NaN, perhaps another one.
    pub fn fp_up_to_nan(&mut self, format: Format, t: TermId) -> TermId {
        let mut known: FxHashMap<(Format, TermId), Form> = FxHashMap::default();
        let mut stack = vec![(format, t)];
        while let Some(&(format, term)) = stack.last() {
            if known.contains_key(&(format, term)) {
                stack.pop();
                continue;
            }
            let n_waiting = stack.len();
            let operands = float_operands(self, format, term);
            stack.extend(operands.iter().filter(|operand| !known.contains_key(operand)));
            if stack.len() > n_waiting {
                continue;
            }
            let forms: Vec<Form> = operands.iter().map(|operand| known[operand]).collect();
            let form = self.form(format, term, &forms);
            known.insert((format, term), form);
            stack.pop();
        }
        let form = known[&(format, t)];
        self.signed_form(format, form)
    }

    fn signed_form(&mut self, format: Format, form: Form) -> TermId {
        if form.negated { self.fp_neg(format, form.term) } else { form.term }
    }

    /// The form of a term whose float operands have these.
    fn form(&mut self, format: Format, term: TermId, operands: &[Form]) -> Form {
        let plain = |term: TermId| Form { negated: false, term };
        match (self.op(term), operands) {
            (Op::Const, _) => match self.as_const(term) {
                Some(value) if value >> (format.width() - 1) == 1 => {
                    Form { negated: true, term: self.constant(format.width(), concrete::fp_neg(format, value)) }
                }
                _ => plain(term),
            },
            (Op::Xor, &[x]) => Form { negated: !x.negated, term: x.term },
            (Op::And | Op::Zext, &[x]) => plain(self.fp_abs(format, x.term)),
            (op @ (Op::FpAdd(_) | Op::FpSub(_)), &[a, b]) => {
                let b = Form { negated: b.negated != matches!(op, Op::FpSub(_)), term: b.term };
                let (a, b) = (self.signed_form(format, a), self.signed_form(format, b));
                let (a, b) = self.by_structure(a, b);
                plain(self.fp_add(format, a, b))
            }
            (Op::FpMul(_), &[a, b]) => {
                let (x, y) = self.by_structure(a.term, b.term);
                Form { negated: a.negated != b.negated, term: self.fp_mul(format, x, y) }
            }
            (Op::FpDiv(_), &[a, b]) => {
                Form { negated: a.negated != b.negated, term: self.fp_div(format, a.term, b.term) }
            }
            (Op::FpFma(_), &[a, b, c]) => {
                let (x, y) = self.by_structure(a.term, b.term);
                let x = self.signed_form(format, Form { negated: a.negated != b.negated, term: x });
                let c = self.signed_form(format, c);
                plain(self.fp_fma(format, x, y, c))
            }
            (Op::Ite, &[_, b]) if self.only_quiets(format, term) => b,
            (Op::Ite, &[a, b]) => {
                let (a, b) = (self.signed_form(format, a), self.signed_form(format, b));
                plain(self.ite(self.child(term, 0), a, b))
            }
            (Op::FpConvert { from, .. }, &[x]) => {
                let form = plain(self.fp_convert(from, format, x.term));
                Form { negated: x.negated, ..form }
            }
            (Op::FpRem(_), &[a, b]) => Form { negated: a.negated, term: self.fp_rem(format, a.term, b.term) },
            (Op::FpSqrt(_), &[x]) => {
                let x = self.signed_form(format, x);
                plain(self.fp_sqrt(format, x))
            }
            (Op::FpRoundToIntegral(_, rounding), &[x]) => {
                let x = self.signed_form(format, x);
                plain(self.fp_round_to_integral(format, rounding, x))
            }
            _ => plain(term),
        }
    }

    /// Is it `x` or `-x`, but for a NaN the quieted `x`?
    fn only_quiets(&mut self, format: Format, term: TermId) -> bool {
        let (condition, quieted, otherwise) = (self.child(term, 0), self.child(term, 1), self.child(term, 2));
        let negated = self.fp_neg(format, otherwise);
        [otherwise, negated]
            .into_iter()
            .any(|x| condition == self.fp_is_nan(format, x) && quieted == self.fp_quiet(format, x))
    }

    /// A constant last, otherwise by structure.
    fn by_structure(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let key = |t: TermId| (self.op(t) == Op::Const, self.hash(t));
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }
}

/// The operands that are floats of which only NaN or not counts, with their formats.
fn float_operands(pool: &Pool, format: Format, term: TermId) -> Vec<(Format, TermId)> {
    let children = pool.children(term);
    let sign = 1u128 << (format.width() - 1);
    match pool.op(term) {
        Op::FpAdd(f) | Op::FpSub(f) | Op::FpMul(f) | Op::FpDiv(f) | Op::FpRem(f) | Op::FpFma(f) | Op::FpSqrt(f)
            if f == format =>
        {
            children.iter().map(|&child| (format, child)).collect()
        }
        Op::FpRoundToIntegral(f, _) if f == format => vec![(format, children[0])],
        Op::FpConvert { from, to } if to == format => vec![(from, children[0])],
        Op::Ite => vec![(format, children[1]), (format, children[2])],
        // The sign flipped, the sign cleared.
        Op::Xor if pool.as_const(children[1]) == Some(sign) => vec![(format, children[0])],
        Op::And if pool.as_const(children[1]) == Some(sign - 1) => vec![(format, children[0])],
        Op::Zext if pool.op(children[0]) == (Op::Extract { lo: 0 }) => {
            let whole = pool.child(children[0], 0);
            let is_magnitude = pool.width(whole) == format.width() && pool.width(children[0]) == format.width() - 1;
            if is_magnitude { vec![(format, whole)] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
