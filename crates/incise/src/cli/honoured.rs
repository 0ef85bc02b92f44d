//! Which options a command or guide does not honour: giving one is an error, and never ignored.
//!
//! Commands on two versions share one set of options, so that clap accepts more than a command uses. [`ROWS`] says what is refused.
//! An option is refused only when it was given: its default never is.

use super::command::Cli;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory, Error};
use incise_pipeline::messages::no_effect;

/// When options are not honoured.
enum Refused {
    /// By these commands never.
    Always,
    /// No longer: what holds without it, and what to do.
    Gone(&'static str),
    /// Together with another option.
    With(&'static str),
    /// Without another option.
    Without(&'static str),
    /// Where each of these options has one of these values.
    Where(&'static [(&'static str, &'static [&'static str])]),
    /// Where an option has this value, for a reason.
    Since(&'static str, &'static str, &'static str),
    /// Where an option has another value.
    Unless(&'static str, &'static str),
    /// Where only functions other than `main` are named by `--function`.
    InFunctions,
    /// Where only `main` is named by `--function`: it is run as a whole program, from its start.
    InMain,
}
use Refused::{Always, Gone, InFunctions, InMain, Since, Unless, Where, With, Without};

/// Commands, options of theirs, and when these are not honoured.
type Row = (&'static [&'static str], &'static [&'static str], Refused);

const VERSIONS: &[&str] = &["diff", "verify", "bisect", "test", "debug"];
const COMPARING: &[&str] = &["diff", "verify", "bisect"];
const SEARCHING: &[&str] = &["explore", "diff", "verify", "bisect", "test"];
const PUBLISHED: &[&str] = &["dise", "dise:icsm12", "dise:tosem14", "dise:pldi11"];
const GREEDY: &[&str] = &["greedy", "coverage"];
/// What only a symbolic execution honours.
#[rustfmt::skip]
const SYMBOLIC: &[&str] = &[
    "guide", "order", "seed", "callers", "globals", "max_history", "ub", "fp", "max_elements", "max_nesting",
    "max_depth", "loop_bound", "max_steps", "max_call_depth", "solver_timeout", "solver_conflicts", "max_memory", "max_object", "alloc", "sym_stdin", "sym_args",
    "sym_file", "arg", "solver", "cross_check", "log_queries", "no_replay", "entry",
];
/// What a search that ends when everything is covered does not honour.
#[rustfmt::skip]
const COMPARISON: &[&str] = &[
    "out", "guide", "order", "seed", "observe", "fp", "callers", "max_history", "baseline", "no_replay", "paths", "max_memory",
    "accept_within", "allow_interface",
];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Options of earlier versions.
    (VERSIONS, &["aliases"], Gone("pointers may lead to one object wherever that could matter; leave it out")),
    (VERSIONS, &["strings"], Gone("strings end anywhere within --max-elements, and longer ones are a bound; leave it out")),
    // Options of other commands.
    (&["verify", "test", "debug", "bisect"], &["cover"], Always),
    (&["verify", "debug", "bisect"], &["suite"], Always),
    (&["test", "debug", "bisect"], &["accept", "baseline", "paths"], Always),
    (&["test", "debug"], &["callers", "no_replay", "fp", "max_history"], Always),
    (&["test", "debug", "bisect"], &["accept_within", "allow_interface"], Always),
    (&["debug", "bisect"], &["out", "quiet"], Always),
    (&["diff", "verify"], &["allow_interface"], With("function")),
    (&["bisect"], &["staged"], Always),
    // `debug` follows one test: it does not search, and takes the objects of the test.
    (&["debug"], &["guide", "order", "seed", "loop_bound", "max_nesting", "max_memory"], Always),
    // A test is run natively at each commit.
    (&["bisect"], SYMBOLIC, With("test")),
    (&["diff"], &["suite"], Without("cover")),
    (&["diff"], COMPARISON, With("cover")),
    // Guides and orders.
    (&["test"], &["guide"], Where(&[("guide", &["dgse", "dise", "dise:icsm12", "dise:tosem14", "dise:pldi11"])])),
    (COMPARING, &["order"], Where(&[("order", &["bfs"]), ("guide", PUBLISHED)])),
    (&["explore", "diff", "verify", "bisect"], &["order"], Where(&[("order", GREEDY), ("guide", &["dgse"])])),
    (SEARCHING, &["seed"], Unless("order", "random")),
    (&["explore"], &["jobs"], Since("guide", "dgse", "its tasks come one after the other: each depends on what earlier ones showed")),
    (&["explore", "diff", "verify", "bisect"], &["max_memory"], Where(&[("guide", &["dgse"])])),
    (&["explore"], &["no_interactive"], Unless("guide", "dgse")),
    // Forms of the report.
    (&["explore", "diff", "verify", "test"], &["quiet"], With("json")),
    (&["diff", "verify"], &["paths"], Without("json")),
    (&["explore"], &["no_paths"], Without("json")),
    (&["explore"], &["fp"], With("no_replay")),
    (&["impact"], &["why"], With("json")),
    (&["impact"], &["why", "impact_rules"], With("calls")),
    (&["deps"], &["why"], With("json")),
    (&["deps"], &["kind"], With("why")),
    // Only one stage runs anything.
    (&["dump"], &["loop_bound"], Unless("stage", "paths")),
    // Functions and whole programs.
    (&["explore"], &["globals", "assume", "max_elements", "max_nesting", "null_errors"], Without("function")),
    (VERSIONS, &["globals", "max_history", "max_elements", "max_nesting"], With("entry")),
    (VERSIONS, &["globals", "max_history", "max_elements", "max_nesting"], InMain),
    (COMPARING, &["max_history"], Since("globals", "any", "private state is taken as given")),
    (COMPARING, &["max_history"], Since("globals", "initial", "private state keeps its initial values")),
    (COMPARING, &["max_history"], With("assume")),
    (COMPARING, &["callers"], With("entry")),
    (COMPARING, &["callers"], InMain),
    (&["explore"], &["sym_args", "arg"], With("function")),
    (VERSIONS, &["sym_args", "arg"], InFunctions),
    (&["test"], &["expect"], Without("out")),
];

/// The commands, with options that a command never honours left out of its help.
pub fn commands() -> Command {
    let mut commands = Cli::command();
    for (names, options, _) in ROWS.iter().filter(|(.., refused)| matches!(refused, Always)) {
        for (name, option) in names.iter().flat_map(|name| options.iter().map(move |option| (name, option))) {
            commands = commands.mut_subcommand(name, |command| command.mut_arg(option, |argument| argument.hide(true)));
        }
    }
    commands
}

/// Checks what was given; the error is the first option that is not honoured.
pub fn check(commands: &mut Command, matches: &ArgMatches) -> Result<(), Error> {
    let Some((name, given)) = matches.subcommand() else { return Ok(()) };
    let Some(command) = commands.find_subcommand_mut(name) else { return Ok(()) };
    for (_, options, refused) in ROWS.iter().filter(|(commands, ..)| commands.contains(&name)) {
        for option in options.iter().filter(|option| is_given(given, option)) {
            if let Some(message) = refusal(command, given, option, refused) {
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
        }
    }
    Ok(())
}

/// Why an option that was given is refused.
fn refusal(command: &Command, given: &ArgMatches, option: &str, refused: &Refused) -> Option<String> {
    let name = spelled(command, option);
    let with_value = |option: &str| format!("{} {}", spelled(command, option), value(given, option));
    let on_command = format!("on `incise {}`", command.get_name());
    match refused {
        Always => Some(no_effect(&name, &on_command)),
        Gone(why) => Some(no_effect(&name, &format!("any more: {why}"))),
        With(other) => is_given(given, other).then(|| no_effect(&name, &format!("with `{}`", spelled(command, other)))),
        Without(other) => {
            (!is_given(given, other)).then(|| no_effect(&name, &format!("without `{}`", spelled(command, other))))
        }
        Where(conditions) => {
            let has = |(other, values): &(&str, &[&str])| values.contains(&value(given, other).as_str());
            let (other, _) = conditions.last()?;
            let condition = if *other == option { on_command } else { format!("with `{}`", with_value(other)) };
            conditions.iter().all(has).then(|| no_effect(&with_value(option), &condition))
        }
        Since(other, refused, why) => (value(given, other) == *refused)
            .then(|| no_effect(&name, &format!("with `{} {refused}`: {why}", spelled(command, other)))),
        Unless(other, wanted) => (value(given, other) != *wanted)
            .then(|| no_effect(&name, &format!("without `{} {wanted}`", spelled(command, other)))),
        InMain => {
            let names: Vec<String> = values(given, "function");
            let is_refused = !names.is_empty() && names.iter().all(|name| name == "main");
            is_refused.then(|| no_effect(&name, "with `--function main`"))
        }
        InFunctions => {
            let names: Vec<String> = values(given, "function");
            let is_refused = !names.is_empty() && !names.iter().any(|name| name == "main");
            is_refused.then(|| no_effect(&name, "without `--function main`"))
        }
    }
}

/// Whether an option was typed.
fn is_given(given: &ArgMatches, option: &str) -> bool {
    given.try_contains_id(option).is_ok() && given.value_source(option) == Some(ValueSource::CommandLine)
}

/// The values of an option as they were typed, or its default.
fn values(given: &ArgMatches, option: &str) -> Vec<String> {
    let raw = given.try_get_raw(option).ok().flatten();
    raw.into_iter().flatten().map(|value| value.to_string_lossy().into_owned()).collect()
}

fn value(given: &ArgMatches, option: &str) -> String {
    values(given, option).pop().unwrap_or_default()
}

/// An option as it is typed.
fn spelled(command: &Command, option: &str) -> String {
    let argument = command.get_arguments().find(|argument| argument.get_id() == option);
    match argument {
        Some(argument) if argument.is_positional() => option.to_owned(),
        _ => format!("--{}", argument.and_then(|argument| argument.get_long()).unwrap_or(option)),
    }
}

#[cfg(test)]
#[path = "honoured/tests.rs"]
mod tests;
