//! Every link against plain SAT on random constraints over several variables of several widths, and plain SAT against
//! other solvers.

mod random_terms;

use incise_solver::{
    Backend, BackendAnswer, Extend, External, ExternalSolver, OneShot, PathCondition, Scratch, Solver, SolverConfig,
    SolverError,
};
use incise_term::{Evaluator, Pool, TermId, VarKind};
use random_terms::{Random, random_bool, random_constant};
use std::time::Duration;

fn random_vars(pool: &mut Pool, random: &mut Random) -> Vec<TermId> {
    (0..1 + random.below(4))
        .map(|i| {
            let width = [1, 8, 16, 32][random.below(4) as usize];
            pool.var(&format!("v{i}"), width, VarKind::Input)
        })
        .collect()
}

/// Mostly what programs compare: variables with constants and with each other.
fn simple_bool(pool: &mut Pool, random: &mut Random, vars: &[TermId]) -> TermId {
    let a = vars[random.below(vars.len() as u64) as usize];
    let width = pool.width(a);
    let same: Vec<TermId> = vars.iter().copied().filter(|&var| pool.width(var) == width).collect();
    let b = if random.below(2) == 0 {
        random_constant(pool, random, width)
    } else {
        same[random.below(same.len() as u64) as usize]
    };
    let a = match random.below(4) {
        0 => {
            let c = random_constant(pool, random, width);
            pool.add(a, c)
        }
        _ => a,
    };
    match random.below(6) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.ult(a, b),
        3 => pool.ule(a, b),
        4 => pool.slt(a, b),
        _ => pool.sle(a, b),
    }
}

fn condition(pool: &mut Pool, random: &mut Random, vars: &[TermId]) -> TermId {
    if random.below(3) == 0 { random_bool(pool, random, vars, 2) } else { simple_bool(pool, random, vars) }
}

/// One path per solver, the same conditions: equal verdicts, witnesses and models that hold.
fn compare(seed: u64, configs: &[SolverConfig]) {
    let mut random = Random::new(seed);
    let mut pool = Pool::new();
    let vars = random_vars(&mut pool, &mut random);
    let mut solvers: Vec<Solver> =
        configs.iter().map(|config| Solver::new(config.clone()).expect("no external solver")).collect();
    let mut paths = vec![PathCondition::new(); solvers.len()];
    let mut scratch = Scratch::new();
    let mut constraints = Vec::new();
    for _ in 0..10 {
        let term = condition(&mut pool, &mut random, &vars);
        let prefer_then = random.below(2) == 0;
        let mut verdicts = Vec::new();
        for (solver, pc) in solvers.iter_mut().zip(&mut paths) {
            let branch = solver.branch(&mut pool, pc, term);
            let verdict = (branch.then_.is_sat(), branch.else_.is_sat());
            assert_eq!((!branch.then_.is_unsat(), !branch.else_.is_unsat()), verdict, "seed {seed}: undecided");
            verdicts.push(verdict);
            let then = verdict.0 && (prefer_then || !verdict.1);
            let Extend::Sat(taken) = (if then { branch.then_ } else { branch.else_ }) else {
                panic!("seed {seed}: a satisfiable path has no side")
            };
            *pc = taken;
        }
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "seed {seed}: {verdicts:?}");
        let then = verdicts[0].0 && (prefer_then || !verdicts[0].1);
        constraints.push(if then { term } else { pool.not(term) });
        for pc in &paths {
            for &constraint in &constraints {
                assert_eq!(pc.eval(&pool, &mut scratch, constraint), 1, "seed {seed}: witness");
            }
        }
    }
    let models: Vec<_> = solvers
        .iter_mut()
        .zip(&paths)
        .map(|(solver, pc)| solver.canonical_model(&mut pool, pc).expect("decided"))
        .collect();
    let mut evaluator = Evaluator::new();
    for model in &models {
        for &constraint in &constraints {
            assert!(evaluator.holds(&pool, model, constraint), "seed {seed}: canonical model");
        }
        for &var in &vars {
            let var = pool.vars(var)[0];
            assert_eq!(model.get(var), models[0].get(var), "seed {seed}: canonical models differ");
        }
    }
}

#[test]
fn every_link_agrees_with_plain_sat() {
    let default = SolverConfig::default();
    let configs = [
        SolverConfig::plain(),
        default.clone(),
        SolverConfig { use_domains: true, ..SolverConfig::plain() },
        SolverConfig { use_ranges: true, use_domains: true, ..SolverConfig::plain() },
        SolverConfig { use_order: true, ..SolverConfig::plain() },
        SolverConfig { use_algebra: true, use_trials: true, ..SolverConfig::plain() },
        SolverConfig { use_cases: true, use_algebra: true, ..SolverConfig::plain() },
        SolverConfig { use_sweep: true, ..SolverConfig::plain() },
        SolverConfig { use_cache: true, use_incremental: true, ..SolverConfig::plain() },
        SolverConfig { use_domains: false, ..default.clone() },
        SolverConfig { use_order: false, use_ranges: false, ..default },
    ];
    for seed in 0..1000 {
        compare(seed, &configs);
    }
}

/// The first external solver that is installed.
fn installed() -> External {
    for solver in [ExternalSolver::Z3, ExternalSolver::Cvc5] {
        match External::find(&solver) {
            Ok(external) => return external,
            Err(SolverError::NotStarted { .. } | SolverError::TooOld { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("neither z3 nor cvc5 is installed: there is nothing to compare with; scripts/setup.sh installs z3");
}

#[test]
fn our_sat_agrees_with_another_solver() {
    let mut other = installed();
    let mut ours = OneShot::default();
    let mut n_unsat = 0;
    for seed in 0..250 {
        let mut random = Random::new(seed + 70_000);
        let mut pool = if seed % 2 == 0 { Pool::new() } else { Pool::without_rewriting() };
        let vars = random_vars(&mut pool, &mut random);
        let assertions: Vec<TermId> =
            (0..2 + random.below(4)).map(|_| random_bool(&mut pool, &mut random, &vars, 3)).collect();
        let timeout = Some(Duration::from_secs(20));
        match (ours.solve(&pool, &assertions, timeout), other.solve(&pool, &assertions, timeout)) {
            (BackendAnswer::Sat(_), BackendAnswer::Sat(_)) => {}
            (BackendAnswer::Unsat, BackendAnswer::Unsat) => n_unsat += 1,
            (BackendAnswer::Unknown(_), _) | (_, BackendAnswer::Unknown(_)) => {}
            (a, b) => panic!("seed {seed}: we say {a:?}, {} says {b:?}", other.name()),
        }
    }
    assert!(n_unsat > 10, "too few unsatisfiable cases to mean anything: {n_unsat}");
}

#[test]
fn a_solver_that_is_not_there_is_an_error() {
    let missing = ExternalSolver::parse("smtlib:no-such-solver-anywhere --flag").expect("well formed");
    let config = SolverConfig { external: vec![missing], ..SolverConfig::default() };
    assert!(matches!(Solver::new(config), Err(SolverError::NotStarted { .. })));
    assert_eq!(ExternalSolver::parse("smtlib:"), None);
    assert_eq!(ExternalSolver::parse("nonsense"), None);
}

#[test]
fn a_solver_that_prints_nonsense_decides_nothing() {
    let mut pool = Pool::new();
    let x = pool.var("x", 32, VarKind::Input);
    let one = pool.constant(32, 1);
    let term = pool.eq(x, one);
    for command in ["echo", "true", "cat", "sleep 5"] {
        let words = command.split(' ').map(str::to_owned).collect();
        let Ok(mut external) = External::find(&ExternalSolver::Command(words)) else { continue };
        let answer = external.solve(&pool, &[term], Some(Duration::from_millis(300)));
        assert!(matches!(answer, BackendAnswer::Unknown(_)), "{command}: {answer:?}");
    }
}
