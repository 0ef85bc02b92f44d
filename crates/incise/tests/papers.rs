//! Worked examples of the papers that need one version only. The numbers are the papers' (or, where a paper miscounts, checked by
//! `tests/papers/brute_force.sh`, which runs every input class natively).

mod support;

use support::{errors, explored, n_paths};

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
    let document = explored(&["tests/papers/dgse-tse2017/fig2.c", "--ub", "wrap", "--function", "Test"]);
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
