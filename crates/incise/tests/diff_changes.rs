//! `incise diff` on changes of every kind: what is none, what is one although the function's text is the same, what has no
//! counterpart, and which errors are new.

mod support;

use serde_json::{Value, json};
use support::{document, versions};

fn folders(old: &[(&str, &str)], new: &[(&str, &str)], args: &[&str]) -> (Value, i32) {
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", old, new, &all))
}

fn pair(old: &str, new: &str) -> (Value, i32) {
    folders(&[("main.c", old)], &[("main.c", new)], &[])
}

/// Nothing is compared, since nothing changed.
fn no_change(old: &str, new: &str) {
    let (document, code) = pair(old, new);
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0), "{document:#}");
    assert_eq!(document["functions"], json!([]), "{document:#}");
}

/// Something is compared and nothing differs, whatever the loops' lengths.
fn equivalent(old: &str, new: &str) {
    let (document, code) = pair(old, new);
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0), "{document:#}");
    assert_ne!(document["functions"], json!([]));
    for function in document["functions"].as_array().expect("a list") {
        assert_eq!((&function["bounds_hit"], &function["approximations"]), (&json!([]), &json!([])));
    }
}

/// The conditions of a function's differences, all of which were replayed.
fn differing(document: &Value, function: &str) -> Vec<String> {
    let functions = document["functions"].as_array().expect("a list of functions");
    let found = functions.iter().find(|other| other["name"] == function).expect("the function was compared");
    let differences = found["differences"].as_array().expect("a list of differences");
    assert!(differences.iter().all(|difference| difference["replayed"] == true), "{document:#}");
    differences.iter().map(|difference| difference["condition"].as_str().expect("a condition").to_owned()).collect()
}

fn different(old: &str, new: &str, function: &str, conditions: &[&str]) {
    let (document, code) = pair(old, new);
    assert_eq!((differing(&document, function), code), (conditions.iter().map(|c| (*c).to_owned()).collect(), 1));
}

/// All functions are in both versions, in use and as they were: only the table is another.
#[test]
fn another_function_in_a_table_changes_who_calls_through_it() {
    let program = |second: &str| {
        format!(
            "static int same(int a) {{ return a; }}\nstatic int next(int a) {{ return a + 1; }}\n\
             static int (*const ops[2])(int) = {{ same, {second} }};\n\
             int f(int x) {{ return ops[x & 1](x) + next(x) - next(x); }}\n"
        )
    };
    different(&program("next"), &program("same"), "f", &["x & 1"]);
    // What nobody writes is not given back by a call: that it began with another value is not the call's doing.
    let writable = |second: &str| program(second).replace("(*const ops", "(*ops");
    different(&writable("next"), &writable("same"), "f", &["x & 1"]);
}

// What is no change.

#[test]
fn comments_and_formatting_are_no_change() {
    no_change("int f(int a) { return a + 1; }\n", "/* adds one */\nint f(int a)\n{\n    return a + 1; // here\n}\n");
}

#[test]
fn renamed_locals_are_no_change() {
    no_change(
        "int f(int a) { int s = 0; for (int i = 0; i < a; i++) s += i; return s; }\n",
        "int f(int a) { int total = 0; for (int k = 0; k < a; k++) total += k; return total; }\n",
    );
}

#[test]
fn renamed_parameters_are_no_change() {
    no_change("int f(int a, int b) { return a - b; }\n", "int f(int from, int what) { return from - what; }\n");
}

#[test]
fn moved_functions_and_reordered_declarations_are_no_change() {
    no_change(
        "int g, h;\nint f(int a) { return a; }\nint k(int a) { int x; int y; x = a; y = g; return x + y + h; }\n",
        "int h;\nint g;\nint k(int a) { int y; int x; x = a; y = g; return x + y + h; }\nint f(int a) { return a; }\n",
    );
}

#[test]
fn a_renamed_function_is_no_change() {
    no_change(
        "static int twice(int a) { return 2 * a; }\nint f(int a) { return twice(a); }\n",
        "static int doubled(int b) { return 2 * b; }\nint f(int a) { return doubled(a); }\n",
    );
}

#[test]
fn an_equal_expansion_is_no_change() {
    no_change("#define N 4\nint f(int a) { return a + N; }\n", "enum { N = 2 + 2 };\nint f(int a) { return a + N; }\n");
}

// Refactorings.

#[test]
fn rewritten_arithmetic_is_equivalent() {
    equivalent("int f(int a) { return a * 9; }\n", "int f(int a) { return (a << 3) + a; }\n");
    equivalent(
        "unsigned f(unsigned a, unsigned b) { return (a + b) * (a - b); }\n",
        "unsigned f(unsigned x, unsigned y) { return x * x - y * y; }\n",
    );
}

#[test]
fn an_inlined_function_is_equivalent() {
    let (document, code) = pair(
        "static int next(int a) { return a + 1; }\nint f(int a) { return next(next(a)); }\n",
        "int f(int a) { return a + 2; }\n",
    );
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0));
    assert_eq!((&document["removed"], &document["added"]), (&json!(["next"]), &json!([])));
}

#[test]
fn reordered_branches_are_equivalent() {
    equivalent(
        "int f(int a) { if (a < 0) return -1; else if (a == 0) return 0; else return 1; }\n",
        "int f(int a) { if (a == 0) return 0; if (a > 0) return 1; return -1; }\n",
    );
}

#[test]
fn a_table_instead_of_a_switch_is_equivalent() {
    equivalent(
        "int f(unsigned a) { switch (a) { case 0: return 7; case 1: return 9; case 2: return 4; default: return -1; } }\n",
        "static const int table[] = { 7, 9, 4 };\nint f(unsigned a) { return a < 3 ? table[a] : -1; }\n",
    );
}

// What is a change although the function's own text is the same.

const USES_LIMIT: &str = "#include \"limit.h\"\nint f(int a) {\n  return a > LIMIT;\n}\n";

fn header(old: &str, new: &str) {
    let files = |header| [("main.c", USES_LIMIT), ("limit.h", header)];
    let (document, code) = folders(&files(old), &files(new), &[]);
    assert_eq!((differing(&document, "f"), code), (vec![String::from("a == 4")], 1));
    assert_eq!(document["functions"][0]["changed_lines"], json!({"base": [3], "mod": [3]}));
}

#[test]
fn a_macro_of_a_header() {
    header("#define LIMIT 3\n", "#define LIMIT 4\n");
}

#[test]
fn an_enumerator_of_a_header() {
    header("enum { A, LIMIT = 3 };\n", "enum { A, LIMIT = 4 };\n");
}

#[test]
fn a_constant_of_a_header() {
    header("static const int LIMIT = 3;\n", "static const int LIMIT = 4;\n");
}

#[test]
fn an_initialiser_of_a_constant() {
    let program = |value: &str| {
        format!(
            "static const int table[] = {{ 1, {value}, 3 }};\nint f(unsigned i) {{ return i < 3 ? table[i] : 0; }}\n"
        )
    };
    different(&program("2"), &program("5"), "f", &["i == 1"]);
}

/// A function is compared for any value of a global; from their initial values it differs.
#[test]
fn an_initialiser_of_a_variable() {
    let program = |value: &str| format!("int g = {value};\nint f(void) {{ return g; }}\n");
    let files = (program("1"), program("2"));
    let (document, code) = folders(&[("main.c", &files.0)], &[("main.c", &files.1)], &["--globals", "initial"]);
    assert_eq!((differing(&document, "f"), code), (vec![String::from("1")], 1));
    assert_eq!(document["functions"][0]["differences"][0]["base"]["outputs"]["return"], 1);
    assert_eq!(document["functions"][0]["differences"][0]["mod"]["outputs"]["return"], 2);
    let (_, code) =
        pair(&(files.0 + "int main(void) { return f(); }\n"), &(files.1 + "int main(void) { return f(); }\n"));
    assert_eq!(code, 1);
}

/// A field that holds more values.
#[test]
fn a_layout() {
    let program = |ty: &str| {
        format!("struct S {{ {ty} level; }};\nint f(int a) {{\n  struct S s;\n  s.level = a;\n  return s.level;\n}}\n")
    };
    let (document, code) = pair(&program("signed char"), &program("short"));
    assert_eq!(code, 1);
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!((&difference["replayed"], &difference["exact"]), (&json!(true), &json!(true)));
    let number = |value: &Value| value.as_i64().expect("a number");
    let a = number(&difference["inputs"]["a"]);
    assert_eq!(number(&difference["base"]["outputs"]["return"]), i64::from(a as i8));
    assert_eq!(number(&difference["mod"]["outputs"]["return"]), i64::from(a as i16));
    assert_ne!(i64::from(a as i8), i64::from(a as i16));
}

#[test]
fn a_type() {
    let program = |ty: &str| format!("{ty} g;\nint f(int a) {{ return a > g; }}\n");
    let (document, code) = pair(&program("int"), &program("unsigned"));
    assert_eq!(code, 1);
    let difference = &document["functions"][0]["differences"][0];
    assert_eq!(difference["replayed"], true);
    let number = |name: &str| difference["inputs"][name].as_i64().expect("a number");
    let (a, g) = (number("a") as i32, number("g") as u32);
    assert_ne!(a > g as i32, a as u32 > g, "{difference:#}");
}

// Functions without a counterpart, and other signatures.

#[test]
fn functions_of_one_version_only_are_named() {
    let old = "int h(int a) { return a; }\nint f(int a) { return a; }\n";
    let new = "int k(int a) { return 2 * a; }\nint f(int a) { return a; }\n";
    let (document, code) = pair(old, new);
    // Who calls the function that is gone does not link any more.
    assert_eq!((&document["verdict"], code), (&json!("different interface"), 1));
    assert!(document["interface"].to_string().contains("external function `h` is gone"), "{document:#}");
    assert_eq!((&document["removed"], &document["added"]), (&json!(["h"]), &json!(["k"])));
    let output = versions("diff", &[("main.c", old)], &[("main.c", new)], &[]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("only in the old version: h()"), "{printed}");
    assert!(printed.contains("only in the new version: k()"), "{printed}");
    for (name, version) in [("h", "old"), ("k", "new")] {
        let output = versions("diff", &[("main.c", old)], &[("main.c", new)], &["--function", name]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(message.contains(&format!("no function `{name}` with a body in the")), "{message}");
        assert!(message.contains(&format!("only in the {version} one")), "{message}");
    }
}

#[test]
fn a_changed_callee_and_what_it_does_to_main() {
    let program =
        |value: &str| format!("static int h(int a) {{ return a + {value}; }}\nint main(void) {{ return h(0); }}\n");
    let (document, code) = pair(&program("1"), &program("2"));
    assert_eq!(code, 1);
    assert_eq!(differing(&document, "h"), ["1"]);
    assert_eq!(differing(&document, "main"), ["1"]);
}

/// What a caller can do only to one of the versions is no difference: it has to be changed first.
#[test]
fn a_parameter_of_one_version_only_shows_no_difference() {
    let (one, two) = ("int f(int a) { return a; }\n", "int f(int a, int b) { return a + b; }\n");
    for (old, new) in [(one, two), (two, one)] {
        let (document, code) = pair(old, new);
        assert_eq!((&document["verdict"], code), (&json!("different interface"), 1), "{document:#}");
        let function = &document["functions"][0];
        assert_eq!((&function["verdict"], &function["differences"]), (&json!("undecided"), &json!([])));
        assert!(
            function["bounds_hit"].to_string().contains("the versions were given different inputs"),
            "{document:#}"
        );
        assert!(document["interface"].to_string().contains("external function `f` has an incompatible type now"));
    }
    // Nothing depends on it: the function does the same, its interface does not.
    let (document, code) = pair(one, "int f(int a, int b) { return a; }\n");
    assert_eq!((&document["functions"][0]["verdict"], code), (&json!("equivalent"), 1), "{document:#}");
}

// Errors.

/// The errors of the only function as (status, kind, line), sorted.
fn errors(document: &Value) -> Vec<(String, String, u64)> {
    let list = document["functions"][0]["errors"].as_array().expect("a list of errors");
    let word = |error: &Value, key: &str| error[key].as_str().expect("a word").to_owned();
    let mut found: Vec<(String, String, u64)> = list
        .iter()
        .map(|error| (word(error, "status"), word(error, "kind"), error["line"].as_u64().expect("a line")))
        .collect();
    found.sort();
    found
}

fn error(status: &str, kind: &str, line: u64) -> (String, String, u64) {
    (status.to_owned(), kind.to_owned(), line)
}

#[test]
fn new_fixed_and_old_errors_are_kept_apart() {
    let program = |value: u32| {
        format!("#include <assert.h>\nint f(int a) {{\n  assert(a != {value});\n  assert(a != 7);\n  return a;\n}}\n")
    };
    let (document, code) = pair(&program(3), &program(4));
    assert_eq!(code, 1);
    let expected = [error("both", "assert", 4), error("fixed", "assert", 3), error("new", "assert", 3)];
    assert_eq!(errors(&document), expected);
    let mut conditions = differing(&document, "f");
    conditions.sort();
    assert_eq!(conditions, ["a == 3", "a == 4"]);
}

#[test]
fn an_error_of_both_versions_is_no_difference() {
    let program = |value: &str| format!("int f(int a, int b) {{\n  int r = a {value};\n  return r / b;\n}}\n");
    let (document, code) = pair(&program("* 2"), &program("+ a"));
    assert_eq!((&document["verdict"], code), (&json!("equivalent"), 0), "{document:#}");
    assert!(errors(&document).contains(&error("both", "division-by-zero", 3)), "{document:#}");
}

#[test]
fn a_larger_array_fixes_an_access() {
    let program = |n: u32| format!("int t[{n}];\nint f(unsigned i) {{\n  return t[i];\n}}\n");
    let (document, code) = pair(&program(4), &program(5));
    assert_eq!((differing(&document, "f"), code), (vec![String::from("i == 4")], 1));
    assert_eq!(errors(&document), [error("both", "out-of-bounds", 3), error("fixed", "out-of-bounds", 3)]);
}

#[test]
fn a_new_division_by_zero() {
    let (document, code) =
        pair("int f(int a) {\n  return a == 0 ? 0 : 100 / a;\n}\n", "int f(int a) {\n  return 100 / a;\n}\n");
    assert_eq!((differing(&document, "f"), code), (vec![String::from("a == 0")], 1));
    assert_eq!(errors(&document), [error("new", "division-by-zero", 2)]);
}

#[test]
fn an_exit_code() {
    let program = |code: u32| format!("#include <stdlib.h>\nvoid f(int a) {{\n  if (a == 9)\n    exit({code});\n}}\n");
    different(&program(1), &program(2), "f", &["a == 9"]);
}

#[test]
fn a_call_that_comes_back_instead_of_leaving() {
    let (document, code) = pair(
        "#include <stdlib.h>\nint f(int a) { if (a == 9) exit(3); return a; }\n",
        "#include <stdlib.h>\nint f(int a) { if (a == 9) abort(); return a; }\n",
    );
    assert_eq!((differing(&document, "f"), code), (vec![String::from("a == 9")], 1));
}
