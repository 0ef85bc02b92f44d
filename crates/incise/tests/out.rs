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

const PAIRS: [Pair; 35] = [
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
    Pair {
        what: "an extended float",
        function: "f",
        old: "long double f(int x) { return x == 2 ? 1.5L : 1; }\n",
        new: "long double f(int x) { return x == 2 ? 2.5L : 1; }\n",
    },
    Pair {
        what: "a number or none",
        function: "f",
        old: "double f(int x) { return x == 2 ? __builtin_nan(\"\") : 1; }\n",
        new: "double f(int x) { return x == 2 ? 2.5 : 1; }\n",
    },
    Pair {
        what: "the sign of zero",
        function: "f",
        old: "float f(int x) { return x == 2 ? -0.0f : 1; }\n",
        new: "float f(int x) { return x == 2 ? 0.0f : 1; }\n",
    },
    Pair {
        what: "a wide integer",
        function: "f",
        old: "unsigned __int128 f(long x) { return (unsigned __int128)x << 70; }\n",
        new: "unsigned __int128 f(long x) { return (unsigned __int128)x << 71; }\n",
    },
    Pair {
        what: "a complex number",
        function: "f",
        old: "double _Complex f(double _Complex x, double y) { return x - y; }\n",
        new: "double _Complex f(double _Complex x, double y) { return x + y; }\n",
    },
    Pair {
        what: "three floats",
        function: "f",
        old: "struct v { float x, y, z; };\nstruct v f(int a) { struct v s = {0, 0, 0}; if (a == 9) s.z = 1; return s; }\n",
        new: "struct v { float x, y, z; };\nstruct v f(int a) { struct v s = {0, 0, 0}; if (a == 9) s.z = 2; return s; }\n",
    },
    Pair {
        what: "eleven characters",
        function: "f",
        old: "struct v { char a[11]; };\nstruct v f(int a) { struct v s = {{0}}; if (a == 9) s.a[10] = 1; return s; }\n",
        new: "struct v { char a[11]; };\nstruct v f(int a) { struct v s = {{0}}; if (a == 9) s.a[10] = 2; return s; }\n",
    },
    Pair {
        what: "a struct in memory",
        function: "f",
        old: "struct v { long a[5]; char b; };\nstruct v f(int a) { struct v s = {{0}, 0}; if (a == 9) s.b = 1; return s; }\n",
        new: "struct v { long a[5]; char b; };\nstruct v f(int a) { struct v s = {{0}, 0}; if (a == 9) s.b = 2; return s; }\n",
    },
    Pair {
        what: "bit-fields",
        function: "f",
        old: "struct v { unsigned a : 3, b : 7; };\nvoid f(struct v *p) { p->b = 1; }\n",
        new: "struct v { unsigned a : 3, b : 7; };\nvoid f(struct v *p) { p->b = 2; }\n",
    },
    Pair {
        what: "an exit code",
        function: "f",
        old: "#include <stdlib.h>\nint f(int n) { if (n < 0) exit(0); return n; }\n",
        new: "#include <stdlib.h>\nint f(int n) { if (n < 0) exit(3); return n; }\n",
    },
    Pair {
        what: "an exit instead of a return",
        function: "f",
        old: "#include <stdlib.h>\nvoid f(int n) { if (n == 3) exit(0); }\n",
        new: "#include <stdlib.h>\nvoid f(int n) { if (n == 3) return; }\n",
    },
    Pair {
        what: "the exit code of a program",
        function: "main",
        old: "#include <stdio.h>\nint main(void) { return getchar() == 65 ? 0 : 9; }\n",
        new: "#include <stdio.h>\nint main(void) { return getchar() == 65 ? 3 : 9; }\n",
    },
    Pair {
        what: "an abort",
        function: "f",
        old: "#include <stdlib.h>\nint f(int n) { if (n == 2) abort(); return 0; }\n",
        new: "#include <stdlib.h>\nint f(int n) { if (n == 2) return 2; return 0; }\n",
    },
    Pair {
        what: "an abort of a program",
        function: "main",
        old: "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"hi\"); if (getchar() == 65) abort(); return 0; }\n",
        new: "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { printf(\"hi\"); if (getchar() == 65) return 134; return 0; }\n",
    },
    Pair {
        what: "output before an abort",
        function: "f",
        old: "#include <stdio.h>\n#include <stdlib.h>\nvoid f(int n) { if (n == 2) { printf(\"a\"); abort(); } }\n",
        new: "#include <stdio.h>\n#include <stdlib.h>\nvoid f(int n) { if (n == 2) { printf(\"b\"); abort(); } }\n",
    },
    Pair {
        what: "a failed assertion",
        function: "f",
        old: "#include <assert.h>\n#include <stdlib.h>\nint f(int n) { assert(n != 3); return n; }\n",
        new: "#include <assert.h>\n#include <stdlib.h>\nint f(int n) { if (n == 3) abort(); return n; }\n",
    },
    Pair {
        what: "a null access",
        function: "f",
        old: "int f(const int *p) { return *p; }\n",
        new: "int f(const int *p) { return !p ? 0 : *p; }\n",
    },
    Pair {
        what: "an access outside an array",
        function: "f",
        old: "int t[4];\nint f(unsigned i) { return t[i & 3]; }\n",
        new: "int t[4];\nint f(unsigned i) { return t[i & 7]; }\n",
    },
    Pair {
        what: "an answer",
        function: "f",
        old: "int get(void);\nint f(int x) { int v = get(); return v > x ? v : x + 0; }\n",
        new: "int get(void);\nint f(int x) { int v = get(); return v > x ? v : x + 1; }\n",
    },
    Pair {
        what: "an answer in memory",
        function: "f",
        old: "int get(int from, unsigned char *to, unsigned n);\nint f(int x) { unsigned char b[4]; return get(x, b, 4) > 2 ? b[1] : -1; }\n",
        new: "int get(int from, unsigned char *to, unsigned n);\nint f(int x) { unsigned char b[4]; return get(x, b, 4) > 2 ? b[2] : -1; }\n",
    },
    Pair {
        what: "an argument of a call",
        function: "f",
        old: "int get(void);\nvoid set(int);\nint f(int x) { int v = get(); if (v > x) set(1); return v; }\n",
        new: "int get(void);\nvoid set(int);\nint f(int x) { int v = get(); if (v > x) set(2); return v; }\n",
    },
    Pair {
        what: "a text that is passed",
        function: "f",
        old: "void tell(const char *);\nvoid f(int x) { if (x == 3) tell(\"a\"); }\n",
        new: "void tell(const char *);\nvoid f(int x) { if (x == 3) tell(\"b\"); }\n",
    },
    Pair {
        what: "a call of another function",
        function: "f",
        old: "void here(int);\nvoid f(int x) { if (x == 3) here(x); }\n",
        new: "void there(int);\nvoid f(int x) { if (x == 3) there(x); }\n",
    },
    Pair {
        what: "a call that does not return",
        function: "f",
        old: "void die(int) __attribute__((noreturn));\nint f(int x) { if (x == 3) die(1); return x; }\n",
        new: "void die(int) __attribute__((noreturn));\nint f(int x) { if (x == 3) die(2); return x; }\n",
    },
    Pair {
        what: "a pointer in memory",
        function: "f",
        old: "struct l { int v; struct l *next; };\nvoid f(struct l *p) { if (p && p->next) p->next->next = p; }\n",
        new: "struct l { int v; struct l *next; };\nvoid f(struct l *p) { if (p && p->next) p->next->next = 0; }\n",
    },
    Pair {
        what: "static state",
        function: "f",
        old: "static int n;\nint f(int x) { static int m; m += x & 7; n += x & 7; return (n & 15) + (m & 15) + 0; }\n",
        new: "static int n;\nint f(int x) { static int m; m += x & 7; n += x & 7; return (n & 15) + (m & 15) + 1; }\n",
    },
];

/// What the command of a harness asks for where a plain run need not show the error.
const SANITIZE: [&str; 2] = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"];

/// Compiles a harness against a version and runs it: whether it passes.
fn passes(folder: &Path, (compiler, level): (&str, &str), harness: &str, version: &str) -> Result<bool, String> {
    let text = std::fs::read_to_string(folder.join(harness)).expect("a harness");
    std::fs::copy(folder.join(version), folder.join("program.c")).expect("the version is there");
    let program = folder.join("harness.out");
    let built = Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I.", level, harness])
        .args(text.contains("static void incise_test_watch").then_some("program.c"))
        .args(SANITIZE.iter().filter(|flag| text.contains(**flag)))
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .current_dir(folder)
        .output()
        .expect("the compiler starts");
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    Ok(Command::new(&program).current_dir(folder).output().expect("the harness starts").status.success())
}

/// A half of all compilers and levels for each version that harnesses are written for.
fn builds(version: &str) -> Vec<(&'static str, &'static str)> {
    let levels = if version == "a" { ["-O0", "-O2"] } else { ["-O2", "-O0"] };
    compilers().into_iter().zip(levels).collect()
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

/// The harnesses of every fourth pair pass on the version that they are written for, and fail on the other.
fn check_pairs(first: usize) {
    let mut failures = Vec::new();
    for pair in PAIRS.iter().skip(first).step_by(4) {
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
            if output.status.code() != Some(1) {
                failures.push(format!("{}: {}", pair.what, String::from_utf8_lossy(&output.stdout)));
                continue;
            }
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
                for compiler in builds(version) {
                    let shown = format!("{}, {harness} expects {expected}, {compiler:?}", pair.what);
                    for (version, wanted) in [(expected, true), (other, false)] {
                        match passes(folder.path(), compiler, harness, version) {
                            Ok(passed) if passed == wanted => {}
                            Ok(passed) => failures.push(format!("{shown}: passes on {version}: {passed}")),
                            Err(error) => failures.push(format!("{shown}: does not build with {version}: {error}")),
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn written_harnesses_assert_what_differs() {
    check_pairs(0);
}

#[test]
fn written_harnesses_assert_what_differs_second_part() {
    check_pairs(1);
}

#[test]
fn written_harnesses_assert_what_differs_third_part() {
    check_pairs(2);
}

#[test]
fn written_harnesses_assert_what_differs_fourth_part() {
    check_pairs(3);
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

#[test]
fn files_of_a_harness_are_made_in_the_temporary_folder_of_its_user() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    write(path, "program.c", READS_A_FILE);
    let made = incise_in(path, &["explore", "program.c", "--sym-file", "data:1", "--out", "out"]);
    assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
    let place = path.join("temporary");
    std::fs::create_dir(&place).expect("a folder");
    let program = path.join("harness.out");
    let mut compiler = Command::new(compilers()[0]);
    let built =
        compiler.args(["-Iout/include", "out/000001.c", "program.c", "-o"]).arg(&program).current_dir(path).output();
    let built = built.expect("the compiler starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&program).env("TMPDIR", &place).current_dir(path).output().expect("the harness starts");
    assert!(run.status.success(), "{run:?}");
    let [made] = &names(&place)[..] else { panic!("{:?}", names(&place)) };
    assert_eq!(names(&place.join(made)), ["data"]);
}

const READS_A_FILE: &str = "#include <stdio.h>
int main(void) {
    FILE *file = fopen(\"data\", \"r\");
    return file && fgetc(file) == 'x' ? 3 : 4;
}
";

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
