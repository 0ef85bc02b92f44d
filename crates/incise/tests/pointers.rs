//! What pointers from outside can be, in `explore`: null, objects of any length, structures, one object for two pointers. Every error that is
//! expected here is confirmed by a native run of its input; functions without an error are so by a line of reasoning.

mod support;

use serde_json::{Value, json};

/// The document and exit code of an exploration of `f`.
fn explored(source: &str, args: &[&str]) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    support::write(folder.path(), "a.c", source);
    let mut all = vec!["explore", "a.c", "--function", "f", "--json"];
    all.extend(args);
    let (mut document, code) = support::document(&support::incise_in(folder.path(), &all));
    (document["function"].take(), code)
}

/// The errors of a list by kind, all of them confirmed natively.
fn confirmed(function: &Value, list: &str) -> Vec<String> {
    let Some(errors) = function[list].as_array() else { return Vec::new() };
    assert!(errors.iter().all(|error| error["native"]["outcome"] == "confirmed"), "{function:#}");
    let mut kinds: Vec<String> =
        errors.iter().map(|error| error["kind"].as_str().expect("a kind").to_owned()).collect();
    kinds.sort();
    kinds
}

fn bounds(function: &Value) -> Vec<String> {
    let lines = function["bounds_hit"].as_array().expect("a list");
    lines.iter().map(|line| line["kind"].as_str().expect("a kind").to_owned()).collect()
}

/// A string may be longer than a buffer: nothing but the buffer is too short.
#[test]
fn a_string_is_as_long_as_it_takes() {
    let source = "#include <string.h>\nvoid f(const char *s) { char b[8]; strcpy(b, s); }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("out-of-bounds")], 1), "{function:#}");
    assert!(
        function["errors"][0]["message"].to_string().contains("write of 1 bytes at offset 8 of `b`"),
        "{function:#}"
    );
    let source = "#include <string.h>\nvoid f(const char *s) { char b[40]; strcpy(b, s); }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("out-of-bounds")], 1), "{function:#}");
}

/// The end of an object that a caller owns is nobody's error; that nothing lies behind it is not known.
#[test]
fn an_access_past_what_was_assumed_is_a_bound() {
    let (function, code) = explored("int f(const char *s) { int n = 0; while (s[n]) n++; return n; }\n", &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![], 3), "{function:#}");
    assert_eq!(bounds(&function), ["size-bound"], "{function:#}");
    // What stays within every object that there can be is decided.
    let (function, code) = explored("int f(int *p) { return p ? p[3] : 0; }\n", &[]);
    assert_eq!((bounds(&function), code), (vec![], 0), "{function:#}");
    let (function, code) = explored("int f(int *p) { return p ? p[3] : 0; }\n", &["--max-elements", "2"]);
    assert_eq!((bounds(&function), code), (vec![String::from("size-bound")], 3), "{function:#}");
}

/// What goes wrong only for a null argument is set apart, and an error where that is asked for.
#[test]
fn errors_that_need_null_are_set_apart() {
    let source = "unsigned f(unsigned *p, unsigned d) { return *p / d; }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("division-by-zero")], 1), "{function:#}");
    assert_eq!(confirmed(&function, "null_errors"), ["null-access"], "{function:#}");
    assert_eq!(function["null_errors"][0]["only_for_null"], json!(["p"]));
    assert_eq!(function["null_errors"][0]["inputs"]["p"], json!(null));
    let (function, code) = explored("int f(int *p) { return *p; }\n", &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![], 0), "{function:#}");
    let (function, code) = explored("int f(int *p) { return *p; }\n", &["--null-errors"]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("null-access")], 1), "{function:#}");
    // Either pointer: the same access.
    let (function, code) = explored("int f(char **a) { return a[0][0]; }\n", &[]);
    assert_eq!((confirmed(&function, "null_errors").len(), code), (1, 0), "{function:#}");
    assert_eq!(function["null_errors"][0]["only_for_null"], json!(["a", "a[0]"]));
    // A member that code relies on is like an argument.
    let source = "struct vec { int n; int *data; };\nint f(struct vec *v, int i) { return v->data[i & 3]; }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), confirmed(&function, "null_errors").len(), code), (vec![], 2, 0));
}

/// A list ends with null, whoever gives it.
#[test]
fn the_end_of_a_list_is_no_special_null() {
    let source = "struct node { int v; struct node *next; };\nint f(struct node *p) { return p->next->v; }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("null-access")], 1), "{function:#}");
    assert_eq!(confirmed(&function, "null_errors"), ["null-access"], "{function:#}");
    let sum = "int f(struct node *p) { int s = 0; while (p) { s ^= p->v; p = p->next; } return s; }\n";
    let (function, code) = explored(&format!("struct node {{ int v; struct node *next; }};\n{sum}"), &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![], 3), "{function:#}");
    assert!(bounds(&function).contains(&String::from("nesting-bound")), "{function:#}");
}

/// How deep structures are is said only where a pointer is read that was not followed.
#[test]
fn a_depth_that_nobody_reads_is_no_bound() {
    let head = "struct node { int v; struct node *next; };\n";
    let (function, code) = explored(&format!("{head}int f(struct node *p) {{ return p ? p->v : 0; }}\n"), &[]);
    assert_eq!((bounds(&function), code), (vec![], 0), "{function:#}");
    let (function, code) =
        explored(&format!("{head}int f(struct node *p) {{ return p && p->next; }}\n"), &["--max-nesting", "1"]);
    assert_eq!((bounds(&function), code), (vec![String::from("nesting-bound")], 3), "{function:#}");
}

/// Two parameters, and two pointers in a structure, may be one object.
#[test]
fn two_pointers_may_be_one() {
    let (function, code) =
        explored("int f(int *p, int *q) { if (!p || !q) return 0; *p = 1; *q = 0; return 10 / *p; }\n", &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("division-by-zero")], 1), "{function:#}");
    assert_eq!(function["errors"][0]["inputs"]["q"], json!("p"));
    let source = "#include <stdlib.h>\nstruct pair { int *a, *b; };\n\
                  void f(struct pair *p) { if (p) { free(p->a); free(p->b); } }\n";
    let (function, code) = explored(source, &[]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![String::from("double-free")], 1), "{function:#}");
}

/// What a declaration promises of callers no caller breaks.
#[test]
fn promises_of_declarations_are_kept() {
    for source in [
        "__attribute__((nonnull)) int f(int *p) { return *p; }\n",
        "__attribute__((nonnull(2))) int f(int *p, int *q) { return *q + (p ? *p : 0); }\n",
        "int f(int p[static 4]) { return p[3]; }\n",
        "int f(int p[static 90]) { return p[89]; }\n",
    ] {
        let (function, code) = explored(source, &["--ub", "wrap"]);
        assert_eq!((confirmed(&function, "null_errors"), code), (vec![], 0), "{source}: {function:#}");
    }
    let apart = |qualifier: &str| {
        format!(
            "int f(int *{qualifier} p, int *{qualifier} q) {{ if (!p || !q) return 0; *p = 1; *q = 0; return 10 / *p; }}\n"
        )
    };
    assert_eq!(explored(&apart("restrict"), &[]).1, 0);
    assert_eq!(explored(&apart(""), &[]).1, 1);
}

/// An assumption over the parameters, as `diff` takes it.
#[test]
fn assumptions_hold_of_arguments() {
    let source = "int f(int *p, int d) { return *p / d; }\n";
    let (function, code) = explored(source, &["--assume", "d > 0"]);
    assert_eq!((confirmed(&function, "errors"), code), (vec![], 0), "{function:#}");
    assert!(function["assumptions"].to_string().contains("d > 0, as --assume says"), "{function:#}");
    // Whoever keeps to what is said of `*p` gives no null.
    let (function, code) = explored(source, &["--assume", "*p > 3 && d != 0"]);
    assert_eq!((confirmed(&function, "null_errors"), code), (vec![], 0), "{function:#}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    support::write(folder.path(), "a.c", source);
    let said = |args: &[&str]| {
        let mut all = vec!["explore", "a.c", "--function", "f"];
        all.extend(args);
        let output = support::incise_in(folder.path(), &all);
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
    };
    let (text, code) = said(&["--assume", "d > 0 && d < 0"]);
    assert!(code == Some(2) && text.contains("--assume: no input of `f` satisfies it"), "{text}");
    let (text, code) = said(&["--assume", "e > 0"]);
    assert!(code == Some(2) && text.contains("does not compile"), "{text}");
}

/// The cases of pointers are one report: paths, coverage and tests of all of them.
#[test]
fn cases_are_one_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "struct node { int v; struct node *next; };\n\
                  int f(struct node *p, int *q) { if (!p) return 0; if (!p->next) return 1; if (!q) return 2; return 3; }\n";
    support::write(folder.path(), "a.c", source);
    let args = ["explore", "a.c", "--function", "f", "--max-nesting", "2", "--out", "out", "--json"];
    let (document, code) = support::document(&support::incise_in(folder.path(), &args));
    let results: std::collections::BTreeSet<i64> = document["function"]["paths"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|path| path["result"].as_i64().expect("a number"))
        .collect();
    assert_eq!((results.into_iter().collect::<Vec<i64>>(), code), (vec![0, 1, 2, 3], 0), "{document:#}");
    let row = &document["function"]["coverage"][0];
    assert_eq!((&row["branches_covered"], &row["branches"]), (&json!(6), &json!(6)), "{document:#}");
    let again = support::incise_in(folder.path(), &["replay", "out", "a.c"]);
    let said = String::from_utf8_lossy(&again.stdout).into_owned();
    assert_eq!(again.status.code(), Some(0), "{said}");
}
