//! Worked examples of the papers, by the commands `explore` and `diff`. The numbers are the papers' (or, where a paper miscounts, checked by
//! `tests/papers/brute_force.sh`, which runs every input class natively). The wheel brake of two versions is in `diff.rs`, its impact in `impact.rs`.

mod support;

use serde_json::{Value, json};
use support::{compared, errors, explored, n_paths};

#[test]
fn dise_pldi2011_fig1_test_x_has_two_paths() {
    let document = explored(&["examples/testx/testx.c", "--function", "testX", "--ub", "wrap"]);
    assert_eq!(n_paths(&document), 2);
}

#[test]
fn dise_pldi2011_fig2_wheel_brake_has_24_paths() {
    for version in ["wbs_old.c", "wbs_new.c"] {
        let file = format!("examples/wheel-brake/{version}");
        let document = explored(&[&file, "--function", "update", "--ub", "wrap"]);
        assert_eq!(n_paths(&document), 24, "{version}");
        assert_eq!(document["verdict"], "no-error", "{version}");
    }
}

#[test]
fn dgse_tse2017_fig1_two_abs_has_four_paths() {
    let document = explored(&["tests/papers/dgse-tse2017/fig1.c", "--ub", "wrap", "--function", "Test"]);
    assert_eq!(n_paths(&document), 4);
}

#[test]
fn dgse_tse2017_fig2_has_8_paths_and_both_errors() {
    let figure = "tests/papers/dgse-tse2017/fig2.c";
    let document = explored(&[figure, "--ub", "wrap", "--alloc", "succeeds", "--function", "Test"]);
    let stats = &document["function"]["stats"];
    let ended = stats["paths"].as_u64().unwrap() + stats["error_paths"].as_u64().unwrap();
    assert_eq!(ended, 8);
    assert_eq!(errors(&document).len(), 2);
}

#[test]
fn dgse_tse2017_fig4_n_independent_blocks_have_2_to_the_n_paths() {
    for n in 1u32..=8 {
        let define = format!("-DN={n}");
        let document = explored(&[
            "tests/papers/dgse-tse2017/fig4.c",
            "--function",
            "test",
            "--ub",
            "wrap",
            "--no-paths",
            &define,
        ]);
        assert_eq!(n_paths(&document), 1 << n);
    }
}

#[test]
fn dgse_tse2017_fig5_has_three_feasible_paths() {
    let document = explored(&["tests/papers/dgse-tse2017/fig5.c", "--ub", "wrap", "--function", "Test"]);
    assert_eq!(n_paths(&document), 3);
}

/// The only function of a pair in `tests/papers/dise-tosem2014`.
fn directed(pair: &str, guide: &str) -> Value {
    let file = |version: &str| format!("tests/papers/dise-tosem2014/{pair}_{version}.c");
    let (document, code) = compared(&[&file("old"), &file("new"), "--guide", guide, "--paths"]);
    assert_eq!(code, 1, "{pair}, {guide}");
    assert_eq!(document["functions"].as_array().map(Vec::len), Some(1), "{pair}, {guide}");
    document["functions"][0].clone()
}

/// What the paths of the new version leave in some globals, sorted.
fn left(function: &Value, globals: &[&str]) -> Vec<Vec<i64>> {
    let value = |path: &Value, name: &str| path["outputs"][name].as_i64().expect("a number");
    let paths = function["paths"].as_array().expect("a list of paths");
    let mut all: Vec<Vec<i64>> =
        paths.iter().map(|path| globals.iter().map(|name| value(path, name)).collect()).collect();
    all.sort();
    all
}

/// n0 n1 n2 n3, n0 n2 n3 and n0 n2 n4 are feasible; n3 writes 1 and n4 writes 2. With the true side first, n0 n2 n3 is pruned.
#[test]
fn dise_tosem2014_theorem_4_8_pruned_sequence() {
    for guide in ["full", "exact"] {
        let found = directed("pruned_sequence", guide);
        assert_eq!(
            (&found["stats"]["paths"], left(&found, &["y"])),
            (&json!(3), vec![vec![1], vec![1], vec![2]]),
            "{guide}"
        );
    }
    for guide in ["dise:tosem14", "dise:pldi11"] {
        let found = directed("pruned_sequence", guide);
        assert_eq!((&found["stats"]["paths"], left(&found, &["y"])), (&json!(2), vec![vec![1], vec![2]]), "{guide}");
        assert_eq!(found["stats"]["prunings"], 1, "{guide}");
    }
}

/// With the false side first nothing is missed.
#[test]
fn dise_tosem2014_theorem_4_8_pruned_sequence_turned() {
    for guide in ["full", "exact", "dise:tosem14", "dise:pldi11"] {
        let found = directed("pruned_turned", guide);
        assert_eq!(
            (&found["stats"]["paths"], left(&found, &["y"])),
            (&json!(3), vec![vec![1], vec![1], vec![2]]),
            "{guide}"
        );
        assert_eq!(found["stats"]["prunings"], 0, "{guide}");
    }
}

/// All four of (a1, b1), (a1, b2), (a2, b1) and (a2, b2) are feasible; the published search never comes to (a1, b2).
#[test]
fn dise_tosem2014_theorem_4_8_lost_sequences() {
    for guide in ["full", "exact"] {
        let found = directed("lost_sequences", guide);
        assert_eq!(found["stats"]["paths"], 4, "{guide}");
        assert_eq!(left(&found, &["a", "b"]), [[1, 1], [1, 2], [2, 1], [2, 2]], "{guide}");
    }
    for guide in ["dise:tosem14", "dise:pldi11"] {
        let found = directed("lost_sequences", guide);
        assert_eq!(found["stats"]["paths"], 3, "{guide}");
        assert_eq!(left(&found, &["a", "b"]), [[1, 1], [2, 1], [2, 2]], "{guide}");
    }
}
