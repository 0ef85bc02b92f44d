//! Prime implicants: a condition as few conjunctions of the comparisons that occur anywhere in it, however deep they are nested. An
//! input that satisfies it is generalised by dropping, the longest first, every comparison that the rest can do without.

use crate::atom::{Atom, Context, Cube, terms};
use crate::judge::{Answer, Judge};
use incise_term::{Assignment, Op, Pool, TermId};
use rustc_hash::FxHashSet;

/// Conjunctions past which a condition is no longer read at a glance.
const MAX_CUBES: usize = 4;
/// Comparisons that are looked at.
const MAX_LEAVES: usize = 400;
/// Terms that are looked through for comparisons.
const MAX_TERMS: usize = 40_000;

impl Context<'_> {
    /// Conjunctions that lie within `whole`, and whether they are all of it; the first one holds for the example.
    pub(crate) fn implicants(
        &self,
        judge: &mut Judge,
        whole: TermId,
        example: Option<&Assignment>,
    ) -> (Vec<Cube>, bool) {
        let mut cubes = Vec::new();
        let Some(leaves) = leaves(judge.pool, whole) else { return (cubes, false) };
        let outside = judge.negation(whole);
        let mut uncovered = vec![whole];
        let mut example = example.filter(|model| judge.evaluator.holds(judge.pool, model, whole));
        loop {
            let answer = match example.take() {
                Some(model) => Answer::Model(model.clone()),
                None => judge.ask(&uncovered),
            };
            let model = match answer {
                Answer::Unsat => return (cubes, true),
                Answer::Model(model) if cubes.len() < MAX_CUBES => model,
                Answer::Model(_) | Answer::Open => return (cubes, false),
            };
            let Some(cube) = self.implicant(judge, &leaves, &model, &outside) else { return (cubes, false) };
            let covered = judge.all(&terms(&cube));
            uncovered.extend(judge.negation(covered));
            cubes.push(cube);
        }
    }

    /// A conjunction that holds for the input and lies within the condition.
    fn implicant(&self, judge: &mut Judge, leaves: &[TermId], model: &Assignment, outside: &[TermId]) -> Option<Cube> {
        let mut literals = Vec::new();
        for &leaf in leaves {
            let holds = judge.evaluator.holds(judge.pool, model, leaf);
            literals.push(if holds { leaf } else { judge.pool.not(leaf) });
        }
        let mut cube: Cube = literals.into_iter().map(|term| self.atom(judge.pool, term)).collect();
        cube.sort_by_key(|atom| (std::cmp::Reverse(atom.size), judge.pool.hash(atom.term)));
        if !lies_within(judge, &cube, outside) {
            return None;
        }
        // Many go at once, then fewer at a time.
        let mut step = cube.len();
        while step > 0 {
            let mut at = 0;
            while at < cube.len() {
                let mut rest = cube.clone();
                rest.drain(at..(at + step).min(cube.len()));
                if lies_within(judge, &rest, outside) {
                    cube = rest;
                } else {
                    at += step;
                }
            }
            step /= 2;
        }
        Some(self.by_input(judge, terms(&cube)))
    }
}

fn lies_within(judge: &mut Judge, cube: &[Atom], outside: &[TermId]) -> bool {
    let mut conjuncts = terms(cube);
    conjuncts.extend_from_slice(outside);
    judge.excludes(&conjuncts)
}

/// The comparisons and single bits in a term; `None` if there are too many.
fn leaves(pool: &Pool, t: TermId) -> Option<Vec<TermId>> {
    let (mut seen, mut stack, mut found) = (FxHashSet::default(), vec![t], Vec::new());
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        if seen.len() > MAX_TERMS || found.len() > MAX_LEAVES {
            return None;
        }
        let is_leaf = pool.width(next) == 1
            && match pool.op(next) {
                Op::Eq => pool.width(pool.child(next, 0)) > 1,
                Op::Ult | Op::Slt | Op::Ule | Op::Sle | Op::FpEq(_) | Op::FpLt(_) | Op::FpLe(_) => true,
                Op::Var(_) => true,
                Op::Extract { .. } => matches!(pool.op(pool.child(next, 0)), Op::Var(_)),
                _ => false,
            };
        if is_leaf {
            found.push(next);
        }
        stack.extend_from_slice(pool.children(next));
    }
    found.sort_by_key(|&leaf| pool.hash(leaf));
    Some(found)
}
