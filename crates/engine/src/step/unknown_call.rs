//! Calls of functions without a body and model as events: recorded in order, answered by inputs.
//!
//! The n-th event of a run is answered by inputs whose names are made of the function's name and n: its result, and what it leaves behind
//! pointers through which it may write. So two programs that make the same calls get the same answers, and where two
//! programs do not, the calls themselves tell them apart.
//!
//! # Invariants
//! - What is taken for granted of the callee is in the ledger. A call for which that would not be enough (memory that holds pointers, code
//!   that could be called back, addresses that are not known) is no event.
//! - Whether it is an event is found out before anything is changed.

use crate::access_log::Accessed;
use crate::call::CallSite;
use crate::engine::{Engine, FUNCTION_BASE, Next, Step, Stop};
use crate::error::PathEnd;
use crate::event::{CallEvent, Passed, Reading, Target};
use crate::input::{Input, InputKind, InputPart};
use crate::ledger::Weakness;
use crate::memory::{Byte, Lifetime, ObjectId};
use crate::output::{CALLS, OutputItem, OutputPiece};
use crate::source_types::{scalars, size_of, strip};
use crate::state::State;
use crate::step::format_of;
use crate::value::Value;
use incise_ir::library::{self, Control};
use incise_ir::{Function, Module, SourceType, SourceTypeId, Type};
use incise_term::{Op, TermId, VarKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// More bytes than these behind one pointer are not looked at.
const MAX_BYTES: u64 = 4096;
/// Addresses of functions and labels are below this.
const CODE_END: u64 = 0x6000_0000_0000;
/// Pointers that are answers are null or from here on: none of the program's objects is there.
const FOREIGN: u64 = 0x7000_0000_0000;
/// And up to here.
const FOREIGN_END: u64 = 0x7fff_0000_0000;
/// Objects have addresses from here on.
const FIRST_OBJECT: u64 = 0x1_0000;

/// Where an answer is written.
pub(super) struct Written {
    argument: usize,
    object: ObjectId,
    offset: u64,
    size: u64,
    pointee: Option<SourceTypeId>,
}

impl Engine<'_, '_> {
    /// Makes a call an event; nothing if it cannot be one.
    pub(super) fn event(&mut self, state: &mut State, site: &CallSite<'_>) -> Step<Option<Next>> {
        let program = self.prepared.module();
        let function = &program.functions[site.function];
        let Some((event, written)) = self.described(state, site) else { return Ok(None) };
        state.n_events += 1;
        let called = event.function.clone();
        let name = format!("{called}#{}", state.n_events);
        let asks_system = library::facts(&function.name).asks_system;
        if !asks_system {
            self.note_assumption(&called, function);
            self.forget_errno(state);
        }
        if !self.run.shared.is_empty() {
            state.accesses.push(Accessed::Call);
        }
        self.push_shape(state, &name, &event);
        let width = event.result;
        state.turn(CALLS);
        state.output.push(OutputItem { stream: CALLS, piece: OutputPiece::Event(Rc::new(event)) });
        if function.noreturn {
            return Err(Stop::End(PathEnd::Exit));
        }
        if width > 0 {
            let value = self.answer(state, function, &name, width)?;
            if asks_system {
                let most = self.most_answered(state, site, library::facts(&function.name).answers, width);
                self.assume_system_answer(state, (&value, width), (&name, most))?;
            }
            if let Some(dst) = site.dst {
                self.set(state, dst, value);
            }
        }
        for place in written {
            let name = format!("{name}.arg{}", place.argument + 1);
            let input = self.answered_memory(state, &name, place.size, place.pointee);
            self.write_input(state, place.object, place.offset, &input);
            for part in &input.parts {
                let is_function = self.is_outside_pointer(part.term);
                if part.source_type.is_some_and(|ty| is_pointer(program, ty)) && !is_function {
                    self.assume_foreign(state, part.term, false)?;
                }
            }
        }
        Ok(Some(Next::Statement))
    }

    /// Follows each value of an address that is passed.
    pub(super) fn concretise_pointers(&mut self, state: &mut State, site: &mut CallSite<'_>) -> Step<()> {
        for (value, _) in &mut site.args {
            if let Value::SymPtr { object, address } = *value {
                *value = Value::Ptr { object, address: self.concretise(state, address)? };
            }
        }
        Ok(())
    }

    fn note_assumption(&mut self, name: &str, function: &Function) {
        let pointers = match self.prepared.module().types.get(function.ret) {
            Type::Ptr => ", to give no pointers to the program's objects",
            _ => "",
        };
        let detail = format!(
            "`{name}` has no body: it is taken to return, to use no memory but what its arguments point to (from there on; so \
             none of the program's globals), to keep no pointers{pointers}, to call nothing of the program, to \
             write to none of its streams, and to answer the same calls in the same way"
        );
        self.run.ledger.add(Weakness::Assumption, detail, None);
    }

    /// The call, and where its answers go.
    pub(super) fn described(&mut self, state: &State, site: &CallSite<'_>) -> Option<(CallEvent, Vec<Written>)> {
        let program = self.prepared.module();
        let function = &program.functions[site.function];
        if library::is_reserved(&function.name) || library::facts(&function.name).control != Control::Returns {
            return None;
        }
        let result = match program.types.get(site.ret) {
            Type::Void => 0,
            Type::Int(width @ (1 | 8 | 16 | 32 | 64)) => *width,
            Type::Float(kind) if matches!(format_of(*kind).width(), 32 | 64) => format_of(*kind).width(),
            Type::Ptr => 64,
            _ => return None,
        };
        let (mut args, mut written) = (Vec::new(), Vec::new());
        let mut objects: Vec<(usize, ObjectId, u64)> = Vec::new();
        for (index, (value, ty)) in site.args.iter().enumerate() {
            let declared = parameter_type(program, function, index);
            let is_address = matches!(program.types.get(*ty), Type::Ptr);
            if let Value::Ptr { object, address } = value {
                if index >= function.params.len() {
                    return None;
                }
                let copied = site.byval.get(index).copied().flatten();
                let is_result = function.params[index].sret;
                let target = state.memory.get(*object).filter(|object| object.lifetime == Lifetime::Alive)?;
                let offset = address.checked_sub(target.address).filter(|offset| *offset <= target.size)?;
                let rest = target.size - offset;
                let size = copied.map_or(rest, |(size, _)| size.min(rest));
                if size > MAX_BYTES || target.holds_pointers(offset as usize, size as usize) {
                    return None;
                }
                let pointee = if is_result {
                    result_type(program, function)
                } else {
                    declared.and_then(|ty| pointee(program, ty))
                };
                let is_const = pointee.is_some_and(|ty| is_const(program, ty));
                let is_written = copied.is_none() && target.writable && (!is_const || is_result);
                let bytes = self.known_bytes(state, *object, offset as usize, size as usize)?;
                let unit = pointee.and_then(|ty| size_of(program, ty)).filter(|unit| *unit > 0).unwrap_or(1);
                let to = match copied {
                    Some(_) => Target::Contents,
                    None => self.target(*object, offset, *address, index, &mut objects),
                };
                if is_written {
                    written.push(Written { argument: index, object: *object, offset, size, pointee });
                }
                let bytes = if is_result { vec![None; bytes.len()] } else { bytes };
                args.push(Passed::Pointer { to, bytes, written: is_written, unit });
                continue;
            }
            args.push(match value {
                Value::Undefined => Passed::Unspecified,
                Value::Int(bits) => {
                    let is_code = self.is_own_code(*bits);
                    if is_code || is_address && *bits >= FIRST_OBJECT && state.memory.find(*bits).is_some() {
                        return None;
                    }
                    let width = self.prepared.width(*ty);
                    let term = self.context.pool.constant(width, u128::from(*bits));
                    Passed::Number(term, self.reading(*ty, declared, function, index))
                }
                Value::Term(term) => {
                    let is_answer = matches!(self.context.pool.op(*term), Op::Var(var)
                        if self.run.answers.contains(&var) || self.run.function_vars.contains_key(&var));
                    if is_address && !is_answer || self.mentions_address(state, *term, &mut BTreeSet::new()) {
                        return None;
                    }
                    Passed::Number(*term, self.reading(*ty, declared, function, index))
                }
                _ => return None,
            });
        }
        let called = site.known_as.as_deref().unwrap_or(&function.name).to_owned();
        Some((CallEvent { function: called, args, result, access: None }, written))
    }

    fn reading(
        &self,
        ty: incise_ir::TypeId,
        declared: Option<SourceTypeId>,
        function: &Function,
        index: usize,
    ) -> Reading {
        let program = self.prepared.module();
        match program.types.get(ty) {
            Type::Float(kind) => Reading::Float(format_of(*kind)),
            Type::Ptr => Reading::Address,
            _ => match declared.map(|ty| &program.source_types[strip(program, ty)]) {
                Some(SourceType::Int { signed: false, .. } | SourceType::Enum { signed: false, .. }) => {
                    Reading::Unsigned
                }
                None if function.params.get(index).is_some_and(|param| !param.signed)
                    && self.prepared.width(ty) < 32 =>
                {
                    Reading::Unsigned
                }
                _ => Reading::Signed,
            },
        }
    }

    /// What the callee can tell of an object.
    fn target(
        &self,
        object: ObjectId,
        offset: u64,
        address: u64,
        index: usize,
        objects: &mut Vec<(usize, ObjectId, u64)>,
    ) -> Target {
        let program = self.prepared.module();
        if let Some((number, _)) = self.run.pointees.iter().find(|(_, pointee)| *pointee == object) {
            return Target::Named(format!("parameter {}", number + 1), offset);
        }
        if let Some((_, global)) =
            program.globals.iter_ids().find(|(id, _)| self.prepared.global_object(*id) == Some(object))
        {
            let is_literal =
                global.constant && (global.name.starts_with(".str") || global.name.starts_with("__const."));
            return match global.internal {
                _ if is_literal => Target::Contents,
                true => Target::Own(global.name.clone(), offset),
                false => Target::Named(global.name.clone(), offset),
            };
        }
        match objects.iter().find(|(_, known, _)| *known == object) {
            Some((first, _, start)) => Target::Like(*first, address.wrapping_sub(*start) as i64),
            None => {
                objects.push((index, object, address));
                Target::Like(index, 0)
            }
        }
    }

    /// The bytes of a range; nothing if addresses may be among them.
    pub(super) fn known_bytes(
        &mut self,
        state: &State,
        id: ObjectId,
        offset: usize,
        len: usize,
    ) -> Option<Vec<Option<TermId>>> {
        let object = state.memory.get(id)?;
        let mut bytes = Vec::with_capacity(len);
        let mut last: u64 = 0;
        let mut n_concrete = 0;
        let mut seen: BTreeSet<TermId> = BTreeSet::new();
        for at in offset..offset + len {
            bytes.push(match object.byte(&mut self.context.pool, at) {
                Byte::Uninit => {
                    n_concrete = 0;
                    None
                }
                Byte::Concrete(byte) => {
                    last = last >> 8 | u64::from(byte) << 56;
                    n_concrete += 1;
                    // A function's address, wherever it starts.
                    if n_concrete >= 8 && self.is_own_code(last) {
                        return None;
                    }
                    Some(self.context.pool.constant(8, u128::from(byte)))
                }
                Byte::Symbolic(term) => {
                    n_concrete = 0;
                    if self.mentions_address(state, term, &mut seen) {
                        return None;
                    }
                    Some(term)
                }
            });
        }
        Some(bytes)
    }

    /// Whether a number is the address of the program's code: functions from outside are the same to everybody.
    fn is_own_code(&self, value: u64) -> bool {
        (FUNCTION_BASE..CODE_END).contains(&value) && !self.run.functions.contains_key(&value)
    }

    /// Whether the address of an object or of a function takes part in a value; `seen` is where none does.
    pub(super) fn mentions_address(&self, state: &State, term: TermId, seen: &mut BTreeSet<TermId>) -> bool {
        let end = state.memory.next_address(16);
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(value) = self.context.pool.as_const(term)
                && self.context.pool.width(term) == 64
            {
                let value = value as u64;
                if (FIRST_OBJECT..end).contains(&value) || self.is_own_code(value) {
                    return true;
                }
            }
            work.extend(self.context.pool.children(term));
        }
        false
    }

    /// That the call is made, as an input that has no variables: a native run is told by it what to look at.
    pub(super) fn push_shape(&mut self, state: &mut State, name: &str, event: &CallEvent) {
        let shape = event.shape();
        let parts = shape.iter().enumerate().map(|(offset, byte)| InputPart {
            offset: offset as u32,
            size: 1,
            path: format!("[{offset}]"),
            term: self.context.pool.constant(8, u128::from(*byte)),
            source_type: None,
        });
        let parts = parts.collect();
        let (name, size) = (format!("{name}.call"), shape.len() as u32);
        state.inputs.push(Rc::new(Input { name, kind: InputKind::Call, size, parts, source_type: None }));
    }

    /// What the call gives.
    fn answer(&mut self, state: &mut State, function: &Function, name: &str, width: u32) -> Step<Value> {
        let program = self.prepared.module();
        let source_type = result_type(program, function);
        let size = u64::from(width.div_ceil(8));
        // The declared type says how it is read, the machine's how large it is.
        let source_type = source_type.filter(|ty| scalars(program, Some(*ty), size).len() == 1);
        let input = self.new_input(state, name, InputKind::Environment, size, source_type);
        let term = self.whole_input(&input);
        self.note_answers(&input);
        self.answered_functions(state, &input);
        if width < 8 {
            let one = self.context.pool.constant(8, 1);
            let in_range = self.context.pool.ule(term, one);
            self.assume(state, in_range)?;
        }
        if matches!(program.types.get(function.ret), Type::Ptr) && !self.is_outside_pointer(term) {
            self.assume_foreign(state, term, function.promises.nonnull_result)?;
        }
        let term = if width < 8 { self.context.pool.extract(term, 0, width) } else { term };
        Ok(self.value(term))
    }

    /// What the call leaves in memory: as many of the declared type as there is room for, then bytes.
    fn answered_memory(
        &mut self,
        state: &mut State,
        name: &str,
        size: u64,
        pointee: Option<SourceTypeId>,
    ) -> Rc<Input> {
        let program = self.prepared.module();
        let unit = pointee.and_then(|ty| size_of(program, ty)).filter(|unit| *unit > 0).unwrap_or(1);
        let n_whole = size / unit;
        let mut parts = Vec::new();
        let index = state.inputs.len();
        let fixed = self
            .prepared
            .config
            .environment
            .fixed_inputs
            .as_ref()
            .map(|all| all.get(index).cloned().unwrap_or_default().1);
        let mut part = |engine: &mut Self, offset: u64, size: u64, shown: String, ty| {
            let width = 8 * size as u32;
            let term = match &fixed {
                Some(bytes) => {
                    let byte = |at: u64| u128::from(bytes.get(at as usize).copied().unwrap_or(0));
                    let value = (offset..offset + size).rev().fold(0u128, |value, at| value << 8 | byte(at));
                    engine.context.pool.constant(width, value)
                }
                // By its place: another version may call the member otherwise.
                None => engine.context.pool.var(&format!("{name}+{offset}@{width}"), width, VarKind::Input),
            };
            parts.push(InputPart { offset: offset as u32, size: size as u32, path: shown, term, source_type: ty });
        };
        let leaves = scalars(program, pointee, unit);
        for index in 0..n_whole {
            for leaf in &leaves {
                let path = format!("[{index}]{}", leaf.path);
                let shown = if size == unit { leaf.path.clone() } else { path };
                part(self, index * unit + leaf.offset, leaf.size, shown, leaf.ty);
            }
        }
        for offset in n_whole * unit..size {
            part(self, offset, 1, format!("[byte {offset}]"), None);
        }
        let source_type = pointee.filter(|_| size == unit);
        let input =
            Input { name: name.to_owned(), kind: InputKind::Environment, size: size as u32, parts, source_type };
        let input = Rc::new(input);
        self.note_answers(&input);
        self.answered_functions(state, &input);
        state.inputs.push(input.clone());
        input
    }

    pub(super) fn note_answers(&mut self, input: &Input) {
        for part in &input.parts {
            self.run.answers.extend(self.context.pool.vars(part.term));
        }
    }

    /// A pointer from outside is null, unless that is excluded, or points to nothing of the program's.
    pub(super) fn assume_foreign(&mut self, state: &mut State, term: TermId, nonnull: bool) -> Step<()> {
        let (zero, first) = (self.context.pool.constant(64, 0), self.context.pool.constant(64, u128::from(FOREIGN)));
        let last = self.context.pool.constant(64, u128::from(FOREIGN_END));
        let (null, above, below) =
            (self.context.pool.eq(term, zero), self.context.pool.ule(first, term), self.context.pool.ule(term, last));
        let foreign = self.context.pool.bool_and(above, below);
        let either = if nonnull { foreign } else { self.context.pool.bool_or(null, foreign) };
        self.assume(state, either)
    }

    /// An address that a function without a body gave is used, and is not null: what is there is not known.
    pub(super) fn stop_at_answered_address(&mut self, state: &mut State, address: TermId) -> Step<()> {
        if self.run.answers.is_empty()
            || !self.context.pool.vars(address).iter().any(|var| self.run.answers.contains(var))
        {
            return Ok(());
        }
        let detail = "not supported: memory at an address that comes from a function without a body";
        self.cut(state, Weakness::Unsupported, detail.to_owned())
    }
}

/// The declared type of an argument. A hidden address of a struct result comes before the declared ones.
fn parameter_type(program: &Module, function: &Function, index: usize) -> Option<SourceTypeId> {
    let SourceType::Function { params, .. } = &program.source_types[function.source_type?] else { return None };
    let n_hidden = function.params.iter().filter(|param| param.sret).count();
    // Where a struct travels in several registers, arguments and parameters are not the same.
    if function.params.len() != params.len() + n_hidden {
        return None;
    }
    params.get(index.checked_sub(n_hidden)?).copied()
}

fn result_type(program: &Module, function: &Function) -> Option<SourceTypeId> {
    match &program.source_types[function.source_type?] {
        SourceType::Function { ret, .. } => Some(*ret),
        _ => None,
    }
}

fn pointee(program: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    match &program.source_types[strip(program, ty)] {
        SourceType::Pointer { to } => Some(*to),
        _ => None,
    }
}

fn is_pointer(program: &Module, ty: SourceTypeId) -> bool {
    matches!(program.source_types[strip(program, ty)], SourceType::Pointer { .. })
}

fn is_const(program: &Module, mut ty: SourceTypeId) -> bool {
    loop {
        match &program.source_types[ty] {
            SourceType::Qualified { qualifier, .. } if qualifier == "const" => return true,
            SourceType::Qualified { ty: inner, .. } | SourceType::Alias { ty: inner, .. } => ty = *inner,
            _ => return false,
        }
    }
}
