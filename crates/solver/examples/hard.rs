//! Hard queries: our SAT solver against another solver.
//!
//! `cargo run --release -p incise-solver --example hard -- z3`

use incise_solver::{Backend, BackendAnswer, External, ExternalSolver, OneShot};
use incise_term::{Format, Pool, TermId, VarKind};
use std::time::{Duration, Instant};

type Query = (&'static str, fn(&mut Pool) -> Vec<TermId>);

fn vars(pool: &mut Pool, width: u32) -> [TermId; 3] {
    ["x", "y", "z"].map(|name| pool.var(name, width, VarKind::Input))
}

fn distributive(pool: &mut Pool, width: u32) -> Vec<TermId> {
    let [x, y, z] = vars(pool, width);
    let sum = pool.add(y, z);
    let left = pool.mul(x, sum);
    let (xy, xz) = (pool.mul(x, y), pool.mul(x, z));
    let right = pool.add(xy, xz);
    vec![pool.ne(left, right)]
}

fn division(pool: &mut Pool, width: u32) -> Vec<TermId> {
    let [x, y, _] = vars(pool, width);
    let zero = pool.constant(width, 0);
    let (quotient, remainder) = (pool.udiv(x, y), pool.urem(x, y));
    let product = pool.mul(quotient, y);
    let sum = pool.add(product, remainder);
    vec![pool.ne(y, zero), pool.ne(sum, x)]
}

fn factor(pool: &mut Pool, product: u128) -> Vec<TermId> {
    let [x, y, _] = vars(pool, 32);
    let (wx, wy) = (pool.zext(x, 64), pool.zext(y, 64));
    let wide = pool.mul(wx, wy);
    let target = pool.constant(64, product);
    let one = pool.constant(32, 1);
    vec![pool.eq(wide, target), pool.ugt(x, one), pool.ugt(y, one), pool.ule(x, y)]
}

fn hash(pool: &mut Pool) -> Vec<TermId> {
    let mut state = pool.constant(32, 0x811c_9dc5);
    let prime = pool.constant(32, 0x0100_0193);
    for i in 0..4 {
        let byte = pool.var(&format!("b{i}"), 8, VarKind::Input);
        let wide = pool.zext(byte, 32);
        let mixed = pool.xor(state, wide);
        state = pool.mul(mixed, prime);
    }
    let target = pool.constant(32, 0x1234_5678);
    vec![pool.eq(state, target)]
}

fn float_sum(pool: &mut Pool, format: Format) -> Vec<TermId> {
    // Addition is not associative.
    let [x, y, z] = vars(pool, format.width());
    let xy = pool.fp_add(format, x, y);
    let left = pool.fp_add(format, xy, z);
    let yz = pool.fp_add(format, y, z);
    let right = pool.fp_add(format, x, yz);
    let (a, b) = (pool.fp_lt(format, left, right), pool.fp_lt(format, x, y));
    vec![a, b]
}

fn float_square(pool: &mut Pool, format: Format) -> Vec<TermId> {
    // A square is never negative.
    let [x, _, _] = vars(pool, format.width());
    let square = pool.fp_mul(format, x, x);
    let zero = pool.constant(format.width(), 0);
    vec![pool.fp_lt(format, square, zero)]
}

fn float_monotonic(pool: &mut Pool, format: Format) -> Vec<TermId> {
    let [x, y, z] = vars(pool, format.width());
    let (xz, yz) = (pool.fp_add(format, x, z), pool.fp_add(format, y, z));
    vec![pool.fp_le(format, x, y), pool.fp_lt(format, yz, xz)]
}

fn main() {
    let mut other = std::env::args().nth(1).filter(|name| name != "none").map(|name| {
        let solver = ExternalSolver::parse(&name).expect("z3, cvc5, bitwuzla or smtlib:COMMAND");
        External::find(&solver).expect("the solver can be started")
    });
    let queries: [Query; 14] = [
        ("distributive 6", |pool| distributive(pool, 6)),
        ("distributive 8", |pool| distributive(pool, 8)),
        ("division 8", |pool| division(pool, 8)),
        ("division 12", |pool| division(pool, 12)),
        ("factor 32-bit semiprime", |pool| factor(pool, 4_295_098_369 - 4_295_098_369 % 2 - 1)),
        ("factor 40 bits", |pool| factor(pool, 1_000_003 * 999_983)),
        ("prime 30 bits", |pool| factor(pool, 1_073_741_789)),
        ("hash of 4 bytes", hash),
        ("float sum F32", |pool| float_sum(pool, Format::F32)),
        ("float sum F64", |pool| float_sum(pool, Format::F64)),
        ("float square F32", |pool| float_square(pool, Format::F32)),
        ("float square F64", |pool| float_square(pool, Format::F64)),
        ("float monotonic F16", |pool| float_monotonic(pool, Format::F16)),
        ("float monotonic F32", |pool| float_monotonic(pool, Format::F32)),
    ];
    let timeout = Some(Duration::from_secs(20));
    let only = std::env::args().nth(2);
    for (name, build) in queries {
        if only.as_deref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let mut pool = Pool::new();
        let assertions = build(&mut pool);
        print!("{name:26}");
        let ask = |backend: &mut dyn Backend| {
            let start = Instant::now();
            let answer = match backend.solve(&pool, &assertions, timeout) {
                BackendAnswer::Sat(_) => "sat".to_owned(),
                BackendAnswer::Unsat => "unsat".to_owned(),
                BackendAnswer::Unknown(_) => "unknown".to_owned(),
            };
            print!("  {}: {answer:8}{:8.0} ms", backend.name(), start.elapsed().as_secs_f64() * 1e3);
        };
        ask(&mut OneShot::default());
        if let Some(other) = &mut other {
            ask(other);
        }
        println!();
    }
}
