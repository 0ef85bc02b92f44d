//! Rewriting keeps the value of every term: random terms are evaluated in a rewriting pool and in its slow twin.

mod random;
mod twins;

use incise_term::{Assignment, Evaluator, Format, Pool, Rule, TermId, VarId, concrete, display};
use random::Rng;
use twins::{Menu, Twin, Twins, check_facts};

/// Compares all terms, and their facts, under one assignment of values by variable name.
struct Comparison {
    raw_values: Assignment,
    rich_values: Assignment,
    raw: Evaluator,
    rich: Evaluator,
}

impl Comparison {
    fn new() -> Comparison {
        Comparison {
            raw_values: Assignment::new(),
            rich_values: Assignment::new(),
            raw: Evaluator::new(),
            rich: Evaluator::new(),
        }
    }

    fn run(&mut self, twins: &Twins, values: &[(VarId, VarId, u128)]) {
        for &(raw, rich, value) in values {
            self.raw_values.set(raw, value);
            self.rich_values.set(rich, value);
        }
        for t in &twins.terms {
            let expected = self.raw.eval(&twins.raw, &self.raw_values, t.raw);
            let value = self.rich.eval(&twins.rich, &self.rich_values, t.rich);
            assert_eq!(
                expected,
                value,
                "{} became {} with {values:?}",
                display(&twins.raw, t.raw),
                display(&twins.rich, t.rich)
            );
            check_facts(&twins.rich, t.rich, value);
            check_facts(&twins.raw, t.raw, expected);
        }
    }
}

fn var_ids(twins: &Twins, t: Twin) -> (VarId, VarId) {
    (twins.raw.vars(t.raw)[0], twins.rich.vars(t.rich)[0])
}

/// All assignments of three variables with this many bits together.
fn exhaustive(seed: u64, widths: [u32; 3], n_steps: usize, counts: &mut [u64]) {
    let mut rng = Rng(seed);
    let mut twins = Twins::new(Menu { max_width: 10, max_product: 10, floats: &[] });
    let vars: Vec<Twin> = ["x", "y", "z"].iter().zip(widths).map(|(name, width)| twins.var(name, width)).collect();
    for _ in 0..n_steps {
        twins.step(&mut rng);
    }
    let mut comparison = Comparison::new();
    for assignment in 0..1u128 << widths.iter().sum::<u32>() {
        let mut rest = assignment;
        let values: Vec<_> = vars
            .iter()
            .map(|&var| {
                let value = rest & concrete::mask(var.width);
                rest >>= var.width;
                let (raw, rich) = var_ids(&twins, var);
                (raw, rich, value)
            })
            .collect();
        comparison.run(&twins, &values);
    }
    add_counts(&twins.rich, counts);
}

fn add_counts(pool: &Pool, counts: &mut [u64]) {
    for (count, &rule) in counts.iter_mut().zip(Rule::ALL) {
        *count += pool.fired(rule);
    }
}

/// Random and boundary values of wide variables.
fn sampled(seed: u64, menu: Menu, widths: &[u32], n_steps: usize, n_samples: usize, counts: &mut [u64]) {
    let mut rng = Rng(seed);
    let mut twins = Twins::new(menu);
    let vars: Vec<Twin> = widths.iter().enumerate().map(|(i, &width)| twins.var(&format!("v{i}"), width)).collect();
    for _ in 0..n_steps {
        twins.step(&mut rng);
    }
    let mut comparison = Comparison::new();
    for _ in 0..n_samples {
        let values: Vec<_> = vars
            .iter()
            .map(|&var| {
                let (raw, rich) = var_ids(&twins, var);
                let format = menu.floats.iter().find(|f| f.width() == var.width && !rng.chance(4));
                let value = match format {
                    Some(&format) => rng.float(format),
                    None => rng.bits(var.width),
                };
                (raw, rich, value)
            })
            .collect();
        comparison.run(&twins, &values);
    }
    add_counts(&twins.rich, counts);
}

#[test]
fn every_value_of_small_terms_is_kept() {
    let mut counts = vec![0; Rule::ALL.len()];
    let shapes = [[1, 1, 1], [2, 2, 2], [3, 3, 1], [4, 4, 1], [5, 2, 1], [8, 1, 1], [3, 3, 3]];
    for seed in 0..2_500 {
        exhaustive(seed, shapes[seed as usize % shapes.len()], 40, &mut counts);
    }
    let menu = Menu { max_width: 64, max_product: 64, floats: &[Format::F16, Format::F32, Format::F64] };
    for seed in 0..1_500 {
        sampled(seed, menu, &[16, 32, 64, 8], 40, 30, &mut counts);
    }
    // Random terms alone meet nearly all rules; the table of named rules meets the others.
    let n_missed = counts.iter().filter(|&&count| count == 0).count();
    assert!(n_missed * 20 < Rule::ALL.len(), "{n_missed} rules were never applied");
}

#[test]
fn wide_terms_keep_their_values() {
    let mut counts = vec![0; Rule::ALL.len()];
    let menu = Menu { max_width: 128, max_product: 128, floats: &[] };
    for seed in 0..1_500 {
        sampled(seed, menu, &[32, 64, 8, 128, 1], 50, 30, &mut counts);
    }
}

#[test]
fn floats_of_all_formats_keep_their_values() {
    let mut counts = vec![0; Rule::ALL.len()];
    let menu = Menu { max_width: 128, max_product: 32, floats: &Format::ALL };
    for seed in 0..1_000 {
        sampled(seed, menu, &[16, 32, 64, 80, 128], 40, 20, &mut counts);
    }
}

/// The structure of the results does not depend on what else the pool holds, nor on the order of building.
#[test]
fn results_do_not_depend_on_history() {
    for seed in 0..300 {
        let menu = Menu { max_width: 64, max_product: 64, floats: &[Format::F32] };
        let build = |noise: u64| {
            let mut twins = Twins::new(menu);
            let names = if noise.is_multiple_of(2) { ["x", "y", "z"] } else { ["z", "y", "x"] };
            for name in names {
                twins.rich.var(name, 32, incise_term::VarKind::Input);
            }
            let mut other = Twins::new(menu);
            std::mem::swap(&mut other.rich, &mut twins.rich);
            let mut rng = Rng(noise);
            other.var("x", 32);
            other.var("noise", 32);
            for _ in 0..noise % 100 {
                other.step(&mut rng);
            }
            std::mem::swap(&mut other.rich, &mut twins.rich);
            let mut rng = Rng(seed);
            for name in ["x", "y", "z"] {
                twins.var(name, 32);
            }
            for _ in 0..60 {
                twins.step(&mut rng);
            }
            let hashes: Vec<u64> = twins.terms.iter().map(|t| twins.rich.hash(t.rich)).collect();
            let texts: Vec<String> = twins.terms.iter().map(|t| display(&twins.rich, t.rich).to_string()).collect();
            (hashes, texts)
        };
        let plain = build(0);
        assert_eq!(plain, build(97 + seed), "seed {seed}");
        assert_eq!(plain, build(1_000_050 + seed), "seed {seed}");
    }
}

/// A rule that goes into both operands must not take time in the number of paths through a shared term.
#[test]
fn shared_terms_are_simplified_in_bounded_time() {
    let mut pool = Pool::new();
    let mut t: TermId = pool.var("t", 32, incise_term::VarKind::Input);
    for i in 0..100 {
        let (a, b) = (format!("a{i}"), format!("b{i}"));
        let a = pool.var(&a, 32, incise_term::VarKind::Input);
        let b = pool.var(&b, 32, incise_term::VarKind::Input);
        let (left, right) = (pool.or(t, a), pool.or(t, b));
        t = pool.or(left, right);
    }
    let zero = pool.constant(32, 0);
    let empty = pool.eq(t, zero);
    let mut values = Assignment::new();
    assert_eq!(Evaluator::new().eval(&pool, &values, empty), 1);
    values.set(pool.find_var("a50").expect("a variable"), 4);
    assert_eq!(Evaluator::new().eval(&pool, &values, empty), 0);
}

/// Long chains do not exhaust the stack, whatever rules want to look inside them.
#[test]
fn long_chains_are_simplified_without_deep_recursion() {
    let mut pool = Pool::new();
    let index = pool.var("i", 32, incise_term::VarKind::Input);
    let mut table: TermId = pool.var("default", 32, incise_term::VarKind::Input);
    for i in 0..100_000 {
        let at = pool.constant(32, i);
        let here = pool.eq(index, at);
        let value = pool.constant(32, i * 7 % 1000);
        table = pool.ite(here, value, table);
    }
    let wanted = pool.constant(32, 5);
    let found = pool.eq(table, wanted);
    let low = pool.extract(table, 0, 8);
    let less = pool.ult(table, wanted);
    let mut values = Assignment::new();
    values.set(pool.vars(index)[0], 715);
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&pool, &values, found), 1);
    assert_eq!(evaluator.eval(&pool, &values, low), 5);
    assert_eq!(evaluator.eval(&pool, &values, less), 0);
}
