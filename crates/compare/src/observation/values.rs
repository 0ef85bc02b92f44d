//! Compares two values: numbers, floats and pointers.

use crate::observation::difference::{Bytes, Holder, Holds, Observable};
use crate::observation::final_states::{FinalStates, Finished};
use crate::observation::observed::{Observed, Shown};
use incise_engine::{FloatEquality, Value, function_at, is_irrelevant, is_outside_function, strip};
use incise_ir::{Module, SourceType, SourceTypeId};
use incise_term::{Format, Pool, TermId};

/// What two values are, of the new version first.
pub(crate) struct ComparedValue {
    pub(crate) place: Observable,
    pub(crate) at: Bytes,
    pub(crate) widths: (u32, u32),
    pub(crate) types: (Option<SourceTypeId>, Option<SourceTypeId>),
    pub(crate) float: Option<Format>,
    pub(crate) is_pointer: bool,
}

impl FinalStates<'_, '_> {
    pub(crate) fn values(&mut self, what: ComparedValue, new: &Value, old: &Value, found: &mut Vec<Observed>) {
        let ComparedValue { place, at, widths, types, float, is_pointer } = what;
        if let (Value::Aggregate(a), Value::Aggregate(b)) = (new, old) {
            // A struct in registers: its members in order.
            for (a, b) in a.iter().zip(b.iter()) {
                let width = |value: &Value| match value {
                    Value::Term(term) => self.pool.width(*term),
                    _ => 64,
                };
                let widths = (width(a), width(b));
                let nowhere = Bytes { of: Holder::Elsewhere, offset: 0, size: 0, holds: Holds::Number };
                let (place, types) = (place.clone(), (None, None));
                let member = ComparedValue { place, at: nowhere, widths, types, float: None, is_pointer: false };
                self.values(member, a, b, found);
            }
            return;
        }
        if matches!(new, Value::Undefined | Value::Aggregate(_))
            || matches!(old, Value::Undefined | Value::Aggregate(_))
        {
            return;
        }
        if is_pointer || new.provenance().is_some() || old.provenance().is_some() || self.are_functions(new, old) {
            self.looked.addresses = true;
            for value in [new, old] {
                if let Value::Term(term) | Value::SymPtr { address: term, .. } = value {
                    self.looked.terms.push(*term);
                }
            }
            return self.pointers(place, Bytes { holds: Holds::Pointer, ..at }, (new, old), found);
        }
        let (a, b) = (new.term_in(self.pool, widths.0), old.term_in(self.pool, widths.1));
        self.looked.terms.extend([a, b]);
        if a == b {
            return;
        }
        if is_irrelevant(self.pool, a) || is_irrelevant(self.pool, b) {
            self.wrong_plan = true;
        }
        let format =
            float.filter(|format| format.width() == self.pool.width(a) && format.width() == self.pool.width(b));
        if let (Some(format), FloatEquality::Bits) = (format, self.observe.floats) {
            found.extend(self.bits_of_nan(&place, format, (a, b)));
        }
        let differs = self.differs(a, b, types.0, float);
        let (new, old) = (Shown::Scalar(a, types.0), Shown::Scalar(b, types.1));
        found.push(Observed {
            place,
            at: Some(at),
            differs,
            may_agree: false,
            unseen: None,
            is_private: false,
            new,
            old,
        });
    }

    fn differs(&mut self, a: TermId, b: TermId, ty: Option<SourceTypeId>, float: Option<Format>) -> TermId {
        let pool = &mut *self.pool;
        let (wa, wb) = (pool.width(a), pool.width(b));
        if wa != wb {
            // Another type now: compared as the mathematical value of the wider one.
            let module = self.new.program.prepared.module();
            let signed = ty.is_some_and(|ty| {
                matches!(module.source_types[strip(module, ty)], SourceType::Int { signed: true, .. })
            });
            let width = wa.max(wb);
            let widen = |pool: &mut Pool, t: TermId| if signed { pool.sext(t, width) } else { pool.zext(t, width) };
            let (a, b) = (widen(pool, a), widen(pool, b));
            return pool.ne(a, b);
        }
        let Some(format) = float.filter(|format| format.width() <= wa) else { return pool.ne(a, b) };
        let (a, b) = (pool.extract(a, 0, format.width()), pool.extract(b, 0, format.width()));
        // Any two NaNs are the same below, so operands may be put in one order and the like.
        let (a, b) = (pool.fp_up_to_nan(format, a), pool.fp_up_to_nan(format, b));
        let (nan_a, nan_b) = (pool.fp_is_nan(format, a), pool.fp_is_nan(format, b));
        let both_nan = pool.and(nan_a, nan_b);
        let same = match self.observe.floats {
            FloatEquality::Bits => pool.eq(a, b),
            FloatEquality::Value => pool.fp_eq(format, a, b),
            FloatEquality::Within(tolerance) => within(pool, format, a, b, tolerance),
        };
        let equal = pool.or(both_nan, same);
        pool.not(equal)
    }

    /// Pointers are the same when they point to the same place of the same thing.
    fn pointers(&mut self, place: Observable, at: Bytes, (new, old): (&Value, &Value), found: &mut Vec<Observed>) {
        let text =
            |finished: &Finished, value: &Value| match value.provenance() {
                Some(object) => finished.state.memory.get(object).map_or(String::from("a dead object"), |object| {
                    match value.concrete() {
                        Some(address) if address != object.address => {
                            format!("&{}+{}", object.name, address.wrapping_sub(object.address) as i64)
                        }
                        _ => format!("&{}", object.name),
                    }
                }),
                None => match value {
                    Value::Int(0) => String::from("NULL"),
                    Value::Int(address) => match function_at(finished.program.prepared.module(), *address) {
                        Some(id) => finished.program.prepared.module().functions[id].source_name.clone(),
                        None if is_outside_function(*address) => String::from("a function"),
                        None => format!("{address:#x}"),
                    },
                    _ => String::from("an address"),
                },
            };
        let shown = (text(&self.new, new), text(&self.old, old));
        let differs = match (new.provenance(), old.provenance()) {
            (Some(x), Some(y)) => {
                if let Some(why) = self.known_otherwise(&place, (x, y)) {
                    let always = self.pool.constant(1, 1);
                    found.push(Observed::unseen(place, always, why));
                    return;
                }
                if self.pairing.same(x, y) == Some(false) {
                    self.pool.constant(1, 1)
                } else {
                    let base =
                        |finished: &Finished, id| finished.state.memory.get(id).map_or(0, |object| object.address);
                    let (base_a, base_b) = (base(&self.new, x), base(&self.old, y));
                    let a = new.term_in(self.pool, 64);
                    let b = old.term_in(self.pool, 64);
                    let (base_a, base_b) =
                        (self.pool.constant(64, u128::from(base_a)), self.pool.constant(64, u128::from(base_b)));
                    let (a, b) = (self.pool.sub(a, base_a), self.pool.sub(b, base_b));
                    self.pool.ne(a, b)
                }
            }
            (None, None) => {
                let a = new.term_in(self.pool, 64);
                let b = old.term_in(self.pool, 64);
                match (new, old) {
                    (Value::Int(x), Value::Int(y)) => {
                        let name = |finished: &Finished, address: u64| {
                            function_at(finished.program.prepared.module(), address)
                                .map(|id| finished.program.prepared.module().functions[id].source_name.clone())
                        };
                        let (x_name, y_name) = (name(&self.new, *x), name(&self.old, *y));
                        let is_function = x_name.is_some() || y_name.is_some();
                        if is_function && x_name != y_name && *x != 0 && *y != 0 {
                            let why = format!("`{}` leads to another function", place.name());
                            let always = self.pool.constant(1, 1);
                            found.push(Observed::unseen(place, always, why));
                            return;
                        }
                        let same = if is_function { x_name == y_name } else { x == y };
                        self.pool.constant(1, u128::from(!same))
                    }
                    _ => self.pool.ne(a, b),
                }
            }
            _ => self.pool.constant(1, 1),
        };
        found.push(Observed {
            place,
            at: Some(at),
            differs,
            may_agree: false,
            unseen: None,
            is_private: false,
            new: Shown::Text(shown.0),
            old: Shown::Text(shown.1),
        });
    }
}

fn within(pool: &mut Pool, format: Format, a: TermId, b: TermId, tolerance: f64) -> TermId {
    let bound = match format {
        Format::F32 => u128::from((tolerance as f32).to_bits()),
        Format::F64 => u128::from(tolerance.to_bits()),
        _ => return pool.fp_eq(format, a, b),
    };
    let bound = pool.constant(format.width(), bound);
    let difference = pool.fp_sub(format, a, b);
    let size = pool.fp_abs(format, difference);
    let close = pool.fp_le(format, size, bound);
    let same = pool.fp_eq(format, a, b);
    pool.or(close, same)
}

pub(crate) fn float_format(module: &Module, ty: SourceTypeId) -> Option<Format> {
    match &module.source_types[strip(module, ty)] {
        SourceType::Float { size: 4, .. } => Some(Format::F32),
        SourceType::Float { size: 8, .. } => Some(Format::F64),
        SourceType::Float { size: 16, name } if name == "long double" => Some(Format::X87),
        _ => None,
    }
}
