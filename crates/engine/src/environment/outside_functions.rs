//! Functions from outside to which pointers in memory lead: a pointer to a function in what a caller gives is null, or leads to an unknown
//! function of its type.
//!
//! *In*: the parts of an input. *Out*: the address that such a part holds if it is not null, and in [`crate::Run::functions`] what is there.
//!
//! # Invariants
//! - Each place has a function of its own, and an address that depends on the place only: two versions are given the same function at the
//!   same place, whatever the member is called. That one function is in two places, or that it is one of the program's, is not tried, and
//!   noted where it could matter.
//! - Native runs have code at these addresses (`runtime/replay/outside.c`), so that bytes in memory are the same.

use crate::config::StartGlobals;
use crate::engine::Engine;
use crate::input::{InputKind, InputPart};
use crate::ledger::Weakness;
use crate::outside_function::{FIRST, OutsideFunction, PAGE, SLOTS, START};
use crate::pointee_shapes::pointer_in;
use crate::source_types::{pointed_to, strip};
use crate::state::State;
use incise_ir::{FuncId, SourceTypeId};
use incise_term::Op;
use std::rc::Rc;

impl Engine<'_, '_> {
    /// Takes the pointers to functions in an input to be null or to lead to unknown functions.
    pub(super) fn outside_functions(
        &mut self,
        state: &mut State,
        (kind, n_before): (InputKind, usize),
        name: &str,
        parts: &[InputPart],
    ) {
        let Some(place) = self.place_of(kind, n_before).filter(|_| self.can_hold_functions(kind)) else { return };
        for part in parts {
            let at = (place.clone(), part.offset);
            let offered = self.run.given.as_ref().and_then(|given| given.functions.get(&at).cloned());
            let is_shared = self.run.given.as_ref().is_some_and(|given| given.used.contains(&place));
            let function = part.source_type.filter(|_| part.size == 8).and_then(|ty| self.function_type(ty));
            let own_name = place_name(kind, name, &part.path);
            let Some(function) = function else {
                if offered.is_some() && is_shared {
                    self.note_function_in_one_version(&own_name);
                }
                continue;
            };
            if offered.is_none() && is_shared {
                self.note_function_in_one_version(&own_name);
                continue;
            }
            let address = address_of(&at);
            let name = offered.unwrap_or_else(|| Rc::from(own_name.as_str()));
            let known = self.run.functions.get(&address).filter(|known| known.at != at).is_some();
            if known {
                continue; // another place has the address: a call through this pointer is undecided
            }
            if let Op::Var(var) = self.context.pool.op(part.term) {
                self.run.function_vars.insert(var, address);
            }
            self.run.functions.insert(address, OutsideFunction { function, name, at });
            self.null_or(state, part, address);
        }
    }

    fn null_or(&mut self, state: &mut State, part: &InputPart, address: u64) {
        let pool = &mut self.context.pool;
        let (zero, address) = (pool.constant(64, 0), pool.constant(64, u128::from(address)));
        let (is_null, leads_there) = (pool.eq(part.term, zero), pool.eq(part.term, address));
        let either = pool.bool_or(is_null, leads_there);
        let _ = self.assume(state, either);
    }

    /// The declaration that stands for functions to which a pointer of this type leads.
    pub(super) fn function_type(&self, ty: SourceTypeId) -> Option<FuncId> {
        let module = self.prepared.module();
        let to = pointed_to(module, Some(ty))?;
        self.prepared.function_types.get(&strip(module, to)).copied()
    }

    /// Whether a caller can put functions there. What is private to the program it sets itself.
    fn can_hold_functions(&self, kind: InputKind) -> bool {
        let environment = &self.prepared.config.environment;
        match kind {
            InputKind::Parameter(_) | InputKind::Pointee(_) => true,
            InputKind::Global(id) => {
                let global = &self.prepared.module().globals[id];
                !global.internal && (environment.globals != StartGlobals::Initial || global.is_outside())
            }
            _ => false,
        }
    }

    fn note_function_in_one_version(&mut self, name: &str) {
        let detail =
            format!("`{name}` is a pointer to a function that is called in one version only: others were not given");
        self.run.ledger.add_once(Weakness::NotGiven, detail, None);
    }
}

/// What C calls a scalar of an input.
fn place_name(kind: InputKind, input: &str, path: &str) -> String {
    match (kind, input.strip_prefix('*')) {
        (InputKind::Pointee(_), Some(pointer)) => pointer_in(pointer, path),
        _ => format!("{input}{path}"),
    }
}

/// The address of the function at a place: a page of its own, found by the place's text.
fn address_of((place, offset): &(String, u32)) -> u64 {
    let bytes = place.bytes().chain(offset.to_le_bytes());
    // FNV-1a.
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    FIRST + (hash ^ hash >> 32) % SLOTS * PAGE + START
}
