//! Options of commands on one program, and those that commands share.

use clap::{Args, ValueEnum};
use incise_engine::FloatEquality;
use incise_pipeline::request::{Alloc, ExploreGuide, Globals, KindName, Level, OrderName, Ub};
use incise_pipeline::value_parsers;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The help of `--globals`.
pub const GLOBALS: &str = "What globals hold when a function starts: `reachable` (external ones any value, `static` ones what calls leave in \
                           them; the default), `any` (`static` ones any value too) or `initial`";

/// As many workers as the machine runs at once.
pub fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// How clang compiles.
#[derive(Args, Clone)]
pub struct CompileOptions {
    /// Folder with headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Macro definition
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// A flag for clang, such as --cflag=-std=c99
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,
}

/// How files become a program.
#[derive(Args, Clone)]
pub struct ProgramOptions {
    /// C files, or LLVM .ll/.bc files; several are linked
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How they are compiled.
    #[command(flatten)]
    pub compile: CompileOptions,
    /// Analyse the code as clang optimises it
    #[arg(short = 'O', value_name = "LEVEL", value_enum, default_value_t = Level::None)]
    pub optimise: Level,
}

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How far a run may go, what surrounds the program, and who decides conditions.
#[derive(Args, Clone)]
pub struct LimitOptions {
    /// Bound on decisions on a path
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Bound on decisions at one branch in one call
    #[arg(long, value_name = "N")]
    pub loop_bound: Option<u32>,
    /// Bound on statements on a path
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Bound on nested calls
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_call_depth: u32,
    /// The former name of `--max-call-depth`
    #[arg(long, hide = true, value_parser = value_parsers::max_calls)]
    max_calls: Option<u32>,
    /// Stop the whole command after this long, with a report of what was decided until then (90, 90s, 2m, 1h; 60s unless given, of `bisect`
    /// 60s a commit)
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration)]
    pub timeout: Option<Duration>,
    /// Give up on a solver query after this long; unless given, after work that takes about 30s, or 5s when versions are compared
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration)]
    pub solver_timeout: Option<Duration>,
    /// Give up on a search of our own SAT solver after so many conflicts, on every machine and with any number of workers at the same
    /// questions: each is decided by itself then, which is slower
    #[arg(long, value_name = "N")]
    pub solver_conflicts: Option<u64>,
    /// Put pending states away above this much memory (512M, 2G)
    #[arg(long, value_name = "SIZE", value_parser = value_parsers::size)]
    pub max_memory: Option<u64>,
    /// Largest object with a symbolic size
    #[arg(long, value_name = "SIZE", value_parser = value_parsers::size, default_value = "4K")]
    pub max_object: u64,
    /// What requests for memory get
    #[arg(long, value_enum, value_name = "ANSWER")]
    pub alloc: Option<Alloc>,
    /// Bytes of symbolic standard input (8 unless given)
    #[arg(long, value_name = "N")]
    pub sym_stdin: Option<u32>,
    /// Exactly so many symbolic command-line arguments, by length (comma separated; any unless given)
    #[arg(long, value_name = "LENGTH", value_delimiter = ',')]
    pub sym_args: Vec<u32>,
    /// A symbolic file
    #[arg(long, value_name = "NAME:SIZE", value_parser = value_parsers::named_size)]
    pub sym_file: Vec<(String, u32)>,
    /// A concrete command-line argument of the program
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub arg: Vec<String>,
    /// Solvers raced on hard queries: z3, cvc5, bitwuzla, smtlib:COMMAND; `own` for none
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub solver: Vec<String>,
    /// Ask those solvers about every query that reaches SAT and compare
    #[arg(long)]
    pub cross_check: bool,
    /// Write every query that reaches SAT as SMT-LIB 2
    #[arg(long, value_name = "FILE")]
    pub log_queries: Option<PathBuf>,
}

/// Options of `explore`.
#[derive(Args)]
pub struct ExploreOptions {
    /// The program.
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Explore this function with symbolic parameters and globals
    #[arg(long, value_name = "NAME", conflicts_with = "entry")]
    pub function: Option<String>,
    /// Explore the whole program from here (only `main`)
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub entry: String,
    #[arg(long, value_name = "WHICH", value_parser = value_parsers::globals, default_value = "reachable", help = GLOBALS)]
    pub globals: Globals,
    /// Only inputs for which this C expression over the function's parameters holds (repeatable)
    #[arg(long, value_name = "EXPR")]
    pub assume: Vec<String>,
    /// Elements of what a pointer parameter points to; unless given, more where an access goes past them, up to 64
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_elements: Option<u64>,
    /// How many objects deep lists, trees and other structures behind pointer parameters are
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub max_nesting: u32,
    /// What goes wrong only where a pointer from outside is null is an error too
    #[arg(long)]
    pub null_errors: bool,
    /// Meaning of undefined behaviour
    #[arg(long, value_enum, default_value_t = Ub::Report)]
    pub ub: Ub,
    /// Do not report errors of these kinds (comma separated; docs/errors.md)
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub silence: Vec<String>,
    /// What equal floats are when a native run is compared
    #[arg(long, value_enum, default_value_t = FloatEquality::Bits)]
    pub fp: FloatEquality,
    /// Report heap objects that nothing points to at exit
    #[arg(long)]
    pub leaks: bool,
    /// What guides the search
    #[arg(long, value_enum, default_value_t = ExploreGuide::Full)]
    pub guide: ExploreGuide,
    /// With --guide dgse: leave interactive dependence out, which misses errors; for teaching and testing
    #[arg(long)]
    pub no_interactive: bool,
    /// Order of exploration
    #[arg(long, value_enum, default_value_t = OrderName::Default)]
    pub order: OrderName,
    /// Seed of the random order
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Workers; what is found does not depend on them (not with --guide dgse, whose tasks come one after the other)
    #[arg(short, long, value_name = "N", default_value_t = all_cores())]
    pub jobs: NonZeroUsize,
    /// Bounds, surroundings and solvers.
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Write a test for every path into this folder (JSON, C harness, .ktest)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Do not run the inputs of errors natively
    #[arg(long)]
    pub no_replay: bool,
    /// Leave the list of paths out of the JSON document
    #[arg(long)]
    pub no_paths: bool,
    /// Print the JSON document instead of text
    #[arg(long)]
    pub json: bool,
    /// Print the program representation and stop
    #[arg(long, hide = true)]
    pub dump_ir: bool,
    /// Print only the verdict
    #[arg(short, long)]
    pub quiet: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Options of `replay`.
#[derive(Args)]
pub struct ReplayOptions {
    /// A test as `explore --out` writes it, or a folder of them
    pub test: PathBuf,
    /// The program.
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Build with sanitizers (address, undefined); branches are then not compared
    #[arg(long)]
    pub sanitize: bool,
    /// What equal floats are
    #[arg(long, value_enum, default_value_t = FloatEquality::Bits)]
    pub fp: FloatEquality,
    /// Stop the program after this long
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration, default_value = "10s")]
    pub timeout: Duration,
    /// Tests that are replayed at a time
    #[arg(short, long, value_name = "N", default_value_t = all_cores())]
    pub jobs: NonZeroUsize,
}

/// Options of `deps`.
#[derive(Args)]
pub struct DepsOptions {
    /// The program.
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Report this function only (repeatable)
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Report this relation only (comma separated)
    #[arg(long, value_enum, value_name = "RELATION", value_delimiter = ',')]
    pub kind: Vec<KindName>,
    /// An older version: report only what its change to this one reaches
    #[arg(long, value_name = "FILE")]
    pub base: Option<PathBuf>,
    /// Report what depends on what on one path of the function and of those that it calls, and what matters to each decision: the sides
    /// that it takes, in order (2F,4T,8T)
    ///
    /// A line that several files have is written file.c:8T; 8T#2 is line 8 in the second call of its function on the path; a call through a pointer
    /// that may lead to several functions says to which (12:name). Functions of the C library and those with variable arguments are one statement.
    #[arg(long, value_name = "SIDES", conflicts_with = "base")]
    pub path: Option<String>,
    /// Take each call on the path as one statement, as without --path
    #[arg(long, requires = "path")]
    pub step_over: bool,
    /// Say why the second statement depends on the first, such as 2F:14
    #[arg(long, value_name = "FROM:TO")]
    pub why: Option<String>,
    /// Workers; what is found does not depend on them
    #[arg(short, long, value_name = "N", default_value_t = all_cores())]
    pub jobs: NonZeroUsize,
    /// Print the JSON document instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the relations as a graph (Graphviz)
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Stop the whole command after this long, with a report of what was found until then (90, 90s, 2m, 1h; 60s unless given)
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration)]
    pub timeout: Option<Duration>,
}
