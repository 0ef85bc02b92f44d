//! Structures behind pointer parameters: objects that point to objects.
//!
//! *Source*: lazy initialisation, [dise-tosem2014] §4.2.1 rule 2: a pointer is null, a new object, or an earlier one of its type. Which
//! of them is said before the run ([`crate::Link`]), so that two versions start from the same structure.

use crate::engine::Engine;
use crate::input::{Input, InputKind, scalars};
use crate::memory::ObjectId;
use crate::start::{parameter_name, pointed_to};
use crate::state::State;
use crate::value::Value;
use incise_ir::{Function, SourceTypeId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What stands in the bytes of an object for a pointer that leads to another.
pub const LEADS_ON: u64 = u64::from_be_bytes(*b"\0\0\0\0link");

/// An object from outside: what C calls a pointer to it, and its type.
#[derive(Clone, Debug)]
pub struct Outside {
    /// An expression that points to it, such as `p->next`.
    pub pointer: String,
    /// What it is.
    pub ty: Option<SourceTypeId>,
}

impl Engine<'_> {
    /// What is known of a pointer in an object: no variable then.
    pub(crate) fn linked(&self, kind: InputKind, path: &str) -> Option<u64> {
        let InputKind::Pointee(number) = kind else { return None };
        let link = self.config.links.iter().find(|link| link.from == number && link.path == path)?;
        Some(if link.to.is_some() { LEADS_ON } else { 0 })
    }

    /// Sets the pointers in what the parameters point to, and makes the objects that they lead to.
    pub(crate) fn links(&mut self, state: &mut State, function: &Function) {
        let module = self.module();
        self.outside.clear();
        let mut objects: BTreeMap<u32, ObjectId> = self.pointees.iter().copied().collect();
        for number in objects.keys() {
            let index = *number as usize;
            let named = self.config.parameter_names.get(index).cloned();
            let pointer = named.unwrap_or_else(|| parameter_name(function, index));
            let ty = pointed_to(module, function.locals[function.params[index].local].source_type);
            self.outside.insert(*number, Outside { pointer, ty });
        }
        for link in self.config.links.clone() {
            let (Some(object), Some(outside)) =
                (objects.get(&link.from).copied(), self.outside.get(&link.from).cloned())
            else {
                continue;
            };
            let size = state.memory.get(object).map_or(0, |object| object.size);
            // A version in which the type has no such pointer is given none.
            let leaves = scalars(module, outside.ty, size);
            let Some(leaf) = leaves.into_iter().find(|leaf| leaf.path == link.path && leaf.size == 8) else { continue };
            let member = link.path.trim_start_matches('.');
            let pointer = format!("{}->{member}", outside.pointer);
            let offset = leaf.offset as u32;
            let input = Input {
                name: pointer.clone(),
                kind: InputKind::Link(link.from, offset, link.to),
                size: 0,
                parts: Vec::new(),
                source_type: None,
            };
            state.inputs.push(Rc::new(input));
            let value = match link.to {
                None => Value::Int(0),
                Some(to) => match objects.get(&to) {
                    Some(known) => self.address_of(state, *known),
                    None => {
                        let ty = pointed_to(module, leaf.ty);
                        let value = self.pointee(state, &pointer, to, None, ty);
                        self.outside.insert(to, Outside { pointer, ty });
                        objects.extend(self.pointees.last().copied());
                        value
                    }
                },
            };
            self.write_scalar(state, object, leaf.offset as usize, 8, value);
        }
    }
}
