//! An option that a command or guide does not honour is an error. `crates/incise/src/cli/honoured/tests.rs` goes through the whole table.

mod support;

use support::incise;

const OLD: &str = "examples/wheel-brake/wbs_old.c";
const NEW: &str = "examples/wheel-brake/wbs_new.c";

fn is_refused(args: &[&str], names: &[&str]) {
    let output = incise(args);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?}");
    for name in names {
        assert!(message.contains(name), "{args:?}: {message}");
    }
}

#[test]
fn options_that_are_not_honoured_are_named() {
    is_refused(&["diff", OLD, NEW, "--cover", "branch", "--out", "x"], &["--out", "--cover"]);
    is_refused(&["diff", OLD, NEW, "--cover", "branch", "--guide", "dise"], &["--guide", "--cover"]);
    is_refused(&["diff", OLD, NEW, "--guide", "dise", "--order", "bfs"], &["--order", "bfs", "--guide dise"]);
    for guide in ["dise", "dgse"] {
        is_refused(&["test", OLD, NEW, "--suite", "s", "--guide", guide], &["--guide", guide, "incise test"]);
    }
    for option in ["--cover=branch", "--suite=s", "--baseline=b", "--paths"] {
        let name = option.split('=').next().unwrap_or(option);
        is_refused(&["debug", OLD, NEW, "--test", "t.json", option], &[name, "incise debug"]);
        is_refused(&["bisect", "A", "B", option], &[name, "incise bisect"]);
    }
    is_refused(&["bisect", "A", "B", "--staged"], &["--staged"]);
    is_refused(&["explore", OLD, "--no-interactive"], &["--no-interactive", "--guide dgse"]);
}

#[test]
fn the_help_of_a_command_lists_only_what_it_honours() {
    let help = String::from_utf8(incise(&["debug", "--help"]).stdout).expect("text");
    assert!(help.contains("--assume") && !help.contains("--baseline") && !help.contains("--guide"), "{help}");
}

#[test]
fn a_program_is_chosen_only_in_a_project() {
    is_refused(&["diff", OLD, NEW, "--program", NEW], &["--program"]);
}
