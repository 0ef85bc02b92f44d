//! Two programs made by hand are compared: no difference where there is none, else the condition under which they differ.

#[path = "../../ir/tests/program/mod.rs"]
mod program;

use incise_compare::{Comparison, ComparisonInput, DifferenceKind, Version, compare};
use incise_engine::{Config, Entry, Observation, ObservedSubset, Progress};
use incise_solver::{Solver, SolverConfig};
use program::clipped;

/// `a < limit ? a + 1 : 0` with one limit against another.
fn compared(old: u64, new: u64) -> Comparison {
    let (base, modified) = (clipped(old), clipped(new));
    let config = Config::default().with(|run| run.entry = Entry::Function(String::from("clipped")));
    let observe = Observation::default();
    let input = ComparisonInput {
        base: Version { module: &base, config: &config, plan: None },
        modified: Version { module: &modified, config: &config, plan: None },
        observe: &observe,
        compared: &ObservedSubset::default(),
        defined: None,
        guide: None,
        coupling: None,
        dependence: None,
        jobs: 1,
    };
    let solver = || Solver::new(SolverConfig::default());
    compare(input, &solver, &Progress::default()).expect("both versions run")
}

#[test]
fn a_program_does_not_differ_from_itself() {
    let found = compared(10, 10);
    assert!(found.differences.is_empty());
    assert_eq!(found.n_differing_paths, 0);
}

#[test]
fn the_condition_of_a_difference_is_exact() {
    // Only 10 is below the one limit and not below the other.
    let found = compared(10, 11);
    assert_eq!(found.differences.len(), 1);
    let difference = &found.differences[0];
    assert_eq!((difference.condition.to_string(), difference.exact), (String::from("a == 10"), true));
    assert_eq!((difference.kind, difference.n_paths), (DifferenceKind::Value, 1));
}
