//! Calls and returns.

use super::ObjectOffset;
use crate::call::CallSite;
use crate::config::{ENDLESS_CALL_DEPTH, Pause};
use crate::engine::{Engine, FUNCTION_BASE, Next, Step, Stop};
use crate::error::{ErrorKind, NULL_CALL, PathEnd};
use crate::ledger::Weakness;
use crate::memory::{Memory, ObjectKind};
use crate::state::{Frame, State};
use crate::value::Value;
use incise_ir::{BlockId, Callee, FuncId, Id, Operand, StmtKind, TypeId};
use std::rc::Rc;

/// Nested activations where loops are paused.
const PAUSED: u32 = 32;

impl<'p> Engine<'_, 'p> {
    pub(super) fn call(&mut self, state: &mut State, kind: &'p StmtKind) -> Step<Next> {
        let StmtKind::Call { dst, callee, args, byval, ret, .. } = kind else { unreachable!("a call statement") };
        let (function, known_as) = match callee {
            Callee::Direct(function) => (*function, None),
            Callee::Indirect(target) => self.called_function(state, target)?,
            Callee::Asm { text, .. } if text.trim().is_empty() && dst.is_none() => return Ok(Next::Statement),
            Callee::Asm { text, .. } => {
                return self.cut(state, Weakness::Unsupported, format!("not supported: inline assembly `{text}`"));
            }
        };
        let args = args.iter().map(|(operand, ty)| (self.operand(state, operand), *ty)).collect();
        let mut site = CallSite { function, known_as, args, byval, dst: *dst, ret: *ret };
        if let Some(builtin) = self.prepared.builtins[function] {
            return builtin(self, state, &site);
        }
        if self.prepared.function(function).is_declaration() {
            if let Some(next) = self.outside_access(state, &site)? {
                return Ok(next);
            }
            if self.prepared.config.comparison.calls_are_events {
                if let Some(next) = self.promised(state, &mut site)? {
                    return Ok(next);
                }
                self.concretise_pointers(state, &mut site)?;
                if let Some(next) = self.event(state, &site)? {
                    return Ok(next);
                }
                state.n_unlisted_calls += 1;
            }
            return self.unmodelled(state, &site);
        }
        if let Some(next) = self.uninterpreted(state, &site)? {
            return Ok(next);
        }
        self.enter_function(state, site)?;
        Ok(Next::Elsewhere)
    }

    fn called_function(&mut self, state: &mut State, target: &Operand) -> Step<(FuncId, Option<Rc<str>>)> {
        let address = match self.operand(state, target) {
            Value::Ptr { object, .. } if self.is_from_outside(object) => {
                // A caller gives a function, and none of the program's stands for it.
                let detail = "not supported: a call through a pointer that a caller gives";
                return self.cut(state, Weakness::Unsupported, detail);
            }
            Value::Int(address) | Value::Ptr { address, .. } => address,
            Value::Undefined => {
                let term = self.fresh_undefined(state, 64);
                self.check_initialised(state, term, "a call through a pointer")?;
                return self.error(state, ErrorKind::BadCall, "call through a pointer that was never set");
            }
            other => {
                let term = self.term(&other, 64);
                self.check_initialised(state, term, "a call through a pointer")?;
                if self.rests_on_unwritten(term) {
                    return self.error(state, ErrorKind::BadCall, "call through a pointer that was never set");
                }
                match self.called_outside(state, term)? {
                    Some(address) => address,
                    None => {
                        self.stop_at_answered_address(state, term)?;
                        self.concretise(state, term)?
                    }
                }
            }
        };
        if let Some(outside) = self.run.functions.get(&address).cloned() {
            self.note_own_functions(state, &outside);
            return Ok((outside.function, Some(outside.name)));
        }
        let index = address.wrapping_sub(FUNCTION_BASE) / 16;
        if address < FUNCTION_BASE || address % 16 != 0 || index >= self.prepared.module().functions.len() as u64 {
            let what = match address {
                ..0x1000 => NULL_CALL,
                _ => "call through a pointer to something that is no function",
            };
            return self.error(state, ErrorKind::BadCall, what);
        }
        Ok((FuncId::new(index as usize), None))
    }

    /// Whether an object was there before the run and is no global.
    fn is_from_outside(&self, object: crate::memory::ObjectId) -> bool {
        (self.run.from_outside.0..self.run.from_outside.1).any(|index| Memory::made(index) == object)
    }

    /// Starts an activation.
    pub fn enter_function(&mut self, state: &mut State, site: CallSite<'_>) -> Step<()> {
        let function = self.prepared.function(site.function);
        if self.prepared.character_functions[site.function] {
            self.check_character(state, &site)?;
        }
        if state.thread().depth >= self.prepared.config.bounds.max_call_depth {
            return self.stop_at_call_depth(state);
        }
        self.bound_recursion(state, site.function)?;
        if site.args.len() < function.params.len() {
            let name = &function.name;
            return self.error(state, ErrorKind::BadCall, format!("`{name}` is called with too few arguments"));
        }
        let mut locals = vec![Value::Undefined; function.locals.len()];
        let mut stack_objects = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let (mut value, ty) = site.args[index].clone();
            let declared = self.prepared.width(function.locals[param.local].ty);
            if self.prepared.width(ty) != declared && !matches!(value, Value::Aggregate(_)) {
                let name = &function.name;
                return self.error(
                    state,
                    ErrorKind::BadCall,
                    format!("argument {} of `{name}` has another size than its parameter", index + 1),
                );
            }
            if let Some((size, align)) = param.byval {
                value = self.copy_of_argument(state, &value, size, align, &mut stack_objects)?;
            }
            locals[param.local.index()] = value;
        }
        let mut varargs = Vec::new();
        for (index, (value, ty)) in site.args.iter().enumerate().skip(function.params.len()) {
            let byval = site.byval.get(index).copied().flatten();
            let value = match byval {
                Some((size, align)) => self.copy_of_argument(state, value, size, align, &mut stack_objects)?,
                None => value.clone(),
            };
            varargs.push((value, *ty, byval));
        }
        // The caller goes on after the call.
        state.top_mut().index += 1;
        let block = BlockId::new(0);
        let activation = self.next_activation();
        state.cover(self.prepared.coverage_base[site.function][0]);
        state.thread_mut().push(Frame {
            activation,
            function: site.function,
            block,
            index: 0,
            locals,
            return_to: site.dst,
            stack_objects,
            varargs: varargs.into(),
            decided: Vec::new(),
            decides: false,
        });
        Ok(())
    }

    /// A bound is no error of the program. Only recursion deeper than [`ENDLESS_CALL_DEPTH`] is predicted to be endless, and natively
    /// it may still end: nothing is known of what follows it.
    fn stop_at_call_depth<T>(&mut self, state: &mut State) -> Step<T> {
        let limit = self.prepared.config.bounds.max_call_depth;
        let bound = format!("more than {limit} nested calls; raise --max-call-depth");
        if limit < ENDLESS_CALL_DEPTH {
            return self.cut(state, Weakness::CallDepthBound, bound);
        }
        let span = self.prepared.span(state);
        self.run.ledger.add(Weakness::CallDepthBound, bound, span.is_known().then_some(span));
        self.error(state, ErrorKind::StackOverflow, format!("more than {limit} nested calls"))
    }

    /// Counts the running activations of a function in which something was decided against the bound on loops.
    fn bound_recursion(&mut self, state: &mut State, function: FuncId) -> Step<()> {
        let Some(limit) = self.prepared.config.bounds.loop_bound else { return Ok(()) };
        // Where loops are paused, they are bounded by that.
        let limit = if self.prepared.config.comparison.pause == Pause::Never { limit } else { limit.max(PAUSED) };
        let frames = state.thread().frames();
        if frames.filter(|frame| frame.function == function && frame.decides).count() <= limit as usize {
            return Ok(());
        }
        let name = &self.prepared.function(function).source_name;
        let detail = format!("`{name}` calls itself more than {limit} deep; raise --loop-bound");
        self.cut(state, Weakness::RecursionBound, detail)
    }

    fn copy_of_argument(
        &mut self,
        state: &mut State,
        pointer: &Value,
        size: u64,
        align: u32,
        stack_objects: &mut Vec<crate::memory::ObjectId>,
    ) -> Step<Value> {
        let copy = state.memory.allocate(size, u64::from(align), ObjectKind::Stack, Rc::from("argument"), false);
        stack_objects.push(copy);
        let address = state.memory.get(copy).expect("just made").address;
        let value = Value::Ptr { object: copy, address };
        self.copy_memory(state, &value, pointer, size)?;
        Ok(value)
    }

    /// Copies `size` bytes, which may overlap.
    pub fn copy_memory(&mut self, state: &mut State, to: &Value, from: &Value, size: u64) -> Step<()> {
        if size == 0 {
            return Ok(());
        }
        let (source, from) = self.resolve(state, from, size, false)?;
        let (target, to) = self.resolve(state, to, size, true)?;
        let from = self.concrete_place(state, from)?;
        let to = self.concrete_place(state, to)?;
        let shared = state.memory.share(source).expect("the access was checked");
        let object = state.memory.get_mut(target).expect("the access was checked");
        object.copy_from(&mut self.context.pool, to, &shared, from, size as usize);
        Ok(())
    }

    /// A known offset; a symbolic one is followed value by value.
    pub fn concrete_place(&mut self, state: &mut State, place: ObjectOffset) -> Step<usize> {
        match place {
            ObjectOffset::At(offset) => Ok(offset),
            ObjectOffset::Somewhere(offset) => Ok(self.concretise(state, offset)? as usize),
        }
    }

    pub(super) fn return_from(&mut self, state: &mut State, value: Option<&Operand>) -> Step<()> {
        let value = value.map(|value| self.operand(state, value));
        self.leave_function(state, value)
    }

    /// Ends the running activation; the last one ends the thread.
    pub fn leave_function(&mut self, state: &mut State, value: Option<Value>) -> Step<()> {
        for object in std::mem::take(&mut state.top_mut().stack_objects) {
            state.memory.remove(object);
        }
        match state.thread_mut().pop() {
            Some(frame) => {
                if let Some(dst) = frame.return_to {
                    self.set(state, dst, value.unwrap_or(Value::Undefined));
                }
                Ok(())
            }
            None => {
                if state.result.is_none() {
                    state.result = value;
                }
                self.run_at_exit(state)
            }
        }
    }

    /// Calls the next function that was registered for the end; after the last one the program ends.
    pub fn run_at_exit(&mut self, state: &mut State) -> Step<()> {
        let handlers = Rc::make_mut(&mut state.at_exit);
        // A function that returns to its harness leaves the program running.
        let ends = self.prepared.config.entry == crate::config::Entry::Main || state.exiting;
        match handlers.pop() {
            Some(function) if ends => {
                let frame = self.frame(function);
                state.cover(self.prepared.coverage_base[function][0]);
                *state.thread_mut() = crate::state::Thread::new(frame);
                Ok(())
            }
            _ => Err(Stop::End(if ends { PathEnd::Exit } else { PathEnd::Return })),
        }
    }

    /// A call of a function that has neither a body nor a model: its result is arbitrary, and the ledger says so.
    pub(super) fn unmodelled(&mut self, state: &mut State, site: &CallSite<'_>) -> Step<Next> {
        let function = self.prepared.function(site.function);
        let span = self.prepared.span(state);
        let name = site.known_as.as_deref().unwrap_or(&function.name);
        let mut detail = format!("`{name}` has no body and no model: its result is taken as any value");
        if site.args.iter().any(|(value, _)| value.provenance().is_some()) {
            detail.push_str(", and memory that its arguments point to as unchanged");
        }
        self.run.ledger.add(Weakness::UnmodelledCall, detail, span.is_known().then_some(span));
        if function.noreturn {
            return Err(Stop::End(PathEnd::Exit));
        }
        if let Some(dst) = site.dst {
            let value = self.opaque(state, name, site.ret);
            if function.promises.nonnull_result {
                let (term, zero) = (self.term(&value, 64), self.context.pool.constant(64, 0));
                let is_set = self.context.pool.ne(term, zero);
                self.assume(state, is_set)?;
            }
            self.set(state, dst, value);
        }
        Ok(Next::Statement)
    }

    /// An arbitrary value of any type.
    pub fn opaque(&mut self, state: &mut State, what: &str, ty: TypeId) -> Value {
        use incise_ir::Type;
        let program = self.prepared.module();
        match program.types.get(ty) {
            Type::Void => Value::Undefined,
            Type::Vector { len, elem } => {
                Value::Aggregate((0..*len).map(|_| self.opaque(state, what, *elem)).collect())
            }
            Type::Array { len, elem, .. } => {
                Value::Aggregate((0..*len).map(|_| self.opaque(state, what, *elem)).collect())
            }
            Type::Struct { fields, .. } => {
                Value::Aggregate(fields.iter().map(|field| self.opaque(state, what, field.ty)).collect())
            }
            _ => {
                let width = self.prepared.width(ty);
                Value::Term(self.fresh_opaque(state, what, width))
            }
        }
    }
}
