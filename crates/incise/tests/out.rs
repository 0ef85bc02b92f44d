//! Folders of `--out`: nothing that somebody has is lost, and what is written asserts everything that differs.

mod support;

use std::path::Path;
use std::process::Command;
use support::{incise_in, write};

/// A pair of versions that differ, the function that is compared, and in what they differ.
struct Pair {
    what: &'static str,
    function: &'static str,
    old: &'static str,
    new: &'static str,
}

const PAIRS: [Pair; 9] = [
    Pair {
        what: "memory behind a pointer",
        function: "f",
        old: "void f(int *p, int x) { if (x > 3) p[1] = x; }\n",
        new: "void f(int *p, int x) { if (x > 3) p[1] = x + 1; }\n",
    },
    Pair {
        what: "a member behind a pointer",
        function: "f",
        old: "struct s { char a; int b; };\nvoid f(struct s *p, int x) { p->b = x; }\n",
        new: "struct s { char a; int b; };\nvoid f(struct s *p, int x) { p->b = x > 9 ? 0 : x; }\n",
    },
    Pair {
        what: "an array of globals",
        function: "f",
        old: "int table[4];\nvoid f(int x) { table[2] = x; }\n",
        new: "int table[4];\nvoid f(int x) { table[2] = x > 5 ? 5 : x; }\n",
    },
    Pair {
        what: "a member of a global",
        function: "f",
        old: "struct { int a; short b; } state;\nvoid f(short x) { state.b = x; }\n",
        new: "struct { int a; short b; } state;\nvoid f(short x) { state.b = x < 0 ? 0 : x; }\n",
    },
    Pair {
        what: "printed output",
        function: "f",
        old: "#include <stdio.h>\nvoid f(int x) { if (x == 7) printf(\"seven\\n\"); }\n",
        new: "#include <stdio.h>\nvoid f(int x) { if (x == 7) printf(\"Seven\\n\"); }\n",
    },
    Pair {
        what: "output where there was none",
        function: "f",
        old: "#include <stdio.h>\nvoid f(int x) { if (x == 7) puts(\"\"); else if (x == 8) puts(\"8\"); }\n",
        new: "#include <stdio.h>\nvoid f(int x) { if (x == 8) puts(\"8\"); }\n",
    },
    Pair {
        what: "standard error",
        function: "f",
        old: "#include <stdio.h>\nvoid f(int x) { if (x == 7) fprintf(stderr, \"seven\\n\"); }\n",
        new: "#include <stdio.h>\nvoid f(int x) { if (x == 7) fprintf(stderr, \"Seven\\n\"); }\n",
    },
    Pair {
        what: "a returned struct",
        function: "f",
        old: "struct p { int x, y; };\nstruct p f(int a) { struct p r = {a, 1}; return r; }\n",
        new: "struct p { int x, y; };\nstruct p f(int a) { struct p r = {a, a == 3}; return r; }\n",
    },
    Pair {
        what: "a null pointer",
        function: "f",
        old: "int f(int *p) { return p ? 1 : 2; }\n",
        new: "int f(int *p) { return p ? 1 : 3; }\n",
    },
];

/// Compiles a harness against a version and runs it: whether it passes.
fn passes(folder: &Path, compiler: &str, harness: &str, version: &str) -> bool {
    std::fs::copy(folder.join(version), folder.join("program.c")).expect("the version is there");
    let program = folder.join("harness.out");
    let built = Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I.", harness, "-o"])
        .arg(&program)
        .arg("-lm")
        .current_dir(folder)
        .output()
        .expect("the compiler starts");
    let text = std::fs::read_to_string(folder.join(harness)).unwrap_or_default();
    assert!(built.status.success(), "{text}\n{compiler}: {}", String::from_utf8_lossy(&built.stderr));
    Command::new(&program).current_dir(folder).output().expect("the harness starts").status.success()
}

fn compilers() -> Vec<&'static str> {
    let clang = ["clang-19", "clang-18", "clang-14", "clang"].into_iter().find(|name| is_there(name));
    let gcc = Some("gcc").filter(|name| is_there(name));
    let found: Vec<&str> = [clang, gcc].into_iter().flatten().collect();
    assert!(!found.is_empty(), "no compiler");
    found
}

fn is_there(name: &str) -> bool {
    Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn written_harnesses_assert_what_differs() {
    for pair in &PAIRS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(folder.path(), "old.c", pair.old);
        write(folder.path(), "new.c", pair.new);
        // The harness includes the file that was compared under its name.
        write(folder.path(), "a/program.c", pair.old);
        write(folder.path(), "b/program.c", pair.new);
        for (version, expected, other) in [("a", "old.c", "new.c"), ("b", "new.c", "old.c")] {
            let (from, to) = if version == "b" { ("a", "b") } else { ("b", "a") };
            let (from, to) = (format!("{from}/program.c"), format!("{to}/program.c"));
            let out = format!("out-{version}");
            let args = ["diff", &from, &to, "--function", pair.function, "--out", &out, "--json"];
            let output = incise_in(folder.path(), &args);
            assert_eq!(output.status.code(), Some(1), "{}: {}", pair.what, String::from_utf8_lossy(&output.stdout));
            let tests = folder.path().join(&out).join(pair.function);
            let mut harnesses: Vec<String> = std::fs::read_dir(&tests)
                .expect("tests were written")
                .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
                .filter(|name| name.ends_with(".c"))
                .collect();
            harnesses.sort();
            assert!(!harnesses.is_empty(), "{}", pair.what);
            for harness in &harnesses {
                // It is compiled where the file has the name under which it is included.
                let text = std::fs::read_to_string(tests.join(harness)).expect("a harness");
                let text = text.replace(&format!("\"{to}\""), "\"program.c\"");
                write(folder.path(), harness, text);
                for compiler in compilers() {
                    let shown = format!("{}, {harness} expects {expected}, {compiler}", pair.what);
                    assert!(passes(folder.path(), compiler, harness, expected), "{shown}: fails on {expected}");
                    assert!(!passes(folder.path(), compiler, harness, other), "{shown}: passes on {other}");
                }
            }
        }
    }
}

fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        found.push((path.display().to_string(), std::fs::read(&path).unwrap_or_default()));
    }
    found.sort();
    found
}

#[test]
fn a_folder_with_files_is_refused_before_anything_is_done() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    write(path, "old.c", "int f(int x) { return x; }\n");
    write(path, "new.c", "int f(int x) { return x + 1; }\n");
    let made = incise_in(path, &["explore", "old.c", "--function", "f", "--out", "suite"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    write(path, "mine/000001.json", "mine");
    let before = (contents(&path.join("suite")), contents(&path.join("mine")));
    let commands: [&[&str]; 6] = [
        &["explore", "old.c", "--function", "f", "--out", "mine"],
        &["diff", "old.c", "new.c", "--out", "mine"],
        &["explore", "old.c", "--function", "f", "--out", "suite"],
        &["test", "old.c", "new.c", "--suite", "suite", "--out", "mine"],
        &["test", "old.c", "new.c", "--suite", "suite", "--out", "suite"],
        &["test", "old.c", "new.c", "--suite", "suite", "--out", "suite/new"],
    ];
    for args in commands {
        let output = incise_in(path, args);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(output.stdout.is_empty() && message.contains(args[args.len() - 1]), "{args:?}: {message}");
    }
    assert_eq!(before, (contents(&path.join("suite")), contents(&path.join("mine"))));
    let hidden = contents(path).into_iter().filter(|(name, _)| name.contains("/.incise")).count();
    assert_eq!(hidden, 0);
}

#[test]
fn an_empty_folder_is_filled() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.c", "int f(int x) { return x > 2; }\n");
    std::fs::create_dir(folder.path().join("out")).expect("a folder");
    let made = incise_in(folder.path(), &["explore", "a.c", "--function", "f", "--out", "out"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    assert!(folder.path().join("out/000001.json").is_file());
}

/// Two versions of a function, in a folder of their own.
fn changed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", "int f(int x) { return x > 3; }\n");
    write(folder.path(), "new.c", "int f(int x) { return x > 4; }\n");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn an_empty_folder_is_filled_and_stays_the_same_folder() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = changed();
    let place = folder.path().join("out");
    std::fs::create_dir(&place).expect("a folder");
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o750)).expect("a mode");
    let before = std::fs::metadata(&place).expect("it is there");
    for arguments in
        [&["explore", "old.c", "--function", "f", "--out", "out"][..], &["diff", "old.c", "new.c", "--out", "out"]]
    {
        let output = incise_in(folder.path(), arguments);
        assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        let after = std::fs::metadata(&place).expect("it is there");
        assert_eq!((before.ino(), before.mode()), (after.ino(), after.mode()), "{arguments:?}");
        let found = names(&place);
        assert!(!found.is_empty() && !found.iter().any(|name| name.starts_with('.')), "{found:?}");
        for name in found {
            let file = place.join(name);
            if file.is_dir() { std::fs::remove_dir_all(file) } else { std::fs::remove_file(file) }.expect("removed");
        }
    }
}

#[test]
fn a_link_to_an_empty_folder_is_followed() {
    let folder = changed();
    std::fs::create_dir(folder.path().join("out")).expect("a folder");
    std::os::unix::fs::symlink("out", folder.path().join("link")).expect("a link");
    std::os::unix::fs::symlink("nowhere", folder.path().join("dangling")).expect("a link");
    let output = incise_in(folder.path(), &["diff", "old.c", "new.c", "--out", "link"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.path().join("link").is_symlink());
    assert!(folder.path().join("out/f/000001.json").exists(), "{:?}", names(&folder.path().join("out")));
    let output = incise_in(folder.path(), &["diff", "old.c", "new.c", "--out", "dangling"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("dangling"));
}

#[test]
fn single_files_replace_only_their_own_kind() {
    let folder = changed();
    let commands: [(&str, &[&str]); 5] = [
        ("dot", &["impact", "old.c", "new.c", "--dot"]),
        ("svg", &["impact", "old.c", "new.c", "--svg"]),
        ("dot", &["deps", "old.c", "--dot"]),
        ("smt2", &["explore", "old.c", "--function", "f", "--log-queries"]),
        ("smt2", &["diff", "old.c", "new.c", "--log-queries"]),
    ];
    for (extension, command) in commands {
        let theirs = format!("theirs.{extension}");
        write(folder.path(), &theirs, "notes\n");
        let output = incise_in(folder.path(), &[command, &[theirs.as_str()]].concat());
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
        assert!(message.contains("not overwritten"), "{message}");
        let kept = std::fs::read_to_string(folder.path().join(&theirs)).expect("it is there");
        assert_eq!(kept, "notes\n", "{command:?}");
        let ours = format!("ours.{extension}");
        for _ in 0..2 {
            let output = incise_in(folder.path(), &[command, &[ours.as_str()]].concat());
            assert!(output.status.code() < Some(2), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
