//! Options of the commands that look at two versions of a program.

use super::options::{Colour, CompileOptions, GLOBALS, LimitOptions, all_cores};
use clap::Args;
use incise_engine::{Aspect, FloatEquality, Restriction};
use incise_pipeline::request::{Callers, CoverName, Expect, Globals, GuideName, OrderName, RulesName, Ub};
use incise_pipeline::value_parsers;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Two versions of a program.
#[derive(Args, Clone)]
pub struct VersionOptions {
    /// The old and the new version, each a C, .ll or .bc file, a folder, or a git revision; or one of A..B, A...B (from their
    /// merge base), REVISION (against the work tree); or nothing (HEAD against the work tree)
    #[arg(value_name = "BASE MOD", num_args = 0..=2)]
    pub versions: Vec<String>,
    /// Compare what is staged with HEAD, or with the given revision
    #[arg(long)]
    pub staged: bool,
    /// The file of the `main` that is meant, in a project of several programs
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Read this file instead of the project's incise.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// How they are compiled.
    #[command(flatten)]
    pub compile: CompileOptions,
}

/// Options of `diff` and `verify`.
#[derive(Args, Clone)]
pub struct DiffOptions {
    /// The versions.
    #[command(flatten)]
    pub versions: VersionOptions,
    /// Compare this function (repeatable); without it every function that was changed, its callers, and `main` if the change
    /// reaches it
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Compare the whole program from here (only `main`)
    #[arg(long, value_name = "NAME", conflicts_with = "function", value_parser = ["main"])]
    pub entry: Option<String>,
    /// How far up callers of a function that differs are compared: so many levels (1 unless given, and `main`), all of them, or
    /// only `main`; 0 for none
    #[arg(long, value_name = "N|all|main", value_parser = value_parsers::callers)]
    pub callers: Option<Callers>,
    /// Only inputs for which this C expression over the function's parameters holds (repeatable)
    #[arg(long, value_name = "EXPR", requires = "function")]
    pub assume: Vec<String>,
    /// What guides the search
    #[arg(long, value_enum, default_value_t = GuideName::Exact)]
    pub guide: GuideName,
    /// In which order branches are followed
    #[arg(long, value_enum, default_value_t = OrderName::Default)]
    pub order: OrderName,
    /// Seed of the random order
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Workers; what is found does not depend on them
    #[arg(short, long, value_name = "N", default_value_t = all_cores())]
    pub jobs: NonZeroUsize,
    /// What is compared (comma separated)
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Aspect::ALL)]
    pub observe: Vec<Aspect>,
    /// Explore the new version only until this is covered, and report what is met, infeasible, or not reached
    #[arg(long, value_enum, value_name = "WHAT")]
    pub cover: Option<CoverName>,
    /// Existing tests: a folder of JSON tests, .ktest and .csv files (with --cover, and for `test`)
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
    #[arg(long, value_name = "WHICH", value_parser = value_parsers::globals, help = GLOBALS)]
    pub globals: Option<Globals>,
    /// Calls in a sequence, from program start, that shows a difference, the last one included (up to 4 with any arguments, and longer ones unless
    /// this is given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub max_history: Option<u32>,
    /// Meaning of undefined behaviour
    #[arg(long, value_enum, default_value_t = Ub::Wrap)]
    pub ub: Ub,
    /// What equal floats are: bits, value, or tolerance:X
    #[arg(long, value_name = "EQUALITY", value_parser = value_parsers::float_equality, default_value = "bits")]
    pub fp: FloatEquality,
    /// Elements of what a pointer parameter points to
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub max_elements: u64,
    /// How many objects deep lists, trees and other structures behind pointer parameters are
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub max_nesting: u32,
    /// Refused: it is no longer needed
    #[arg(long, hide = true)]
    pub aliases: bool,
    /// Refused: it is no longer needed
    #[arg(long, hide = true)]
    pub strings: bool,
    /// Bounds, surroundings and solvers.
    #[command(flatten)]
    pub limits: LimitOptions,
    /// Exit with 0 where the versions are equivalent within these restrictions (comma separated): alias, alloc, args, callbacks, calls,
    /// depth, elements, files, input, layout, loop, nesting, recursion, steps, unknown-functions
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = value_parsers::restriction)]
    pub accept_within: Vec<Restriction>,
    /// The behaviour alone decides: an interface that has changed is listed, and no difference
    #[arg(long)]
    pub allow_interface: bool,
    /// Report only differences that this file does not accept
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Accept all differences from now on: write them into the baseline file
    #[arg(long, requires = "baseline")]
    pub accept: bool,
    /// Write an input for each difference as a test into this folder, a folder per function
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Do not run witnesses natively; a difference is then only predicted
    #[arg(long)]
    pub no_replay: bool,
    /// Add every path of the new version to the JSON document
    #[arg(long)]
    pub paths: bool,
    /// Print the JSON document instead of text
    #[arg(long)]
    pub json: bool,
    /// Print only the verdict
    #[arg(short, long)]
    pub quiet: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
}

/// Options of `bisect`.
#[derive(Args)]
pub struct BisectOptions {
    /// A test whose behaviour is looked for
    #[arg(long, value_name = "FILE", conflicts_with = "function")]
    pub test: Option<PathBuf>,
    /// How commits are compared.
    #[command(flatten)]
    pub diff: DiffOptions,
}

/// Options of `test`.
#[derive(Args)]
pub struct TestOptions {
    /// The comparison.
    #[command(flatten)]
    pub diff: DiffOptions,
    /// Which version's outputs new tests expect
    #[arg(long, value_enum, default_value_t = Expect::Base)]
    pub expect: Expect,
}

/// Options of `debug`.
#[derive(Args)]
pub struct DebugOptions {
    /// The comparison.
    #[command(flatten)]
    pub diff: DiffOptions,
    /// The test: a JSON test, a .ktest file, or a .csv file with one row
    #[arg(long, value_name = "FILE")]
    pub test: PathBuf,
}

/// Options of `impact`.
#[derive(Args)]
pub struct ImpactOptions {
    /// The versions.
    #[command(flatten)]
    pub versions: VersionOptions,
    /// Report this function only
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Rules of impact
    #[arg(long, value_enum, default_value_t = RulesName::Precise)]
    pub impact_rules: RulesName,
    /// Show the impact by calling context: a set for each function's own changes and for each parameter, and what calls hand on
    #[arg(long)]
    pub calls: bool,
    /// Workers; what is found does not depend on them
    #[arg(short, long, value_name = "N", default_value_t = all_cores())]
    pub jobs: NonZeroUsize,
    /// Print the JSON document instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the control-flow graphs of the new version, impacted nodes coloured (Graphviz)
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Write them as a picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Say why this line of the new version is impacted
    #[arg(long, value_name = "LINE")]
    pub why: Option<u32>,
    /// Stop the whole command after this long, with a report of what was found until then (90, 90s, 2m, 1h; 60s unless given)
    #[arg(long, value_name = "TIME", value_parser = value_parsers::duration)]
    pub timeout: Option<Duration>,
}
