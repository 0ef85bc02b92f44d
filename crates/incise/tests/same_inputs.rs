//! `incise diff`: one caller passes one number to both versions, whatever the type of the parameter, and the same bytes behind pointers. The
//! truth of each pair is a native run: a driver calls both versions with the same arguments.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{incise_in, write};

/// The exit code of a comparison, with its document.
/// The behaviour alone: other types of parameters are another interface.
fn diff(folder: &std::path::Path) -> (Value, i32) {
    let output = incise_in(folder, &["diff", "--allow-interface", "--json", "old.c", "new.c"]);
    let document = serde_json::from_slice(&output.stdout).expect("a document");
    (document, output.status.code().expect("it was not killed"))
}

/// Whether a driver sees a difference: each version is compiled by itself and called by the same expressions, with its own prototype.
fn differs_natively(folder: &std::path::Path, (old, new): (&str, &str), calls: &[&str]) -> bool {
    let mut results = Vec::new();
    for (name, source) in [("old", old), ("new", new)] {
        let prints: String = calls.iter().map(|call| format!("    printf(\"%ld\\n\", (long)({call}));\n")).collect();
        let main = format!("{source}\n#include <stdio.h>\nint main(void) {{\n{prints}    return 0;\n}}\n");
        write(folder, &format!("driver_{name}.c"), &main);
        let program = folder.join(name);
        let source = folder.join(format!("driver_{name}.c"));
        let made = Command::new("clang-19").args(["-w", "-o"]).arg(&program).arg(&source).status();
        assert!(made.expect("clang runs").success());
        results.push(Command::new(&program).output().expect("it runs").stdout);
    }
    results[0] != results[1]
}

/// Compares two versions and holds the answer against native runs.
fn check((old, new): (&str, &str), calls: &[&str], expected: i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    assert_eq!(differs_natively(folder.path(), (old, new), calls), expected == 1, "{old}{new}");
    let (document, code) = diff(folder.path());
    assert_eq!(code, expected, "{old}{new}{document:#}");
    if expected == 1 {
        for difference in document["functions"][0]["differences"].as_array().expect("a list") {
            assert_eq!(difference["native"]["outcome"], "confirmed", "{document:#}");
        }
    }
}

#[test]
fn an_integer_that_is_wider_now_is_the_same_number() {
    let calls = ["f(5)", "f(6)", "f(-1)", "f(-2147483647)", "f(2147483647)"];
    check(("int f(int x) { return x > 5; }\n", "int f(long x) { return x >= 6; }\n"), &calls, 0);
    check(("int f(int x) { return x > 5; }\n", "int f(long x) { return x > 6; }\n"), &calls, 1);
    let calls = ["f(0)", "f(4294967295u)", "f(2147483648u)"];
    check(("int f(unsigned x) { return x > 7; }\n", "int f(unsigned long x) { return x >= 8; }\n"), &calls, 0);
    // A negative number would be sign-extended; an unsigned one is not.
    check(("int f(unsigned x) { return x > 7; }\n", "int f(long x) { return x > 7; }\n"), &calls, 0);
    let calls = ["f('0')", "f('9')", "f('a')", "f(-3)"];
    let digit = ["int f(char c) { return c >= '0' && c <= '9'; }\n", "int f(int c) { return c >= '0' && c <= '9'; }\n"];
    check((digit[0], digit[1]), &calls, 0);
}

#[test]
fn a_float_that_is_wider_now_is_the_same_number() {
    let calls = ["f(1.5f)", "f(1.25f)", "f(-0.0f)", "f(1e30f)", "f(__builtin_nanf(\"\"))"];
    check(("int f(float x) { return x > 1.5f; }\n", "int f(double x) { return x > 1.5; }\n"), &calls, 0);
    check(("int f(float x) { return x > 1.5f; }\n", "int f(double x) { return x > 1.25; }\n"), &calls, 1);
}

/// The bits of an `int` were once taken for those of a `double`.
#[test]
fn an_integer_that_is_a_float_now_is_the_same_number() {
    let calls = ["f(3)", "f(4)", "f(-2147483647)", "f(0)"];
    check(("int f(int x) { return x > 3; }\n", "int f(double x) { return x > 3; }\n"), &calls, 0);
    check(("int f(int x) { return x > 3; }\n", "int f(double x) { return x >= 3; }\n"), &calls, 1);
}

/// A call makes every number 0 or 1 for a `_Bool`.
#[test]
fn a_truth_value_that_is_an_integer_now_takes_every_number() {
    let calls = ["f(0)", "f(1)", "f(2)", "f(-1)"];
    check(("int f(_Bool x) { return x ? 4 : 9; }\n", "int f(int x) { return x ? 4 : 9; }\n"), &calls, 0);
    check(("int f(_Bool x) { return x ? 4 : 9; }\n", "int f(int x) { return x == 1 ? 4 : 9; }\n"), &calls, 1);
}

/// What only one of the types holds is a difference of the interface, and listed as one.
#[test]
fn a_narrower_type_is_undecided_and_no_difference() {
    let pairs = [
        ("int f(double x) { return x > 3; }\n", "int f(int x) { return x > 3; }\n"),
        ("int f(long x) { return x > 7; }\n", "int f(float x) { return x > 7; }\n"),
        ("int f(int c) { return c == 7; }\n", "int f(char c) { return c == 7; }\n"),
        ("unsigned f(unsigned x) { return x / 2; }\n", "unsigned f(int x) { return x / 2; }\n"),
    ];
    for (old, new) in pairs {
        check((old, new), &["f(3)", "f(8)"], 3);
    }
}

/// They do the same where they are called with a `char` and a `float`; a caller can pass any `int` and `double` to the old one.
#[test]
fn an_old_style_definition_takes_promoted_arguments() {
    let old = "int f(c, x) char c; float x; { return c + (x > 1); }\n";
    let calls = ["f((char)3, 1.5f)", "f((char)-3, 0.5f)"];
    check((old, "int f(char c, float x) { return c + (x > 1); }\n"), &calls, 3);
}

#[test]
fn members_that_are_grouped_otherwise_hold_the_same_bytes() {
    let driver = "(struct p *)(int[]){3, 4}";
    let calls = [format!("f({driver})")];
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let old = "struct p { int x, y; };\nint f(struct p *p) { return p->x * 3 + p->y; }\n";
    let array = "struct p { int v[2]; };\nint f(struct p *p) { return p->v[0] * 3 + p->v[1]; }\n";
    let inner =
        "struct h { int x; };\nstruct p { struct h h; int y; };\nint f(struct p *p) { return p->h.x * 3 + p->y; }\n";
    let either =
        "struct p { union { struct { int x, y; }; int v[2]; }; };\nint f(struct p *p) { return p->x * 3 + p->v[1]; }\n";
    for new in [array, inner, either] {
        check((old, new), &calls, 0);
    }
    let other =
        "struct p { union { struct { int x, y; }; int v[2]; }; };\nint f(struct p *p) { return p->x * 3 + p->v[0]; }\n";
    check((old, other), &calls, 1);
    let flags =
        "struct p { unsigned flags; };\nint f(struct p *p) { return (p->flags & 1) + ((p->flags >> 1) & 1) * 2; }\n";
    let fields = "struct p { unsigned a : 1, b : 1, rest : 30; };\nint f(struct p *p) { return p->a + p->b * 2; }\n";
    check((flags, fields), &["f((struct p *)(unsigned[]){2})", "f((struct p *)(unsigned[]){3})"], 0);
}

/// A member that lies elsewhere now is another interface.
#[test]
fn members_that_have_moved_are_listed() {
    let old = "struct p { int x, y; };\nint f(struct p *p) { return p->x * 3 + p->y; }\n";
    let new = "struct p { int y, x; };\nint f(struct p *p) { return p->x * 3 + p->y; }\n";
    // Given by member they do the same; who was compiled with the other header is not.
    check((old, new), &["f(&(struct p){.x = 1, .y = 2})"], 0);
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    let output = incise_in(folder.path(), &["verify", "old.c", "new.c"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("different interface") && text.contains("incompatible type"), "{text}");
}

#[test]
fn structs_of_floats_complex_numbers_and_vectors_are_parameters() {
    let pair = |types: &str, parameter: &str, old: &str, new: &str| {
        let function = |result: &str| format!("{types}int f({parameter}) {{ return {result}; }}\n");
        (function(old), function(new))
    };
    let two = "struct v { float x, y; };\n";
    let three = "struct v { float x, y, z; };\n";
    let vector = "typedef int v4 __attribute__((vector_size(16)));\n";
    let cases = [
        (pair(two, "struct v a", "a.x > a.y", "a.y < a.x"), "f((struct v){1, 2}), f((struct v){1, 1})", 0),
        (pair(two, "struct v a", "a.x > a.y", "a.x >= a.y"), "f((struct v){1, 1})", 1),
        (pair(three, "struct v a", "a.x > a.z", "a.x >= a.z"), "f((struct v){1, 0, 1})", 1),
        (pair("", "float _Complex z", "__real__ z > __imag__ z", "__real__ z >= __imag__ z"), "f(0)", 1),
        (pair("", "double _Complex z", "__real__ z > __imag__ z", "__real__ z >= __imag__ z"), "f(0)", 1),
        (pair("", "long double x", "x > 3", "x >= 3"), "f(3)", 1),
        (pair("", "__float128 x", "x > 3", "x >= 3"), "f(3)", 1),
        (pair("", "__int128 x", "x > 3", "x >= 3"), "f(3)", 1),
        (pair(vector, "v4 a", "a[0] > a[3]", "a[3] < a[0]"), "f((v4){1, 0, 0, 1})", 0),
        (pair(vector, "v4 a", "a[0] > a[3]", "a[0] >= a[3]"), "f((v4){1, 0, 0, 1})", 1),
    ];
    for ((old, new), call, expected) in cases {
        check((&old, &new), &[call], expected);
    }
}
