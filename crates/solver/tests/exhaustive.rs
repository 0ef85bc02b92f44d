//! Small widths against the truth: every assignment of two or three small variables is tried.

mod random_terms;

use incise_solver::{Extend, PathCondition, Scratch, Solver, SolverConfig, Truth, Values};
use incise_term::{Assignment, Evaluator, Pool, TermId, VarKind};
use random_terms::{Random, random_bool, random_constant, random_term};

/// Every assignment of the variables that satisfies the constraints.
fn models(pool: &Pool, vars: &[TermId], constraints: &[TermId]) -> Vec<Assignment> {
    let bits: u32 = vars.iter().map(|&var| pool.width(var)).sum();
    let mut evaluator = Evaluator::new();
    let mut models = Vec::new();
    for index in 0..1u128 << bits {
        let mut assignment = Assignment::new();
        let mut rest = index;
        for &var in vars {
            let width = pool.width(var);
            assignment.set(pool.vars(var)[0], rest & ((1 << width) - 1));
            rest >>= width;
        }
        if constraints.iter().all(|&term| evaluator.holds(pool, &assignment, term)) {
            models.push(assignment);
        }
    }
    models
}

/// What is asked: anything, or comparisons between variables and constants only.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Anything,
    Comparisons,
}

fn comparison(pool: &mut Pool, random: &mut Random, vars: &[TermId]) -> TermId {
    let a = vars[random.below(vars.len() as u64) as usize];
    let b = match random.below(4) {
        0 => random_constant(pool, random, pool.width(a)),
        _ => vars[random.below(vars.len() as u64) as usize],
    };
    match random.below(9) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.ult(a, b),
        3..=5 => pool.slt(a, b),
        _ => pool.sle(a, b),
    }
}

fn check(seed: u64, config: &SolverConfig, kind: Kind) {
    let mut random = Random::new(seed);
    let mut pool = Pool::new();
    let (width, n_vars) = match kind {
        Kind::Anything => (1 + random.below(5) as u32, 1 + random.below(2)),
        Kind::Comparisons => (2 + random.below(2) as u32, 4),
    };
    let vars: Vec<TermId> = (0..n_vars).map(|i| pool.var(&format!("v{i}"), width, VarKind::Input)).collect();
    let mut solver = Solver::new(config.clone()).expect("no external solver");
    let mut scratch = Scratch::new();
    let mut evaluator = Evaluator::new();
    let mut pc = PathCondition::new();
    let mut constraints = Vec::new();
    for _ in 0..6 {
        let condition = match kind {
            Kind::Anything => random_bool(&mut pool, &mut random, &vars, 3),
            Kind::Comparisons => comparison(&mut pool, &mut random, &vars),
        };
        let negation = pool.not(condition);
        let with = |term: TermId, pool: &Pool| {
            let all: Vec<TermId> = constraints.iter().copied().chain([term]).collect();
            !models(pool, &vars, &all).is_empty()
        };
        let (then, otherwise) = (with(condition, &pool), with(negation, &pool));
        let may = solver.may_be_true(&mut pool, &pc, condition);
        assert_eq!(may, if then { Truth::Yes } else { Truth::No }, "seed {seed}");
        let branch = solver.branch(&mut pool, &pc, condition);
        assert_eq!((branch.then_.is_sat(), branch.then_.is_unsat()), (then, !then), "seed {seed}");
        assert_eq!((branch.else_.is_sat(), branch.else_.is_unsat()), (otherwise, !otherwise), "seed {seed}");
        let (term, side) = if then { (condition, branch.then_) } else { (negation, branch.else_) };
        constraints.push(term);
        let Extend::Sat(extended) = side else { unreachable!() };
        pc = extended;
        for &constraint in &constraints {
            assert_eq!(pc.eval(&pool, &mut scratch, constraint), 1, "seed {seed}: witness");
        }
    }
    let all = models(&pool, &vars, &constraints);
    let term = random_term(&mut pool, &mut random, &vars, width, 3);
    let mut expected: Vec<u128> = all.iter().map(|model| evaluator.eval(&pool, model, term)).collect();
    expected.sort_unstable();
    expected.dedup();
    let range = solver.range(&mut pool, &pc, term).expect("decided");
    assert_eq!(range, (expected[0], expected[expected.len() - 1]), "seed {seed}");
    assert_eq!(solver.values(&mut pool, &pc, term, expected.len()), Values::Complete(expected.clone()), "seed {seed}");
    assert_eq!(solver.values(&mut pool, &pc, term, expected.len() - 1), Values::More, "seed {seed}");
    // The canonical model is the first in the documented order.
    let distance = |value: u128| {
        let negated = value.wrapping_neg() & ((1 << width) - 1);
        if negated < value { (negated, true) } else { (value, false) }
    };
    let key = |model: &Assignment| -> Vec<(u128, bool)> {
        vars.iter().map(|&var| distance(model.get(pool.vars(var)[0]))).collect()
    };
    let first = all.iter().map(key).min().expect("satisfiable");
    let canonical = solver.canonical_model(&mut pool, &pc).expect("decided");
    let found: Vec<(u128, bool)> = vars.iter().map(|&var| distance(canonical.get(pool.vars(var)[0]))).collect();
    assert_eq!(found, first, "seed {seed}: canonical model");
}

#[test]
fn the_whole_chain_is_right() {
    for seed in 0..1500 {
        check(seed, &SolverConfig::default(), Kind::Anything);
    }
}

#[test]
fn comparisons_are_decided_right() {
    for seed in 0..400 {
        check(seed, &SolverConfig::default(), Kind::Comparisons);
        check(
            seed,
            &SolverConfig { use_domains: false, use_ranges: false, ..SolverConfig::default() },
            Kind::Comparisons,
        );
    }
}

#[test]
fn plain_sat_is_right() {
    for seed in 0..300 {
        check(seed, &SolverConfig::plain(), Kind::Anything);
    }
}

#[test]
fn the_chain_without_one_link_is_right() {
    let default = SolverConfig::default();
    let configs = [
        SolverConfig { use_cache: false, ..default.clone() },
        SolverConfig { use_domains: false, ..default.clone() },
        SolverConfig { use_ranges: false, ..default.clone() },
        SolverConfig { use_order: false, ..default.clone() },
        SolverConfig { use_witness: false, ..default.clone() },
        SolverConfig { is_apart: true, ..default.clone() },
        SolverConfig { use_incremental: false, ..default },
    ];
    for config in &configs {
        for seed in 0..200 {
            check(seed, config, Kind::Anything);
        }
    }
}
