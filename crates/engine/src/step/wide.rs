//! Integers of more than 128 bits, which clang makes of long runs of bit-fields: limbs of 64 bits, lowest first.
//!
//! Terms are at most 128 bits wide, so a wide value is an aggregate of limbs. Only what clang does with bit-fields is here: loads and
//! stores, bitwise operations, shifts by constants, equality and conversions; anything else ends the path as unsupported.
//!
//! # Invariants
//! - A wide value has `ceil(width / 64)` limbs; bits past the width are zero.

use crate::engine::Engine;
use crate::memory::ObjectId;
use crate::state::State;
use crate::value::{Value, mask};
use incise_ir::{BinaryOp, CastKind, Predicate, Type, TypeId};
use incise_term::TermId;

/// The widest term.
const MAX_TERM: u32 = 128;

impl Engine<'_, '_> {
    /// The width of an integer type that no term can hold.
    #[inline]
    pub(crate) fn wide(&self, ty: TypeId) -> Option<u32> {
        match self.prepared.module().types.get(ty) {
            Type::Int(width) if *width > MAX_TERM => Some(*width),
            _ => None,
        }
    }

    /// An unspecified wide value that is used.
    pub(super) fn wide_undefined(&mut self, state: &mut State, width: u32) -> Value {
        let limbs = (0..n_limbs(width)).map(|_| Value::Term(self.fresh_undefined(state, 64))).collect();
        self.within(width, limbs)
    }

    /// Reads at a known offset that was checked.
    pub(super) fn read_wide(&mut self, state: &mut State, id: ObjectId, offset: usize, width: u32) -> Value {
        let size = width.div_ceil(8) as usize;
        let mut limbs = Vec::new();
        for at in (0..size).step_by(8) {
            let len = (size - at).min(8);
            limbs.push(match self.read_scalar(state, id, offset + at, len) {
                Value::Int(bits) => Value::Int(bits),
                Value::Undefined => Value::Term(self.fresh_undefined(state, 64)),
                other => {
                    let term = self.term(&other, 8 * len as u32);
                    let term = self.context.pool.zext(term, 64);
                    self.value(term)
                }
            });
        }
        self.within(width, limbs)
    }

    /// Writes at a known offset that was checked.
    pub(super) fn write_wide(&mut self, state: &mut State, id: ObjectId, offset: usize, width: u32, value: &Value) {
        let size = width.div_ceil(8) as usize;
        for (index, at) in (0..size).step_by(8).enumerate() {
            let len = (size - at).min(8);
            let limb = match value.members().map(|limbs| limbs[index].clone()) {
                Some(Value::Int(bits)) => Value::Int(bits),
                Some(limb) => {
                    let term = self.term(&limb, 64);
                    let term = self.context.pool.extract(term, 0, 8 * len as u32);
                    self.value(term)
                }
                None => Value::Undefined,
            };
            self.write_scalar(state, id, offset + at, len, limb);
        }
    }

    /// `left op right`; `None` when it is not supported.
    pub(super) fn wide_binary(&mut self, op: BinaryOp, width: u32, left: &Value, right: &Value) -> Option<Value> {
        let (a, b) = (self.limbs(left)?, self.limbs(right)?);
        let limbs = match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => a
                .iter()
                .zip(&b)
                .map(|(a, b)| match op {
                    BinaryOp::And => self.context.pool.and(*a, *b),
                    BinaryOp::Or => self.context.pool.or(*a, *b),
                    _ => self.context.pool.xor(*a, *b),
                })
                .collect(),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let amount = self.context.pool.as_const(b[0]).filter(|amount| *amount < u128::from(width))? as u32;
                if b[1..].iter().any(|limb| self.context.pool.as_const(*limb) != Some(0)) {
                    return None;
                }
                match op {
                    BinaryOp::Shl => self.shifted_left(&a, amount),
                    BinaryOp::LShr => {
                        let zero = self.context.pool.constant(64, 0);
                        self.shifted_right(&a, amount, zero)
                    }
                    _ => {
                        let (a, sign) = self.sign_extended(a, width);
                        self.shifted_right(&a, amount, sign)
                    }
                }
            }
            _ => return None,
        };
        let limbs = limbs.into_iter().map(|limb| self.value(limb)).collect();
        Some(self.within(width, limbs))
    }

    /// Equality; `None` for anything else.
    pub(super) fn wide_compare(&mut self, predicate: Predicate, left: &Value, right: &Value) -> Option<Value> {
        let (a, b) = (self.limbs(left)?, self.limbs(right)?);
        let mut equal = self.context.pool.true_();
        for (a, b) in a.iter().zip(&b) {
            let here = self.context.pool.eq(*a, *b);
            equal = self.context.pool.bool_and(equal, here);
        }
        match predicate {
            Predicate::Eq => Some(self.value(equal)),
            Predicate::Ne => {
                let differ = self.context.pool.not(equal);
                Some(self.value(differ))
            }
            _ => None,
        }
    }

    /// A conversion from or to a wide integer (or between two); `None` when it is not supported.
    pub(super) fn wide_cast(&mut self, kind: CastKind, from: u32, to: u32, value: &Value) -> Option<Value> {
        if !matches!(kind, CastKind::Trunc | CastKind::ZExt | CastKind::SExt) {
            return None;
        }
        let mut limbs = match value {
            Value::Aggregate(_) => self.limbs(value)?,
            narrow => {
                let term = self.term(narrow, from);
                let term = self.context.pool.zext(term, MAX_TERM);
                vec![self.context.pool.extract(term, 0, 64), self.context.pool.extract(term, 64, 64)]
            }
        };
        let mut fill = self.context.pool.constant(64, 0);
        if kind == CastKind::SExt {
            limbs.truncate(n_limbs(from));
            (limbs, fill) = self.sign_extended(limbs, from);
        }
        limbs.resize(n_limbs(to), fill);
        if to > MAX_TERM {
            let limbs = limbs.into_iter().map(|limb| self.value(limb)).collect();
            return Some(self.within(to, limbs));
        }
        let whole = if to > 64 { self.context.pool.concat(limbs[1], limbs[0]) } else { limbs[0] };
        let low = self.context.pool.extract(whole, 0, to);
        Some(self.value(low))
    }

    fn limbs(&mut self, value: &Value) -> Option<Vec<TermId>> {
        let limbs = value.members()?.to_vec();
        Some(limbs.iter().map(|limb| self.term(limb, 64)).collect())
    }

    /// Clears the bits past the width.
    fn within(&mut self, width: u32, mut limbs: Vec<Value>) -> Value {
        let used = width % 64;
        if used != 0
            && let Some(last) = limbs.pop()
        {
            limbs.push(match last {
                Value::Int(bits) => Value::Int(bits & mask(used)),
                other => {
                    let term = self.term(&other, 64);
                    let low = self.context.pool.extract(term, 0, used);
                    let term = self.context.pool.zext(low, 64);
                    self.value(term)
                }
            });
        }
        Value::Aggregate(limbs.into())
    }

    /// The limbs with the sign spread over the last one, and a limb of the sign.
    fn sign_extended(&mut self, mut limbs: Vec<TermId>, width: u32) -> (Vec<TermId>, TermId) {
        let used = (width - 1) % 64 + 1;
        let last = limbs.pop().expect("an integer has a limb");
        let low = self.context.pool.extract(last, 0, used);
        limbs.push(self.context.pool.sext(low, 64));
        let sign = self.context.pool.extract(last, used - 1, 1);
        (limbs, self.context.pool.sext(sign, 64))
    }

    fn shifted_left(&mut self, limbs: &[TermId], amount: u32) -> Vec<TermId> {
        let zero = self.context.pool.constant(64, 0);
        let (whole, bits) = ((amount / 64) as usize, amount % 64);
        let at = |index: Option<usize>| index.map_or(zero, |index| limbs[index]);
        (0..limbs.len())
            .map(|index| {
                let (high, low) = (at(index.checked_sub(whole)), at(index.checked_sub(whole + 1)));
                self.window(low, high, (64 - bits) % 64, bits == 0)
            })
            .collect()
    }

    fn shifted_right(&mut self, limbs: &[TermId], amount: u32, fill: TermId) -> Vec<TermId> {
        let (whole, bits) = ((amount / 64) as usize, amount % 64);
        let at = |index: usize| limbs.get(index).copied().unwrap_or(fill);
        (0..limbs.len()).map(|index| self.window(at(index + whole), at(index + whole + 1), bits, false)).collect()
    }

    /// 64 bits of two limbs from a bit on; all of the high one when asked for.
    fn window(&mut self, low: TermId, high: TermId, from: u32, all_high: bool) -> TermId {
        if all_high {
            return high;
        }
        let both = self.context.pool.concat(high, low);
        self.context.pool.extract(both, from, 64)
    }
}

fn n_limbs(width: u32) -> usize {
    width.div_ceil(64) as usize
}
