//! `incise deps --path` through calls: tables made by hand, functions that call themselves, several files, and what cannot be followed.

mod support;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use std::path::Path;
use support::{document, incise_in, write};

/// One helper is called twice, through a pointer; what only its first call decides matters later.
const PROGRAM: &str = "\
int g;
static void put(int *p, int v) {
    if (v > 0)
        *p = v;
}
static int more(int w) {
    return w + g;
}
int f(int a, int b) {
    int x = 0;
    int y = 0;
    put(&x, a);
    put(&y, b);
    g = 3;
    if (more(x) > 5)
        return 1;
    return 0;
}
";

const RECURSIVE: &str = "\
int depth;
int sum(int n, int stop) {
    int here = n * 2;
    if (n <= stop)
        return 0;
    depth = n;
    int rest = sum(n - 1, stop);
    return here + rest;
}
int top(int a, int b) {
    depth = 0;
    int s = sum(a, 0);
    if (s > b)
        return 1;
    if (depth)
        return 2;
    return 0;
}
";

fn on_path(folder: &Path, files: &[&str], function: &str, path: &str) -> Value {
    let mut args = vec!["deps"];
    args.extend(files);
    args.extend(["--function", function, "--path", path, "--json"]);
    let (document, code) = document(&incise_in(folder, &args));
    assert_eq!(code, 0, "{path}");
    document["functions"][0].clone()
}

fn of_text(text: &str, function: &str, path: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", text);
    on_path(folder.path(), &[&file], function, path)
}

/// The pairs of a relation as `from:to`.
fn pairs(function: &Value, kind: &str) -> Vec<String> {
    let edges = function[kind].as_array().expect("a list").iter();
    edges.map(|edge| format!("{}:{}", edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap())).collect()
}

fn assert_pairs(function: &Value, kind: &str, expected: &str) {
    let (mut found, mut expected) = (pairs(function, kind), expected.split_whitespace().collect::<Vec<_>>());
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{kind}");
}

/// Each decision with what matters to it; in brackets what is not taken.
fn slices(function: &Value) -> Vec<String> {
    let shown = |slice: &Value| {
        let mut names: Vec<&str> =
            slice["slice"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let side = names.pop().expect("itself");
        let side = if slice["taken"] == true { side.to_owned() } else { format!("({side})") };
        format!("{side} <- {}", names.join(" "))
    };
    function["slices"].as_array().expect("slices").iter().map(shown).collect()
}

fn calls(function: &Value) -> Vec<String> {
    let text = |call: &Value| {
        format!("{}#{} from {}", call["name"].as_str().unwrap(), call["number"], call["from"].as_str().unwrap())
    };
    function["calls"].as_array().expect("calls").iter().map(text).collect()
}

/// By hand, for the path that writes x and not y. 12 hands p = &x and v = a over, 13 p = &y and v = b, 15 w = x.
/// - Data: 3T and 4 of the first call read what 12 hands over, 3F of the second what 13 does; 15 reads x of 4 and, because a write through a
///   pointer overwrites nothing for certain, of 10; 7 reads w of 15 and g of 14; 15T reads what 7 returns. Nothing reads y.
/// - Potential: the sides that are taken spare nothing that is read: 3T nothing at all, 3F of the second call y.
/// - Interactive: 12 and 3T meet at 4; 10 and 4 at 15; so 10 and what 4 needs (12, 3T) meet at 4; 14 and 15 meet at 7; so what 15 needs (10, 4)
///   and 14 meet at 15.
/// - 15T needs 7, which needs 14 and 15, which needs 10 and 4, which needs 12 and 3T: all but what is about y.
#[test]
fn what_one_call_decides_matters_and_what_the_other_decides_does_not() {
    let found = of_text(PROGRAM, "f", "3T,3F,15T");
    assert_eq!(calls(&found), ["put#1 from 12", "put#2 from 13", "more#1 from 15"]);
    assert_pairs(&found, "control", "3T#1:4#1 15T:16");
    assert_pairs(&found, "data", "12:3T#1 12:4#1 13:3F#2 10:15 4#1:15 14:7 15:7 7:15T");
    assert_pairs(&found, "potential", "");
    assert_pairs(&found, "interactive", "12:3T#1 10:3T#1 10:4#1 10:12 10:14 4#1:14 14:15");
    let expected = [
        "3T#1 <- 10 12",
        "(3F#1) <- 10 12",
        "3F#2 <- 13",
        "(3T#2) <- 13",
        "15T <- 10 12 3T#1 4#1 14 15 7",
        "(15F) <- 10 12 3T#1 4#1 14 15 7",
    ];
    assert_eq!(slices(&found), expected);
}

/// By hand, for the path that writes y and not x. That the first call does not write x matters to 15, which reads it: 3F spares x, and meets 10
/// there, and 14 (both matter to 15, which meets 14 at 7).
#[test]
fn what_a_call_spares_is_potential() {
    let found = of_text(PROGRAM, "f", "3F#1,3T#2,15F");
    assert_pairs(&found, "control", "3T#2:4#2 15F:17");
    assert_pairs(&found, "data", "12:3F#1 13:3T#2 13:4#2 10:15 14:7 15:7 7:15F");
    assert_pairs(&found, "potential", "3F#1:15");
    assert_pairs(&found, "interactive", "13:3T#2 10:3F#1 10:12 10:14 3F#1:14 14:15");
    let expected = [
        "3F#1 <- 10 12",
        "(3T#1) <- 10 12",
        "3T#2 <- 13",
        "(3F#2) <- 13",
        "15F <- 10 12 3F#1 14 15 7",
        "(15T) <- 10 12 3F#1 14 15 7",
    ];
    assert_eq!(slices(&found), expected);
}

/// By hand. Every activation has its own n, here and rest: 12 hands over to the first, 7 of each to the next, and each result goes back to the 7
/// that called. depth is one for all: the second activation overwrites what the first wrote, and the third would have overwritten that.
#[test]
fn a_function_that_calls_itself_has_an_activation_for_each_call() {
    let found = of_text(RECURSIVE, "top", "4F,4F,4T,13F,15T");
    assert_eq!(calls(&found), ["sum#1 from 12", "sum#2 from 7#1", "sum#3 from 7#2"]);
    assert_pairs(
        &found,
        "control",
        "4F#1:6#1 4F#1:7#1 4F#1:8#1 4F#1:3#2 4F#1:4F#2 4F#2:6#2 4F#2:7#2 4F#2:8#2 4F#2:3#3 4F#2:4T#3 4T#3:5#3 13F:15T 15T:16",
    );
    assert_pairs(
        &found,
        "data",
        "12:3#1 12:4F#1 12:6#1 12:7#1 7#1:3#2 7#1:4F#2 7#1:6#2 7#1:7#2 7#2:3#3 7#2:4T#3 5#3:7#2 3#2:8#2 7#2:8#2 8#2:7#1 \
         3#1:8#1 7#1:8#1 8#1:12 12:13F 6#2:15T",
    );
    assert_pairs(&found, "potential", "4T#3:15T");
    // Where the function that runs first calls itself, it is the first activation.
    let found = of_text(RECURSIVE, "sum", "4F,4T");
    assert_eq!(calls(&found), ["sum#2 from 7#1"]);
    assert_pairs(&found, "data", "7#1:3#2 7#1:4T#2 5#2:7#1 3#1:8#1 7#1:8#1");
}

/// A return goes back to its caller, also out of rounds of a loop that share a text.
#[test]
fn rounds_of_a_loop_are_told_apart() {
    let text = "\
static int next(int v) {
    if (v > 9)
        return 0;
    return v + 1;
}
int f(int a, int n) {
    for (int i = 0; i < n; i++)
        a = next(a);
    return a;
}
";
    let found = of_text(text, "f", "7T,2F,7T,2T,7F");
    assert_eq!(calls(&found), ["next#1 from 8", "next#2 from 8"]);
    // The second round reads what the first gave back, by way of line 8; what is returned is the second's.
    let data = pairs(&found, "data");
    for pair in ["8:2F#1", "8:4#1", "4#1:8", "8:2T#2", "3#2:8", "8:9"] {
        assert!(data.iter().any(|found| found == pair), "{pair} in {data:?}");
    }
    assert!(!data.iter().any(|pair| pair.contains("4#2") || pair.contains("3#1")), "{data:?}");
}

#[test]
fn lines_that_several_files_have_are_named_with_their_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let one = write(
        folder.path(),
        "one.c",
        "int sign(int v);\nint f(int a) {\n    int s = sign(a);\n    if (s)\n        return 1;\n    return 0;\n}\n",
    );
    let two = write(
        folder.path(),
        "two.c",
        "int n_calls;\nint sign(int v) {\n    n_calls++;\n    if (v < 0)\n        return -1;\n\n\n\n    return v > 0;\n}\n",
    );
    let files = [one.as_str(), two.as_str()];
    let found = on_path(folder.path(), &files, "f", "two.c:4F,one.c:4T");
    // Lines 3 to 5 are in both files, line 9 in one.
    assert_pairs(&found, "data", "one.c:3:two.c:4F one.c:3:9 9:one.c:3 one.c:3:one.c:4T");
    assert_pairs(&found, "control", "two.c:4F:9 one.c:4T:one.c:5");
    let output = incise_in(folder.path(), &["deps", &one, &two, "--function", "f", "--path", "4F"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && text.contains("after the start comes two.c:4T or two.c:4F, not `4F`"),
        "{text}"
    );
}

/// Which function a pointer leads to is a decision like others.
#[test]
fn a_call_through_a_pointer_says_what_it_calls() {
    let text = "\
static int inc(int v) { return v + 1; }
static int cut(int v) {
    if (v > 3)
        return 3;
    return v;
}
int f(int a, int which) {
    int (*op)(int) = inc;
    if (which)
        op = cut;
    return op(a);
}
";
    let found = of_text(text, "f", "9T,11:cut,3F");
    assert_eq!(calls(&found), ["cut#1 from 11"]);
    assert!(pairs(&found, "data").contains(&String::from("10:11:cut")));
    assert!(pairs(&found, "control").contains(&String::from("11:cut:3F")));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", text);
    let output = incise_in(folder.path(), &["deps", &file, "--function", "f", "--path", "9T"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("after 9T comes 11:inc or 11:cut"), "{said}");
}

/// Behind a `return` out of the life of a variable the compiler adds a switch, which is nobody's decision.
#[test]
fn what_the_compiler_added_is_not_asked_for() {
    let text = "\
static int find(const int *list, int wanted) {
    for (int at = 0; at < 3; at++) {
        if (list[at] == wanted)
            return at;
    }
    return -1;
}
int f(const int *list) {
    if (find(list, 7) < 0)
        return 1;
    return 0;
}
";
    let found = of_text(text, "f", "2T,3F,2T,3T,9F");
    assert_eq!(pairs(&found, "data").iter().filter(|pair| pair.ends_with(":9F")).count(), 1);
    assert!(pairs(&found, "data").contains(&String::from("4:9F")) && slices(&found).len() == 10);
    let found = of_text(text, "f", "2T,3F,2T,3F,2T,3F,2F,9T");
    assert!(pairs(&found, "data").contains(&String::from("6:9T")) && slices(&found).len() == 16);
}

#[test]
fn a_path_that_the_called_functions_do_not_have_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    for (path, message) in [
        ("3T", "--path: ends too early: after 3T comes 3T or 3F; that is in put(), called from 13"),
        ("15T", "--path: after the start comes 3T or 3F, not `15T`; that is in put(), called from 12"),
        ("3T,3T#1", "--path: after 3T comes 3T or 3F, not `3T#1`; that is in put(), called from 13"),
        ("3T,3F,15T,3T", "--path: after 15T the function ends, `3T` does not come"),
    ] {
        let output = incise_in(folder.path(), &["deps", &file, "--function", "f", "--path", path]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(message), "{path}: {text}");
    }
    let endless = write(folder.path(), "endless.c", "int f(int a) { return f(a + 1); }\n");
    let output = incise_in(folder.path(), &["deps", &endless, "--function", "f", "--path", ""]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && text.contains("--path: after the start there is no end"), "{text}");
}

/// With calls as one statement the path is one of the function alone, and its relations are among those without a path.
#[test]
fn calls_can_be_stepped_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let run = |args: &[&str]| {
        let mut all = vec!["deps", file.as_str(), "--function", "f", "--json"];
        all.extend(args);
        let (document, code) = document(&incise_in(folder.path(), &all));
        assert_eq!(code, 0);
        document["functions"][0].clone()
    };
    let (over, whole) = (run(&["--path", "15T", "--step-over"]), run(&[]));
    assert!(over.get("calls").is_none() && pairs(&over, "data").contains(&String::from("12:15")));
    for kind in ["control", "data", "potential", "interactive"] {
        let known = pairs(&whole, kind);
        assert!(pairs(&over, kind).iter().all(|pair| known.contains(pair)), "{kind}");
    }
}

#[test]
fn a_pair_of_a_path_is_explained_and_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let said = |args: &[&str]| {
        let mut all = vec!["deps", file.as_str(), "--function", "f", "--path", "3F,3T,15F"];
        all.extend(args);
        let output = incise_in(folder.path(), &all);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = said(&["--why", "3F#1:15"]);
    assert!(text.contains("potential on 3F#1: if (v > 0)") && text.contains("overwritten: x"), "{text}");
    let text = said(&["--why", "13:3T#2"]);
    assert!(text.contains("in put()") && text.contains("data on 13: put(&y, b)"), "{text}");
    let text = said(&["--why", "7:15F"]);
    assert!(text.contains("the result of more()"), "{text}");
    let text = said(&["--dot", "out.dot"]);
    assert!(text.contains("enters put() #2 from 13"), "{text}");
    let graph = std::fs::read_to_string(folder.path().join("out.dot")).expect("the graph was written");
    assert!(graph.contains("\"0.3F#1\" -> \"0.15\"") && graph.contains("[label=\"4#2: *p = v\"]"), "{graph}");
}

/// A random path, found by asking what comes next; through calls or over them.
fn random_path(folder: &Path, args: &[&str], random: &mut StdRng) -> Option<(Vec<String>, Value)> {
    let mut path: Vec<String> = Vec::new();
    while path.len() < 40 {
        let sides = path.join(",");
        let mut all = vec!["deps", "--json", "--path", &sides];
        all.extend(args);
        let output = incise_in(folder, &all);
        if output.status.code() == Some(0) {
            return Some((path, document(&output).0["functions"][0].clone()));
        }
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let next = error.split(" comes ").nth(1).unwrap_or_else(|| panic!("{error}"));
        let choices: Vec<&str> = next.trim().split("; that is").next().expect("a text").split(" or ").collect();
        path.push(choices[random.random_range(0..choices.len())].to_owned());
    }
    None
}

/// What is printed for a path that was found by its errors: as many decisions as were given, in the order and by the names that were given. Over
/// calls, what holds on it holds in the function without a path.
#[test]
fn random_paths_of_the_examples_hold_what_holds_without_a_path() {
    let root = support::root();
    let mut random = StdRng::seed_from_u64(23);
    let programs = [
        ("examples/wheel-brake/wbs_new.c", "update"),
        ("examples/testx/testx.c", "testX"),
        ("bench/control/tcas.c", "advise"),
        ("bench/dgse/tokens.c", "token"),
        ("bench/dgse/scheduler.c", "execute"),
        ("bench/programs/regexp.c", "match"),
    ];
    let mut n_entered = 0;
    for (file, function) in programs {
        let (whole, code) = document(&incise_in(&root, &["deps", file, "--function", function, "--json"]));
        assert_eq!(code, 0, "{file}");
        for _ in 0..2 {
            if let Some((path, found)) = random_path(&root, &[file, "--function", function, "--step-over"], &mut random)
            {
                for kind in ["control", "data", "potential", "interactive"] {
                    let known = pairs(&whole["functions"][0], kind);
                    let unknown: Vec<String> =
                        pairs(&found, kind).into_iter().filter(|pair| !known.contains(pair)).collect();
                    assert!(unknown.is_empty(), "{kind} of {file}, {path:?}: {unknown:?}");
                }
            }
            if let Some((path, found)) = random_path(&root, &[file, "--function", function], &mut random) {
                n_entered += found.get("calls").map_or(0, |calls| calls.as_array().map_or(0, Vec::len));
                let without_number = |name: &str| name.split('#').next().unwrap_or(name).to_owned();
                let no_slices = Vec::new();
                let slices = found.get("slices").and_then(Value::as_array).unwrap_or(&no_slices);
                let taken: Vec<String> = slices
                    .iter()
                    .filter(|slice| slice["taken"] == true)
                    .map(|slice| without_number(slice["side"].as_str().expect("a name")))
                    .collect();
                assert_eq!(taken, path, "{file}");
                // The names with their numbers are taken as well.
                let named: Vec<&str> = slices
                    .iter()
                    .filter(|slice| slice["taken"] == true)
                    .filter_map(|slice| slice["side"].as_str())
                    .collect();
                assert_eq!(on_path(&root, &[file], function, &named.join(",")), found, "{file}");
            }
        }
    }
    assert!(n_entered > 10, "{n_entered} calls were entered");
}
