//! Finished paths: what is kept of them, in plain data that any thread can merge.

use crate::choice::Choice;
use crate::config::Entry;
use crate::engine::Engine;
use crate::error::{ErrorKind, PathEnd, ProgramError};
use crate::input::{Input, InputKind};
use crate::ledger::Weakness;
use crate::memory::{Byte, Lifetime, ObjectKind};
use crate::observer::PathObserver;
use crate::state::{Decision, State};
use crate::value::Value;
use incise_base::{Sealed, closure};
use incise_ir::{FuncId, GlobalId, SourceTypeId, Span};
use incise_term::{Assignment, Evaluator, TermId, VarKind, display};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A variable of an input with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartValue {
    /// Where in the input's type it is.
    pub path: String,
    /// Bytes from the input's start.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// The value.
    pub value: u128,
    /// How a person reads it.
    pub source_type: Option<SourceTypeId>,
}

/// An input with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputValue {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: InputKind,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// The variables.
    pub parts: Vec<PartValue>,
    /// Its type in the source.
    pub source_type: Option<SourceTypeId>,
    /// The functions from outside to which pointers in it lead.
    pub functions: Vec<PointedTo>,
}

/// A function from outside to which a pointer in an input leads; the bytes there are its address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PointedTo {
    /// Bytes from the start of the input.
    pub offset: u32,
    /// The declaration that has its type.
    pub function: FuncId,
    /// What C calls the pointer.
    pub name: String,
}

/// A finished path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PathRecord {
    /// Names the path among all paths; paths sort by it.
    pub choices: Vec<Choice>,
    /// The branches that were decided.
    pub decisions: Vec<Decision>,
    /// Every branch that was executed, when a trace was asked for.
    pub trace: Vec<Decision>,
    /// The path condition, a line a constraint.
    pub condition: Vec<String>,
    /// How it ended.
    pub end: PathEnd,
    /// Inputs that take the path.
    pub inputs: Vec<InputValue>,
    /// What was written, by stream.
    pub output: BTreeMap<i32, Vec<u8>>,
    /// The result of the entry function (or the exit code), with its width.
    pub result: Option<(u128, u32)>,
    /// In function mode: the globals that the program can write, after the call.
    pub globals: Vec<(GlobalId, Vec<u8>)>,
    /// What the prediction depends on that is not an input: unmodelled calls and the like. Empty when it is exact.
    pub guesses: BTreeSet<String>,
    /// Statements executed.
    pub steps: u64,
}

impl Sealed for PathRecord {
    const KIND: [u8; 6] = *b"path  ";
    const VERSION: u16 = 1;
}

/// An error is the same when its kind and innermost place are.
pub type ErrorSite = (ErrorKind, Span);

/// The observer that records paths.
#[derive(Clone, Debug, Default)]
pub struct PathSink {
    /// The paths, when they are kept.
    pub paths: Vec<PathRecord>,
    /// For each error the first path that ends in it, and how many there are.
    pub errors: BTreeMap<ErrorSite, (PathRecord, u64)>,
    /// Blocks and edges that paths with a test executed.
    pub coverage: Vec<u64>,
}

impl PathSink {
    /// Adds what another worker found.
    pub fn merge(&mut self, other: PathSink) {
        self.paths.extend(other.paths);
        for (site, (record, count)) in other.errors {
            self.add_error(site, record, count);
        }
        self.cover(&other.coverage);
    }

    /// Adds what a later run found.
    pub(crate) fn append(&mut self, later: PathSink) {
        self.paths.extend(later.paths);
        self.cover(&later.coverage);
        self.count_errors(later.errors);
    }

    /// Adds the errors that another run found and this one did not.
    pub fn add_errors(&mut self, other: PathSink) {
        let known = |site: &ErrorSite| self.errors.contains_key(site);
        let new: BTreeMap<_, _> = other.errors.into_iter().filter(|(site, _)| !known(site)).collect();
        self.count_errors(new);
    }

    fn count_errors(&mut self, errors: BTreeMap<ErrorSite, (PathRecord, u64)>) {
        for (site, (record, count)) in errors {
            self.errors.entry(site).or_insert((record, 0)).1 += count;
        }
    }

    /// Puts the paths into the order of their choices.
    pub fn sort(&mut self) {
        self.paths.sort_by(|a, b| a.choices.cmp(&b.choices));
    }

    fn add_error(&mut self, site: ErrorSite, record: PathRecord, count: u64) {
        match self.errors.get_mut(&site) {
            None => {
                self.errors.insert(site, (record, count));
            }
            Some((first, total)) => {
                *total += count;
                if record.choices < first.choices {
                    *first = record;
                }
            }
        }
    }

    fn cover(&mut self, coverage: &[u64]) {
        if self.coverage.len() < coverage.len() {
            self.coverage.resize(coverage.len(), 0);
        }
        for (all, new) in self.coverage.iter_mut().zip(coverage) {
            *all |= new;
        }
    }
}

impl<'p> PathObserver<'p> for PathSink {
    type Part = PathSink;
    type Found = PathSink;

    const SEES_ENDS: bool = false;

    fn ended(&mut self, engine: &mut Engine<'_, 'p>, mut state: State, end: PathEnd) {
        self.cover(&state.coverage);
        let site = match &end {
            PathEnd::Error(error) if !engine.prepared.config.checks.silenced.contains(&error.kind) => {
                Some((error.kind, engine.prepared.user_span(error)))
            }
            _ => None,
        };
        if let Some(site) = site {
            let choices = state.name();
            if let Some((first, count)) = self.errors.get_mut(&site)
                && first.choices <= choices
                && !engine.prepared.config.search.keep_paths
            {
                *count += 1;
                return;
            }
        } else if !engine.prepared.config.search.keep_paths {
            return;
        }
        let Some(record) = engine.record_path(&mut state, end) else { return };
        if let Some(site) = site {
            self.add_error(site, record.clone(), 1);
        }
        if engine.prepared.config.search.keep_paths {
            self.paths.push(record);
        }
    }

    fn part(self, _: &mut Engine<'_, 'p>) -> PathSink {
        self
    }

    fn finish(mut self, _: &mut Engine<'_, 'p>, others: Vec<PathSink>) -> PathSink {
        others.into_iter().for_each(|other| self.merge(other));
        self
    }
}

impl Engine<'_, '_> {
    /// Takes note of a path that ended; unless it was cut short, it is among the finished ones then.
    pub fn finish(&mut self, state: State, end: PathEnd) {
        let end = match end {
            PathEnd::Return | PathEnd::Exit => match self.leak(&state) {
                Some(leak) => PathEnd::Error(leak),
                None => end,
            },
            PathEnd::Error(error) if self.is_in_assumption(&error) => {
                if error.kind == ErrorKind::NullAccess {
                    self.run.stats.assumed_away += 1;
                    return;
                }
                PathEnd::Cut
            }
            other => other,
        };
        if end != PathEnd::Cut {
            self.note_overlaps(&state);
            self.run.stats.measures.path(state.path_condition.len(), state.n_calls);
        }
        match &end {
            PathEnd::Return | PathEnd::Exit => self.run.stats.completed += 1,
            PathEnd::Error(_) => self.run.stats.failed += 1,
            PathEnd::Cut => {
                self.run.stats.cut += 1;
                return;
            }
        }
        self.run.finished.push((state, end));
    }

    /// Whether an error is one of what the user assumes, which is then noted: what the program does with such inputs is not known.
    fn is_in_assumption(&mut self, error: &ProgramError) -> bool {
        let Some(assumption) = &self.prepared.config.environment.assumption else { return false };
        let names = error.stack.iter().map(|entry| &self.prepared.function(entry.function).name);
        let is_in = names.into_iter().any(|name| *name == assumption.function);
        // A caller that keeps to it gives no null pointer there.
        if is_in && error.kind != ErrorKind::NullAccess {
            let detail = format!("--assume `{}` is undefined for some inputs: {}", assumption.text, error.message);
            self.run.ledger.add_once(Weakness::Unsupported, detail, None);
        }
        is_in
    }

    /// What the least input that takes a path makes of it.
    pub fn record_path(&mut self, state: &mut State, end: PathEnd) -> Option<PathRecord> {
        let assignment = match self.context.solver.canonical_model(&mut self.context.pool, &state.path_condition) {
            Ok(assignment) => assignment,
            // There may be no input, and nothing was said of any.
            Err(_) if self.prepared.config.comparison.suppose_undecided && state.path_condition.is_open() => {
                return None;
            }
            Err(reason) => {
                self.note_unknown(state, &reason);
                return None;
            }
        };
        Some(self.record_for(state, end, &assignment))
    }

    /// What one input that takes a path makes of it.
    pub fn record_for(&mut self, state: &mut State, end: PathEnd, assignment: &Assignment) -> PathRecord {
        let mut evaluator = Evaluator::new();
        let mut guesses = BTreeSet::new();
        let constraints: Vec<TermId> = state.path_condition.constraints().collect();
        for term in &constraints {
            self.note_guesses(*term, &mut guesses);
        }
        let mut inputs: Vec<InputValue> = state
            .inputs
            .in_order()
            .into_iter()
            .map(|input| self.input_value(input, assignment, &mut evaluator))
            .collect();
        let mut output: BTreeMap<i32, Vec<u8>> = BTreeMap::new();
        for item in state.output.in_order() {
            if let Some(term) = item.piece.term() {
                self.note_guesses(term, &mut guesses);
            }
            let bytes = output.entry(item.stream).or_default();
            item.piece.render(&self.context.pool, &mut evaluator, assignment, bytes);
        }
        let result = match state.result.clone() {
            Some(Value::Term(term)) => {
                self.note_guesses(term, &mut guesses);
                Some((evaluator.eval(&self.context.pool, assignment, term), self.context.pool.width(term)))
            }
            Some(Value::Int(value)) => Some((u128::from(value), self.result_width())),
            _ => None,
        };
        let globals = self.final_globals(state, assignment, &mut evaluator);
        // Of memory that was never written only what the path depends on.
        let unwritten = state.unwritten.in_order().into_iter();
        let matters = unwritten.filter(|value| guesses.contains(value.name.as_str()));
        inputs.extend(matters.map(|value| self.input_value(value, assignment, &mut evaluator)));
        PathRecord {
            choices: state.name(),
            decisions: state.decisions(),
            trace: if self.prepared.config.search.record_trace {
                state.branches.in_order().into_iter().map(|branch| branch.decision).collect()
            } else {
                Vec::new()
            },
            condition: constraints
                .iter()
                .map(|term| without_widths(&display(&self.context.pool, *term).to_string()))
                .collect(),
            end,
            inputs,
            output,
            result,
            globals,
            guesses,
            steps: state.steps,
        }
    }

    fn result_width(&self) -> u32 {
        match &self.prepared.config.entry {
            Entry::Main => 32,
            Entry::Function(name) => self
                .prepared
                .module()
                .function(name)
                .map_or(64, |id| self.prepared.width(self.prepared.function(id).ret)),
        }
    }

    fn note_guesses(&self, term: TermId, guesses: &mut BTreeSet<String>) {
        for var in self.context.pool.vars(term) {
            let info = self.context.pool.var_info(*var);
            if info.kind != VarKind::Input {
                let name = info.name.split('!').next().unwrap_or(info.name);
                guesses.insert(name.to_string());
            }
        }
    }

    fn input_value(&self, input: &Input, assignment: &Assignment, evaluator: &mut Evaluator) -> InputValue {
        let mut bytes = vec![0u8; input.size as usize];
        let mut parts = Vec::with_capacity(input.parts.len());
        for part in &input.parts {
            let value = evaluator.eval(&self.context.pool, assignment, part.term);
            let (offset, size) = (part.offset as usize, part.size as usize);
            bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]);
            parts.push(PartValue {
                path: part.path.clone(),
                offset: part.offset,
                size: part.size,
                value,
                source_type: part.source_type,
            });
        }
        let pointed_to = |part: &PartValue| {
            let known = self.run.functions.get(&u64::try_from(part.value).ok()?)?;
            Some(PointedTo { offset: part.offset, function: known.function, name: known.name.to_string() })
        };
        let functions = parts.iter().filter_map(pointed_to).collect();
        let (name, kind, source_type) = (input.name.clone(), input.kind, input.source_type);
        InputValue { name, kind, bytes, parts, source_type, functions }
    }

    fn final_globals(
        &mut self,
        state: &mut State,
        assignment: &Assignment,
        evaluator: &mut Evaluator,
    ) -> Vec<(GlobalId, Vec<u8>)> {
        if self.prepared.config.entry == Entry::Main {
            return Vec::new();
        }
        let program = self.prepared.module();
        let mut globals = Vec::new();
        for (id, global) in program.globals.iter_ids() {
            let Some(object) = self.prepared.globals[id].filter(|_| !global.constant) else { continue };
            let Some(object) = state.memory.get(object) else { continue };
            let initial = self.initial_object(id);
            if object.size > 4096 {
                continue;
            }
            let mut bytes = Vec::with_capacity(object.size as usize);
            for at in 0..object.size as usize {
                bytes.push(match object.byte(&mut self.context.pool, at) {
                    Byte::Concrete(byte) => byte,
                    Byte::Symbolic(term) => evaluator.eval(&self.context.pool, assignment, term) as u8,
                    Byte::Uninit => 0,
                });
            }
            let symbolic = state.inputs.iter_back().any(|input| input.kind == InputKind::Global(id));
            let unchanged = initial.as_deref() == Some(bytes.as_slice());
            if symbolic || !unchanged {
                globals.push((id, bytes));
            }
        }
        globals
    }

    fn initial_object(&self, id: GlobalId) -> Option<Vec<u8>> {
        let object = self.prepared.globals[id]?;
        self.prepared.initial_memory().get(object)?.concrete_bytes().map(<[u8]>::to_vec)
    }

    /// A heap object that no pointer in memory reaches, when leaks are looked for.
    fn leak(&self, state: &State) -> Option<ProgramError> {
        if !self.prepared.config.checks.leaks {
            return None;
        }
        let globals = state.memory.iter().filter(|(_, object)| object.kind == ObjectKind::Global).map(|(id, _)| id);
        let reached = closure(globals, |id| {
            let object = state.memory.get(id).into_iter();
            object.flat_map(|object| object.pointers().filter_map(Value::provenance)).collect::<Vec<_>>()
        });
        let alive = Lifetime::Alive;
        let (_, lost) = state.memory.iter().find(|(id, object)| {
            let is_callers =
                self.run.pointees.iter().any(|(_, outside)| outside == id) || self.run.result_object == Some(*id);
            object.kind == ObjectKind::Heap && object.lifetime == alive && !reached.contains(id) && !is_callers
        })?;
        let message = format!("{} bytes from `{}` are lost at exit", lost.size, lost.name);
        Some(ProgramError { kind: ErrorKind::MemoryLeak, message, stack: self.prepared.stack(state) })
    }

    /// Notes that time was up or the user stopped the run, with states still pending.
    pub fn note_stopped(&mut self, weakness: Weakness, pending: usize) {
        let detail = match weakness {
            Weakness::Timeout => "the time was up with states still pending; raise --timeout",
            Weakness::WorkBound => "a search did as much as it may with states still pending; raise --timeout",
            _ => "the run was interrupted with states still pending",
        };
        self.run.ledger.add_many(weakness, detail, pending as u64);
    }
}

/// A condition without the widths that make the names of variables unique (`x@32`).
pub fn without_widths(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('@') {
        out.push_str(&rest[..at]);
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out.push_str(rest);
    out
}
