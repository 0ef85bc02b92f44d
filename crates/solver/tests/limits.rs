//! Limits, races and contradictions: an unknown is an unknown.

use incise_solver::{Extend, ExternalSolver, PathCondition, QueryLog, Solver, SolverConfig, Truth, UnknownReason};
use incise_term::{Pool, TermId, VarKind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A tautology that takes SAT long: 16-bit multiplication distributes over addition. The links that know such laws are off.
fn hard(pool: &mut Pool) -> TermId {
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, 16, VarKind::Input));
    let sum = pool.add(y, z);
    let left = pool.mul(x, sum);
    let (xy, xz) = (pool.mul(x, y), pool.mul(x, z));
    let right = pool.add(xy, xz);
    pool.ne(left, right)
}

fn without_laws() -> SolverConfig {
    SolverConfig { use_algebra: false, use_sweep: false, ..SolverConfig::default() }
}

fn shell(script: &str) -> ExternalSolver {
    ExternalSolver::Command(vec!["sh".into(), "-c".into(), script.into()])
}

#[test]
fn a_timeout_is_unknown_and_is_kept() {
    let mut pool = Pool::new();
    let timeout = Duration::from_millis(200);
    let config = SolverConfig { timeout_per_query: Some(timeout), ..without_laws() };
    let mut solver = Solver::new(config).expect("no external solver");
    let term = hard(&mut pool);
    let start = Instant::now();
    let answer = solver.extend(&mut pool, &PathCondition::new(), term);
    assert!(matches!(answer, Extend::Unknown(UnknownReason::Limit)));
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(solver.stats().unknown, 1);
    // The side that is known stays usable.
    let branch = solver.branch(&mut pool, &PathCondition::new(), term);
    assert!(matches!(branch.then_, Extend::Unknown(_)) && branch.else_.is_sat());
}

#[test]
fn a_limit_on_conflicts_is_reached_without_a_clock() {
    let mut pool = Pool::new();
    let config = SolverConfig { conflict_budget: 100, max_conflicts: Some(100), ..without_laws() };
    let mut solver = Solver::new(config).expect("no external solver");
    let term = hard(&mut pool);
    let answer = solver.extend(&mut pool, &PathCondition::new(), term);
    assert!(matches!(answer, Extend::Unknown(UnknownReason::Limit)));
}

#[test]
fn another_solver_wins_the_race() {
    let mut pool = Pool::new();
    let config = SolverConfig {
        timeout_per_query: Some(Duration::from_secs(60)),
        conflict_budget: 10,
        external: vec![shell("cat > /dev/null; echo unknown"), shell("cat > /dev/null; echo unsat")],
        ..without_laws()
    };
    let mut solver = Solver::new(config).expect("a shell is there");
    let term = hard(&mut pool);
    assert_eq!(solver.may_be_true(&mut pool, &PathCondition::new(), term), Truth::No);
    assert_eq!(solver.stats().external, 1);
}

#[test]
fn a_lie_about_a_model_is_found_out() {
    let mut pool = Pool::new();
    let lie = "cat > /dev/null; printf 'sat\\n((x #x0000) (y #x0000) (z #x0000))\\n'";
    let config = SolverConfig {
        timeout_per_query: Some(Duration::from_millis(500)),
        conflict_budget: 10,
        external: vec![shell(lie)],
        ..without_laws()
    };
    let mut solver = Solver::new(config).expect("a shell is there");
    let term = hard(&mut pool);
    assert!(matches!(solver.may_be_true(&mut pool, &PathCondition::new(), term), Truth::Unknown(_)));
}

#[test]
fn contradictions_are_reported() {
    let mut pool = Pool::new();
    let config = SolverConfig {
        cross_check: true,
        external: vec![shell("cat > /dev/null; echo unsat")],
        ..SolverConfig::plain()
    };
    let mut solver = Solver::new(config).expect("a shell is there");
    let x = pool.var("x", 32, VarKind::Input);
    let one = pool.constant(32, 1);
    let term = pool.eq(x, one);
    match solver.may_be_true(&mut pool, &PathCondition::new(), term) {
        Truth::Unknown(UnknownReason::Disagreement(text)) => assert!(text.contains("we say sat"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_log_is_smtlib_with_status() {
    let path = std::env::temp_dir().join(format!("incise-solver-log-{}.smt2", std::process::id()));
    let mut pool = Pool::new();
    let log = Arc::new(QueryLog::create(&path).expect("the folder is there"));
    let config = SolverConfig { log: Some(Arc::clone(&log)), ..SolverConfig::plain() };
    let mut solver = Solver::new(config).expect("no external solver");
    let x = pool.var("x", 32, VarKind::Input);
    let (one, two) = (pool.constant(32, 1), pool.constant(32, 2));
    let (first, second) = (pool.eq(x, one), pool.eq(x, two));
    let pc = solver.extend(&mut pool, &PathCondition::new(), first).sat().expect("satisfiable");
    assert!(solver.extend(&mut pool, &pc, second).is_unsat());
    assert_eq!(log.failure(), None);
    let text = std::fs::read_to_string(&path).expect("was written");
    std::fs::remove_file(&path).expect("was written");
    let statuses: Vec<&str> = text.lines().filter(|line| line.starts_with("(set-info :status")).collect();
    assert_eq!(statuses, ["(set-info :status sat)", "(set-info :status unsat)"]);
    assert_eq!(text.matches("(check-sat)").count(), 2);
}

#[test]
fn a_log_that_cannot_be_written_is_an_error() {
    assert!(QueryLog::create("/nonexistent/folder/log.smt2".as_ref()).is_err());
}
