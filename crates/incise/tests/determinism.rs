//! The same command gives the same bytes, whatever the number of workers and the order of exploration.

mod support;

use serde_json::Value;
use support::explored;

/// The document without what it took.
fn result(args: &[&str]) -> Value {
    let mut document = explored(args);
    document.as_object_mut().expect("an object").remove("effort");
    document
}

const PROGRAMS: &[&[&str]] = &[
    &["examples/explore-me/packet.c", "--function", "answer"],
    &["examples/wheel-brake/wbs_new.c", "--function", "update"],
    &["tests/papers/dgse-tse2017/fig2.c", "--function", "Test"],
    &["bench/programs/bubble.c", "-DN=4", "--ub", "wrap"],
    &["bench/programs/insertion.c", "-DN=4"],
    &["bench/programs/regexp.c", "-DN=4"],
    &["bench/programs/tokenizer.c", "-DN=4"],
    &["bench/programs/index.c", "-DN=4"],
    &["bench/programs/tcas.c"],
    &["bench/programs/control.c", "-DN=2"],
];

#[test]
fn the_same_command_twice_gives_the_same_bytes() {
    for program in PROGRAMS {
        assert_eq!(result(program).to_string(), result(program).to_string(), "{program:?}");
    }
}

#[test]
fn two_workers_give_the_same_bytes_as_one() {
    for program in PROGRAMS {
        let two: Vec<&str> = program.iter().copied().chain(["--jobs", "2"]).collect();
        assert_eq!(result(program).to_string(), result(&two).to_string(), "{program:?}");
    }
}

#[test]
fn every_order_of_exploration_gives_the_same_bytes() {
    for program in PROGRAMS {
        for order in ["bfs", "random", "greedy"] {
            let seed: &[&str] = if order == "random" { &["--seed", "7"] } else { &[] };
            let order = ["--order", order];
            let other: Vec<&str> = program.iter().copied().chain(order).chain(seed.iter().copied()).collect();
            assert_eq!(result(program).to_string(), result(&other).to_string(), "{program:?} {order:?}");
        }
    }
}

#[test]
fn putting_states_away_loses_nothing() {
    for program in PROGRAMS {
        let tight: Vec<&str> = program.iter().copied().chain(["--max-memory", "1K"]).collect();
        assert_eq!(result(program).to_string(), result(&tight).to_string(), "{program:?}");
    }
}
