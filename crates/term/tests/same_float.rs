//! Equality of floats up to the bits of NaNs, against evaluation.

mod random;

use incise_term::{Assignment, Evaluator, Format, Pool, Rounding, TermId, VarKind, concrete, display};
use random::Rng;

/// A random computation on floats of one format.
fn computation(pool: &mut Pool, rng: &mut Rng, format: Format, vars: &[TermId], depth: u32) -> TermId {
    if depth == 0 || rng.chance(8) {
        return match rng.chance(5) {
            true => pool.constant(format.width(), rng.float(format)),
            false => rng.pick(vars),
        };
    }
    let mut part = |pool: &mut Pool| computation(pool, rng, format, vars, depth - 1);
    let (a, b, c) = (part(pool), part(pool), part(pool));
    match rng.below(13) {
        0 | 1 => pool.fp_add(format, a, b),
        2 | 3 => pool.fp_sub(format, a, b),
        4 | 5 => pool.fp_mul(format, a, b),
        6 => pool.fp_div(format, a, b),
        7 => pool.fp_rem(format, a, b),
        8 => pool.fp_fma(format, a, b, c),
        9 => {
            let less = pool.fp_lt(format, a, c);
            pool.ite(less, b, c)
        }
        10 => pool.fp_abs(format, a),
        11 => match rng.below(3) {
            0 => pool.fp_sqrt(format, a),
            1 => pool.fp_round_to_integral(format, Rounding::Down, a),
            _ => {
                let wide = pool.fp_convert(format, Format::F128, a);
                pool.fp_convert(Format::F128, format, wide)
            }
        },
        _ => pool.fp_neg(format, a),
    }
}

#[test]
fn forms_differ_in_the_bits_of_nans_only() {
    for seed in 0..4000 {
        let mut rng = Rng(seed);
        let format = rng.pick(&[Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87]);
        let mut pool = if seed % 2 == 0 { Pool::new() } else { Pool::without_rewriting() };
        let vars = ["x", "y", "z"].map(|name| pool.var(name, format.width(), VarKind::Input));
        let term = computation(&mut pool, &mut rng, format, &vars, 4);
        let form = pool.fp_up_to_nan(format, term);
        let other = computation(&mut pool, &mut rng, format, &vars, 2);
        let same = pool.fp_same(format, term, other);
        let mut evaluator = Evaluator::new();
        for _ in 0..40 {
            let mut assignment = Assignment::new();
            for &var in &vars {
                assignment.set(pool.vars(var)[0], rng.float(format));
            }
            let value = evaluator.eval(&pool, &assignment, term);
            let is_nan = |value: u128| concrete::fp_is_nan(format, value);
            let of_form = evaluator.eval(&pool, &assignment, form);
            assert!(
                value == of_form || is_nan(value) && is_nan(of_form),
                "seed {seed}: {} became {}",
                display(&pool, term),
                display(&pool, form)
            );
            let of_other = evaluator.eval(&pool, &assignment, other);
            let expected = value == of_other || is_nan(value) && is_nan(of_other);
            assert_eq!(evaluator.holds(&pool, &assignment, same), expected, "seed {seed}");
        }
    }
}

#[test]
fn what_compilers_do_to_floats_is_the_same() {
    let mut pool = Pool::new();
    let format = Format::F64;
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, 64, VarKind::Input));
    let (xy, yx) = (pool.fp_add(format, x, y), pool.fp_add(format, y, x));
    let same = pool.fp_same(format, xy, yx);
    assert!(pool.is_true(same), "x + y");
    // To the bit they differ: both may be NaNs.
    let equal = pool.eq(xy, yx);
    assert_eq!(pool.as_const(equal), None);
    let (product, minus_y) = (pool.fp_mul(format, xy, z), pool.fp_neg(format, y));
    let difference = pool.fp_sub(format, x, minus_y);
    let turned = pool.fp_mul(format, z, difference);
    let same = pool.fp_same(format, product, turned);
    assert!(pool.is_true(same), "(x + y) * z and z * (x - -y)");
    let (minus_x, minus_z) = (pool.fp_neg(format, x), pool.fp_neg(format, z));
    let (a, b) = (pool.fp_mul(format, minus_x, z), pool.fp_mul(format, x, minus_z));
    let same = pool.fp_same(format, a, b);
    assert!(pool.is_true(same), "-x * z and x * -z");
    // Zeros have signs: -(x + y) is not -x - y.
    let (a, b) = (pool.fp_neg(format, xy), pool.fp_sub(format, minus_x, y));
    let same = pool.fp_same(format, a, b);
    assert_eq!(pool.as_const(same), None);
}
