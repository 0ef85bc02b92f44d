//! Globals as symbolic inputs: what a caller can have put there when the entry function starts.

use crate::config::StartGlobals;
use crate::engine::Engine;
use crate::input::{Input, InputKind};
use crate::kept::{ERRNO, Kept};
use crate::ledger::Weakness;
use crate::memory::{ObjectId, Read};
use crate::reachable_globals::{globals_reachable_from, only_read};
use crate::source_types::{Scalar, holds_pointer, scalars, strip};
use crate::state::State;
use crate::step::ObjectOffset;
use incise_ir::{FuncId, GlobalId, SourceType};

impl Engine<'_, '_> {
    /// Makes the globals that the function may read symbolic.
    pub(super) fn symbolic_globals(&mut self, state: &mut State, entry: FuncId) {
        if self.prepared.config.environment.globals == StartGlobals::Initial {
            return self.outside_objects(state, entry);
        }
        let module = self.prepared.module();
        let mut reachable = globals_reachable_from(module, entry);
        for call in &self.prepared.config.environment.history {
            let called = module.function(&call.function);
            reachable.extend(called.into_iter().flat_map(|id| globals_reachable_from(module, id)));
        }
        let unwritten = only_read(module);
        let keeps_private = self.prepared.config.environment.globals == StartGlobals::ExternalInputs;
        for (id, global) in module.globals.iter_ids() {
            if !reachable.contains(&id) && !self.prepared.config.environment.more_inputs.contains(&global.name) {
                continue;
            }
            let is_given = !global.constant || global.is_outside();
            let Some(object) = self.prepared.globals[id].filter(|_| is_given) else { continue };
            if global.name.ends_with(ERRNO) && self.prepared.is_model(global.span) {
                let why = String::from(
                    "`errno` is taken to be 0 before the call, and to stay as it is in functions without body",
                );
                self.run.kept.insert(object, Kept { weakness: Weakness::NotGiven, why });
                continue;
            }
            if keeps_private && global.internal {
                continue;
            }
            if module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<')) {
                continue; // a library model's own
            }
            if unwritten.contains(&global.name) {
                continue; // nobody can have changed it
            }
            self.symbolic_global(state, (id, object));
        }
    }

    /// Makes the objects that somebody else defines symbolic, where nothing else is.
    pub(super) fn outside_objects(&mut self, state: &mut State, entry: FuncId) {
        let module = self.prepared.module();
        for id in globals_reachable_from(module, entry) {
            let global = &module.globals[id];
            if let Some(object) = self.prepared.globals[id].filter(|_| global.is_outside()) {
                let detail = format!(
                    "`{}` is defined in none of the given files: it has any value when the program starts",
                    global.source_name
                );
                self.run.ledger.add(Weakness::Assumption, detail, None);
                self.symbolic_global(state, (id, object));
            }
        }
    }

    /// Makes a global symbolic, unless nobody knows what it could hold.
    fn symbolic_global(&mut self, state: &mut State, (id, object): (GlobalId, ObjectId)) {
        let module = self.prepared.module();
        let global = &module.globals[id];
        let size = state.memory.get(object).map_or(0, |object| object.size);
        if module.open_element(global).is_some() {
            self.run.open_arrays.insert(object);
        }
        let holds_pointer = global.source_type.is_some_and(|ty| holds_pointer(module, ty));
        let pointers =
            if holds_pointer { self.pointers_left_null(state, (id, object), size) } else { Some(Vec::new()) };
        let too_large = size > self.prepared.config.environment.max_object;
        let Some(pointers) = pointers.filter(|_| !too_large) else {
            let name = &global.source_name;
            let detail = match global.is_outside() {
                true => format!("global `{name}` is taken to be null or zero: other values of it were not given"),
                false => format!("global `{name}` keeps its initial value"),
            };
            self.run.kept.insert(object, Kept { weakness: Weakness::NotGiven, why: detail });
            return;
        };
        if !pointers.is_empty() {
            self.run.kept_pointers.insert(object, pointers);
        }
        if size == 0 {
            return; // of an incomplete type: nobody here looks at what it holds
        }
        let input = self.new_input(state, &global.source_name, InputKind::Global(id), size, global.source_type);
        self.booleans_are_bits(state, &input);
        self.known_ranges(state, &global.name, &input);
        self.write_input(state, object, 0, &input);
    }

    /// The pointers in an external global with pointers to functions that stay null although a caller can set them: all but those to functions. `None`
    /// where the global cannot be given without them.
    fn pointers_left_null(
        &self,
        state: &State,
        (id, object): (GlobalId, ObjectId),
        size: u64,
    ) -> Option<Vec<(u64, String)>> {
        let module = self.prepared.module();
        let global = &module.globals[id];
        if global.internal {
            return None;
        }
        let leaves = scalars(module, global.source_type, size);
        let is_padding = |leaf: &Scalar| leaf.path.starts_with("[pad ");
        if leaves.iter().any(|leaf| leaf.ty.is_none() && !is_padding(leaf)) {
            return None; // pointers may be in a union
        }
        let is_left = |leaf: &&Scalar| self.is_pointer_left_null(leaf);
        let left: Vec<&Scalar> = leaves.iter().filter(is_left).collect();
        let is_function = |leaf: &Scalar| leaf.ty.is_some_and(|ty| self.function_type(ty).is_some());
        let object = state.memory.get(object)?;
        let is_null = |leaf: &&Scalar| matches!(object.read(leaf.offset as usize, 8), Read::Concrete(0));
        let is_open = self.run.open_arrays.contains(&self.prepared.globals[id]?);
        if !left.iter().all(is_null) || !leaves.iter().any(is_function) || is_open && !left.is_empty() {
            return None;
        }
        Some(left.into_iter().map(|leaf| (leaf.offset, format!("{}{}", global.source_name, leaf.path))).collect())
    }

    /// Whether a scalar of an external global is a pointer that is not given.
    pub(super) fn is_pointer_left_null(&self, leaf: &Scalar) -> bool {
        let is_pointer = |ty| {
            matches!(self.prepared.module().source_types[strip(self.prepared.module(), ty)], SourceType::Pointer { .. })
        };
        leaf.ty.is_some_and(|ty| is_pointer(ty) && self.function_type(ty).is_none())
    }

    /// The first pointer in a range of an external global that is null only because no other value of it is given.
    pub(crate) fn pointer_left_null(
        &self,
        state: &State,
        id: ObjectId,
        place: &ObjectOffset,
        size: u64,
    ) -> Option<&str> {
        let is_still_null = |at: u64| {
            let object = state.memory.get(id);
            object.is_some_and(|object| matches!(object.read(at as usize, 8), Read::Concrete(0)))
        };
        let is_read = |offset: u64| match place {
            ObjectOffset::At(at) => (*at as u64) < offset + 8 && offset < *at as u64 + size,
            ObjectOffset::Somewhere(_) => true,
        };
        let pointers = self.run.kept_pointers.get(&id)?;
        let found = pointers.iter().find(|(offset, _)| is_read(*offset) && is_still_null(*offset));
        found.map(|(_, name)| name.as_str())
    }

    /// Assumes what is known of a global.
    fn known_ranges(&mut self, state: &mut State, global: &str, input: &Input) {
        for range in self.prepared.config.environment.ranges.iter().filter(|range| range.global == global) {
            for part in input.parts.iter().filter(|part| part.offset == range.offset) {
                let width = 8 * part.size;
                let (low, high) = (range.low as u128, range.high as u128);
                let pool = &mut self.context.pool;
                let (low, high) = (pool.constant(width, low), pool.constant(width, high));
                let (above, below) = match range.signed {
                    true => (pool.sle(low, part.term), pool.sle(part.term, high)),
                    false => (pool.ule(low, part.term), pool.ule(part.term, high)),
                };
                let _ = self.assume(state, above);
                let _ = self.assume(state, below);
            }
        }
    }
}
