//! Compares two objects, scalar by scalar, and what the pointers in them point to.

use crate::observation::difference::{Bytes, Holder, Holds, Observable};
use crate::observation::final_states::{FinalStates, Finished};
use crate::observation::held::is_private_global;
use crate::observation::observed::Observed;
use crate::observation::stored::read;
use crate::observation::values::{ComparedValue, float_format};
use incise_engine::{Lifetime, ObjectId, Value, function_at, is_stream, scalars, strip};
use incise_ir::{SourceType, SourceTypeId};
use std::collections::BTreeSet;

/// Two objects that correspond, and what they are called.
#[derive(Clone, Copy)]
pub(crate) struct ObjectPair<'a> {
    pub(crate) new: ObjectId,
    pub(crate) old: ObjectId,
    pub(crate) ty: Option<SourceTypeId>,
    pub(crate) holder: &'a Holder,
    /// The name of a part of them.
    pub(crate) place: &'a dyn Fn(&str) -> Observable,
}

/// What a part is called of what a pointer leads to.
pub(crate) fn behind(pointer: &str, path: &str) -> String {
    match path.strip_prefix('.') {
        Some(member) => format!("{pointer}->{member}"),
        None if path.is_empty() => format!("*{pointer}"),
        None => format!("{pointer}{path}"),
    }
}

impl FinalStates<'_, '_> {
    /// What a pointer leads to, as a way on which native runs can follow.
    pub(crate) fn reached(&self, holder: &Holder, offset: u64, (new, old): (&Value, &Value)) -> Holder {
        let lead = |finished: &Finished<'_, '_>, pointer: &Value| {
            let object = finished.state.memory.get(pointer.provenance()?)?;
            Some(pointer.concrete()?.wrapping_sub(object.address) as i64)
        };
        match (lead(&self.new, new), lead(&self.old, old)) {
            (Some(now), Some(before)) if now == before => holder.through(offset, now),
            _ => Holder::Elsewhere,
        }
    }

    pub(crate) fn objects(
        &mut self,
        pair: &ObjectPair<'_>,
        seen: &mut BTreeSet<(ObjectId, ObjectId)>,
        found: &mut Vec<Observed>,
    ) {
        let ObjectPair { ty, place, .. } = *pair;
        if pair.ty.is_some_and(|ty| is_stream(self.new.program.prepared.module(), ty)) {
            return self.stream_state(pair, found);
        }
        let (new, old) = (self.new.state.memory.get(pair.new), self.old.state.memory.get(pair.old));
        let (size, old_size) = (new.map_or(0, |object| object.size), old.map_or(0, |object| object.size));
        let name = new.map_or("", |object| &object.name).to_owned();
        let before = found.len();
        let unit =
            ty.and_then(|ty| incise_engine::size_of(self.new.program.prepared.module(), ty)).filter(|unit| *unit > 0);
        match unit.filter(|unit| *unit < size) {
            None => self.stretches(pair, (0, size), seen, found),
            // An array of what the pointer is declared to point to.
            Some(unit) => {
                for element in 0..size.div_ceil(unit) {
                    let stretch = (element * unit, unit.min(size - element * unit));
                    let inside = |path: &str| place(&format!("[{element}]{path}"));
                    self.stretches(&ObjectPair { place: &inside, ..*pair }, stretch, seen, found);
                }
            }
        }
        // Where what both have differs in any case, there is no need to know what only one has.
        let differs = found[before..].iter().any(|one| one.unseen.is_none() && self.pool.is_true(one.differs));
        if size != old_size && !differs {
            let why = format!("`{name}` has {old_size} bytes in one version and {size} in the other");
            let always = self.pool.constant(1, 1);
            found.push(Observed::unseen(place(""), always, why));
        }
    }

    /// Compares a stretch of two objects, scalar by scalar.
    pub(crate) fn stretches(
        &mut self,
        pair: &ObjectPair<'_>,
        (start, len): (u64, u64),
        seen: &mut BTreeSet<(ObjectId, ObjectId)>,
        found: &mut Vec<Observed>,
    ) {
        let ObjectPair { ty, holder, place, .. } = *pair;
        let module = self.new.program.prepared.module();
        let (new, old) = (self.new.state.memory.share(pair.new), self.old.state.memory.share(pair.old));
        let (Some(new), Some(old)) = (new, old) else { return };
        let always = self.pool.constant(1, 1);
        if new.lifetime != old.lifetime {
            let why = format!("`{}` is still alive in one version only", new.name);
            found.push(Observed::unseen(place(""), always, why));
        }
        if new.lifetime != Lifetime::Alive || old.lifetime != Lifetime::Alive {
            return;
        }
        // Functions of two programs have the same numbers and are not the same.
        if let (Some(a), Some(b)) = (new.concrete_bytes(), old.concrete_bytes())
            && a == b
            && !a.as_chunks().0.iter().any(|word| function_at(module, u64::from_le_bytes(*word)).is_some())
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
                    Observable::Global(name) => Observable::Global(behind(&name, path)),
                    Observable::Memory(name) => Observable::Memory(behind(&name, path)),
                    other => other,
                };
                let target = scalar.ty.and_then(|ty| match &module.source_types[strip(module, ty)] {
                    SourceType::Pointer { to } => Some(*to),
                    _ => None,
                });
                let reached = self.reached(holder, at as u64, (&a, &b));
                let inner = ObjectPair { new: x, old: y, ty: target, holder: &reached, place: &inner };
                self.objects(&inner, seen, found);
                let is_kept =
                    matches!(holder, Holder::Global(id, _) if is_private_global(self.new.program.prepared, *id));
                found.extend((!is_kept).then(|| self.handed_out(place(&scalar.path), (x, y))).flatten());
            }
            let holds = match (is_pointer, float) {
                (true, _) => Holds::Pointer,
                (false, Some(_)) => Holds::Float,
                (false, None) => Holds::Number,
            };
            let at = Bytes { of: holder.clone(), offset: at as u64, size: scalar.size, holds };
            let types = (scalar.ty, scalar.ty);
            let what = ComparedValue { place: what, at, widths: (width, width), types, float, is_pointer };
            self.values(what, &a, &b, found);
        }
    }
}
