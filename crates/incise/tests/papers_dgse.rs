//! Worked examples of [dgse-tse2017], by the commands `explore --guide dgse` and `deps`. The numbers are the paper's.

mod support;

use serde_json::Value;
use std::fmt::Write;
use support::{document, errors, explored, incise_in, root};

/// The exploration of a figure guided by dependence, in which `malloc` succeeds as in the paper; more arguments follow.
fn guided(figure: &str, function: &str, more: &[&str]) -> Value {
    let file = format!("tests/papers/dgse-tse2017/{figure}.c");
    let mut args = vec![
        file.as_str(),
        "--function",
        function,
        "--ub",
        "wrap",
        "--guide",
        "dgse",
        "--no-replay",
        "--alloc",
        "succeeds",
    ];
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
    let mut statements = Vec::new();
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
        statements.push(document["function"]["stats"]["instructions"].as_u64().expect("a number"));
    }
    // One path is run to its end, the others only as far as they are new: four times as many blocks, four times as much.
    let growth: Vec<u64> = statements.windows(2).map(|two| two[1] - two[0]).collect();
    assert!(growth[1] <= 5 * growth[0] && growth[2] <= 5 * growth[1], "{statements:?}");
}

/// A run is not left before what its decision matters to: the division comes after decisions that have nothing to do with it.
#[test]
fn a_run_that_turns_a_decision_goes_on_to_what_it_matters_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "int p, q, r;\nint test(int a, int b, int c, int d) {\n    int x = 0;\n    if (a <= 7) x = 1;\n    \
        if (b > 0) p = 1; else p = 2;\n    if (c > 0) q = 1; else q = 2;\n    if (d > 0) r = 1; else r = 2;\n    \
        return 10 / x;\n}\n";
    let file = support::write(folder.path(), "late.c", text);
    for order in ["dfs", "bfs", "random"] {
        let args =
            ["explore", "--json", "--no-paths", &file, "--function", "test", "--guide", "dgse", "--order", order];
        let (document, code) = support::document(&incise_in(folder.path(), &args));
        assert_eq!((errors(&document), code), (vec![(String::from("division-by-zero"), 8)], 1), "{order}");
        assert!(document["function"]["tasks"]["rest_known"].as_u64() >= Some(1), "{document}");
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
            for alloc in ["any", "succeeds"] {
                let args = [file.as_str(), "--function", function, "--ub", "wrap", "--alloc", alloc, "--no-replay"];
                let full = explored(&args);
                let guided = explored(&[&args[..], &["--guide", "dgse", "--order", order]].concat());
                assert_eq!(errors(&full), errors(&guided), "{figure}, {order}, {alloc}");
                assert_eq!(guided["function"]["tasks"]["fallback"], Value::Null, "{figure}, {order}, {alloc}");
            }
        }
    }
}

/// What of one round of a loop has nothing to do with the other rounds must be tried in each of them.
#[test]
fn dgse_rounds_of_a_loop_lose_no_error() {
    for order in ["dfs", "bfs", "random"] {
        let document = guided("rounds", "test", &["--order", order]);
        assert_eq!(errors(&document), [(String::from("division-by-zero"), 28)], "{order}");
    }
}

/// The relations of a function as the paper writes them: its lines instead of ours.
fn relations(args: &[&str], lines: &[(u64, u64)]) -> Vec<(&'static str, Vec<(String, String)>)> {
    let mut all = vec!["deps", "--json"];
    all.extend(args);
    let (document, code) = support::document(&support::incise(&all));
    assert_eq!((code, document["functions"].as_array().map(Vec::len)), (0, Some(1)));
    let theirs = |name: &Value| {
        let name = name.as_str().expect("a name");
        let side = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let ours: u64 = name[..name.len() - side.len()].parse().expect("a line");
        let (line, _) = lines.iter().find(|(_, line)| *line == ours).expect("a line of the figure");
        format!("{line}{side}")
    };
    let pairs = |kind: &str| {
        let edges = document["functions"][0][kind].as_array().expect("a list").clone();
        edges.iter().map(|edge| (theirs(&edge["from"]), theirs(&edge["to"]))).collect()
    };
    ["control", "data", "potential", "interactive"].map(|kind| (kind, pairs(kind))).into()
}

/// Pairs as the tables print them: `2T,3 4T,5`.
fn printed(text: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (from, to) = pair.split_once(',').expect("a pair");
        (from.to_owned(), to.to_owned())
    };
    text.split_whitespace().map(pair).collect()
}

fn assert_relations(found: Vec<(&str, Vec<(String, String)>)>, table: [(&str, &str); 4]) {
    for ((kind, mut found), (of, table)) in found.into_iter().zip(table) {
        let mut table = printed(table);
        found.sort();
        table.sort();
        assert_eq!((kind, found), (of, table));
    }
}

#[test]
fn dgse_tse2017_table2_the_four_relations_of_fig2() {
    let lines = [
        (1, 23),
        (2, 24),
        (3, 25),
        (4, 26),
        (5, 27),
        (7, 29),
        (8, 30),
        (9, 31),
        (11, 33),
        (12, 34),
        (13, 35),
        (14, 36),
    ];
    let found = relations(&["tests/papers/dgse-tse2017/fig2.c", "--function", "Test"], &lines);
    assert_relations(
        found,
        [
            ("control", "2T,3 4T,5 4F,7 8T,9 8F,11"),
            ("data", "1,12 1,13 1,14 3,12 3,13 3,14 5,12 5,13 7,12 7,13 9,14 11,14 12,13"),
            ("potential", "2F,12 2F,13 2F,14"),
            (
                "interactive",
                "1,2F 1,4T 1,4F 1,5 1,7 1,8T 1,8F 1,9 1,11 1,12 2F,4T 2F,4F 2F,5 2F,7 2F,8T 2F,8F 2F,9 2F,11 2F,12 \
                 3,4T 3,4F 3,5 3,7 3,8T 3,8F 3,9 3,11 3,12 5,12 7,12",
            ),
        ],
    );
}

/// The print has no interactive dependence, but 16 depends on 9 (it reads PedalCmd) and on 14F (it runs because of it), so by
/// Def. 4 the two interact (docs/errata.md).
#[test]
fn dgse_tse2017_table12_the_relations_that_the_change_of_the_wheel_brake_reaches() {
    let lines =
        [(3, 21), (4, 22), (5, 23), (6, 24), (8, 26), (9, 28), (14, 35), (15, 36), (16, 37), (17, 38), (19, 40)];
    let (old, new) = ("examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c");
    let found = relations(&[new, "--function", "update", "--base", old], &lines);
    assert_relations(
        found,
        [
            ("control", "3T,4 3F,5T 3F,5F 5T,6 5F,8 14T,15 14F,16T 14F,16F 16T,17 16F,19"),
            ("data", "4,9 6,9 8,9 9,14T 9,14F 9,16T 9,16F"),
            ("potential", ""),
            ("interactive", "9,14F"),
        ],
    );
}

#[test]
fn deps_says_why() {
    let why = |pair: &str| {
        let output = support::incise(&["deps", "tests/papers/dgse-tse2017/fig2.c", "--why", pair]);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = why("24F:36");
    assert!(code == Some(0) && text.contains("potential on 24F") && text.contains("overwritten: a"), "{text}");
    let (code, text) = why("23:24F");
    assert!(code == Some(0) && text.contains("both matter to 34"), "{text}");
    assert_eq!(why("26T:31").0, Some(2));
}

/// Table 13, in its order; line 10 of the figure is not impacted and not run.
#[test]
fn dgse_tse2017_table13_eight_feasible_paths_and_one_infeasible_task() {
    let (old, new) = ("examples/wheel-brake/wbs_old.c", "examples/wheel-brake/wbs_new.c");
    let (document, code) = support::compared(&[old, new, "--function", "update", "--guide", "dgse", "--paths"]);
    let function = &document["functions"][0];
    assert_eq!((code, &function["verdict"]), (1, &Value::from("different")));
    assert_eq!(tasks(&serde_json::json!({ "function": function })), (8, 1));
    let table = [
        "21T 35T",
        "21T 35F 37T",
        "21T 35F 37F",
        "21F 23T 35T",
        "21F 23T 35F 37T",
        "21F 23T 35F 37F",
        "21F 23F 35F 37T",
        "21F 23F 35F 37F",
    ];
    let found: Vec<String> =
        paths(&serde_json::json!({ "function": function })).iter().map(|path| path.join(" ")).collect();
    assert_eq!(found, table);
    assert_eq!(function["differences"].as_array().map(Vec::len), Some(2));
}

/// The end of section 8: with line 2 of Fig. 2 changed, six paths instead of eight.
#[test]
fn dgse_tse2017_section8_independent_decisions_inside_the_impacted_part_are_not_combined() {
    let text = std::fs::read_to_string(root().join("tests/papers/dgse-tse2017/fig2.c")).expect("the figure");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let old = support::write(folder.path(), "old.c", &text);
    let new = support::write(folder.path(), "new.c", text.replace("if (x > 1) ", "if (x > 2) "));
    for (guide, n_paths) in [("exact", 8), ("dgse", 6)] {
        let args = ["diff", "--json", &old, &new, "--function", "Test", "--guide", guide, "--alloc", "succeeds"];
        let (document, code) = support::document(&incise_in(folder.path(), &args));
        assert_eq!((code, &document["functions"][0]["stats"]["paths"]), (1, &Value::from(n_paths)), "{guide}");
    }
}

/// An error in what nobody uses is tied to what it reads.
#[test]
fn an_error_in_a_result_that_nobody_uses_is_found() {
    let document = guided("unused", "test", &[]);
    assert_eq!(errors(&document), [(String::from("division-by-zero"), 16)]);
}

/// What is decided to read an argument matters to what is called.
#[test]
fn an_error_behind_a_chosen_argument_is_found() {
    let document = guided("argument", "test", &[]);
    assert_eq!(errors(&document), [(String::from("assert"), 17)]);
}

/// A loop that counts to a constant decides nothing: what runs in it is as independent as it would be without the loop.
#[test]
fn counting_to_a_constant_decides_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("loop.c");
    let program = "#include <stdio.h>\nstatic int p, q;\n\
        int test(int x[restrict static 3], int y[restrict static 3]) {\n    p = 0; q = 0;\n    for (int i = 0; i < 3; i++) {\n\
        if (x[i] > 0) p++;\n if (y[i] > 0) q++;\n    }\n    printf(\"%d\\n\", p);\n    printf(\"%d\\n\", q);\n    return 0;\n}\n";
    std::fs::write(&file, program).expect("the file can be written");
    let file = file.to_str().expect("a name");
    let document = explored(&[file, "--function", "test", "--ub", "wrap", "--guide", "dgse", "--no-replay"]);
    // 2^3 ways through the decisions on x, and 2^3 through those on y, one of them in common.
    assert_eq!(tasks(&document), (15, 0));
}

/// What a path of Fig. 2 needs for a side of the figure's line 8, in the figure's lines, and the sides among that.
fn slice(path: &str, side: &str) -> (Vec<String>, Vec<String>) {
    let figure = "tests/papers/dgse-tse2017/fig2.c";
    let args = ["deps", figure, "--function", "Test", "--path", path, "--json"];
    let (document, code) = document(&incise_in(&root(), &args));
    assert_eq!(code, 0);
    let slices = document["functions"][0]["slices"].as_array().expect("slices").clone();
    let found = slices.iter().find(|slice| slice["side"] == side).expect("the side");
    // Our file is the figure 22 lines further down.
    let line = |label: &Value| {
        let label = label.as_str().expect("a text");
        let digits = label.trim_end_matches(char::is_alphabetic);
        format!("{}{}", digits.parse::<u32>().expect("a line") - 22, &label[digits.len()..])
    };
    let list = |key: &str| found[key].as_array().expect("a list").iter().map(line).collect();
    (list("slice"), list("condition"))
}

/// The worked example after Def. 5: path 5 and both sides of line 8, of which it takes one.
#[test]
fn dgse_tse2017_def5_relevant_path_slices_of_path_5() {
    assert_eq!(slice("24F,26T,30T", "30T").0, ["1", "2F", "8T"]);
    assert_eq!(slice("24F,26T,30T", "30F").0, ["1", "2F", "8F"]);
}

/// The task that the first path leaves for line 8: 2T and 8F, without 4T (Table 3).
#[test]
fn dgse_tse2017_table3_the_relevant_path_condition_of_the_first_path() {
    assert_eq!(slice("24T,26T,30T", "30F").1, ["2T", "8F"]);
}

/// Where every decision depends on those before it, everything is explored: that is said, and nothing is lost.
#[test]
fn where_nothing_can_be_left_out_everything_is_explored() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from(
        "#include <assert.h>\nint test(int a, int b, int c, int d, int e, int f, int g) {\n    int s = 0;\n",
    );
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        let _ = writeln!(text, "    if ({name} > s) s = 2 * s + 1; else s = 2 * s;");
    }
    text.push_str("    assert(s != 127);\n    return s;\n}\n");
    let file = support::write(folder.path(), "dependent.c", text);
    let args = ["explore", "--json", "--no-paths", &file, "--function", "test", "--ub", "wrap", "--no-replay"];
    let explored = |guide: &str| {
        let all: Vec<&str> = args.iter().copied().chain(["--guide", guide]).collect();
        document(&incise_in(folder.path(), &all)).0
    };
    let (full, guided) = (explored("full"), explored("dgse"));
    let reason = guided["function"]["tasks"]["fallback"].as_str().expect("a reason");
    assert!(reason.contains("hardly any decision"), "{reason}");
    // Seven decisions, each free of those before it in what it can be.
    let n_paths = |document: &Value| {
        let stats = &document["function"]["stats"];
        stats["paths"].as_u64().expect("a number") + stats["error_paths"].as_u64().expect("a number")
    };
    assert_eq!((n_paths(&full), n_paths(&guided)), (128, 128));
    assert_eq!(errors(&guided), [(String::from("assert"), 11)]);
    assert_eq!(errors(&full), errors(&guided));
    // It is remembered: nothing is tried again, and the same is said.
    assert_eq!(explored("dgse")["function"], guided["function"]);
}
