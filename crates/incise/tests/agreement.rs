//! Symbolic agreement: every generated test is run natively, and its branches, outputs and ending are those that were predicted.
//! The counts are printed; one disagreement fails.

mod support;

use support::incise_in;

const PROGRAMS: &[&[&str]] = &[
    &["examples/explore-me/packet.c", "--function", "answer"],
    &["examples/testx/testx.c", "--function", "testX"],
    &["examples/wheel-brake/wbs_old.c", "--function", "update"],
    &["examples/wheel-brake/wbs_new.c", "--function", "update"],
    &["tests/papers/dgse-tse2017/fig1.c", "--function", "Test"],
    &["tests/papers/dgse-tse2017/fig2.c", "--function", "Test"],
    &["tests/papers/dgse-tse2017/fig4.c", "--function", "test", "-DN=6"],
    &["tests/papers/dgse-tse2017/fig5.c", "--function", "Test"],
    &["bench/programs/blocks.c", "-DN=8", "--ub", "wrap"],
    &["bench/programs/bubble.c", "-DN=5", "--ub", "wrap"],
    &["bench/programs/insertion.c", "-DN=5"],
    &["bench/programs/regexp.c", "-DN=4"],
    &["bench/programs/tokenizer.c", "-DN=5"],
    &["bench/programs/index.c", "-DN=8"],
    &["bench/programs/tcas.c"],
    &["bench/programs/control.c", "-DN=2"],
];

#[test]
fn every_generated_test_does_natively_what_was_predicted() {
    let root = support::root();
    let (mut n_tests, mut n_branches) = (0u64, 0u64);
    for program in PROGRAMS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("tests");
        let out = out.to_str().expect("a plain path");
        let mut explore = vec!["explore"];
        explore.extend(*program);
        explore.extend(["--no-replay", "--out", out]);
        let explored = incise_in(&root, &explore);
        assert!(
            matches!(explored.status.code(), Some(0 | 1)),
            "{program:?}: {}",
            String::from_utf8_lossy(&explored.stderr)
        );
        let replayed = incise_in(&root, &["replay", out, program[0]]);
        let text = String::from_utf8_lossy(&replayed.stdout);
        assert_eq!(replayed.status.code(), Some(0), "{program:?}: {text}{}", String::from_utf8_lossy(&replayed.stderr));
        // `12 of 12 tests agree, 345 branches compared`
        let last: Vec<&str> = text.lines().last().expect("a last line").split_whitespace().collect();
        assert_eq!(last[0], last[2], "{program:?}: {text}");
        n_tests += last[0].parse::<u64>().expect("a number of tests");
        n_branches += last[5].parse::<u64>().expect("a number of branches");
    }
    println!("{n_tests} tests agree with their native runs, {n_branches} branches compared, 0 disagreements");
    assert!(n_tests >= 2000, "only {n_tests} tests were compared");
}
