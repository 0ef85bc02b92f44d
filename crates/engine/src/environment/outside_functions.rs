//! Functions from outside to which pointers in memory lead: a pointer to a function in what a caller gives is null, or leads to an unknown
//! function of its type.
//!
//! *In*: the parts of an input. *Out*: the address that such a part holds if it is not null, and in [`crate::Run::functions`] what is there.
//!
//! # Invariants
//! - Each pointer leads to a function of its own, whose address depends on the variable that stands for the pointer, and on nothing else: two
//!   versions that are given the same variable are given the same function, whatever the member is called. That two pointers lead to one
//!   function, or one to a function of the program's, is not tried, and noted where it could matter.
//! - Native runs have code at these addresses (`runtime/replay/outside.c`), so that bytes in memory are the same.

use crate::config::StartGlobals;
use crate::engine::Engine;
use crate::given::Given;
use crate::input::{Input, InputKind, InputPart};
use crate::ledger::Weakness;
use crate::outside_function::{OutsideFunction, is_outside_function, outside_address};
use crate::pointee_shapes::pointer_in;
use crate::source_types::{pointed_to, strip};
use crate::state::State;
use incise_ir::{FuncId, SourceTypeId};
use incise_term::{Op, VarId};
use std::rc::Rc;

impl Engine<'_, '_> {
    /// Takes the pointers to functions in an input to be null or to lead to unknown functions.
    pub(super) fn outside_functions(&mut self, state: &mut State, kind: InputKind, name: &str, parts: &[InputPart]) {
        if !self.can_hold_functions(kind) {
            return;
        }
        for part in parts {
            let own_name = place_name(kind, name, &part.path);
            let function = part.source_type.filter(|_| part.size == 8).and_then(|ty| self.function_type(ty));
            let Some(function) = function else {
                if self.is_offered_function(part) {
                    self.note_function_in_one_version(&own_name);
                }
                continue;
            };
            let address = match (self.context.pool.op(part.term), self.context.pool.as_const(part.term)) {
                (Op::Var(var), _) => outside_address(self.context.pool.var_info(var).name),
                // The inputs of a test.
                (_, Some(value)) if is_outside_function(value as u64) => value as u64,
                (_, Some(_)) => continue,
                _ => {
                    self.note_function_in_one_version(&own_name);
                    continue;
                }
            };
            let given = self.run.given.as_ref();
            let offered = given.and_then(|given| given.functions.get(&address).cloned());
            if offered.is_none() && given.is_some_and(|given| self.is_offered(given, part)) {
                self.note_function_in_one_version(&own_name);
                continue;
            }
            let at = part.term;
            if self.run.functions.get(&address).is_some_and(|known| known.at != at) {
                continue; // another pointer has the address: a call through this one is undecided
            }
            if let Op::Var(var) = self.context.pool.op(part.term) {
                self.run.function_vars.insert(var, address);
                self.null_or(state, part, address);
            }
            let name = offered.unwrap_or_else(|| Rc::from(own_name.as_str()));
            self.run.functions.insert(address, OutsideFunction { function, name, at });
        }
    }

    /// The same for what a function without a body gives or leaves in memory. Its members may have other names in another version: functions
    /// are named by the call and the place.
    pub(crate) fn answered_functions(&mut self, state: &mut State, input: &Input) {
        for part in &input.parts {
            let ty = part.source_type.or(input.source_type.filter(|_| input.parts.len() == 1));
            let function = ty.filter(|_| part.size == 8).and_then(|ty| self.function_type(ty));
            let address = match (self.context.pool.op(part.term), self.context.pool.as_const(part.term)) {
                (Op::Var(var), _) => outside_address(self.context.pool.var_info(var).name),
                (_, Some(value)) if is_outside_function(value as u64) => value as u64,
                _ => continue,
            };
            let is_taken = self.run.functions.get(&address).is_some_and(|known| known.at != part.term);
            let Some(function) = function.filter(|_| !is_taken) else { continue };
            if let Op::Var(var) = self.context.pool.op(part.term) {
                self.run.function_vars.insert(var, address);
                self.null_or(state, part, address);
            }
            let place = if part.offset > 0 { format!("+{}", part.offset) } else { String::new() };
            // A number follows the name of a call.
            let name = Rc::from(format!("{}{place}", input.name.replace('#', "@")));
            self.run.functions.insert(address, OutsideFunction { function, name, at: part.term });
        }
    }

    /// Whether another version offers what is in a part.
    fn is_offered(&self, given: &Given, part: &InputPart) -> bool {
        let vars = self.context.pool.vars(part.term);
        let offers = |offered: &InputPart| self.context.pool.vars(offered.term).iter().any(|var| vars.contains(var));
        given.inputs.values().flat_map(|input| &input.parts).any(offers)
    }

    /// Whether a pointer to a function that another version offers is a part of what is in a part.
    fn is_offered_function(&self, part: &InputPart) -> bool {
        let Some(given) = self.run.given.as_ref().filter(|given| !given.functions.is_empty()) else { return false };
        let address = |var: &VarId| outside_address(self.context.pool.var_info(*var).name);
        self.context.pool.vars(part.term).iter().any(|var| given.functions.contains_key(&address(var)))
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
