//! Instances that sweep against instances that do not, on random constraints.

use super::{Blaster, Cdcl, Limit, Verdict};
use crate::algebra::random_terms::{Random, random_bool, random_term};
use incise_term::{Assignment, Evaluator, Pool, TermId, VarKind};

fn check(seed: u64, n_merged: &mut u64) -> bool {
    let mut random = Random::new(seed);
    let mut pool = if seed.is_multiple_of(2) { Pool::new() } else { Pool::without_rewriting() };
    let width = 1 + random.below(7) as u32;
    let vars: Vec<TermId> = (0..2).map(|i| pool.var(&format!("v{i}"), width, VarKind::Input)).collect();
    let path: Vec<TermId> = (0..random.below(3)).map(|_| random_bool(&mut pool, &mut random, &vars, 2)).collect();
    let a = random_term(&mut pool, &mut random, &vars, width, 3);
    let b = random_term(&mut pool, &mut random, &vars, width, 3);
    // Often equal, never by structure: x + y written in two ways.
    let question = if random.below(2) == 0 {
        let (both, either) = (pool.and(a, b), pool.or(a, b));
        let (left, right) = (pool.add(a, b), pool.add(both, either));
        pool.ne(left, right)
    } else {
        pool.ne(a, b)
    };
    let constraints: Vec<TermId> = path.iter().copied().chain([question]).collect();
    let mut plain = Blaster::new(Cdcl::default());
    let expected = matches!(plain.solve(&pool, &constraints, Limit::default(), None), Verdict::Sat);
    for under_path in [false, true] {
        let mut sweeping = Blaster::sweeping(Cdcl::default(), Limit::default());
        for &var in &vars {
            sweeping.start_near(&pool, var, u128::from(random.below(1 << width)));
        }
        if under_path {
            sweeping.sweep_under(&pool, &path);
        }
        let verdict = sweeping.solve(&pool, &constraints, Limit::default(), None);
        assert_eq!(matches!(verdict, Verdict::Sat), expected, "seed {seed}");
        if expected {
            let mut model = Assignment::new();
            for &var in &vars {
                model.set(pool.vars(var)[0], sweeping.value(&pool, var));
            }
            let mut evaluator = Evaluator::new();
            assert!(constraints.iter().all(|&term| evaluator.holds(&pool, &model, term)), "seed {seed}: model");
        }
        *n_merged += sweeping.n_merged();
    }
    expected
}

#[test]
fn sweeping_changes_no_verdict() {
    let (mut n_sat, mut n_merged) = (0, 0);
    for seed in 0..4000 {
        n_sat += u64::from(check(seed, &mut n_merged));
    }
    assert!((1000..3500).contains(&n_sat), "{n_sat} satisfiable");
    assert!(n_merged > 10_000, "{n_merged} gates merged");
}
