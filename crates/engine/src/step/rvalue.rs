//! Values of the right-hand sides of assignments.

use super::checks::Operator;
use crate::engine::{Engine, Step};
use crate::error::ErrorKind;
use crate::ledger::Weakness;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::Value;
use incise_ir::{AtomicOp, BinaryOp, CastKind, Operand, Predicate, Rvalue, Type, TypeId};
use std::rc::Rc;

/// Larger locals overflow the stack of a native program too.
const MAX_STACK_OBJECT: u64 = 8 << 20;

fn inserted(whole: &Value, path: &[u32], member: Value) -> Value {
    let Some((first, rest)) = path.split_first() else { return member };
    let mut members: Vec<Value> = whole.members().map(<[Value]>::to_vec).unwrap_or_default();
    if let Some(slot) = members.get_mut(*first as usize) {
        *slot = inserted(slot, rest, member);
    }
    Value::Aggregate(members.into())
}

impl<'p> Engine<'_, 'p> {
    #[cold]
    pub(super) fn materialise(&mut self, state: &mut State, ty: TypeId) -> Value {
        if let Some(width) = self.wide(ty) {
            return self.wide_undefined(state, width);
        }
        match self.prepared.module().types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = self.prepared.width(ty);
                Value::Term(self.fresh_undefined(state, width))
            }
            _ => self.undefined(ty),
        }
    }

    pub(super) fn rvalue(&mut self, state: &mut State, value: &'p Rvalue) -> Step<Value> {
        match value {
            Rvalue::Use(operand) => Ok(self.read_operand(state, operand)),
            Rvalue::Uninit => Ok(Value::Undefined),
            Rvalue::Binary { op, flags, ty, left, right } => {
                let (left, right) = (self.used(state, left, *ty), self.used(state, right, *ty));
                if *op == BinaryOp::Sub && flags.exact {
                    self.check_related(state, &left, &right)?;
                }
                self.note_address_arithmetic(state, *op, &left, &right);
                self.checked_binary(state, Operator { op: *op, flags: *flags, ty: *ty }, &left, &right)
            }
            Rvalue::FNeg { ty, value } => {
                let value = self.used(state, value, *ty);
                Ok(self.negate_float(*ty, &value))
            }
            Rvalue::Compare { predicate, ty, left, right } => {
                let (left, right) = (self.used(state, left, *ty), self.used(state, right, *ty));
                if self.wide(*ty).is_some() {
                    return match self.wide_compare(*predicate, &left, &right) {
                        Some(value) => Ok(value),
                        None => self.too_wide(state, *ty),
                    };
                }
                if matches!((&left, &right), (Value::Ptr { .. }, Value::Int(0)) | (Value::Int(0), Value::Ptr { .. })) {
                    self.note_null_check(state, &left, &right);
                }
                if Self::asks_for_order(*predicate) && *self.prepared.module().types.get(*ty) == Type::Ptr {
                    self.check_related(state, &left, &right)?;
                }
                self.note_address_comparison(state, *predicate, &left, &right);
                Ok(self.compare(*predicate, *ty, &left, &right))
            }
            Rvalue::Cast { kind, from, to, value } => {
                let value = self.used(state, value, *from);
                if *kind == CastKind::Trunc
                    || *kind == CastKind::PtrToInt && self.prepared.width(*to) < self.prepared.width(*from)
                {
                    self.note_address_part(state, &value);
                }
                self.checked_cast(state, *kind, *from, *to, &value)
            }
            Rvalue::Select { cond, vector, ty, left, right } => {
                let cond = self.operand(state, cond);
                let (left, right) = (self.operand(state, left), self.operand(state, right));
                if *vector {
                    return self.select_elements(state, &cond, *ty, &left, &right);
                }
                self.select(state, &cond, *ty, &left, &right)
            }
            Rvalue::Offset { base, offset, indices, range, .. } => {
                let mut pointer = self.read_operand(state, base);
                if pointer == Value::Undefined {
                    pointer = Value::Term(self.fresh_undefined(state, 64));
                }
                let start = pointer.clone();
                let mut last = None;
                if *offset != 0 {
                    pointer = self.offset_pointer(&pointer, &Value::Int(*offset as u64));
                }
                for (index, ty, scale) in indices {
                    let index = self.used(state, index, *ty);
                    let bytes = self.scaled_index(&index, *ty, *scale);
                    pointer = self.offset_pointer(&pointer, &bytes);
                    last = Some((index, *ty));
                }
                if let Some(range) = range {
                    self.check_offset(state, *range, (&start, &pointer), last)?;
                }
                Ok(pointer)
            }
            Rvalue::Load { ptr, ty, align, boolean, .. } => {
                let ptr = self.read_operand(state, ptr);
                self.check_alignment(state, &ptr, *align)?;
                let value = self.load(state, &ptr, *ty)?;
                if *boolean {
                    self.check_boolean(state, &value, *ty)?;
                }
                Ok(value)
            }
            Rvalue::Alloca { elem_size, count, count_ty, align, name, source_type } => {
                let is_variable = matches!(count, Operand::Local(_)) && source_type.is_some();
                let count = self.used(state, count, *count_ty);
                if is_variable {
                    self.check_length(state, &count, *count_ty)?;
                }
                let count = self.size_of_request(state, &count, *count_ty, *elem_size)?;
                let size = count.saturating_mul(*elem_size);
                if size > MAX_STACK_OBJECT {
                    return self.error(state, ErrorKind::StackOverflow, format!("a local of {size} bytes"));
                }
                let name: Rc<str> = Rc::from(name.as_str());
                let object = state.memory.allocate(size, u64::from(*align), ObjectKind::Stack, name, false);
                state.memory.get_mut(object).expect("just made").source_type = *source_type;
                state.top_mut().stack_objects.push(object);
                let address = state.memory.get(object).expect("just made").address;
                Ok(Value::Ptr { object, address })
            }
            Rvalue::Extract { value, path } => {
                let mut value = self.operand(state, value);
                for index in path {
                    value = match value.members() {
                        Some(members) => members[*index as usize].clone(),
                        None => Value::Undefined,
                    };
                }
                Ok(value)
            }
            Rvalue::Insert { value, ty, member, path } => {
                let whole = match self.operand(state, value) {
                    Value::Undefined => self.undefined(*ty),
                    whole => whole,
                };
                let member = self.operand(state, member);
                Ok(inserted(&whole, path, member))
            }
            Rvalue::ExtractElement { value, ty, index, index_ty } => {
                let (value, index) = (self.operand(state, value), self.used(state, index, *index_ty));
                let index = self.element_index(state, &index, *ty)?;
                Ok(value.members().map_or(Value::Undefined, |members| members[index].clone()))
            }
            Rvalue::InsertElement { value, ty, member, index, index_ty } => {
                let whole = match self.operand(state, value) {
                    Value::Undefined => self.undefined(*ty),
                    whole => whole,
                };
                let index = self.used(state, index, *index_ty);
                let index = self.element_index(state, &index, *ty)?;
                let member = self.operand(state, member);
                Ok(inserted(&whole, &[index as u32], member))
            }
            Rvalue::Shuffle { left, right, mask, .. } => {
                let (left, right) = (self.operand(state, left), self.operand(state, right));
                let all: Vec<Value> = [&left, &right]
                    .iter()
                    .flat_map(|side| side.members().map(<[Value]>::to_vec).unwrap_or_default())
                    .collect();
                Ok(Value::Aggregate(
                    mask.iter()
                        .map(|pick| pick.and_then(|at| all.get(at as usize).cloned()).unwrap_or(Value::Undefined))
                        .collect(),
                ))
            }
            Rvalue::AtomicRmw { op, ptr, value, ty } => {
                let (ptr, value) = (self.operand(state, ptr), self.used(state, value, *ty));
                if self.wide(*ty).is_some() {
                    return self.too_wide(state, *ty);
                }
                let old = match self.load(state, &ptr, *ty)? {
                    Value::Undefined => self.materialise(state, *ty),
                    old => old,
                };
                let new = self.atomic(*op, *ty, &old, &value);
                self.store(state, &ptr, &new, *ty)?;
                Ok(old)
            }
            Rvalue::CmpXchg { ptr, expected, new, ty } => {
                let ptr = self.operand(state, ptr);
                let (expected, new) = (self.used(state, expected, *ty), self.used(state, new, *ty));
                let old = match self.load(state, &ptr, *ty)? {
                    Value::Undefined => self.materialise(state, *ty),
                    old => old,
                };
                let equal = self.compare(Predicate::Eq, *ty, &old, &expected);
                if self.decide(state, &equal)? {
                    self.store(state, &ptr, &new, *ty)?;
                    Ok(Value::Aggregate(Rc::from([old, Value::Int(1)])))
                } else {
                    Ok(Value::Aggregate(Rc::from([old, Value::Int(0)])))
                }
            }
            Rvalue::VaArg { .. } => self.cut(state, Weakness::Unsupported, "not supported: va_arg of this target"),
        }
    }

    /// Ends the path at an operation on an integer that is too wide for it.
    pub(super) fn too_wide<T>(&mut self, state: &State, ty: TypeId) -> Step<T> {
        let width = self.prepared.width(ty);
        self.cut(state, Weakness::Unsupported, format!("not supported: this operation on integers of {width} bits"))
    }

    fn element_index(&mut self, state: &mut State, index: &Value, ty: TypeId) -> Step<usize> {
        let len = self.vector_elem(ty).map_or(0, |(len, _)| len) as u64;
        let index = match index {
            Value::Int(index) => *index,
            Value::Term(term) => self.concretise(state, *term)?,
            _ => len,
        };
        if index >= len {
            return self.error(state, ErrorKind::OutOfBounds, format!("element {index} of a vector of {len}"));
        }
        Ok(index as usize)
    }

    pub(super) fn scaled_index(&mut self, index: &Value, ty: TypeId, scale: i64) -> Value {
        let width = self.prepared.width(ty);
        match index {
            Value::Int(index) if width <= 64 => {
                Value::Int((crate::value::sign_extend(*index, width)).wrapping_mul(scale) as u64)
            }
            _ => {
                let term = self.term(index, width);
                let wide = match width.cmp(&64) {
                    std::cmp::Ordering::Less => self.context.pool.sext(term, 64),
                    std::cmp::Ordering::Equal => term,
                    std::cmp::Ordering::Greater => self.context.pool.extract(term, 0, 64),
                };
                let scale = self.context.pool.constant(64, scale as u64 as u128);
                let bytes = self.context.pool.mul(wide, scale);
                self.value(bytes)
            }
        }
    }

    fn negate_float(&mut self, ty: TypeId, value: &Value) -> Value {
        if let (Some((_, elem)), Some(members)) = (self.vector_elem(ty), value.members()) {
            let members = members.to_vec();
            return Value::Aggregate(members.iter().map(|member| self.negate_float(elem, member)).collect());
        }
        if *value == Value::Undefined {
            return Value::Undefined;
        }
        let format = self.format(ty);
        let term = self.term(value, self.prepared.width(ty));
        let negated = self.context.pool.fp_neg(format, term);
        self.value(negated)
    }

    /// `cond ? left : right` for each element of vectors.
    fn select_elements(
        &mut self,
        state: &mut State,
        cond: &Value,
        ty: TypeId,
        left: &Value,
        right: &Value,
    ) -> Step<Value> {
        let (Some(conds), Some(lefts), Some(rights)) = (cond.members(), left.members(), right.members()) else {
            return Ok(Value::Undefined);
        };
        let elem = self.vector_elem(ty).map_or(ty, |(_, elem)| elem);
        let all: Vec<(Value, Value, Value)> = conds
            .iter()
            .zip(lefts)
            .zip(rights)
            .map(|((cond, left), right)| (cond.clone(), left.clone(), right.clone()))
            .collect();
        let mut members = Vec::with_capacity(all.len());
        for (cond, left, right) in &all {
            members.push(self.select(state, cond, elem, left, right)?);
        }
        Ok(Value::Aggregate(members.into()))
    }

    /// `cond ? left : right` without a fork, as the compiler meant it.
    pub(crate) fn select(
        &mut self,
        state: &mut State,
        cond: &Value,
        ty: TypeId,
        left: &Value,
        right: &Value,
    ) -> Step<Value> {
        let cond = match cond {
            Value::Int(bit) => return Ok(if *bit != 0 { left.clone() } else { right.clone() }),
            Value::Undefined => self.fresh_undefined(state, 1),
            other => self.term(other, 1),
        };
        if left == right {
            return Ok(left.clone());
        }
        let plain = |value: &Value| matches!(value, Value::Int(_) | Value::Term(_));
        if !plain(left) || !plain(right) || !self.prepared.module().types.is_scalar(ty) {
            // Pointers keep their provenance and aggregates their shape: one state per side.
            let same_object = left.provenance().is_some() && left.provenance() == right.provenance();
            if !same_object {
                let cond = Value::Term(cond);
                return Ok(if self.decide(state, &cond)? { left.clone() } else { right.clone() });
            }
        }
        let width = self.prepared.width(ty);
        let (a, b) = (self.term(left, width), self.term(right, width));
        let term = self.context.pool.ite(cond, a, b);
        Ok(if left.provenance().is_some() { self.pointer(left.provenance(), term) } else { self.value(term) })
    }

    fn atomic(&mut self, op: AtomicOp, ty: TypeId, old: &Value, value: &Value) -> Value {
        let pick = |engine: &mut Self, predicate: Predicate| {
            let width = engine.prepared.width(ty);
            let keep = engine.compare(predicate, ty, old, value);
            let (cond, a, b) = (engine.term(&keep, 1), engine.term(old, width), engine.term(value, width));
            let term = engine.context.pool.ite(cond, a, b);
            engine.value(term)
        };
        match op {
            AtomicOp::Xchg => value.clone(),
            AtomicOp::Add => self.binary(BinaryOp::Add, ty, old, value),
            AtomicOp::Sub => self.binary(BinaryOp::Sub, ty, old, value),
            AtomicOp::And => self.binary(BinaryOp::And, ty, old, value),
            AtomicOp::Or => self.binary(BinaryOp::Or, ty, old, value),
            AtomicOp::Xor => self.binary(BinaryOp::Xor, ty, old, value),
            AtomicOp::Nand => {
                let both = self.binary(BinaryOp::And, ty, old, value);
                let ones = Value::Int(crate::value::mask(self.prepared.width(ty)));
                self.binary(BinaryOp::Xor, ty, &both, &ones)
            }
            AtomicOp::Max => pick(self, Predicate::Sge),
            AtomicOp::Min => pick(self, Predicate::Sle),
            AtomicOp::UMax => pick(self, Predicate::Uge),
            AtomicOp::UMin => pick(self, Predicate::Ule),
            AtomicOp::FAdd => self.binary(BinaryOp::FAdd, ty, old, value),
            AtomicOp::FSub => self.binary(BinaryOp::FSub, ty, old, value),
            AtomicOp::FMax => pick(self, Predicate::FOge),
            AtomicOp::FMin => pick(self, Predicate::FOle),
            AtomicOp::UIncWrap | AtomicOp::UDecWrap => {
                let width = self.prepared.width(ty);
                let (old, limit) = (self.term(old, width), self.term(value, width));
                let pool = &mut self.context.pool;
                let (one, zero) = (pool.constant(width, 1), pool.constant(width, 0));
                let term = if op == AtomicOp::UIncWrap {
                    let wrap = pool.uge(old, limit);
                    let next = pool.add(old, one);
                    pool.ite(wrap, zero, next)
                } else {
                    let (at_zero, above) = (pool.eq(old, zero), pool.ugt(old, limit));
                    let wrap = pool.bool_or(at_zero, above);
                    let next = pool.sub(old, one);
                    pool.ite(wrap, limit, next)
                };
                self.value(term)
            }
        }
    }

    pub(super) fn check_alignment(&mut self, state: &mut State, pointer: &Value, align: u32) -> Step<()> {
        if align <= 1 {
            return Ok(());
        }
        if let Value::Ptr { address, .. } | Value::Int(address) = pointer
            && (address % u64::from(align) == 0 || *address < 0x1000)
        {
            return Ok(());
        }
        if !self.looks_for(ErrorKind::Misaligned) || *pointer == Value::Undefined {
            return Ok(());
        }
        let address = self.term(pointer, 64);
        let low = self.context.pool.extract(address, 0, align.trailing_zeros());
        let zero = self.context.pool.constant(align.trailing_zeros(), 0);
        let bad = self.context.pool.ne(low, zero);
        let bad = self.value(bad);
        self.check(state, &bad, ErrorKind::Misaligned, || format!("the address is not a multiple of {align}"))
    }

    /// A requested number of elements as a concrete number: a symbolic one is followed for every value up to the bound.
    pub fn size_of_request(&mut self, state: &mut State, count: &Value, ty: TypeId, unit: u64) -> Step<u64> {
        let term = match count {
            Value::Int(count) => return Ok(*count),
            other => self.term(other, self.prepared.width(ty)),
        };
        self.check_initialised(state, term, "a size")?;
        self.keep_few_arguments(state, term)?;
        let width = self.prepared.width(ty);
        let bound = self.prepared.config.environment.max_object / unit.max(1);
        let limit = self.context.pool.constant(width, u128::from(bound));
        let too_large = self.context.pool.ugt(term, limit);
        let too_large = self.value(too_large);
        if self.decide(state, &too_large)? {
            let detail = format!(
                "a symbolic size above {} bytes; raise --max-object",
                self.prepared.config.environment.max_object
            );
            return self.cut(state, Weakness::SizeBound, detail);
        }
        self.concretise(state, term)
    }
}
