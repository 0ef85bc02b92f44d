//! `incise deps` beyond the figures: calls, memory, loops, switches, graphs, and what cannot be answered.

mod support;

use serde_json::Value;
use support::{document, incise_in, write};

const PROGRAM: &str = "\
int g;
static void set(int *p, int v) { *p = v; }
int f(int a) {
    int x = 0;
    set(&x, a);
    if (a > 1)
        g = 2;
    switch (a) {
    case 7: x += 1; break;
    default: break;
    }
    return x + g;
}
int loop(int n) {
    int s = 0;
    while (n > 0) {
        s += n;
        n--;
    }
    return s;
}
";

/// The pairs of a relation of a function.
fn pairs(function: &str, kind: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let args = ["deps", &file, "--function", function, "--kind", kind, "--json"];
    let (document, code) = document(&incise_in(folder.path(), &args));
    assert_eq!((code, &document["command"]), (0, &Value::from("deps")));
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let edges = document["functions"][0][kind].as_array().expect("a list").clone();
    edges.iter().map(|edge| (text(&edge["from"]), text(&edge["to"]))).collect()
}

fn has(pairs: &[(String, String)], from: &str, to: &str) -> bool {
    pairs.iter().any(|pair| (pair.0.as_str(), pair.1.as_str()) == (from, to))
}

#[test]
fn a_call_writes_through_a_pointer() {
    let data = pairs("f", "data");
    assert!(has(&data, "5", "12") && has(&data, "5", "9") && has(&data, "7", "12"), "{data:?}");
    // What the call reads or writes has nothing to do with g.
    assert!(!has(&data, "5", "7"), "{data:?}");
}

#[test]
fn what_the_other_side_would_overwrite_is_potential() {
    let potential = pairs("f", "potential");
    assert!(has(&potential, "6F", "12") && !has(&potential, "6T", "12"), "{potential:?}");
    assert!(has(&potential, "8:default", "12"), "{potential:?}");
}

#[test]
fn sides_of_a_switch_have_names() {
    let control = pairs("f", "control");
    assert!(has(&control, "8:case 7", "9") && has(&control, "6T", "7"), "{control:?}");
}

#[test]
fn a_loop_depends_on_itself() {
    let (control, data) = (pairs("loop", "control"), pairs("loop", "data"));
    assert!(has(&control, "16T", "17") && has(&control, "16T", "16T"), "{control:?}");
    assert!(has(&data, "18", "16T") && has(&data, "18", "17") && has(&data, "17", "17"), "{data:?}");
}

#[test]
fn the_graph_has_the_pairs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let output = incise_in(folder.path(), &["deps", &file, "--function", "f", "--dot", "out.dot"]);
    assert_eq!(output.status.code(), Some(0));
    let graph = std::fs::read_to_string(folder.path().join("out.dot")).expect("the graph was written");
    assert!(graph.starts_with("digraph") && graph.contains("\"0.6T\" -> \"0.7\""), "{graph}");
}

#[test]
fn what_is_not_there_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let said = |args: &[&str]| {
        let mut all = vec!["deps", file.as_str()];
        all.extend(args);
        let output = incise_in(folder.path(), &all);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, text) = said(&["--function", "nobody"]);
    assert!(code == Some(2) && text.contains("no function `nobody`"), "{text}");
    let (code, text) = said(&["--why", "nonsense"]);
    assert!(code == Some(2) && text.contains("`nonsense` is not a pair of any relation"), "{text}");
    let (code, _) = said(&["--base", "missing.c"]);
    assert_eq!(code, Some(2));
}

/// On a path a round of a loop has the round before it; the other sides have what they would have read.
#[test]
fn on_a_path_the_last_write_counts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    let run = |path: &str| incise_in(folder.path(), &["deps", &file, "--function", "loop", "--path", path, "--json"]);
    let (once, code) = document(&run("16T,16F"));
    assert_eq!(code, 0);
    let edges = |document: &Value, kind: &str| -> Vec<String> {
        let edges = document["functions"][0][kind].as_array().expect("a list").clone();
        edges
            .iter()
            .map(|edge| format!("{}:{}", edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap()))
            .collect()
    };
    assert_eq!(edges(&once, "data"), ["15:17", "17:20", "18:16F"]);
    // Without a round nothing is written but the start of the sum.
    let (none, _) = document(&run("16F"));
    assert_eq!(edges(&none, "data"), ["15:20"]);
    assert_eq!(edges(&none, "control"), Vec::<String>::new());
}

#[test]
fn a_path_that_the_function_does_not_have_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = write(folder.path(), "program.c", PROGRAM);
    for (path, message) in [
        ("16T", "--path: ends too early: after 16T comes 16T or 16F"),
        ("6T", "--path: after the start comes 16T or 16F, not `6T`"),
        ("16F,16T", "--path: after 16F the function ends, `16T` does not come"),
    ] {
        let output = incise_in(folder.path(), &["deps", &file, "--function", "loop", "--path", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{path}");
    }
    let several = incise_in(folder.path(), &["deps", &file, "--path", "16F"]);
    assert_eq!(several.status.code(), Some(2));
}
