//! What an observer can see of two finished runs and no native run shows: where it may differ, a comparison is undecided.

use crate::observation::difference::{Bytes, Holder, Observable};
use crate::observation::final_states::{FinalStates, Finished};
use crate::observation::maths::errno_differs;
use crate::observation::nan_bits::nan_bits_differ;
use crate::observation::objects::{ObjectPair, behind};
use crate::observation::observed::Observed;
use incise_engine::{
    Object, ObjectId, ObjectKind, State, Stream, Value, Weakness, function_at, is_irrelevant, scalars, strip,
};
use incise_ir::{SourceType, SourceTypeId};
use incise_term::{Format, TermId};
use std::collections::BTreeSet;

/// A part of the result: what it is called, its type, and how many bytes are before it.
struct Part<'a> {
    name: &'a str,
    ty: Option<SourceTypeId>,
    offset: u64,
}

impl FinalStates<'_, '_> {
    /// What a returned pointer leads to, unless that is compared anyway.
    pub(crate) fn returned_memory(
        &mut self,
        (new, old): (&Value, &Value),
        ty: Option<SourceTypeId>,
        found: &mut Vec<Observed>,
    ) {
        let (Value::Aggregate(new), Value::Aggregate(old)) = (new, old) else {
            return self.memory_behind_result((new, old), Part { name: "return", ty, offset: 0 }, found);
        };
        // Each is an eightbyte of the struct.
        let module = self.new.program.prepared.module();
        let members = scalars(module, ty, 8 * new.len() as u64);
        for (pair, offset) in new.iter().zip(old.iter()).zip((0..).step_by(8)) {
            let member = members.iter().find(|member| member.offset == offset && member.size == 8);
            let name = member.map_or_else(String::new, |member| member.path.clone());
            let name = format!("return{name}");
            self.memory_behind_result(
                pair,
                Part { name: &name, ty: member.and_then(|member| member.ty), offset },
                found,
            );
        }
    }

    /// What a pointer leads to that is the result or a part of it.
    fn memory_behind_result(
        &mut self,
        (new, old): (&Value, &Value),
        Part { name, ty, offset }: Part<'_>,
        found: &mut Vec<Observed>,
    ) {
        let before = found.len();
        let module = self.new.program.prepared.module();
        if let (Some(x), Some(y)) = (new.provenance(), old.provenance())
            && self.pairing.same(x, y).is_none()
        {
            let place = |path: &str| Observable::Memory(behind(name, path));
            let target = ty.and_then(|ty| match &module.source_types[strip(module, ty)] {
                SourceType::Pointer { to } => Some(*to),
                _ => None,
            });
            let holder = self.reached(&Holder::Result, offset, (new, old));
            let pair = ObjectPair { new: x, old: y, ty: target, holder: &holder, place: &place };
            self.objects(&pair, &mut BTreeSet::from([(x, y)]), found);
            found.extend(self.handed_out(place(""), (x, y)));
        } else if new.provenance().is_some() != old.provenance().is_some() {
            // Null in one version only: that is a difference of the result itself.
            return;
        }
        for one in &mut found[before..] {
            if !matches!(&one.at, Some(Bytes { of: Holder::Reached(_), .. })) {
                one.unseen.get_or_insert_with(|| {
                    let why = format!("`{}` may differ, and is not replayed: it has no fixed place", one.place.name());
                    (Weakness::NotObserved, why)
                });
            }
        }
    }

    /// Static memory that a caller is given and keeps: which of several calls give the same is not compared, unless both versions have it.
    pub(crate) fn handed_out(&mut self, place: Observable, (new, old): (ObjectId, ObjectId)) -> Option<Observed> {
        let (new, old) = (self.new.state.memory.get(new)?, self.old.state.memory.get(old)?);
        let (now, before) = (&new.name, &old.name);
        if (new.kind == ObjectKind::Heap) != (old.kind == ObjectKind::Heap) {
            let why = format!("`{}` is allocated in one version only: whoever frees it is not compared", place.name());
            return Some(Observed::unseen(place, self.pool.constant(1, 1), why));
        }
        let is_static = |object: &Object| object.kind == ObjectKind::Global && object.writable;
        if !is_static(new) && !is_static(old) {
            return None;
        }
        let why = format!(
            "`{}` is in `{before}` before and in `{now}` now: whether what was given earlier stays as it is is not compared",
            place.name()
        );
        Some(Observed::unseen(place, self.pool.constant(1, 1), why))
    }

    /// Why pointers at one place lead to other objects, or perhaps, in a way that no native run shows: to private memory that the versions
    /// call otherwise, or to one object where the other version has two.
    pub(crate) fn known_otherwise(&mut self, place: &Observable, (new, old): (ObjectId, ObjectId)) -> Option<String> {
        let place = place.name();
        let same = self.pairing.same(new, old);
        let is_private = |finished: &Finished<'_, '_>, object: ObjectId| {
            let prepared = finished.program.prepared;
            let globals = prepared.module().globals.iter_ids();
            let mut private = globals.filter(|(_, global)| global.internal && !global.constant);
            private.any(|(id, _)| prepared.global_object(id) == Some(object))
        };
        if same != Some(true) && (is_private(&self.new, new) || is_private(&self.old, old)) {
            return Some(format!("`{place}` leads to private memory that is called otherwise in one version"));
        }
        let is_writable = |finished: &Finished<'_, '_>, object: ObjectId| {
            finished.state.memory.get(object).is_some_and(|object| object.writable)
        };
        if same.is_some() || !is_writable(&self.new, new) && !is_writable(&self.old, old) {
            return None;
        }
        let (of_new, of_old) = &mut self.shared;
        let is_known = *of_new.entry(new).or_insert(old) == old && *of_old.entry(old).or_insert(new) == new;
        (!is_known).then(|| format!("`{place}` leads to memory that another pointer leads to in one version only"))
    }

    /// Whether both values are addresses of functions, or one is.
    pub(crate) fn are_functions(&self, new: &Value, old: &Value) -> bool {
        let is_function = |finished: &Finished<'_, '_>, value: &Value| match value {
            Value::Int(address) => function_at(finished.program.prepared.module(), *address).is_some(),
            _ => false,
        };
        is_function(&self.new, new) || is_function(&self.old, old)
    }

    /// State of the library that both versions leave behind: `errno`, which native runs show, the position of `strtok`, streams.
    pub(crate) fn library_state(&mut self, found: &mut Vec<Observed>) {
        let pairing = self.pairing;
        let before = found.len();
        for (new, old) in &pairing.library {
            if self.compared.globals.as_ref().is_some_and(|all| !all.contains_key(new)) {
                continue;
            }
            let objects =
                (self.new.program.prepared.global_object(*new), self.old.program.prepared.global_object(*old));
            let (Some(new_object), Some(old_object)) = objects else { continue };
            let global = &self.new.program.prepared.module().globals[*new];
            let is_errno = global.name.ends_with("error_number");
            let name = if is_errno { "errno" } else { "state of the C library" };
            let place = |_: &str| Observable::Global(name.to_owned());
            let holder = if is_errno { Holder::Errno } else { Holder::Global(*new, global.name.clone()) };
            let ty = global.source_type;
            let pair = ObjectPair { new: new_object, old: old_object, ty, holder: &holder, place: &place };
            self.objects(&pair, &mut BTreeSet::new(), found);
        }
        let is_replayed = |one: &Observed| matches!(one.at, Some(Bytes { of: Holder::Errno, .. }));
        for one in found[before..].iter_mut().filter(|one| !is_replayed(one)) {
            let why = format!("`{}` may differ, and that is not replayed", one.place.name());
            one.unseen = Some((Weakness::NotObserved, why));
        }
    }

    /// What a stream that others have keeps: its end, errors, characters that were put back.
    pub(crate) fn stream_state(&mut self, pair: &ObjectPair<'_>, found: &mut Vec<Observed>) {
        let before = found.len();
        self.objects(&ObjectPair { ty: None, ..*pair }, &mut BTreeSet::new(), found);
        for one in &mut found[before..] {
            one.unseen =
                Some((Weakness::NotObserved, format!("the {} may differ, and that is not replayed", one.place.name())));
        }
    }

    /// The order of what is read, of what is written to several streams and of calls, and how much of standard input was read.
    pub(crate) fn order(&mut self, found: &mut Vec<Observed>) {
        let (new, old) = (self.new.state, self.old.state);
        let always = self.pool.constant(1, 1);
        if new.turns.in_order() != old.turns.in_order() {
            let why = "what is read, what is written to several streams, and calls come in another order";
            found.push(Observed::unseen(Observable::Ending, always, why));
        }
        let position = |state: &State, stream: usize| state.streams.get(stream).map(Stream::position);
        let is_given = |stream: usize| new.is_given_stream(stream) || old.is_given_stream(stream);
        for stream in (0..new.streams.len().max(old.streams.len())).filter(|stream| *stream == 0 || is_given(*stream)) {
            if position(new, stream) != position(old, stream) {
                let which = if stream == 0 { "standard input" } else { "a stream" };
                let why = format!("the versions leave other parts of {which} to who reads it next");
                found.push(Observed::unseen(Observable::Ending, always, why));
            }
        }
    }

    /// `errno` as functions of the mathematical library set it, which their models do not.
    pub(crate) fn errno_of_maths(&mut self, found: &mut Vec<Observed>) {
        let (new, old) = (&self.new.state.maths, &self.old.state.maths);
        if let Some(differs) = errno_differs(self.pool, new, old) {
            let why = "`errno` may differ: mathematical functions are called with other arguments or in another order";
            found.push(Observed::unseen(Observable::Global(String::from("errno")), differs, why));
        }
    }

    /// The bits of a NaN: C leaves them open for the results of arithmetic, but not where they are set, changed or passed on.
    pub(crate) fn bits_of_nan(
        &mut self,
        place: &Observable,
        format: Format,
        (a, b): (TermId, TermId),
    ) -> Option<Observed> {
        let differs = nan_bits_differ(self.pool, format, a, b)?;
        let why = format!("the bits of a NaN in `{}` may differ, and that is not replayed", place.name());
        Some(Observed::unseen(place.clone(), differs, why))
    }

    /// A byte between members: seen only by who copies or hashes it, and unspecified unless both versions set it.
    pub(crate) fn padding(
        &mut self,
        place: Observable,
        (new, old): &(Option<Value>, Option<Value>),
        found: &mut Vec<Observed>,
    ) {
        let (Some(new), Some(old)) = (new, old) else { return };
        let (a, b) = (new.term_in(self.pool, 8), old.term_in(self.pool, 8));
        if a != b && !is_irrelevant(self.pool, a) && !is_irrelevant(self.pool, b) {
            let (differs, why) = (self.pool.ne(a, b), format!("padding of `{}` may differ", place.name()));
            found.push(Observed::unseen(place, differs, why));
        }
    }
}
