//! Undefined behaviour of arithmetic: overflow, shifts, division, float conversions.
//!
//! Every check is a branch of its own: the part of the path where it fails ends in an error (or is assumed away), the rest goes on.

use crate::config::UbPolicy;
use crate::engine::{Engine, Step};
use crate::error::ErrorKind;
use crate::state::State;
use crate::value::{Value, mask, sign_extend};
use incise_ir::{BinaryOp, CastKind, Flags, TypeId};

/// A binary operation on values of one type.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    pub op: BinaryOp,
    pub flags: Flags,
    pub ty: TypeId,
}

impl Engine<'_, '_> {
    /// `left op right` with the checks that its undefined behaviour asks for.
    pub(super) fn checked_binary(
        &mut self,
        state: &mut State,
        operator: Operator,
        left: &Value,
        right: &Value,
    ) -> Step<Value> {
        let Operator { op, flags, ty } = operator;
        if let Some((_, elem)) = self.vector_elem(ty) {
            let (left, right) = match (left.members(), right.members()) {
                (Some(left), Some(right)) => (left.to_vec(), right.to_vec()),
                _ => return Ok(Value::Undefined),
            };
            let mut members = Vec::with_capacity(left.len());
            for (left, right) in left.iter().zip(&right) {
                members.push(match (left, right) {
                    (Value::Undefined, _) | (_, Value::Undefined) => Value::Undefined,
                    _ => self.checked_binary(state, Operator { ty: elem, ..operator }, left, right)?,
                });
            }
            return Ok(Value::Aggregate(members.into()));
        }
        let width = self.prepared.width(ty);
        if self.wide(ty).is_some() {
            return match self.wide_binary(op, width, left, right) {
                Some(value) => Ok(value),
                None => self.too_wide(state, ty),
            };
        }
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if flags.nsw && self.looks_for(ErrorKind::Overflow) => {
                let bad = self.signed_overflow(op, width, left, right);
                let name = symbol(op);
                self.check(state, &bad, ErrorKind::Overflow, || format!("signed overflow in `{name}`"))?;
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                self.check_division(state, op, width, left, right)?;
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                return self.checked_shift(state, operator, left, right);
            }
            _ => {}
        }
        let result = self.binary(op, ty, left, right);
        Ok(self.without_strange_provenance(state, left, right, result))
    }

    /// Integer arithmetic may lead from one object to another (`q + (p - q)`): an address outside the object that it was
    /// computed from belongs to whatever is there.
    fn without_strange_provenance(&self, state: &State, left: &Value, right: &Value, result: Value) -> Value {
        match result {
            Value::Ptr { object, address } if left.provenance().is_some() != right.provenance().is_some() => {
                let inside =
                    state.memory.get(object).is_none_or(|object| address.wrapping_sub(object.address) <= object.size);
                if inside { Value::Ptr { object, address } } else { Value::Int(address) }
            }
            result => result,
        }
    }

    fn check_division(&mut self, state: &mut State, op: BinaryOp, width: u32, left: &Value, right: &Value) -> Step<()> {
        if let (Value::Int(a), Value::Int(b)) = (left, right)
            && *b != 0
            && (*b != mask(width) || *a != 1 << (width - 1))
        {
            return Ok(());
        }
        let divisor = self.term(right, width);
        let zero = self.context.pool.constant(width, 0);
        let by_zero = self.context.pool.eq(divisor, zero);
        let by_zero = self.value(by_zero);
        self.check(state, &by_zero, ErrorKind::DivisionByZero, || String::from("division by zero"))?;
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            // The machine traps on MIN / -1 whatever the policy.
            let minus_one = self.context.pool.constant(width, u128::MAX);
            let minimum = self.context.pool.constant(width, 1u128 << (width - 1));
            let dividend = self.term(left, width);
            let by_minus_one = self.context.pool.eq(divisor, minus_one);
            let is_minimum = self.context.pool.eq(dividend, minimum);
            let bad = self.context.pool.bool_and(by_minus_one, is_minimum);
            let bad = self.value(bad);
            self.check_always(state, &bad, ErrorKind::Overflow, "signed overflow in a division by -1")?;
        }
        Ok(())
    }

    /// A check that no policy turns off: the machine itself stops.
    fn check_always(&mut self, state: &mut State, bad: &Value, kind: ErrorKind, message: &str) -> Step<()> {
        self.check(state, bad, kind, || message.to_string())
    }

    fn checked_shift(&mut self, state: &mut State, operator: Operator, left: &Value, right: &Value) -> Step<Value> {
        let Operator { op, flags, ty } = operator;
        let width = self.prepared.width(ty);
        let in_range = matches!(right, Value::Int(amount) if *amount < u64::from(width));
        if !in_range {
            let amount = self.term(right, width);
            let limit = self.context.pool.constant(width, u128::from(width));
            let bad = self.context.pool.ule(limit, amount);
            let bad = self.value(bad);
            if self.looks_for(ErrorKind::BadShift) {
                self.check(state, &bad, ErrorKind::BadShift, || {
                    format!("the shift amount is negative or not below {width}")
                })?;
            } else if bad != Value::Int(0) {
                // The machine masks the amount (narrow types are shifted as 32 bits).
                let machine = if width <= 32 { 31 } else { u64::from(width) - 1 };
                let masked = self.binary(BinaryOp::And, ty, right, &Value::Int(machine & mask(width)));
                return Ok(self.binary(op, ty, left, &masked));
            }
        }
        let result = self.binary(op, ty, left, right);
        if op == BinaryOp::Shl && flags.nsw && self.looks_for(ErrorKind::Overflow) {
            let bad = if flags.nuw {
                // No bit that is set is lost, and none becomes the sign.
                let rest = self.binary(BinaryOp::Sub, ty, &Value::Int(u64::from(width - 1)), right);
                let lost = self.binary(BinaryOp::LShr, ty, left, &rest);
                self.compare(incise_ir::Predicate::Ne, ty, &lost, &Value::Int(0))
            } else {
                let back = self.binary(BinaryOp::AShr, ty, &result, right);
                self.compare(incise_ir::Predicate::Ne, ty, &back, left)
            };
            self.check(state, &bad, ErrorKind::Overflow, || String::from("signed overflow in `<<`"))?;
        }
        Ok(result)
    }

    /// One bit: whether the mathematical result does not fit.
    pub(crate) fn signed_overflow(&mut self, op: BinaryOp, width: u32, left: &Value, right: &Value) -> Value {
        if let (Value::Int(a), Value::Int(b)) = (left, right) {
            let (a, b) = (i128::from(sign_extend(*a, width)), i128::from(sign_extend(*b, width)));
            let exact = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                _ => a * b,
            };
            let limit = 1i128 << (width - 1);
            return Value::bit(exact < -limit || exact >= limit);
        }
        let bad = match (left, right) {
            (symbolic, Value::Int(c)) => {
                self.overflow_with_constant(op, width, symbolic, sign_extend(*c, width.min(64)))
            }
            (Value::Int(c), symbolic) if op != BinaryOp::Sub => {
                self.overflow_with_constant(op, width, symbolic, sign_extend(*c, width.min(64)))
            }
            _ => None,
        };
        if let Some(bad) = bad {
            return bad;
        }
        let (a, b) = (self.term(left, width), self.term(right, width));
        let pool = &mut self.context.pool;
        let term = match op {
            BinaryOp::Add | BinaryOp::Sub => {
                // The signs of the operands agree (differ, for a subtraction) and the result's differs.
                let result = if op == BinaryOp::Add { pool.add(a, b) } else { pool.sub(a, b) };
                let first = pool.xor(a, result);
                let second = if op == BinaryOp::Add { pool.xor(b, result) } else { pool.xor(a, b) };
                let both = pool.and(first, second);
                pool.extract(both, width - 1, 1)
            }
            _ if width <= 64 => {
                let (wide_a, wide_b) = (pool.sext(a, 2 * width), pool.sext(b, 2 * width));
                let wide = pool.mul(wide_a, wide_b);
                let low = pool.extract(wide, 0, width);
                let back = pool.sext(low, 2 * width);
                pool.ne(back, wide)
            }
            _ => {
                // a*b fits exactly when dividing it by a gives b back, MIN * -1 apart.
                let product = pool.mul(a, b);
                let quotient = pool.sdiv(product, a);
                let lost = pool.ne(quotient, b);
                let zero = pool.constant(width, 0);
                let not_zero = pool.ne(a, zero);
                let minus_one = pool.constant(width, u128::MAX);
                let minimum = pool.constant(width, 1u128 << (width - 1));
                let a_minus_one = pool.eq(a, minus_one);
                let b_minimum = pool.eq(b, minimum);
                let negated = pool.bool_and(a_minus_one, b_minimum);
                let lost = pool.bool_and(lost, not_zero);
                pool.bool_or(lost, negated)
            }
        };
        self.value(term)
    }

    /// Overflow of `x op c` as a bound on `x`, which the solver's value sets decide without a search.
    fn overflow_with_constant(&mut self, op: BinaryOp, width: u32, symbolic: &Value, c: i64) -> Option<Value> {
        if width > 64 {
            return None;
        }
        let (minimum, maximum) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let c = i128::from(c);
        // x is bad below `low` and above `high`.
        let (low, high) = match op {
            BinaryOp::Add => (minimum - c.min(0), maximum - c.max(0)),
            BinaryOp::Sub => (minimum + c.max(0), maximum + c.min(0)),
            _ if c == 0 => return Some(Value::Int(0)),
            _ if c > 0 => (minimum / c, maximum / c),
            _ => (maximum / c, minimum / c),
        };
        let x = self.term(symbolic, width);
        let pool = &mut self.context.pool;
        let mut bad = pool.false_();
        if low > minimum {
            let bound = pool.constant(width, low as u128);
            let below = pool.slt(x, bound);
            bad = pool.bool_or(bad, below);
        }
        if high < maximum {
            let bound = pool.constant(width, high as u128);
            let above = pool.sgt(x, bound);
            bad = pool.bool_or(bad, above);
        }
        Some(self.value(bad))
    }

    /// A conversion with the check that a float must fit its integer type.
    pub(super) fn checked_cast(
        &mut self,
        state: &mut State,
        kind: CastKind,
        from: TypeId,
        to: TypeId,
        value: &Value,
    ) -> Step<Value> {
        if self.wide(from).is_some() || self.wide(to).is_some() {
            let (from_width, to_width) = (self.prepared.width(from), self.prepared.width(to));
            return match self.wide_cast(kind, from_width, to_width, value) {
                Some(value) => Ok(value),
                None => self.too_wide(state, from),
            };
        }
        if kind == CastKind::Bitcast && !self.can_bitcast(from, to) {
            return self.too_wide(state, from);
        }
        let to_int = matches!(kind, CastKind::FpToUi | CastKind::FpToSi);
        if to_int && self.vector_elem(from).is_none() && self.prepared.config.checks.ub != UbPolicy::Wrap {
            let format = self.format(from);
            let (from_width, to_width) = (self.prepared.width(from), self.prepared.width(to));
            let term = self.term(value, from_width);
            let fits = self.float_fits(format, term, to_width, kind == CastKind::FpToSi);
            let bad = self.context.pool.not(fits);
            let bad = self.value(bad);
            if self.looks_for(ErrorKind::FloatCast) {
                self.check(state, &bad, ErrorKind::FloatCast, || {
                    String::from("the float does not fit the integer type")
                })?;
            }
        }
        Ok(self.cast(kind, from, to, value))
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        _ => "*",
    }
}
