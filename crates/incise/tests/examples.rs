//! `incise explore` on the examples: as many paths as their headers promise and `tests/papers/brute_force.sh` counts
//! natively, and the errors where they say.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Explores a function; the document, after the exit status was found to agree with it.
fn explore(file: &str, function: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let output = Command::new(env!("CARGO_BIN_EXE_incise"))
        .arg("explore")
        .arg(&file)
        .args(["--function", function, "--ub", "wrap", "--alloc", "succeeds", "--json"])
        .output()
        .expect("incise was built");
    let messages = String::from_utf8_lossy(&output.stderr);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {messages}"));
    let found = document["function"]["errors"].as_array().is_some_and(|errors| !errors.is_empty());
    assert_eq!(output.status.code(), Some(i32::from(found)), "{messages}");
    document
}

/// Paths completed, paths that end in an error, and the errors as kind and line.
fn check(file: &str, function: &str, paths: u64, error_paths: u64, errors: &[(&str, u64)]) {
    let document = explore(file, function);
    let stats = &document["function"]["stats"];
    assert_eq!(stats["paths"], paths, "{file}");
    assert_eq!(stats["error_paths"], error_paths, "{file}");
    assert_eq!(stats["cut_paths"], 0, "{file}");
    let entries = document["function"]["errors"].as_array().expect("errors are a list");
    let mut found: Vec<(&str, u64)> = entries
        .iter()
        .map(|entry| (entry["kind"].as_str().unwrap_or_default(), entry["line"].as_u64().unwrap_or_default()))
        .collect();
    found.sort_by_key(|(_, line)| *line);
    assert_eq!(found, errors, "{file}");
}

#[test]
fn wheel_brake() {
    check("examples/wheel-brake/wbs_old.c", "update", 24, 0, &[]);
    check("examples/wheel-brake/wbs_new.c", "update", 24, 0, &[]);
}

#[test]
fn test_x() {
    check("examples/testx/testx.c", "testX", 2, 0, &[]);
}

#[test]
fn packet() {
    check("examples/explore-me/packet.c", "answer", 8, 2, &[("out-of-bounds", 30), ("assert", 36)]);
}

#[test]
fn figures_of_dgse() {
    check("tests/papers/dgse-tse2017/fig1.c", "Test", 4, 0, &[]);
    // Lines 13 and 14 of the figure.
    let errors = [("out-of-bounds", 35), ("division-by-zero", 36)];
    check("tests/papers/dgse-tse2017/fig2.c", "Test", 4, 4, &errors);
    check("tests/papers/dgse-tse2017/fig4.c", "test", 16, 0, &[]);
    check("tests/papers/dgse-tse2017/fig5.c", "Test", 3, 0, &[]);
}
