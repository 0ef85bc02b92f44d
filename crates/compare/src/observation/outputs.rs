//! What two finished runs on the same inputs leave behind, side by side.

use crate::observation::calls;
use crate::observation::difference::{Bytes, Holder, Observable};
use crate::observation::observe::{FloatEquality, Observe, ObservedSubset};
use crate::observation::overlap;
use crate::observation::pairing::Pairing;
use crate::observation::stream;
use incise_engine::{
    Byte, Engine, ErrorKind, Lifetime, Object, ObjectId, PathEnd, Read, State, Value, format_of, function_at,
    is_irrelevant, scalars, strip,
};
use incise_ir::{Module, SourceType, SourceTypeId, Type};
use incise_term::{Format, Pool, TermId};
use std::collections::BTreeSet;

/// A value to be shown once the inputs are known.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A scalar with its type in the version's own module.
    Scalar(TermId, Option<SourceTypeId>),
    /// Text that does not depend on the inputs.
    Text(String),
    /// What a stream got.
    Stream(i32),
}

/// Something observed of both runs.
#[derive(Clone, Debug)]
pub struct Observed {
    /// What.
    pub place: Observable,
    /// Where its bytes are.
    pub at: Option<Bytes>,
    /// Under which condition it differs.
    pub differs: TermId,
    /// Whether it can also be equal under that condition: different values that print alike.
    pub may_agree: bool,
    /// Why no native run shows it, if none does: where it can differ, the comparison is undecided.
    pub unseen: Option<String>,
    /// In the new version.
    pub new: Shown,
    /// In the old version.
    pub old: Shown,
}

impl Observed {
    /// Something of which only the condition under which it differs is known.
    pub(crate) fn unseen(place: Observable, differs: TermId, why: impl Into<String>) -> Observed {
        let text = Shown::Text(String::new());
        Observed { place, at: None, differs, may_agree: false, unseen: Some(why.into()), new: text.clone(), old: text }
    }
}

/// A finished run.
pub struct Finished<'a, 'p> {
    /// The engine that ran it.
    pub engine: &'a Engine<'p>,
    /// Its last state.
    pub state: &'a State,
    /// How it ended.
    pub end: &'a PathEnd,
}

/// Two finished runs on the same inputs.
pub struct FinalStates<'a, 'p> {
    /// Of the new version.
    pub new: Finished<'a, 'p>,
    /// Of the old version.
    pub old: Finished<'a, 'p>,
    /// The terms of both.
    pub pool: &'a mut Pool,
    /// What corresponds to what.
    pub pairing: &'a Pairing,
    /// What is looked at.
    pub observe: &'a Observe,
    /// What is not known to be equal.
    pub compared: &'a ObservedSubset,
    /// Set when a compared value depends on what was skipped.
    pub wrong_plan: bool,
    /// Why calls of functions without a body cannot be compared, if they cannot.
    pub unclear: Option<String>,
    /// A function without a body that gets memory which only one version has set.
    pub unset: Option<String>,
    /// What was looked at.
    pub looked: Looked,
}

/// What was looked at, equal or not.
#[derive(Default)]
pub struct Looked {
    /// Values.
    pub terms: Vec<TermId>,
    /// Whether there were addresses among them: what they lead to was looked at as well.
    pub addresses: bool,
}

impl FinalStates<'_, '_> {
    /// Everything that may differ.
    pub fn observed(&mut self) -> Vec<Observed> {
        let mut found = Vec::new();
        let mut calls = None;
        if self.observe.calls && self.compared.output {
            let compared = calls::compare(self.pool, self.new.state, self.old.state);
            self.wrong_plan |= compared.wrong_plan;
            (self.unclear, self.unset) = (compared.unclear, compared.unset);
            calls = compared.differs;
        }
        let endings = (ending(self.new.end), ending(self.old.end));
        if endings.0 != endings.1 {
            if self.observe.ending {
                let differs = self.pool.constant(1, 1);
                let (new, old) = (Shown::Text(endings.0), Shown::Text(endings.1));
                found.push(Observed {
                    place: Observable::Ending,
                    at: None,
                    differs,
                    may_agree: false,
                    unseen: None,
                    new,
                    old,
                });
            }
            return found;
        }
        if self.observe.output && self.compared.output {
            let (new, old) = (self.new.state.output.in_order(), self.old.state.output.in_order());
            stream::compare(self.pool, &new, &old, &mut found);
            self.order(&mut found);
        }
        found.extend(calls);
        if let PathEnd::Error(error) = self.new.end {
            // Nobody knows what a machine does from there on, so that both versions come to it says nothing.
            if matches!(error.kind, ErrorKind::WildPointer | ErrorKind::BadCall) && self.observe.ending {
                let why = format!("both versions come to something that is not modelled: {}", error.message);
                let always = self.pool.constant(1, 1);
                found.push(Observed::unseen(Observable::Ending, always, why));
            }
            if let PathEnd::Error(was) = self.old.end
                && matches!(error.kind, ErrorKind::Assert | ErrorKind::Abort)
                && error.message != was.message
                && self.observe.ending
            {
                let why = format!("the runs end with {} and with {}", was.message, error.message);
                let always = self.pool.constant(1, 1);
                found.push(Observed::unseen(Observable::Ending, always, why));
            }
            return found;
        }
        self.result(&mut found);
        if matches!(self.new.end, PathEnd::Return) {
            if self.observe.globals {
                self.globals(&mut found);
                self.library_state(&mut found);
                self.errno_of_maths(&mut found);
            }
            if self.observe.memory {
                self.pointees(&mut found);
            }
        }
        if self.observe.memory
            && let Some((differs, why)) = overlap::matters(self.pool, &self.new, &self.old)
        {
            found.push(Observed::unseen(Observable::Ending, differs, why));
        }
        found.retain(|observed| !self.pool.is_false(observed.differs));
        found
    }

    fn result(&mut self, found: &mut Vec<Observed>) {
        let exits = matches!(self.new.end, PathEnd::Exit);
        let place = if exits { Observable::Ending } else { Observable::Result };
        let wanted = if exits { self.observe.ending } else { self.observe.result };
        // A struct in memory: what is behind a pointer to whoever only sees the code.
        if let (false, Some(new), Some(old)) = (exits, self.new.engine.result_object, self.old.engine.result_object) {
            if wanted && (self.compared.result || self.compared.memory) {
                let ty = result_type(self.new.engine);
                let place = |path: &str| Observable::Memory(format!("return{path}"));
                self.objects((new, old), ty, &Holder::Elsewhere, &place, &mut BTreeSet::new(), found);
            }
            return;
        }
        if !wanted || !exits && !self.compared.result {
            return;
        }
        let (Some(new), Some(old)) = (self.new.state.result.clone(), self.old.state.result.clone()) else { return };
        let entry = |finished: &Finished| finished.engine.entry();
        let (new_ret, old_ret) =
            (self.new.engine.function(entry(&self.new)).ret, self.old.engine.function(entry(&self.old)).ret);
        let types = if exits { (None, None) } else { (result_type(self.new.engine), result_type(self.old.engine)) };
        let float = match self.new.engine.module().types.get(new_ret) {
            Type::Float(kind) if !exits => Some(format_of(*kind)),
            _ => None,
        };
        // An exit code is an `int`, whatever the function that was called returns.
        let widths = if exits { (32, 32) } else { (self.new.engine.width(new_ret), self.old.engine.width(old_ret)) };
        let is_pointer = !exits && matches!(self.new.engine.module().types.get(new_ret), Type::Ptr);
        let at = Bytes { of: Holder::Result, offset: 0, size: u64::from(widths.0.div_ceil(8)) };
        if (new == Value::Undefined) != (old == Value::Undefined) {
            let (always, why) = (self.pool.constant(1, 1), "the result was never set in one of the versions");
            found.push(Observed::unseen(place.clone(), always, why));
        }
        self.values((place, at), (&new, &old), widths, types, float, is_pointer, found);
        self.returned_memory((&new, &old), types.0, found);
    }

    fn globals(&mut self, found: &mut Vec<Observed>) {
        let pairing = self.pairing;
        for (new, old) in &pairing.globals {
            let name = &self.new.engine.module().globals[*new].source_name;
            if self.compared.globals.as_ref().is_some_and(|all| !all.contains_key(new)) {
                continue;
            }
            let objects = (self.new.engine.global_object(*new), self.old.engine.global_object(*old));
            let (Some(new_object), Some(old_object)) = objects else { continue };
            let place = |path: &str| Observable::Global(format!("{name}{path}"));
            let ty = self.new.engine.module().globals[*new].source_type;
            let holder = Holder::Global(*new, self.new.engine.module().globals[*new].name.clone());
            self.objects((new_object, old_object), ty, &holder, &place, &mut BTreeSet::new(), found);
        }
    }

    fn pointees(&mut self, found: &mut Vec<Observed>) {
        let engine = self.new.engine;
        for (number, new) in &engine.pointees {
            let Some((_, old)) = self.old.engine.pointees.iter().find(|(other, _)| other == number) else { continue };
            let Some(outside) = engine.outside.get(number).filter(|_| self.compared.memory) else { continue };
            let (name, target) = (outside.pointer.clone(), outside.ty);
            let size = self.new.state.memory.get(*new).map_or(0, |object| object.size);
            let unit = target.and_then(|ty| incise_engine::size_of(engine.module(), ty)).filter(|unit| *unit > 0);
            let elements = unit.map_or(1, |unit| size / unit);
            let unit = unit.unwrap_or(size);
            for element in 0..elements.max(1) {
                let place = |path: &str| match (path.strip_prefix('.'), elements) {
                    (Some(field), 0 | 1) => Observable::Memory(format!("{name}->{field}")),
                    (None, 0 | 1) if path.is_empty() => Observable::Memory(format!("*{name}")),
                    (_, 0 | 1) => Observable::Memory(format!("(*{name}){path}")),
                    _ => Observable::Memory(format!("{name}[{element}]{path}")),
                };
                let mut seen = BTreeSet::new();
                let stretch = (element * unit, unit);
                self.stretches((*new, *old), target, stretch, &Holder::Pointee(*number), &place, &mut seen, found);
            }
        }
    }

    pub(crate) fn objects(
        &mut self,
        pair: (ObjectId, ObjectId),
        ty: Option<SourceTypeId>,
        holder: &Holder,
        place: &dyn Fn(&str) -> Observable,
        seen: &mut BTreeSet<(ObjectId, ObjectId)>,
        found: &mut Vec<Observed>,
    ) {
        let size = self.new.state.memory.get(pair.0).map_or(0, |object| object.size);
        let unit = ty.and_then(|ty| incise_engine::size_of(self.new.engine.module(), ty)).filter(|unit| *unit > 0);
        match unit.filter(|unit| *unit < size) {
            None => self.stretches(pair, ty, (0, size), holder, place, seen, found),
            // An array of what the pointer is declared to point to.
            Some(unit) => {
                for element in 0..size.div_ceil(unit) {
                    let stretch = (element * unit, unit.min(size - element * unit));
                    let inside = |path: &str| place(&format!("[{element}]{path}"));
                    self.stretches(pair, ty, stretch, holder, &inside, seen, found);
                }
            }
        }
    }

    /// Compares a stretch of two objects, scalar by scalar.
    #[allow(clippy::too_many_arguments)]
    fn stretches(
        &mut self,
        pair: (ObjectId, ObjectId),
        ty: Option<SourceTypeId>,
        (start, len): (u64, u64),
        holder: &Holder,
        place: &dyn Fn(&str) -> Observable,
        seen: &mut BTreeSet<(ObjectId, ObjectId)>,
        found: &mut Vec<Observed>,
    ) {
        let module = self.new.engine.module();
        let (new, old) = (self.new.state.memory.share(pair.0), self.old.state.memory.share(pair.1));
        let (Some(new), Some(old)) = (new, old) else { return };
        let always = self.pool.constant(1, 1);
        if new.lifetime != old.lifetime {
            let why = format!("`{}` is still alive in one version only", new.name);
            found.push(Observed::unseen(place(""), always, why));
        }
        if new.lifetime != Lifetime::Alive || old.lifetime != Lifetime::Alive {
            return;
        }
        if new.size != old.size && start == 0 {
            let why = format!("`{}` has {} bytes in one version and {} in the other", new.name, old.size, new.size);
            found.push(Observed::unseen(place(""), always, why));
        }
        if let (Some(a), Some(b)) = (new.concrete_bytes(), old.concrete_bytes())
            && a == b
        {
            return;
        }
        let len = len.min(old.size.saturating_sub(start));
        for scalar in scalars(module, ty, len) {
            let (at, size) = ((start + scalar.offset) as usize, scalar.size as usize);
            let known = matches!(holder, Holder::Global(id, _) if !self.compared.has(*id, at as u64, size as u64));
            if known {
                continue;
            }
            let values = (read(self.pool, &new, at, size), read(self.pool, &old, at, size));
            if scalar.path.starts_with("[pad ") {
                self.padding(place(""), &values, found);
                continue;
            }
            let (Some(a), Some(b)) = values else {
                if values.0.is_some() != values.1.is_some() {
                    let what = place(&scalar.path);
                    let why = format!("`{}` is set in one version only", what.name());
                    found.push(Observed::unseen(what, always, why));
                }
                continue;
            };
            let float = scalar.ty.and_then(|ty| float_format(module, ty));
            let width = 8 * scalar.size as u32;
            let is_pointer = scalar
                .ty
                .is_some_and(|ty| matches!(module.source_types[strip(module, ty)], SourceType::Pointer { .. }));
            let what = place(&scalar.path);
            if let (Some(x), Some(y)) = (a.provenance(), b.provenance())
                && self.pairing.same(x, y).is_none()
                && seen.insert((x, y))
            {
                let inner = |path: &str| match place(&scalar.path) {
                    Observable::Global(name) => Observable::Global(format!("*{name}{path}")),
                    Observable::Memory(name) => Observable::Memory(format!("*{name}{path}")),
                    other => other,
                };
                let target = scalar.ty.and_then(|ty| match &module.source_types[strip(module, ty)] {
                    SourceType::Pointer { to } => Some(*to),
                    _ => None,
                });
                self.objects((x, y), target, &Holder::Elsewhere, &inner, seen, found);
            }
            let at = Bytes { of: holder.clone(), offset: at as u64, size: scalar.size };
            self.values((what, at), (&a, &b), (width, width), (scalar.ty, scalar.ty), float, is_pointer, found);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn values(
        &mut self,
        (place, at): (Observable, Bytes),
        (new, old): (&Value, &Value),
        widths: (u32, u32),
        types: (Option<SourceTypeId>, Option<SourceTypeId>),
        float: Option<Format>,
        is_pointer: bool,
        found: &mut Vec<Observed>,
    ) {
        if let (Value::Aggregate(a), Value::Aggregate(b)) = (new, old) {
            // A struct in registers: its members in order.
            for (a, b) in a.iter().zip(b.iter()) {
                let width = |value: &Value| match value {
                    Value::Term(term) => self.pool.width(*term),
                    _ => 64,
                };
                let widths = (width(a), width(b));
                let nowhere = Bytes { of: Holder::Elsewhere, offset: 0, size: 0 };
                self.values((place.clone(), nowhere), (a, b), widths, (None, None), None, false, found);
            }
            return;
        }
        if matches!(new, Value::Undefined | Value::Aggregate(_))
            || matches!(old, Value::Undefined | Value::Aggregate(_))
        {
            return;
        }
        if is_pointer || new.provenance().is_some() || old.provenance().is_some() {
            self.looked.addresses = true;
            for value in [new, old] {
                if let Value::Term(term) | Value::SymPtr { address: term, .. } = value {
                    self.looked.terms.push(*term);
                }
            }
            return self.pointers(place, new, old, found);
        }
        let (a, b) =
            (self.new.engine.term_in(self.pool, new, widths.0), self.old.engine.term_in(self.pool, old, widths.1));
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
            found.extend(self.sign_of_nan(&place, format, (a, b)));
        }
        let differs = self.differs(a, b, types.0, float);
        let (new, old) = (Shown::Scalar(a, types.0), Shown::Scalar(b, types.1));
        found.push(Observed { place, at: Some(at), differs, may_agree: false, unseen: None, new, old });
    }

    fn differs(&mut self, a: TermId, b: TermId, ty: Option<SourceTypeId>, float: Option<Format>) -> TermId {
        let pool = &mut *self.pool;
        let (wa, wb) = (pool.width(a), pool.width(b));
        if wa != wb {
            // Another type now: compared as the mathematical value of the wider one.
            let module = self.new.engine.module();
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
    fn pointers(&mut self, place: Observable, new: &Value, old: &Value, found: &mut Vec<Observed>) {
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
                    Value::Int(address) => match function_at(finished.engine.module(), *address) {
                        Some(id) => finished.engine.module().functions[id].source_name.clone(),
                        None => format!("{address:#x}"),
                    },
                    _ => String::from("an address"),
                },
            };
        let shown = (text(&self.new, new), text(&self.old, old));
        let differs = match (new.provenance(), old.provenance()) {
            (Some(x), Some(y)) => {
                if self.pairing.same(x, y) == Some(false) {
                    self.pool.constant(1, 1)
                } else {
                    let base =
                        |finished: &Finished, id| finished.state.memory.get(id).map_or(0, |object| object.address);
                    let (base_a, base_b) = (base(&self.new, x), base(&self.old, y));
                    let a = self.new.engine.term_in(self.pool, new, 64);
                    let b = self.old.engine.term_in(self.pool, old, 64);
                    let (base_a, base_b) =
                        (self.pool.constant(64, u128::from(base_a)), self.pool.constant(64, u128::from(base_b)));
                    let (a, b) = (self.pool.sub(a, base_a), self.pool.sub(b, base_b));
                    self.pool.ne(a, b)
                }
            }
            (None, None) => {
                let a = self.new.engine.term_in(self.pool, new, 64);
                let b = self.old.engine.term_in(self.pool, old, 64);
                match (new, old) {
                    (Value::Int(x), Value::Int(y)) => {
                        let name = |finished: &Finished, address: u64| {
                            function_at(finished.engine.module(), address)
                                .map(|id| finished.engine.module().functions[id].source_name.clone())
                        };
                        let (x_name, y_name) = (name(&self.new, *x), name(&self.old, *y));
                        let same = if x_name.is_some() || y_name.is_some() { x_name == y_name } else { x == y };
                        self.pool.constant(1, u128::from(!same))
                    }
                    _ => self.pool.ne(a, b),
                }
            }
            _ => self.pool.constant(1, 1),
        };
        found.push(Observed {
            place,
            at: None,
            differs,
            may_agree: false,
            unseen: None,
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

fn float_format(module: &Module, ty: SourceTypeId) -> Option<Format> {
    match &module.source_types[strip(module, ty)] {
        SourceType::Float { size: 4, .. } => Some(Format::F32),
        SourceType::Float { size: 8, .. } => Some(Format::F64),
        SourceType::Float { size: 16, name } if name == "long double" => Some(Format::X87),
        _ => None,
    }
}

fn result_type(engine: &Engine<'_>) -> Option<SourceTypeId> {
    let module = engine.module();
    match &module.source_types[engine.function(engine.entry()).source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

/// How a run ended, in a word; equal endings have equal words.
pub fn ending(end: &PathEnd) -> String {
    match end {
        PathEnd::Return => String::from("return"),
        PathEnd::Exit => String::from("exit"),
        PathEnd::Error(error) => error.kind.name().to_owned(),
        PathEnd::Cut => String::from("cut short"),
    }
}

/// What an object holds at a place; nothing where it was never written.
pub fn read(pool: &mut Pool, object: &Object, at: usize, size: usize) -> Option<Value> {
    match object.read(at, size) {
        Read::Concrete(value) => Some(Value::Int(value)),
        Read::Whole(value) => Some(value),
        Read::Uninit => None,
        Read::Mixed => {
            let mut whole: Option<TermId> = None;
            for index in 0..size {
                let byte = match object.byte(pool, at + index) {
                    Byte::Concrete(byte) => pool.constant(8, u128::from(byte)),
                    Byte::Symbolic(term) => term,
                    Byte::Uninit => return None,
                };
                whole = Some(match whole {
                    None => byte,
                    Some(low) => pool.concat(byte, low),
                });
            }
            whole.map(|term| Value::from_term(pool, term))
        }
    }
}
