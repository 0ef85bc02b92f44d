//! Requests for memory that succeed or fail: what a program does then is explored, compared and replayed. What each program does is said
//! beside it.

mod support;

use serde_json::Value;
use support::{document, explored, incise_in, versions, write};

fn compared(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let text = |source: &str| format!("#include <stdlib.h>\n#include <string.h>\n#include <errno.h>\n{source}");
    let mut all = vec!["--json"];
    all.extend(args);
    document(&versions("diff", &[("a.c", &text(old))], &[("a.c", &text(new))], &all))
}

fn equivalent(old: &str, new: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!(code, 0, "{document:#}");
}

/// Different only where a request fails, and both versions were run natively; nothing of it where requests succeed.
fn different_without_memory(old: &str, new: &str) {
    let (document, code) = compared(old, new, &[]);
    assert_eq!(code, 1, "{document:#}");
    let differences = document["functions"][0]["differences"].as_array().expect("a list").clone();
    assert!(!differences.is_empty());
    for difference in &differences {
        assert_eq!(difference["replayed"], true, "{document:#}");
        assert_eq!(difference["only_by"], "an allocation that fails", "{document:#}");
    }
    assert_ne!(compared(old, new, &["--alloc", "succeeds"]).1, 1);
}

const COPY: &str =
    "char *copy(const char *s) { char *p = malloc(strlen(s) + 1); if (!p) return NULL; strcpy(p, s); return p; }\n";

#[test]
fn a_check_that_is_gone_is_a_crash_without_memory() {
    different_without_memory(COPY, &COPY.replace("if (!p) return NULL; ", ""));
}

/// The second of two requests fails: the first block is given back, or it leaks and a flag says so.
#[test]
fn each_request_fails_by_itself() {
    let old = "int lost;\nint two(void) {\n    char *a = malloc(4), *b = malloc(4);\n    if (!a || !b) { free(a); free(b); return -1; }\n\
               free(a); free(b); return 0; }\n";
    equivalent(old, &old.replace("!a || !b", "!b || !a"));
    different_without_memory(
        old,
        &old.replace("free(a); free(b); return -1;", "lost = a && !b; free(a); free(b); return -1;"),
    );
}

/// `realloc` that fails leaves the old block alone.
#[test]
fn a_block_that_cannot_grow_stays() {
    let old = "int grow(int n) { int *p = malloc(4); if (!p) return 1; *p = n; int *q = realloc(p, 64);\n\
               if (!q) { n = *p; free(p); return n; } n = *q; free(q); return n; }\n";
    equivalent(old, &old.replace("n = *p; free(p);", "free(p);"));
    different_without_memory(old, &old.replace("n = *p; free(p);", "n = 7; free(p);"));
}

/// A request for no bytes that gives a block back cannot fail; `calloc` zeroes; `errno` says why there is none.
#[test]
fn requests_of_other_functions() {
    let zeroed = "int f(void) { int *p = calloc(2, 4); if (!p) return 0; int v = p[1]; free(p); return v; }\n";
    equivalent(zeroed, "int f(void) { int *p = calloc(2, 4); free(p); return 0; }\n");
    let why = "int f(void) { errno = 0; char *p = malloc(3); int why = errno; free(p); return p ? 0 : why; }\n";
    equivalent(why, &why.replace("p ? 0 : why", "p ? 0 : ENOMEM"));
    let duplicate = "int f(void) { char *p = strdup(\"ab\"); if (!p) return -1; int c = p[1]; free(p); return c; }\n";
    equivalent(duplicate, &duplicate.replace("int c = p[1]", "int c = 'b'"));
    different_without_memory(duplicate, &duplicate.replace("-1", "-2"));
}

/// What the program requests is answered by the test that `--out` writes: replayed, and as a harness of its own.
#[test]
fn written_tests_refuse_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "#include <stdlib.h>\nint f(int n) { char *p = malloc(8); if (!p) return n == 3 ? 1 : 2; free(p); return 0; }\n";
    let file = write(folder.path(), "a.c", source);
    let output = incise_in(folder.path(), &["explore", &file, "--function", "f", "--out", "tests", "--json"]);
    let (document, code) = document(&output);
    // No memory and 3, no memory and another number, memory.
    assert_eq!((code, document["function"]["stats"]["paths"].as_u64()), (0, Some(3)), "{document:#}");
    let replayed = incise_in(folder.path(), &["replay", "tests", &file]);
    assert!(String::from_utf8_lossy(&replayed.stdout).contains("3 of 3 tests agree"), "{replayed:?}");
    let harnesses = std::fs::read_dir(folder.path().join("tests")).expect("the folder is there");
    let harnesses = harnesses.map(|entry| entry.expect("it can be read").path());
    let harnesses: Vec<_> = harnesses.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    assert_eq!(harnesses.len(), 3);
    for harness in harnesses {
        let text = std::fs::read_to_string(&harness).expect("a harness");
        let command = text.lines().find(|line| line.contains("cc ")).expect("the command is in the head");
        let command = command.trim_start_matches([' ', '*']);
        let ran = std::process::Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .output()
            .expect("sh starts");
        assert!(ran.status.success(), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// An access through a block that nobody checked is an error without memory, and a native run confirms it.
#[test]
fn an_unchecked_block_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source =
        "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    *p = 1;\n    free(p);\n    return 0;\n}\n";
    write(folder.path(), "a.c", source);
    let file = folder.path().join("a.c").to_string_lossy().into_owned();
    let found = explored(&[&file]);
    assert_eq!(support::errors(&found), [(String::from("null-access"), 4)]);
    assert_eq!(found["function"]["errors"][0]["native"]["outcome"], "confirmed", "{found:#}");
    assert!(support::errors(&explored(&[&file, "--alloc", "succeeds"])).is_empty());
}
