//! `incise diff`: both versions are run on the same inputs, also on globals that only one of them names.

mod support;

use serde_json::Value;
use support::{document, incise_in, write};

fn diff(guide: &str, old: &str, new: &str) -> (Value, i32) {
    diff_with(&["--guide", guide], old, new)
}

fn diff_with(options: &[&str], old: &str, new: &str) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    let output =
        incise_in(folder.path(), &[&["diff", "--function", "f", "--json", "old.c", "new.c"], options].concat());
    let document = serde_json::from_slice(&output.stdout).expect("a document");
    (document, output.status.code().expect("it was not killed"))
}

const WITHOUT: &str = "int g = 4;\nint f(int x) { return x; }\n";

#[test]
fn a_global_that_one_version_only_reads_is_the_same_in_both() {
    let with = "int g = 4;\nint f(int x) { if (g == 7) return x; return x; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(WITHOUT, with), (with, WITHOUT)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("equivalent"), 0), "{guide}: {document:#}");
        }
    }
}

/// They differ when `x == 3` and `g` was not 9 before.
#[test]
fn a_global_that_one_version_only_writes_is_the_same_before() {
    let with = "int g = 4;\nint f(int x) { if (x == 3) g = 9; return x; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(WITHOUT, with), (with, WITHOUT)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("different"), 1), "{guide}: {document:#}");
            let differences = document["functions"][0]["differences"].as_array().expect("a list");
            assert_eq!(differences.len(), 1, "{guide}: {document:#}");
            let difference = &differences[0];
            assert_eq!(difference["inputs"]["x"], 3);
            assert_ne!(difference["inputs"]["g"], 9);
            assert_eq!(difference["replayed"], true);
        }
    }
}

/// Writing a `_Bool` over itself changes nothing, as it does when the byte is neither 0 nor 1.
#[test]
fn a_boolean_in_memory_is_0_or_1() {
    let old = "_Bool g;\nstruct S { int n; _Bool b; };\nint f(struct S *restrict p, _Bool *restrict q) { if (!p || !q) return 1; g = g; p->b = p->b; q[2] = q[2]; return 0; }\n";
    let new = "_Bool g;\nstruct S { int n; _Bool b; };\nint f(struct S *restrict p, _Bool *restrict q) { if (!p || !q) return 1; return 0; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(old, new), (new, old)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("equivalent"), 0), "{guide}: {document:#}");
        }
    }
}

/// With initial values for globals, another initial value is seen after the function wherever it is not overwritten.
#[test]
fn another_initial_value_that_is_passed_on_is_a_difference() {
    let pairs = [
        (
            "int g = 1;\nint f(int x) { if (x) g = x; return x; }\n",
            "int g = 2;\nint f(int x) { if (x) g = x; return x; }\n",
        ),
        (
            "int g[2] = {1, 2};\nint f(int x) { g[0] = x; return x; }\n",
            "int g[2] = {1, 3};\nint f(int x) { g[0] = x; return x; }\n",
        ),
        ("int g = 1;\nint f(int x) { return x; }\n", "int g = 2;\nint f(int x) { return x; }\n"),
    ];
    for guide in ["full", "exact"] {
        for (old, new) in pairs {
            let (document, code) = diff_with(&["--guide", guide, "--globals", "initial"], old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("different"), 1), "{guide}: {document:#}");
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("equivalent"), 0), "{guide}: {document:#}");
        }
    }
}

#[test]
fn strings_are_shown_as_strings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", "int f(const char *s) { return s[0] == 'o' && s[1] == 'n' && s[2] == 0; }\n");
    write(folder.path(), "new.c", "int f(const char *s) { return s[0] == 'o' && s[1] == 'n'; }\n");
    let output = incise_in(folder.path(), &["diff", "old.c", "new.c"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("f(s=\"on"), "{text}");
    assert!(text.contains("0  →  1"), "{text}");
}

/// Where results of floats differ is not told in a line, but on which path is.
#[test]
fn a_condition_that_is_too_long_is_told_by_one_that_it_implies() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = |body: &str| {
        format!(
            "float f(float a, float b, float limit, float k) {{\n\
             float sum = a * k + b / k;\n{body}\nreturn k * (sum + a * b) + sum * limit - k / sum; }}\n"
        )
    };
    write(folder.path(), "old.c", text("if (sum > limit) sum = limit;\nif (sum < -limit) sum = -limit;"));
    write(folder.path(), "new.c", text("if (sum > limit) sum = limit;\nelse if (sum < -limit) sum = -limit;"));
    let (document, code) = document(&incise_in(folder.path(), &["diff", "old.c", "new.c", "--json"]));
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!(code, 1, "{document:#}");
    assert!(difference["condition"].as_str().expect("a text").len() > 200, "{difference:#}");
    let within = difference["within"].as_str().expect("a text");
    assert!(within.contains("-limit > limit") && within.len() <= 200, "{within}");
    let output = incise_in(folder.path(), &["diff", "old.c", "new.c"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("for some inputs with  {within}")), "{text}");
}

/// Structs by value, as the machine passes them: in two registers, in floating-point registers, with a pointer, three members in two registers, as a
/// copy in memory. Conditions and examples name their members. What differs is the boundary of the one comparison, by the programs' text.
#[test]
fn structs_by_value_are_shown_by_their_members() {
    let cases = [
        ("struct s { int temp, door, water, mode; };", "v.mode < 5", "v.mode <= 5", "v.mode == 5"),
        ("struct s { double x, y; };", "v.y < 5", "v.y <= 5", "v.y <= 5.0 && !(v.y < 5.0)"),
        ("struct s { int a, b, c; };", "v.c < 5", "v.c <= 5", "v.c == 5"),
        ("struct s { int a, b, c; };", "v.b < 5", "v.b <= 5", "v.b == 5"),
        ("struct s { int a[4]; _Bool on; };", "v.a[2] < 5 && v.on", "v.a[2] <= 5 && v.on", "v.a[2] == 5 && v.on"),
    ];
    for (declaration, old, new, condition) in cases {
        let program = |test: &str| format!("{declaration}\nint f(struct s v) {{ return {test} ? 1 : 2; }}\n");
        let (document, code) = diff("exact", &program(old), &program(new));
        assert_eq!(code, 1, "{declaration}");
        let difference = &document["functions"][0]["differences"][0];
        assert_eq!((&difference["condition"], &difference["replayed"]), (&Value::from(condition), &Value::from(true)));
        assert!(difference["call"].as_str().is_some_and(|call| call.starts_with("f(v")), "{difference:#}");
        assert_eq!(document["functions"][0]["differences"].as_array().map(Vec::len), Some(1));
    }
}

/// What only a function in a table reads is an input as well.
#[test]
fn a_global_that_only_a_function_in_a_table_reads_is_an_input() {
    let text = |first: &str| {
        format!(
            "int limit = 1, out;\nstatic int one(int a) {{ {first}return a | 1; }}\nstatic int two(int a) {{ return a; }}\n\
             static int (*const tables[2][2])(int) = {{{{two, two}}, {{two, one}}}};\nstatic int (**rows)(int) = (int (**)(int))tables[1];\n\
             void f(int x) {{ out = rows[1](x); }}\n"
        )
    };
    for guide in ["full", "exact", "dgse"] {
        let (document, code) = diff(guide, &text(""), &text("if (limit > 11) return 0; "));
        assert_eq!((&document["verdict"], code), (&Value::from("different"), 1), "{guide}: {document:#}");
        // What is odd is not 0, whatever x is.
        let condition = &document["functions"][0]["differences"][0]["condition"];
        assert_eq!(condition, "limit > 11", "{guide}: {document:#}");
    }
}

/// Values that are no enumerator are given, and a difference that needs one says so; with a new enumerator it needs none.
#[test]
fn what_only_values_without_a_name_show_is_labelled() {
    let old = "enum color { RED, GREEN };\nint f(enum color c) { return c == GREEN ? 2 : 1; }\n";
    let label = |new: &str| {
        let (document, code) = diff("exact", old, new);
        assert_eq!(code, 1, "{document:#}");
        document["functions"][0]["differences"][0]["only_by"].clone()
    };
    assert_eq!(label(&old.replace("c == GREEN", "c >= GREEN")), "a value that is no enumerator");
    assert_eq!(label(&old.replace("c == GREEN", "c == RED")), Value::Null);
    assert_eq!(label(&old.replace("GREEN }", "GREEN, BLUE }").replace("c == GREEN", "c >= GREEN")), Value::Null);
}
