//! What is asked for: plain data, whoever asks.
//!
//! With the feature `clap` the enumerations can be values of command-line options.

use crate::draft::Form;
use incise_engine::{Allocation, Aspect, FloatEquality, Observation, Order, Restriction, StartGlobals};
use std::path::PathBuf;
use std::time::Duration;

/// Optimisation of the analysed code.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Level {
    /// Branches and variables are the source's
    None,
    /// clang -O0
    #[cfg_attr(feature = "clap", value(name = "0"))]
    Zero,
    /// clang -O1
    #[cfg_attr(feature = "clap", value(name = "1"))]
    One,
    /// clang -O2
    #[cfg_attr(feature = "clap", value(name = "2"))]
    Two,
}

/// What undefined behaviour means.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Ub {
    /// It is an error of its own kind
    Report,
    /// The machine's result: overflow wraps, shift amounts are masked
    Wrap,
    /// It does not happen
    Undefined,
}

/// Orders of exploration.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum OrderName {
    /// Depth first
    #[cfg_attr(feature = "clap", value(alias = "dfs"))]
    Default,
    /// Breadth first
    Bfs,
    /// A random walk down the tree of pending states
    Random,
    /// States about to enter uncovered code first
    #[cfg_attr(feature = "clap", value(alias = "coverage"))]
    Greedy,
}

/// Values of globals in function mode, in the words of `--globals`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Globals {
    /// External ones any value, private ones (`static`) what calls leave in them, beginning with their initial values.
    #[default]
    Reachable,
    /// Any value, private ones too.
    Any,
    /// Their initial values.
    Initial,
}

impl Globals {
    /// The same in the words of the engine.
    pub fn start(self) -> StartGlobals {
        match self {
            Globals::Reachable => StartGlobals::Reachable,
            Globals::Any => StartGlobals::Any,
            Globals::Initial => StartGlobals::Initial,
        }
    }
}

/// What requests for memory get.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Alloc {
    /// Memory or none, each of them: the default
    #[default]
    Any,
    /// Memory
    Succeeds,
}

impl Alloc {
    /// The same in the words of the engine.
    pub fn of_engine(self) -> Allocation {
        match self {
            Alloc::Any => Allocation::Any,
            Alloc::Succeeds => Allocation::Succeeds,
        }
    }
}

/// What guides an exploration.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ExploreGuide {
    /// Every path
    Full,
    /// Guided by dependence (DGSE 2017): no path that can show nothing new
    Dgse,
}

/// Relations between statements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum KindName {
    /// Runs because a branch took a side
    Control,
    /// Reads what was written
    Data,
    /// Reads what the other side of a branch would have overwritten
    Potential,
    /// Two statements meet at a third
    Interactive,
}

/// How far up callers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callers {
    /// So many levels, and `main`; none for 0.
    Levels(u32),
    /// All.
    All,
    /// Only `main`.
    Main,
}

/// What guides the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum GuideName {
    /// Every path of both versions
    Full,
    /// Only what the change can influence; loses nothing
    Exact,
    /// Only what the change can influence, and of that no path that can show nothing new (DGSE 2017); what is equal is proved output by
    /// output, some differences may be missed where there are others
    Dgse,
    /// The directed search across calls (iDiSE 2012), as published; may miss differences
    #[cfg_attr(feature = "clap", value(name = "dise", alias = "dise:icsm12"))]
    Dise,
    /// The directed search of DiSE 2014, of one function, as published; may miss differences
    #[cfg_attr(feature = "clap", value(name = "dise:tosem14"))]
    DiseTosem14,
    /// The directed search of DiSE 2011, of one function, as published; may miss differences
    #[cfg_attr(feature = "clap", value(name = "dise:pldi11"))]
    DisePldi11,
}

/// What tests of a change have to cover.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum CoverName {
    /// Every impacted statement
    Statement,
    /// Every basic block with an impacted statement
    Block,
    /// Every side of every impacted branch
    Branch,
    /// Every combination of impacted decisions
    PathFragment,
    /// Every use of what an impacted statement writes
    DataFlow,
}

/// Which version's outputs a new test expects.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Expect {
    /// The old version's: it fails where the new one behaves differently
    Base,
    /// The new version's
    Mod,
}

/// Rule sets of the impact analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RulesName {
    /// The rules of DiSE 2011: conditional and write nodes of one function, paths instead of data flow
    Pldi11,
    /// The rules of DiSE 2014: one set, forward then backward, of one function, paths instead of data flow
    Tosem14,
    /// Definitions that reach, through memory and calls, closed backwards
    Precise,
}

/// How files become a program.
#[derive(Clone)]
pub struct ProgramRequest {
    /// C files, or LLVM .ll/.bc files; several are linked.
    pub files: Vec<PathBuf>,
    /// Folder with headers.
    pub include: Vec<String>,
    /// Macro definition.
    pub define: Vec<String>,
    /// A flag for clang, such as --cflag=-std=c99.
    pub cflag: Vec<String>,
    /// Analyse the code as clang optimises it.
    pub optimise: Level,
}

/// How far a run may go, what surrounds the program, and who decides conditions.
#[derive(Clone)]
pub struct Limits {
    /// Bound on decisions on a path.
    pub max_depth: Option<u64>,
    /// Bound on decisions at one branch in one call.
    pub loop_bound: Option<u32>,
    /// Bound on statements on a path.
    pub max_steps: Option<u64>,
    /// Bound on nested calls.
    pub max_call_depth: u32,
    /// Stop the whole command after this long, with a report of what was decided until then (90, 90s, 2m, 1h; 60s unless given, of `bisect`
    /// 60s a commit).
    pub timeout: Option<Duration>,
    /// Give up on a solver query after this long (30s; 5s when versions are compared).
    pub solver_timeout: Option<Duration>,
    /// Give up on a search of our own SAT solver after so many conflicts; every query is decided by itself then.
    pub solver_conflicts: Option<u64>,
    /// Put pending states away above this much memory (512M, 2G).
    pub max_memory: Option<u64>,
    /// Largest object with a symbolic size.
    pub max_object: u64,
    /// Whether allocation may fail; unless given, what the project says, and otherwise it may.
    pub alloc: Option<Alloc>,
    /// Bytes of symbolic standard input (8 unless given).
    pub sym_stdin: Option<u32>,
    /// Exactly so many symbolic command-line arguments, by length (comma separated; any unless given).
    pub sym_args: Vec<u32>,
    /// A symbolic file.
    pub sym_file: Vec<(String, u32)>,
    /// A concrete command-line argument of the program.
    pub arg: Vec<String>,
    /// Solvers raced on hard queries: z3, cvc5, bitwuzla, smtlib:COMMAND; `own` for none.
    pub solver: Vec<String>,
    /// Ask those solvers about every query that reaches SAT and compare.
    pub cross_check: bool,
    /// Write every query that reaches SAT as SMT-LIB 2.
    pub log_queries: Option<PathBuf>,
}

/// What `explore` is asked.
#[derive(Clone)]
pub struct ExploreRequest {
    /// The program.
    pub program: ProgramRequest,
    /// Explore this function with symbolic parameters and globals.
    pub function: Option<String>,
    /// Explore the whole program from here (only `main`).
    pub entry: String,
    /// Values of globals when a function is explored.
    pub globals: Globals,
    /// Meaning of undefined behaviour.
    pub ub: Ub,
    /// Only inputs for which this C expression over the function's parameters holds (repeatable).
    pub assume: Vec<String>,
    /// Elements of what a pointer parameter points to; as many as needed, up to 64, unless given.
    pub max_elements: Option<u64>,
    /// How many objects deep lists, trees and other structures behind pointer parameters are.
    pub max_nesting: u32,
    /// Whether what goes wrong only for null pointers is an error.
    pub null_errors: bool,
    /// Do not report errors of these kinds (comma separated).
    pub silence: Vec<String>,
    /// What equal floats are when a native run is compared.
    pub fp: FloatEquality,
    /// Report heap objects that nothing points to at exit.
    pub leaks: bool,
    /// What guides the search.
    pub guide: ExploreGuide,
    /// With --guide dgse: leave interactive dependence out, which misses errors; for teaching and testing.
    pub no_interactive: bool,
    /// Order of exploration.
    pub order: OrderName,
    /// Seed of the random order.
    pub seed: u64,
    /// Workers.
    pub jobs: usize,
    /// Bounds, surroundings and solvers.
    pub limits: Limits,
    /// Write a test for every path into this folder (JSON, C harness, .ktest).
    pub out: Option<PathBuf>,
    /// Do not run the inputs of errors natively.
    pub no_replay: bool,
    /// Leave the list of paths out of the JSON document.
    pub no_paths: bool,
    /// Print the program representation and stop.
    pub dump_ir: bool,
    /// How the answer is printed.
    pub form: Form,
}

/// What `replay` is asked.
#[derive(Clone)]
pub struct ReplayRequest {
    /// A test as `explore --out` writes it, or a folder of them.
    pub test: PathBuf,
    /// The program.
    pub program: ProgramRequest,
    /// Build with sanitizers (address, undefined); branches are then not compared.
    pub sanitize: bool,
    /// What equal floats are.
    pub fp: FloatEquality,
    /// Stop the program after this long.
    pub timeout: Duration,
    /// Tests that are replayed at a time.
    pub jobs: usize,
}

/// Two versions of a program.
#[derive(Clone)]
pub struct VersionsRequest {
    /// The old and the new version, each a C, .ll or .bc file, a folder, or a git revision; or one of A..B, A...B (from their
    /// merge base), REVISION (against the work tree); or nothing (HEAD against the work tree).
    pub versions: Vec<String>,
    /// Compare what is staged with HEAD, or with the given revision.
    pub staged: bool,
    /// The file of the `main` that is meant, in a project of several programs.
    pub program: Option<PathBuf>,
    /// Read this file instead of the project's incise.toml.
    pub config: Option<PathBuf>,
    /// Folder with headers.
    pub include: Vec<String>,
    /// Macro definition.
    pub define: Vec<String>,
    /// A flag for clang, such as --cflag=-std=c99.
    pub cflag: Vec<String>,
}

/// A comparison of two versions.
#[derive(Clone)]
pub struct ComparisonRequest {
    /// The versions.
    pub versions: VersionsRequest,
    /// Compare this function (repeatable); without it every function that was changed, its callers, and `main` if the change
    /// reaches it.
    pub function: Vec<String>,
    /// Compare the whole program from here (only `main`).
    pub entry: Option<String>,
    /// How far up callers of a function that differs are compared: so many levels (1 unless given, and `main`), all of them, or
    /// only `main`; 0 for none.
    pub callers: Option<Callers>,
    /// Only inputs for which this C expression over the function's parameters holds (repeatable).
    pub assume: Vec<String>,
    /// What guides the search.
    pub guide: GuideName,
    /// In which order branches are followed.
    pub order: OrderName,
    /// Seed of the random order.
    pub seed: u64,
    /// Workers.
    pub jobs: usize,
    /// What is compared (comma separated).
    pub observe: Vec<Aspect>,
    /// Explore the new version only until this is covered, and report what is met, infeasible, or not reached.
    pub cover: Option<CoverName>,
    /// Existing tests: a folder of JSON tests, .ktest and .csv files (with --cover, and for `test`).
    pub suite: Option<PathBuf>,
    /// Values of globals when a function is compared; unless given, what the project says.
    pub globals: Option<Globals>,
    /// Calls in a sequence that shows a difference, the last one included.
    pub max_history: Option<u32>,
    /// Meaning of undefined behaviour.
    pub ub: Ub,
    /// What equal floats are: bits, value, or tolerance:X.
    pub fp: FloatEquality,
    /// Elements of what a pointer parameter points to.
    pub max_elements: u64,
    /// How many objects deep lists, trees and other structures behind pointer parameters are.
    pub max_nesting: u32,
    /// Bounds, surroundings and solvers.
    pub limits: Limits,
    /// Restrictions within which an equivalence is accepted.
    pub accept_within: Vec<Restriction>,
    /// Whether the interface of the files may change.
    pub allow_interface: bool,
    /// Report only differences that this file does not accept.
    pub baseline: Option<PathBuf>,
    /// Accept all differences from now on: write them into the baseline file.
    pub accept: bool,
    /// Write an input for each difference as a test into this folder, a folder per function.
    pub out: Option<PathBuf>,
    /// Do not run witnesses natively; a difference is then only predicted.
    pub no_replay: bool,
    /// Add every path of the new version to the JSON document.
    pub paths: bool,
    /// How the answer is printed.
    pub form: Form,
}

/// What `bisect` is asked.
#[derive(Clone)]
pub struct BisectRequest {
    /// A test whose behaviour is looked for.
    pub test: Option<PathBuf>,
    /// How commits are compared.
    pub diff: ComparisonRequest,
}

/// What `test` is asked.
#[derive(Clone)]
pub struct TestRequest {
    /// The comparison.
    pub diff: ComparisonRequest,
    /// Which version's outputs new tests expect.
    pub expect: Expect,
}

/// What `debug` is asked.
#[derive(Clone)]
pub struct DebugRequest {
    /// The comparison.
    pub diff: ComparisonRequest,
    /// The test: a JSON test, a .ktest file, or a .csv file with one row.
    pub test: PathBuf,
}

impl ComparisonRequest {
    /// Values of globals when a function is compared.
    pub fn globals(&self) -> Globals {
        self.globals.unwrap_or_default()
    }

    /// What of the behaviour is compared.
    pub fn observed(&self) -> Observation {
        Observation { aspects: self.observe.iter().copied().collect(), floats: self.fp, ..Observation::default() }
    }
}

impl OrderName {
    /// The same in the words of the engine.
    pub fn order(self) -> Order {
        match self {
            OrderName::Default => Order::Depth,
            OrderName::Bfs => Order::Breadth,
            OrderName::Random => Order::RandomPath,
            OrderName::Greedy => Order::Coverage,
        }
    }
}
