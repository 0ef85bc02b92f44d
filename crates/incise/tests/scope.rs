//! Of a project only those files are compiled that matter to the change: where it is, who calls it, and what these need.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{document, git, incise_in, repository, write};

/// A library of three layers, two programs and something apart.
const FILES: [(&str, &str); 9] = [
    ("incise.toml", "sources = [\"*.c\"]\n"),
    (
        "lib.h",
        "int low(int);\nint middle(int);\nint high(int);\nint apart(int);\nint made(int);\n#define TWICE(x) (2 * low(x))\n",
    ),
    ("low.c", "#include \"lib.h\"\nint low(int x) { return x + 1; }\n"),
    ("middle.c", "#include \"lib.h\"\nint middle(int x) { return TWICE(x); }\n"),
    ("high.c", "#include \"lib.h\"\nint high(int x) { return middle(x) + made(x); }\n"),
    // The definition is a macro's.
    ("made.c", "#include \"lib.h\"\n#define DEFINE(name) int name(int x)\nDEFINE(made) { return x; }\n"),
    ("apart.c", "#include \"lib.h\"\nint apart(int x) { return -x; }\n"),
    ("one.c", "#include \"lib.h\"\nint main(void) { return high(1); }\n"),
    ("two.c", "#include \"lib.h\"\nint main(void) { return apart(1); }\n"),
];

fn project() -> tempfile::TempDir {
    let folder = repository();
    for (name, text) in FILES {
        write(folder.path(), name, text);
    }
    git(folder.path(), &["add", "-A"]);
    git(folder.path(), &["commit", "-q", "-m", "one"]);
    folder
}

/// Changes a file and compares with what was: the files that were compiled, the functions that were compared, the verdict.
fn compared(folder: &Path, file: &str, from: &str, to: &str, args: &[&str]) -> (Vec<String>, Vec<String>, String) {
    let old = std::fs::read_to_string(folder.join(file)).unwrap();
    assert!(old.contains(from));
    write(folder, file, old.replace(from, to));
    let mut all = vec!["diff", "--json", "HEAD"];
    all.extend(args);
    let (found, _) = document(&incise_in(folder, &all));
    write(folder, file, old);
    let list = |values: &Value, key: Option<&str>| -> Vec<String> {
        let values = values.as_array().unwrap().iter();
        let mut names: Vec<String> =
            values.map(|value| key.map_or(value, |key| &value[key]).as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    let verdict = found["verdict"].as_str().unwrap().to_owned();
    (list(&found["modified"], None), list(&found["functions"], Some("name")), verdict)
}

#[test]
fn callers_and_what_they_need_are_compiled_and_nothing_else() {
    let folder = project();
    let path = folder.path();
    let check = |args: &[&str], files: &[&str], functions: &[&str]| {
        let (compiled, found, verdict) = compared(path, "low.c", "x + 1", "x + 2", args);
        assert_eq!(
            (compiled, found),
            (files.iter().map(|f| f.to_string()).collect(), functions.iter().map(|f| f.to_string()).collect())
        );
        assert_eq!(verdict, "different");
    };
    check(&["--callers", "0"], &["low.c"], &["low"]);
    // One level up is a call through a macro; main is reached, and needs what it calls, a function that a macro defines too.
    check(&[], &["high.c", "low.c", "made.c", "middle.c", "one.c"], &["low", "main", "middle"]);
    check(
        &["--callers", "all"],
        &["high.c", "low.c", "made.c", "middle.c", "one.c"],
        &["high", "low", "main", "middle"],
    );
    check(&["--function", "middle"], &["low.c", "middle.c"], &["middle"]);
}

/// Who calls through a table in another file, a member, or a pointer that was handed over, is a caller.
#[test]
fn callers_through_stored_pointers_are_compiled() {
    let folder = project();
    let path = folder.path();
    write(path, "one.c", "int main(void) { return 0; }\n");
    write(path, "table.c", "#include \"lib.h\"\nint (*const ops[2])(int) = { low, apart };\n");
    write(
        path,
        "ops.h",
        "struct ops { int (*read)(int); };\nconst struct ops *get(void);\nvoid hand(int (*f)(int));\n",
    );
    write(
        path,
        "member.c",
        "#include \"lib.h\"\n#include \"ops.h\"\nstatic const struct ops own = { .read = low };\nconst struct ops *get(void) { return &own; }\n",
    );
    write(
        path,
        "dispatch.c",
        "extern int (*const ops[2])(int);\nint dispatch(unsigned i, int x) { return ops[i & 1](x); }\n",
    );
    write(path, "reader.c", "#include \"ops.h\"\nint reader(int x) { return get()->read(x); }\n");
    write(path, "other.c", "int other(int (*f)(int, int), int x) { return f(x, x); }\n");
    git(path, &["add", "-A"]);
    git(path, &["commit", "-q", "-m", "with tables"]);
    let (files, functions, verdict) = compared(path, "low.c", "x + 1", "x + 2", &["--callers", "1"]);
    for file in ["dispatch.c", "table.c", "reader.c", "member.c"] {
        assert!(files.iter().any(|name| name == file), "{file} is not compiled: {files:?}");
    }
    assert!(!files.iter().any(|name| name == "other.c"), "{files:?}");
    for function in ["low", "dispatch", "reader"] {
        assert!(functions.iter().any(|name| name == function), "{function} is not compared: {functions:?}");
    }
    assert_eq!(verdict, "different");
}

#[test]
fn a_function_of_a_header_is_found_by_its_name() {
    let folder = repository();
    let path = folder.path();
    write(path, "incise.toml", "sources = [\"*.c\"]\n");
    write(path, "small.h", "static inline int small(int x) { return x < 3; }\n");
    write(path, "user.c", "#include \"small.h\"\nint user(int x) { return small(x); }\n");
    write(path, "apart.c", "int apart(int x) { return -x; }\n");
    git(path, &["add", "-A"]);
    git(path, &["commit", "-q", "-m", "one"]);
    let (_, functions, verdict) = compared(path, "small.h", "x < 3", "x <= 3", &["--function", "small"]);
    assert_eq!((functions, verdict.as_str()), (vec![String::from("small")], "different"));
    // It is found when something else changed, too.
    let (_, functions, verdict) = compared(path, "apart.c", "-x", "0 - x", &["--function", "small"]);
    assert_eq!((functions, verdict.as_str()), (vec![String::from("small")], "equivalent"));
}

#[test]
fn where_nothing_changed_nothing_is_compiled() {
    let folder = project();
    let nothing: Vec<String> = Vec::new();
    let found = compared(folder.path(), "incise.toml", "sources", "# nothing\nsources", &[]);
    assert_eq!(found, (nothing.clone(), nothing.clone(), String::from("equivalent")));
    let found = compared(folder.path(), "low.c", "int low", "/* low */\n\nint low", &[]);
    assert_eq!(found, (nothing.clone(), nothing.clone(), String::from("equivalent")));
    // A function that was asked for is there all the same.
    let output = incise_in(folder.path(), &["diff", "HEAD", "--function", "apart"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_header_changes_all_that_include_it() {
    let folder = project();
    let (files, functions, verdict) = compared(folder.path(), "lib.h", "2 * low", "3 * low", &["--callers", "0"]);
    assert!(files.contains(&String::from("middle.c")), "{files:?}");
    assert_eq!((functions, verdict.as_str()), (vec![String::from("middle")], "different"));
    // Another prototype touches every file and changes nothing, in programs neither.
    let (_, functions, verdict) =
        compared(folder.path(), "lib.h", "int low(int);", "int low(int);\nint lower(int);", &[]);
    assert_eq!((functions, verdict.as_str()), (Vec::new(), "equivalent"));
}

#[test]
fn of_several_programs_one_is_meant() {
    let folder = project();
    let path = folder.path();
    // Both programs call it: neither is taken, and that is said.
    write(path, "two.c", "#include \"lib.h\"\nint main(void) { return low(1); }\n");
    git(path, &["commit", "-q", "-a", "-m", "two"]);
    let (files, functions, _) = compared(path, "low.c", "x + 1", "x + 2", &[]);
    assert_eq!(functions, ["low", "middle"]);
    assert!(!files.contains(&String::from("one.c")) && !files.contains(&String::from("two.c")), "{files:?}");
    let (_, functions, _) = compared(path, "low.c", "x + 1", "x + 2", &["--program", "two.c"]);
    assert_eq!(functions, ["low", "main", "middle"]);
    // The one that changed is meant.
    let (files, functions, _) = compared(path, "two.c", "low(1)", "low(2)", &[]);
    assert_eq!((files, functions), (vec![String::from("low.c"), String::from("two.c")], vec![String::from("main")]));
    // When both changed, nobody knows.
    write(path, "one.c", "#include \"lib.h\"\nint main(void) { return high(2); }\n");
    write(path, "two.c", "#include \"lib.h\"\nint main(void) { return low(2); }\n");
    let output = incise_in(path, &["diff", "HEAD"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("one.c, two.c") && text.contains("--program"), "{text}");
}

/// A line that moved is a change where the program can see its lines.
#[test]
fn lines_that_a_program_sees_are_text() {
    let folder = project();
    let path = folder.path();
    write(path, "apart.c", "#include \"lib.h\"\n#define HERE __LINE__\nint apart(int x) { return x + HERE; }\n");
    git(path, &["commit", "-q", "-a", "-m", "two"]);
    let (_, functions, verdict) = compared(path, "apart.c", "int apart", "\nint apart", &["--callers", "0"]);
    assert_eq!((functions, verdict.as_str()), (vec![String::from("apart")], "different"));
}
