//! How fast the chain answers typical questions of symbolic execution, on one core.
//!
//! `cargo run --release -p incise-solver --example speed`

use incise_solver::{Extend, PathCondition, Solver, SolverConfig};
use incise_term::{Pool, TermId, VarKind};
use std::time::Instant;

fn main() {
    let only = std::env::args().nth(1);
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if wanted("independent") {
        independent(14);
    }
    if wanted("sort") {
        sort(6);
    }
    if wanted("tokens") {
        tokens();
    }
    if wanted("checksum") {
        checksum();
    }
    if wanted("multiply") {
        multiply();
    }
    if wanted("loop") {
        long_loop();
    }
}

fn report(name: &str, start: Instant, n: u64, unit: &str, solver: &Solver) {
    let elapsed = start.elapsed();
    println!(
        "{name}: {:.2} ms, {n} {unit}, {:.0} ns each",
        elapsed.as_secs_f64() * 1e3,
        elapsed.as_nanos() as f64 / n as f64
    );
    println!("  {:?}", solver.stats());
}

fn new_solver() -> Solver {
    Solver::new(SolverConfig::default()).expect("no external solver is asked for")
}

/// Each of `n` variables is positive or not: 2^n paths.
fn independent(n: usize) {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let zero = pool.constant(32, 0);
    let conditions: Vec<TermId> = (0..n)
        .map(|i| {
            let var = pool.var(&format!("x{i}"), 32, VarKind::Input);
            pool.sgt(var, zero)
        })
        .collect();
    let start = Instant::now();
    let (mut n_branches, mut n_paths) = (0, 0);
    let mut states = vec![(PathCondition::new(), 0)];
    while let Some((pc, at)) = states.pop() {
        if at == n {
            n_paths += 1;
            continue;
        }
        n_branches += 1;
        let branch = solver.branch(&mut pool, &pc, conditions[at]);
        states.extend([branch.then_, branch.else_].into_iter().filter_map(Extend::sat).map(|pc| (pc, at + 1)));
    }
    assert_eq!(n_paths, 1 << n);
    report("independent", start, n_branches, "branches", &solver);
}

/// Bubble sort of `n` symbolic integers: n! paths.
fn sort(n: usize) {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let vars: Vec<TermId> = (0..n).map(|i| pool.var(&format!("a{i}"), 32, VarKind::Input)).collect();
    let start = Instant::now();
    let (mut n_branches, mut n_paths) = (0, 0);
    let mut states = vec![(PathCondition::new(), vars, 0usize, 0usize)];
    let mut done = Vec::new();
    while let Some((pc, array, round, j)) = states.pop() {
        if round + 1 >= n {
            n_paths += 1;
            done.push(pc);
            continue;
        }
        if j + 1 >= n - round {
            states.push((pc, array, round + 1, 0));
            continue;
        }
        n_branches += 1;
        let condition = pool.sgt(array[j], array[j + 1]);
        let branch = solver.branch(&mut pool, &pc, condition);
        if let Extend::Sat(pc) = branch.then_ {
            let mut swapped = array.clone();
            swapped.swap(j, j + 1);
            states.push((pc, swapped, round, j + 1));
        }
        if let Extend::Sat(pc) = branch.else_ {
            states.push((pc, array, round, j + 1));
        }
    }
    assert_eq!(n_paths, (1..=n).product::<usize>());
    report("sort", start, n_branches, "branches", &solver);
    let start = Instant::now();
    for pc in &done {
        solver.canonical_model(&mut pool, pc).expect("decided");
    }
    println!("  canonical models: {:.2} ms for {n_paths}", start.elapsed().as_secs_f64() * 1e3);
}

/// Eight bytes, each classified by a chain of comparisons as a tokenizer does.
fn tokens() {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let vars: Vec<TermId> = (0..5).map(|i| pool.var(&format!("c{i}"), 8, VarKind::Input)).collect();
    let start = Instant::now();
    let mut n_branches = 0;
    let mut states = vec![(PathCondition::new(), 0, 0)];
    let classes: [(u8, u8); 6] = [(b' ', b' '), (b'0', b'9'), (b'a', b'z'), (b'A', b'Z'), (b'+', b'/'), (0, 0)];
    let mut n_paths = 0;
    while let Some((pc, at, class)) = states.pop() {
        if at == vars.len() {
            n_paths += 1;
            continue;
        }
        if class == classes.len() {
            states.push((pc, at + 1, 0));
            continue;
        }
        let wide = pool.sext(vars[at], 32);
        let (lo, hi) = classes[class];
        let (lo, hi) = (pool.constant(32, lo.into()), pool.constant(32, hi.into()));
        let above = pool.sge(wide, lo);
        n_branches += 1;
        let branch = solver.branch(&mut pool, &pc, above);
        if let Extend::Sat(pc) = branch.else_ {
            states.push((pc, at, class + 1));
        }
        if let Extend::Sat(pc) = branch.then_ {
            let below = pool.sle(wide, hi);
            n_branches += 1;
            let branch = solver.branch(&mut pool, &pc, below);
            if let Extend::Sat(pc) = branch.then_ {
                states.push((pc, at + 1, 0));
            }
            if let Extend::Sat(pc) = branch.else_ {
                states.push((pc, at, class + 1));
            }
        }
    }
    report(&format!("tokens ({n_paths} paths)"), start, n_branches, "branches", &solver);
}

/// A sum over 16 bytes that branches on its way: one growing component.
fn checksum() {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let start = Instant::now();
    let mut n_branches = 0;
    let mut states = vec![(PathCondition::new(), pool.constant(32, 0), 0u32)];
    while let Some((pc, sum, at)) = states.pop() {
        if at == 10 {
            continue;
        }
        let byte = pool.var(&format!("b{at}"), 8, VarKind::Input);
        let byte = pool.zext(byte, 32);
        let three = pool.constant(32, 3);
        let scaled = pool.mul(sum, three);
        let sum = pool.add(scaled, byte);
        let bound = pool.constant(32, 100 * u128::from(at + 1));
        let condition = pool.ult(sum, bound);
        n_branches += 1;
        let branch = solver.branch(&mut pool, &pc, condition);
        states.extend([branch.then_, branch.else_].into_iter().filter_map(Extend::sat).map(|pc| (pc, sum, at + 1)));
    }
    report("checksum", start, n_branches, "branches", &solver);
}

/// Products, quotients and remainders of 16-bit values.
fn multiply() {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let x = pool.var("x", 16, VarKind::Input);
    let y = pool.var("y", 16, VarKind::Input);
    let (wx, wy) = (pool.zext(x, 32), pool.zext(y, 32));
    let product = pool.mul(wx, wy);
    let one = pool.constant(16, 1);
    let start = Instant::now();
    let mut pc = PathCondition::new();
    for term in [pool.ugt(x, one), pool.ugt(y, one), pool.ule(x, y)] {
        pc = solver.extend(&mut pool, &pc, term).sat().expect("satisfiable");
    }
    let mut n = 0;
    for target in [1_000_003u128, 4_294_836_225, 1_022_117, 65_537, 999_983 * 3] {
        let target = pool.constant(32, target);
        let term = pool.eq(product, target);
        let answer = solver.extend(&mut pool, &pc, term);
        println!("  {}", if answer.is_sat() { "sat" } else { "unsat" });
        n += 1;
    }
    let remainder = pool.urem(x, y);
    let term = pool.uge(remainder, y);
    println!("  x % y >= y: {}", if solver.extend(&mut pool, &pc, term).is_sat() { "sat" } else { "unsat" });
    report("multiply", start, n + 1, "queries", &solver);
}

/// A loop bound: `i < n` for i = 0, 1, 2, …
fn long_loop() {
    let (mut pool, mut solver) = (Pool::new(), new_solver());
    let n = pool.var("n", 32, VarKind::Input);
    let start = Instant::now();
    let mut pc = PathCondition::new();
    let mut leaves = Vec::new();
    for i in 0..20_000u128 {
        let i = pool.constant(32, i);
        let condition = pool.ult(i, n);
        let branch = solver.branch(&mut pool, &pc, condition);
        leaves.extend(branch.else_.sat());
        pc = branch.then_.sat().expect("satisfiable");
    }
    assert_eq!(leaves.len(), 20_000);
    report("loop", start, 20_000, "branches", &solver);
}
