//! The command line: parses, calls [`incise_pipeline`] and prints.

mod cli;

use clap::FromArgMatches;
use cli::{Cli, Command};
use incise_pipeline::failure::{Answer, Failure};
use incise_pipeline::watchdog::{DEFAULT_LIMIT, Watchdog};
use incise_pipeline::{bisect, debug, deps, diff, dump, explore, impact, replay, test, verdict};
use incise_report::ComparisonCommand;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == incise_process::guard::ARGUMENT) {
        incise_process::guard::run(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    let mut commands = cli::commands();
    let matches = commands.get_matches_mut();
    let cli = cli::check(&mut commands, &matches).and_then(|()| Cli::from_arg_matches(&matches));
    let cli = cli.unwrap_or_else(|error| error.exit());
    if let Err(refused) = cli::log::begin() {
        eprintln!("error: {refused}");
        return ExitCode::from(verdict::COULD_NOT_RUN);
    }
    incise_process::adopt_orphans();
    Watchdog::new(limit(&cli.command)).supervise(move |watchdog| {
        let answer = run(&cli.command, watchdog)?;
        watchdog.publish(&answer.text, answer.code)
    })
}

/// How long the whole command may take; `replay` has a limit for each native run only.
fn limit(command: &Command) -> Option<Duration> {
    let given = match command {
        Command::Explore(options) => options.limits.timeout,
        Command::Diff(options) | Command::Verify(options) => options.limits.timeout,
        Command::Bisect(options) => options.diff.limits.timeout,
        Command::Debug(options) => options.diff.limits.timeout,
        Command::Test(options) => options.diff.limits.timeout,
        Command::Impact(options) => options.timeout,
        Command::Deps(options) => options.timeout,
        Command::Dump(options) => options.timeout,
        Command::Replay(_) => return None,
    };
    Some(given.unwrap_or(DEFAULT_LIMIT))
}

fn run(command: &Command, watchdog: &Watchdog) -> Result<Answer, Failure> {
    match command {
        Command::Explore(options) => explore::run(&options.request(), watchdog),
        Command::Diff(options) => diff::run(&options.request(), ComparisonCommand::Diff, watchdog),
        Command::Verify(options) => diff::run(&options.request(), ComparisonCommand::Verify, watchdog),
        Command::Bisect(options) => bisect::run(&options.request(), watchdog),
        Command::Debug(options) => debug::run(&options.request(), watchdog),
        Command::Test(options) => test::run(&options.request(), watchdog),
        Command::Replay(options) => replay::run(&options.request(), watchdog),
        Command::Impact(options) => impact::run(&options.request(), watchdog),
        Command::Deps(options) => deps::run(&options.request(), watchdog),
        Command::Dump(options) => dump::run(&options.request(), watchdog),
    }
}
