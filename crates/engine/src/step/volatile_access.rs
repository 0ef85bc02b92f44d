//! Volatile accesses and accesses of fixed addresses, as events: the n-th event of a run is answered by an input that is named after the place
//! and n, as calls of functions without a body are. What is read or written stays in memory too, for accesses that are not volatile.
//!
//! The reader makes such accesses calls of `__incise_volatile_read_32` and its kin; see `llvm/src/volatile_calls.rs`.
//!
//! # Invariants
//! - What only the program can reach (its variables, heap, `static` objects; with `main` all that it defines) is memory: nothing answers its reads.
//!   In a comparison such an access is noted, since number and order of volatile accesses count for those as well.

use super::ObjectOffset;
use crate::call::CallSite;
use crate::config::Entry;
use crate::engine::{Engine, Next, Step};
use crate::error::ErrorKind;
use crate::event::{Access, CallEvent, Passed, Reading, Target};
use crate::input::{Input, InputKind, InputPart};
use crate::ledger::Weakness;
use crate::memory::ObjectId;
use crate::output::{CALLS, OutputItem, OutputPiece};
use crate::source_types::scalars;
use crate::state::State;
use crate::value::Value;
use incise_ir::library::{OutsideAccess, outside_access};
use incise_ir::{CastKind, Const, ConstExpr, Rvalue, StmtKind};
use incise_term::{TermId, VarKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Addresses below this are null pointers and offsets from them, unless the source writes the number.
const FIRST_FIXED: u64 = 0x1000;

/// What an access reaches.
enum Reached {
    /// Memory outside.
    Outside(Outside),
    /// The program's own memory.
    Own,
}

/// A place outside.
struct Outside {
    /// Its name, the same in two versions and in native runs.
    place: String,
    /// What C calls it.
    shown: String,
    /// The object that stands for it, if there is one, and where in it.
    object: Option<(ObjectId, usize)>,
}

impl Engine<'_, '_> {
    /// Executes the call if it stands for an access.
    pub(super) fn outside_access(&mut self, state: &mut State, site: &CallSite<'_>) -> Step<Option<Next>> {
        let function = self.prepared.function(site.function);
        let Some(access) = outside_access(&function.name) else { return Ok(None) };
        let size = u64::from(access.width / 8);
        let pointer = match self.arg(state, site, 0) {
            Value::Term(term) | Value::SymPtr { address: term, .. }
                if site.args[0].0.provenance().is_none_or(|object| object != ObjectId::NOTHING) =>
            {
                self.check_initialised(state, term, "an address")?;
                self.stop_at_answered_address(state, term)?;
                let address = self.concretise(state, term)?;
                match site.args[0].0.provenance() {
                    Some(object) => Value::Ptr { object, address },
                    None => Value::Int(address),
                }
            }
            pointer => pointer,
        };
        let reached = self.reached(state, &pointer, size, (!access.reads, access.fixed))?;
        let Reached::Outside(outside) = reached else {
            return self.own_access(state, site, (&pointer, access.reads)).map(Some);
        };
        let compares = self.prepared.config.comparison.log_accesses;
        if compares && !self.prepared.config.comparison.calls_are_events {
            state.n_unlisted_calls += 1;
            let detail = format!("a volatile object (`{}`) is accessed, and calls are not compared", outside.shown);
            let span = self.prepared.user_place(state);
            self.run.ledger.add_once(Weakness::NotObserved, detail, span);
        }
        state.n_events += 1;
        let name = format!("{}#{}", outside.shown, state.n_events);
        let written = if access.reads { None } else { Some(self.arg(state, site, 1)) };
        let to = Target::Named(outside.place.clone(), 0);
        let mut args = vec![Passed::Pointer { to, bytes: Vec::new(), written: false, unit: 1 }];
        if let Some(value) = &written {
            args.push(self.written_value(state, (value, access.width), &outside.shown));
        }
        let result = if access.reads { access.width } else { 0 };
        let Outside { place, shown, object } = outside;
        let answer = format!("{place}#{}@{}", state.n_events, access.width);
        // Volatile or not, by a number or by a pointer: to whoever watches it is the same.
        let function = format!("{} {}", if access.reads { "read" } else { "write" }, access.width);
        let event = CallEvent { function, args, result, access: Some(Access { place, shown, width: access.width }) };
        self.push_shape(state, &name, &event);
        state.turn(CALLS);
        state.output.push(OutputItem { stream: CALLS, piece: OutputPiece::Event(Rc::new(event)) });
        let value = match written {
            Some(value) => value,
            None => self.outside_answer(state, (name, answer), access)?,
        };
        if let Some((id, at)) = object
            && state.memory.get(id).is_some_and(|object| object.writable)
        {
            self.write_scalar(state, id, at, size as usize, value.clone());
        }
        if access.reads { self.result(state, site, value).map(Some) } else { Ok(Some(Next::Statement)) }
    }

    /// What an address leads to; everything that could be wrong with it has been checked.
    fn reached(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        (writes, is_fixed): (bool, bool),
    ) -> Step<Reached> {
        if let Value::Int(address) = pointer {
            let is_free = *address >= FIRST_FIXED
                && state.memory.find(*address).is_none()
                && self.prepared.declared_at(*address).is_none();
            if is_fixed && *address != 0 || is_free {
                let place = format!("{address:#x}");
                return Ok(Reached::Outside(Outside { shown: place.clone(), place, object: None }));
            }
        }
        let (id, place) = self.resolve(state, pointer, size, writes)?;
        let ObjectOffset::At(at) = place else {
            return self.error(state, ErrorKind::WildPointer, "the address is not known");
        };
        Ok(match self.outside_name(id) {
            Some(name) => {
                let place = if at == 0 { name } else { format!("{name}+{at}") };
                let shown = self.shown_place(state, id, at);
                Reached::Outside(Outside { place, shown, object: Some((id, at)) })
            }
            None => Reached::Own,
        })
    }

    /// What others see of a value that is written. Which number an address is says nothing about the object.
    fn written_value(&mut self, state: &State, (value, width): (&Value, u32), place: &str) -> Passed {
        let term = self.term(value, width);
        let is_address = value.provenance().is_some()
            || self.mentions_address(state, term, &mut BTreeSet::new())
            || self.mentions_address_part(state, term);
        if !is_address || !self.prepared.config.comparison.log_accesses {
            return Passed::Number(term, Reading::Unsigned);
        }
        let detail = format!("an address is written to `{place}`, and what it leads to is not compared");
        let span = self.prepared.user_place(state);
        self.run.ledger.add_once(Weakness::NotObserved, detail, span);
        Passed::Unspecified
    }

    /// Whether the low half of an object's address may take part in a value, in a program that makes numbers of addresses.
    fn mentions_address_part(&self, state: &State, term: TermId) -> bool {
        let (mut work, mut seen) = (vec![term], BTreeSet::new());
        let mut is_found = false;
        while let Some(term) = work.pop().filter(|_| !is_found) {
            if seen.insert(term) {
                let number = self.context.pool.as_const(term).filter(|_| self.context.pool.width(term) == 32);
                is_found = number.is_some_and(|number| state.memory.find(number as u64).is_some());
                work.extend(self.context.pool.children(term));
            }
        }
        let is_number = |kind: &StmtKind| {
            matches!(kind, StmtKind::Assign { value: Rvalue::Cast { kind: CastKind::PtrToInt, .. }, .. })
        };
        let is_constant = |constant: &Const| match constant {
            Const::Expr(expr) => {
                matches!(expr.as_ref(), ConstExpr::Cast { kind: CastKind::PtrToInt | CastKind::Trunc, .. })
            }
            _ => false,
        };
        let module = self.prepared.module();
        let mut stmts = module.functions.iter().flat_map(|one| one.blocks.iter()).flat_map(|block| &block.stmts);
        is_found && (stmts.any(|stmt| is_number(&stmt.kind)) || module.consts.iter().any(is_constant))
    }

    /// What a read gives: any value of its width, named after the place.
    fn outside_answer(
        &mut self,
        state: &mut State,
        (name, answer): (String, String),
        access: OutsideAccess,
    ) -> Step<Value> {
        let size = access.width / 8;
        let fixed = self.prepared.config.environment.fixed_inputs.as_ref().map(|all| {
            let bytes = all.get(state.inputs.len()).map(|(_, bytes)| bytes.as_slice()).unwrap_or_default();
            bytes.iter().take(size as usize).rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte))
        });
        let term = match fixed {
            Some(value) => self.context.pool.constant(access.width, value),
            None => self.context.pool.var(&answer, access.width, VarKind::Input),
        };
        let part = InputPart { offset: 0, size, path: String::new(), term, source_type: None };
        let kind = InputKind::Environment;
        let input = Rc::new(Input { name, kind, size, parts: vec![part], source_type: None });
        self.note_answers(&input);
        state.inputs.push(input);
        if access.boolean {
            let one = self.context.pool.constant(access.width, 1);
            let is_bit = self.context.pool.ule(term, one);
            self.assume(state, is_bit)?;
        }
        Ok(self.value(term))
    }

    /// What C calls a place in an object from outside.
    fn shown_place(&self, state: &State, id: ObjectId, at: usize) -> String {
        let module = self.prepared.module();
        let Some(object) = state.memory.get(id) else { return String::from("memory") };
        let pointee = self.run.pointees.iter().find(|(_, pointee)| *pointee == id);
        let outside = pointee.and_then(|(number, _)| self.run.outside.get(number));
        let ty = outside.map_or(object.source_type, |outside| outside.ty);
        let path = scalars(module, ty, object.size).into_iter().find(|leaf| leaf.offset == at as u64);
        let path = path.filter(|leaf| leaf.ty.is_some()).map(|leaf| leaf.path);
        match (object.name.strip_prefix('*'), path) {
            (Some(pointer), Some(path)) if path.starts_with('.') => format!("{pointer}->{}", &path[1..]),
            (Some(pointer), Some(path)) if !path.is_empty() => format!("(*{pointer}){path}"),
            (Some(pointer), None) if at > 0 => format!("*{pointer}+{at}"),
            (None, Some(path)) => format!("{}{path}", object.name),
            (None, None) if at > 0 => format!("{}+{at}", object.name),
            _ => object.name.to_string(),
        }
    }

    /// What an object is called that somebody outside can change.
    fn outside_name(&self, id: ObjectId) -> Option<String> {
        if let Some((number, _)) = self.run.pointees.iter().find(|(_, object)| *object == id) {
            return Some(format!("*{}", number + 1));
        }
        let is_main = matches!(self.prepared.config.entry, Entry::Main);
        let mut globals = self.prepared.module().globals.iter_ids();
        let (_, global) = globals.find(|(global, _)| self.prepared.global_object(*global) == Some(id))?;
        let is_outside = if is_main { global.is_outside() } else { !global.internal };
        is_outside.then(|| global.name.clone())
    }

    /// An access of memory that nobody else can reach.
    fn own_access(&mut self, state: &mut State, site: &CallSite<'_>, (pointer, reads): (&Value, bool)) -> Step<Next> {
        if self.prepared.config.comparison.log_accesses {
            let verb = if reads { "read" } else { "written" };
            let detail =
                format!("a volatile object is {verb}: number, order and answers of such accesses are not compared");
            let span = self.prepared.user_place(state);
            self.run.ledger.add_once(Weakness::NotObserved, detail, span);
        }
        if reads {
            let value = self.load(state, pointer, site.ret)?;
            return self.result(state, site, value);
        }
        let (value, ty) = site.args[1].clone();
        self.store(state, pointer, &value, ty)?;
        Ok(Next::Statement)
    }
}
