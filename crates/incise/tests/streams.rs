//! Streams that a caller gives (`FILE *`): any contents to read, and what is written to them is compared. Each pair that differs is shown by
//! native runs; what the others do is plain from the C standard.

mod support;

use serde_json::Value;
use support::{document, incise_in, versions, write};

const HEAD: &str = "#include <stdio.h>\n";

fn compared(old: &str, new: &str) -> (Value, i32) {
    document(&versions("diff", &[("a.c", &format!("{HEAD}{old}"))], &[("a.c", &format!("{HEAD}{new}"))], &["--json"]))
}

fn equivalent(old: &str, new: &str) {
    let (found, code) = compared(old, new);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent"), 0), "{found:#}");
}

/// Different, with replayed examples one of which calls like this.
fn different(old: &str, new: &str, call: &str) {
    let (found, code) = compared(old, new);
    assert_eq!((found["verdict"].as_str(), code), (Some("different"), 1), "{found:#}");
    let functions = found["functions"].as_array().expect("functions").iter();
    let all: Vec<&Value> = functions.flat_map(|one| one["differences"].as_array().expect("differences")).collect();
    assert!(all.iter().all(|one| one["replayed"] == true), "{found:#}");
    assert!(all.iter().any(|one| one["call"].as_str().is_some_and(|text| text.contains(call))), "{call}: {found:#}");
}

#[test]
fn what_is_written_to_a_given_stream_is_compared() {
    let old = "void dump(FILE *out, int n) { fprintf(out, \"n=%d\\n\", n); if (n > 3) fputs(\"big\\n\", out); }\n";
    equivalent(old, &old.replace("n > 3", "n >= 4"));
    different(old, &old.replace("n > 3", "n > 4"), "out=stream");
    different(old, &old.replace("fprintf(out", "if (!out) out = stdout; fprintf(out"), "out=NULL");
}

#[test]
fn what_is_read_from_a_given_stream_is_any_text() {
    let old = "int first(FILE *in) { int c = fgetc(in); return c == '#' ? fgetc(in) : c; }\n";
    equivalent(old, &old.replace("c == '#' ? fgetc(in) : c", "c != '#' ? c : getc(in)"));
    different(old, &old.replace("'#'", "'%'"), "in=stream of \"#");
    different(old, &old.replace("== '#'", "!= EOF"), "in=stream of");
}

/// How far a version has read shows in what the caller reads next, which no native run does.
#[test]
fn what_is_left_in_a_given_stream_is_looked_at() {
    let old = "int first(FILE *in) { return fgetc(in); }\n";
    let (found, code) = compared(old, "int first(FILE *in) { int c = fgetc(in); fgetc(in); return c; }\n");
    assert_eq!(code, 3, "{found:#}");
    assert!(found.to_string().contains("leave other parts of a stream"), "{found:#}");
}

#[test]
fn two_given_streams_may_be_one() {
    let old = "void both(FILE *a, FILE *b) { fputs(\"1\", a); fputs(\"2\", b); }\n";
    different(old, "void both(FILE *a, FILE *b) { fputs(\"2\", b); fputs(\"1\", a); }\n", "b=a");
}

#[test]
fn streams_are_given_in_structs_and_passed_on() {
    let old = "struct log { FILE *to; int level; };\n\
               static void line(FILE *to, const char *text) { fputs(text, to); fputc('\\n', to); }\n\
               void warn(struct log *log, int level) { if (level >= log->level && log->to) line(log->to, \"warn\"); }\n";
    different(old, &old.replace("level >=", "level >"), "log->to=stream");
    different(old, &old.replace("\"warn\"", "\"warning\""), "log->to=stream");
}

#[test]
fn tests_with_streams_are_replayed_and_compiled() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let old = format!("{HEAD}void dump(FILE *out, int n) {{ fprintf(out, \"n=%d\\n\", n > 3 ? 3 : n); }}\n");
    write(folder.path(), "old.c", &old);
    write(folder.path(), "new.c", old.replace("> 3 ? 3", "> 4 ? 4"));
    let found = incise_in(folder.path(), &["diff", "old.c", "new.c", "--out", "out", "-q"]);
    assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stdout));
    let replayed = |version| incise_in(folder.path(), &["replay", "out/dump", version]).status.code();
    assert_eq!((replayed("new.c"), replayed("old.c")), (Some(0), Some(1)));
    let harness = folder.path().join("out/dump/000001.c");
    let text = std::fs::read_to_string(&harness).expect("a harness was written");
    let runs = |text: &str, name: &str| {
        write(folder.path(), &format!("out/dump/{name}.c"), text);
        let program = folder.path().join(name);
        let source = folder.path().join(format!("out/dump/{name}.c"));
        let made = std::process::Command::new("clang-19")
            .current_dir(folder.path())
            .args(["-w", "-I.", "-Iout/dump/include", "-o"])
            .arg(&program)
            .arg(source)
            .status();
        assert!(made.expect("clang runs").success(), "{text}");
        std::process::Command::new(program).output().expect("it runs").status.success()
    };
    assert!(runs(&text, "new_version"));
    assert!(!runs(&text.replace("new.c", "old.c"), "old_version"));
}
