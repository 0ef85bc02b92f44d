//! Records accesses to memory that a caller may make overlap: objects behind pointer parameters, and external globals.
//!
//! Every such object is given as one of its own. C lets a caller pass pointers into one object, or a pointer to a global, wherever the types
//! allow it. Whoever compares two runs reads from the log whether that could matter to them: it cannot where no write to one object comes
//! before an access to another, and not where both runs access the same places in the same order.
//!
//! A call of a function without a body is in the log as well: such a function may read and write what it can reach.

use crate::access_log::{Accessed, Class, MayOverlap};
use crate::engine::Engine;
use crate::kept::{Kept, KeptWrite};
use crate::ledger::Weakness;
use crate::library::is_modelled;
use crate::memory::ObjectId;
use crate::reachable_globals::handed_out;
use crate::source_types::{is_restricted, pointed_to, strip};
use crate::state::State;
use crate::step::ObjectOffset;
use incise_ir::library::is_intrinsic;
use incise_ir::{Function, Module, SourceType, SourceTypeId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// Finds the objects that a caller may make overlap, where somebody asks.
    pub(crate) fn find_shared(&mut self, function: &Function) {
        self.run.shared.clear();
        if !self.prepared.config.comparison.log_accesses && !self.prepared.config.environment.notes_overlaps {
            return;
        }
        let module = self.prepared.module();
        for (number, object) in &self.run.pointees {
            let param = function.params.get(*number as usize);
            let declared = param.and_then(|param| function.locals[param.local].source_type);
            if declared.is_some_and(|ty| is_restricted(module, ty)) {
                continue;
            }
            let Some(outside) = self.run.outside.get(number) else { continue };
            let (name, class) = (Rc::from(format!("*{}", outside.pointer)), class(module, outside.ty));
            let scalar = outside.ty.map(|ty| module.source_types[strip(module, ty)].clone());
            let scalar = scalar.filter(|ty| matches!(ty, SourceType::Int { .. } | SourceType::Float { .. }));
            self.run.shared.push(MayOverlap {
                name,
                is_global: false,
                is_private: false,
                object: *object,
                class,
                scalar,
            });
        }
        // Functions without body may call those of the program, and so change every variable.
        let has_unknown = || {
            let declared = module.functions.iter().filter(|function| function.is_declaration());
            declared.into_iter().any(|function| !is_modelled(&function.name) && !is_intrinsic(&function.name))
        };
        if self.run.shared.is_empty() && !has_unknown() {
            return;
        }
        let handed_out = handed_out(module);
        for (id, global) in module.globals.iter_ids() {
            let is_model = module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<'));
            if global.constant || is_model {
                continue;
            }
            let is_private = global.internal && !handed_out.contains(&id);
            let Some(object) = self.prepared.globals[id] else { continue };
            let (name, class) = (Rc::from(global.name.as_str()), class(module, global.source_type));
            self.run.shared.push(MayOverlap { name, is_global: true, is_private, object, class, scalar: None });
        }
        self.run.shared.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// Notes which objects a path that ends takes not to overlap: one is read after another is written.
    pub(crate) fn note_overlaps(&mut self, state: &State) {
        if !self.prepared.config.environment.notes_overlaps {
            return;
        }
        let mut written: BTreeSet<(usize, bool)> = BTreeSet::new();
        let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
        for entry in state.accesses.in_order() {
            let Accessed::Memory { object, offset, write, .. } = *entry else { continue };
            let (own, is_first) = (&self.run.shared[object], offset == Ok(0));
            if write {
                written.insert((object, is_first));
                continue;
            }
            let meets = |(other, starts): &&(usize, bool)| {
                let other = &self.run.shared[*other];
                // That two pointers of one type are the same is tried by itself.
                own.overlaps(other) && !(is_first && *starts && own.is_like(other))
            };
            met.extend(written.iter().filter(meets).map(|(other, _)| (object.min(*other), object.max(*other))));
        }
        met.into_iter().for_each(|(a, b)| self.assume_apart(a, b));
    }

    /// Notes that a copy takes two objects not to overlap, where a caller may make them.
    pub(crate) fn note_copy(&mut self, to: ObjectId, from: ObjectId) {
        let at = |id: ObjectId| self.run.shared.iter().position(|shared| shared.object == id);
        if let (true, Some(a), Some(b)) = (self.prepared.config.environment.notes_overlaps, at(to), at(from))
            && self.run.shared[a].overlaps(&self.run.shared[b])
        {
            self.assume_apart(a.min(b), a.max(b));
        }
    }

    fn assume_apart(&mut self, a: usize, b: usize) {
        let (a, b) = (&self.run.shared[a].name, &self.run.shared[b].name);
        let detail = format!("`{a}` and `{b}` overlap only where both pointers are the same");
        self.run.ledger.add_once(Weakness::Assumption, detail, None);
    }

    /// Puts a write to every shared object into the log.
    pub fn log_everything_written(&self, state: &mut State) {
        for object in 0..self.run.shared.len() {
            state.accesses.push(Accessed::Memory { object, offset: Ok(0), size: 0, write: true });
        }
    }

    /// Notes what an access says about the answer: that it reads what a caller can give otherwise, or may meet another object.
    pub(crate) fn note_access(
        &mut self,
        state: &mut State,
        id: ObjectId,
        place: &ObjectOffset,
        (size, write): (u64, bool),
    ) {
        let offset = match place {
            ObjectOffset::At(offset) => Ok(*offset as u64),
            ObjectOffset::Somewhere(term) => Err(*term),
        };
        if write && (self.run.kept.contains_key(&id) || self.run.kept_pointers.contains_key(&id)) {
            state.kept_writes.add(KeptWrite { object: id, offset, size });
        }
        let is_set = || offset.is_ok_and(|offset| state.kept_writes.cover(id, (offset, size)));
        if !write
            && let Some(kept) = self.run.kept.get(&id)
            && !is_set()
        {
            let (Kept { weakness, why }, span) = (kept.clone(), self.prepared.user_place(state));
            self.run.ledger.add_once(weakness, why, span);
        }
        if !write && let Some(pointer) = self.pointer_left_null(state, id, place, size) {
            let detail = format!("`{pointer}` is taken to be null: other values of it were not given");
            let span = self.prepared.user_place(state);
            self.run.ledger.add_once(Weakness::NotGiven, detail, span);
        }
        if !write && !self.run.unfollowed.is_empty() {
            self.note_unfollowed(id, place, size);
        }
        let Some(object) = self.run.shared.iter().position(|shared| shared.object == id) else { return };
        let offset = match place {
            ObjectOffset::At(offset) => Ok(*offset),
            ObjectOffset::Somewhere(term) => Err(*term),
        };
        let entry = Accessed::Memory { object, offset, size, write };
        if state.accesses.iter_back().next() != Some(&entry) {
            state.accesses.push(entry);
        }
    }
}

fn class(module: &Module, ty: Option<SourceTypeId>) -> Class {
    let Some(ty) = ty else { return Class::Any };
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { character: false, size, .. } | SourceType::Enum { size, .. } => Class::Int(*size),
        SourceType::Float { size, .. } => Class::Float(*size),
        SourceType::Pointer { .. } if pointed_to(module, Some(ty)).is_some() => Class::Pointer,
        SourceType::Array { elem, .. } => class(module, Some(*elem)),
        _ => Class::Any,
    }
}
