//! Native runs that do not go as a test says: none is taken for agreement, none hangs, none harms.

mod agreement;

use agreement::{Explored, config, explored};
use incise_frontend::Options;
use incise_replay::{Bytes, FileInput, Hex, ReplayError, Replayer, Sanitize, StopReason, Test, TestEntry, compare};
use std::time::{Duration, Instant};

const SOURCE: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x < 100);
    if (x == 7) return 1;
    if (x == 96) return 96;
    for (volatile int wait = x == -5; wait;) continue;
    for (volatile int wait = x == -6; wait;) puts("again and again");
    if (x == -7) { int y; klee_make_symbolic(&y, sizeof y, "y"); if (y == 1) return 2; }
    return 0;
}
"#;

fn program() -> Explored {
    explored(SOURCE, config(None).with(|run| run.bounds.max_steps = Some(2000)))
}

fn with_exit_code(explored: &Explored, code: u8) -> Test {
    explored.tests.iter().find(|test| test.expected.exit_code == Some(code)).expect("there is such a path").clone()
}

fn replayer(explored: &Explored) -> Replayer {
    Replayer::new(&explored.inputs, &explored.options, &TestEntry::Main, Sanitize::No).unwrap()
}

fn with_x(test: &Test, x: i32) -> Test {
    let mut test = test.clone();
    test.inputs[0].bytes = Hex(x.to_le_bytes().to_vec());
    test
}

#[test]
fn other_values_do_something_else() {
    let explored = program();
    let replayer = replayer(&explored);
    let test = with_exit_code(&explored, 1);
    let seen = |test: &Test| replayer.replay(test).unwrap();
    assert!(compare(&test, None, &seen(&test)).agrees);
    let other = compare(&test, None, &seen(&with_x(&test, 8)));
    assert_eq!(other.differences, ["exit code 0, expected 1"]);
    assert_eq!(seen(&with_x(&test, 100)).stopped, StopReason::AssumeFailed);
    assert!(!compare(&test, None, &seen(&with_x(&test, 100))).agrees);
    // The harness's own exit codes are the program's to use.
    assert_eq!(seen(&with_x(&test, 96)).stopped, StopReason::Exit(96));
    let mut wide = test.clone();
    wide.inputs[0].bytes = Hex(vec![0; 8]);
    assert_eq!(seen(&wide).stopped, StopReason::Misfit("input `x` has 4 bytes, the test gives 8".to_owned()));
    let more = seen(&with_x(&test, -7));
    assert_eq!(more.extra_inputs, ["y"]);
    assert!(compare(&test, None, &more).differences.iter().any(|line| line.contains("an input `y`")));
}

#[test]
fn a_run_that_does_not_end_is_stopped() {
    let explored = program();
    let mut replayer = replayer(&explored);
    replayer.limits.timeout = Duration::from_millis(300);
    let test = with_exit_code(&explored, 1);
    let start = Instant::now();
    let observed = replayer.replay(&with_x(&test, -5)).unwrap();
    assert_eq!(observed.stopped, StopReason::Timeout);
    assert!(start.elapsed() < Duration::from_secs(5));
    assert!(!compare(&test, None, &observed).agrees);
    replayer.limits.output = 1000;
    replayer.limits.timeout = Duration::from_secs(10);
    let observed = replayer.replay(&with_x(&test, -6)).unwrap();
    assert_eq!(observed.stopped, StopReason::TooMuchOutput);
    assert_eq!(observed.stdout.len(), 1000);
}

#[test]
fn a_test_of_another_entry_or_with_odd_files_is_refused() {
    let explored = program();
    let replayer = replayer(&explored);
    let test = with_exit_code(&explored, 1);
    let other = Test { entry: TestEntry::Function("main".to_owned()), ..test.clone() };
    assert!(matches!(replayer.replay(&other), Err(ReplayError::OtherEntry { .. })));
    let with_file = |name: &str| {
        let files = vec![FileInput { name: Bytes(name.as_bytes().to_vec()), content: Bytes(b"x".to_vec()) }];
        Test { files, ..test.clone() }
    };
    assert!(matches!(replayer.replay(&with_file("")), Err(ReplayError::NoSuchInput(_))));
    // Files of names that lead elsewhere are in the folder of the run too.
    let elsewhere = std::env::temp_dir().join(format!("incise-never-made-{}", std::process::id()));
    for name in ["../escape", ".", elsewhere.to_str().expect("it is text")] {
        let again = replayer.replay(&with_file(name)).unwrap();
        assert_eq!(again.stopped, replayer.replay(&test).unwrap().stopped, "{name}");
    }
    assert!(!elsewhere.exists());
    let missing = TestEntry::Function("absent".to_owned());
    let error = Replayer::new(&explored.inputs, &explored.options, &missing, Sanitize::No).unwrap_err();
    assert_eq!(error.to_string(), "no function `absent` in the program");
    let error = Replayer::new(&["absent.c".into()], &Options::default(), &TestEntry::Main, Sanitize::No).unwrap_err();
    assert_eq!(error.to_string(), "cannot read absent.c: no such file");
}

#[test]
fn files_that_are_no_tests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.json");
    for (text, message) in [
        ("", "not a test: EOF"),
        ("{}", "not a test: missing field `schema`"),
        (r#"{"schema": "incise-test/9"}"#, "the format is `incise-test/9`; this program reads `incise-test/1`"),
        (r#"{"schema": "incise-test/1", "program": 3}"#, "not a test: invalid type"),
    ] {
        std::fs::write(&file, text).unwrap();
        let error = Test::read(&file).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_suite_is_not_written_over_files() {
    let explored = program();
    let out = explored.folder.path().join("out");
    std::fs::write(out.join("000000.c"), "mine").unwrap();
    let before = std::fs::read(out.join("000001.c")).unwrap();
    let program = incise_replay::HarnessProgram { own: &explored.program, linked: &explored.linked, others: &[] };
    let error = incise_replay::Suite::at(&out).write(program, &explored.tests[..1]).unwrap_err().to_string();
    assert!(error.contains("000000.c"), "{error}");
    assert_eq!(std::fs::read(out.join("000000.c")).unwrap(), b"mine");
    assert_eq!(std::fs::read(out.join("000001.c")).unwrap(), before);
}

#[test]
fn ktest_files_hold_the_inputs() {
    let explored = program();
    let bytes = std::fs::read(explored.folder.path().join("out/000001.ktest")).unwrap();
    let test = incise_replay::KTest::parse(&bytes).unwrap();
    assert_eq!(test.objects[0].name, b"x");
    assert_eq!(test.objects[0].bytes, explored.tests[0].inputs[0].bytes.0);
}

#[test]
fn what_inputs_do_not_decide_is_said() {
    let source = "int unknown(int);\nint main(void) { if (unknown(3) == 4) return 1; return 0; }\n";
    let explored = explored(source, config(None));
    assert_eq!(explored.tests.len(), 2);
    assert!(explored.tests.iter().all(|test| !test.expected.exact && !test.expected.guesses.is_empty()));
    let again = incise_replay::predict(&explored.linked, &explored.config, &explored.tests[0]).unwrap_err();
    assert_eq!(again.to_string(), "the inputs do not determine the run: 2 paths fit them");
    // Natively the function is missing: that is an error of the build, not of the test.
    let error = Replayer::new(&explored.inputs, &explored.options, &TestEntry::Main, Sanitize::No).unwrap_err();
    assert!(error.to_string().contains("undefined reference to `unknown'"), "{error}");
}
