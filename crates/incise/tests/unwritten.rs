//! Memory that was never written has one value, unknown and the same at every read, unless reading it is an error.

mod support;

use serde_json::Value;
use support::{incise_in, write};

/// The document and the exit code of `explore --ub wrap`.
fn explore(source: &str, extra: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = format!("#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n{source}");
    let file = write(folder.path(), "program.c", source);
    let mut args = vec!["explore", &file, "--ub", "wrap", "--json"];
    args.extend(extra);
    let output = incise_in(folder.path(), &args);
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (document, output.status.code())
}

fn cannot_fail(source: &str) {
    let (document, code) = explore(source, &[]);
    assert_eq!(document["function"]["errors"].as_array().map(Vec::len), Some(0), "{document:#}");
    assert_eq!(code, Some(0), "{document:#}");
}

#[test]
fn a_local_is_the_same_at_every_read() {
    cannot_fail("int main(void) { int x; if (x == 10) exit(1); if (x == 10) assert(0); return 0; }");
    cannot_fail("int main(void) { int x, y = x; assert(x == y && x - y == 0); return 0; }");
    cannot_fail(
        "static void f(int *p) { (void)p; } int main(void) { int x; f(&x); if (x > 3) assert(x > 2); return 0; }",
    );
}

#[test]
fn bytes_and_words_of_an_object_are_the_same() {
    let word = "int main(void) { unsigned x; unsigned char *p = (unsigned char *)&x; unsigned low = p[0];\n \
                assert((x & 255) == low); return 0; }";
    cannot_fail(word);
    let later = "int main(void) { unsigned x; unsigned char *p = (unsigned char *)&x; unsigned all = x;\n \
                 assert(p[3] == all >> 24); return 0; }";
    cannot_fail(later);
}

#[test]
fn heap_and_members_are_the_same() {
    cannot_fail(
        "struct s { int a; char b; int c[2]; };\nint main(void) { struct s s; int *h = malloc(8); if (!h) return 0;\n \
         s.b = 1; if (s.c[1] == 7) assert(s.c[1] == 7); if (h[1] == 5) assert(h[1] != 6); free(h); return 0; }",
    );
}

#[test]
fn each_activation_and_each_round_has_its_own() {
    let (document, code) = explore(
        "static int f(void) { int x; return x; }\nint main(void) { int a = f(); int b = f(); assert(a == b); return 0; }",
        &[],
    );
    assert_eq!(code, Some(1), "{document:#}");
    let (document, code) = explore(
        "int main(void) { int previous = 0;\n for (int i = 0; i < 2; i++) { int x; int *p = &x; if (i) assert(*p == \
         previous); previous = *p; } return 0; }",
        &[],
    );
    assert_eq!(code, Some(1), "{document:#}");
}

/// The value is in the witness; a native run cannot set it, so that it neither confirms nor contradicts the error.
#[test]
fn a_witness_names_it() {
    let (document, code) =
        explore("int f(int n) { int x; if (n == 3 && x == 12345678) assert(0); return 0; }", &["--function", "f"]);
    let error = &document["function"]["errors"][0];
    assert_eq!(error["inputs"]["x (uninitialised)"], 12_345_678, "{document:#}");
    assert_eq!(error["inputs"]["n"], 3, "{document:#}");
    assert_eq!(error["native"]["outcome"], "not-run", "{document:#}");
    assert_eq!(code, Some(1), "{document:#}");
}

/// Copies of bytes that were not read before have values of their own: what rests on them is not decided.
#[test]
fn a_copy_leaves_it_undecided() {
    let (document, code) = explore(
        "struct s { int a, b; };\nint main(void) { struct s s, t; s.b = 1; t = s; if (t.a == 3 && s.a == 4) assert(0); return 0; }",
        &[],
    );
    assert_eq!(code, Some(3), "{document:#}");
}

/// No address comes of it: the access is an error, whatever there is in memory.
#[test]
fn a_pointer_that_was_never_set_leads_nowhere() {
    let (document, code) = explore("int other = 3; int main(void) { int *p; return *p; }", &[]);
    assert_eq!(document["function"]["errors"][0]["kind"], "wild-pointer", "{document:#}");
    assert_eq!(document["function"]["errors"].as_array().map(Vec::len), Some(1), "{document:#}");
    assert!(matches!(code, Some(1 | 3)), "{document:#}");
}

fn compare(old: &str, new: &str) -> Option<i32> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (old, new) = (write(folder.path(), "old.c", old), write(folder.path(), "new.c", new));
    incise_in(folder.path(), &["diff", &old, &new, "--function", "f"]).status.code()
}

/// Two versions have the same value only where they read the same variable.
#[test]
fn versions_share_it_only_in_the_same_variable() {
    let same = compare("int f(int n) { int x; return x + n; }", "int f(int n) { int x; return n + x; }");
    assert_eq!(same, Some(0));
    let other = compare("int f(int n) { int x; return x + n; }", "int f(int n) { int y; return n + y; }");
    assert_eq!(other, Some(3));
    let decided = compare(
        "int f(int n) { int x; if (x > n) return 1; return 0; }",
        "int f(int n) { int x; if (n < x) return 1; return 0; }",
    );
    assert_eq!(decided, Some(3));
}
