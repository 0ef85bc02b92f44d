//! Errors of each kind: the plain run shows those that the machine notices, the sanitizers the others.

mod agreement;

use agreement::{config, errors, explored};
use incise_engine::Config;
use incise_replay::Confirmation::{self, Confirmed, NotObservable};
use incise_replay::Sanitize;

/// The only error of a program, natively and under sanitizers. All other paths agree too, in both runs.
fn check(source: &str, config: Config, kind: &str, line: u32, plain: &[Confirmation], sanitized: Confirmation) {
    let explored = explored(source, config);
    let all = explored.all_agree();
    let found = errors(&all);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (kind, line));
    assert!(plain.contains(&found[0].2), "plain: {:?}", found[0].2);
    let all = explored.replayed(Sanitize::AddressAndUndefined);
    for replayed in &all {
        let stderr = String::from_utf8_lossy(&replayed.observed.stderr);
        assert!(replayed.agreement.agrees, "{:?}\n{stderr}", replayed.agreement.differences);
    }
    assert_eq!(errors(&all)[0].2, sanitized);
}

const X: &str = "#include <klee/klee.h>\n#include <stdlib.h>\n#include <assert.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); puts(\"start\");\n";

/// A body whose first line is line 7.
fn with_x(body: &str) -> String {
    format!("{X}{body}\nreturn 0; }}\n")
}

#[test]
fn assertions_and_aborts() {
    check(&with_x("assert(x != 3);"), config(None), "assert", 7, &[Confirmed], Confirmed);
    check(&with_x("if (x == 3) abort();"), config(None), "abort", 7, &[Confirmed], Confirmed);
    check(
        &with_x("if (x == 3) klee_report_error(\"f\", 1, \"m\", \"s\");"),
        config(None),
        "assert",
        7,
        &[Confirmed],
        Confirmed,
    );
}

#[test]
fn divisions() {
    check(&with_x("return 100 / x > 7;"), config(None), "division-by-zero", 7, &[Confirmed], Confirmed);
    check(&with_x("int y = -1;\nreturn x / y > 7;"), config(None), "overflow", 8, &[Confirmed], Confirmed);
}

#[test]
fn arithmetic() {
    check(&with_x("return x + 1 > 7;"), config(None), "overflow", 7, &[NotObservable], Confirmed);
    check(
        &with_x("klee_assume(x >= 0);\nreturn (1u << x) > 7;"),
        config(None),
        "bad-shift",
        8,
        &[NotObservable],
        Confirmed,
    );
    check(
        &with_x("double d = x * 4.0;\nreturn (int)d > 7;"),
        config(None),
        "float-cast",
        8,
        &[NotObservable],
        Confirmed,
    );
}

#[test]
fn accesses() {
    let bounds = "klee_assume(x >= 0 && x < 12);\nint a[10] = {0};\nreturn a[x];";
    check(&with_x(bounds), config(None), "out-of-bounds", 9, &[NotObservable], Confirmed);
    let heap = "klee_assume(x >= 0 && x < 5);\nchar *p = malloc(4); if (!p) return 1;\np[x] = 1;\nfree(p);";
    check(&with_x(heap), config(None), "out-of-bounds", 9, &[NotObservable], Confirmed);
    let null = "int *p = x == 5 ? 0 : &x;\nreturn *p > 7;";
    check(&with_x(null), config(None), "null-access", 8, &[Confirmed], Confirmed);
    let library = "char b[4];\nif (x == 1) strcpy(b, \"four\");";
    check(&with_x(library), config(None), "out-of-bounds", 8, &[NotObservable, Confirmed], Confirmed);
}

#[test]
fn lifetimes() {
    let freed = "int *p = malloc(4); if (!p) return 1;\n*p = 1;\nif (x == 2) free(p);\nreturn *p;";
    check(&with_x(freed), config(None), "use-after-free", 10, &[NotObservable], Confirmed);
    let twice = "int *p = malloc(4); if (!p) return 1;\nfree(p);\nif (x == 2) free(p);";
    check(&with_x(twice), config(None), "double-free", 9, &[Confirmed], Confirmed);
    let invalid = "int a[3];\nif (x == 2) free(a + 1);";
    check(&with_x(invalid), config(None), "invalid-free", 8, &[Confirmed], Confirmed);
    let scope = "int *p = &x;\nif (x == 2) { int y = 3; p = &y; }\nreturn *p > 9;";
    check(&with_x(scope), config(None), "use-after-scope", 9, &[NotObservable], Confirmed);
}

#[test]
fn what_no_run_shows() {
    // Neither the machine nor these sanitizers notice a value that was never written.
    let uninitialised = "int y;\nif (x == 2) y = 1;\nif (y == 5) return 1;";
    check(&with_x(uninitialised), config(None), "uninitialised", 9, &[NotObservable], NotObservable);
}

#[test]
fn endless_recursion() {
    let source = "#include <klee/klee.h>\nstatic int down(int n) { volatile char pad[2000]; pad[0] = 1;\nreturn n == 0 ? pad[0] : down(n + 1 - 1) + 1; }\nint main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\"); klee_assume(x == 0 || x == 7); return down(x) != 1; }\n";
    let explored = explored(source, config(None));
    let all = explored.all_agree();
    let found = errors(&all);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0, found[0].2), ("stack-overflow", Confirmed));
}

#[test]
fn errors_in_functions() {
    let source = "static int table[3] = {1, 2, 3};\nstatic int pick(const int *at) {\nreturn table[at[0]]; }\nint use(int *p) { return pick(p); }\n";
    let explored = explored(source, config(Some("pick")));
    let all = explored.all_agree();
    assert!(errors(&all).iter().all(|error| error.0 == "out-of-bounds" && error.1 == 3), "{:?}", errors(&all));
    let all = explored.replayed(Sanitize::AddressAndUndefined);
    for replayed in &all {
        assert!(replayed.agreement.agrees, "{:?}", replayed.agreement.differences);
    }
    assert!(errors(&all).iter().all(|error| error.2 == Confirmed));
}
