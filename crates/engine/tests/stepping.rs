//! A program made by hand is run: paths, their conditions, choices and results.

#[path = "../../ir/tests/program/mod.rs"]
mod program;

use incise_engine::{Choice, Config, Entry, ExplorationSetup, PathEnd, Progress, Report, explore};
use incise_solver::{Solver, SolverConfig};
use program::clipped;

fn explored(limit: u64, config: Config) -> Report {
    let module = clipped(limit);
    let config = config.with(|run| {
        run.entry = Entry::Function(String::from("clipped"));
        run.search.keep_paths = true;
    });
    let solver = || Solver::new(SolverConfig::default());
    explore(ExplorationSetup::new(&module, &config, &solver, &Progress::default())).expect("the program runs")
}

#[test]
fn a_branch_on_a_parameter_gives_two_paths() {
    let report = explored(10, Config::default());
    let paths = &report.found.paths;
    assert_eq!((paths.len(), report.stats.completed, report.stats.failed), (2, 2, 0));
    assert_eq!(
        paths.iter().map(|path| path.choices.clone()).collect::<Vec<_>>(),
        [vec![Choice::Side(0)], vec![Choice::Side(1)]]
    );
    assert!(paths.iter().all(|path| path.end == PathEnd::Return && path.decisions.len() == 1));
    assert_eq!(paths.iter().map(|path| path.decisions[0].edge).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(paths[0].condition, ["(a <s 10)"]);
    assert_eq!(paths[1].condition, ["(9 <s a)"]);
}

#[test]
fn what_a_path_returns_is_what_its_input_gives() {
    for path in explored(10, Config::default()).found.paths {
        let a = path.inputs[0].parts[0].value as u32 as i32;
        let expected = if a < 10 { a.wrapping_add(1) } else { 0 };
        assert_eq!(path.result, Some((expected as u32 as u128, 32)), "a = {a}");
    }
}

#[test]
fn a_branch_that_inputs_cannot_influence_is_no_decision() {
    // No value is below the least one.
    let report = explored(u64::from(i32::MIN as u32), Config::default());
    let [path] = report.found.paths.as_slice() else { panic!("{} paths", report.found.paths.len()) };
    assert_eq!((path.choices.len(), path.result), (0, Some((0, 32))));
}

#[test]
fn a_bound_on_steps_cuts_every_path_and_the_ledger_says_so() {
    let report = explored(10, Config::default().with(|run| run.bounds.max_steps = Some(0)));
    assert_eq!(report.stats.completed, 0);
    assert!(report.stats.cut > 0);
    assert!(report.ledger.iter().any(|(entry, _)| entry.weakness.loses_paths()));
}
