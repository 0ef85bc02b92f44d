//! Every row of the table refuses what it names, and nothing that was not given.

use super::{ROWS, Refused, Row, check, spelled};
use crate::cli::command::Cli;
use clap::{Command, CommandFactory, Error};

/// What each command needs.
fn least(command: &str) -> Vec<String> {
    let words: &[&str] = match command {
        "debug" => &["old.c", "new.c", "--test", "t.json"],
        "test" => &["old.c", "new.c", "--suite", "s"],
        "explore" | "deps" => &["a.c"],
        "dump" => &["facts", "old.c", "new.c"],
        _ => &["old.c", "new.c"],
    };
    ["incise", command].iter().chain(words).map(|word| (*word).to_owned()).collect()
}

fn checked(words: &[String]) -> Result<(), Error> {
    let mut commands = Cli::command();
    let matches = commands.try_get_matches_from_mut(words)?;
    check(&mut commands, &matches)
}

/// An option with some value that it takes.
fn typed(command: &Command, option: &str) -> Vec<String> {
    let argument = command.get_arguments().find(|argument| argument.get_id() == option).expect("the option exists");
    let name = spelled(command, option);
    if !argument.get_action().takes_values() {
        return vec![name];
    }
    let possible: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let any = ["1", "value", "x:1", "any", "loop"].iter().map(|value| (*value).to_owned());
    let is_value = |value: &String| {
        let words = [least(command.get_name()), vec![format!("{name}={value}")]].concat();
        let parsed = Cli::command().try_get_matches_from(words);
        parsed.is_ok() || parsed.is_err_and(|error| error.kind() == clap::error::ErrorKind::MissingRequiredArgument)
    };
    let value = possible.into_iter().chain(any).find(is_value).unwrap_or_else(|| panic!("{name} takes no value"));
    vec![format!("{name}={value}")]
}

/// The words under which a row refuses an option, and words under which it does not; some conditions cannot be undone.
fn examples(command: &Command, option: &str, refused: &Refused) -> (Vec<String>, Option<Vec<String>>) {
    let own = typed(command, option);
    let with = |other: &str| {
        let needed = if other == "assume" { vec![String::from("--function=f")] } else { Vec::new() };
        [own.clone(), typed(command, other), needed].concat()
    };
    match refused {
        // It needs another option.
        Refused::Always if option == "accept" => (with("baseline"), None),
        Refused::Always | Refused::Gone(_) => (own, None),
        Refused::With(other) => (with(other), Some(own)),
        Refused::Without(other) => (own.clone(), Some(with(other))),
        Refused::Where(conditions) => {
            let mut words: Vec<String> = Vec::new();
            for (other, values) in *conditions {
                words.push(format!("{}={}", spelled(command, other), values[0]));
            }
            if !conditions.iter().any(|(other, _)| *other == option) {
                words.extend(own.clone());
            }
            (words, None)
        }
        Refused::Since(other, value, _) => {
            ([own.clone(), vec![format!("{}={value}", spelled(command, other))]].concat(), Some(own))
        }
        // A word without a name is among those that the command needs.
        Refused::Unless(other, _) if !spelled(command, other).starts_with("--") => (own, None),
        Refused::Unless(other, wanted) => {
            (own.clone(), Some([own.clone(), vec![format!("{}={wanted}", spelled(command, other))]].concat()))
        }
        Refused::InFunctions | Refused::InMain => {
            let named = |name: &str| [own.clone(), vec![format!("--function={name}")]].concat();
            let is_in_main = matches!(refused, Refused::InMain);
            if is_in_main { (named("main"), Some(named("f"))) } else { (named("f"), Some(named("main"))) }
        }
    }
}

#[test]
fn what_a_command_needs_is_not_refused() {
    for command in ["explore", "replay", "diff", "verify", "bisect", "test", "debug", "impact", "deps", "dump"] {
        let words = if command == "replay" { vec![String::from("incise")] } else { least(command) };
        assert!(command == "replay" || checked(&words).is_ok(), "{words:?}");
    }
}

#[test]
fn every_row_refuses_its_options() {
    let commands = Cli::command();
    let mut n_checked = 0;
    for (names, options, refused) in ROWS {
        for name in *names {
            let command = commands.find_subcommand(name).expect("the command exists");
            for option in *options {
                let (wrong, _) = examples(command, option, refused);
                let words = [least(name), wrong].concat();
                let error = checked(&words).expect_err(&format!("{words:?} is not refused")).to_string();
                assert!(error.contains(&format!("`{}", spelled(command, option))), "{words:?}: {error}");
                assert!(error.contains("` has no effect "), "{words:?}: {error}");
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 90, "{n_checked}");
}

#[test]
fn what_a_row_allows_is_not_refused_by_that_row() {
    let commands = Cli::command();
    let is_alone =
        |(names, options, _): &&Row, name: &str, option: &str| names.contains(&name) && options.contains(&option);
    for (names, options, refused) in ROWS {
        for name in *names {
            let command = commands.find_subcommand(name).expect("the command exists");
            for option in *options {
                let rows = ROWS.iter().filter(|row| is_alone(row, name, option)).count();
                let (_, Some(right)) = examples(command, option, refused) else { continue };
                if rows == 1 {
                    let words = [least(name), right].concat();
                    assert!(checked(&words).is_ok(), "{words:?}: {}", checked(&words).unwrap_err());
                }
            }
        }
    }
}
