//! Differences that were accepted are not spoken of again; new ones are.

mod support;

use std::path::Path;
use support::{document, incise_in, write};

const OLD: &str = "int f(int x) { return x > 10 ? 1 : 0; }\nint g(int x) { return x; }\n";
const NEW: &str = "int f(int x) { return x > 11 ? 1 : 0; }\nint g(int x) { return x; }\n";

fn diff(folder: &Path, args: &[&str]) -> (String, i32) {
    let mut all = vec!["diff", "old.c", "new.c", "--baseline", "incise.lock"];
    all.extend(args);
    let output = incise_in(folder, &all);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (text, output.status.code().expect("it was not killed"))
}

#[test]
fn only_new_differences_are_spoken_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "old.c", OLD);
    write(path, "new.c", NEW);
    let (text, code) = diff(path, &[]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot read incise.lock"), "{text}");
    assert_eq!(diff(path, &["--accept"]).1, 0);
    let (text, code) = diff(path, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 difference found, accepted before; none is new"), "{text}");
    assert!(!text.contains("x == 11"), "{text}");
    // Lines move.
    write(path, "new.c", format!("/* A comment. */\n\n\n{NEW}"));
    assert_eq!(diff(path, &[]).1, 0);
    // Another difference, of another function.
    write(path, "new.c", NEW.replace("return x;", "return x + (x == 5);"));
    let (text, code) = diff(path, &[]);
    assert_eq!(code, 1);
    assert!(text.contains("1 difference accepted before and not shown, 1 new"), "{text}");
    assert!(text.contains("x == 5") && !text.contains("x == 11"), "{text}");
    // The same condition, but something else happens.
    write(path, "new.c", NEW.replace("x > 11 ? 1 : 0", "x > 10 ? x == 11 ? 7 : 1 : 0"));
    assert_eq!(diff(path, &[]).1, 1);
}

#[test]
fn what_is_accepted_is_in_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "old.c", OLD);
    write(path, "new.c", NEW);
    diff(path, &["--accept"]);
    let output = incise_in(path, &["diff", "--json", "old.c", "new.c", "--baseline", "incise.lock"]);
    let (found, code) = document(&output);
    assert_eq!(code, 0);
    assert_eq!(found["verdict"], "different");
    assert_eq!(found["accepted"], 1);
    assert_eq!(found["functions"][0]["differences"][0]["accepted"], true);
    // What no longer differs is forgotten when the file is written anew.
    write(path, "new.c", OLD);
    let names = |text: &str| text.matches("\"function\"").count();
    assert_eq!(names(&std::fs::read_to_string(path.join("incise.lock")).unwrap()), 1);
    incise_in(path, &["diff", "old.c", "new.c", "--function", "f", "--baseline", "incise.lock", "--accept"]);
    assert_eq!(names(&std::fs::read_to_string(path.join("incise.lock")).unwrap()), 0);
}

/// What was cut off is undecided even when all that was found is accepted.
#[test]
fn accepting_differences_decides_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let text = "int f(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += i == 2 ? A : 1; return s; }\n";
    write(path, "old.c", text.replace('A', "1"));
    write(path, "new.c", text.replace('A', "5"));
    assert_eq!(diff(path, &["--accept", "--loop-bound", "6"]).1, 3);
    assert_eq!(diff(path, &["--loop-bound", "6"]).1, 3);
}

#[test]
fn a_file_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "old.c", OLD);
    write(path, "new.c", NEW);
    for text in ["", "{}", "{\"schema\": \"incise-baseline/2\", \"accepted\": []}"] {
        write(path, "incise.lock", text);
        let (said, code) = diff(path, &[]);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("incise.lock: "), "{said}");
    }
}
