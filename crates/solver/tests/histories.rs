//! Canonical models do not depend on what happened before: other pools, other solvers, other questions, other order.

mod random_terms;

use incise_solver::{Extend, PathCondition, Solver, SolverConfig};
use incise_term::{Pool, TermId, VarKind};
use random_terms::{Random, random_bool};

const WIDTHS: [u32; 4] = [8, 16, 32, 8];

fn vars(pool: &mut Pool, order: &[usize]) -> Vec<TermId> {
    let mut vars = vec![None; WIDTHS.len()];
    for &i in order {
        vars[i] = Some(pool.var(&format!("v{i}"), WIDTHS[i], VarKind::Input));
    }
    vars.into_iter().map(|var| var.expect("each was made")).collect()
}

/// What is answered about the conditions of a seed, one after the other, with the witness that is kept; other questions were asked before.
fn answers(seed: u64, order: &[usize], noise: u64, config: &SolverConfig) -> String {
    let (mut pool, mut solver) = (Pool::new(), Solver::new(config.clone()).expect("no external solver"));
    let vars = vars(&mut pool, order);
    let mut text = String::new();
    for seed in (0..noise).map(|noise| 1_000_000 + seed + noise).chain([seed, seed]) {
        let mut random = Random::new(seed);
        let mut pc = PathCondition::new();
        text.clear();
        for _ in 0..7 {
            let term = random_bool(&mut pool, &mut random, &vars, 3);
            match solver.extend(&mut pool, &pc, term) {
                Extend::Sat(extended) => pc = extended,
                Extend::Unsat => text.push_str("unsat "),
                Extend::Unknown(reason) => text.push_str(&format!("open: {reason} ")),
            }
            let witness = solver.witness(&pool, &pc);
            for var in 0..WIDTHS.len() {
                let value = pool.find_var(&format!("v{var}")).map(|var| witness.get(var));
                text.push_str(&format!("{value:?} "));
            }
        }
    }
    text
}

#[test]
fn what_a_limit_leaves_open_does_not_depend_on_history() {
    let apart = SolverConfig { max_conflicts: Some(1), is_apart: true, ..SolverConfig::default() };
    let together = SolverConfig { is_apart: false, ..apart.clone() };
    let (mut n_open, mut n_by_history) = (0, 0);
    for seed in 0..300 {
        let [first, other] = [&apart, &together].map(|config| {
            let first = answers(seed, &[0, 1, 2, 3], 0, config);
            (first.clone(), first == answers(seed, &[3, 1, 0, 2], 4, config))
        });
        assert!(first.1, "seed {seed}: {}", first.0);
        n_open += first.0.matches("open: the solver's limit of conflicts was reached").count();
        n_by_history += usize::from(!other.1);
    }
    assert!(n_open > 20, "{n_open} stayed open");
    assert!(n_by_history > 20, "{n_by_history} depend on what was asked before, if that is allowed");
}

/// The conditions of a seed, as far as they are satisfiable together, and the canonical model.
fn run(seed: u64, order: &[usize], noise: u64, config: SolverConfig) -> Vec<(String, u128)> {
    let (mut pool, mut solver) = (Pool::new(), Solver::new(config).expect("no external solver"));
    // Another history: other terms and other questions first.
    let mut other = Random::new(noise + 1_000_000);
    let unrelated: Vec<TermId> = (0..3).map(|i| pool.var(&format!("w{i}"), 16, VarKind::Input)).collect();
    let vars = vars(&mut pool, order);
    for _ in 0..noise {
        let mut pc = PathCondition::new();
        for _ in 0..3 {
            let pick = if other.below(2) == 0 { &vars } else { &unrelated };
            let term = random_bool(&mut pool, &mut other, pick, 2);
            if let Some(extended) = solver.extend(&mut pool, &pc, term).sat() {
                pc = extended;
            }
        }
        solver.canonical_model(&mut pool, &pc).expect("decided");
    }
    let mut random = Random::new(seed);
    let mut pc = PathCondition::new();
    for _ in 0..7 {
        let term = random_bool(&mut pool, &mut random, &vars, 2);
        if let Some(extended) = solver.extend(&mut pool, &pc, term).sat() {
            pc = extended;
        }
    }
    let model = solver.canonical_model(&mut pool, &pc).expect("decided");
    (0..WIDTHS.len())
        .map(|i| {
            let name = format!("v{i}");
            let value = model.get(pool.find_var(&name).expect("was made"));
            (name, value)
        })
        .collect()
}

#[test]
fn canonical_models_do_not_depend_on_history() {
    for seed in 0..300 {
        let first = run(seed, &[0, 1, 2, 3], 0, SolverConfig::default());
        assert_eq!(first, run(seed, &[3, 1, 0, 2], 5, SolverConfig::default()), "seed {seed}");
        assert_eq!(first, run(seed, &[2, 3, 1, 0], 1, SolverConfig::plain()), "seed {seed}");
    }
}

#[test]
fn variables_near_zero_are_preferred() {
    let (mut pool, mut solver) = (Pool::new(), Solver::new(SolverConfig::default()).expect("no external solver"));
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, 32, VarKind::Input));
    let hundred = pool.constant(32, 100);
    let sum = pool.add(x, y);
    let constraints = [pool.sgt(sum, hundred), pool.slt(x, y), pool.slt(z, x)];
    let mut pc = PathCondition::new();
    for constraint in constraints {
        pc = solver.extend(&mut pool, &pc, constraint).sat().expect("satisfiable");
    }
    let model = solver.canonical_model(&mut pool, &pc).expect("decided");
    let value = |name: &str| model.get(pool.find_var(name).expect("was made"));
    // x = 0; y as near to zero as x + y > 100 allows; z below x.
    assert_eq!((value("x"), value("y"), value("z")), (0, 101, u128::from(u32::MAX)));
}
