//! A repository that is only looked at runs none of its own programs.

mod support;

use support::{git, incise_in, repository, write};

const OLD: &str = "int f(int x) { return x; }\n";

/// Asserts that a command could not run because of a flag, and did not run what it names.
fn is_refused(folder: &std::path::Path, file: &str, flag: &str) {
    let output = incise_in(folder, &["diff", "old", "new"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{flag}: {message}");
    assert!(message.contains(file) && message.contains(flag), "{flag}: {message}");
}

fn versions(file: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for version in ["old", "new"] {
        write(folder.path(), &format!("{version}/a.c"), OLD);
        write(folder.path(), &format!("{version}/{file}"), text);
    }
    folder
}

#[test]
fn flags_that_load_code_are_refused_by_name() {
    for flag in ["-fplugin=./x.so", "-fpass-plugin=./x.so", "-B.", "--config=c", "@flags", "-ftime-trace=a.c"] {
        let folder = versions("incise.toml", &format!("sources = [\"a.c\"]\nflags = [\"{flag}\"]\n"));
        is_refused(folder.path(), "incise.toml:2", flag);
    }
    for flag in ["-fplugin=./x.so", "-Xclang -load", "-wrapper sh"] {
        let words: Vec<String> = flag.split(' ').map(|word| format!("\"{word}\"")).collect();
        let entry = format!(
            "[{{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"./never-run\", {}, \"-c\", \"a.c\"]}}]",
            words.join(", ")
        );
        let folder = versions("compile_commands.json", &entry);
        is_refused(folder.path(), "compile_commands.json", flag.split(' ').next().unwrap_or(flag));
    }
}

#[test]
fn flags_in_response_files_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for version in ["old", "new"] {
        let place = folder.path().join(version);
        let entry = format!(
            "[{{\"directory\": \"{}\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"@more\", \"-c\", \"a.c\"]}}]",
            place.display()
        );
        write(folder.path(), &format!("{version}/a.c"), OLD);
        write(folder.path(), &format!("{version}/compile_commands.json"), entry);
        write(folder.path(), &format!("{version}/more"), "-O2 -fplugin=./x.so\n");
    }
    is_refused(folder.path(), "compile_commands.json", "-fplugin=./x.so");
}

#[test]
fn filters_and_hooks_of_a_repository_are_not_run() {
    let folder = repository();
    let path = folder.path();
    write(path, "incise.toml", "sources = [\"a.c\"]\n");
    write(path, "a.c", OLD);
    git(path, &["add", "."]);
    git(path, &["commit", "-q", "-m", "one"]);
    write(path, "a.c", OLD.replace("x;", "x + 1;"));
    write(path, ".gitattributes", "*.c filter=bad\n");
    git(path, &["add", "."]);
    git(path, &["commit", "-q", "-m", "two"]);
    let trace = path.join(".git/ran");
    let run = format!("sh -c 'touch {}; cat'", trace.display());
    git(path, &["config", "filter.bad.smudge", &run]);
    git(path, &["config", "filter.bad.required", "true"]);
    git(path, &["config", "core.fsmonitor", &format!("touch {}", trace.display())]);
    let output = incise_in(path, &["diff", "HEAD~1", "HEAD", "--quiet"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!trace.exists(), "a program of the repository was run");
    // The trap works.
    git(path, &["checkout", "-q", "HEAD~1", "--", "a.c"]);
    assert!(trace.exists());
}
