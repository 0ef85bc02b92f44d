//! One small program for each kind of error: it is found, at its line, with an input, and a native run of the input shows it
//! where a native run can.

mod support;

use serde_json::Value;
use support::{incise_in, write};

const PRELUDE: &str = "#include <incise.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n";

/// Explores `PRELUDE` (4 lines) followed by `source`.
fn explore(source: &str, extra: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", format!("{PRELUDE}{source}"));
    let mut args = vec!["explore", &file, "--json"];
    args.extend(extra);
    let output = incise_in(folder.path(), &args);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Exactly this error at this line (of `source`, from 1), seen natively as `outcome`.
fn finds(kind: &str, line: u64, outcome: &str, source: &str) {
    let document = explore(source, if kind == "memory-leak" { &["--leaks"] } else { &[] });
    let errors = document["function"]["errors"].as_array().expect("a list of errors").clone();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!(errors[0]["kind"], kind, "{errors:#?}");
    assert_eq!(errors[0]["line"], line + 4, "{errors:#?}");
    assert_eq!(errors[0]["native"]["outcome"], outcome, "{errors:#?}");
    assert!(errors[0]["stack"].as_array().is_some_and(|stack| !stack.is_empty()), "{errors:#?}");
}

#[test]
fn a_failed_assertion() {
    finds("assert", 3, "confirmed", "int main(void) {\n int x = incise_int(\"x\");\n assert(x != 77);\n return 0; }\n");
}

/// `assert_perror` passes a number where `assert` passes its text, and Darwin's `assert` passes its text last.
#[test]
fn failed_assertions_of_other_libraries() {
    let perror = "void __assert_perror_fail(int, const char *, unsigned, const char *) __attribute__((noreturn));\n\
                  int main(void) {\n if (incise_int(\"x\") == 5) __assert_perror_fail(2, \"a.c\", 1, \"main\");\n return 0; }\n";
    finds("assert", 3, "confirmed", perror);
    let darwin = "void __assert_rtn(const char *, const char *, int, const char *) __attribute__((noreturn));\n\
                  int main(void) {\n if (incise_int(\"x\") == 5) __assert_rtn(\"main\", \"a.c\", 1, \"x != 5\");\n return 0; }\n";
    let document = explore(darwin, &["--no-replay"]);
    assert_eq!(document["function"]["errors"][0]["message"], "assertion `x != 5` fails", "{document:#}");
}

#[test]
fn an_abort() {
    finds("abort", 2, "confirmed", "int main(void) {\n if (incise_int(\"x\") == 5) abort();\n return 0; }\n");
}

#[test]
fn memory_that_a_marker_fills() {
    let source = "void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);\nint main(void) {\n int x;\n \
                  __VERIFIER_nondet_memory(&x, sizeof x);\n if (x == 5) abort();\n return 0; }\n";
    finds("abort", 5, "confirmed", source);
}

#[test]
fn functions_that_stand_for_others_are_not_supported() {
    let source = "void klee_alias_function(const char *, const char *);\nint one(void) { return 1; }\n\
                  int two(void) { return 2; }\n\
                  int main(void) { klee_alias_function(\"one\", \"two\"); return one() == 1; }\n";
    let document = explore(source, &[]);
    assert!(document.to_string().contains("not supported: `klee_alias_function`"), "{document:#}");
}

#[test]
fn a_division_by_zero() {
    finds(
        "division-by-zero",
        3,
        "confirmed",
        "int main(void) {\n unsigned x = incise_uint(\"x\");\n return 10 / x;\n}\n",
    );
}

#[test]
fn an_access_out_of_bounds() {
    finds(
        "out-of-bounds",
        4,
        "confirmed",
        "int a[4];\nint main(void) {\n unsigned i = incise_uint(\"i\") % 5;\n a[i] = 1;\n return 0; }\n",
    );
}

#[test]
fn a_null_access() {
    finds(
        "null-access",
        4,
        "confirmed",
        "int main(void) {\n int x = 3, *p = &x;\n if (incise_int(\"x\") == 9) p = 0;\n return *p; }\n",
    );
}

#[test]
fn a_use_after_free() {
    finds(
        "use-after-free",
        4,
        "confirmed",
        "int main(void) {\n int *p = malloc(4); if (p) *p = 1; else return 1;\n if (incise_int(\"x\") > 3) free(p);\n return *p; }\n",
    );
}

#[test]
fn a_use_after_the_block_was_left() {
    finds(
        "use-after-scope",
        5,
        "confirmed",
        "int main(void) {\n int *p = 0, y = incise_int(\"y\"), z = 0;\n p = &z;\n { int x = 4; if (y) p = &x; }\n return *p; }\n",
    );
}

#[test]
fn a_double_free() {
    finds(
        "double-free",
        4,
        "confirmed",
        "int main(void) {\n int *p = malloc(4);\n if (incise_int(\"x\") > 3) free(p);\n free(p);\n return 0; }\n",
    );
}

#[test]
fn an_invalid_free() {
    finds(
        "invalid-free",
        4,
        "confirmed",
        "int main(void) {\n char *p = malloc(4);\n if (p && incise_int(\"x\") > 3) p++;\n free(p);\n return 0; }\n",
    );
}

#[test]
fn a_leak_when_asked_for() {
    let source = "int main(void) {\n char *p = malloc(4);\n if (incise_int(\"x\") > 3) free(p);\n return 0; }\n";
    let quiet = explore(source, &[]);
    assert_eq!(quiet["verdict"], "no-error");
    let document = explore(source, &["--leaks"]);
    assert_eq!(document["function"]["errors"][0]["kind"], "memory-leak");
    assert_eq!(document["function"]["stats"]["error_paths"], 1);
}

#[test]
fn a_signed_overflow() {
    finds("overflow", 3, "confirmed", "int main(void) {\n int x = incise_int(\"x\");\n return x + 1 > x;\n}\n");
}

#[test]
fn a_bad_shift() {
    finds(
        "bad-shift",
        3,
        "confirmed",
        "int main(void) {\n unsigned n = incise_uint(\"n\");\n return (1u << n) != 0;\n}\n",
    );
}

#[test]
fn a_float_that_does_not_fit() {
    finds("float-cast", 3, "confirmed", "int main(void) {\n float f = incise_float(\"f\");\n return (int)f == 3;\n}\n");
}

#[test]
fn an_unreachable_place_that_is_reached() {
    finds(
        "unreachable",
        2,
        "confirmed",
        "int main(void) {\n if (incise_int(\"x\") == 1) __builtin_unreachable();\n return 0; }\n",
    );
}

#[test]
fn recursion_without_end() {
    let source =
        "int f(int n) { return n == 0 ? 0 : 1 + f(n); }\nint main(void) {\n return f(incise_int(\"x\") == 4); }\n";
    let document = explore(source, &["--ub", "wrap"]);
    let errors = &document["function"]["errors"];
    assert_eq!(errors[0]["kind"], "stack-overflow", "{errors:#}");
    assert_eq!(errors[0]["native"]["outcome"], "confirmed", "{errors:#}");
}

#[test]
fn a_decision_on_uninitialised_memory() {
    finds(
        "uninitialised",
        4,
        "not-observable",
        "int main(void) {\n int u;\n if (incise_int(\"x\") > 0) u = 1;\n if (u == 3) return 1;\n return 0; }\n",
    );
}

/// Bit-fields are written by reading the word around them, padding is copied: neither decides anything.
#[test]
fn initialised_parts_of_uninitialised_words_are_no_error() {
    let source = "struct s { unsigned a : 3, b : 5; char c; int d; };\n\
                  int main(void) {\n\
                  struct s x, y;\n\
                  x.a = incise_uint(\"a\") & 7; x.c = 1; x.d = 2;\n\
                  y = x;\n\
                  if (y.a == 5) return y.d;\n\
                  return y.c; }\n";
    let document = explore(source, &[]);
    assert_eq!(document["verdict"], "no-error", "{document:#}");
    assert_eq!(document["function"]["stats"]["paths"], 2);
}

#[test]
fn kinds_can_be_silenced() {
    let source = "int main(void) {\n int x = incise_int(\"x\");\n return x + 1 > 7;\n}\n";
    assert_eq!(explore(source, &["--silence", "overflow"])["verdict"], "no-error");
    assert_eq!(explore(source, &["--ub", "wrap"])["verdict"], "no-error");
    assert_eq!(explore(source, &["--ub", "undefined"])["verdict"], "no-error");
    assert_eq!(explore(source, &[])["verdict"], "error");
}

/// A pointer may lead from one object to another by way of integers.
#[test]
fn pointers_through_integers_reach_other_objects() {
    let source = "#include <stdint.h>\n\
                  int a = 1, b = 2;\n\
                  int main(void) {\n\
                  uintptr_t difference = (uintptr_t)&a - (uintptr_t)&b;\n\
                  int *p = (int *)((uintptr_t)&b + difference);\n\
                  uintptr_t mixed = (uintptr_t)&a ^ (uintptr_t)&b;\n\
                  int *q = (int *)(mixed ^ (uintptr_t)&a);\n\
                  return *p == 1 && *q == 2 ? 0 : 1; }\n";
    let document = explore(source, &[]);
    assert_eq!(document["verdict"], "no-error", "{document:#}");
    assert_eq!(document["function"]["paths"][0]["result"], 0);
}

/// However far a null pointer is moved, it does not come to another object.
#[test]
fn a_null_pointer_that_is_moved_leads_nowhere() {
    let source = "int table[8];\n\
                  int main(void) {\n\
                  int *p = 0;\n\
                  p[incise_long(\"i\")] = 7;\n\
                  assert(table[3] != 7);\n\
                  return 0; }\n";
    let document = explore(source, &[]);
    let errors = document["function"]["errors"].as_array().expect("a list of errors");
    let found: Vec<_> = errors.iter().map(|error| (error["kind"].as_str(), error["line"].as_u64())).collect();
    assert_eq!(found, [(Some("null-access"), Some(8))], "{document:#}");
}

/// On two paths one name stands for inputs of two sizes.
#[test]
fn a_name_may_stand_for_inputs_of_different_sizes() {
    let source = "int main(void) {\n\
                  if (incise_int(\"x\") > 0) { if (incise_char(\"y\") == 3) return 1; }\n\
                  else if (incise_long(\"y\") == 4) return 2;\n\
                  return 0; }\n";
    let document = explore(source, &[]);
    assert_eq!(document["function"]["stats"]["paths"], 4, "{document:#}");
}
