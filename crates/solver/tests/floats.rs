//! Floating-point constraints: models hold under evaluation (by a second implementation), verdicts agree with another solver.

mod random_terms;

use incise_solver::{
    Backend, BackendAnswer, External, ExternalSolver, OneShot, PathCondition, Solver, SolverConfig, SolverError,
};
use incise_term::{Evaluator, Format, Pool, Rounding, TermId, VarKind};
use random_terms::Random;
use std::time::Duration;

fn interesting(random: &mut Random, format: Format) -> u128 {
    let width = format.width();
    let fraction = format.significand_field_bits();
    let exponent_max = (1u128 << format.exponent_bits()) - 1;
    let integer_bit = if format.has_explicit_integer_bit() { 1u128 << (fraction - 1) } else { 0 };
    let one = ((exponent_max >> 1) << fraction) | integer_bit;
    let sign = u128::from(random.below(2)) << (width - 1);
    sign | match random.below(8) {
        0 => 0,
        1 => one,
        2 => one + (1 << fraction),
        3 => exponent_max << fraction | integer_bit,
        4 => exponent_max << fraction | integer_bit | 1 << (format.fraction_bits() - 1),
        5 => 1,
        6 => one | u128::from(random.next()) & ((1 << (format.fraction_bits())) - 1),
        _ => (u128::from(random.next()) << 64 | u128::from(random.next())) & ((1 << (width - 1)) - 1),
    }
}

fn float(pool: &mut Pool, random: &mut Random, format: Format, vars: &[TermId], depth: u32) -> TermId {
    if depth == 0 || random.below(5) == 0 {
        if random.below(3) == 0 {
            let value = interesting(random, format);
            return pool.constant(format.width(), value);
        }
        return vars[random.below(vars.len() as u64) as usize];
    }
    let a = float(pool, random, format, vars, depth - 1);
    match random.below(10) {
        0 | 1 => {
            let b = float(pool, random, format, vars, depth - 1);
            pool.fp_add(format, a, b)
        }
        2 => {
            let b = float(pool, random, format, vars, depth - 1);
            pool.fp_sub(format, a, b)
        }
        3 | 4 => {
            let b = float(pool, random, format, vars, depth - 1);
            pool.fp_mul(format, a, b)
        }
        5 => {
            let b = float(pool, random, format, vars, depth - 1);
            pool.fp_div(format, a, b)
        }
        6 => {
            let modes = [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down];
            let mode = modes[random.below(5) as usize];
            pool.fp_round_to_integral(format, mode, a)
        }
        7 => pool.fp_neg(format, a),
        8 => {
            let integer = pool.fp_to_sint(format, a, 32);
            pool.fp_from_sint(format, integer)
        }
        _ => pool.fp_sqrt(format, a),
    }
}

fn constraint(pool: &mut Pool, random: &mut Random, format: Format, vars: &[TermId], depth: u32) -> TermId {
    let (a, b) = (float(pool, random, format, vars, depth), float(pool, random, format, vars, depth - 1));
    let term = match random.below(5) {
        0 => pool.fp_eq(format, a, b),
        1 | 2 => pool.fp_lt(format, a, b),
        3 => pool.fp_le(format, a, b),
        _ => pool.fp_is_nan(format, a),
    };
    if random.below(3) == 0 { pool.not(term) } else { term }
}

fn installed() -> Option<External> {
    for solver in [ExternalSolver::Z3, ExternalSolver::Cvc5] {
        match External::find(&solver) {
            Ok(external) => return Some(external),
            Err(SolverError::NotStarted { .. } | SolverError::TooOld { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("neither z3 nor cvc5 is installed: there is nothing to compare with; scripts/setup.sh installs z3");
}

/// The back end checks its models by evaluation; another solver confirms the verdict.
fn check(format: Format, seeds: std::ops::Range<u64>, depth: u32, mut other: Option<External>) -> (u32, u32) {
    let (mut n_sat, mut n_unsat) = (0, 0);
    for seed in seeds {
        let mut random = Random::new(seed);
        let mut pool = Pool::new();
        let vars: Vec<TermId> = (0..2).map(|i| pool.var(&format!("v{i}"), format.width(), VarKind::Input)).collect();
        let assertions: Vec<TermId> =
            (0..1 + random.below(3)).map(|_| constraint(&mut pool, &mut random, format, &vars, depth)).collect();
        let timeout = Some(Duration::from_secs(5));
        let ours = OneShot::default().solve(&pool, &assertions, timeout);
        match ours {
            BackendAnswer::Sat(_) => n_sat += 1,
            BackendAnswer::Unsat => n_unsat += 1,
            BackendAnswer::Unknown(_) => continue,
        }
        let Some(other) = &mut other else { continue };
        match (&ours, other.solve(&pool, &assertions, timeout)) {
            (BackendAnswer::Sat(_), BackendAnswer::Unsat) | (BackendAnswer::Unsat, BackendAnswer::Sat(_)) => {
                panic!("seed {seed}, {format:?}: we say {ours:?}, {} the opposite", other.name())
            }
            (_, BackendAnswer::Unknown(reason)) if reason.to_string().contains("does not satisfy") => {
                panic!("seed {seed}, {format:?}: {reason}")
            }
            _ => {}
        }
    }
    (n_sat, n_unsat)
}

#[test]
fn single_precision() {
    let (n_sat, n_unsat) = check(Format::F32, 0..40, 2, installed());
    assert!(n_sat >= 5 && n_unsat >= 3, "{n_sat} satisfiable, {n_unsat} unsatisfiable");
}

#[test]
fn half_precision() {
    let (n_sat, n_unsat) = check(Format::F16, 0..80, 2, installed());
    assert!(n_sat >= 5 && n_unsat >= 3, "{n_sat} satisfiable, {n_unsat} unsatisfiable");
}

#[test]
fn double_precision() {
    let (n_sat, _) = check(Format::F64, 0..12, 1, installed());
    assert!(n_sat >= 3, "{n_sat} satisfiable");
}

#[test]
fn extended_precision_models_hold() {
    let (n_sat, _) = check(Format::X87, 0..12, 1, None);
    assert!(n_sat >= 3, "{n_sat} satisfiable");
}

#[test]
fn every_x87_pattern_is_a_float() {
    // A pattern whose integer bit contradicts its exponent is a NaN, also when the solver has to find it.
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig::default()).expect("no external solver");
    let x = pool.var("x", 80, VarKind::Input);
    let integer_bit = pool.extract(x, 63, 1);
    let exponent = pool.extract(x, 64, 15);
    let one = pool.constant(80, 0x3fff_8000_0000_0000_0000);
    let sum = pool.fp_add(Format::X87, x, one);
    let zero = pool.constant(15, 0);
    let clear = pool.not(integer_bit);
    let constraints = [clear, pool.ne(exponent, zero), pool.fp_eq(Format::X87, sum, sum)];
    let mut pc = PathCondition::new();
    let mut answers = Vec::new();
    for constraint in constraints {
        let answer = solver.extend(&mut pool, &pc, constraint);
        answers.push(answer.is_sat());
        pc = answer.sat().unwrap_or(pc);
    }
    assert_eq!(answers, [true, true, false]);
    let model = solver.canonical_model(&mut pool, &pc).expect("decided");
    assert_eq!(Evaluator::new().eval(&pool, &model, sum), 0xffff_c000_0000_0000_0000);
}

#[test]
fn an_operator_without_a_circuit_is_unknown_at_worst() {
    let mut pool = Pool::new();
    let mut solver = Solver::new(SolverConfig::default()).expect("no external solver");
    let format = Format::F128;
    let [x, y] = ["x", "y"].map(|name| pool.var(name, 128, VarKind::Input));
    let remainder = pool.fp_rem(format, x, y);
    let one = pool.constant(128, 0x3fff << 112);
    let equal = pool.fp_eq(format, remainder, one);
    // True for x = 1 and y = 2, which relaxation need not find.
    let answer = solver.extend(&mut pool, &PathCondition::new(), equal);
    assert!(!answer.is_unsat());
    // Satisfied by the witness, so the path goes on; its canonical model may stay open, but nothing breaks.
    let different = pool.not(equal);
    let pc = solver.extend(&mut pool, &PathCondition::new(), different).sat().expect("zero and zero");
    let nonzero = pool.ne(x, y);
    if let Some(pc) = solver.extend(&mut pool, &pc, nonzero).sat()
        && let Ok(model) = solver.canonical_model(&mut pool, &pc)
    {
        assert!(Evaluator::new().holds(&pool, &model, different));
    }
}
