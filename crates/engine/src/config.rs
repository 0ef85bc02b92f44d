//! What a run may do and for how long.

use incise_ir::FuncId;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::error::ErrorKind;
use crate::pointee_shapes::PointerField;

/// Nested calls from which on recursion is predicted to overflow the stack; natively deeper recursion may still return.
pub const ENDLESS_CALL_DEPTH: u32 = 10_000;

/// Where paths are paused in loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pause {
    /// Nowhere.
    #[default]
    Never,
    /// Before a loop branch is decided once more than the bound on loops allows.
    Decided,
    /// At the head of every loop.
    Heads,
}

/// What undefined behaviour means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UbPolicy {
    /// It is an error of its own kind.
    #[default]
    Report,
    /// The machine's result: overflow wraps, shift amounts are masked.
    Wrap,
    /// It does not happen: paths go on under the assumption that it did not.
    Undefined,
}

/// In which order pending states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Depth first.
    #[default]
    Depth,
    /// Breadth first.
    Breadth,
    /// A random walk down the tree of pending states.
    RandomPath,
    /// States that are about to enter uncovered blocks first.
    Coverage,
}

/// Where execution starts and what is symbolic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Entry {
    /// The whole program from `main`.
    #[default]
    Main,
    /// One function with symbolic parameters and globals.
    Function(String),
}

impl Entry {
    /// The function that runs first.
    pub fn name(&self) -> &str {
        match self {
            Entry::Main => "main",
            Entry::Function(name) => name,
        }
    }
}

/// What globals hold when a function starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartGlobals {
    /// Any value. What needs private state (`static`) that is not initial counts only if calls are shown to reach it: who compares, or
    /// reports errors, sees to that.
    #[default]
    Reachable,
    /// Any value, private ones too: every state is taken to be reachable.
    Any,
    /// External ones any value, private ones their initial values.
    ExternalInputs,
    /// Their initial values.
    Initial,
}

/// Whether there is memory where a program allocates some.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// Each request succeeds or fails.
    #[default]
    Any,
    /// Each request succeeds; where a program checks that, the report names it.
    Succeeds,
}

/// A call that is made before that of the entry function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryCall {
    /// The function, by the linker's name.
    pub function: String,
    /// The bytes of its arguments, by position; without them they are inputs.
    pub arguments: Option<Vec<Vec<u8>>>,
    /// Other names for the parameters' inputs, by position.
    pub parameter_names: Vec<String>,
}

impl HistoryCall {
    /// Parameters of the first call of a history are numbered from here, of the second from twice this on.
    pub const STRIDE: u32 = 1000;
}

/// What a pointer parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pointer {
    /// The address of a new object.
    #[default]
    Fresh,
    /// Null.
    Null,
    /// The same as an earlier parameter.
    SameAs(u32),
    /// So many bytes behind an earlier parameter, or before it, in one object.
    Beside(u32, i32),
}

/// Functions that are known to do the same in two programs: of two calls with the same arguments only that they answer alike is used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uninterpreted {
    /// The functions, each with a number that is the same in both programs.
    pub functions: BTreeMap<FuncId, u32>,
    /// How many nested calls of them are followed all the same.
    pub unfold: u32,
    /// Whether the order of their calls cannot be seen: none of them fails.
    pub any_order: bool,
}

/// A function that says by markers what is assumed of the arguments of another.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// Its name.
    pub function: String,
    /// What the user wrote, for messages.
    pub text: String,
}

/// Numbers between which a scalar in a global is before the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalRange {
    /// The global, by the linker's name.
    pub global: String,
    /// Bytes from its start.
    pub offset: u32,
    /// Whether the scalar is a signed number.
    pub signed: bool,
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

/// Arguments of `main` that nobody has named: any number of them, each any string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyArguments {
    /// How many can be looked at, the program's name not among them.
    pub number: u32,
    /// Bytes of each, its end not counted.
    pub length: u32,
    /// Whether they are inputs of a `main` that reads none as well. Another version of it does.
    pub even_unread: bool,
}

impl AnyArguments {
    /// Those where `main` reads them and the user does not say which there are.
    pub const WHEN_READ: AnyArguments = AnyArguments { number: 2, length: 10, even_unread: false };
}

/// What a run is given: globals, parameters and what they point to, arguments, files, standard input.
#[derive(Clone, Debug)]
pub struct Environment {
    /// In function mode: what globals hold at the start.
    pub globals: StartGlobals,
    /// In function mode: calls before the function's, the first one first.
    pub history: Vec<HistoryCall>,
    /// In function mode: globals, by the linker's names, that are inputs although the function does not name them. Another version of
    /// it does.
    pub more_inputs: BTreeSet<String>,
    /// In function mode: what is known of globals that are inputs.
    pub ranges: Vec<GlobalRange>,
    /// In function mode: called first with the same arguments.
    pub assumption: Option<Assumption>,
    /// Whether there is memory.
    pub allocation: Allocation,
    /// Bytes of symbolic standard input; `None` means the default and is reported when it matters.
    pub stdin_bytes: Option<u32>,
    /// Lengths of symbolic command-line arguments.
    pub sym_args: Vec<u32>,
    /// Symbolic files: name and size.
    pub sym_files: Vec<(String, u32)>,
    /// Bytes of other files, which are there or not; without it there are none.
    pub any_files: Option<u32>,
    /// Concrete command-line arguments after the program's name.
    pub args: Vec<String>,
    /// In the place of those two: any arguments.
    pub any_arguments: Option<AnyArguments>,
    /// Largest object made for a pointer parameter or a symbolic size, in bytes.
    pub max_object: u64,
    /// Elements of what a pointer parameter to a scalar points to.
    pub pointee_elements: u64,
    /// Whether what a pointer parameter points to may be larger than the object made for it: then an access outside is not an
    /// error but something that is not looked at.
    pub open_pointees: bool,
    /// Whether the ledger names objects behind pointers that a path takes not to overlap.
    pub notes_overlaps: bool,
    /// What each pointer parameter is, by position; a new object by default.
    pub pointers: Vec<Pointer>,
    /// What the pointers in objects from outside are, each after those that lead to it; of others nothing is known.
    pub pointer_fields: Vec<PointerField>,
    /// Other names for the parameters' inputs, by position.
    pub parameter_names: Vec<String>,
    /// Values for the inputs in the order in which they are made: the run is concrete.
    pub fixed_inputs: Option<Vec<(String, Vec<u8>)>>,
}

impl Environment {
    /// How many bytes of the object that a parameter points to lie before where it points: another parameter points there.
    pub fn lead(&self, parameter: u32) -> u64 {
        let before = self.pointers.iter().map(|pointer| match pointer {
            Pointer::Beside(other, bytes) if *other == parameter && *bytes < 0 => u64::from(bytes.unsigned_abs()),
            _ => 0,
        });
        before.max().unwrap_or(0)
    }
}

impl Default for Environment {
    fn default() -> Self {
        Environment {
            globals: StartGlobals::default(),
            history: Vec::new(),
            more_inputs: BTreeSet::new(),
            ranges: Vec::new(),
            assumption: None,
            allocation: Allocation::default(),
            stdin_bytes: None,
            sym_args: Vec::new(),
            sym_files: Vec::new(),
            any_files: None,
            args: Vec::new(),
            any_arguments: None,
            max_object: 4096,
            pointee_elements: 4,
            open_pointees: false,
            notes_overlaps: false,
            pointers: Vec::new(),
            pointer_fields: Vec::new(),
            parameter_names: Vec::new(),
            fixed_inputs: None,
        }
    }
}

/// Where a run ends early; what was cut off is in the ledger.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Branch decisions on one path.
    pub max_depth: Option<u64>,
    /// Decisions at one symbolic loop branch in one activation of its function, and nested activations of one function that decide
    /// something.
    pub loop_bound: Option<u32>,
    /// Statements on one path.
    pub max_steps: Option<u64>,
    /// Nested calls.
    pub max_call_depth: u32,
    /// Wall-clock time: an outer guard.
    pub timeout: Option<Duration>,
    /// Work of all workers, in the unit of `incise_solver::PER_SECOND`.
    pub work: Option<u64>,
    /// Resident memory in bytes at which pending states are put away as decision prefixes.
    pub max_memory: Option<u64>,
}

impl Default for Bounds {
    fn default() -> Self {
        let (max_depth, loop_bound, max_steps) = (None, None, None);
        let (timeout, work, max_memory) = (None, None, None);
        Bounds { max_depth, loop_bound, max_steps, max_call_depth: ENDLESS_CALL_DEPTH, timeout, work, max_memory }
    }
}

/// Errors: what undefined behaviour means and which kinds are reported.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// What undefined behaviour means.
    pub ub: UbPolicy,
    /// Kinds of error that are not reported: where the machine goes on the path does too, otherwise it ends quietly.
    pub silenced: BTreeSet<ErrorKind>,
    /// Whether a heap object that nothing points to at exit is an error.
    pub leaks: bool,
}

/// The search: its order, and what is kept of each path.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The order of exploration.
    pub order: Order,
    /// Seed of the random orders.
    pub seed: u64,
    /// Whether every finished path is kept with inputs and outputs.
    pub keep_paths: bool,
    /// Whether every branch that is executed is kept in order, concrete ones included.
    pub record_trace: bool,
}

impl Default for Search {
    fn default() -> Self {
        Search { order: Order::default(), seed: 0, keep_paths: true, record_trace: false }
    }
}

/// What only who compares two programs asks of a run.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Where a path is paused, to be taken up again, instead of being cut short by the bound on loops.
    pub pause: Pause,
    /// Whether what the solver does not decide is taken to be possible, and then nothing is lost: for proofs.
    pub suppose_undecided: bool,
    /// Whether calls of functions that have neither a body nor a model are events: recorded like output, answered by inputs that
    /// are named by their number on the path. Otherwise such a call weakens the answer.
    pub calls_are_events: bool,
    /// Whether accesses to objects that a caller may make overlap are recorded.
    pub log_accesses: bool,
    /// Whether a decision by memory that was never written weakens the answer: two programs need not find the same there.
    pub doubts_unwritten: bool,
    /// Calls that are not followed.
    pub uninterpreted: Uninterpreted,
}

/// What a run may do and for how long.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where execution starts.
    pub entry: Entry,
    /// What the run is given.
    pub environment: Environment,
    /// Where it ends early.
    pub bounds: Bounds,
    /// What is an error.
    pub checks: Checks,
    /// How paths are searched and kept.
    pub search: Search,
    /// What a comparison asks of it.
    pub comparison: Comparison,
}

impl Config {
    /// This configuration with a change.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Config {
        change(&mut self);
        self
    }
}
