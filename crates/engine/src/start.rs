//! The first state: `main` with its arguments, or one function with symbolic parameters and globals.

use crate::builtins::stream::Stream;
use crate::config::{Entry, Pointer};
use crate::engine::Engine;
use crate::input::{Input, InputKind, strip};
use crate::ledger::Weakness;
use crate::memory::ObjectKind;
use crate::named::{globals_reachable_from, only_read};
use crate::state::{Frame, State, Thread};
use crate::step::cover;
use crate::value::Value;
use incise_ir::{
    BlockId, FuncId, Function, Id, LocalId, Module, Operand, Rvalue, SourceType, SourceTypeId, StmtKind, Type,
};
use incise_solver::PathCondition;
use std::rc::Rc;

/// Why exploration cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The program has no `main`.
    #[error("the program has no function `main`; name the function to explore with --function NAME{0}")]
    NoMain(String),
    /// There is no such function.
    #[error("the program has no function `{name}`{hint}")]
    NoFunction {
        /// The name that was asked for.
        name: String,
        /// Names that are like it.
        hint: String,
    },
    /// The function is only declared.
    #[error("the function `{0}` is declared but not defined in the given files")]
    NoBody(String),
    /// What is assumed is not of the function's arguments.
    #[error("the assumption does not take the arguments of `{0}`")]
    Assumption(String),
    /// A parameter's type cannot be made symbolic.
    #[error("parameter `{parameter}` of `{function}` has a type that cannot be made symbolic yet")]
    Parameter {
        /// The function.
        function: String,
        /// The parameter.
        parameter: String,
    },
}

impl<'p> Engine<'p> {
    /// The first state of a run.
    pub fn first_state(&mut self) -> Result<State, StartError> {
        let id = self.entry_function()?;
        let function = self.function(id);
        self.pointees.clear();
        self.result_object = None;
        let mut state = State {
            memory: self.initial_memory(),
            threads: vec![Thread::new(self.frame(id))],
            current: 0,
            path_condition: PathCondition::new(),
            choices: Default::default(),
            to_follow: Default::default(),
            answers: Default::default(),
            followed: 0,
            decisions: Default::default(),
            trace: Default::default(),
            notes: Default::default(),
            inputs: Default::default(),
            accesses: Default::default(),
            maths: Default::default(),
            turns: Default::default(),
            output: Default::default(),
            coverage: Rc::new(vec![0; (self.n_coverage_bits as usize).div_ceil(64)]),
            retry_facts: Vec::new(),
            n_undefined: 0,
            n_opaque: 0,
            uninterpreted: Default::default(),
            n_events: 0,
            n_unlisted_calls: 0,
            n_calls: 0,
            n_calls_before: 0,
            steps: 0,
            counted: 0,
            at_exit: Default::default(),
            streams: Rc::new(Stream::standard()),
            is_repeated: false,
            paused: false,
            resumed: false,
            exiting: false,
            result: None,
        };
        cover(&mut state, self.coverage_base[id][0]);
        let n_globals = state.memory.n_made();
        match &self.config.entry {
            Entry::Main => self.main_arguments(&mut state, function),
            Entry::Function(_) => {
                self.symbolic_globals(&mut state, id);
                self.symbolic_parameters(&mut state, function)?;
                self.assumption(&mut state, function)?;
            }
        }
        for fits in std::mem::take(&mut self.given_when) {
            let _ = self.assume(&mut state, fits);
        }
        self.from_outside = (n_globals, state.memory.n_made());
        self.find_shared(function);
        for constructor in self.module().constructors.iter().rev() {
            if self.module().has_body(*constructor) {
                let frame = self.frame(*constructor);
                cover(&mut state, self.coverage_base[*constructor][0]);
                state.thread_mut().push(frame);
            }
        }
        let destructors = self.module().destructors.iter().rev().copied();
        state.at_exit = Rc::new(destructors.filter(|id| self.module().has_body(*id)).collect());
        Ok(state)
    }

    pub(crate) fn entry_function(&self) -> Result<FuncId, StartError> {
        let (name, main) = match &self.config.entry {
            Entry::Main => ("main", true),
            Entry::Function(name) => (name.as_str(), false),
        };
        let module = self.module();
        let by_source_name = || {
            module.functions.iter_ids().find(|(_, f)| f.source_name == name && !f.is_declaration()).map(|(id, _)| id)
        };
        let defined: Vec<&str> = module
            .functions
            .iter()
            .filter(|function| !function.is_declaration())
            .map(|function| function.source_name.as_str())
            .collect();
        match module.function(name).or_else(by_source_name) {
            Some(id) if module.has_body(id) => Ok(id),
            Some(_) => Err(StartError::NoBody(name.to_string())),
            None if main => Err(StartError::NoMain(match defined.as_slice() {
                [] => String::from(" (it defines no function at all)"),
                names => format!(" (it defines {})", some_of(names)),
            })),
            None => Err(StartError::NoFunction {
                name: name.to_string(),
                hint: if defined.is_empty() { String::new() } else { format!("; it defines {}", some_of(&defined)) },
            }),
        }
    }

    /// A new activation of a function, its locals unset.
    pub(crate) fn frame(&mut self, id: FuncId) -> Frame {
        Frame {
            activation: self.next_activation(),
            function: id,
            block: BlockId::new(0),
            index: 0,
            locals: vec![Value::Undefined; self.function(id).locals.len()],
            return_to: None,
            stack_objects: Vec::new(),
            varargs: Rc::from([]),
            decided: Vec::new(),
            decides: false,
        }
    }

    fn main_arguments(&mut self, state: &mut State, function: &Function) {
        let mut strings = vec![self.string(state, "argv[0]", b"program")];
        for (index, arg) in self.config.args.clone().iter().enumerate() {
            strings.push(self.string(state, &format!("argv[{}]", index + 1), arg.as_bytes()));
        }
        for length in self.config.sym_args.clone() {
            let index = strings.len() as u32;
            let size = u64::from(length) + 1;
            let name = format!("argv[{index}]");
            let object = state.memory.allocate(size, 1, ObjectKind::Global, Rc::from(name.as_str()), true);
            let input = self.new_input(state, &name, InputKind::Argument(index), u64::from(length), None);
            self.write_input_bytes(state, object, &input);
            strings.push(self.address_of(state, object));
        }
        self.note_fixed_arguments(function, strings.len() - 1);
        let argc = strings.len() as u64;
        let argv = self.pointer_array(state, "argv", &strings);
        let envp = self.pointer_array(state, "envp", &[]);
        let values = [Value::Int(argc), argv, envp];
        for (param, value) in function.params.iter().zip(values) {
            self.set(state, param.local, value);
        }
    }

    /// Notes which arguments `main` reads although only so many are given.
    fn note_fixed_arguments(&mut self, function: &Function, n_args: usize) {
        let given = match n_args {
            0 => String::from("the program is given no argument"),
            1 => String::from("the program is given exactly one argument"),
            n_args => format!("the program is given exactly {n_args} arguments"),
        };
        let fixed = [given.as_str(), given.as_str(), "the environment is empty"];
        for (param, what) in function.params.iter().zip(fixed) {
            if reads(function, param.local) {
                let name = &function.locals[param.local].name;
                let hint = if n_args == 0 && what == given { "; use --sym-args" } else { "" };
                let detail = format!("{what}, and `main` reads `{name}`{hint}");
                self.ledger.add(Weakness::NotGiven, detail, Some(function.span));
            }
        }
    }

    fn write_input_bytes(&mut self, state: &mut State, object: crate::memory::ObjectId, input: &crate::input::Input) {
        self.write_input(state, object, 0, input);
    }

    /// The address of an object's first byte.
    pub fn address_of(&self, state: &State, object: crate::memory::ObjectId) -> Value {
        let address = state.memory.get(object).expect("the object exists").address;
        Value::Ptr { object, address }
    }

    fn string(&mut self, state: &mut State, name: &str, text: &[u8]) -> Value {
        let object = state.memory.allocate(text.len() as u64 + 1, 1, ObjectKind::Global, Rc::from(name), true);
        let target = state.memory.get_mut(object).expect("just made");
        target.write_bytes(&mut self.pool, 0, text);
        self.address_of(state, object)
    }

    fn pointer_array(&mut self, state: &mut State, name: &str, pointers: &[Value]) -> Value {
        let size = 8 * (pointers.len() as u64 + 1);
        let object = state.memory.allocate(size, 8, ObjectKind::Global, Rc::from(name), true);
        for (index, pointer) in pointers.iter().enumerate() {
            self.write_scalar(state, object, 8 * index, 8, pointer.clone());
        }
        self.address_of(state, object)
    }

    fn symbolic_parameters(&mut self, state: &mut State, function: &'p Function) -> Result<(), StartError> {
        let module = self.module();
        for (index, param) in function.params.iter().enumerate() {
            let local = &function.locals[param.local];
            let name = match self.config.parameter_names.get(index) {
                Some(name) => name.clone(),
                None => parameter_name(function, index),
            };
            let kind = InputKind::Parameter(index as u32);
            let value = match self.module().types.get(local.ty) {
                Type::Int(width) => {
                    let size = u64::from(width.div_ceil(8));
                    let input = self.new_input(state, &name, kind, size, local.source_type);
                    if input.parts.len() > 1 {
                        self.booleans_are_bits(state, &input);
                    }
                    let term = self.whole_input(&input);
                    if width % 8 != 0 {
                        let limit = self.pool.constant(8 * size as u32, (1u128 << width) - 1);
                        let in_range = self.pool.ule(term, limit);
                        let _ = self.assume(state, in_range);
                    }
                    let term = self.pool.extract(term, 0, *width);
                    self.value(term)
                }
                Type::Float(float) => {
                    let size = u64::from(float.bits().div_ceil(8));
                    let input = self.new_input(state, &name, kind, size, local.source_type);
                    let term = self.whole_input(&input);
                    self.value(term)
                }
                Type::Ptr if param.sret => self.result_object(state, function),
                Type::Ptr if param.byval.is_none() && self.parameter_pointer(index) != Pointer::Fresh => {
                    self.special_pointer(state, function, &name, index)
                }
                Type::Ptr => {
                    // A large struct is handed over as a copy in memory.
                    let is_copy = param.byval.is_some();
                    let target = if is_copy { local.source_type } else { pointed_to(module, local.source_type) };
                    self.pointee(state, &name, index as u32, param.byval, target)
                }
                _ => {
                    return Err(StartError::Parameter { function: function.source_name.clone(), parameter: name });
                }
            };
            self.set(state, param.local, value);
        }
        self.links(state, function);
        Ok(())
    }

    /// Has what is assumed of the arguments looked at before the function starts.
    fn assumption(&mut self, state: &mut State, function: &'p Function) -> Result<(), StartError> {
        let Some(name) = &self.config.assumption else { return Ok(()) };
        let other = || StartError::Assumption(function.source_name.clone());
        let id = self.module().function(name).filter(|id| self.module().has_body(*id)).ok_or_else(other)?;
        let first = self.function(id);
        let mut frame = self.frame(id);
        let own: Vec<_> = function.params.iter().filter(|param| !param.sret).collect();
        let same_type = |a: LocalId, b: LocalId| function.locals[a].ty == first.locals[b].ty;
        let fits = own.len() == first.params.len()
            && own.iter().zip(&first.params).all(|(own, first)| same_type(own.local, first.local));
        if !fits {
            return Err(other());
        }
        for (own, param) in own.iter().zip(&first.params) {
            frame.locals[param.local.index()] = state.top().locals[own.local.index()].clone();
        }
        cover(state, self.coverage_base[id][0]);
        state.thread_mut().push(frame);
        Ok(())
    }

    fn parameter_pointer(&self, index: usize) -> Pointer {
        self.config.pointers.get(index).copied().unwrap_or_default()
    }

    /// A pointer parameter that is null or the same as an earlier one.
    fn special_pointer(&mut self, state: &mut State, function: &Function, name: &str, index: usize) -> Value {
        let (kind, value) = match self.parameter_pointer(index) {
            Pointer::SameAs(other) => {
                let local = function.params[other as usize].local;
                (InputKind::Same(index as u32, other), state.top().locals[local.index()].clone())
            }
            Pointer::Null | Pointer::Fresh => (InputKind::Null(index as u32), Value::Int(0)),
        };
        let input = Input { name: name.to_owned(), kind, size: 0, parts: Vec::new(), source_type: None };
        state.inputs.push(Rc::new(input));
        value
    }

    /// All parts of an input as one term.
    pub(crate) fn whole_input(&mut self, input: &crate::input::Input) -> incise_term::TermId {
        let mut whole = None;
        for part in &input.parts {
            whole = Some(match whole {
                None => part.term,
                Some(low) => self.pool.concat(part.term, low),
            });
        }
        whole.expect("an input has bytes")
    }

    /// Where a struct result goes: an object of its size that nothing was written to.
    fn result_object(&mut self, state: &mut State, function: &Function) -> Value {
        let module = self.module();
        let size = function.source_type.and_then(|ty| match &module.source_types[ty] {
            SourceType::Function { ret, .. } => size_of(module, *ret),
            _ => None,
        });
        // Of a struct that debug information does not know only the bound is known.
        let size = size.unwrap_or(self.config.max_object);
        let object = state.memory.allocate(size, 16, ObjectKind::Heap, Rc::from("the result"), false);
        self.result_object = Some(object);
        self.address_of(state, object)
    }

    /// What a pointer points to: the address of a new symbolic object.
    pub(crate) fn pointee(
        &mut self,
        state: &mut State,
        name: &str,
        index: u32,
        byval: Option<(u64, u32)>,
        target: Option<SourceTypeId>,
    ) -> Value {
        let module = self.module();
        let unit = target.and_then(|ty| size_of(module, ty)).filter(|size| *size > 0);
        let n_elements = self.config.pointee_elements;
        let (size, elements) = match (byval, unit) {
            (Some((size, _)), _) => (size, 1),
            (None, Some(unit)) if is_scalar(module, target) => (unit * n_elements, n_elements),
            (None, Some(unit)) => (unit, 1),
            (None, None) => (n_elements, n_elements),
        };
        let whole = if byval.is_some() { name.to_owned() } else { format!("*{name}") };
        let object = state.memory.allocate(size, 16, ObjectKind::Heap, Rc::from(whole.as_str()), true);
        if byval.is_none() {
            self.pointees.push((index, object));
        }
        let step = size / elements;
        for element in 0..elements {
            let label = if elements == 1 { whole.clone() } else { format!("{name}[{element}]") };
            let input = self.new_input(state, &label, InputKind::Pointee(index), step, target);
            self.booleans_are_bits(state, &input);
            self.write_input(state, object, element * step, &input);
            if self.config.strings && elements > 1 && element + 1 == elements && is_character(module, target) {
                let (term, nul) = (self.whole_input(&input), self.pool.constant(8, 0));
                let ends = self.pool.eq(term, nul);
                let _ = self.assume(state, ends);
                let most = elements - 1;
                let detail = format!("`{name}` is a string of at most {most} characters");
                self.ledger.add(Weakness::Assumption, detail, None);
            }
        }
        // Of objects that others lead to it is said how deep they are.
        let is_led_to = self.config.links.iter().any(|link| link.to == Some(index)) && elements == 1;
        if byval.is_none() && !is_led_to {
            self.ledger.add(
                Weakness::Assumption,
                if self.config.open_pointees {
                    format!("only the first {size} bytes of what `{name}` points to are accessed")
                } else {
                    format!("`{name}` points to an object of {size} bytes that nothing else points to")
                },
                None,
            );
        }
        self.address_of(state, object)
    }

    /// A `_Bool` in memory is 0 or 1: any other byte there is no value of its type.
    fn booleans_are_bits(&mut self, state: &mut State, input: &crate::input::Input) {
        let module = self.module();
        for part in &input.parts {
            let ty = part.source_type.map(|ty| &module.source_types[strip(module, ty)]);
            if matches!(ty, Some(SourceType::Int { boolean: true, .. })) {
                let one = self.pool.constant(8 * part.size, 1);
                let in_range = self.pool.ule(part.term, one);
                let _ = self.assume(state, in_range);
            }
        }
    }

    /// Makes the globals that the function may read symbolic.
    fn symbolic_globals(&mut self, state: &mut State, entry: FuncId) {
        if self.config.initial_globals {
            return;
        }
        let module = self.module();
        let (reachable, unwritten) = (globals_reachable_from(module, entry), only_read(module));
        self.kept.clear();
        for (id, global) in module.globals.iter_ids() {
            if !reachable.contains(&id) && !self.config.more_inputs.contains(&global.name) {
                continue;
            }
            let Some(object) = self.globals[id].filter(|_| !global.constant) else { continue };
            if module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<')) {
                continue; // a library model's own
            }
            if unwritten.contains(&global.name) {
                continue; // nobody can have changed it
            }
            if global.source_type.is_some_and(|ty| holds_pointer(module, ty)) || global.size > self.config.max_object {
                let detail = format!("global `{}` keeps its initial value", global.source_name);
                self.kept.insert(object, detail);
                continue;
            }
            let input =
                self.new_input(state, &global.source_name, InputKind::Global(id), global.size, global.source_type);
            self.booleans_are_bits(state, &input);
            self.write_input(state, object, 0, &input);
        }
    }
}

/// Whether a function reads a parameter, itself or through the variable that holds it.
fn reads(function: &Function, param: LocalId) -> bool {
    let mut holders = vec![param];
    let stmts = || function.blocks.iter().flat_map(|block| &block.stmts);
    for stmt in stmts() {
        if let StmtKind::Assign { dst, value: Rvalue::Use(Operand::Local(source)) } = &stmt.kind
            && *source == param
        {
            holders.push(*dst);
        }
    }
    let is_read = |operand: &Operand| matches!(operand, Operand::Local(local) if holders.contains(local));
    let copies =
        |kind: &StmtKind| matches!(kind, StmtKind::Assign { dst, value: Rvalue::Use(_) } if holders.contains(dst));
    stmts().any(|stmt| !copies(&stmt.kind) && stmt.kind.operands().iter().any(is_read))
        || function.blocks.iter().any(|block| block.terminator.kind.operands().iter().any(is_read))
}

/// The name of a parameter's input.
pub fn parameter_name(function: &Function, index: usize) -> String {
    let local = &function.locals[function.params[index].local];
    if local.name.is_empty() { format!("arg{index}") } else { local.name.clone() }
}

fn some_of(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 8 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

fn is_scalar(module: &Module, ty: Option<SourceTypeId>) -> bool {
    ty.is_some_and(|ty| {
        matches!(
            module.source_types[strip(module, ty)],
            SourceType::Int { .. } | SourceType::Float { .. } | SourceType::Enum { .. }
        )
    })
}

fn is_character(module: &Module, ty: Option<SourceTypeId>) -> bool {
    ty.is_some_and(|ty| {
        matches!(module.source_types[strip(module, ty)], SourceType::Int { character: true, size: 1, .. })
    })
}

/// What a pointer type points to.
pub fn pointed_to(module: &Module, ty: Option<SourceTypeId>) -> Option<SourceTypeId> {
    match &module.source_types[strip(module, ty?)] {
        SourceType::Pointer { to } => Some(*to),
        _ => None,
    }
}

/// Bytes of a source type.
pub fn size_of(module: &Module, ty: SourceTypeId) -> Option<u64> {
    match &module.source_types[strip(module, ty)] {
        SourceType::Int { size, .. }
        | SourceType::Float { size, .. }
        | SourceType::Enum { size, .. }
        | SourceType::Record { size, .. }
        | SourceType::Array { size, .. } => Some(*size),
        SourceType::Pointer { .. } => Some(8),
        _ => None,
    }
}

fn holds_pointer(module: &Module, ty: SourceTypeId) -> bool {
    match &module.source_types[strip(module, ty)] {
        SourceType::Pointer { .. } => true,
        SourceType::Array { elem, .. } => holds_pointer(module, *elem),
        SourceType::Record { fields, .. } => fields.iter().any(|field| holds_pointer(module, field.ty)),
        _ => false,
    }
}
