//! Refactored computations: pairs that are equal are proved so with few conflicts, pairs that are not get a model. That a pair is
//! equal is checked first on values, without a solver.

#[path = "../examples/equal/expression.rs"]
mod expression;
#[path = "../examples/equal/list.rs"]
mod list;
mod random_terms;

use incise_solver::{Extend, PathCondition, Solver, SolverConfig, Truth};
use incise_term::concrete::mask;
use incise_term::{Assignment, Evaluator, Pool, TermId, VarKind};
use list::{DIFFERENT, DIFFERENT_FLOATS, EQUAL, EQUAL_FLOATS, Pair};
use random_terms::Random;

/// The assumption, and that the sides differ.
fn terms(pool: &mut Pool, width: u32, &(_, assumed, old, new): &Pair) -> (TermId, TermId) {
    let text = |text: &str| text.replace("BITS5", &(width - 5).to_string()).replace("BITS", &width.to_string());
    let [assumed, old, new] = [assumed, old, new].map(|side| expression::read(pool, width, &text(side)));
    let zero = pool.constant(width, 0);
    (pool.ne(assumed, zero), pool.ne(old, new))
}

fn random_assignment(pool: &Pool, random: &mut Random, terms: &[TermId]) -> Assignment {
    let mut assignment = Assignment::new();
    for &term in terms {
        for &var in pool.vars(term) {
            let width = pool.var_info(var).width;
            let value = match random.below(3) {
                0 => u128::from(random.below(40)).wrapping_sub(20),
                1 => {
                    (1u128 << random.below(u64::from(width))).wrapping_add(u128::from(random.below(5))).wrapping_sub(2)
                }
                _ => u128::from(random.next()) << 53 ^ u128::from(random.next()),
            };
            assignment.set(var, value & mask(width));
        }
    }
    assignment
}

fn check_equal(width: u32, pair: &Pair, max_conflicts: u64) {
    let name = pair.0;
    // Without rewriting, so that nothing of ours but evaluation is trusted.
    let mut raw = Pool::without_rewriting();
    let (assumed, differ) = terms(&mut raw, width, pair);
    let mut random = Random::new(5);
    let mut evaluator = Evaluator::new();
    for _ in 0..3000 {
        let values = random_assignment(&raw, &mut random, &[assumed, differ]);
        let counts = evaluator.holds(&raw, &values, assumed);
        assert!(!(counts && evaluator.holds(&raw, &values, differ)), "{name} at {width}: not equal for {values:?}");
    }
    let mut pool = Pool::new();
    let (assumed, differ) = terms(&mut pool, width, pair);
    let mut solver = Solver::new(SolverConfig::default()).expect("no external solver");
    let Extend::Sat(pc) = solver.extend(&mut pool, &PathCondition::new(), assumed) else {
        panic!("{name} at {width}: the assumption")
    };
    assert!(solver.extend(&mut pool, &pc, differ).is_unsat(), "{name} at {width}");
    let conflicts = solver.stats().conflicts;
    assert!(conflicts <= max_conflicts, "{name} at {width}: {conflicts} conflicts");
}

#[test]
fn equal_computations_are_proved_equal() {
    for pair in EQUAL {
        check_equal(32, pair, 5_000);
        check_equal(64, pair, 8_000);
    }
}

#[test]
fn equal_floats_are_proved_equal_without_sat() {
    for pair in EQUAL_FLOATS {
        check_equal(32, pair, 0);
    }
}

#[test]
fn computations_that_differ_are_told_apart() {
    for pair in DIFFERENT.iter().chain(DIFFERENT_FLOATS) {
        for width in [32, 64] {
            let mut pool = Pool::new();
            let (assumed, differ) = terms(&mut pool, width, pair);
            let mut solver = Solver::new(SolverConfig::default()).expect("no external solver");
            let pc = solver.extend(&mut pool, &PathCondition::new(), assumed).sat().expect("the assumption");
            let pc = solver.extend(&mut pool, &pc, differ).sat().expect(pair.0);
            let witness = solver.witness(&pool, &pc);
            let mut evaluator = Evaluator::new();
            assert!(
                evaluator.holds(&pool, &witness, differ) && evaluator.holds(&pool, &witness, assumed),
                "{}",
                pair.0
            );
            assert!(solver.stats().conflicts < 500, "{} at {width}: {} conflicts", pair.0, solver.stats().conflicts);
        }
    }
}

/// A condition that the path has already, its product written otherwise, is known without search.
#[test]
fn conditions_on_equal_products_are_known() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig::default()).unwrap();
    let [a, c, z] = ["a", "c", "z"].map(|name| pool.var(name, 32, VarKind::Input));
    let (square, other) = (pool.mul(c, c), pool.mul(a, a));
    let difference = pool.sub(square, other);
    let (sum, gap) = (pool.add(a, c), pool.sub(c, a));
    let product = pool.mul(gap, sum);
    let (old, new) = (pool.ult(difference, z), pool.ult(product, z));
    let Extend::Sat(path) = solver.extend(&mut pool, &PathCondition::new(), old) else {
        panic!("satisfiable");
    };
    let conflicts = solver.stats().conflicts;
    assert_eq!(solver.must_be_true(&mut pool, &path, new), Truth::Yes);
    let negation = pool.not(new);
    assert_eq!(solver.may_be_true(&mut pool, &path, negation), Truth::No);
    assert_eq!(solver.stats().conflicts, conflicts);
}
