//! The C harness of each test, compiled by a plain compiler with the command that stands in it, does what is expected.

mod agreement;

use agreement::{Explored, config, explored, explored_files};
use incise_replay::Test;
use std::process::{Command, Output};

/// Runs the command of a harness and gives what it did.
fn run(explored: &Explored, number: usize) -> Output {
    let file = explored.folder.path().join(format!("out/{:06}.c", number + 1));
    let text = std::fs::read_to_string(&file).unwrap();
    let command =
        text.lines().nth(2).and_then(|line| line.strip_prefix(" *     ")).expect("the third line is the command");
    let output = Command::new("sh").args(["-c", command]).current_dir(explored.folder.path()).output().unwrap();
    // A sanitizer's report is none of the compiler's.
    let messages = String::from_utf8_lossy(&output.stderr).replace("runtime error:", "");
    assert!(!messages.contains("error:") && !messages.contains("warning:"), "{command}\n{messages}\n{text}");
    output
}

/// A harness of a program ends with 0 when its exit code and its output are as expected.
fn check_main(explored: &Explored) {
    for (number, Test { expected, .. }) in explored.tests.iter().enumerate() {
        let output = run(explored, number);
        assert_eq!(output.stdout, expected.stdout.0, "test {}", number + 1);
        assert_eq!(output.status.code(), Some(0), "test {}", number + 1);
    }
}

/// A harness of a function ends with 0 when its result and the globals are as expected.
fn check_function(explored: &Explored) {
    for (number, test) in explored.tests.iter().enumerate() {
        let output = run(explored, number);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "test {}: {printed}", number + 1);
        if let Some(result) = test.expected.result.as_ref().and_then(|result| result.value.as_i64()) {
            assert!(printed.contains(&format!("result = {result}\n")), "{printed}");
        }
    }
}

#[test]
fn markers_of_all_kinds() {
    let explored = explored(
        r#"
#include <incise.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
extern unsigned char __VERIFIER_nondet_uchar();
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { exit(9); }
int main(void) {
    short s[2];
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume(s[0] > 3);
    if (__VERIFIER_nondet_uchar() == 200) { printf("uchar %d\n", s[0]); return 1; }
    if (__VERIFIER_nondet_bool()) reach_error();
    if (incise_double("d") > 1e300) return 2;
    if (klee_range(0, 4, "r") == 3) return 3;
    if (rand() == 5) return 4;
    if (time(0) == 6) return 5;
    const char *v = getenv("X");
    if (v && v[0] == 'y') return 6;
    return 7;
}
"#,
        config(None),
    );
    assert!(explored.tests.len() >= 9);
    check_main(&explored);
}

#[test]
fn arguments_and_standard_input() {
    let explored = explored(
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  if (argc != 3) return 9;\n  int c = getchar();\n  if (c == EOF) return 1;\n  if (argv[2][0] == '\"' && c == 0) { puts(argv[1]); return 2; }\n  if (c == 200) return 3;\n  return 4; }\n",
        config(None).with(|run| {
            run.environment.args = vec!["*/ \\".to_owned()];
            run.environment.sym_args = vec![1];
            run.environment.stdin_bytes = Some(2);
        }),
    );
    check_main(&explored);
}

#[test]
fn a_function_with_statics() {
    let explored = explored(
        r#"
#include <incise.h>
struct point { int x, y; };
typedef unsigned char byte;
static int counter = 5;
int limit[2] = {1, 2};
static int classify(struct point *p, byte b, double d, struct point q) {
    if (incise_int("i") == 4) counter = 1;
    if (p->x > limit[0]) { counter = 7; return b; }
    if (d > 0.5) return q.y & 15;
    return -1;
}
int main(void) { struct point p = {0}; return classify(&p, 1, 1, p); }
"#,
        config(Some("classify")),
    );
    assert_eq!(explored.tests.len(), 6);
    check_function(&explored);
}

#[test]
fn a_function_in_one_of_two_files() {
    let explored = explored_files(
        &[
            ("a.c", "int shared = 3;\nint twice(int x);\nint main(void) { return twice(2); }\n"),
            ("b.c", "extern int shared;\nint twice(int x) { if (x == shared) { shared = 8; return 1; } return 0; }\n"),
        ],
        config(Some("twice")),
    );
    assert_eq!(explored.tests.len(), 2);
    check_function(&explored);
}

/// An error that need not show in a plain run shows in the build that the harness asks for.
#[test]
fn errors_of_all_kinds() {
    let explored = explored(
        r#"
#include <assert.h>
#include <stdlib.h>
int table[4];
int f(int kind, int x) {
    int *null = 0;
    char *freed;
    switch (kind) {
    case 0: assert(x != 5); return 0;
    case 1: if (x == 5) abort(); return 1;
    case 2: return 7 / (x ^ 5);
    case 3: return x == 5 ? *null : 3;
    case 4: return x == 5 ? table[x] : 4;
    case 5: return x == 2147483647 ? x + 1 : 5;
    case 6: return x == 99 ? 1 << x : 6;
    case 7:
        freed = malloc(1);
        free(freed);
        if (x == 5) free(freed);
        return 7;
    default: return 8;
    }
}
"#,
        config(Some("f")),
    );
    let errors = explored.tests.iter().filter(|test| test.expected.error.is_some()).count();
    // Without memory nothing is freed twice: two paths more.
    assert_eq!((explored.tests.len() - errors, errors), (11, 8));
    check_function(&explored);
}

/// The harness of a program fails when the exit code is another, and when the program is killed.
#[test]
fn another_ending_fails() {
    let program = |ending: &str| format!("#include <stdlib.h>\nint main(void) {{ {ending}; }}\n");
    for expected in ["return 3", "exit(0)", "abort()"] {
        let explored = explored(&program(expected), config(None));
        assert_eq!(explored.tests.len(), 1);
        for seen in ["return 3", "exit(0)", "abort()", "return 134", "int *volatile null = 0; return *null"] {
            std::fs::write(&explored.inputs[0], program(seen)).unwrap();
            let code = run(&explored, 0).status.code();
            assert_eq!(code, Some(i32::from(seen != expected)), "{seen} where {expected} is expected");
        }
    }
}

/// A path that calls no function without a body has a harness that passes; one for which the test has no answer is skipped.
#[test]
fn functions_without_a_body_and_without_an_answer() {
    let explored =
        explored("int other(int);\nint f(int x) { if (x == 5) return other(x); return x > 9; }\n", config(Some("f")));
    for (number, test) in explored.tests.iter().enumerate() {
        let code = if test.inputs[0].bytes.0 == [5, 0, 0, 0] { 77 } else { 0 };
        assert_eq!(run(&explored, number).status.code(), Some(code), "test {}", number + 1);
    }
    assert_eq!(explored.tests.len(), 2);
}
