//! What two versions are compared by, cut into parts that can be compared apart.
//!
//! # Invariants
//! - Together the parts have everything that [`crate::observation::final_states::FinalStates`] looks at when both runs come to the end of the entry.
//! - Where addresses are compared, what they lead to is compared too: all that may hold or be reached by one is a single part.

use crate::by_paths::comparison_input::ComparisonInput;
use crate::observation::pairing::Pairing;
use incise_engine::{Aspect, Entry, GlobalBytes, ObservedSubset, Prepared, Program, scalars, strip};
use incise_guide::dgse::Output;
use incise_ir::{GlobalId, Module, SourceType, Type};
use std::collections::BTreeSet;

/// Globals of more scalars than this are not cut.
const MAX_SCALARS: usize = 1024;

/// A part of what is compared.
#[derive(Clone, Debug)]
pub struct Part {
    /// As outputs of the new version.
    pub new: Vec<Output>,
    /// As outputs of the old version.
    pub old: Vec<Output>,
    /// As what is left to be compared, with globals of the new version.
    pub compared: ObservedSubset,
    /// The same with globals of the old version.
    pub compared_old: ObservedSubset,
    /// Whether there may be addresses in it.
    pub has_addresses: bool,
}

impl Part {
    fn none() -> Part {
        let compared =
            ObservedSubset { result: false, globals: Some(GlobalBytes::new()), memory: false, output: false };
        let compared_old = compared.clone();
        Part { new: Vec::new(), old: Vec::new(), compared, compared_old, has_addresses: false }
    }
    fn is_empty(&self) -> bool {
        self.new.is_empty()
    }
    fn add_result(&mut self) {
        self.new.push(Output::Result);
        self.old.push(Output::Result);
        self.compared.result = true;
        self.compared_old.result = true;
    }
    fn add_bytes(&mut self, (new, old): (GlobalId, GlobalId), start: u64, end: u64) {
        self.new.push(Output::Global(new, start, end));
        self.old.push(Output::Global(old, start, end));
        for (compared, id) in [(&mut self.compared, new), (&mut self.compared_old, old)] {
            add_range(compared, id, (start, end));
        }
    }
    /// Adds another part.
    pub fn join(&mut self, other: &Part) {
        self.new.extend(other.new.iter().cloned());
        self.old.extend(other.old.iter().cloned());
        for (all, more) in [(&mut self.compared, &other.compared), (&mut self.compared_old, &other.compared_old)] {
            all.result |= more.result;
            all.memory |= more.memory;
            all.output |= more.output;
            for (id, ranges) in more.globals.iter().flatten() {
                ranges.iter().flatten().for_each(|range| add_range(all, *id, *range));
            }
        }
        self.has_addresses |= other.has_addresses;
    }
    /// Some of several parts together.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Part {
        let mut all = Part::none();
        parts.into_iter().for_each(|part| all.join(part));
        all
    }
}

fn add_range(compared: &mut ObservedSubset, id: GlobalId, range: (u64, u64)) {
    let globals = compared.globals.get_or_insert_with(GlobalBytes::new);
    globals.entry(id).or_insert_with(|| Some(Vec::new())).get_or_insert_with(Vec::new).push(range);
}

/// The parts; both programs have made their first state.
pub fn parts(task: &ComparisonInput<'_>, new: Program<'_, '_>, old: Program<'_, '_>, pairing: &Pairing) -> Vec<Part> {
    let (observe, compared) = (task.observe, task.compared);
    let mut found = Vec::new();
    let mut led_to = Part { has_addresses: true, ..Part::none() };
    let is_main = task.modified.config.entry == Entry::Main;
    let is_in_memory = new.run.result_object.is_some() && old.run.result_object.is_some();
    if is_in_memory && observe.has(Aspect::Return) && (compared.result || compared.memory) {
        led_to.add_result();
    } else if if is_main { observe.has(Aspect::Ending) } else { observe.has(Aspect::Return) && compared.result } {
        let is_pointer =
            |program: &Prepared| matches!(program.module().types.get(program.function(program.entry()).ret), Type::Ptr);
        if is_pointer(new.prepared) || is_pointer(old.prepared) {
            led_to.add_result();
        } else {
            let mut part = Part::none();
            part.add_result();
            found.push(part);
        }
    }
    if (observe.has(Aspect::Output) || observe.has(Aspect::Calls)) && compared.output {
        let mut part = Part { new: vec![Output::Calls], old: vec![Output::Calls], ..Part::none() };
        part.compared.output = true;
        part.compared_old.output = true;
        found.push(part);
    }
    // After `main` nobody looks at memory.
    if is_main {
        found.extend(Some(led_to).filter(|part| !part.is_empty()));
        return found;
    }
    if observe.has(Aspect::Globals) {
        for (id, old_id) in &pairing.globals {
            if compared.globals.as_ref().is_some_and(|all| !all.contains_key(id)) {
                continue;
            }
            let (module, global) = (new.prepared.module(), &new.prepared.module().globals[*id]);
            let size = global.size.max(old.prepared.module().globals[*old_id].size);
            let leaves = scalars(module, global.source_type, global.size);
            let is_pointer = |leaf: &incise_engine::Scalar| leaf.ty.is_some_and(|ty| is_address(module, ty));
            if leaves.iter().any(is_pointer) {
                led_to.add_bytes((*id, *old_id), 0, size);
            } else if leaves.len() > MAX_SCALARS {
                let mut part = Part::none();
                part.add_bytes((*id, *old_id), 0, size);
                found.push(part);
            } else {
                for leaf in leaves.iter().filter(|leaf| compared.has(*id, leaf.offset, leaf.size)) {
                    let mut part = Part::none();
                    part.add_bytes((*id, *old_id), leaf.offset, leaf.offset + leaf.size);
                    found.push(part);
                }
            }
        }
    }
    if observe.has(Aspect::Memory) && compared.memory && !new.run.pointees.is_empty() {
        led_to.compared.memory = true;
        led_to.compared_old.memory = true;
    }
    if led_to.compared.memory || !led_to.is_empty() {
        led_to.new.push(Output::Memory);
        led_to.old.push(Output::Memory);
        // Variables that only one version has are known by what leads to them.
        led_to.new.extend(alone(new.prepared.module(), old.prepared.module()));
        led_to.old.extend(alone(old.prepared.module(), new.prepared.module()));
        found.push(led_to);
    }
    found
}

/// Variables of a program that another does not have.
fn alone<'a>(module: &'a Module, other: &'a Module) -> impl Iterator<Item = Output> + 'a {
    let names: BTreeSet<&str> = other.globals.iter().map(|global| global.name.as_str()).collect();
    let own = module.globals.iter_ids().filter(move |(_, global)| !names.contains(global.name.as_str()));
    own.map(|(id, global)| Output::Global(id, 0, global.size))
}

fn is_address(module: &Module, ty: incise_ir::SourceTypeId) -> bool {
    matches!(module.source_types[strip(module, ty)], SourceType::Pointer { .. })
}
