//! `incise dump` on the programs of `tests/stages`: each stage prints what the golden file `expected.<stage>.txt` beside the program
//! has. The top of `old.c` lists what must be seen in it.
//!
//! With `INCISE_BLESS=1` the golden files are rewritten; make an empty one first where a stage is new. Check them by hand.

mod support;

use std::path::{Path, PathBuf};
use support::{incise, incise_in};

const STAGES: [&str; 5] = ["facts", "pairs", "impact", "plan", "paths"];

/// What a stage prints of the two versions in a folder.
fn dumped(folder: &Path, stage: &str) -> String {
    let mut args = vec!["dump", stage, "old.c", "new.c"];
    if stage == "paths" {
        args.extend(["--loop-bound", "2"]);
    }
    let output = incise_in(folder, &args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{} {stage}: {errors}", folder.display());
    String::from_utf8(output.stdout).expect("a dump is text")
}

fn folders() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(support::root().join("tests/stages")).expect("the programs are there");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    folders.sort();
    folders
}

#[test]
fn every_stage_prints_what_its_golden_file_has() {
    let is_blessing = std::env::var_os("INCISE_BLESS").is_some_and(|value| value == "1");
    let (mut n_compared, mut wrong) = (0, Vec::new());
    for folder in folders() {
        for stage in STAGES {
            let file = folder.join(format!("expected.{stage}.txt"));
            let Ok(expected) = std::fs::read_to_string(&file) else { continue };
            let found = dumped(&folder, stage);
            n_compared += 1;
            if is_blessing {
                std::fs::write(&file, found).expect("the golden file can be written");
            } else if found != expected {
                let lines = found.lines().zip(expected.lines());
                let number = lines.take_while(|(found, expected)| found == expected).count();
                let line = |text: &str| text.lines().nth(number).unwrap_or("(nothing)").to_owned();
                let (found, expected) = (line(&found), line(&expected));
                wrong.push(format!("{}:{}\n  expected {expected}\n  found    {found}", file.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "INCISE_BLESS=1 rewrites them:\n{}", wrong.join("\n"));
    assert!(n_compared >= 30, "only {n_compared} golden files were found");
}

#[test]
fn a_function_is_shown_alone_and_one_program_is_enough_for_facts_and_paths() {
    let folder = support::root().join("tests/stages/call");
    let text = |args: &[&str]| String::from_utf8(incise_in(&folder, args).stdout).expect("a dump is text");
    let pairs = text(&["dump", "pairs", "old.c", "new.c", "--function", "used"]);
    assert!(pairs.starts_with("used  ") && !pairs.contains("scaled  "), "{pairs}");
    let facts = text(&["dump", "facts", "old.c", "--function", "used"]);
    assert!(facts.starts_with("used  old.c:") && !facts.contains("BASE"), "{facts}");
    let paths = text(&["dump", "paths", "old.c", "--function", "scaled"]);
    assert!(paths.starts_with("scaled  1 completed"), "{paths}");
}

#[test]
fn paths_that_the_time_did_not_suffice_for_are_not_a_success() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text =
        "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) if (n >> (i & 31) & 1) s += i; return s; }";
    let file = support::write(folder.path(), "endless.c", text);
    let args = ["dump", "paths", &file, "--function", "f", "--loop-bound", "1000000", "--timeout", "1s"];
    let output = incise_in(folder.path(), &args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("time"), "{text}");
}

#[test]
fn bad_input_is_refused_with_exit_code_2() {
    let (old, new) = ("tests/stages/call/old.c", "tests/stages/call/new.c");
    let cases: [(&[&str], &str); 7] = [
        (&["dump", "pairs", old], "two versions"),
        (&["dump", "facts", old, new, "--function", "nowhere"], "nowhere"),
        (&["dump", "plan", old, new, "--function", "nowhere"], "nowhere"),
        (&["dump", "paths", old], "main"),
        (&["dump", "facts", "no-such-file.c"], "no-such-file.c"),
        (&["dump", "everything", old, new], "everything"),
        (&["dump", "facts", old, new, "--loop-bound", "3"], "--loop-bound"),
    ];
    for (args, named) in cases {
        let output = incise(args);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {errors}");
        assert!(errors.contains(named), "{args:?}: {errors}");
    }
}
