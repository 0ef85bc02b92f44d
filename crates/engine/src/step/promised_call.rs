//! Calls of functions without a body that promise something. Functions declared `const` or `pure` are no events, and answered by a function of
//! what they may read; the answers of functions that ask the system are as POSIX says.
//!
//! The answer is an application of an uninterpreted function to the arguments and the bytes behind them; for `pure` also to the bytes of
//! the program's external variables and to the number of events before, since a function without a body may change what another one reads.
//!
//! # Invariants
//! - Two calls with equal arguments get equal answers, in one program and in two. That two answers differ is never said.
//! - A call that cannot be described this way is answered by any value, and the ledger says so: it is not compared.

use crate::call::CallSite;
use crate::engine::{Engine, Next, Step};
use crate::event::{CallEvent, Passed};
use crate::input::{Input, InputKind, InputPart};
use crate::kept::{ERRNO, KeptWrite};
use crate::ledger::Weakness;
use crate::memory::ObjectId;
use crate::state::State;
use crate::value::Value;
use incise_ir::library::Answers;
use incise_ir::{Effect, Type};
use incise_term::{TermId, VarKind};
use std::fmt::Write;
use std::rc::Rc;

/// More bytes of external variables than these are not looked at.
const MAX_BYTES: usize = 256;

/// What a function reads beside its arguments.
#[derive(Default)]
struct World {
    /// The bytes of external variables.
    bytes: Vec<Option<TermId>>,
    /// The number of calls before that may have changed what others keep.
    n_calls: u32,
}

impl Engine<'_, '_> {
    /// Answers the call of a function that promises to change nothing; nothing if there is no such promise.
    pub(super) fn promised(&mut self, state: &mut State, site: &mut CallSite<'_>) -> Step<Option<Next>> {
        let function = self.prepared.function(site.function);
        let effect = function.promises.effect;
        if effect == Effect::Any || function.noreturn {
            return Ok(None);
        }
        self.concretise_pointers(state, site)?;
        let described = self.described(state, site).and_then(|(event, _)| {
            let world = match effect {
                Effect::Reads => {
                    World { bytes: self.external_bytes(state)?, n_calls: state.n_events + state.n_unlisted_calls }
                }
                _ => World::default(),
            };
            Some((event, world))
        });
        let Some((mut event, world)) = described else {
            state.n_unlisted_calls += 1;
            return self.unmodelled(state, site).map(Some);
        };
        for passed in &mut event.args {
            if let Passed::Pointer { written, .. } = passed {
                *written = false;
            }
        }
        let read = match effect {
            Effect::Reads => ", the memory behind them and external variables",
            _ => "",
        };
        let detail = format!(
            "`{}` has no body: as declared, it changes nothing, and equal arguments{read} give equal results",
            function.name
        );
        self.run.ledger.add(Weakness::Assumption, detail, None);
        if event.result == 0 {
            return Ok(Some(Next::Statement));
        }
        state.n_promised += 1;
        let name = format!("{}#{}", function.name, state.n_promised);
        self.push_shape(state, &name, &event);
        let value = self.promised_answer(state, &name, &event, &world)?;
        if matches!(self.prepared.module().types.get(function.ret), Type::Ptr) {
            let address = self.term(&value, 64);
            self.assume_foreign(state, address, function.promises.nonnull_result)?;
        }
        if let Some(dst) = site.dst {
            self.set(state, dst, value);
        }
        Ok(Some(Next::Statement))
    }

    /// Makes the answer an input, so that a test has it: a variable that is equal to the application of the function.
    fn promised_answer(&mut self, state: &mut State, name: &str, event: &CallEvent, world: &World) -> Step<Value> {
        let width = event.result.max(8);
        let size = width / 8;
        let fixed = self.prepared.config.environment.fixed_inputs.as_ref().map(|all| {
            let bytes = all.get(state.inputs.len()).map(|(_, bytes)| bytes.as_slice()).unwrap_or_default();
            bytes.iter().take(size as usize).rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte))
        });
        let application = self.application(event, world);
        let term = match fixed {
            Some(value) => self.context.pool.constant(width, value),
            None => {
                let number = self.context.pool.hash(application);
                self.context.pool.var(&format!("{}!{number:x}@{width}", event.function), width, VarKind::Input)
            }
        };
        let part = InputPart { offset: 0, size, path: String::new(), term, source_type: None };
        let (name, kind) = (name.to_owned(), InputKind::Environment);
        let input = Rc::new(Input { name, kind, size, parts: vec![part], source_type: None });
        self.note_answers(&input);
        state.inputs.push(input);
        if event.result < 8 {
            let one = self.context.pool.constant(8, 1);
            let is_bit = self.context.pool.ule(term, one);
            self.assume(state, is_bit)?;
        }
        if fixed.is_none() {
            let is_answer = self.context.pool.eq(term, application);
            self.assume(state, is_answer)?;
        }
        let term = if event.result < 8 { self.context.pool.extract(term, 0, event.result) } else { term };
        Ok(self.value(term))
    }

    fn application(&mut self, event: &CallEvent, world: &World) -> TermId {
        let width = event.result.max(8);
        // A name stands for one signature; bytes that were never written are part of it.
        let mut label = format!("{}.{width}.{}", event.function, world.n_calls);
        let mut args = Vec::new();
        for passed in &event.args {
            match passed {
                Passed::Unspecified => label.push_str(".?"),
                Passed::Number(term, _) => {
                    let _ = write!(label, ".{}", self.context.pool.width(*term));
                    args.push(*term);
                }
                Passed::Pointer { bytes, .. } => add_bytes(bytes, &mut label, &mut args),
            }
        }
        add_bytes(&world.bytes, &mut label, &mut args);
        self.context.pool.uninterpreted(&label, width, &args)
    }

    /// The bytes of the program's variables that others can name; nothing if there are too many or pointers among them.
    fn external_bytes(&mut self, state: &State) -> Option<Vec<Option<TermId>>> {
        let program = self.prepared.module();
        let mut all = Vec::new();
        let is_outside =
            |global: &incise_ir::Global| !global.internal && !global.constant && !self.prepared.is_model(global.span);
        let mut seen: Vec<_> = program.globals.iter_ids().filter(|(_, global)| is_outside(global)).collect();
        seen.sort_by(|a, b| a.1.name.cmp(&b.1.name));
        for (id, _) in seen {
            let Some(object) = self.prepared.global_object(id) else { continue };
            let size = state.memory.get(object)?.size as usize;
            if all.len() + size > MAX_BYTES {
                return None;
            }
            all.extend(self.known_bytes(state, object, 0, size)?);
        }
        Some(all)
    }
}

fn add_bytes(bytes: &[Option<TermId>], label: &mut String, args: &mut Vec<TermId>) {
    let _ = write!(label, ".*{}", bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            Some(term) => args.push(*term),
            None => {
                let _ = write!(label, "?{at}");
            }
        }
    }
}

impl Engine<'_, '_> {
    /// The least and the greatest that a function which asks the system can answer, if there is one.
    pub(super) fn most_answered(
        &mut self,
        state: &mut State,
        site: &CallSite<'_>,
        answers: Answers,
        width: u32,
    ) -> (i64, Option<TermId>) {
        let (least, most) = match answers {
            Answers::Number => return (-1, None),
            Answers::Status => (-1, 0),
            Answers::Truth => (0, 1),
            Answers::Permissions => (0, 0o777),
            Answers::UpTo(index) => {
                let argument = self.arg(state, site, index);
                let own = site.args.get(index).map_or(width, |(_, ty)| self.prepared.width(*ty));
                let most = self.term(&argument, own);
                let most = self.context.pool.sext(most, own.max(width));
                return (-1, Some(self.context.pool.extract(most, 0, width)));
            }
        };
        (least, Some(self.context.pool.constant(width, most)))
    }

    /// What POSIX says of a function that asks the system: -1 and any positive `errno` where it fails, a number from 0 on where it does not.
    pub(super) fn assume_system_answer(
        &mut self,
        state: &mut State,
        (value, width): (&Value, u32),
        (name, (least, most)): (&str, (i64, Option<TermId>)),
    ) -> Step<()> {
        let answer = self.term(value, width);
        let least = self.context.pool.constant(width, least as u128 & (u128::MAX >> (128 - width)));
        let is_answer = self.context.pool.sle(least, answer);
        self.assume(state, is_answer)?;
        if let Some(most) = most {
            // A size that is no positive number bounds nothing.
            let zero = self.context.pool.constant(width, 0);
            let (in_range, is_bound) = (self.context.pool.sle(answer, most), self.context.pool.sle(zero, most));
            let no_bound = self.context.pool.not(is_bound);
            let holds = self.context.pool.or(in_range, no_bound);
            self.assume(state, holds)?;
        }
        // No input: a native run has its own.
        let code = self.context.pool.var(&format!("{name}.errno@32"), 32, VarKind::Opaque);
        let (zero, one) = (self.context.pool.constant(width, 0), self.context.pool.constant(32, 1));
        let (fits, has_failed) = (self.context.pool.sle(one, code), self.context.pool.slt(answer, zero));
        let has_answered = self.context.pool.not(has_failed);
        let holds = self.context.pool.or(fits, has_answered);
        self.assume(state, holds)?;
        let value = self.value(code);
        self.set_errno(state, value);
        Ok(())
    }

    fn errno_object(&self) -> Option<ObjectId> {
        let is_errno = |global: &incise_ir::Global| global.name.ends_with(ERRNO) && self.prepared.is_model(global.span);
        let errno = self.prepared.module().globals.iter_ids().find(|(_, global)| is_errno(global));
        errno.and_then(|(id, _)| self.prepared.global_object(id))
    }

    /// Writes to `errno`, if the program looks at it.
    pub(crate) fn set_errno(&mut self, state: &mut State, value: Value) {
        if let Some(object) = self.errno_object() {
            self.write_scalar(state, object, 0, 4, value);
            if self.run.kept.contains_key(&object) {
                state.kept_writes.add(KeptWrite { object, offset: Ok(0), size: 4 });
            }
        }
    }

    /// A function without body may have set `errno`.
    pub(super) fn forget_errno(&self, state: &mut State) {
        if let Some(object) = self.errno_object().filter(|object| self.run.kept.contains_key(object)) {
            state.kept_writes.forget(object);
        }
    }
}
