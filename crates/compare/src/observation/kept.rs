//! What versions write to globals whose earlier value was not given: one that is written in one version only differs for other values.

use crate::observation::difference::Observable;
use crate::observation::final_states::FinalStates;
use crate::observation::observed::Observed;
use incise_engine::{InputKind, ObjectId, Program, State, Weakness, is_stream};
use incise_ir::GlobalId;

impl FinalStates<'_, '_> {
    /// Globals that one version may leave as they were and the other not, though both leave the same.
    pub(crate) fn written_otherwise(&mut self, found: &mut Vec<Observed>) {
        let always = self.pool.constant(1, 1);
        let pairing = self.pairing;
        for (new, old) in pairing.globals.iter().chain(&pairing.library) {
            let (now, before) = (self.new.program, self.old.program);
            let objects = (now.prepared.global_object(*new), before.prepared.global_object(*old));
            let (Some(new_object), Some(old_object)) = objects else { continue };
            let kept = now.run.kept.get(&new_object).or_else(|| before.run.kept.get(&old_object));
            let pointers = now.run.kept_pointers.get(&new_object).or_else(|| before.run.kept_pointers.get(&old_object));
            let (why, pointers) = match (kept, pointers) {
                (Some(kept), _) => (kept.why.clone(), None),
                (None, Some(pointers)) => {
                    let names: Vec<&str> = pointers.iter().map(|(_, name)| name.as_str()).collect();
                    (format!("`{}` is taken to be null", names.join("`, `")), Some(pointers))
                }
                (None, None) => continue,
            };
            if self.is_written_otherwise(*new, (new_object, old_object), pointers) {
                let global = &now.prepared.module().globals[*new];
                let why = format!("{why}, and one version only writes to it");
                let place = Observable::Global(global.source_name.clone());
                found.push(Observed::weakened(place, always, (Weakness::NotGiven, why)));
            }
        }
        let (now, before) = (self.new.program, self.old.program);
        for (own, state, other) in [(now, self.new.state, before), (before, self.old.state, now)] {
            for id in own_globals(own, other) {
                let Some(differs) = self.is_changed(own, state, id) else { continue };
                let name = &own.prepared.module().globals[id].source_name;
                let why = format!("`{name}` is written, and only one version declares it");
                found.push(Observed::unseen(Observable::Global(name.clone()), differs, why));
            }
        }
    }

    /// Whether the versions write other bytes of a global: of all, or of these pointers.
    fn is_written_otherwise(
        &self,
        id: GlobalId,
        (new, old): (ObjectId, ObjectId),
        pointers: Option<&Vec<(u64, String)>>,
    ) -> bool {
        let matters =
            |byte: u64| pointers.is_none_or(|all| all.iter().any(|(start, _)| (*start..start + 8).contains(&byte)));
        let (now, before) = (&self.new.state.kept_writes, &self.old.state.kept_writes);
        match (now.bytes(new), before.bytes(old)) {
            (Some(now), Some(before)) => {
                now.symmetric_difference(&before).any(|byte| matters(*byte) && self.compared.has(id, *byte, 1))
            }
            _ => {
                let places = |writes: Vec<&incise_engine::KeptWrite>| -> Vec<_> {
                    writes.into_iter().map(incise_engine::KeptWrite::place).collect()
                };
                places(now.of(new)) != places(before.of(old))
            }
        }
    }

    /// Whether a global no longer holds what it held before the call.
    fn is_changed(&mut self, own: Program<'_, '_>, state: &State, id: GlobalId) -> Option<incise_term::TermId> {
        let object = own.prepared.global_object(id)?;
        let module = own.prepared.module();
        if module.globals[id].source_type.is_some_and(|ty| is_stream(module, ty)) {
            return None;
        }
        if own.run.kept.contains_key(&object) {
            return (!state.kept_writes.of(object).is_empty()).then(|| self.pool.constant(1, 1));
        }
        let input = state.inputs.in_order().into_iter().find(|input| input.kind == InputKind::Global(id))?.clone();
        let held = state.memory.share(object)?;
        let mut differs = self.pool.constant(1, 0);
        for part in &input.parts {
            let now = crate::observation::stored::read(self.pool, &held, part.offset as usize, part.size as usize);
            let here = match now {
                Some(now) => {
                    let now = now.term_in(self.pool, 8 * part.size);
                    self.pool.ne(now, part.term)
                }
                None => self.pool.constant(1, 1),
            };
            differs = self.pool.or(differs, here);
        }
        (!self.pool.is_false(differs)).then_some(differs)
    }
}

/// Globals of a version that somebody else defines and the other version does not declare.
fn own_globals(own: Program<'_, '_>, other: Program<'_, '_>) -> Vec<GlobalId> {
    let module = own.prepared.module();
    let is_alone = |name: &str| other.prepared.module().global(name).is_none();
    let globals = module.globals.iter_ids();
    globals.filter(|(_, global)| global.is_outside() && is_alone(&global.name)).map(|(id, _)| id).collect()
}
