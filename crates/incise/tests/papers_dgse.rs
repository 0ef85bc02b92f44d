//! Worked examples of [dgse-tse2017], by the commands `explore --guide dgse` and `deps`. The numbers are the paper's.

mod support;

use serde_json::Value;
use std::fmt::Write;
use support::{errors, explored, incise_in, root};

/// The exploration of a figure guided by dependence; more arguments follow.
fn guided(figure: &str, function: &str, more: &[&str]) -> Value {
    let file = format!("tests/papers/dgse-tse2017/{figure}.c");
    let mut args = vec![file.as_str(), "--function", function, "--ub", "wrap", "--guide", "dgse", "--no-replay"];
    args.extend(more);
    let document = explored(&args);
    assert_eq!(document["function"]["guide"], "dgse");
    assert_eq!(document["function"]["tasks"]["fallback"], Value::Null, "{figure}");
    document
}

/// Feasible and infeasible tasks.
fn tasks(document: &Value) -> (u64, u64) {
    let tasks = &document["function"]["tasks"];
    (tasks["feasible"].as_u64().expect("a number"), tasks["infeasible"].as_u64().expect("a number"))
}

/// The decisions of each path in the order of exploration.
fn paths(document: &Value) -> Vec<Vec<String>> {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    list(&document["function"]["paths"])
        .iter()
        .map(|path| list(&path["decisions"]).iter().map(text).collect())
        .collect()
}

/// A path of Fig. 2: the lines of our file for the figure's lines 2, 4 and 8.
fn fig2(sides: [char; 3]) -> Vec<String> {
    [24, 26, 30].into_iter().zip(sides).map(|(line, side)| format!("{line}{side}")).collect()
}

#[test]
fn dgse_tse2017_fig1_the_fourth_path_is_redundant() {
    for order in ["dfs", "bfs", "random"] {
        let document = guided("fig1", "Test", &["--order", order]);
        assert_eq!(tasks(&document), (3, 0), "{order}");
    }
}

/// Table 3, in its order.
#[test]
fn dgse_tse2017_fig2_table3_six_paths_and_both_errors() {
    let document = guided("fig2", "Test", &[]);
    assert_eq!(tasks(&document), (6, 0));
    let table = [['T', 'T', 'T'], ['T', 'T', 'F'], ['T', 'F', 'T'], ['F', 'T', 'T'], ['F', 'T', 'F'], ['F', 'F', 'T']];
    assert_eq!(paths(&document), table.map(fig2));
    let found: Vec<(String, u64)> = errors(&document);
    assert_eq!(found, [(String::from("division-by-zero"), 36), (String::from("out-of-bounds"), 35)]);
}

/// Table 4: without interactive dependence the error in line 14 is lost.
#[test]
fn dgse_tse2017_table4_without_interactive_dependence_an_error_is_lost() {
    let document = guided("fig2", "Test", &["--no-interactive"]);
    assert_eq!(tasks(&document), (4, 0));
    let table = [['T', 'T', 'T'], ['T', 'T', 'F'], ['T', 'F', 'T'], ['F', 'T', 'T']];
    assert_eq!(paths(&document), table.map(fig2));
    assert_eq!(errors(&document), [(String::from("out-of-bounds"), 35)]);
    let bounds = document["function"]["bounds_hit"].to_string();
    assert!(bounds.contains("errors may be missed"), "{bounds}");
}

#[test]
fn dgse_tse2017_fig4_n_independent_blocks_have_n_plus_1_paths() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for n in [4usize, 16, 64, 256] {
        let params: Vec<String> = (1..=n).map(|block| format!("int x{block}")).collect();
        let mut text = format!("void test({}) {{\n", params.join(", "));
        for block in 1..=n {
            let _ = writeln!(text, "    if (x{block} > 0) x{block} = 1; else x{block} = 2;");
        }
        text.push_str("}\n");
        let file = support::write(folder.path(), &format!("fig4_{n}.c"), text);
        let args = ["explore", "--json", "--no-paths", &file, "--function", "test", "--guide", "dgse"];
        let (document, code) = support::document(&incise_in(folder.path(), &args));
        assert_eq!((tasks(&document), code), ((n as u64 + 1, 0), 0), "{n}");
        assert_eq!(document["function"]["stats"]["paths"], n as u64 + 1);
    }
}

#[test]
fn dgse_tse2017_fig5_three_feasible_paths_and_no_infeasible_one() {
    let document = guided("fig5", "Test", &[]);
    assert_eq!(tasks(&document), (3, 0));
}

/// Every figure's errors are those that exploring everything finds, in every order.
#[test]
fn dgse_tse2017_theorem_5_3_the_figures_lose_no_error() {
    assert!(root().join("tests/papers/dgse-tse2017").is_dir());
    for order in ["dfs", "bfs", "random"] {
        for (figure, function) in [("fig1", "Test"), ("fig2", "Test"), ("fig4", "test"), ("fig5", "Test")] {
            let file = format!("tests/papers/dgse-tse2017/{figure}.c");
            let full = explored(&[&file, "--function", function, "--ub", "wrap"]);
            assert_eq!(errors(&full), errors(&guided(figure, function, &["--order", order])), "{figure}, {order}");
        }
    }
}
