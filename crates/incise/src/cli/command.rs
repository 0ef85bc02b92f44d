//! The commands, each with its options and what its help says.

use super::dump::DumpOptions;
use super::options::{DepsOptions, ExploreOptions, ReplayOptions};
use super::versions::{BisectOptions, DebugOptions, DiffOptions, ImpactOptions, TestOptions};
use clap::{Parser, Subcommand};

/// What behaves differently now, and show me: symbolic execution of C programs.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Find all paths of a program: a test input for each, the errors it can reach, coverage
    #[command(after_help = EXPLORE_HELP)]
    Explore(Box<ExploreOptions>),
    /// Run generated tests natively and compare with what was predicted: ending, outputs, every branch
    Replay(ReplayOptions),
    /// Which behaviours differ between two versions, with inputs that show it, replayed natively on both; or that none does
    #[command(after_help = DIFF_HELP)]
    Diff(Box<DiffOptions>),
    /// Whether two versions are equivalent, different, or why that is undecided: `diff` in one line per function
    #[command(after_help = DIFF_HELP)]
    Verify(Box<DiffOptions>),
    /// Which commit first behaves differently from a good one, by comparison of functions or by native runs of a test
    #[command(after_help = BISECT_HELP, override_usage = "incise bisect [OPTIONS] GOOD BAD")]
    Bisect(Box<BisectOptions>),
    /// Which tests of a suite to run again after a change, which no longer fit, and new ones for what no test covers
    #[command(after_help = TEST_HELP)]
    Test(Box<TestOptions>),
    /// Which decisions can be why a test fails that passed before the change, each with an input that decides differently
    #[command(after_help = DEBUG_HELP)]
    Debug(Box<DebugOptions>),
    /// Which lines a change can influence, and by which rule; nothing is executed
    #[command(after_help = IMPACT_HELP)]
    Impact(ImpactOptions),
    /// What depends on what in a program, statement by statement, by four relations; nothing is executed
    #[command(after_help = DEPS_HELP)]
    Deps(DepsOptions),
    /// A stage of the comparison as plain text, for those who work on incise
    #[command(after_help = DUMP_HELP)]
    Dump(DumpOptions),
}

const DUMP_HELP: &str = "\
The text is made for golden files and for reading; it is the same for the same input. Functions are run as `diff` runs them, every \
path of each version, and pointer parameters point to objects of their own.

Exit codes: 0 the stage was printed; 2 could not run; 3 stopped before everything was known.";

const EXPLORE_HELP: &str = "\
What is symbolic: for --function, its parameters and the globals it may read; for main, what the program marks \
(klee_make_symbolic, __VERIFIER_nondet_*, incise_*), arguments that it reads, standard input and files.

Exit codes: 0 no error, everything decided; 1 an error was found; 2 could not run; 3 undecided (a bound, a timeout, \
something unmodelled: the output says which and what to raise).";

const DIFF_HELP: &str = "\
Both versions run on the same symbolic inputs: the parameters of a function and the globals that it may read; for main, what \
the program marks. Only what the change can influence is executed. What is compared: the result, globals, memory behind \
pointer parameters, output, how the run ends, and calls of functions that have neither a body nor a model: in order, with \
their arguments and the bytes behind pointers. What such functions answer is an input of both versions.

In a git repository versions are named as git does: HEAD~1 HEAD, main..feature, main...feature, --staged. incise.toml \
(sources = [\"src/*.c\"]) or compile_commands.json lists what is compiled; revisions are put into temporary folders, and nothing \
in the repository is touched.

Verdicts: `equivalent`: for every input that a caller can give by the rules of C, no observer can tell the versions apart. \
`equivalent within …`: the same within named restrictions, each with where it cut something off. `different`: an input that a \
caller can produce shows it. `different interface`: in files without `main`, an external function or variable is gone or has \
changed incompatibly. `undecided`: anything else.

Exit codes: 0 equivalent, or within restrictions that --accept-within names; 1 different, or different interface unless \
--allow-interface; 2 could not run; 3 undecided, or equivalent within other restrictions (the output says what to raise).";

const BISECT_HELP: &str = "\
GOOD is an ancestor of BAD. Each commit that is looked at is compared with GOOD: --function NAME by a proof or a difference, \
--test FILE by native runs of a test that `explore --out` wrote, without both every function that changed. Commits that do not \
build or stay undecided are passed over. The options are those of `diff`.

Exit codes: 0 BAD behaves as GOOD; 1 the commit was found; 2 could not run; 3 commits that cannot be judged are in the way.";

const TEST_HELP: &str = "\
A test is selected when it satisfies the condition of an impacted path: one on which the old or the new version runs something \
that changed. One is added for each impacted path that no test takes. A test is obsolete when it no longer fits the program.

Exit codes: 0 nothing to run and nothing to add; 1 tests to run, to add or to give up; 2 could not run; 3 undecided (a bound, \
a timeout: the output says which and what to raise).";

const DEBUG_HELP: &str = "\
The test is followed through both versions; only decisions that the change can influence are suspected. First come those for \
which the other input makes the versions agree, and of these the ones that were changed.

Exit codes: 0 the test does the same in both versions; 1 it does not; 2 could not run; 3 undecided.";

const IMPACT_HELP: &str = "\
In a git repository versions are revisions, as in `incise diff`.

Lines are marked ! where they changed and > where the change can reach. Comments, formatting, names of locals and the \
order of functions are no change; a changed macro, header constant, type, initialiser or layout is one where it is used.

Exit codes: 0 no difference; 1 changed; 2 could not run; 3 stopped before everything was known.";

const DEPS_HELP: &str = "\
Statements are named by their line, the sides of a branch by line and side (12T, 12F, 20:case 3). Control: runs because a branch \
took a side. Data: reads what was written. Potential: reads what the other side of a branch would have overwritten. Interactive: \
two statements meet at a third. Calls count with all that is called; memory by what pointers may point to.

Exit codes: 0 the relations were printed; 2 could not run; 3 stopped before everything was known.";
