//! `incise diff`: both versions are run on the same inputs, also on globals that only one of them names.

mod support;

use serde_json::Value;
use support::{incise_in, write};

fn diff(guide: &str, old: &str, new: &str) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", old);
    write(folder.path(), "new.c", new);
    let output = incise_in(folder.path(), &["diff", "--guide", guide, "--function", "f", "--json", "old.c", "new.c"]);
    let document = serde_json::from_slice(&output.stdout).expect("a document");
    (document, output.status.code().expect("it was not killed"))
}

const WITHOUT: &str = "int g = 4;\nint f(int x) { return x; }\n";

#[test]
fn a_global_that_one_version_only_reads_is_the_same_in_both() {
    let with = "int g = 4;\nint f(int x) { if (g == 7) return x; return x; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(WITHOUT, with), (with, WITHOUT)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("equivalent"), 0), "{guide}: {document:#}");
        }
    }
}

/// They differ when `x == 3` and `g` was not 9 before.
#[test]
fn a_global_that_one_version_only_writes_is_the_same_before() {
    let with = "int g = 4;\nint f(int x) { if (x == 3) g = 9; return x; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(WITHOUT, with), (with, WITHOUT)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("different"), 1), "{guide}: {document:#}");
            let differences = document["functions"][0]["differences"].as_array().expect("a list");
            assert_eq!(differences.len(), 1, "{guide}: {document:#}");
            let difference = &differences[0];
            assert_eq!(difference["inputs"]["x"], 3);
            assert_ne!(difference["inputs"]["g"], 9);
            assert_eq!(difference["replayed"], true);
        }
    }
}

/// Writing a `_Bool` over itself changes nothing, as it does when the byte is neither 0 nor 1.
#[test]
fn a_boolean_in_memory_is_0_or_1() {
    let old = "_Bool g;\nstruct S { int n; _Bool b; };\nint f(struct S *p, _Bool q[4]) { g = g; p->b = p->b; q[2] = q[2]; return 0; }\n";
    let new = "_Bool g;\nstruct S { int n; _Bool b; };\nint f(struct S *p, _Bool q[4]) { return 0; }\n";
    for guide in ["full", "exact"] {
        for (old, new) in [(old, new), (new, old)] {
            let (document, code) = diff(guide, old, new);
            assert_eq!((&document["verdict"], code), (&Value::from("equivalent"), 0), "{guide}: {document:#}");
        }
    }
}
