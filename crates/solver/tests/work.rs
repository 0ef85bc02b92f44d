//! Budgets of work: they end at the same question on every run, however slow the machine is.

use incise_solver::{Extend, PathCondition, Solver, SolverConfig, SolverStats};
use incise_term::{Pool, TermId, VarKind};
use std::time::Duration;

/// Whether `x * (y + z)` and `x * y + x * z` can differ in some width: it takes SAT the longer the wider they are.
fn distributes(pool: &mut Pool, width: u32) -> TermId {
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(&format!("{name}{width}"), width, VarKind::Input));
    let sum = pool.add(y, z);
    let left = pool.mul(x, sum);
    let (xy, xz) = (pool.mul(x, y), pool.mul(x, z));
    let right = pool.add(xy, xz);
    pool.ne(left, right)
}

/// The answers to questions from easy to hard, and what they cost.
fn answers(limits: SolverConfig) -> (String, SolverStats) {
    let mut pool = Pool::new();
    let config = SolverConfig { use_algebra: false, use_sweep: false, ..limits };
    let mut solver = Solver::new(config).expect("no external solver");
    let mut answers = String::new();
    for width in 2..12 {
        let term = distributes(&mut pool, width);
        answers.push(match solver.extend(&mut pool, &PathCondition::new(), term) {
            Extend::Sat(_) => 's',
            Extend::Unsat => 'u',
            Extend::Unknown(_) => '?',
        });
    }
    let stats = solver.stats().clone();
    let untimed = SolverStats {
        total_time: Duration::ZERO,
        sat_time: Duration::ZERO,
        unsat_time: Duration::ZERO,
        max_time: Duration::ZERO,
        ..stats
    };
    (answers, untimed)
}

/// Asserts that a limit is met, and that neither answers nor counts depend on how long it takes.
fn check(limits: &SolverConfig) {
    let (found, stats) = answers(limits.clone());
    assert!(found.starts_with("uu") && found.ends_with('?'), "{found}");
    assert_eq!(answers(limits.clone()), (found.clone(), stats.clone()));
    let slow = SolverConfig { delay: Duration::from_millis(20), ..limits.clone() };
    assert_eq!(answers(slow), (found, stats));
}

#[test]
fn work_per_query_ends_at_the_same_question() {
    check(&SolverConfig { work_per_query: Some(2_000_000), ..SolverConfig::default() });
}

#[test]
fn work_of_a_solver_ends_at_the_same_question() {
    check(&SolverConfig { max_work: Some(4_000_000), ..SolverConfig::default() });
}

#[test]
fn the_meter_only_grows() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig::default()).expect("no external solver");
    let mut before = solver.work();
    for width in 2..8 {
        let term = distributes(&mut pool, width);
        solver.extend(&mut pool, &PathCondition::new(), term);
        assert!(solver.work() > before);
        before = solver.work();
    }
}
