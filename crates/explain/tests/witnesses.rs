//! The inputs shown for a condition are the simplest that satisfy it.

use incise_explain::{CType, Error, Input, solver_config, witness};
use incise_solver::Solver;
use incise_term::concrete::signed;
use incise_term::{Assignment, Evaluator, Format, Op, Pool, TermId, VarKind};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn input(pool: &mut Pool, text: &str, ty: CType) -> Input {
    let term = pool.var(text, ty.width().unwrap_or(8), VarKind::Input);
    Input { term, text: text.into(), ty }
}

fn value(pool: &Pool, assignment: &Assignment, input: &Input) -> u128 {
    let Op::Var(var) = pool.op(input.term) else { panic!("an input is a variable") };
    assignment.get(var)
}

fn simplest(pool: &mut Pool, condition: &[Vec<TermId>], inputs: &[Input]) -> Vec<u128> {
    let mut solver = Solver::new(solver_config()).unwrap();
    let assignment = witness(pool, &mut solver, condition, inputs).unwrap();
    inputs.iter().map(|input| value(pool, &assignment, input)).collect()
}

#[test]
fn numbers_are_near_zero() {
    let mut pool = Pool::new();
    let inputs = [
        input(&mut pool, "x", CType::Signed(32)),
        input(&mut pool, "u", CType::Unsigned(32)),
        input(&mut pool, "unused", CType::Signed(64)),
    ];
    let [x, u, _] = [0, 1, 2].map(|i| inputs[i].term);
    let minus_seven = pool.constant(32, -7i32 as u32 as u128);
    let below = pool.slt(x, minus_seven);
    assert_eq!(simplest(&mut pool, &[vec![below]], &inputs), [-8i32 as u32 as u128, 0, 0]);
    let zero = pool.constant(32, 0);
    let (not_zero, big) = (pool.ne(x, zero), pool.constant(32, 4_000_000_000));
    let above = pool.ult(big, u);
    assert_eq!(simplest(&mut pool, &[vec![not_zero, above]], &inputs), [1, 4_000_000_001, 0]);
    // The sum is zero with the first input zero only if the second is.
    let sum = pool.add(x, u);
    let (is_zero, different) = (pool.eq(sum, zero), pool.ne(x, u));
    assert_eq!(simplest(&mut pool, &[vec![is_zero, different]], &inputs), [1, u32::MAX.into(), 0]);
    let never = pool.false_();
    let mut solver = Solver::new(solver_config()).unwrap();
    assert_eq!(witness(&mut pool, &mut solver, &[vec![never]], &inputs), Err(Error::Unsatisfiable));
}

#[test]
fn characters_print() {
    let mut pool = Pool::new();
    let inputs = [input(&mut pool, "s[0]", CType::Char), input(&mut pool, "s[1]", CType::Char)];
    let zero = pool.constant(8, 0);
    let not_zero = pool.ne(inputs[0].term, zero);
    assert_eq!(simplest(&mut pool, &[vec![not_zero]], &inputs), [b'a'.into(), 0]);
    let limit = pool.constant(8, b'A'.into());
    let low = pool.ult(inputs[0].term, limit);
    assert_eq!(simplest(&mut pool, &[vec![not_zero, low]], &inputs), [b'0'.into(), 0]);
}

#[test]
fn floats_are_short() {
    let mut pool = Pool::new();
    let inputs = [input(&mut pool, "d", CType::Float(Format::F64)), input(&mut pool, "f", CType::Float(Format::F32))];
    let (d, f) = (inputs[0].term, inputs[1].term);
    let mut more_than = |limit: f64| {
        let limit = pool.constant(64, limit.to_bits().into());
        pool.fp_lt(Format::F64, limit, d)
    };
    let (positive, large, fraction) = (more_than(0.0), more_than(123.25), more_than(0.2));
    let one = pool.constant(64, 1f64.to_bits().into());
    let below_one = pool.fp_lt(Format::F64, d, one);
    let bits = |value: f64| u128::from(value.to_bits());
    assert_eq!(simplest(&mut pool, &[vec![positive]], &inputs), [bits(1.0), 0]);
    assert_eq!(simplest(&mut pool, &[vec![fraction, below_one]], &inputs), [bits(0.5), 0]);
    assert_eq!(simplest(&mut pool, &[vec![large]], &inputs), [bits(1000.0), 0]);
    let nan = pool.fp_is_nan(Format::F32, f);
    assert_eq!(simplest(&mut pool, &[vec![nan]], &inputs), [0, f32::NAN.to_bits().into()]);
}

/// On random conditions over narrow inputs the witness is the first of all inputs in the documented order.
#[test]
fn nothing_is_simpler() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut pool = Pool::new();
    let inputs = [input(&mut pool, "a", CType::Signed(6)), input(&mut pool, "b", CType::Unsigned(5))];
    let (a, b) = (inputs[0].term, inputs[1].term);
    let rank = |width: u32, is_signed: bool, value: u128| match is_signed {
        true => (signed(width, value).unsigned_abs(), signed(width, value) < 0),
        false => (value, false),
    };
    for _ in 0..300 {
        let mut condition = Vec::new();
        for _ in 0..rng.random_range(1..=3) {
            let mut conjuncts = Vec::new();
            for _ in 0..rng.random_range(1..=3) {
                let wide = pool.zext(b, 6);
                let c = pool.constant(6, rng.random_range(0..64));
                let sum = match rng.random_range(0..3) {
                    0 => pool.add(a, wide),
                    1 => pool.xor(a, wide),
                    _ => a,
                };
                let other = if rng.random_bool(0.6) { c } else { wide };
                conjuncts.push(match rng.random_range(0..3) {
                    0 => pool.slt(sum, other),
                    1 => pool.ult(other, sum),
                    _ => pool.ne(sum, other),
                });
            }
            condition.push(conjuncts);
        }
        let mut best = None;
        let mut evaluator = Evaluator::new();
        let mut assignment = Assignment::new();
        let vars = [a, b].map(|term| pool.vars(term)[0]);
        for x in 0..64 {
            for y in 0..32 {
                assignment.set(vars[0], x);
                assignment.set(vars[1], y);
                let holds = condition.iter().any(|all| all.iter().all(|&t| evaluator.holds(&pool, &assignment, t)));
                let key = (rank(6, true, x), rank(5, false, y));
                if holds && best.is_none_or(|(known, _)| key < known) {
                    best = Some((key, [x, y]));
                }
            }
        }
        let mut solver = Solver::new(solver_config()).unwrap();
        let found = witness(&mut pool, &mut solver, &condition, &inputs);
        match best {
            None => assert_eq!(found, Err(Error::Unsatisfiable)),
            Some((_, [x, y])) => {
                let found = found.unwrap();
                assert_eq!([value(&pool, &found, &inputs[0]), value(&pool, &found, &inputs[1])], [x, y]);
            }
        }
    }
}
