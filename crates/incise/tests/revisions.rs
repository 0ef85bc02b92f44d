//! Versions named as git names them, and what is compiled for them.

mod support;

use std::path::Path;
use std::process::Output;
use support::{document, git, incise_in, repository, write};

const ONE: &str = "int twice(int x) { return 2 * x; }\n";
const TWO: &str = "int twice(int x) { return x + x; }\n";
const THREE: &str = "int twice(int x) { return x == 7 ? 0 : x + x; }\n";

/// A repository of one file with two commits.
fn small() -> tempfile::TempDir {
    let folder = repository();
    write(folder.path(), "incise.toml", "sources = [\"*.c\"]\n");
    write(folder.path(), "a.c", ONE);
    commit(folder.path(), "one");
    write(folder.path(), "a.c", TWO);
    commit(folder.path(), "two");
    folder
}

fn commit(folder: &Path, message: &str) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", message]);
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn verify(folder: &Path, args: &[&str]) -> i32 {
    let mut all = vec!["verify"];
    all.extend(args);
    let output = incise_in(folder, &all);
    output.status.code().unwrap_or_else(|| panic!("{}", text(&output)))
}

#[test]
fn versions_are_named_as_git_names_them() {
    let folder = small();
    let path = folder.path();
    assert_eq!(verify(path, &["HEAD~1", "HEAD"]), 0);
    assert_eq!(verify(path, &["HEAD~1..HEAD"]), 0);
    assert_eq!(verify(path, &["HEAD~1.."]), 0);
    // The work tree, the index.
    write(path, "a.c", THREE);
    assert_eq!(verify(path, &["HEAD"]), 1);
    assert_eq!(verify(path, &[]), 1);
    assert_eq!(verify(path, &["--staged"]), 0);
    git(path, &["add", "a.c"]);
    write(path, "a.c", TWO);
    assert_eq!(verify(path, &["--staged"]), 1);
    assert_eq!(verify(path, &["--staged", "HEAD~1"]), 1);
    assert_eq!(verify(path, &["HEAD"]), 0);
    // Nothing was touched.
    assert_eq!(git(path, &["status", "--porcelain"]), "MM a.c\n");
    assert_eq!(git(path, &["worktree", "list"]).lines().count(), 1);
}

#[test]
fn three_dots_begin_at_the_merge_base() {
    let folder = small();
    let path = folder.path();
    git(path, &["checkout", "-q", "-b", "feature"]);
    write(path, "b.c", "int thrice(int x) { return 3 * x; }\n");
    commit(path, "feature");
    git(path, &["checkout", "-q", "main"]);
    write(path, "a.c", THREE);
    commit(path, "three");
    // main moved on; the branch did not change `twice`.
    assert_eq!(verify(path, &["main...feature"]), 0);
    assert_eq!(verify(path, &["main..feature"]), 1);
}

#[test]
fn a_run_in_a_subfolder_names_files_from_the_root() {
    let folder = small();
    let path = folder.path();
    write(path, "a.c", THREE);
    std::fs::create_dir(path.join("sub")).unwrap();
    let (found, code) = document(&incise_in(&path.join("sub"), &["diff", "--json", "HEAD"]));
    assert_eq!(code, 1);
    assert_eq!(found["functions"][0]["file"], "a.c");
    assert_eq!(found["revisions"]["base"], "HEAD");
    assert_eq!(found["revisions"]["mod"], "the work tree");
    let impact = text(&incise_in(path, &["impact", "HEAD~1", "HEAD"]));
    assert!(impact.contains("a.c: twice()") && impact.contains("return x + x;"), "{impact}");
}

#[test]
fn a_revision_that_does_not_compile_is_an_error_with_the_compilers_message() {
    let folder = small();
    let path = folder.path();
    write(path, "a.c", "int twice(int x) {\n  return 2 * y;\n}\n");
    commit(path, "broken");
    let output = incise_in(path, &["diff", "HEAD~1", "HEAD"]);
    assert_eq!(output.status.code(), Some(2));
    let text = text(&output);
    assert!(text.contains("HEAD: a.c: does not compile"), "{text}");
    assert!(text.contains("a.c:2:14: error: use of undeclared identifier 'y'"), "{text}");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = small();
    let path = folder.path();
    let refused = |args: &[&str], words: &str| {
        let output = incise_in(path, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output).contains(words), "{args:?}: {}", text(&output));
    };
    refused(&["diff", "nowhere", "HEAD"], "nowhere: neither a file nor a revision");
    refused(&["diff", "HEAD~99..HEAD"], "`HEAD~99` is not a revision");
    refused(&["diff", "a.c"], "a.c: nothing to compare it with");
    write(path, "incise.toml", "sources = [\"*.c\"]\nsurces = 1\n");
    refused(&["diff", "HEAD"], "incise.toml:2:");
    write(path, "incise.toml", "sources = [\"*.x\"]\n");
    refused(&["diff", "HEAD"], "matches no file");
    git(path, &["rm", "-q", "-f", "incise.toml"]);
    commit(path, "nothing says what is compiled");
    git(path, &["commit", "-q", "--allow-empty", "-m", "empty"]);
    refused(&["diff", "HEAD~1", "HEAD"], "sources = [\"src/*.c\"]");
    let outside = tempfile::tempdir().unwrap();
    let output = incise_in(outside.path(), &["diff", "HEAD~1", "HEAD"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("cannot read HEAD~1: no such file"), "{}", text(&output));
}

/// As CMake writes it: absolute names, a folder for the build that git does not keep, with a generated header in it.
#[test]
fn a_compilation_database_of_the_work_tree_serves_every_revision() {
    let folder = repository();
    let path = folder.path();
    std::fs::create_dir_all(path.join("src")).unwrap();
    std::fs::create_dir_all(path.join("build")).unwrap();
    write(path, ".gitignore", "build/\n");
    write(path, "build/config.h", "#define FACTOR 2\n");
    write(path, "src/a.c", "#include \"config.h\"\nint f(int x) { return FACTOR * x + OFFSET; }\n");
    commit(path, "one");
    write(path, "src/a.c", "#include \"config.h\"\nint f(int x) { return x + OFFSET + (FACTOR - 1) * x; }\n");
    write(path, "src/b.c", "int g(int x) { return x; }\n");
    commit(path, "two");
    let root = std::fs::canonicalize(path).unwrap();
    let root = root.to_str().unwrap();
    let entry = |name: &str| {
        format!(
            r#"{{"directory": "{root}/build", "file": "{root}/src/{name}.c", "output": "{name}.o",
                "command": "/usr/bin/cc -I{root}/build -DOFFSET=3 -O2 -Wall -Werror -o {name}.o -c {root}/src/{name}.c"}}"#
        )
    };
    write(path, "build/compile_commands.json", format!("[{}, {}]", entry("a"), entry("b")));
    let output = incise_in(path, &["diff", "HEAD~1", "HEAD"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = text(&output);
    assert!(said.contains("src/a.c: f()") && said.contains("EQUIVALENT"), "{said}");
    assert!(said.contains("HEAD~1: not in this version: src/b.c"), "{said}");
    assert!(said.contains("taken from the work tree"), "{said}");
    // A folder with a database is a version, too.
    let copy = tempfile::tempdir().unwrap();
    git(copy.path(), &["clone", "-q", root, "copy"]);
    let copied = copy.path().join("copy");
    std::fs::create_dir(copied.join("build")).unwrap();
    write(&copied, "build/config.h", "#define FACTOR 2\n");
    let here = std::fs::canonicalize(&copied).unwrap();
    let moved = std::fs::read_to_string(path.join("build/compile_commands.json")).unwrap();
    write(
        &copied,
        "compile_commands.json",
        moved.replace(root, here.to_str().unwrap()).replace("OFFSET=3", "OFFSET=4"),
    );
    let output = incise_in(path, &["verify", ".", copied.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

/// Two builds beside their sources, as `cmake -B build` makes them, with a program in each.
#[test]
fn folders_of_builds_are_versions() {
    let folder = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(folder.path()).unwrap();
    for (version, value) in [("old", 3), ("new", 4)] {
        let path = root.join(version);
        std::fs::create_dir_all(path.join("src")).unwrap();
        std::fs::create_dir_all(path.join("build")).unwrap();
        write(
            &path,
            "src/main.c",
            format!("int f(int x) {{ return x / {value}; }}\nint main(void) {{ return f(12); }}\n"),
        );
        let place = path.display();
        let entry = format!(
            r#"[{{"directory": "{place}/build", "file": "../src/main.c", "arguments": ["cc", "-c", "../src/main.c"]}}]"#
        );
        write(&path, "build/compile_commands.json", entry);
    }
    let (found, code) = document(&incise_in(&root, &["diff", "--json", "old/build", "new/build"]));
    assert_eq!(code, 1);
    let functions = found["functions"].as_array().unwrap();
    let names: Vec<&str> = functions.iter().map(|function| function["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["f", "main"], "{found:#}");
    assert!(functions.iter().all(|function| function["verdict"] == "different" && function["file"] == "src/main.c"));
}

/// What both revisions have in common is compiled once: only what changed reaches the compiler in the second run.
#[test]
fn what_did_not_change_is_not_compiled_again() {
    let folder = small();
    let path = folder.path();
    write(path, "b.c", "int other(int x) { return x - 1; }\n");
    commit(path, "another file");
    write(path, "a.c", THREE);
    commit(path, "three");
    let log = path.join(".git/compiled");
    let clang = path.join(".git/clang");
    let real = ["clang-19", "clang"].map(|name| format!("/usr/bin/{name}"));
    let real = real.iter().find(|name| Path::new(name).exists()).expect("there is a clang");
    write(
        path,
        ".git/clang",
        format!("#!/bin/sh\nfor last; do :; done\necho \"$last\" >> {}\nexec {real} \"$@\"\n", log.display()),
    );
    std::fs::set_permissions(&clang, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let run = |args: &[&str]| -> Vec<String> {
        let _ = std::fs::remove_file(&log);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_incise"))
            .args(args)
            .current_dir(path)
            .env("INCISE_CLANG", &clang)
            .env("INCISE_CACHE_DIR", path.join(".git/cache"))
            .output()
            .expect("the binary starts");
        assert!(output.status.code() != Some(2), "{}", text(&output));
        let compiled = std::fs::read_to_string(&log).unwrap_or_default();
        let mut names: Vec<String> = compiled.lines().filter(|name| name.ends_with(".c")).map(str::to_owned).collect();
        names.retain(|name| name == "a.c" || name == "b.c");
        names.sort();
        names
    };
    assert_eq!(run(&["verify", "HEAD~3", "HEAD~2", "--no-replay"]), ["a.c", "a.c"]);
    assert_eq!(run(&["verify", "HEAD~1", "HEAD", "--no-replay"]), ["a.c"]);
    assert_eq!(run(&["verify", "HEAD~1", "HEAD", "--no-replay"]), [""; 0]);
}

#[test]
fn a_project_says_what_is_compared_and_how_far() {
    let folder = small();
    let path = folder.path();
    write(path, "a.c", "int twice(int x) { return 2 * x + 1; }\nint log_it(int x) { return x; }\n");
    commit(path, "three");
    write(path, "a.c", "int twice(int x) { return 2 * x + 1; }\nint log_it(int x) { return x + 1; }\n");
    write(path, "incise.toml", "sources = [\"*.c\"]\nignore = [\"log_*\"]\n");
    let output = incise_in(path, &["diff", "HEAD"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("changed, but ignored by incise.toml: log_it()"), "{}", text(&output));
    write(path, "incise.toml", "sources = [\"*.c\"]\nentries = [\"twice\"]\n");
    let (found, code) = document(&incise_in(path, &["diff", "--json", "HEAD"]));
    assert_eq!((code, found["functions"].as_array().unwrap().len()), (0, 1), "{found:#}");
    write(path, "incise.toml", "sources = [\"*.c\"]\n[bounds]\ntimeout = \"soon\"\n");
    for command in ["diff", "impact"] {
        let output = incise_in(path, &[command, "HEAD"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(text(&output).contains("`timeout`"), "{command}: {}", text(&output));
    }
}

#[test]
fn a_header_that_hides_another_is_a_change() {
    let folder = repository();
    let path = folder.path();
    write(path, "incise.toml", "sources = [\"*.c\"]\ninclude = [\"first\", \"second\"]\n");
    write(path, "a.c", "#include \"limit.h\"\nint limit(void) { return LIMIT; }\n");
    write(path, "second/limit.h", "#define LIMIT 7\n");
    commit(path, "one");
    write(path, "first/limit.h", "#define LIMIT 8\n");
    commit(path, "two");
    git(path, &["rm", "-q", "first/limit.h"]);
    commit(path, "three");
    assert_eq!(verify(path, &["HEAD~2", "HEAD~1"]), 1);
    assert_eq!(verify(path, &["HEAD~1", "HEAD"]), 1);
    assert_eq!(verify(path, &["HEAD~2", "HEAD"]), 0);
}

#[test]
fn a_header_that_is_only_asked_for_is_a_change() {
    let folder = repository();
    let path = folder.path();
    write(path, "incise.toml", "sources = [\"*.c\"]\n");
    write(
        path,
        "a.c",
        "#if __has_include(\"own.h\")\nint limit(void) { return 1; }\n#else\nint limit(void) { return 2; }\n#endif\n",
    );
    commit(path, "one");
    write(path, "own.h", "");
    commit(path, "two");
    assert_eq!(verify(path, &["HEAD~1", "HEAD"]), 1);
}

#[test]
fn flags_in_response_files_are_read() {
    let folder = repository();
    let path = folder.path();
    write(path, "a.c", "int half(int x) { return x / DIVISOR; }\n");
    commit(path, "one");
    write(path, "a.c", "int half(int x) { return DIVISOR == 2 ? x / 2 : 0; }\n");
    std::fs::create_dir(path.join("build")).unwrap();
    let place = path.canonicalize().unwrap();
    let entry = format!(
        "[{{\"directory\": \"{0}/build\", \"file\": \"../a.c\", \"command\": \"cc @a.rsp -c ../a.c\"}}]",
        place.display()
    );
    write(path, "build/compile_commands.json", entry);
    write(path, "build/a.rsp", "'-DDIVISOR=2' -O2\n");
    assert_eq!(verify(path, &["HEAD"]), 0);
    write(path, "build/a.rsp", "-DDIVISOR=3\n");
    assert_eq!(verify(path, &["HEAD"]), 1);
    std::fs::remove_file(path.join("build/a.rsp")).unwrap();
    let output = incise_in(path, &["verify", "HEAD"]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output);
    assert!(message.contains("cannot read its response file") && message.contains("a.rsp"), "{message}");
}

#[test]
fn a_submodule_that_is_not_there_is_named() {
    let library = repository();
    write(library.path(), "lib.h", "#define TWO 2\n");
    commit(library.path(), "one");
    let folder = repository();
    let path = folder.path();
    let from = library.path().to_str().unwrap();
    git(path, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, "lib"]);
    write(path, "incise.toml", "sources = [\"*.c\"]\n");
    write(path, "a.c", "#include \"lib/lib.h\"\nint twice(int x) { return x * TWO; }\n");
    commit(path, "one");
    write(path, "a.c", "#include \"lib/lib.h\"\nint twice(int x) { return TWO * x; }\n");
    commit(path, "two");
    assert_eq!(verify(path, &["HEAD~1", "HEAD"]), 0);
    git(path, &["submodule", "--quiet", "deinit", "--force", "lib"]);
    let output = incise_in(path, &["verify", "HEAD~1", "HEAD"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("git submodule update --init lib"), "{}", text(&output));
}
