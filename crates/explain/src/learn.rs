//! Value sets: the exact set of values for which a condition on one input holds.
//!
//! Narrow inputs are tried value by value. For others a set is guessed from the truth of the condition at the
//! constants it mentions, and the solver is asked whether guess and condition differ; where they do the guess is
//! refined. What is returned was confirmed.

use crate::judge::{Answer, Judge};
use crate::ranges::{Ranges, Scale};
use incise_term::concrete::{mask, sext};
use incise_term::{Assignment, Pool, TermId, VarId};
use rustc_hash::FxHashSet;

/// Widths that are tried value by value.
const MAX_TRIED: u32 = 10;
/// Ranges past which a set is no longer readable.
const MAX_RANGES: usize = 12;
/// Guesses that may be wrong.
const MAX_GUESSES: usize = 16;
/// Constants of a condition that are looked at.
const MAX_CONSTANTS: usize = 256;

struct Points {
    condition: TermId,
    var: VarId,
    scale: Scale,
    /// Ranks with the truth of the condition, sorted.
    known: Vec<(u128, bool)>,
}

/// The ranks of the values of `var` for which `condition`, which has no other variable, holds.
pub(crate) fn learn(judge: &mut Judge, condition: TermId, var: VarId, scale: Scale) -> Option<Ranges> {
    Points { condition, var, scale, known: Vec::new() }.learn(judge)
}

/// An input for which one of two conditions holds and the other does not.
fn difference(judge: &mut Judge, a: TermId, b: TermId) -> Answer {
    for (holds, fails) in [(a, b), (b, a)] {
        let mut conjuncts = judge.negation(fails);
        conjuncts.push(holds);
        match judge.ask(&conjuncts) {
            Answer::Unsat => {}
            Answer::Open if judge.excludes(&conjuncts) => {}
            other => return other,
        }
    }
    Answer::Unsat
}

impl Points {
    fn learn(&mut self, judge: &mut Judge) -> Option<Ranges> {
        if self.scale.width <= MAX_TRIED {
            for rank in 0..=self.scale.last() {
                self.add(judge, rank);
            }
            return Some(self.ranges(judge)).filter(|ranges| ranges.parts().len() <= MAX_RANGES);
        }
        for constant in constants(judge.pool, self.condition, self.scale) {
            self.add(judge, constant);
        }
        let x = judge.pool.var_term(self.var);
        for _ in 0..MAX_GUESSES {
            let guess = self.ranges(judge);
            if guess.parts().len() > MAX_RANGES {
                return None;
            }
            let guessed = guess.term(judge.pool, self.scale, x);
            match difference(judge, guessed, self.condition) {
                Answer::Unsat => return Some(guess),
                Answer::Model(model) => self.add(judge, self.scale.flip(model.get(self.var) & mask(self.scale.width))),
                Answer::Open => return None,
            }
        }
        None
    }

    fn holds(&self, judge: &mut Judge, rank: u128) -> bool {
        let mut assignment = Assignment::new();
        assignment.set(self.var, self.scale.flip(rank));
        judge.evaluator.holds(judge.pool, &assignment, self.condition)
    }

    fn add(&mut self, judge: &mut Judge, rank: u128) {
        if let Err(at) = self.known.binary_search_by_key(&rank, |point| point.0) {
            let holds = self.holds(judge, rank);
            self.known.insert(at, (rank, holds));
        }
    }

    /// The set if the truth changes only once between points of different truth, and not between equal ones.
    fn ranges(&mut self, judge: &mut Judge) -> Ranges {
        let mut at = 1;
        while at < self.known.len() {
            let ((mut low, before), (mut high, after)) = (self.known[at - 1], self.known[at]);
            if before != after {
                while high - low > 1 {
                    let middle = low + (high - low) / 2;
                    if self.holds(judge, middle) == before { low = middle } else { high = middle }
                }
                let edge = [(low, before), (high, after)];
                let missing: Vec<(u128, bool)> = edge.into_iter().filter(|point| !self.known.contains(point)).collect();
                at += missing.len();
                self.known.extend(missing);
                self.known.sort_unstable();
            }
            at += 1;
        }
        let mut ranges = Vec::new();
        let mut start = None;
        for (i, &(rank, holds)) in self.known.iter().enumerate() {
            if holds && start.is_none() {
                start = Some(rank);
            }
            let ends = self.known.get(i + 1).is_none_or(|next| !next.1);
            if let Some(from) = start
                && holds
                && ends
            {
                ranges.push((from, rank));
                start = None;
            }
        }
        Ranges::new(ranges)
    }
}

/// Ranks at which the truth may change: the ends, the middle, the constants of a term and their neighbours.
fn constants(pool: &Pool, t: TermId, scale: Scale) -> Vec<u128> {
    let mut values = FxHashSet::default();
    let (mut seen, mut stack) = (FxHashSet::default(), vec![t]);
    while let Some(next) = stack.pop() {
        if !seen.insert(next) || values.len() > MAX_CONSTANTS {
            continue;
        }
        if let Some(value) = pool.as_const(next) {
            let width = pool.width(next);
            values.insert(value & mask(scale.width));
            if width < scale.width {
                values.insert(sext(width, value, scale.width));
            }
        }
        stack.extend_from_slice(pool.children(next));
    }
    let mut ranks = vec![0, scale.last(), scale.last() / 2, scale.last() / 2 + 1];
    for value in values {
        for step in [0, 1, u128::MAX] {
            ranks.push(scale.flip(value.wrapping_add(step) & mask(scale.width)));
        }
    }
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}
