//! Pointers into one array, an element apart: where it matters to a comparison that objects are apart, they are given so. That both versions
//! differ, and for which pointers, follows from the order of their accesses and is said beside it; native replays confirm each.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{document, incise_in, versions, write};

fn compared(old: &str, new: &str) -> (Value, i32) {
    document(&versions("diff", &[("a.c", old)], &[("a.c", new)], &["--json"]))
}

fn conditions(document: &Value) -> Vec<String> {
    let differences = document["functions"][0]["differences"].as_array().expect("a list");
    assert!(differences.iter().all(|difference| difference["replayed"] == true), "{document:#}");
    differences.iter().filter_map(|difference| difference["condition"].as_str().map(String::from)).collect()
}

const UP: &str = "void copy(char *d, const char *s) { d[0] = s[0]; d[1] = s[1]; }\n";
const DOWN: &str = "void copy(char *d, const char *s) { d[1] = s[1]; d[0] = s[0]; }\n";

/// `s == d + 1`: upwards `d[0]` gets the old `d[1]`, downwards the new one. `s == d - 1`: the same of `d[1]` and `d[0]`. `s == d`: nothing moves.
#[test]
fn copies_in_another_order_differ_where_they_overlap() {
    let (document, code) = compared(UP, DOWN);
    assert_eq!(code, 1, "{document:#}");
    assert_eq!(conditions(&document), ["s == d + 1 && d[1] != d[2]", "s == d - 1 && d[-1] != d[0]"]);
}

/// Nothing is written before it is read, or C forbids that they overlap, or the pointers lead to other types.
#[test]
fn where_overlapping_cannot_matter_nothing_is_said_of_it() {
    let old = "int sum(const int *a, const int *b) { return a[0] + b[1]; }\n";
    assert_eq!(compared(old, &old.replace("a[0] + b[1]", "b[1] + a[0]")).1, 0);
    let apart = |text: &str| text.replace("*d", "*restrict d").replace("*s", "*restrict s");
    assert_eq!(compared(&apart(UP), &apart(DOWN)).1, 0);
    let typed = "int put(int *d, float *s) { *d = 1; *s = 2.0f; return 0; }\n";
    assert_eq!(compared(typed, &typed.replace("*d = 1; *s = 2.0f;", "*s = 2.0f; *d = 1;")).1, 0);
}

/// Both read everything first, but in another order of writes: one element apart they still do the same, and further apart was not tried.
#[test]
fn other_distances_are_a_restriction() {
    let old = "void put(int *d, int *s) { d[0] = 1; s[4] = 2; }\n";
    let (document, code) = compared(old, &old.replace("d[0] = 1; s[4] = 2;", "s[4] = 2; d[0] = 1;"));
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent within"), 3), "{document:#}");
    assert_eq!(document["functions"][0]["within"][0], "alias", "{document:#}");
}

/// Tests that `--out` writes pass on the new version and fail on the old one; `incise replay` takes them.
#[test]
fn written_tests_have_pointers_into_one_array() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (old, new) = (write(folder.path(), "old.c", UP), write(folder.path(), "new.c", DOWN));
    let compared = incise_in(folder.path(), &["diff", &old, &new, "--out", "tests"]);
    assert_eq!(compared.status.code(), Some(1));
    let replayed = incise_in(folder.path(), &["replay", "tests/copy", &new]);
    assert!(String::from_utf8_lossy(&replayed.stdout).contains("2 of 2 tests agree"), "{replayed:?}");
    for number in ["000001", "000002"] {
        let harness = std::fs::read_to_string(folder.path().join(format!("tests/copy/{number}.c"))).expect("a harness");
        let command = harness.lines().find(|line| line.contains("cc -I")).expect("the command is in the head");
        let command = command.trim_start_matches([' ', '*']).to_owned();
        let passes = |command: &str| {
            let shell = Command::new("sh").args(["-c", command]).current_dir(folder.path()).output();
            shell.expect("sh starts").status.success()
        };
        assert!(passes(&command), "{command}");
        write(folder.path(), "new.c", UP);
        assert!(!passes(&command), "{command}");
        write(folder.path(), "new.c", DOWN);
    }
}
