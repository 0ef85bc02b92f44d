//! The first state: `main` with its arguments, or one function with symbolic parameters and globals.

use super::start_error::StartError;
use crate::config::Entry;
use crate::engine::{Engine, Prepared};
use crate::list::SharedList;
use crate::memory::{Memory, ObjectId};
use crate::state::{Frame, State, Thread};
use crate::stream::Stream;
use crate::value::Value;
use incise_ir::{BlockId, FuncId, Function, Id, LocalId, Module};
use incise_solver::PathCondition;
use std::rc::Rc;

impl Prepared<'_> {
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
}

/// The function with a body that goes by a name of the linker's or of the source's.
pub fn entry_function<'m>(module: &'m Module, name: &str) -> Option<&'m Function> {
    let own = module.function(name).map(|id| &module.functions[id]);
    let mut defined = module.functions.iter().filter(|function| !function.is_declaration());
    own.or_else(|| defined.find(|function| function.source_name == name)).filter(|function| !function.is_declaration())
}

impl<'p> Engine<'_, 'p> {
    /// The first state of a run.
    pub fn first_state(&mut self) -> Result<State, StartError> {
        let mut state = self.called_in(self.prepared.initial_memory(), Rc::new(Stream::standard()))?;
        for constructor in self.prepared.module().constructors.iter().rev() {
            if self.prepared.module().has_body(*constructor) {
                let frame = self.frame(*constructor);
                state.cover(self.prepared.coverage_base[*constructor][0]);
                state.thread_mut().push(frame);
            }
        }
        Ok(state)
    }

    /// The state in which the entry function is called in this memory and with these streams, such as those that another run has left.
    pub fn called_in(&mut self, memory: Memory, streams: Rc<Vec<Stream>>) -> Result<State, StartError> {
        let id = self.prepared.entry_function()?;
        let function = self.prepared.function(id);
        self.run.pointees.clear();
        self.run.functions.clear();
        self.run.function_vars.clear();
        self.run.result_object = None;
        self.run.kept.clear();
        self.run.kept_pointers.clear();
        self.run.arguments = None;
        let mut state = State {
            memory,
            threads: vec![Thread::new(self.frame(id))],
            current: 0,
            path_condition: PathCondition::new(),
            choices: Default::default(),
            to_follow: Default::default(),
            answers: Default::default(),
            followed: 0,
            branches: Default::default(),
            n_decisions: 0,
            notes: Default::default(),
            inputs: Default::default(),
            accesses: Default::default(),
            kept_writes: Default::default(),
            maths: Default::default(),
            turns: Default::default(),
            output: Default::default(),
            coverage: Rc::new(vec![0; (self.prepared.n_coverage_bits as usize).div_ceil(64)]),
            retry_facts: Vec::new(),
            n_undefined: 0,
            unwritten: SharedList::default(),
            n_opaque: 0,
            uninterpreted: Default::default(),
            n_events: 0,
            n_promised: 0,
            n_unlisted_calls: 0,
            n_calls: 0,
            n_calls_before: 0,
            steps: 0,
            counted: 0,
            at_exit: Default::default(),
            jump_targets: Default::default(),
            streams,
            files: Rc::default(),
            is_repeated: false,
            paused: false,
            resumed: false,
            exiting: false,
            result: None,
        };
        state.cover(self.prepared.coverage_base[id][0]);
        let n_globals = state.memory.n_made();
        match &self.prepared.config.entry {
            Entry::Main => {
                self.main_arguments(&mut state, function);
                self.outside_objects(&mut state, id);
            }
            Entry::Function(_) => {
                self.symbolic_globals(&mut state, id);
                let config = self.prepared.config;
                self.symbolic_parameters(&mut state, function, 0, &config.environment.parameter_names)?;
                self.set_pointer_fields(&mut state, function);
                self.assumption(&mut state, function)?;
                self.history(&mut state)?;
            }
        }
        for fits in std::mem::take(&mut self.run.given_when) {
            let _ = self.assume(&mut state, fits);
        }
        self.run.from_outside = (n_globals, state.memory.n_made());
        self.find_shared(function);
        let destructors = self.prepared.module().destructors.iter().rev().copied();
        state.at_exit = Rc::new(destructors.filter(|id| self.prepared.module().has_body(*id)).collect());
        Ok(state)
    }

    /// The address of an object's first byte.
    pub fn address_of(&self, state: &State, object: ObjectId) -> Value {
        state.memory.address_of(object)
    }

    /// A new activation of a function, its locals unset.
    pub(crate) fn frame(&mut self, id: FuncId) -> Frame {
        Frame {
            activation: self.next_activation(),
            function: id,
            block: BlockId::new(0),
            index: 0,
            locals: vec![Value::Undefined; self.prepared.function(id).locals.len()],
            return_to: None,
            stack_objects: Vec::new(),
            varargs: Rc::from([]),
            decided: Vec::new(),
            decides: false,
        }
    }

    /// Has what is assumed of the arguments looked at before the function starts.
    fn assumption(&mut self, state: &mut State, function: &'p Function) -> Result<(), StartError> {
        let Some(assumption) = &self.prepared.config.environment.assumption else { return Ok(()) };
        let other = || StartError::Assumption(function.source_name.clone());
        let id = self
            .prepared
            .module()
            .function(&assumption.function)
            .filter(|id| self.prepared.module().has_body(*id))
            .ok_or_else(other)?;
        let first = self.prepared.function(id);
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
        state.cover(self.prepared.coverage_base[id][0]);
        state.thread_mut().push(frame);
        Ok(())
    }
}

fn some_of(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(8).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > 8 { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
