//! What surrounds a program: arguments of `main`, the environment, files and standard input. They are any where the program reads them, both
//! versions are given the same, and what was not given is named.

mod support;

use serde_json::Value;
use std::process::Command;
use support::{document, incise_in, versions, write};

const HEADERS: &str = "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";

/// The comparison of two programs of one file; `main` is the whole of them.
fn compared(old: &str, new: &str, args: &[&str]) -> (Value, i32) {
    let (old, new) = (format!("{HEADERS}{old}\n"), format!("{HEADERS}{new}\n"));
    let mut all = vec!["--json", "--function", "main"];
    all.extend(args);
    let (found, code) = document(&versions("diff", &[("a.c", &old)], &[("a.c", &new)], &all));
    (found["functions"][0].clone(), code)
}

#[track_caller]
fn equivalent(old: &str, new: &str) {
    let (found, code) = compared(old, new, &[]);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent"), 0), "{found:#}");
}

/// Equivalent within exactly these restrictions, separated by commas.
#[track_caller]
fn within(old: &str, new: &str, restrictions: &str, why: &str) {
    let (found, code) = compared(old, new, &["--accept-within", restrictions]);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent within"), 0), "{found:#}");
    let met: Vec<&str> = found["within"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(met.join(","), restrictions, "{found:#}");
    assert!(found.to_string().contains(why), "{found:#}");
}

/// Different, shown natively; gives the first difference.
#[track_caller]
fn different(old: &str, new: &str) -> Value {
    let (found, code) = compared(old, new, &[]);
    assert_eq!((found["verdict"].as_str(), code), (Some("different"), 1), "{found:#}");
    let first = found["differences"][0].clone();
    assert_eq!(first["replayed"], true, "{found:#}");
    first
}

/// The document of an exploration of one program from `main`, and the exit code.
fn explored(text: &str, args: &[&str]) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.c", format!("{HEADERS}{text}\n"));
    let mut all = vec!["explore", "--json", "a.c"];
    all.extend(args);
    document(&incise_in(folder.path(), &all))
}

const OPTION: &str = "int main(int argc, char **argv) { if (argc < 2) return 2;\n\
    if (strcmp(argv[1], \"-v\") == 0) { puts(\"1.0\"); return 0; }\n\
    int n = atoi(argv[1]); if (n > 10) puts(\"big\"); return 0; }";

#[test]
fn arguments_that_the_program_reads_are_any() {
    let first = different(OPTION, &OPTION.replace("1.0", "1.1"));
    assert_eq!((&first["inputs"]["argc"], &first["inputs"]["argv[1]"]), (&2.into(), &"-v".into()), "{first:#}");
    assert_eq!(first["call"], "main(argc=2, argv[1]=\"-v\")", "{first:#}");
    let first = different(OPTION, &OPTION.replace("return 2", "return 3"));
    assert_eq!(first["call"], "main(argc=1)", "{first:#}");
    // A number of more characters than an argument is given.
    within(OPTION, &OPTION.replace("n > 10", "n >= 11"), "args", "an argument is at most 10 bytes long");
}

#[test]
fn what_looks_at_the_beginning_only_needs_no_restriction() {
    let old = "int main(int argc, char **argv) { if (argc < 2) { puts(\"usage\"); return 2; }\n\
        if (argv[1][0] == '-') { puts(\"option\"); return 1; } puts(\"name\"); return 0; }";
    let new = old.replace("argc < 2", "argc <= 1").replace("argv[1][0] == '-'", "*argv[1] == 45");
    equivalent(old, &new);
    let first = different(old, &new.replace("return 1", "return 3"));
    assert_eq!(first["condition"], "argc > 1 && argv[1][0] == '-'", "{first:#}");
    equivalent("int main(int argc, char **argv) { return argc > 3; }", "int main(int n, char **v) { return 3 < n; }");
    let first = different(
        "int main(int argc, char **argv) { return argc > 100; }",
        "int main(int argc, char **argv) { return argc > 101; }",
    );
    assert_eq!(first["inputs"]["argc"], 101, "{first:#}");
}

#[test]
fn loops_over_arguments_are_followed_as_far_as_arguments_are_given() {
    let old = "int main(int argc, char **argv) { int verbose = 0; for (int i = 1; i < argc; i++) {\n\
        if (strcmp(argv[i], \"-v\") == 0) verbose++; else printf(\"%s\\n\", argv[i]); } return verbose; }";
    let new = "int main(int argc, char **argv) { int verbose = 0; while (*++argv) {\n\
        if (strcmp(*argv, \"-v\") == 0) verbose += 1; else puts(*argv); } return verbose; }";
    within(old, new, "args", "more arguments than the 2 that are given");
    let first = different(old, &new.replace("verbose += 1", "verbose = 1"));
    assert_eq!(first["call"], "main(argc=3, argv[1]=\"-v\", argv[2]=\"-v\")", "{first:#}");
    // A loop that only counts.
    let old = "int main(int argc, char **argv) { int n = 0; for (int i = 1; i < argc; i++) n += 2; return n; }";
    equivalent(old, &old.replace("n += 2", "n += 1, n++"));
    let (found, code) = explored(old, &[]);
    assert_eq!((support::n_paths(&found), code), (17, 3), "{found:#}");
    assert!(found.to_string().contains("more than 16 arguments are not followed"), "{found:#}");
    assert_eq!(different(old, &old.replace("n = 0", "n = argc == 9"))["inputs"]["argc"], 9);
}

#[test]
fn the_vector_ends_with_a_null_pointer() {
    let old = "int main(int argc, char **argv) { return argv[argc] != 0 || argv[0] == 0; }";
    within(old, "int main(void) { return 0; }", "args", "more arguments than");
    let old = "int main(int argc, char **argv) { return argv[argc - 1][0] == 'x'; }";
    let new = "int main(int argc, char **argv) { char **end = argv + argc; return **--end == 'x'; }";
    within(old, new, "args", "more arguments than");
    let old = "int main(int argc, char **argv) { (void)argc; return argv[1] == 0; }";
    equivalent(old, "int main(int argc, char **argv) { (void)argv; return argc == 1; }");
    // It can be written to, as `getopt` does, also where it ends.
    let old = "int main(int argc, char **argv) { if (argc != 2) return 0; char *t = argv[0]; argv[0] = argv[1]; argv[1] = t;\n\
        char *u = argv[2]; argv[2] = argv[0]; return argv[2][0] == 'q' && u == 0; }";
    equivalent(old, "int main(int argc, char **argv) { return argc == 2 && argv[1][0] == 'q'; }");
}

#[test]
fn explore_finds_errors_of_missing_arguments() {
    let (found, code) = explored("int main(int argc, char **argv) { (void)argc; return argv[1][0]; }", &[]);
    let error = &found["function"]["errors"][0];
    assert_eq!((error["kind"].as_str(), code), (Some("null-access"), 1), "{found:#}");
    assert_eq!(error["inputs"]["argc"], 1, "{found:#}");
    // Past the null pointer.
    let (found, code) = explored("int main(int argc, char **argv) { return argc == 1 && argv[2] == argv[0]; }", &[]);
    let error = &found["function"]["errors"][0];
    assert_eq!((error["kind"].as_str(), code), (Some("out-of-bounds"), 1), "{found:#}");
    let guarded = "int main(int argc, char **argv) { if (argc < 3) return 1; return argv[2][0] == argv[1][0]; }";
    let (found, code) = explored(guarded, &[]);
    assert_eq!((found["function"]["errors"].as_array().map(Vec::len), code), (Some(0), 0), "{found:#}");
    // A buffer that an argument overflows.
    let (found, code) =
        explored("int main(int argc, char **argv) { char b[4]; if (argc > 1) strcpy(b, argv[1]); return 0; }", &[]);
    assert_eq!((found["function"]["errors"][0]["kind"].as_str(), code), (Some("out-of-bounds"), 1), "{found:#}");
}

#[test]
fn arguments_that_the_user_names_are_the_only_ones() {
    let (found, code) = compared(OPTION, &OPTION.replace("1.0", "1.1"), &["--arg", "7"]);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent within"), 3), "{found:#}");
    assert!(found.to_string().contains("exactly one argument"), "{found:#}");
    let (found, code) = compared(OPTION, &OPTION.replace("1.0", "1.1"), &["--sym-args", "1"]);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent within"), 3), "{found:#}");
    let (found, code) = compared(OPTION, &OPTION.replace("1.0", "1.1"), &["--sym-args", "2"]);
    assert_eq!((found["verdict"].as_str(), code), (Some("different"), 1), "{found:#}");
}

#[test]
fn tests_hold_their_arguments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    write(path, "old.c", format!("{HEADERS}{OPTION}\n"));
    write(path, "new.c", format!("{HEADERS}{}\n", OPTION.replace("1.0", "1.1")));
    let run = |args: &[&str]| {
        let output = incise_in(path, args);
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    run(&["explore", "old.c", "--out", "tests"]);
    let (text, code) = run(&["replay", "tests", "old.c"]);
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = run(&["replay", "tests", "new.c"]);
    assert!(text.contains("expected \"0\\n\"") && code == Some(1), "{text}");
    // The one test that is given `-v`, as a program of its own.
    let files =
        std::fs::read_dir(path.join("tests")).expect("tests were written").map(|file| file.expect("a file").path());
    let is_version = |file: &std::path::PathBuf| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        file.extension().is_some_and(|end| end == "json")
            && serde_json::from_str::<Value>(&text).is_ok_and(|test| test["args"] == serde_json::json!(["-v"]))
    };
    let found: Vec<_> = files.filter(is_version).collect();
    let [test] = found.as_slice() else { panic!("{found:?}") };
    let (harness, program) = (test.with_extension("c"), path.join("t"));
    for (version, status) in [("old.c", true), ("new.c", false)] {
        let mut compiler = Command::new("clang-19");
        compiler.args(["-w", "-Itests/include", "-o"]).arg(&program).arg(&harness).arg(version);
        assert!(compiler.current_dir(path).status().expect("clang starts").success());
        assert_eq!(
            Command::new(&program).current_dir(path).status().expect("it starts").success(),
            status,
            "{version}"
        );
    }
    let (text, code) = run(&["debug", "old.c", "new.c", "--test", &test.to_string_lossy(), "--json"]);
    assert!(text.contains("\"fails\": true"), "{code:?} {text}");
    let (text, code) = run(&["test", "old.c", "new.c", "--suite", "tests", "--out", "more", "--json"]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn a_version_that_reads_no_arguments_is_given_the_same() {
    let old = "int main(void) { int c = getchar(); if (c == 'x') puts(\"x\"); return 0; }";
    let new = "int main(int argc, char **argv) { int c = getchar(); if (c == 'x') puts(argc > 1 ? argv[1] : \"x\"); return 0; }";
    let first = different(old, new);
    assert_eq!(first["inputs"]["argc"], 2, "{first:#}");
    let first = different(new, old);
    assert_eq!(first["inputs"]["argc"], 2, "{first:#}");
}

const CAT: &str = "int main(int argc, char **argv) { if (argc < 2) return 2; FILE *f = fopen(argv[1], \"r\");\n\
    if (!f) { fprintf(stderr, \"cannot open\\n\"); return 1; }\n\
    int c, n = 0; while ((c = fgetc(f)) != EOF) { putchar(c); n++; } fclose(f); return n > 3; }";

#[test]
fn files_are_there_or_not_and_hold_anything() {
    let first = different(CAT, &CAT.replace("n > 3", "n > 4"));
    assert_eq!(first["inputs"]["file({argv[1]})"].as_str().map(str::is_empty), Some(false), "{first:#}");
    let first = different(CAT, &CAT.replace("return 1;", "return 3;"));
    assert_eq!(first["inputs"]["argc"], 2, "{first:#}");
    within(CAT, &CAT.replace("n > 3", "n >= 4"), "input", "the file `{argv[1]}` is at most 8 bytes long");
    // A name that leads out of the folder of the run.
    let old = "int main(void) { char line[8]; int port = 80; FILE *f = fopen(\"/etc/app.conf\", \"r\");\n\
        if (f) { if (fgets(line, sizeof line, f) && line[0] == 'p') port = line[1]; fclose(f); } printf(\"%d\\n\", port); return 0; }";
    let first = different(old, &old.replace("port = line[1]", "port = line[1] == 'A' ? 66 : line[1]"));
    assert_eq!(first["inputs"]["file(/etc/app.conf)"], "pA", "{first:#}");
    let first = different(old, &old.replace("port = 80", "port = 81"));
    assert!(first["condition"].as_str().is_some_and(|text| text.contains("file(/etc/app.conf).opened")), "{first:#}");
}

#[test]
fn descriptors_are_as_streams() {
    let old = "int main(void) { char b[4]; int fd = open(\"data\", O_RDONLY); if (fd < 0) return 9;\n\
        long n = read(fd, b, sizeof b); close(fd); return (int)n; }";
    let (found, code) = compared(old, &old.replace("return (int)n", "return n == 4 ? 5 : n"), &[]);
    assert_eq!((found["verdict"].as_str(), code), (Some("different"), 1), "{found:#}");
    assert_eq!(found["differences"][0]["replayed"], true, "{found:#}");
    different(old, &old.replace("return 9", "return 8"));
    within(old, &old.replace("return (int)n", "return n + 0"), "files", "reading is taken not to fail");
}

#[test]
fn one_name_is_one_file() {
    let old = "int main(void) { FILE *f = fopen(\"x\", \"r\"), *g = fopen(\"x\", \"r\"); if (!f != !g) return 3; if (!f) return 0;\n\
        return fgetc(f) != fgetc(g) ? 4 : 0; }";
    equivalent(old, "int main(void) { return 0; }");
    // An argument can be the name of another file, and of the same.
    let old = "int main(int argc, char **argv) { if (argc != 2) return 0; FILE *f = fopen(\"x\", \"r\"), *g = fopen(argv[1], \"r\");\n\
        if (!f || !g) return 0; return fgetc(f) == 'a' && fgetc(g) == 'b' && argv[1][0] == 'x' && !argv[1][1] ? 1 : 0; }";
    equivalent(old, "int main(int argc, char **argv) { (void)argc, (void)argv; return 0; }");
    let first = different(&old.replace("argv[1][0] == 'x'", "argv[1][0] == 'y'"), "int main(void) { return 0; }");
    assert_eq!(first["inputs"]["argv[1]"], "y", "{first:#}");
}

#[test]
fn what_is_written_to_files_is_compared() {
    let old = "int main(void) { FILE *f = fopen(\"log\", \"w\"); if (!f) return 1; fputs(\"hello\\n\", f); fclose(f); return 0; }";
    let first = different(old, &old.replace("hello", "hullo"));
    assert!(first["native"].to_string().contains("a file") || first["replayed"] == true, "{first:#}");
    different(old, &old.replace("return 1", "return 2"));
    let (found, code) = compared(old, &old.replace("fputs(\"hello\\n\", f)", "fprintf(f, \"hello\\n\")"), &[]);
    assert_eq!((found["verdict"].as_str(), code), (Some("equivalent"), 0), "{found:#}");
    // Text that is kept, and a file that stays open.
    for change in
        [("\"w\"", "\"a\""), ("fclose(f);", ""), ("fputs(\"hello\\n\", f)", "fclose(f); f = fopen(\"log\", \"a\")")]
    {
        let (found, code) = compared(old, &old.replace(change.0, change.1), &[]);
        assert!(code == 1 || code == 3 && found["verdict"] == "undecided", "{change:?}: {found:#}");
    }
    // Read back: not modelled, and said so.
    let back = "int main(void) { FILE *f = fopen(\"t\", \"w\"); if (!f) return 1; fputs(\"a\", f); fclose(f); f = fopen(\"t\", \"r\"); return f ? fgetc(f) : 2; }";
    let (found, code) = explored(back, &[]);
    assert_eq!(code, 3, "{found:#}");
    assert!(found.to_string().contains("a file that the program has written is opened again"), "{found:#}");
}

#[test]
fn standard_input_ends_anywhere() {
    let count = "int main(void) { int n = 0; while (getchar() != EOF) n++; return n; }";
    let (found, code) = explored(count, &[]);
    assert_eq!((support::n_paths(&found), code), (9, 3), "{found:#}");
    assert!(found.to_string().contains("standard input is at most 8 bytes long"), "{found:#}");
    let first = different(count, &count.replace("return n", "return n == 8 ? 0 : n"));
    assert_eq!(first["replayed"], true, "{first:#}");
    let asks = count.replace("return n", "return ferror(stdin) ? -1 : n");
    let (found, _) = explored(&asks, &[]);
    assert!(found.to_string().contains("reading is taken not to fail"), "{found:#}");
}

#[test]
fn variables_of_the_environment_answer_alike() {
    let old = "int main(void) { return getenv(\"A\") != 0; }";
    equivalent(old, "int main(void) { char *a = getenv(\"A\"), *b = getenv(\"A\"); return a != 0 || b != 0; }");
    different(old, "int main(void) { return getenv(\"B\") != 0; }");
    let length = "int main(void) { char *a = getenv(\"A\"); return a ? (int)strlen(a) : -1; }";
    let other = "int main(void) { char *a = getenv(\"A\"); int n = 0; while (a && a[n]) n++; return a ? n : -1; }";
    within(length, other, "input", "`getenv(A)` is at most 15 bytes long");
}
