//! The worked examples of [idise-icsm2012]: impact across calls, the directed search across calls, impacted coverage.
//! The numbers are the paper's, or counted by hand where that is said.

mod support;

use incise_report::{Covering, Impacted};
use serde_json::{Value, json};
use support::{compared, document, incise};

fn figure(name: &str) -> [String; 2] {
    ["old", "new"].map(|version| format!("tests/papers/idise-icsm2012/{name}_{version}.c"))
}

fn directed(name: &str, function: &str, guide: &str) -> Value {
    let [old, new] = figure(name);
    let (document, _) = compared(&[&old, &new, "--function", function, "--guide", guide, "--paths"]);
    document["functions"][0].clone()
}

/// The behaviours are `x - 1 > 0` with 1 and `x - 1 <= 0` with 0; the search in one function misses one of them.
#[test]
fn idise_icsm2012_section_2d_caller_and_callee() {
    let taken = |guide: &str| -> Vec<Value> {
        let found = directed("caller_callee", "A", guide);
        let paths = found["paths"].as_array().expect("a list of paths");
        paths.iter().map(|path| path["decisions"].clone()).collect()
    };
    for guide in ["dise:tosem14", "dise:pldi11"] {
        assert_eq!(taken(guide), [json!(["3T"])], "{guide}");
    }
    for guide in ["dise", "exact", "full"] {
        assert_eq!(taken(guide), [json!(["3T"]), json!(["3F"])], "{guide}");
    }
}

/// l0–l4 by their lines.
const A: [u64; 5] = [12, 14, 15, 17, 18];

#[test]
fn idise_icsm2012_fig2_impact_sets_call_edges_and_contexts() {
    let [old, new] = figure("fig2");
    let (document, code) = document(&incise(&["impact", &old, &new, "--calls", "--json", "--function", "run"]));
    assert_eq!(code, 1);
    serde_json::from_value::<Impacted>(document.clone()).expect("the document is of its model");
    let calls = &document["calls"];
    let set = |name: &str| {
        let functions = calls["functions"].as_array().expect("a list");
        functions.iter().find(|function| function["name"] == name).expect("the function is there").clone()
    };
    // Fig. 2(b): a set for own changes and one for each formal.
    assert_eq!(set("A")["own"], json!(A));
    assert_eq!(set("B")["own"], json!([]));
    assert_eq!(set("run")["own"], json!([23]));
    assert_eq!(set("B")["formals"], json!([{ "name": "z", "lines": [6, 7, 8] }]));
    // §III-A.3: what uses x is l0 and l4; l1, l3 and l2 follow from l0.
    let formals: Vec<Value> =
        set("A")["formals"].as_array().expect("a list").iter().map(|one| one["name"].clone()).collect();
    assert_eq!(formals, ["x", "y"]);
    // The edges: li and lj carry nothing, l3 carries y to z.
    let edges: Vec<(Value, Value, Vec<String>)> = calls["edges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|edge| {
            let own = edge["flows"].as_array().expect("a list").iter();
            let own = own.filter(|flow| flow["when"].as_array().expect("a list").contains(&json!("own")));
            let text = |value: &Value| value.as_str().expect("a name").to_owned();
            let own = own.filter(|flow| flow["formal"] != "result");
            let flows = own.map(|flow| format!("{} -> {}", text(&flow["actual"]), text(&flow["formal"]))).collect();
            (edge["line"].clone(), edge["callee"].clone(), flows)
        })
        .collect();
    assert_eq!(edges.len(), 3);
    assert!(edges.contains(&(json!(17), json!("B"), vec![String::from("y -> z")])), "{edges:?}");
    assert!(edges.contains(&(json!(22), json!("B"), vec![])), "{edges:?}");
    assert!(edges.contains(&(json!(23), json!("A"), vec![])), "{edges:?}");
    // Fig. 2(c): I0, I1, I2, I3.
    let contexts: Vec<(Value, Value, Value)> = calls["contexts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|context| (context["function"].clone(), context["line"].clone(), context["lines"].clone()))
        .collect();
    assert_eq!(
        contexts,
        [
            (json!("run"), json!(null), json!([23])),
            (json!("B"), json!(22), json!([])),
            (json!("A"), json!(23), json!(A)),
            (json!("B"), json!(17), json!([6, 7, 8])),
        ]
    );
}

/// Fig. 3(b): B is explored in both ways each time A calls it, and in one way when `run` does. By hand: A has a path for
/// Y <= 0 and two through B, for X <= 0 and for X > 0; all of that once for each way through the first B in full.
#[test]
fn idise_icsm2012_fig3_b_is_pruned_when_it_is_called_from_main() {
    let found = directed("fig2", "run", "dise");
    assert_eq!((&found["stats"]["paths"], &found["stats"]["prunings"]), (&json!(6), &json!(1)));
    assert_eq!(directed("fig2", "run", "full")["stats"]["paths"], 12);
    assert_eq!(directed("fig2", "run", "exact")["stats"]["paths"], 6);
}

fn covered(name: &str, criterion: &str) -> (Value, i32) {
    let [old, new] = figure(name);
    let (document, code) = document(&incise(&["diff", &old, &new, "--cover", criterion, "--json"]));
    serde_json::from_value::<Covering>(document.clone()).expect("the document is of its model");
    (document["functions"][0].clone(), code)
}

#[test]
fn idise_icsm2012_fig4a_statement_coverage_takes_one_path_and_branch_coverage_two() {
    for (criterion, inputs) in [("statement", 1), ("block", 1), ("branch", 2)] {
        let (function, code) = covered("fig4a", criterion);
        assert_eq!((&function["inputs"], code), (&json!(inputs), 0), "{criterion}");
        assert_eq!((&function["infeasible"], &function["not_reached"]), (&json!(0), &json!(0)), "{criterion}");
    }
    let (function, _) = covered("fig4a", "statement");
    assert_eq!(function["met"], 1, "i0 alone is impacted");
}

/// Tables I and II on our own program: the promise on local changes, checked for some of its versions (`bench/run.sh calls` has all).
#[test]
fn idise_icsm2012_table2_local_changes_take_a_tenth_of_the_path_conditions() {
    let script = support::root().join("bench/calls/run.py");
    let versions = ["01", "07", "12", "25"];
    let output = std::process::Command::new("python3")
        .arg(script)
        .args(["table", env!("CARGO_BIN_EXE_incise")])
        .args(versions)
        .output()
        .expect("python3 starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("local changes (3): median 0."), "{said}");
    assert!(versions.iter().all(|version| said.lines().any(|line| line.starts_with(version))), "{said}");
}

/// The values of an input that meets each obligation.
fn signs(function: &Value, names: [&str; 2]) -> Vec<[bool; 2]> {
    let entries = function["obligations"].as_array().expect("a list");
    let positive = |entry: &Value, name: &str| entry["inputs"][name].as_i64().expect("a number") > 0;
    let mut all: Vec<[bool; 2]> = entries.iter().map(|entry| names.map(|name| positive(entry, name))).collect();
    all.sort_unstable();
    all
}

#[test]
fn idise_icsm2012_fig4b_path_fragments_combine_in_four_ways() {
    let (function, code) = covered("fig4b", "path-fragment");
    assert_eq!((&function["met"], &function["infeasible"], code), (&json!(4), &json!(0), 0));
    let all = [[false, false], [false, true], [true, false], [true, true]];
    assert_eq!(signs(&function, ["x", "y"]), all, "x > 0 and y > 0, each true and false");
    assert_eq!(covered("fig4b", "branch").0["met"], 5, "both sides of both, and the entry");
}

#[test]
fn idise_icsm2012_fig4c_definitions_reach_their_use_in_four_ways() {
    let (function, code) = covered("fig4c", "data-flow");
    assert_eq!((&function["met"], &function["infeasible"], code), (&json!(4), &json!(0), 0), "{function:#}");
    let mut met: Vec<(bool, bool)> = Vec::new();
    for entry in function["obligations"].as_array().expect("a list") {
        let value = |name: &str| entry["inputs"][name].as_i64().expect("a number");
        let is_k0 = entry["what"].as_str().expect("a text").contains("of line 7");
        assert_eq!(value("c") != 0, is_k0, "{entry}");
        met.push((is_k0, value(if is_k0 { "y" } else { "z" }) > 0));
    }
    met.sort_unstable();
    assert_eq!(met, [(false, false), (false, true), (true, false), (true, true)], "y > 0, y <= 0, z > 0, z <= 0");
}
