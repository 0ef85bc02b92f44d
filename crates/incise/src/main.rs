//! The command line: one file a command, exit codes in one place.

mod bisect;
mod cli;
mod debug;
mod deps;
mod diff;
mod explore;
mod failure;
mod impact;
mod native;
mod origin;
mod program;
mod progress;
mod replay;
mod suite;
mod test;
mod units;
mod versions;

use clap::Parser;
use cli::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match &cli.command {
        Command::Explore(options) => explore::run(options),
        Command::Diff(options) => diff::run(options, "diff"),
        Command::Verify(options) => diff::run(options, "verify"),
        Command::Bisect(options) => bisect::run(options),
        Command::Debug(options) => debug::run(options),
        Command::Test(options) => test::run(options),
        Command::Replay(options) => replay::run(options),
        Command::Impact(options) => impact::run(options),
        Command::Deps(options) => deps::run(options),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure::COULD_NOT_RUN)
        }
    }
}
