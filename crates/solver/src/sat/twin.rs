//! Our SAT solver against MiniSat on random instances: verdicts, models, cores, across incremental calls.

use super::cdcl::Cdcl;
use super::minisat::MiniSat;
use super::{Limit, Lit, SatSolver, Status};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % n
    }

    fn literal(&mut self, n: u64) -> Lit {
        Lit(self.below(2 * n) as u32)
    }
}

fn holds(solver: &impl SatSolver, clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| solver.value(lit))
}

/// Every clause links its variables, so the cone of any assumption is all that matters to it.
fn check(seed: u64, mut ours: Cdcl, n_variables: u64, per_round: u64, lengths: std::ops::Range<u64>) -> Cdcl {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut twin = MiniSat::default();
    for _ in 0..n_variables {
        assert_eq!(ours.new_variable(&[]), twin.new_variable(&[]));
    }
    let everything: Vec<Lit> = (0..n_variables as u32).map(|var| Lit(var << 1)).collect();
    for pair in everything.windows(2) {
        ours.link(pair);
    }
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for _ in 0..12 {
        for _ in 0..per_round {
            let length = lengths.start + random.below(lengths.end - lengths.start);
            let clause: Vec<Lit> = (0..length).map(|_| random.literal(n_variables)).collect();
            ours.add_clause(&clause);
            twin.add_clause(&clause);
            clauses.push(clause);
        }
        let mut assumptions: Vec<Lit> = (0..1 + random.below(6)).map(|_| random.literal(n_variables)).collect();
        assumptions.sort_unstable();
        assumptions.dedup_by_key(|lit| lit.0 >> 1);
        let status = ours.solve(&assumptions, Limit::default(), None);
        assert_eq!(status, twin.solve(&assumptions, Limit::default(), None), "seed {seed}");
        if status == Status::Sat {
            assert!(clauses.iter().all(|clause| holds(&ours, clause)), "seed {seed}: model");
            assert!(assumptions.iter().all(|&lit| ours.value(lit)), "seed {seed}: assumptions");
        } else {
            let core: Vec<Lit> = assumptions.iter().copied().filter(|&lit| ours.in_core(lit)).collect();
            assert_eq!(twin.solve(&core, Limit::default(), None), Status::Unsat, "seed {seed}: core");
        }
    }
    ours
}

#[test]
fn small_instances_agree() {
    for seed in 0..2000 {
        check(seed, Cdcl::default(), 4 + seed % 20, 3 + seed % 7, 2..5);
    }
}

#[test]
fn instances_that_forget_agree() {
    let mut n_moved = 0;
    for seed in 0..40 {
        let ours = check(seed, Cdcl::with_learnt_limit(5), 150, 54, 3..4);
        n_moved += ours.n_compactions;
    }
    assert!(n_moved > 10, "clauses were moved {n_moved} times only");
}

#[test]
fn a_limit_on_conflicts_is_kept() {
    // Nine pigeons do not fit into eight holes, and no short resolution proof says so.
    let mut solver = Cdcl::default();
    let place: Vec<Vec<Lit>> = (0..9).map(|_| (0..8).map(|_| solver.new_variable(&[])).collect()).collect();
    for pigeon in &place {
        solver.link(pigeon);
        solver.add_clause(pigeon);
    }
    for hole in 0..8 {
        for (a, first) in place.iter().enumerate() {
            for second in &place[..a] {
                solver.link(&[first[hole], second[hole]]);
                solver.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
    let limit = Limit { conflicts: Some(50), ..Limit::default() };
    assert_eq!(solver.solve(&[place[0][0]], limit, None), Status::Limit);
    assert_eq!(solver.solve(&[place[0][0]], Limit::default(), Some(&|| true)), Status::Limit);
    assert_eq!(solver.solve(&[place[0][0]], Limit::default(), None), Status::Unsat);
}
