//! `incise diff`: a function that a caller passes is unknown. Its calls are compared like output, its answers are inputs, and null is a case of its
//! own. Native runs of both versions, with a function that answers as predicted, show each difference.

mod support;

use serde_json::Value;
use support::{incise_in, write};

fn diff(old: &str, new: &str) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    let output = incise_in(folder.path(), &["diff", "--function", "f", "--json", "old.c", "new.c"]);
    let document = serde_json::from_slice(&output.stdout).expect("a document");
    (document, output.status.code().expect("it was not killed"))
}

fn differs(old: &str, new: &str) {
    let (document, code) = diff(old, new);
    assert_eq!(code, 1, "{document:#}");
    for difference in document["functions"][0]["differences"].as_array().expect("a list") {
        assert_eq!(difference["native"]["outcome"], "confirmed", "{document:#}");
    }
}

const OLD: &str = "int f(int (*cb)(int), int x) { return cb ? cb(x) + 1 : 0; }\n";

/// Both call once with `x`, if there is anything to call, and add one.
#[test]
fn the_same_calls_are_equivalent() {
    let new = "int f(int (*cb)(int), int x) { int r; if (!cb) return 0; r = cb(x); r++; return r; }\n";
    let (document, code) = diff(OLD, new);
    assert_eq!(code, 0, "{document:#}");
}

#[test]
fn another_argument_another_number_of_calls_and_another_use_of_the_answer_differ() {
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x + 1) + 1 : 0; }\n");
    differs(OLD, "int f(int (*cb)(int), int x) { if (!cb) return 0; cb(x); return cb(x) + 1; }\n");
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x) + 2 : 0; }\n");
}

#[test]
fn null_is_tried() {
    differs(OLD, "int f(int (*cb)(int), int x) { return cb ? cb(x) + 1 : 1; }\n");
}

/// A caller may pass a function of the program as well.
#[test]
fn a_comparison_with_a_function_of_the_program_is_not_decided() {
    let program = |result: &str| {
        format!("int g(int x) {{ return x; }}\nint f(int (*cb)(int), int x) {{ return cb == g ? {result} : 2; }}\n")
    };
    let (document, code) = diff(&program("x"), &program("x + 1"));
    assert_eq!(code, 3, "{document:#}");
}
