//! Programs from `main` on: each path's test does natively what was predicted, branch by branch.

mod agreement;

use agreement::{config, exit_codes, explored};

#[test]
fn integers_branches_and_a_switch() {
    let all = explored(
        r#"
#include <klee/klee.h>
int main(void) {
    int x; unsigned char c;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&c, sizeof c, "c");
    klee_assume(x > -100);
    switch (c) {
    case 3: return 10;
    case 200: if (x < 0) return 11; return 12;
    case 201: break;
    default: if (x == 77) return 13; return 14;
    }
    for (int i = 0; i < 3; i++) if (x == i) return 20 + i;
    return 30;
}
"#,
        config(None),
    )
    .all_agree();
    assert_eq!(exit_codes(&all), [10, 11, 12, 13, 14, 20, 21, 22, 30]);
    assert!(all.iter().all(|replayed| replayed.test.expected.exact));
}

#[test]
fn arrays_loops_recursion_and_output() {
    let all = explored(
        r#"
#include <stdio.h>
#include "incise.h"
static int sum(const int *a, int n) { return n == 0 ? 0 : a[n - 1] + sum(a, n - 1); }
int main(void) {
    int a[3];
    incise_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 3; i++) incise_assume(a[i] >= 0 && a[i] < 50);
    int most = 0;
    for (int i = 1; i < 3; i++) if (a[i] > a[most]) most = i;
    printf("most %d at %d\n", a[most], most);
    fprintf(stderr, "sum %d\n", sum(a, 3));
    if (sum(a, 3) > 100) return 1;
    return 0;
}
"#,
        config(None),
    )
    .all_agree();
    // Two comparisons decide which is the most; then the sum is large or not.
    assert_eq!(all.len(), 8);
    assert!(all.iter().all(|replayed| replayed.observed.stdout.starts_with(b"most ")));
    assert_eq!(exit_codes(&all), [0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn text_from_standard_input() {
    let all = explored(
        r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[4];
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (strcmp(line, "ab\n") == 0) { puts("yes"); return 2; }
    if (line[0] == 'x' && getchar() == EOF) return 3;
    return 4;
}
"#,
        config(None).with(|run| run.environment.stdin_bytes = Some(4)),
    )
    .all_agree();
    let codes = exit_codes(&all);
    for code in [1, 2, 3, 4] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
}

#[test]
fn floats() {
    let all = explored(
        r#"
#include <stdio.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (d != d) return 1;
    if (d * 2.0 == 3.0) { printf("%.3f\n", d); return 2; }
    if (f > 1.0f && f < 1.5f) return 3;
    return 4;
}
"#,
        config(None),
    )
    .all_agree();
    let codes = exit_codes(&all);
    for code in [1, 2, 3, 4] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
}

#[test]
fn arguments_environment_and_exit() {
    let all = explored(
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void bye(void) { puts("bye"); }
int main(int argc, char **argv) {
    atexit(bye);
    if (argc != 3 || strcmp(argv[1], "given") != 0) return 1;
    if (argv[2][0] == '-') { if (argv[2][1] == 'v') exit(2); exit(3); }
    const char *home = getenv("HOME");
    if (!home) return 4;
    if (home[0] == '/') return 5;
    if (rand() == 7) return 6;
    return 7;
}
"#,
        config(None).with(|run| {
            run.environment.args = vec!["given".to_owned()];
            run.environment.sym_args = vec![2];
        }),
    )
    .all_agree();
    let mut codes = exit_codes(&all);
    codes.dedup();
    assert_eq!(codes, [2, 3, 4, 5, 6, 7]);
    assert!(all.iter().all(|replayed| replayed.observed.stdout == b"bye\n"));
}
