//! Which objects and functions of the two versions are the same thing.

use incise_engine::{Engine, ObjectId};
use incise_ir::{GlobalId, Module};
use std::collections::BTreeMap;

/// Globals of the two versions by name.
pub struct Pairing {
    /// Globals that both versions have and can write: new, old.
    pub globals: Vec<(GlobalId, GlobalId)>,
    /// Objects of all paired globals, new to old.
    objects: BTreeMap<ObjectId, ObjectId>,
}

impl Pairing {
    /// Pairs globals by their names, and what pointer parameters point to by position.
    pub fn of(modified: &Engine<'_>, base: &Engine<'_>) -> Pairing {
        let mut globals = Vec::new();
        let mut objects = BTreeMap::new();
        let by_name: BTreeMap<&str, GlobalId> =
            base.module().globals.iter_ids().map(|(id, global)| (global.name.as_str(), id)).collect();
        for (new, global) in modified.module().globals.iter_ids() {
            let Some(&old) = by_name.get(global.name.as_str()) else { continue };
            let (Some(new_object), Some(old_object)) = (modified.global_object(new), base.global_object(old)) else {
                continue;
            };
            if !is_literal(modified.module(), new) {
                objects.insert(new_object, old_object);
            }
            if !global.constant && !is_own(modified.module(), new) {
                globals.push((new, old));
            }
        }
        for (number, new) in &modified.pointees {
            if let Some((_, old)) = base.pointees.iter().find(|(other, _)| other == number) {
                objects.insert(*new, *old);
            }
        }
        Pairing { globals, objects }
    }

    /// Whether two objects are the same thing; of those that neither is a variable of both, only the contents tell (`None`).
    pub fn same(&self, new: ObjectId, old: ObjectId) -> Option<bool> {
        match self.objects.get(&new) {
            Some(paired) => Some(*paired == old),
            None if self.objects.values().any(|paired| *paired == old) => Some(false),
            None => None,
        }
    }
}

/// Whether it is a constant without a name of its own, such as a string literal.
fn is_literal(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    global.constant && global.name.starts_with(".str")
}

/// Whether it belongs to a library model.
fn is_own(module: &Module, id: GlobalId) -> bool {
    module.files.get(module.globals[id].span.file).is_some_and(|file| file.path.starts_with('<'))
}
