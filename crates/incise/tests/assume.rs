//! `--assume EXPR` restricts a comparison to inputs for which a C expression over the parameters holds.

mod support;

use serde_json::Value;
use support::{document, versions};

fn both(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &all))
}

/// With limits the wrong way round the order of the two comparisons shows.
#[test]
fn only_inputs_that_satisfy_it_count() {
    let old = "int clamp(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }\n";
    let new = "int clamp(int x, int lo, int hi) { if (x > hi) return hi; if (x < lo) return lo; return x; }\n";
    assert_eq!(both(old, new, &["--function", "clamp"]).1, 1);
    let (found, code) = both(old, new, &["--function", "clamp", "--assume", "lo <= hi"]);
    assert_eq!(code, 0, "{found:#}");
    let assumptions = found["functions"][0]["assumptions"].to_string();
    assert!(assumptions.contains("lo <= hi"), "{assumptions}");
    // Several must hold together.
    let (found, code) = both(old, new, &["--function", "clamp", "--assume", "lo > hi", "--assume", "x == 5"]);
    assert_eq!(code, 1);
    for difference in found["functions"][0]["differences"].as_array().unwrap() {
        let inputs = &difference["inputs"];
        assert_eq!(inputs["x"], 5, "{inputs}");
        assert!(inputs["lo"].as_i64() > inputs["hi"].as_i64(), "{inputs}");
        assert_eq!(difference["replayed"], true);
    }
}

#[test]
fn it_may_look_into_structs_and_arrays_and_use_enumerators() {
    let text = |body: &str| {
        format!(
            "enum mode {{ OFF, ON = 4 }};\n\
             struct state {{ enum mode mode; unsigned level : 3; struct {{ short a, b; }} in; struct state *next; }};\n\
             int f(const struct state *s, int *v) {{ {body} }}\n"
        )
    };
    let old = text("return s->mode == ON ? s->in.b : v[1];");
    let new = text("return s->mode == ON ? s->in.b + (s->level == 6) : v[1] + (v[0] < 0);");
    let check = |assume: &str| both(&old, &new, &["--function", "f", "--assume", assume]).1;
    assert_eq!(check("s && v && s->mode == ON && s->level != 6"), 0);
    assert_eq!(check("s && v && s->mode == ON && s->level == 6"), 1);
    assert_eq!(check("s && v && s->mode == OFF && v[0] >= 0"), 0);
    assert_eq!(check("s && v && s->mode == OFF"), 1);
    assert_eq!(check("s && v && s->mode == ON && s->in.a == 3 && s->level < 6"), 0);
}

/// Also where a loop is proved by induction.
#[test]
fn it_holds_in_proofs_over_loops() {
    let old =
        "unsigned f(unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += k; return s; }\n";
    let new = "unsigned f(unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += k & 15; return s; }\n";
    assert_eq!(both(old, new, &["--function", "f", "--assume", "k < 16"]).1, 0);
    assert_eq!(both(old, new, &["--function", "f"]).1, 1);
}

#[test]
fn what_is_wrong_with_it_is_said() {
    let old = "int f(int x) { return x; }\nint g(int x) { return x; }\n";
    let new = "int f(int x) { return x + 1; }\nint g(int x) { return x; }\n";
    let refused = |args: &[&str], words: &str| {
        let output = versions("diff", &[("a.c", old)], &[("a.c", new)], args);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(words), "{args:?}: {text}");
    };
    refused(&["--function", "f", "--assume", "y > 0"], "use of undeclared identifier 'y'");
    refused(&["--function", "f", "--assume", "x >"], "does not compile");
    refused(&["--function", "f", "--assume", "x > 0 && x < 0"], "--assume: no input of `f` satisfies it");
    refused(&["--function", "f", "--function", "g", "--assume", "x"], "one --function");
    refused(&["--assume", "x"], "--function");
}

/// An error of the assumption is none of the program, and what the program does there is not known.
#[test]
fn inputs_for_which_it_is_undefined_are_undecided() {
    let (old, new) =
        ("int f(int a, int b) { return b == 0 ? 1 : a; }\n", "int f(int a, int b) { return b == 0 ? 2 : a; }\n");
    let (found, code) = both(old, new, &["--function", "f", "--assume", "100 / b < 1000"]);
    let function = &found["functions"][0];
    assert_eq!((code, function["verdict"].as_str()), (3, Some("undecided")), "{found:#}");
    assert_eq!(function["errors"], serde_json::json!([]), "{found:#}");
    let bounds = function["bounds_hit"].to_string();
    assert!(bounds.contains("--assume `100 / b < 1000` is undefined for some inputs: division by zero"), "{bounds}");
    assert_eq!(both(old, new, &["--function", "f", "--assume", "b && 100 / b < 1000"]).1, 0);
    // In front of a proof over a loop too.
    let sum = |step: &str| {
        format!(
            "unsigned f(unsigned n, int b) {{ unsigned s = 0; for (unsigned i = 0; i < n; i++) {step}; return s; }}\n"
        )
    };
    let (old, new) = (sum("s += b == 0 ? 1 : 2"), sum("s += b == 0 ? 3 : 2"));
    assert_eq!(both(&old, &new, &["--function", "f", "--assume", "100 / b < 1000"]).1, 3);
    assert_eq!(both(&old, &new, &["--function", "f", "--assume", "b && 100 / b < 1000"]).1, 0);
}
