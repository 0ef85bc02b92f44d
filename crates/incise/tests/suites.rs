//! `incise test`, `incise debug` and `incise diff --out`: what is done with tests after a change.

mod support;

use incise_report::{Covering, Debugged, Tested};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use support::{document, incise_in, root, write};
use tempfile::TempDir;

const OLD: &str = "int level;\n\
    int clamp(int x, int y) {\n\
        int r = 0;\n\
        if (y > 100)\n\
            r = r + 7;\n\
        if (x > 10)\n\
            r = r + 1;\n\
        else\n\
            r = r + 2;\n\
        level = r;\n\
        return r;\n\
    }\n";

/// A folder with an old version, a new one in which a line is another, and tests as a table.
fn folder(from: &str, to: &str, table: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(OLD.contains(from));
    write(folder.path(), "old.c", OLD);
    write(folder.path(), "new.c", OLD.replace(from, to));
    std::fs::create_dir(folder.path().join("suite")).expect("a folder can be made");
    write(folder.path(), "suite/tests.csv", table);
    folder
}

fn tested(folder: &Path, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["test", "old.c", "new.c", "--suite", "suite", "--json"];
    all.extend(args);
    let (document, code) = document(&incise_in(folder, &all));
    serde_json::from_value::<Tested>(document.clone()).expect("the document is of its model");
    (document, code)
}

fn names<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let text = |one: &'a Value| if key.is_empty() { one.as_str() } else { one[key].as_str() };
    list.as_array().expect("a list").iter().map(|one| text(one).expect("a text")).collect()
}

/// The change is under `x > 10`, on its true side: tests with other values of x do not run it, whatever y is.
#[test]
fn tests_are_selected_by_the_conditions_of_impacted_paths() {
    let folder = folder("r = r + 1", "r = r + 3", "x,y\n11,0\n10,0\n500,101\n-1,7\n");
    let (document, code) = tested(folder.path(), &[]);
    assert_eq!(code, 1);
    let function = &document["functions"][0];
    assert_eq!(names(&function["selected"], "test"), ["suite/tests.csv:2", "suite/tests.csv:4"]);
    assert_eq!(names(&function["unaffected"], ""), ["suite/tests.csv:3", "suite/tests.csv:5"]);
    assert_eq!(document["rerun"], json!(["suite/tests.csv:2", "suite/tests.csv:4"]));
    assert_eq!(function["added"], json!([]), "{function:#}");
}

/// No test takes an impacted path: one is made for each, and compiled and run by CMake against the version that is expected.
#[test]
fn new_tests_are_built_and_pass_against_the_expected_version() {
    for (expect, other) in [("base", "mod"), ("mod", "base")] {
        let folder = folder("r = r + 1", "r = r + 3", "x,y\n10,0\n");
        let (document, code) = tested(folder.path(), &["--out", "made", "--expect", expect]);
        assert_eq!((code, &document["functions"][0]["selected"]), (1, &json!([])));
        let added = document["functions"][0]["added"].as_array().expect("a list");
        assert!(!added.is_empty());
        for test in added {
            assert!(test["inputs"]["x"].as_i64().expect("a number") > 10, "{test}");
            assert_eq!(test["differs"], true, "{test}");
            let file = test["file"].as_str().expect("it was written");
            let version = |name: &str| if name == "base" { "old.c" } else { "new.c" };
            for (name, code) in [(expect, 0), (other, 1)] {
                let replayed = incise_in(folder.path(), &["replay", file, version(name)]);
                assert_eq!(replayed.status.code(), Some(code), "{}", String::from_utf8_lossy(&replayed.stdout));
            }
        }
        let source = std::fs::read_to_string(folder.path().join("made/000001.c")).expect("it was written");
        assert!(source.contains("assert(result == ") && source.contains("assert(level == "), "{source}");
        builds_and_passes(&folder.path().join("made"), added.len());
    }
}

/// By CMake; where that is not installed, by the compiler.
fn builds_and_passes(folder: &Path, n_tests: usize) {
    let build = folder.join("build");
    let run = |program: &str, args: &[&str], at: &Path| Command::new(program).args(args).current_dir(at).output();
    if run("cmake", &["--version"], folder).is_err() {
        for number in 1..=n_tests {
            let file = format!("{number:06}.c");
            let above = folder.parent().expect("a folder above").display().to_string();
            let args = [&file, "-I", &above, "-I", "include", "-lm", "-o", "t"];
            assert!(run("clang-19", &args, folder).expect("the compiler starts").status.success());
            assert!(run("./t", &[], folder).expect("the test starts").status.success());
        }
        return;
    }
    let text = build.display().to_string();
    for args in [vec!["-S", ".", "-B", &text], vec!["--build", &text]] {
        let output = run("cmake", &args, folder).expect("cmake starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = run("ctest", &[], &build).expect("ctest starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("0 tests failed out of {n_tests}")), "{said}");
}

/// The old version is a revision: its files are kept beside the tests.
#[test]
fn tests_that_expect_a_revision_carry_its_program() {
    let folder = support::repository();
    let path = folder.path();
    write(path, "incise.toml", "sources = [\"src/*.c\"]\ninclude = [\"inc\"]\n");
    std::fs::create_dir_all(path.join("src")).expect("a folder can be made");
    std::fs::create_dir_all(path.join("inc")).expect("a folder can be made");
    write(path, "inc/limit.h", "#define LIMIT 10\nint lower(int);\n");
    write(path, "src/lower.c", "#include \"limit.h\"\nint lower(int x) { return x - 1; }\n");
    write(path, "src/clamp.c", "#include \"limit.h\"\nint clamp(int x) { return x > LIMIT ? lower(LIMIT) : x; }\n");
    support::git(path, &["add", "-A"]);
    support::git(path, &["commit", "-q", "-m", "one"]);
    write(path, "src/clamp.c", "#include \"limit.h\"\nint clamp(int x) { return x >= LIMIT ? lower(LIMIT) : x; }\n");
    std::fs::create_dir(path.join("suite")).expect("a folder can be made");
    write(path, "suite/tests.csv", "x\n3\n");
    let args = ["test", "HEAD", "--suite", "suite", "--function", "clamp", "--out", "new", "--json"];
    let (document, code) = document(&incise_in(path, &args));
    assert_eq!(code, 1, "{document:#}");
    let written = document["functions"][0]["added"].as_array().expect("a list").iter();
    let n_written = written.filter(|one| one["file"].is_string()).count();
    assert!(n_written >= 1, "{document:#}");
    let kept = std::fs::read_to_string(path.join("new/program/src/clamp.c")).expect("the file is kept");
    assert!(kept.contains("x > LIMIT"), "{kept}");
    assert!(path.join("new/program/inc/limit.h").is_file());
    if Command::new("cmake").arg("--version").output().is_ok() {
        // It holds of the old version alone, wherever the folder is.
        std::fs::rename(path.join("new"), path.join("moved")).expect("it can be moved");
        builds_and_passes(&path.join("moved"), n_written);
    }
}

#[test]
fn tests_that_no_longer_fit_are_obsolete() {
    let folder = folder("clamp(int x, int y) {\n", "clamp(int x) {\n int y = 0;\n", "x,y\n11,0\n");
    let made = incise_in(folder.path(), &["explore", "old.c", "--function", "clamp", "--ub", "wrap", "--out", "made"]);
    assert_eq!(made.status.code(), Some(0));
    for number in 1..=4 {
        let name = format!("{number:06}.json");
        let (from, to) = (folder.path().join("made").join(&name), folder.path().join("suite").join(&name));
        std::fs::copy(from, to).expect("it can be copied");
    }
    let (document, code) = tested(folder.path(), &["--function", "clamp"]);
    assert_eq!(code, 1);
    let why = names(&document["obsolete"], "why");
    assert_eq!(why.len(), 5, "four paths and a row: {document:#}");
    assert!(why.iter().all(|why| why.contains("`y`")), "{why:?}");

    write(folder.path(), "new.c", OLD.replace("clamp", "limit"));
    std::fs::remove_file(folder.path().join("suite/tests.csv")).expect("it can be removed");
    let (document, _) = tested(folder.path(), &[]);
    let gone = names(&document["obsolete"], "why");
    assert!(gone.iter().filter(|why| **why == "the function `clamp` is gone").count() == 4, "{gone:?}");
}

/// The same tests in three formats are treated the same way.
#[test]
fn json_and_ktest_and_rows_of_a_table_are_read() {
    let folder = folder("r = r + 1", "r = r + 3", "x,y\n11,0\n");
    let made = incise_in(folder.path(), &["explore", "old.c", "--function", "clamp", "--ub", "wrap", "--out", "made"]);
    assert_eq!(made.status.code(), Some(0));
    for (extension, n_tests) in [("json", 4), ("ktest", 4)] {
        std::fs::remove_dir_all(folder.path().join("suite")).expect("it can be removed");
        std::fs::create_dir(folder.path().join("suite")).expect("it can be made");
        for number in 1..=n_tests {
            let name = format!("{number:06}.{extension}");
            let (from, to) = (folder.path().join("made").join(&name), folder.path().join("suite").join(&name));
            std::fs::copy(from, to).expect("it can be copied");
        }
        let (document, _) = tested(folder.path(), &["--function", "clamp"]);
        assert_eq!(document["tests"], n_tests);
        // Two of the four paths have x > 10.
        assert_eq!(document["functions"][0]["selected"].as_array().expect("a list").len(), 2, "{document:#}");
        assert_eq!(document["functions"][0]["unaffected"].as_array().expect("a list").len(), 2);
    }
}

#[test]
fn what_is_wrong_with_a_suite_is_said_and_nothing_is_written() {
    let cases = [
        ("suite/tests.csv", "x,y\n1\n", "suite/tests.csv:2: 1 values, but the header has 2"),
        ("suite/tests.csv", "", "no header"),
        ("suite/broken.json", "{", "suite/broken.json: not a test"),
        ("suite/broken.ktest", "KTES", "suite/broken.ktest: not a .ktest file"),
    ];
    for (name, text, message) in cases {
        let folder = folder("r = r + 1", "r = r + 3", "x,y\n1,2\n");
        write(folder.path(), name, text);
        let output = incise_in(folder.path(), &["test", "old.c", "new.c", "--suite", "suite", "--out", "made"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(message), "{name}: {said}");
        assert!(!folder.path().join("made").exists(), "{name}");
    }
    let folder = folder("r = r + 1", "r = r + 3", "x,y\n1,2\n");
    for args in [&["test", "old.c", "new.c"][..], &["test", "old.c", "new.c", "--suite", "nothing"]] {
        assert_eq!(incise_in(folder.path(), args).status.code(), Some(2), "{args:?}");
    }
}

/// Sides: two of `x > 10` are impacted by the changed condition, and the rest of the function through r; y > 100 is needed for r.
#[test]
fn a_suite_is_measured_by_impacted_coverage() {
    let folder = folder("x > 10", "x > 20", "x,y\n21,0\n");
    let args = ["diff", "old.c", "new.c", "--cover", "branch", "--suite", "suite"];
    let (document, code) = document(&incise_in(folder.path(), &[&args[..], &["--json"]].concat()));
    serde_json::from_value::<Covering>(document.clone()).expect("the document is of its model");
    let function = &document["functions"][0];
    assert_eq!((code, &function["not_reached"], &function["infeasible"]), (0, &json!(0), &json!(0)));
    let suite = &function["suite"];
    let (met, all) = (suite["met"].as_u64().expect("a number"), suite["feasible"].as_u64().expect("a number"));
    assert_eq!(all, function["met"].as_u64().expect("a number"));
    // One run takes one side of each branch, enters and leaves.
    let sides = function["obligations"].as_array().expect("a list").iter();
    let n_sides = sides.filter(|one| one["what"].as_str().expect("a text").contains(" is ")).count() as u64;
    assert_eq!(all - met, n_sides / 2, "{function:#}");
    let text = String::from_utf8(incise_in(folder.path(), &args).stdout).expect("text");
    assert!(text.contains(&format!("your tests cover {} % of the impacted branches", 100 * met / all)), "{text}");
}

/// The product of two primes of 30 bits: the branch can be taken, but within its time the solver does not find out.
#[test]
fn what_the_solver_does_not_decide_is_not_infeasible() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "int f(unsigned long a, unsigned long b) {\n\
                int r = 0;\n\
                if (a > 1 && b > 1 && a < 0x80000000 && b < 0x80000000 && a * b == 1000000016000000063UL)\n\
                r = 1;\n\
                return r; }\n";
    write(folder.path(), "old.c", text);
    write(folder.path(), "new.c", text.replace("r = 1", "r = 2"));
    let args = ["diff", "old.c", "new.c", "--cover", "branch", "--solver-timeout", "100ms", "--json"];
    let (document, code) = document(&incise_in(folder.path(), &args));
    let function = &document["functions"][0];
    assert_eq!((code, &function["not_reached"], &function["infeasible"]), (3, &json!(1), &json!(0)), "{function:#}");
}

const RECURSIVE: &str = "int g;\n\
    static int up(int n);\n\
    static int down(int n) {\n\
        if (n <= 0) return 0;\n\
        return up(n - 1) + 1;\n\
    }\n\
    static int up(int n) {\n\
        if (n <= 0) return 1;\n\
        return down(n - 1) + 2;\n\
    }\n\
    static int half(int n) { return n / 2; }\n\
    int f(int x, int y) {\n\
        int n = y & 7;\n\
        int (*op)(int) = x > 2 ? half : down;\n\
        int r = op(n) + 1;\n\
        if (r > 20)\n\
            g = 1;\n\
        else if (r == 3)\n\
            g = 2;\n\
        else\n\
            g = 3;\n\
        switch (r & 3) {\n\
        case 0: g += 1; break;\n\
        case 1: g += 2; break;\n\
        default: g += 5;\n\
        }\n\
        return r;\n\
    }\n";

/// Sixteen tests are every behaviour of f, so they meet what can be met and nothing else: what exploration says with no test at hand
/// must be the same. Mutual recursion, a function pointer, a switch, an infeasible branch.
#[test]
fn exploration_and_all_inputs_agree_on_what_can_be_covered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", RECURSIVE);
    std::fs::create_dir(folder.path().join("suite")).expect("a folder can be made");
    let rows: Vec<String> = (0..16).map(|number| format!("{},{}", 3 * (number / 8), number % 8)).collect();
    write(folder.path(), "suite/all.csv", format!("x,y\n{}\n", rows.join("\n")));
    for (from, to) in
        [("op(n) + 1", "op(n) + 2"), ("return up(n - 1) + 1", "return up(n - 1) + 2"), ("r == 3", "r == 4")]
    {
        write(folder.path(), "new.c", RECURSIVE.replace(from, to));
        for criterion in ["statement", "block", "branch", "data-flow", "path-fragment"] {
            let run = |more: &[&str]| -> Vec<(String, String, bool)> {
                let args = ["diff", "old.c", "new.c", "--function", "f", "--cover", criterion, "--json"];
                let (document, code) = document(&incise_in(folder.path(), &[&args[..], more].concat()));
                assert_eq!(code, 0, "{criterion}: {document:#}");
                let entries = document["functions"][0]["obligations"].as_array().expect("a list").clone();
                let text = |value: &Value| value.as_str().expect("a text").to_owned();
                entries.iter().map(|one| (text(&one["what"]), text(&one["status"]), one["test"].is_string())).collect()
            };
            let (alone, with_tests) = (run(&[]), run(&["--suite", "suite"]));
            assert!(!alone.is_empty() && alone.len() == with_tests.len(), "{criterion}");
            for (one, other) in alone.iter().zip(&with_tests) {
                assert_eq!((&one.0, &one.1), (&other.0, &other.1), "{from}, {criterion}");
                assert_eq!(other.1 == "met", other.2, "{from}, {criterion}: {other:?}");
            }
            let infeasible = alone.iter().any(|one| one.1 == "infeasible");
            assert!(
                infeasible || criterion == "statement" && !alone.iter().any(|one| one.0.contains("g = 1")),
                "{criterion}"
            );
        }
    }
}

/// Functions that call each other, and a change that reaches nothing from where execution starts.
#[test]
fn the_search_across_calls_ends_with_recursion_and_runs_nothing_that_is_not_reached() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", RECURSIVE);
    write(folder.path(), "new.c", RECURSIVE.replace("return up(n - 1) + 1", "return up(n - 1) + 2"));
    let run = |function: &str, guide: &str| {
        let args = ["diff", "old.c", "new.c", "--function", function, "--guide", guide, "--json"];
        document(&incise_in(folder.path(), &args))
    };
    for guide in ["dise", "exact", "full"] {
        let (document, code) = run("f", guide);
        assert_eq!((code, &document["verdict"]), (1, &json!("different")), "{guide}");
    }
    let (document, code) = run("half", "dise");
    assert_eq!((code, &document["verdict"]), (0, &json!("equivalent")));
    assert_eq!(document["functions"][0]["stats"]["states"], 0);
}

/// The witnesses of the wheel brake are tests that the new version passes and the old one fails.
#[test]
fn differences_are_written_as_tests() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["wbs_old.c", "wbs_new.c"] {
        let from = root().join("examples/wheel-brake").join(name);
        std::fs::copy(from, folder.path().join(name)).expect("it can be copied");
    }
    let output = incise_in(folder.path(), &["diff", "wbs_old.c", "wbs_new.c", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("2 tests written to out/update/    incise replay out/update/000001.json wbs_new.c"),
        "{text}"
    );
    for (version, code) in [("wbs_new.c", 0), ("wbs_old.c", 1)] {
        let replayed = incise_in(folder.path(), &["replay", "out/update", version]);
        assert_eq!(replayed.status.code(), Some(code), "{}", String::from_utf8_lossy(&replayed.stdout));
    }
}

fn debugged(folder: &Path, args: &[&str]) -> (Value, i32) {
    let mut all = vec!["debug", "old.c", "new.c", "--json", "--test", "suite/tests.csv"];
    all.extend(args);
    let (document, code) = document(&incise_in(folder, &all));
    serde_json::from_value::<Debugged>(document.clone()).expect("the document is of its model");
    (document, code)
}

/// x = 15 goes another way now. By hand: on the old path x > 10, on the new one !(x > 20); the other way with the old path kept is
/// x > 20, where the versions agree. y > 100 is decided before and is impacted only through r.
#[test]
fn idise_icsm2012_section_4b_the_changed_condition_is_the_cause() {
    let folder = folder("x > 10", "x > 20", "x,y\n15,0\n");
    let (document, code) = debugged(folder.path(), &[]);
    assert_eq!((code, &document["fails"]), (1, &json!(true)));
    let first = &document["suspects"][0];
    assert_eq!((&first["line"], &first["changed"], &first["passes"]), (&json!(6), &json!(true), &json!(true)));
    assert_eq!(first["source"].as_str().expect("a text").trim(), "if (x > 20)");
    assert!(first["inputs"]["x"].as_i64().expect("a number") > 20);

    let same = self::folder("x > 10", "x > 20", "x,y\n30,0\n");
    let (document, code) = debugged(same.path(), &[]);
    assert_eq!((code, &document["fails"], &document["suspects"]), (0, &json!(false), &json!([])));
}

/// A branch that the change cannot influence is not suspected, and its constraints are counted as removed.
#[test]
fn unimpacted_constraints_are_removed() {
    let apart =
        "int a, b;\nvoid f(int x, int y) {\nif (y > 3)\na = 1;\nelse\na = 2;\nif (x > 0)\nb = 1;\nelse\nb = 2;\n}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "old.c", apart);
    write(folder.path(), "new.c", apart.replace("x > 0", "x >= 0"));
    std::fs::create_dir(folder.path().join("suite")).expect("a folder can be made");
    write(folder.path(), "suite/tests.csv", "x,y\n0,0\n");
    let (document, code) = debugged(folder.path(), &[]);
    assert_eq!(code, 1);
    assert_eq!((&document["constraints"], &document["removed_constraints"]), (&json!(4), &json!(2)));
    let suspects = document["suspects"].as_array().expect("a list");
    assert_eq!(suspects.iter().map(|one| one["line"].clone()).collect::<Vec<_>>(), [json!(7)]);
}

/// What uninitialised memory decides is no test; the others are replayed.
#[test]
fn tests_that_cannot_be_replayed_are_named_and_passed_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    write(path, "a.c", "int f(int i, int g) { if (i == 9) { int u; return u + g; } return 0; }\n");
    let explored = incise_in(path, &["explore", "--function", "f", "--out", "tests", "a.c"]);
    assert_eq!(explored.status.code(), Some(3), "{}", String::from_utf8_lossy(&explored.stderr));
    let output = incise_in(path, &["replay", "tests", "a.c"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("tests/000001.json: NOT REPLAYABLE (the inputs do not determine the run"), "{text}");
    assert!(text.contains("1 of 3 tests agree, 2 not replayable, "), "{text}");
    // A test that does not agree is found beside them.
    let file = path.join("tests/000003.json");
    let test = std::fs::read_to_string(&file).expect("a third test");
    std::fs::write(&file, test.replacen("\"00000000\",\n      \"type\"", "\"07000000\",\n      \"type\"", 9))
        .expect("it is written");
    let output = incise_in(path, &["replay", "tests", "a.c"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("tests/000003.json: DISAGREES"), "{text}");
}
