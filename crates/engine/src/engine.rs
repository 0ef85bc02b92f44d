//! The engine: a prepared program, what its run has met, and the terms and solver that it runs over.
//!
//! The three are apart so that two programs can run over the same terms: each has its own [`Prepared`] and [`Run`], and an [`Engine`] is
//! made over the shared [`Context`] whenever one of them goes on.

use crate::access_log::MayOverlap;
use crate::arguments::Arguments;
use crate::call::{CallSite, Unfollowed};
use crate::config::Config;
use crate::decision_log::{ExploredSides, LoggedDecision};
use crate::error::{ErrorKind, PathEnd, ProgramError, StackEntry};
use crate::given::Given;
use crate::guide::Guide;
use crate::kept::Kept;
use crate::ledger::{Ledger, Weakness};
use crate::memory::{Memory, Object, ObjectId};
use crate::outside_function::OutsideFunction;
use crate::plan::Plan;
use crate::pointee_shapes::Outside;
use crate::state::State;
use crate::stats::Stats;
use crate::value::Value;
use incise_base::{Digraph, loop_exits, loop_heads};
use incise_ir::{
    BlockId, ConstId, FuncId, Function, Global, GlobalId, Id, IdVec, Module, SourceTypeId, Span, Type, TypeId,
};
use incise_solver::Solver;
use incise_term::{Pool, TermId, VarId, VarKind};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Addresses of functions start here; far from any object.
pub const FUNCTION_BASE: u64 = 0x4000_0000_0000;
/// Addresses of labels start here.
pub const LABEL_BASE: u64 = 0x5000_0000_0000;

/// Why a state cannot simply go on to the next statement.
#[derive(Debug)]
pub enum Stop {
    /// The path ended.
    End(PathEnd),
    /// There is no such path: an assumption failed.
    Infeasible,
}

/// The result of a part of a step.
pub type Step<T> = Result<T, Stop>;

/// What a statement leaves behind.
pub(crate) enum Next {
    /// Go on with the next statement.
    Statement,
    /// Control is elsewhere already: a call or a jump.
    Elsewhere,
}

/// A model of a function.
pub(crate) type Builtin = for<'e, 'c, 'p, 's> fn(&'e mut Engine<'c, 'p>, &'s mut State, &CallSite<'_>) -> Step<Next>;

/// Terms and the solver over them, and what was asked of calls that are not followed: programs that are compared share one context.
pub struct Context {
    /// All terms.
    pub pool: Pool,
    /// The solver chain.
    pub solver: Solver,
    /// Calls that were not followed, with what they answer.
    pub unfollowed: Vec<Unfollowed>,
}

impl Context {
    /// A context without terms.
    pub fn new(solver: Solver) -> Context {
        Context { pool: Pool::new(), solver, unfollowed: Vec::new() }
    }
}

/// A program that is ready to run: globals have their objects, constants their values, declarations their models.
pub struct Prepared<'p> {
    pub(crate) program: &'p Module,
    /// What the run may do.
    pub config: &'p Config,
    /// What is run and what is skipped; everything is run without one.
    pub plan: Option<&'p Plan>,
    pub(crate) consts: IdVec<ConstId, Value>,
    pub(crate) builtins: IdVec<FuncId, Option<Builtin>>,
    /// Which functions are models of those of `<ctype.h>`.
    pub(crate) character_functions: IdVec<FuncId, bool>,
    pub(crate) globals: IdVec<GlobalId, Option<ObjectId>>,
    pub(crate) bits: IdVec<TypeId, u32>,
    /// First coverage bit of each function's blocks.
    pub(crate) coverage_base: IdVec<FuncId, Vec<u32>>,
    pub(crate) n_coverage_bits: u32,
    pub(crate) initial_memory: Memory,
    /// The declarations that stand for functions from outside, by the type of function.
    pub(crate) function_types: BTreeMap<SourceTypeId, FuncId>,
}

impl<'p> Prepared<'p> {
    /// Whether a path has executed a block.
    pub fn has_run(&self, state: &State, function: FuncId, block: BlockId) -> bool {
        let bit = self.coverage_base[function][block.index()];
        state.coverage.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// The program.
    #[inline]
    pub fn module(&self) -> &'p Module {
        self.program
    }

    /// The function.
    #[inline]
    pub fn function(&self, id: FuncId) -> &'p Function {
        &self.program.functions[id]
    }

    /// Memory with all globals at their initial values.
    pub fn initial_memory(&self) -> Memory {
        self.initial_memory.clone()
    }

    /// The width in bits of a scalar type.
    #[inline]
    pub fn width(&self, ty: TypeId) -> u32 {
        self.bits[ty]
    }

    /// The object of a global, unless it is only declared.
    pub fn global_object(&self, id: GlobalId) -> Option<ObjectId> {
        self.globals[id]
    }

    /// What a global holds at program start, where that is known.
    pub fn initial_bytes(&self, id: GlobalId) -> Option<Vec<u8>> {
        let object = self.initial_memory.get(self.global_object(id)?)?;
        Some(object.concrete_bytes()?.to_vec())
    }

    /// The global that is only declared and stands for an address.
    pub(crate) fn declared_at(&self, address: u64) -> Option<&'p Global> {
        let index = address.checked_sub(EXTERNAL_BASE)? / EXTERNAL_STEP;
        let id = self.globals.ids().nth(usize::try_from(index).ok()?)?;
        self.globals[id].is_none().then(|| &self.program.globals[id])
    }

    /// Whether nothing was written to a global since the start.
    pub(crate) fn is_as_at_start(&self, state: &State, id: ObjectId) -> bool {
        match (state.memory.share(id), self.initial_memory.share(id)) {
            (Some(now), Some(first)) => Rc::ptr_eq(&now, &first),
            _ => true,
        }
    }

    /// The function that the run starts with.
    pub fn entry(&self) -> FuncId {
        self.entry_function().expect("the run was started")
    }

    /// Where the running thread is, innermost first.
    pub fn stack(&self, state: &State) -> Vec<StackEntry> {
        state
            .thread()
            .frames()
            .map(|frame| StackEntry { function: frame.function, span: self.frame_span(frame) })
            .collect()
    }

    pub(crate) fn frame_span(&self, frame: &crate::state::Frame) -> Span {
        let function = self.function(frame.function);
        match function.blocks.get(frame.block) {
            Some(block) => match block.stmts.get(frame.index as usize) {
                Some(stmt) => stmt.span,
                None => block.terminator.span,
            },
            None => function.span,
        }
    }

    /// The place of the running statement, outside the library models.
    pub fn span(&self, state: &State) -> Span {
        self.frame_span(state.top())
    }

    /// The place in the user's source that is being executed, outside the library models.
    pub(crate) fn user_place(&self, state: &State) -> Option<Span> {
        state
            .thread()
            .frames()
            .map(|frame| self.frame_span(frame))
            .find(|span| span.is_known() && !self.is_model(*span))
    }

    /// The innermost place of an error that is the user's and not a library model's.
    pub fn user_span(&self, error: &ProgramError) -> Span {
        let known = error.stack.iter().map(|entry| entry.span).find(|span| span.is_known() && !self.is_model(*span));
        known.or_else(|| error.stack.first().map(|entry| entry.span)).unwrap_or_else(Span::unknown)
    }

    /// Whether a place is in a library model.
    pub(crate) fn is_model(&self, span: Span) -> bool {
        self.module().files.get(span.file).is_some_and(|file| file.path.starts_with('<'))
    }
}

/// What a run has met so far, and what its first state was given.
#[derive(Default)]
pub struct Run<'p> {
    /// What weakens the answers so far.
    pub ledger: Ledger,
    /// Counts.
    pub stats: Stats,
    /// States that were forked off and wait, in the order of their alternatives.
    pub spawned: Vec<State>,
    /// Paths that ended and that nobody has taken yet.
    pub finished: Vec<(State, PathEnd)>,
    /// Whether what the solver answers is kept with the path, so that the path can be followed without it.
    pub records: bool,
    /// What directs the exploration.
    pub guide: Option<Box<dyn Guide + 'p>>,
    /// What is decided, in detail, when somebody wants to know.
    pub decision_log: Option<Vec<LoggedDecision>>,
    /// What whoever wants the log has tried.
    pub explored_sides: Option<Box<dyn ExploredSides + 'p>>,
    /// Variables that stand for what functions without a body answered.
    pub(crate) answers: BTreeSet<VarId>,
    /// Kinds of undefined behaviour that inputs were taken not to lead to.
    pub undefined: BTreeSet<ErrorKind>,
    /// Objects that were there before the run and are no globals: from the first up to the second.
    pub(crate) from_outside: (usize, usize),
    /// The arguments of `main`, where they are any.
    pub(crate) arguments: Option<Rc<Arguments>>,
    /// Whether something was read, and what that takes for granted noted.
    pub(crate) has_read: bool,
    /// The same of a file that could not be opened.
    pub(crate) has_refused: bool,
    /// The objects that pointer parameters point to, by parameter, and those that these lead to.
    pub pointees: Vec<(u32, ObjectId)>,
    /// The same as the source sees them.
    pub outside: BTreeMap<u32, Outside>,
    /// The inputs of another version that this one is given too.
    pub given: Option<Given>,
    /// What must hold of them so that this version can be given them.
    pub(crate) given_when: Vec<TermId>,
    /// Objects that a caller may make overlap.
    pub shared: Vec<MayOverlap>,
    /// Functions to which pointers from outside lead, by address.
    pub functions: BTreeMap<u64, OutsideFunction>,
    /// Variables that stand for such pointers, with the addresses that they hold if they are not null.
    pub(crate) function_vars: BTreeMap<VarId, u64>,
    /// Functions of the program whose addresses are taken, found when they are asked for.
    pub(crate) taken: Option<Rc<BTreeSet<FuncId>>>,
    /// Globals that keep their initial values although a caller can give others, with why; reading one weakens the answer.
    pub kept: BTreeMap<ObjectId, Kept>,
    /// Pointers in other globals that stay null although a caller can set them: offsets, with what C calls them; reading one weakens the answer.
    pub kept_pointers: BTreeMap<ObjectId, Vec<(u64, String)>>,
    /// Arrays from outside whose length is not known.
    pub(crate) open_arrays: BTreeSet<ObjectId>,
    /// Assumed objects for which an access past their assumed length was met.
    pub(crate) bounded: BTreeSet<ObjectId>,
    /// Where in objects pointers are null because structures are not followed further: offsets, with the name of the pointer.
    pub(crate) unfollowed: BTreeMap<ObjectId, Vec<(u64, String)>>,
    /// Where the entry puts its result, if that is a struct that is handed over in memory.
    pub result_object: Option<ObjectId>,
    /// Activations of functions so far.
    pub(crate) n_activations: u64,
    /// Blocks that decide whether a loop goes on, by function, found when they are asked for.
    pub(crate) loop_exits: FxHashMap<FuncId, IdVec<BlockId, bool>>,
    pub(crate) loop_heads: FxHashMap<FuncId, IdVec<BlockId, bool>>,
    /// What reads of large tables at symbolic places gave, by the table's contents.
    pub(crate) table_reads: FxHashMap<(usize, TermId, TypeId), (Rc<Object>, Value)>,
}

impl Run<'_> {
    /// A run on inputs that another version was given.
    pub fn on(given: Given) -> Self {
        Run { given: Some(given), ..Run::default() }
    }
}

/// A program and what its run was given, to be looked at.
#[derive(Clone, Copy)]
pub struct Program<'e, 'p> {
    /// The program.
    pub prepared: &'e Prepared<'p>,
    /// What its run was given.
    pub run: &'e Run<'p>,
}

/// A prepared program that runs over terms and a solver.
pub struct Engine<'e, 'p> {
    /// The program.
    pub prepared: &'e Prepared<'p>,
    /// What its run has met.
    pub run: &'e mut Run<'p>,
    /// Terms and solver.
    pub context: &'e mut Context,
}

/// A program with its run over a context of its own.
pub struct Machine<'p> {
    /// The program.
    pub prepared: Prepared<'p>,
    /// What its run has met.
    pub run: Run<'p>,
    /// Terms and solver.
    pub context: Context,
}

impl<'p> Machine<'p> {
    /// The engine.
    pub fn engine(&mut self) -> Engine<'_, 'p> {
        Engine { prepared: &self.prepared, run: &mut self.run, context: &mut self.context }
    }
}

impl<'p> Engine<'_, 'p> {
    /// The program and what its run was given.
    pub fn program(&self) -> Program<'_, 'p> {
        Program { prepared: self.prepared, run: self.run }
    }

    /// The number of a new activation.
    pub(crate) fn next_activation(&mut self) -> u64 {
        self.run.n_activations += 1;
        self.run.n_activations
    }

    /// Whether the end of a block decides whether a loop goes on.
    pub(crate) fn is_loop_exit(&mut self, function: FuncId, block: BlockId) -> bool {
        let body = self.prepared.function(function);
        let exits =
            self.run.loop_exits.entry(function).or_insert_with(|| loop_exits(&control_flow(body), BlockId::new(0)));
        exits[block]
    }

    /// Whether every way round some loop leads through a block.
    pub(crate) fn is_loop_head(&mut self, function: FuncId, block: BlockId) -> bool {
        let body = self.prepared.function(function);
        let heads =
            self.run.loop_heads.entry(function).or_insert_with(|| loop_heads(&control_flow(body), BlockId::new(0)));
        heads[block]
    }

    /// Zero of any type.
    pub fn zero(&mut self, ty: TypeId) -> Value {
        let program = self.prepared.program;
        match program.types.get(ty) {
            Type::Vector { len, elem } => {
                let element = self.zero(*elem);
                Value::Aggregate((0..*len).map(|_| element.clone()).collect())
            }
            Type::Array { len, elem, .. } => {
                let element = self.zero(*elem);
                Value::Aggregate((0..*len).map(|_| element.clone()).collect())
            }
            Type::Struct { fields, .. } => Value::Aggregate(fields.iter().map(|field| self.zero(field.ty)).collect()),
            Type::Int(width) if *width > 128 => {
                Value::Aggregate((0..width.div_ceil(64)).map(|_| Value::Int(0)).collect())
            }
            _ if self.prepared.width(ty) <= 64 => Value::Int(0),
            _ => Value::Term(self.context.pool.constant(self.prepared.width(ty), 0)),
        }
    }

    /// An unspecified value of any type.
    pub fn undefined(&mut self, ty: TypeId) -> Value {
        let program = self.prepared.program;
        match program.types.get(ty) {
            Type::Vector { len, .. } => Value::Aggregate((0..*len).map(|_| Value::Undefined).collect()),
            Type::Array { len, elem, .. } => {
                let element = self.undefined(*elem);
                Value::Aggregate((0..*len).map(|_| element.clone()).collect())
            }
            Type::Struct { fields, .. } => {
                Value::Aggregate(fields.iter().map(|field| self.undefined(field.ty)).collect())
            }
            _ => Value::Undefined,
        }
    }

    /// A new variable for a value that was never written.
    pub fn fresh_undefined(&mut self, state: &mut State, width: u32) -> TermId {
        state.n_undefined += 1;
        self.context.pool.var(&format!("undefined!{}:{width}", state.n_undefined), width, VarKind::Undefined)
    }

    /// A new variable for what was skipped.
    pub fn fresh_irrelevant(&mut self, state: &mut State, width: u32) -> TermId {
        state.n_undefined += 1;
        self.context.pool.var(&format!("irrelevant!{}:{width}", state.n_undefined), width, VarKind::Irrelevant)
    }

    /// Whether a term depends on what was skipped.
    pub fn is_irrelevant(&self, term: TermId) -> bool {
        is_irrelevant(&self.context.pool, term)
    }

    /// A new variable for what an unmodelled call gives.
    pub fn fresh_opaque(&mut self, state: &mut State, what: &str, width: u32) -> TermId {
        state.n_opaque += 1;
        self.context.pool.var(&format!("{what}!{}:{width}", state.n_opaque), width, VarKind::Opaque)
    }

    /// The scalar as a term of `width` bits.
    pub fn term(&mut self, value: &Value, width: u32) -> TermId {
        debug_assert!(!matches!(value, Value::Aggregate(_)), "a scalar was expected");
        value.term_in(&mut self.context.pool, width)
    }

    /// Ends the path with an error.
    pub fn error<T>(&self, state: &State, kind: crate::error::ErrorKind, message: impl Into<String>) -> Step<T> {
        Err(Stop::End(PathEnd::Error(ProgramError {
            kind,
            message: message.into(),
            stack: self.prepared.stack(state),
        })))
    }

    /// Ends the path because of something that weakens the answer.
    pub fn cut<T>(&mut self, state: &State, weakness: Weakness, detail: impl Into<String>) -> Step<T> {
        let span = self.prepared.span(state);
        self.run.ledger.add(weakness, detail, span.is_known().then_some(span));
        Err(Stop::End(PathEnd::Cut))
    }
}

/// Whether a term depends on what was skipped.
pub fn is_irrelevant(pool: &Pool, term: TermId) -> bool {
    pool.has_undefined(term) && pool.vars(term).iter().any(|var| pool.var_info(*var).kind == VarKind::Irrelevant)
}

/// The function at an address.
pub fn function_at(module: &Module, address: u64) -> Option<FuncId> {
    let index = address.checked_sub(FUNCTION_BASE)? / 16;
    (address.is_multiple_of(16) && index < module.functions.len() as u64).then(|| FuncId::new(index as usize))
}

/// Addresses of globals that nobody defines.
pub(crate) const EXTERNAL_BASE: u64 = 0x6000_0000_0000;
/// How far they are apart.
pub(crate) const EXTERNAL_STEP: u64 = 1 << 24;

/// The address of a function.
pub fn function_address(id: FuncId) -> u64 {
    FUNCTION_BASE + 16 * id.index() as u64
}

/// Writes a scalar into an object.
pub fn write_value(pool: &mut Pool, object: &mut crate::memory::Object, offset: usize, size: usize, value: Value) {
    match value {
        Value::Int(bits) if size <= 8 => object.write_bytes(pool, offset, &bits.to_le_bytes()[..size]),
        Value::Undefined => object.write_uninit(pool, offset, size),
        Value::Term(term) => {
            let width = 8 * size as u32;
            let term = if pool.width(term) < width { pool.zext(term, width) } else { term };
            match pool.as_const(term) {
                Some(bits) if size <= 16 => object.write_bytes(pool, offset, &bits.to_le_bytes()[..size]),
                _ => object.write_cell(pool, offset, size, Value::Term(term)),
            }
        }
        Value::Int(bits) => {
            let mut bytes = vec![0; size];
            bytes[..8].copy_from_slice(&bits.to_le_bytes());
            object.write_bytes(pool, offset, &bytes);
        }
        pointer => object.write_cell(pool, offset, size, pointer),
    }
}

fn control_flow(body: &Function) -> Digraph<BlockId> {
    let mut graph = Digraph::new(body.blocks.len());
    for (id, block) in body.blocks.iter_ids() {
        block.terminator.kind.successors().iter().for_each(|next| graph.add_edge(id, *next));
    }
    graph
}
