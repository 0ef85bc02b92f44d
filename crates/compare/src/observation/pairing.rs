//! Which objects and functions of the two versions are the same thing.

use crate::by_coupling::coupling::Coupling;
use incise_engine::{ObjectId, Program, Run};
use incise_ir::{GlobalId, Module};
use std::collections::BTreeMap;

/// Globals of the two versions by name.
pub struct Pairing {
    /// Globals that both versions have and can write: new, old.
    pub globals: Vec<(GlobalId, GlobalId)>,
    /// Globals of the library models that both versions have and can write: new, old.
    pub library: Vec<(GlobalId, GlobalId)>,
    /// Objects of all paired globals that can be written, new to old. Constants are known by their contents.
    pub(crate) objects: BTreeMap<ObjectId, ObjectId>,
    /// How private state is related, where it need not be equal.
    pub coupling: Option<Coupling>,
}

impl Pairing {
    /// Pairs globals by their names, and what pointer parameters point to by position.
    pub fn of(modified: Program<'_, '_>, base: Program<'_, '_>) -> Pairing {
        let (mut globals, mut library) = (Vec::new(), Vec::new());
        let mut objects = BTreeMap::new();
        let by_name: BTreeMap<&str, GlobalId> =
            base.prepared.module().globals.iter_ids().map(|(id, global)| (global.name.as_str(), id)).collect();
        for (new, global) in modified.prepared.module().globals.iter_ids() {
            let Some(&old) = by_name.get(global.name.as_str()) else { continue };
            let (Some(new_object), Some(old_object)) =
                (modified.prepared.global_object(new), base.prepared.global_object(old))
            else {
                continue;
            };
            if global.constant && base.prepared.module().globals[old].constant {
                continue;
            }
            objects.insert(new_object, old_object);
            if global.constant {
                continue;
            }
            match is_own(modified.prepared.module(), new) {
                true => library.push((new, old)),
                false => globals.push((new, old)),
            }
        }
        let mut pairing = Pairing { globals, library, objects, coupling: None };
        pairing.pair_pointees(modified.run, base.run);
        pairing
    }

    /// Pairs what pointer parameters point to by position.
    pub(crate) fn pair_pointees(&mut self, modified: &Run<'_>, base: &Run<'_>) {
        for (number, new) in &modified.pointees {
            if let Some((_, old)) = base.pointees.iter().find(|(other, _)| other == number) {
                self.objects.insert(*new, *old);
            }
        }
    }

    /// Whether a global of the new version is private state that need not be equal.
    pub fn is_coupled(&self, modified: &Module, new: GlobalId) -> bool {
        self.is_out_of_reach(&modified.globals[new].name)
    }

    /// Whether a global, by the linker's name, is private state that nobody outside can reach in either version.
    pub fn is_out_of_reach(&self, name: &str) -> bool {
        let Some(coupling) = &self.coupling else { return false };
        coupling.slots.base.iter().chain(&coupling.slots.modified).any(|slot| slot.global == name)
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

/// Whether it belongs to a library model.
fn is_own(module: &Module, id: GlobalId) -> bool {
    module.files.get(module.globals[id].span.file).is_some_and(|file| file.path.starts_with('<'))
}
