//! Values of memory that was never written: one for each variable or stretch of bytes, unknown, and the same at every read.
//!
//! A value comes into being when it is first read, and is written back where it was read from. It is named after the variable and
//! its function: two versions of a program read the same value exactly where they read the same variable of the same function.
//! A copy of bytes that nobody has read yet has values of its own, without a name: what they decide is in the ledger.

use crate::config::UbPolicy;
use crate::engine::Engine;
use crate::error::ErrorKind;
use crate::input::{Input, InputKind, InputPart};
use crate::memory::{ObjectId, ObjectKind};
use crate::source_types::{scalars, size_of};
use crate::state::State;
use crate::value::Value;
use incise_ir::{Id, LocalId, SourceTypeId, Type};
use incise_term::{TermId, VarKind};
use std::rc::Rc;

/// Larger objects are not taken apart to find the name of a member.
const MAX_NAMED_BYTES: u64 = 1 << 12;

/// What follows a variable's name.
const UNINITIALISED: &str = " (uninitialised)";

/// What a value belongs to: a name for people, and what tells apart objects of that name.
struct Owner {
    name: String,
    place: String,
    source_type: Option<SourceTypeId>,
}

impl Engine<'_, '_> {
    /// Whether memory that was never written has a value, instead of being an error where it decides something.
    pub(crate) fn has_unwritten_values(&self) -> bool {
        self.prepared.config.checks.ub != UbPolicy::Report || !self.looks_for(ErrorKind::Uninitialised)
    }

    /// Whether all that a term depends on and that was never written is known by name.
    pub(crate) fn is_unwritten(&self, term: TermId) -> bool {
        let pool = &self.context.pool;
        let mut kinds = pool.vars(term).iter().map(|var| pool.var_info(*var));
        kinds.all(|var| match var.kind {
            VarKind::Undefined => var.name.contains(UNINITIALISED),
            VarKind::Irrelevant => false,
            _ => true,
        })
    }

    /// Whether a term depends on memory that was never written, and on nothing that was skipped.
    pub(crate) fn rests_on_unwritten(&self, term: TermId) -> bool {
        self.context.pool.has_undefined(term) && !self.is_irrelevant(term)
    }

    /// The value of a scalar local of the running activation that was never assigned.
    pub(crate) fn unwritten_local(&mut self, state: &mut State, local: LocalId) -> Value {
        let function = self.prepared.function(state.top().function);
        let variable = &function.locals[local];
        if !matches!(self.prepared.module().types.get(variable.ty), Type::Int(_) | Type::Float(_) | Type::Ptr)
            || self.wide(variable.ty).is_some()
        {
            return Value::Undefined;
        }
        let width = self.prepared.width(variable.ty);
        let name = if variable.name.is_empty() { String::from("a value") } else { variable.name.clone() };
        let owner = Owner { name, place: function.name.clone(), source_type: variable.source_type };
        let value = Value::Term(self.unwritten(state, owner, width));
        state.top_mut().locals[local.index()] = value.clone();
        value
    }

    /// The value of bytes of an object, none of which was ever written.
    pub(crate) fn unwritten_bytes(&mut self, state: &mut State, id: ObjectId, offset: usize, size: usize) -> TermId {
        let object = state.memory.get(id).expect("the access was checked");
        let (is_copied, function) = (object.holds_copies, self.prepared.function(state.top().function).name.clone());
        let place = match object.kind {
            ObjectKind::Stack => function,
            ObjectKind::Heap | ObjectKind::Global => String::from("memory"),
        };
        let (path, source_type) = self.member(object.source_type, object.size, (offset as u64, size as u64));
        let owner = Owner { name: format!("{}{path}", object.name), place, source_type };
        let width = 8 * size as u32;
        let term = if is_copied { self.fresh_undefined(state, width) } else { self.unwritten(state, owner, width) };
        let object = state.memory.get_mut(id).expect("the access was checked");
        object.write_cell(&mut self.context.pool, offset, size, Value::Term(term));
        term
    }

    /// Where in an object's type some bytes are, and their own type.
    fn member(&self, ty: Option<SourceTypeId>, n_bytes: u64, at: (u64, u64)) -> (String, Option<SourceTypeId>) {
        if at == (0, n_bytes) {
            return (String::new(), ty);
        }
        let module = self.prepared.module();
        let fits = ty.is_some_and(|ty| size_of(module, ty) == Some(n_bytes));
        if fits && n_bytes <= MAX_NAMED_BYTES {
            let all = scalars(module, ty, n_bytes);
            if let Some(leaf) = all.into_iter().find(|leaf| (leaf.offset, leaf.size) == at && leaf.ty.is_some()) {
                return (leaf.path, leaf.ty);
            }
        }
        (format!("+{}", at.0), None)
    }

    fn unwritten(&mut self, state: &mut State, owner: Owner, width: u32) -> TermId {
        let (name, n_bytes) = (format!("{}{UNINITIALISED}", owner.name), width.div_ceil(8));
        let same = state.unwritten.iter_back().filter(|other| other.base_name() == name).count();
        let unique = if same == 0 { name } else { format!("{name}#{same}") };
        let label = format!("{unique}!{}:{width}", owner.place);
        let term = self.context.pool.var(&label, width, VarKind::Undefined);
        let part = InputPart { offset: 0, size: n_bytes, path: String::new(), term, source_type: owner.source_type };
        let (kind, source_type) = (InputKind::Unwritten, owner.source_type);
        state.unwritten.push(Rc::new(Input { name: unique, kind, size: n_bytes, parts: vec![part], source_type }));
        term
    }
}
