//! Objects that somebody else defines: `extern` declarations without definition, volatile objects, fixed addresses.

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use support::{incise_in, write};

/// The document and the exit code of a comparison of two texts.
fn compare(old: &str, new: &str, extra: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (old, new) = (write(folder.path(), "old.c", old), write(folder.path(), "new.c", new));
    let mut args = vec!["diff", &old, &new, "--json"];
    args.extend(extra);
    let output = incise_in(folder.path(), &args);
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (document, output.status.code())
}

fn equivalent(old: &str, new: &str) {
    let (document, code) = compare(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent"), Some(0)), "{old}\n{new}\n{document:#}");
}

/// The versions differ, and native runs of both have shown it; the document as text.
fn different(old: &str, new: &str) -> String {
    let (document, code) = compare(old, new, &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("different"), Some(1)), "{old}\n{new}\n{document:#}");
    document.to_string()
}

/// Neither 0 nor 1, and the reason.
fn undecided(old: &str, new: &str, reason: &str) {
    let (document, code) = compare(old, new, &[]);
    assert_eq!(code, Some(3), "{old}\n{new}\n{document:#}");
    assert!(document.to_string().contains(reason), "{reason}: {document:#}");
}

#[test]
fn declared_objects_are_inputs_of_their_type() {
    let old = "extern int limit;\nint f(int i) { return i > limit; }\n";
    equivalent(old, &old.replace("i > limit", "limit < i"));
    // They differ where `i == limit` only.
    let found = different(old, &old.replace("i > limit", "i >= limit"));
    assert!(found.contains("limit"), "{found}");
    let old = "extern const unsigned size;\nunsigned f(unsigned i) { return i % (size | 1); }\n";
    equivalent(old, &old.replace("(size | 1)", "(1 | size)"));
    different(old, &old.replace("(size | 1)", "(size | 3)"));
    let old = "struct cfg { char mode; int level; double gain; };\nextern struct cfg conf;\n\
               int f(void) { return conf.mode == 'x' ? conf.level : (int)(conf.gain > 1.5); }\n";
    equivalent(old, &old.replace("conf.gain > 1.5", "1.5 < conf.gain"));
    different(old, &old.replace("conf.gain > 1.5", "conf.gain >= 1.5"));
}

/// `_Bool` is 0 or 1, also where no definition says that it is one.
#[test]
fn declared_booleans_are_bits() {
    let old = "extern _Bool on;\nint f(void) { return on ? 1 : 0; }\n";
    equivalent(old, &old.replace("on ? 1 : 0", "on"));
    let old = "struct s { char mode; _Bool on; };\nextern struct s all[4];\nint f(unsigned i) { return all[i & 3].on == 1; }\n";
    equivalent(old, &old.replace("all[i & 3].on == 1", "all[i & 3].on"));
    // A character is not.
    let old = old.replace("all[i & 3].on == 1", "all[i & 3].mode == 1 ? 1 : all[i & 3].on");
    different(&old, &old.replace("all[i & 3].mode == 1 ? 1", "all[i & 3].mode ? 1"));
}

#[test]
fn declared_arrays_have_any_length() {
    let old = "extern int table[];\nint f(int i) { return table[i & 3]; }\n";
    equivalent(old, &old.replace("table[i & 3]", "*(table + (i & 3))"));
    different(old, &old.replace("i & 3", "(i & 3) ^ 1"));
    let old = "extern const struct { short a; int b; } rows[];\nint f(unsigned i) { return rows[i].b; }\n";
    let (document, code) = compare(old, &old.replace("rows[i].b;", "rows[i].b ^ 0;"), &[]);
    assert_eq!((document["verdict"].as_str(), code), (Some("equivalent within"), Some(3)), "{document:#}");
    assert!(document.to_string().contains("`rows` was taken to have 128 bytes"), "{document:#}");
}

/// The objects exist for both, also where only one version looks at one.
#[test]
fn a_declaration_that_is_new_is_no_private_state() {
    let old = "int f(int x) { return x; }\n";
    different(old, "extern int verbose;\nint f(int x) { return verbose ? x + 1 : x; }\n");
    equivalent(old, "extern int verbose;\nint f(int x) { return verbose ? x : x; }\n");
}

/// Of an incomplete type only the address is known, and a file that has such a declaration can be replayed.
#[test]
fn addresses_of_incomplete_objects_are_passed_on() {
    let old = "struct bus; extern struct bus main_bus, spare_bus;\nint send(struct bus *, int);\n\
               int f(int x) { return send(&main_bus, x); }\nint g(int x) { return x + 1; }\n";
    equivalent(old, &old.replace("send(&main_bus, x);", "send(&main_bus, x) + 0;"));
    different(old, &old.replace("x + 1", "x + 2"));
    let (document, code) = compare(old, &old.replace("send(&main_bus", "send(&spare_bus"), &[]);
    assert_ne!(code, Some(0), "{document:#}");
}

/// The C library has its own.
#[test]
fn objects_of_the_library_are_not_defined_anew() {
    let old = "extern long timezone;\nint f(int x) { return timezone > x; }\n";
    undecided(old, &old.replace("timezone > x", "x < timezone"), "defined in none of the given files");
}

#[test]
fn whole_programs_take_them_as_inputs_too() {
    let old = "#include <stdio.h>\nextern int limit;\nint main(void) { if (limit > 5) puts(\"big\"); return 0; }\n";
    let found = different(old, &old.replace("limit > 5", "limit >= 5"));
    assert!(found.contains("`limit` is defined in none of the given files"), "{found}");
}

/// `explore` writes a test for each value that matters; `incise replay` and a C compiler run them.
#[test]
fn tests_define_the_objects() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = "struct cfg { char mode; int level; };\nextern const struct cfg conf; extern int table[];\n\
                  int f(void) { if (conf.level == 77) return table[1]; return conf.mode == 'q' ? 2 : 3; }\n";
    let file = write(folder.path(), "program.c", source);
    let output = incise_in(folder.path(), &["explore", &file, "--function", "f", "--out", "tests"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let output = incise_in(folder.path(), &["replay", "tests", &file]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("3 of 3 tests agree"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for number in 1..=3 {
        runs(folder.path(), &format!("tests/00000{number}.c"));
    }
}

/// A harness compiles, and finds what it expects.
fn runs(folder: &Path, harness: &str) {
    let compiled = Command::new("cc")
        .args(["-w", "-I.", "-Itests/include", harness, "-o", "harness", "-lm"])
        .current_dir(folder)
        .output()
        .expect("cc starts");
    assert!(compiled.status.success(), "{harness}: {}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(folder.join("harness")).current_dir(folder).output().expect("it starts");
    assert_eq!(run.status.code(), Some(0), "{harness}: {}", String::from_utf8_lossy(&run.stdout));
}
