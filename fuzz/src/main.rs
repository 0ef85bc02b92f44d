//! The long runs: `incise-fuzz csmith --count 1000 --seed 1`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use incise_frontend::Optimise;
use incise_fuzz::analysed::Setting;
use incise_fuzz::batch::{self, Tally};
use incise_fuzz::pairs::pair::Sort;
use incise_fuzz::pairs::tool::Tool;
use incise_fuzz::pairs::{self, Counts, Questions};
use incise_fuzz::verdict::Verdict;
use incise_fuzz::{completeness, csmith, dependence, features, generate, interrupts, states};
use incise_guide::dgse::Interaction;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Random programs against incise.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Programs of csmith: the engine against the native binary.
    Csmith {
        #[command(flatten)]
        batch: BatchArguments,
        /// With floating point.
        #[arg(long)]
        float: bool,
        /// With GCC's built-in functions.
        #[arg(long)]
        builtins: bool,
        /// What clang does to the IR that is analysed.
        #[arg(long, value_enum, default_value = "none")]
        opt: Opt,
    },
    /// Programs with few inputs: the engine's paths against a native run on every input.
    Paths {
        #[command(flatten)]
        batch: BatchArguments,
        /// What clang does to the IR that is analysed; in optimised code paths are not counted.
        #[arg(long, value_enum, default_value = "none")]
        opt: Opt,
    },
    /// Programs of our own with what csmith leaves out: the engine against the native binary.
    Features {
        #[command(flatten)]
        batch: BatchArguments,
        /// Programs of this feature alone.
        #[arg(long, value_parser = feature_names())]
        only: Option<String>,
        /// What clang does to the IR that is analysed; everything in turn when not given.
        #[arg(long, value_enum)]
        opt: Option<Opt>,
    },
    /// Pairs of versions: `incise impact` and `incise diff` against native runs of both versions on many inputs.
    Pairs(PairArguments),
    /// Pairs of versions of several functions: the same, the change most often in what the compared function calls.
    Calls(PairArguments),
    /// Modules with private state, laid out otherwise, and with a seeded fault: `incise diff` against native sequences of calls.
    States {
        #[command(flatten)]
        batch: BatchArguments,
        /// The incise that is asked; the one beside this program when not given.
        #[arg(long)]
        incise: Option<PathBuf>,
    },
    /// Programs with planted errors: exploration guided by dependence against exploring everything.
    Dgse {
        #[command(flatten)]
        batch: BatchArguments,
        /// Compare on this program, whose function `test` is called, instead.
        #[arg(long)]
        file: Option<PathBuf>,
        /// Interactive dependence is left out, or as it is printed: what is missing then must be noticed.
        #[arg(long, value_enum)]
        interaction: Option<Interact>,
    },
    /// Commands stopped at a random moment: a valid report in time, and nothing left behind.
    Interrupts {
        #[command(flatten)]
        batch: BatchArguments,
        /// The incise that is run; the one beside this program when not given.
        #[arg(long)]
        incise: Option<PathBuf>,
    },
    /// Writes the program of one seed to standard output.
    Show {
        /// The generator.
        #[arg(value_enum)]
        generator: Generator,
        /// The seed.
        seed: u64,
        /// For `features`: programs of this feature alone.
        #[arg(long, value_parser = feature_names())]
        only: Option<String>,
    },
}

#[derive(Args)]
struct PairArguments {
    #[command(flatten)]
    batch: BatchArguments,
    /// What is asked.
    #[arg(long, value_enum, default_value = "diff")]
    ask: Ask,
    /// The incise that is asked; the one beside this program when not given.
    #[arg(long)]
    incise: Option<PathBuf>,
    /// The guides of `incise diff` that are asked.
    #[arg(long, value_delimiter = ',', default_values = pairs::GUIDES, value_parser = guide)]
    guides: Vec<&'static str>,
    /// Do not stop at the first pair that fails.
    #[arg(long)]
    keep_going: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Interact {
    None,
    Printed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Generator {
    Features,
    Paths,
    Pairs,
    Calls,
    States,
    Dgse,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ask {
    /// Only whether the generator's refactorings change nothing natively.
    Nothing,
    /// `incise impact`.
    Impact,
    /// `incise impact`, and `incise diff` with each guide: its verdicts and witnesses.
    Verdicts,
    /// All that, and the conditions of the differences.
    Diff,
}

fn guide(name: &str) -> Result<&'static str, String> {
    pairs::GUIDES.into_iter().find(|guide| *guide == name).ok_or_else(|| format!("no such guide: {name}"))
}

fn feature_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(generate::features::names())
}

#[derive(Args)]
struct BatchArguments {
    /// Programs to compare.
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// The first seed; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs at a time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds for the engine on one program.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Print each program's verdict.
    #[arg(long)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Opt {
    None,
    #[value(name = "O0")]
    O0,
    #[value(name = "O1")]
    O1,
    #[value(name = "O2")]
    O2,
}

impl Opt {
    fn optimise(self) -> Optimise {
        match self {
            Opt::None => Optimise::Nothing,
            Opt::O0 => Optimise::O0,
            Opt::O1 => Optimise::O1,
            Opt::O2 => Optimise::O2,
        }
    }
}

fn main() -> ExitCode {
    let tally = match Arguments::parse().command {
        Command::Csmith { batch, float, builtins, opt } => {
            if !csmith::exists() {
                eprintln!("error: csmith cannot be run; install it (Debian: csmith libcsmith-dev)");
                return ExitCode::from(2);
            }
            let options = csmith::Options { float, builtins };
            let setting = Setting { optimise: opt.optimise(), ..batch.setting() };
            batch.run(&|seed, folder| csmith::check(seed, options, &setting, folder))
        }
        Command::Paths { batch, opt } => {
            let setting = Setting { optimise: opt.optimise(), ..batch.setting() };
            batch.run(&|seed, folder| completeness::check(seed, &setting, folder))
        }
        Command::Features { batch, only, opt } => {
            let setting = batch.setting();
            let levels = opt.map_or(features::LEVELS.to_vec(), |opt| vec![opt.optimise()]);
            batch.run(&|seed, folder| features::check(seed, only.as_deref(), &levels, &setting, folder))
        }
        Command::Pairs(arguments) => match arguments.run(Sort::Function) {
            Some(tally) => tally,
            None => return ExitCode::from(2),
        },
        Command::Calls(arguments) => match arguments.run(Sort::Calls) {
            Some(tally) => tally,
            None => return ExitCode::from(2),
        },
        Command::States { batch, incise } => {
            let mut tool = Tool::beside(Duration::from_secs(batch.limit));
            tool.binary = incise.unwrap_or(tool.binary);
            let counts = states::Counts::default();
            let tally = batch.run(&|seed, folder| states::check(seed, &tool, &counts, folder));
            print!("{}", counts.summary());
            tally
        }
        Command::Dgse { batch, file, interaction } => {
            let counts = dependence::Counts {
                interaction: match interaction {
                    None => Interaction::Closed,
                    Some(Interact::None) => Interaction::None,
                    Some(Interact::Printed) => Interaction::Printed,
                },
                ..Default::default()
            };
            let setting = batch.setting();
            if let Some(file) = file {
                let verdict = dependence::check_file(&file, batch.seed, &setting, &counts);
                batch.note(batch.seed, &verdict);
                print!("{}", counts.summary());
                return if verdict == Verdict::Agree { ExitCode::SUCCESS } else { ExitCode::FAILURE };
            }
            let tally = batch.run(&|seed, folder| dependence::check(seed, &setting, &counts, folder));
            print!("{}", counts.summary());
            tally
        }
        Command::Interrupts { batch, incise } => {
            let incise = incise.unwrap_or(Tool::beside(Duration::from_secs(batch.limit)).binary);
            batch.run(&|seed, folder| interrupts::check(seed, &incise, folder))
        }
        Command::Show { generator, seed, only } => {
            let text = match generator {
                Generator::Features => generate::features::generate(seed, only.as_deref()),
                Generator::Paths => generate::paths::generate(seed).text,
                Generator::Pairs => pairs::pair::generate(Sort::Function, seed).show(),
                Generator::Calls => pairs::pair::generate(Sort::Calls, seed).show(),
                Generator::States => states::show(seed),
                Generator::Dgse => dependence::generate::generate(seed),
            };
            print!("{text}");
            return ExitCode::SUCCESS;
        }
    };
    println!("{}", tally.summary());
    if tally.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl PairArguments {
    /// Checks pairs; nothing when the tool cannot be asked.
    fn run(self, sort: Sort) -> Option<Tally> {
        let PairArguments { batch, ask, incise, guides, keep_going } = self;
        let mut tool = Tool::beside(Duration::from_secs(batch.limit));
        tool.binary = incise.unwrap_or(tool.binary);
        let diff = matches!(ask, Ask::Verdicts | Ask::Diff);
        for (wanted, command) in [(ask != Ask::Nothing, "impact"), (diff, "diff")] {
            if wanted && tool.help(command).is_none() {
                eprintln!("error: {} has no command `{command}`; see --incise and --ask", tool.binary.display());
                return None;
            }
        }
        let questions = Questions {
            guides: if diff { guides } else { Vec::new() },
            tool: (ask != Ask::Nothing).then_some(tool),
            callers: diff && sort == Sort::Calls,
            conditions: ask == Ask::Diff,
        };
        let counts = Counts::default();
        let check = |seed: u64, folder: &Path| pairs::check(sort, seed, &questions, &counts, folder);
        let tally =
            batch::run_until(batch.count, batch.seed, batch.jobs, &check, &|s, v| batch.note(s, v), !keep_going);
        print!("{}", counts.summary(batch.verbose));
        Some(tally)
    }
}

impl BatchArguments {
    fn setting(&self) -> Setting {
        Setting { limit: Duration::from_secs(self.limit), ..Setting::default() }
    }

    fn run(&self, check: &(dyn Fn(u64, &Path) -> Verdict + Sync)) -> Tally {
        batch::run(self.count, self.seed, self.jobs, check, &|seed, verdict| self.note(seed, verdict))
    }

    fn note(&self, seed: u64, verdict: &Verdict) {
        match verdict {
            Verdict::Disagree(difference) => println!("seed {seed}: FAILED {difference}"),
            Verdict::TooLong(reason) => println!("seed {seed}: out of time, {reason}"),
            Verdict::Unusable(reason) if self.verbose => println!("seed {seed}: replaced, {reason}"),
            Verdict::Agree if self.verbose => println!("seed {seed}: agrees"),
            Verdict::Unusable(_) | Verdict::Agree => {}
        }
    }
}
