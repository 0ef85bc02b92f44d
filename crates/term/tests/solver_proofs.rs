//! An SMT solver proves rewriting right, for all values: the printed original and the printed result cannot differ.
//! This also holds the printer against an independent reading of the operators.

mod random;
mod rules;
mod solver_pipe;
mod twins;

use incise_term::{Assignment, Evaluator, Format, Pool, TermId, VarKind, concrete, smtlib};
use random::Rng;
use solver_pipe::{prove_equal, run};
use twins::{Menu, Twins};

/// Variables of the same name have different widths at different `w`: one script a width.
#[test]
fn every_named_rule_is_proved() {
    for w in [8, 16, 32] {
        let mut raw = Pool::without_rewriting();
        let mut pairs: Vec<(TermId, TermId)> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        for &(rule, width, instances) in rules::TABLE.iter().filter(|(_, width, _)| *width == w) {
            for text in instances {
                let plain = rules::read(&mut raw, width, text);
                let mut rich = Pool::new();
                let term = rules::read(&mut rich, width, text);
                let rewritten = rich.rebuild_in(&mut raw, term);
                pairs.push((plain, rewritten));
                texts.push(format!("{rule:?}: {text} became {}", incise_term::display(&rich, term)));
            }
        }
        prove_equal(&mut raw, &pairs, |i| texts[i].clone());
    }
}

fn prove_random(seed: u64, menu: Menu, widths: &[u32], n_steps: usize) {
    let mut rng = Rng(seed);
    let mut twins = Twins::new(menu);
    for (i, &width) in widths.iter().enumerate() {
        twins.var(&format!("v{i}"), width);
    }
    for _ in 0..n_steps {
        twins.step(&mut rng);
    }
    let terms = twins.terms.clone();
    let mut pairs = Vec::new();
    for t in terms {
        let rewritten = twins.rich_in_raw(t);
        if rewritten != t.raw {
            pairs.push((t.raw, rewritten));
        }
    }
    let texts: Vec<String> = pairs
        .iter()
        .map(|&(a, b)| {
            let (a, b) = (incise_term::display(&twins.raw, a), incise_term::display(&twins.raw, b));
            format!("seed {seed}: {a} became {b}")
        })
        .collect();
    prove_equal(&mut twins.raw, &pairs, |i| texts[i].clone());
}

#[test]
fn random_bit_vector_terms_are_proved() {
    for seed in 0..40 {
        let menu = Menu { max_width: 64, max_product: 6, floats: &[] };
        prove_random(seed, menu, &[32, 16, 8, 1], 20);
    }
}

#[test]
fn random_products_are_proved() {
    for seed in 100..120 {
        let menu = Menu { max_width: 8, max_product: 8, floats: &[] };
        prove_random(seed, menu, &[8, 4, 6], 14);
    }
}

#[test]
fn random_float_terms_are_proved() {
    for seed in 200..215 {
        let menu = Menu { max_width: 16, max_product: 4, floats: &[Format::F16] };
        prove_random(seed, menu, &[16, 8], 5);
    }
}

/// The solver computes every operator on constants as we do, so the printed text means what we mean.
#[test]
fn the_solver_evaluates_printed_terms_as_we_do() {
    let mut rng = Rng(11);
    let mut raw = Pool::without_rewriting();
    let mut pairs: Vec<(TermId, TermId)> = Vec::new();
    let menu = Menu {
        max_width: 80,
        max_product: 32,
        floats: &[Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87],
    };
    for seed in 0..120 {
        let mut twins = Twins::new(menu);
        for width in [16, 32, 64, 80] {
            let format = menu.floats.iter().find(|f| f.width() == width).copied().expect("a format");
            let value = if rng.chance(4) { rng.bits(width) } else { rng.float(format) };
            twins.constant(width, value);
        }
        let mut choices = Rng(seed);
        for _ in 0..6 {
            twins.step(&mut choices);
        }
        for t in &twins.terms {
            let value = Evaluator::new().eval(&twins.raw, &Assignment::new(), t.raw);
            let value = raw.constant(t.width, value);
            let copy = twins.raw.rebuild_in(&mut raw, t.raw);
            if copy != value {
                pairs.push((copy, value));
            }
        }
    }
    let texts: Vec<String> =
        pairs.iter().map(|&(a, b)| format!("{} is {:x?}", incise_term::display(&raw, a), raw.as_const(b))).collect();
    prove_equal(&mut raw, &pairs, |i| texts[i].clone());
}

#[test]
fn values_and_odd_names_come_back() {
    let mut pool = Pool::new();
    let names = ["plain", "with space", "bar|slash\\percent%", "t!0", "f!g", "a[3].b->c"];
    let vars: Vec<TermId> = names.iter().map(|name| pool.var(name, 12, VarKind::Input)).collect();
    let mut assertions = Vec::new();
    for (i, &var) in vars.iter().enumerate() {
        let value = pool.constant(12, 100 + i as u128);
        assertions.push(pool.eq(var, value));
    }
    let applied = pool.uninterpreted("g", 12, &[vars[0]]);
    let again = pool.uninterpreted("g", 12, &[vars[1]]);
    let different = pool.ne(applied, again);
    assertions.push(different);
    let ids: Vec<_> = vars.iter().map(|&var| pool.vars(var)[0]).collect();
    let script = smtlib::script(&pool, &assertions);
    assert!(script.starts_with("(set-logic QF_UFBV)"));
    let answer = run(&format!("{script}{}\n", smtlib::get_value(&pool, &ids)));
    assert_eq!(answer[0], "sat");
    let values = answer[1..].join(" ");
    for i in 0..names.len() as u128 {
        // z3 answers in the hexadecimal that it was given, cvc5 in binary.
        let printed = smtlib::literal(12, (100 + i) & concrete::mask(12));
        let binary = format!("#b{:012b}", 100 + i);
        assert!(values.contains(&printed) || values.contains(&binary), "{printed} in {values}");
    }
}
