//! An option that a command or guide does not honour is an error. `crates/incise/src/cli/honoured/tests.rs` goes through the whole table.

mod support;

use std::process::{Command, Output};
use support::{incise, incise_in, root, write};

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
fn former_names_are_refused_with_a_hint() {
    is_refused(&["diff", OLD, NEW, "--max-calls", "3"], &["--max-call-depth"]);
    is_refused(&["explore", OLD, "--max-calls", "3"], &["--max-call-depth"]);
    is_refused(&["diff", OLD, NEW, "--globals", "symbolic"], &["any", "reachable"]);
    is_refused(&["explore", OLD, "--function", "update", "--globals", "symbolic"], &["any", "reachable"]);
    is_refused(&["diff", OLD, NEW, "--globals", "some"], &["`some`", "reachable, any, initial"]);
}

#[test]
fn the_help_of_a_command_lists_only_what_it_honours() {
    let help = String::from_utf8(incise(&["debug", "--help"]).stdout).expect("text");
    assert!(help.contains("--assume") && !help.contains("--baseline") && !help.contains("--guide"), "{help}");
    let help = String::from_utf8(incise(&["bisect", "--help"]).stdout).expect("text");
    assert!(help.contains("--assume") && !help.contains("--baseline") && !help.contains("--accept"), "{help}");
}

#[test]
fn options_that_are_no_longer_needed_are_refused_with_a_hint() {
    for option in ["--aliases", "--strings"] {
        is_refused(&["diff", OLD, NEW, option], &[option, "has no effect any more", "leave it out"]);
    }
    for option in ["--assume=x", "--max-elements=2", "--max-nesting=1", "--null-errors"] {
        is_refused(&["explore", OLD, option], &[option.split('=').next().unwrap_or(option), "--function"]);
    }
}

#[test]
fn a_program_is_chosen_only_in_a_project() {
    is_refused(&["diff", OLD, NEW, "--program", NEW], &["--program"]);
}

#[test]
fn options_without_an_effect_on_main_or_functions_are_refused() {
    for option in ["--globals=initial", "--max-elements=2", "--max-nesting=1", "--callers=2"] {
        let name = option.split('=').next().unwrap_or(option);
        is_refused(&["diff", OLD, NEW, "--function", "main", option], &[name, "--function main"]);
        is_refused(&["diff", OLD, NEW, "--entry", "main", option], &[name, "--entry"]);
    }
    is_refused(&["explore", OLD, "--function", "main", "--sym-args", "2"], &["--sym-args", "--function"]);
    is_refused(&["test", OLD, NEW, "--suite", "s", "--expect", "mod"], &["--expect", "--out"]);
}

fn is_refused_in(folder: &std::path::Path, args: &[&str], names: &[&str]) {
    let output = incise_in(folder, args);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}{message}", String::from_utf8_lossy(&output.stdout));
    for name in names {
        assert!(message.contains(name), "{args:?}: {message}");
    }
}

#[test]
fn a_program_that_is_named_must_be_one_of_the_project() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (version, result) in [("old", "1"), ("new", "2")] {
        write(folder.path(), &format!("{version}/incise.toml"), "sources = [\"*.c\"]\n");
        write(folder.path(), &format!("{version}/a.c"), format!("int main(void) {{ return {result}; }}\n"));
        write(folder.path(), &format!("{version}/b.c"), "int part(int x) { return x; }\n");
    }
    for wrong in ["missing.c", "b.c"] {
        is_refused_in(folder.path(), &["diff", "old", "new", "--program", wrong], &["--program", wrong, "a.c"]);
        is_refused_in(folder.path(), &["impact", "old", "new", "--program", wrong], &["--program", wrong, "a.c"]);
    }
    for right in ["a.c", "./a.c"] {
        let output = incise_in(folder.path(), &["diff", "old", "new", "--program", right]);
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn debug_takes_no_function_other_than_that_of_its_test() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "int f(int x) { return x > 3; }\nint g(int x) { return x; }\nint main(void) { return f(1); }\n";
    write(folder.path(), "old.c", text);
    write(folder.path(), "new.c", text.replace("x > 3", "x > 4"));
    let explored = incise_in(folder.path(), &["explore", "old.c", "--function", "f", "--out", "tests"]);
    assert_eq!(explored.status.code(), Some(0));
    let debug = ["debug", "old.c", "new.c", "--test", "tests/000001.json"];
    let with = |more: &[&'static str]| [debug.as_slice(), more].concat();
    is_refused_in(folder.path(), &with(&["--function", "g"]), &["`f`", "`g`"]);
    is_refused_in(folder.path(), &with(&["--entry", "main"]), &["`f`", "`main`"]);
    is_refused_in(folder.path(), &with(&["--arg", "x"]), &["--arg", "`f`"]);
    let plain = incise_in(folder.path(), &debug);
    let named = incise_in(folder.path(), &with(&["--function", "f"]));
    assert!(plain.status.code() != Some(2), "{}", String::from_utf8_lossy(&plain.stderr));
    assert_eq!((plain.status.code(), plain.stdout), (named.status.code(), named.stdout));
}

#[test]
fn options_of_the_compiler_need_something_to_compile() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let function = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    write(folder.path(), "a.ll", function);
    for option in ["-DX", "-I.", "-O2"] {
        is_refused_in(folder.path(), &["explore", "a.ll", "--function", "f", option], &[&option[..2], "a.ll"]);
    }
    is_refused_in(folder.path(), &["diff", "a.ll", "a.ll", "-DX"], &["-D", "a.ll"]);
}

fn logged(level: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_incise"));
    command.args(["diff", OLD, NEW]).current_dir(root()).env("INCISE_LOG", level).output().expect("the binary starts")
}

#[test]
fn the_log_has_a_line_for_each_stage() {
    let (off, on) = (logged("off"), logged("debug"));
    assert!(off.stderr.is_empty(), "{}", String::from_utf8_lossy(&off.stderr));
    assert_eq!((off.status.code(), on.status.code()), (Some(1), Some(1)));
    let log = String::from_utf8_lossy(&on.stderr).into_owned();
    for stage in ["load", "pair", "impact", "select", "verdict", "report"] {
        assert!(log.contains(&format!("{stage}: close time.busy=")), "{stage}: {log}");
    }
    for stage in ["plan", "decide", "explain", "replay"] {
        assert!(log.contains(&format!("{stage}{{entry=\"update\"}}: close time.busy=")), "{stage}: {log}");
    }
}

#[test]
fn a_level_of_the_log_that_does_not_exist_is_refused() {
    let output = logged("loud");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.starts_with("error: INCISE_LOG: `loud` is not a level; known: off, error,"), "{message}");
}

#[test]
fn arguments_need_a_main_that_reads_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", "int f(int x) { return x; }\n");
    write(folder.path(), "new.c", "int f(int x) { return x + 1; }\n");
    write(folder.path(), "main.c", "int f(int x) { return x; }\nint main(void) { return f(1); }\n");
    for option in [["--sym-args", "2"], ["--arg", "x"]] {
        for (old, new) in [("old.c", "new.c"), ("old.c", "main.c")] {
            is_refused_in(folder.path(), &["diff", old, new, option[0], option[1]], &[option[0], "`main`"]);
        }
        let output = incise_in(folder.path(), &["diff", "main.c", "main.c", option[0], option[1]]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
