//! The normal form against evaluation: every law holds for every value, at the term's own width and at others.

use super::Algebra;
use super::normal::build;
use crate::algebra::random_terms::{Random, random_bool, random_term};
use incise_term::concrete::mask;
use incise_term::{Assignment, Evaluator, Format, Pool, TermId, VarKind, display};

/// Random assignments, or all if there are few.
fn assignments(pool: &Pool, vars: &[TermId], random: &mut Random) -> Vec<Assignment> {
    let bits: u32 = vars.iter().map(|&var| pool.width(var)).sum();
    let n = if bits <= 8 { 1 << bits } else { 100 };
    let mut all = Vec::new();
    for index in 0..n {
        let mut rest: u128 = index;
        let mut assignment = Assignment::new();
        for &var in vars {
            let width = pool.width(var);
            let value = if bits <= 8 {
                rest & mask(width)
            } else {
                let special = [0, 1, mask(width), 1 << (width - 1), mask(width) >> 1];
                let uniform = u128::from(random.next()) << 53 ^ u128::from(random.next());
                if random.below(3) == 0 { special[random.below(5) as usize] } else { uniform & mask(width) }
            };
            rest >>= width;
            assignment.set(pool.vars(var)[0], value);
        }
        all.push(assignment);
    }
    all
}

fn check(seed: u64, mut pool: Pool, widths: &[u32]) {
    let mut random = Random::new(seed);
    let vars: Vec<TermId> = (0..2)
        .map(|i| {
            let width = widths[random.below(widths.len() as u64) as usize];
            pool.var(&format!("v{i}"), width, VarKind::Input)
        })
        .collect();
    let width = widths[random.below(widths.len() as u64) as usize];
    let term = match random.below(4) {
        0 => random_bool(&mut pool, &mut random, &vars, 3),
        _ => random_term(&mut pool, &mut random, &vars, width, 4),
    };
    let own = pool.width(term);
    let mut algebra = Algebra::default();
    let mut forms = vec![(own, algebra.normal_form(&mut pool, term))];
    for at in [1, own / 2, own + 1, own + 7, 2 * own] {
        if (1..=128).contains(&at) {
            let polynomial = algebra.polynomial(&mut pool, term, at);
            forms.push((at, build(&mut pool, &polynomial)));
        }
    }
    let mut evaluator = Evaluator::new();
    for assignment in assignments(&pool, &vars, &mut random) {
        let expected = evaluator.eval(&pool, &assignment, term);
        for &(at, form) in &forms {
            let value = evaluator.eval(&pool, &assignment, form);
            assert_eq!(
                value,
                expected & mask(at),
                "seed {seed}: {} at {at} bits became {}",
                display(&pool, term),
                display(&pool, form)
            );
        }
    }
}

#[test]
fn normal_forms_keep_values() {
    for seed in 0..6000 {
        check(seed, Pool::new(), &[1, 2, 3, 4, 5]);
        check(seed, Pool::without_rewriting(), &[1, 2, 3, 4]);
    }
    for seed in 0..1500 {
        check(seed, Pool::new(), &[8, 16, 32, 64]);
        check(seed, Pool::without_rewriting(), &[7, 32, 64]);
    }
}

#[test]
fn long_sums_and_deep_terms_are_read() {
    let mut pool = Pool::new();
    let vars: Vec<TermId> = (0..100).map(|i| pool.var(&format!("v{i}"), 32, VarKind::Input)).collect();
    let forward = vars.iter().skip(1).fold(vars[0], |sum, &var| pool.add(sum, var));
    let backward = vars.iter().rev().skip(1).fold(vars[99], |sum, &var| pool.add(var, sum));
    let differ = pool.ne(forward, backward);
    assert_eq!(Algebra::default().truth(&mut pool, differ), Some(false));
    let mut deep = vars[0];
    for i in 0..20_000 {
        let other = vars[i % 100];
        deep = if i % 2 == 0 { pool.xor(deep, other) } else { pool.mul(deep, other) };
    }
    let differ = pool.ne(deep, forward);
    assert_eq!(Algebra::default().truth(&mut pool, differ), None);
}

/// A computation on half-precision floats and integers made of comparisons between them.
fn mixed(pool: &mut Pool, random: &mut Random, vars: &[TermId], depth: u32) -> TermId {
    let format = Format::F16;
    if depth == 0 {
        return vars[random.below(vars.len() as u64) as usize];
    }
    let (a, b) = (mixed(pool, random, vars, depth - 1), mixed(pool, random, vars, depth - 1));
    match random.below(9) {
        0 => pool.fp_add(format, a, b),
        1 => pool.fp_sub(format, a, b),
        2 => pool.fp_mul(format, a, b),
        3 => pool.fp_neg(format, a),
        4 => {
            let less = pool.fp_lt(format, a, b);
            pool.ite(less, b, a)
        }
        5 => {
            let same = pool.fp_same(format, a, b);
            pool.sext(same, 16)
        }
        6 => pool.fp_to_sint(format, a, 16),
        7 => pool.fp_from_sint(format, a),
        _ => pool.add(a, b),
    }
}

#[test]
fn normal_forms_of_floats_keep_values() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut pool = if seed % 2 == 0 { Pool::new() } else { Pool::without_rewriting() };
        let vars = ["x", "y"].map(|name| pool.var(name, 16, VarKind::Input));
        let term = mixed(&mut pool, &mut random, &vars, 4);
        let form = Algebra::default().normal_form(&mut pool, term);
        let mut evaluator = Evaluator::new();
        for _ in 0..60 {
            let mut assignment = Assignment::new();
            for &var in &vars {
                // NaNs, infinities, zeros, ones and anything.
                let special = [0x7e00, 0xfe01, 0x7c00, 0x8000, 0, 0x3c00, 0xbc00, u128::from(random.below(1 << 16))];
                assignment.set(pool.vars(var)[0], special[random.below(8) as usize]);
            }
            let expected = evaluator.eval(&pool, &assignment, term);
            let text = || format!("{} became {}", display(&pool, term), display(&pool, form));
            assert_eq!(evaluator.eval(&pool, &assignment, form), expected, "seed {seed}: {}", text());
        }
    }
}

/// `n (n - 1) / 2`, halved before it is cut to its width, twice is `n (n - 1)`; of `n (n - 2)` that is not so.
#[test]
fn products_of_neighbours_are_even() {
    for (apart, expected) in [(1u128, Some(true)), (2, None)] {
        let mut pool = Pool::new();
        let n = pool.var("n", 32, VarKind::Input);
        let (wide, less) = (pool.zext(n, 33), pool.constant(33, apart));
        let before = pool.sub(wide, less);
        let product = pool.mul(wide, before);
        let half = pool.extract(product, 1, 32);
        let twice = pool.add(half, half);
        let narrow = pool.constant(32, apart);
        let narrow = pool.sub(n, narrow);
        let plain = pool.mul(n, narrow);
        let equal = pool.eq(twice, plain);
        assert_eq!(Algebra::default().truth(&mut pool, equal), expected);
    }
}
