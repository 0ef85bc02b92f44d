//! The JSON document and the log of queries, as other programs read them.

mod support;

use incise_report::Explored;
use std::process::Command;
use support::incise_in;

/// Everything that is printed is described by the schema, and nothing is lost on the way through the model.
#[test]
fn the_document_reads_back_as_it_was_printed() {
    for args in [
        &["examples/explore-me/packet.c", "--function", "answer"][..],
        &["bench/programs/tokenizer.c", "-DN=3"],
        &["bench/programs/control.c", "-DN=2", "--max-depth", "2"],
    ] {
        let printed = support::explored(args);
        let model: Explored = serde_json::from_value(printed.clone()).expect("the model reads it");
        assert_eq!(serde_json::to_value(&model).expect("the model writes it"), printed, "{args:?}");
        assert_eq!(model.schema, "incise/2");
    }
}

/// What the models of library functions keep is no output of the program.
#[test]
fn variables_of_the_library_are_no_outputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = "#include <ctype.h>\nint total;\nvoid add(int c) { if (ispunct((unsigned char)c)) total = 1; }\n";
    support::write(folder.path(), "count.c", program);
    let file = folder.path().join("count.c");
    let printed = support::explored(&[file.to_str().expect("a plain path"), "--function", "add"]);
    let paths = printed["function"]["paths"].as_array().expect("paths");
    for path in paths {
        let names: Vec<&String> = path["outputs"].as_object().expect("outputs").keys().collect();
        assert_eq!(names, ["total"], "{path:#}");
    }
    assert!(!paths.is_empty());
}

/// Another solver gives every logged query the answer that ours gave.
#[test]
fn logged_queries_can_be_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("queries.smt2");
    let root = support::root();
    let log_name = log.to_str().expect("a plain path");
    let output =
        incise_in(&root, &["explore", "bench/programs/index.c", "-DN=4", "--ub", "wrap", "--log-queries", log_name]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&log).expect("the log is written");
    let expected: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("(set-info :status ").and_then(|rest| rest.strip_suffix(')')))
        .collect();
    assert!(expected.len() > 5, "too few queries to test anything: {}", expected.len());
    let solver = std::env::var_os("INCISE_Z3").unwrap_or_else(|| "z3".into());
    let replayed = Command::new(solver).arg(&log).output().expect("z3 is installed by scripts/setup.sh");
    let answers = String::from_utf8_lossy(&replayed.stdout);
    assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
}
