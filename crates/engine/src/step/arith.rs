//! Arithmetic, comparisons and conversions on values, with the fast way for concrete ones.
//!
//! Pure: undefined behaviour is checked by the caller ([`super::checks`]) before these are asked.

use crate::engine::Engine;
use crate::memory::ObjectId;
use crate::value::{Value, mask, sign_extend};
use incise_ir::{BinaryOp, CastKind, FloatKind, Predicate, Type, TypeId};
use incise_term::{Format, TermId, concrete};

/// The term crate's name of a float format.
pub fn format_of(kind: FloatKind) -> Format {
    match kind {
        FloatKind::Half => Format::F16,
        FloatKind::BFloat => Format::BF16,
        FloatKind::Float => Format::F32,
        FloatKind::Double => Format::F64,
        FloatKind::X87 => Format::X87,
        FloatKind::Quad => Format::F128,
    }
}

impl Engine<'_, '_> {
    /// The float format of a scalar type.
    pub fn format(&self, ty: TypeId) -> Format {
        match self.prepared.module().types.get(ty) {
            Type::Float(kind) => format_of(*kind),
            other => unreachable!("{other:?} is not a float"),
        }
    }

    /// The element type of a vector, if it is one.
    pub fn vector_elem(&self, ty: TypeId) -> Option<(u32, TypeId)> {
        match self.prepared.module().types.get(ty) {
            Type::Vector { len, elem } => Some((*len, *elem)),
            _ => None,
        }
    }

    /// A term as a value.
    #[inline]
    pub fn value(&self, term: TermId) -> Value {
        Value::from_term(&self.context.pool, term)
    }

    /// `left op right` on operands of type `ty`.
    pub fn binary(&mut self, op: BinaryOp, ty: TypeId, left: &Value, right: &Value) -> Value {
        if let Some((_, elem)) = self.vector_elem(ty) {
            return self.zip(left, right, |engine, left, right| engine.binary(op, elem, left, right));
        }
        let width = self.prepared.width(ty);
        if let (Value::Int(a), Value::Int(b)) = (left, right)
            && let Some(result) = concrete_binary(op, width, *a, *b)
        {
            return Value::Int(result);
        }
        if width == 64
            && let Some(pointer) = self.pointer_arithmetic(op, left, right)
        {
            return pointer;
        }
        let (a, b) = (self.term(left, width), self.term(right, width));
        let pool = &mut self.context.pool;
        let term = match op {
            BinaryOp::Add => pool.add(a, b),
            BinaryOp::Sub => pool.sub(a, b),
            BinaryOp::Mul => pool.mul(a, b),
            BinaryOp::UDiv => pool.udiv(a, b),
            BinaryOp::SDiv => pool.sdiv(a, b),
            BinaryOp::URem => pool.urem(a, b),
            BinaryOp::SRem => pool.srem(a, b),
            BinaryOp::Shl => pool.shl(a, b),
            BinaryOp::LShr => pool.lshr(a, b),
            BinaryOp::AShr => pool.ashr(a, b),
            BinaryOp::And => pool.and(a, b),
            BinaryOp::Or => pool.or(a, b),
            BinaryOp::Xor => pool.xor(a, b),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                let format = self.format(ty);
                let pool = &mut self.context.pool;
                match op {
                    BinaryOp::FAdd => pool.fp_add(format, a, b),
                    BinaryOp::FSub => pool.fp_sub(format, a, b),
                    BinaryOp::FMul => pool.fp_mul(format, a, b),
                    BinaryOp::FDiv => pool.fp_div(format, a, b),
                    _ => pool.fp_rem(format, a, b),
                }
            }
        };
        self.value(term)
    }

    /// Integer arithmetic that keeps the provenance of a pointer that went through an integer.
    fn pointer_arithmetic(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
        let (pointer, other) = match (left.provenance(), right.provenance()) {
            (Some(_), None) => (left, right),
            (None, Some(_)) if op != BinaryOp::Sub => (right, left),
            _ => return None,
        };
        let object = pointer.provenance()?;
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or) {
            return None;
        }
        let (a, b) = (self.term(pointer, 64), self.term(other, 64));
        let term = match op {
            BinaryOp::Add => self.context.pool.add(a, b),
            BinaryOp::Sub => self.context.pool.sub(a, b),
            BinaryOp::And => self.context.pool.and(a, b),
            _ => self.context.pool.or(a, b),
        };
        Some(self.pointer(Some(object), term))
    }

    /// A pointer moved by a signed number of bytes (64 bits).
    pub fn offset_pointer(&mut self, base: &Value, offset: &Value) -> Value {
        match (base, offset) {
            (Value::Ptr { object, address }, Value::Int(offset)) => {
                Value::Ptr { object: *object, address: address.wrapping_add(*offset) }
            }
            (Value::Int(address), Value::Int(offset)) => Value::Int(address.wrapping_add(*offset)),
            _ => {
                let (a, b) = (self.term(base, 64), self.term(offset, 64));
                let term = self.context.pool.add(a, b);
                // A null pointer leads to nothing, however far it is moved.
                let nothing = (*base == Value::Int(0)).then_some(ObjectId::NOTHING);
                self.pointer(base.provenance().or(nothing), term)
            }
        }
    }

    /// An address with its provenance as a value.
    pub fn pointer(&self, object: Option<ObjectId>, address: TermId) -> Value {
        match (object, self.context.pool.as_const(address)) {
            (Some(object), Some(address)) => Value::Ptr { object, address: address as u64 },
            (Some(object), None) => Value::SymPtr { object, address },
            (None, Some(address)) => Value::Int(address as u64),
            (None, None) => Value::Term(address),
        }
    }

    /// Applies a two-operand function element by element.
    pub fn zip(
        &mut self,
        left: &Value,
        right: &Value,
        mut apply: impl FnMut(&mut Self, &Value, &Value) -> Value,
    ) -> Value {
        let (Some(left), Some(right)) = (left.members(), right.members()) else {
            return Value::Undefined;
        };
        Value::Aggregate(left.iter().zip(right).map(|(a, b)| element(self, a, b, &mut apply)).collect())
    }

    /// A comparison; one bit (per element).
    pub fn compare(&mut self, predicate: Predicate, ty: TypeId, left: &Value, right: &Value) -> Value {
        if let Some((_, elem)) = self.vector_elem(ty) {
            return self.zip(left, right, |engine, left, right| engine.compare(predicate, elem, left, right));
        }
        let width = self.prepared.width(ty);
        if let (Some(a), Some(b)) = (left.concrete(), right.concrete())
            && let Some(result) = concrete_compare(predicate, width, a, b)
        {
            return Value::bit(result);
        }
        let (a, b) = (self.term(left, width), self.term(right, width));
        let pool = &mut self.context.pool;
        let term = match predicate {
            Predicate::Eq => pool.eq(a, b),
            Predicate::Ne => pool.ne(a, b),
            Predicate::Ult => pool.ult(a, b),
            Predicate::Ule => pool.ule(a, b),
            Predicate::Ugt => pool.ugt(a, b),
            Predicate::Uge => pool.uge(a, b),
            Predicate::Slt => pool.slt(a, b),
            Predicate::Sle => pool.sle(a, b),
            Predicate::Sgt => pool.sgt(a, b),
            Predicate::Sge => pool.sge(a, b),
            _ => self.compare_floats(predicate, self.format(ty), a, b),
        };
        self.value(term)
    }

    fn compare_floats(&mut self, predicate: Predicate, format: Format, a: TermId, b: TermId) -> TermId {
        let pool = &mut self.context.pool;
        let unordered = {
            let (a, b) = (pool.fp_is_nan(format, a), pool.fp_is_nan(format, b));
            pool.bool_or(a, b)
        };
        // An ordered relation is false on NaN by itself; an unordered one adds the NaN case.
        let (relation, or_unordered) = match predicate {
            Predicate::FFalse => return pool.false_(),
            Predicate::FTrue => return pool.true_(),
            Predicate::FUno => return unordered,
            Predicate::FOrd => return pool.not(unordered),
            Predicate::FOeq => (pool.fp_eq(format, a, b), false),
            Predicate::FUeq => (pool.fp_eq(format, a, b), true),
            Predicate::FOlt => (pool.fp_lt(format, a, b), false),
            Predicate::FUlt => (pool.fp_lt(format, a, b), true),
            Predicate::FOle => (pool.fp_le(format, a, b), false),
            Predicate::FUle => (pool.fp_le(format, a, b), true),
            Predicate::FOgt => (pool.fp_lt(format, b, a), false),
            Predicate::FUgt => (pool.fp_lt(format, b, a), true),
            Predicate::FOge => (pool.fp_le(format, b, a), false),
            Predicate::FUge => (pool.fp_le(format, b, a), true),
            Predicate::FUne => {
                let equal = pool.fp_eq(format, a, b);
                return pool.not(equal);
            }
            Predicate::FOne => {
                let equal = pool.fp_eq(format, a, b);
                let either = pool.bool_or(equal, unordered);
                return pool.not(either);
            }
            _ => unreachable!("an integer predicate"),
        };
        if or_unordered { pool.bool_or(relation, unordered) } else { relation }
    }

    /// A conversion.
    pub fn cast(&mut self, kind: CastKind, from: TypeId, to: TypeId, value: &Value) -> Value {
        if kind == CastKind::Bitcast {
            return self.bitcast(from, to, value);
        }
        if let (Some((_, from)), Some((_, to))) = (self.vector_elem(from), self.vector_elem(to)) {
            let Some(members) = value.members() else { return Value::Undefined };
            let members: Vec<Value> = members.to_vec();
            return Value::Aggregate(
                members
                    .iter()
                    .map(|member| match member {
                        Value::Undefined => Value::Undefined,
                        member => self.cast(kind, from, to, member),
                    })
                    .collect(),
            );
        }
        let (from_width, to_width) = (self.prepared.width(from), self.prepared.width(to));
        match (kind, value) {
            (CastKind::Trunc, Value::Int(bits)) if to_width <= 64 => return Value::Int(bits & mask(to_width)),
            (CastKind::ZExt, Value::Int(bits)) if to_width <= 64 => return Value::Int(*bits),
            (CastKind::SExt, Value::Int(bits)) if to_width <= 64 => {
                return Value::Int(sign_extend(*bits, from_width) as u64 & mask(to_width));
            }
            // A pointer through an integer of its own size stays a pointer.
            (CastKind::PtrToInt | CastKind::IntToPtr, value) if from_width == to_width => return value.clone(),
            _ => {}
        }
        let term = self.term(value, from_width);
        let pool = &mut self.context.pool;
        let resized = |pool: &mut incise_term::Pool| match from_width.cmp(&to_width) {
            std::cmp::Ordering::Less => pool.zext(term, to_width),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => pool.extract(term, 0, to_width),
        };
        let term = match kind {
            CastKind::Trunc | CastKind::ZExt | CastKind::PtrToInt | CastKind::IntToPtr => resized(pool),
            CastKind::SExt => pool.sext(term, to_width),
            CastKind::FpTrunc | CastKind::FpExt => {
                let (from, to) = (self.format(from), self.format(to));
                self.context.pool.fp_convert(from, to, term)
            }
            CastKind::UiToFp => {
                let format = self.format(to);
                self.context.pool.fp_from_uint(format, term)
            }
            CastKind::SiToFp => {
                let format = self.format(to);
                self.context.pool.fp_from_sint(format, term)
            }
            CastKind::FpToUi => self.float_to_int(self.format(from), term, to_width, false),
            CastKind::FpToSi => self.float_to_int(self.format(from), term, to_width, true),
            CastKind::Bitcast => unreachable!("handled above"),
        };
        self.value(term)
    }

    /// Float to integer as x86-64 does it: a value that does not fit gives the machine's "indefinite" integer.
    fn float_to_int(&mut self, format: Format, term: TermId, width: u32, signed: bool) -> TermId {
        let fits = self.float_fits(format, term, width, signed);
        let pool = &mut self.context.pool;
        let exact = if signed { pool.fp_to_sint(format, term, width) } else { pool.fp_to_uint(format, term, width) };
        if pool.is_true(fits) || width > 64 {
            return exact;
        }
        // clang converts narrow types through a wider signed conversion and truncates.
        let through = if signed && width <= 32 { 32 } else { 64 };
        let indefinite = if width < through { 0 } else { 1u128 << (width - 1) };
        let machine = if width < through {
            let wide = pool.fp_to_sint(format, term, through);
            let fits_wide = self.float_fits(format, term, through, true);
            let pool = &mut self.context.pool;
            let low = pool.extract(wide, 0, width);
            let zero = pool.constant(width, indefinite);
            pool.ite(fits_wide, low, zero)
        } else {
            pool.constant(width, indefinite)
        };
        self.context.pool.ite(fits, exact, machine)
    }

    /// Whether a float, rounded toward zero, is a value of the integer type.
    pub fn float_fits(&mut self, format: Format, term: TermId, width: u32, signed: bool) -> TermId {
        // low < x < high in reals, with low = -1 or -(2^(n-1)) - 1, high = 2^n or 2^(n-1); the bounds are exact or
        // infinite in every format, except the signed lower one, which is taken as low <= x when -(2^(n-1)) - 1 is not exact.
        let exponent = if signed { width - 1 } else { width };
        let one = concrete::fp_from_uint(format, 1);
        let power = (0..exponent).fold(one, |value, _| concrete::fp_add(format, value, value));
        let pool = &mut self.context.pool;
        let bits = format.width();
        let high = pool.constant(bits, power);
        let below = pool.fp_lt(format, term, high);
        let above = if signed {
            let minimum = concrete::fp_neg(format, power);
            let under = concrete::fp_sub(format, minimum, one);
            if under == minimum {
                let low = pool.constant(bits, minimum);
                pool.fp_le(format, low, term)
            } else {
                let low = pool.constant(bits, under);
                pool.fp_lt(format, low, term)
            }
        } else {
            let low = pool.constant(bits, concrete::fp_neg(format, one));
            pool.fp_lt(format, low, term)
        };
        pool.bool_and(below, above)
    }

    /// The same bits as another type. Vectors are cut or joined element by element, so that only elements need fit a term.
    fn bitcast(&mut self, from: TypeId, to: TypeId, value: &Value) -> Value {
        let (from_vector, to_vector) = (self.vector_elem(from), self.vector_elem(to));
        if from_vector.is_none() && to_vector.is_none() || from == to {
            return value.clone();
        }
        let (members, from_width) = match (from_vector, value.members()) {
            (Some((_, elem)), Some(members)) => (members.to_vec(), self.prepared.width(elem)),
            _ => (vec![value.clone()], self.prepared.width(from)),
        };
        let to_width = to_vector.map_or(self.prepared.width(to), |(_, elem)| self.prepared.width(elem));
        let pieces: Vec<Value> = if from_width > to_width && from_width.is_multiple_of(to_width) {
            members.iter().flat_map(|member| self.cut_into(member, from_width, to_width)).collect()
        } else if to_width.is_multiple_of(from_width) {
            let group = (to_width / from_width) as usize;
            members.chunks(group).map(|group| self.joined(group, from_width)).collect()
        } else {
            let whole = self.joined(&members, from_width);
            let total = from_width * members.len() as u32;
            self.cut_into(&whole, total, to_width)
        };
        match to_vector {
            Some(_) => Value::Aggregate(pieces.into()),
            None => pieces.into_iter().next().unwrap_or(Value::Undefined),
        }
    }

    /// Whether a change of type between vectors stays within terms.
    pub(super) fn can_bitcast(&self, from: TypeId, to: TypeId) -> bool {
        let element =
            |ty: TypeId| self.vector_elem(ty).map_or(self.prepared.width(ty), |(_, elem)| self.prepared.width(elem));
        let (from_width, to_width) = (element(from), element(to));
        let whole = from_width % to_width != 0 && to_width % from_width != 0;
        from_width.max(to_width) <= 128 && (!whole || self.prepared.width(from) <= 128)
    }

    /// Values of `width` bits, the first one lowest, as one.
    pub(super) fn joined(&mut self, members: &[Value], width: u32) -> Value {
        if let [single] = members {
            return single.clone();
        }
        let mut whole = None;
        for member in members {
            let term = self.term(member, width);
            whole = Some(match whole {
                None => term,
                Some(low) => self.context.pool.concat(term, low),
            });
        }
        whole.map_or(Value::Undefined, |whole| self.value(whole))
    }

    fn cut_into(&mut self, value: &Value, width: u32, piece_width: u32) -> Vec<Value> {
        let n_pieces = width / piece_width;
        if *value == Value::Undefined {
            return vec![Value::Undefined; n_pieces as usize];
        }
        let whole = self.term(value, width);
        (0..n_pieces)
            .map(|index| {
                let piece = self.context.pool.extract(whole, index * piece_width, piece_width);
                self.value(piece)
            })
            .collect()
    }
}

fn element<'e, 'p>(
    engine: &mut Engine<'e, 'p>,
    left: &Value,
    right: &Value,
    apply: &mut impl FnMut(&mut Engine<'e, 'p>, &Value, &Value) -> Value,
) -> Value {
    match (left, right) {
        (Value::Undefined, _) | (_, Value::Undefined) => Value::Undefined,
        _ => apply(engine, left, right),
    }
}

/// Concrete integer and float arithmetic of at most 64 bits; `None` when the general way is needed.
#[inline]
fn concrete_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> Option<u64> {
    if width > 64 {
        return None;
    }
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv if b != 0 => sign_extend(a, width).wrapping_div(sign_extend(b, width)) as u64,
        BinaryOp::SRem if b != 0 => sign_extend(a, width).wrapping_rem(sign_extend(b, width)) as u64,
        BinaryOp::Shl if b < u64::from(width) => a << b,
        BinaryOp::LShr if b < u64::from(width) => a >> b,
        BinaryOp::AShr if b < u64::from(width) => (sign_extend(a, width) >> b) as u64,
        _ => return None,
    };
    Some(result & mask(width))
}

#[inline]
fn concrete_compare(predicate: Predicate, width: u32, a: u64, b: u64) -> Option<bool> {
    if width > 64 {
        return None;
    }
    Some(match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Slt => sign_extend(a, width) < sign_extend(b, width),
        Predicate::Sle => sign_extend(a, width) <= sign_extend(b, width),
        Predicate::Sgt => sign_extend(a, width) > sign_extend(b, width),
        Predicate::Sge => sign_extend(a, width) >= sign_extend(b, width),
        _ => return None,
    })
}
