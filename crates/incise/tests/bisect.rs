//! `incise bisect` on the repository of `tests/history/make.sh`: the commits that are planted regressions are named.

mod support;

use std::path::Path;
use support::{document, git, history, incise_in, repository, write};

/// The commits that it names, and the exit code.
fn bisected(folder: &Path, args: &[&str]) -> (Vec<String>, i32) {
    let mut all = vec!["bisect", "--json"];
    all.extend(args);
    let (found, code) = document(&incise_in(folder, &all));
    let commits = found["commits"].as_array().expect("a list of commits");
    (commits.iter().map(|commit| commit["id"].as_str().expect("a name").to_owned()).collect(), code)
}

fn commit(folder: &Path, name: &str) -> String {
    git(folder, &["rev-parse", name]).trim_end().to_owned()
}

#[test]
fn the_commit_that_changed_a_function_is_named() {
    let repository = history();
    let path = repository.path();
    assert_eq!(bisected(path, &["step4", "step13", "--function", "alarm_level"]), (vec![commit(path, "step7")], 1));
    assert_eq!(bisected(path, &["step3", "step13", "--function", "power"]), (vec![commit(path, "step9")], 1));
    assert_eq!(bisected(path, &["step3..step13", "--function", "clamp"]), (vec![], 0));
    let text =
        String::from_utf8(incise_in(path, &["bisect", "step4", "step13", "--function", "alarm_level"]).stdout).unwrap();
    assert!(text.contains("Tidy the alarm") && text.contains("measured == 800"), "{text}");
}

#[test]
fn every_function_that_differs_is_named() {
    let repository = repository();
    let path = repository.path();
    let text = "int f(int x) { return x; }\nint g(int x) { return x; }\nint h(int x) { return x; }\n";
    let step = |text: &str, name: &str| {
        write(path, "a.c", text);
        git(path, &["add", "."]);
        git(path, &["commit", "-q", "-m", name]);
    };
    write(path, "incise.toml", "sources = [\"a.c\"]\n");
    step(text, "first");
    step(&text.replace("int x", "int y").replace("return x", "return y"), "rename");
    step(&text.replacen("return x", "return x + 1", 2), "change two");
    let text = String::from_utf8(incise_in(path, &["bisect", "main~2", "main"]).stdout).unwrap();
    assert!(text.contains("change two\n  the first commit at which f(), g() behave differently from "), "{text}");
}

/// The initial gain shows only from main.
#[test]
fn the_commit_that_changed_the_whole_program_is_named() {
    let repository = history();
    let path = repository.path();
    assert_eq!(bisected(path, &["step9", "step13", "--function", "main"]), (vec![commit(path, "step11")], 1));
}

#[test]
fn the_commit_that_changed_what_a_test_does_is_named() {
    let repository = history();
    let path = repository.path();
    let explored = incise_in(
        path,
        &["explore", "src/alarm.c", "-I", "include", "--function", "alarm_level", "--out", ".git/tests"],
    );
    assert_eq!(explored.status.code(), Some(0), "{}", String::from_utf8_lossy(&explored.stderr));
    let mut files: Vec<_> = std::fs::read_dir(path.join(".git/tests"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|kind| kind == "json"))
        .collect();
    files.sort();
    // Any test will do: its input becomes exactly 80 degrees, 800 = 0x320.
    let mut test: serde_json::Value = serde_json::from_slice(&std::fs::read(&files[0]).unwrap()).unwrap();
    test["inputs"][0]["bytes"] = serde_json::json!("20030000");
    write(path, ".git/test.json", test.to_string());
    assert_eq!(bisected(path, &["step4", "step13", "--test", ".git/test.json"]), (vec![commit(path, "step7")], 1));
    // Below 80 degrees nothing changed.
    test["inputs"][0]["bytes"] = serde_json::json!("1f030000");
    write(path, ".git/test.json", test.to_string());
    assert_eq!(bisected(path, &["step4", "step13", "--test", ".git/test.json"]), (vec![], 0));
}

#[test]
fn commits_that_do_not_build_are_passed_over() {
    let repository = history();
    let path = repository.path();
    git(path, &["checkout", "-q", "-b", "broken", "step6"]);
    let good = std::fs::read_to_string(path.join("src/alarm.c")).unwrap();
    let step = |text: String, name: &str| {
        write(path, "src/alarm.c", text);
        git(path, &["commit", "-q", "-a", "-m", name]);
        commit(path, "HEAD")
    };
    let broken = step(good.replace("return 2;", "return 2"), "does not build");
    let changed = step(good.replace("> 800", "> 900"), "changes behaviour");
    step(good.replace("> 800", "> 900").replace("too hot", "hot"), "a comment");
    assert_eq!(bisected(path, &["step6", "broken", "--function", "alarm_level"]), (vec![broken, changed], 3));
    let output = incise_in(path, &["bisect", "broken", "step6"]);
    assert_eq!(output.status.code(), Some(2));
}
