//! Simplification of one conjunction (a cube of a cover): constraints on one input become its set of values, what the rest implies goes,
//! what has a shorter equivalent in its place is replaced.

use crate::atom::{Atom, Context, Cube, largest_first, terms, without};
use crate::candidates::candidates;
use crate::judge::Judge;
use crate::learn::learn;
use incise_term::{Op, TermId, VarId};
use std::collections::BTreeMap;

impl Context<'_> {
    /// The conjunction as few and short atoms; `None` if no input satisfies it.
    pub(crate) fn simplified(&self, judge: &mut Judge, conjuncts: &[TermId]) -> Option<Cube> {
        let conjuncts = flattened(judge, conjuncts)?;
        if judge.excludes(&conjuncts) {
            return None;
        }
        let cube = self.by_input(judge, conjuncts);
        let cube = self.irredundant(judge, cube);
        let cube = self.replaced(judge, cube);
        // A replacement may be about one input now, or say what another one says.
        let cube = self.by_input(judge, terms(&cube));
        let cube = self.irredundant(judge, cube);
        Some(self.relaxed(judge, cube))
    }

    /// Conjuncts about one integer input as the set of its values, where that is a readable number of ranges.
    pub(crate) fn by_input(&self, judge: &mut Judge, conjuncts: Vec<TermId>) -> Cube {
        let mut cube = Cube::new();
        let mut single: BTreeMap<(usize, VarId), Vec<TermId>> = BTreeMap::new();
        for term in conjuncts {
            match judge.pool.vars(term) {
                &[var] if self.scale(judge.pool, var).is_some() => {
                    single.entry((self.inputs.position(var), var)).or_default().push(term);
                }
                _ => cube.push(self.atom(judge.pool, term)),
            }
        }
        for ((_, var), conjuncts) in single {
            let Some(scale) = self.scale(judge.pool, var) else { continue };
            let all = judge.all(&conjuncts);
            if let Some(ranges) = learn(judge, all, var, scale) {
                cube.push(self.set(judge.pool, var, scale, ranges));
                continue;
            }
            let (mut known, mut rest) = (Vec::new(), Vec::new());
            for conjunct in conjuncts {
                match learn(judge, conjunct, var, scale) {
                    Some(_) => known.push(conjunct),
                    None => rest.push(conjunct),
                }
            }
            let all = judge.all(&known);
            match learn(judge, all, var, scale) {
                Some(ranges) => cube.push(self.set(judge.pool, var, scale, ranges)),
                None => rest.extend(known),
            }
            cube.extend(rest.into_iter().map(|term| self.atom(judge.pool, term)));
        }
        cube.retain(|atom| !judge.pool.is_true(atom.term));
        cube
    }

    /// Drops what the other atoms imply, the longest first.
    pub(crate) fn irredundant(&self, judge: &mut Judge, mut cube: Cube) -> Cube {
        for term in largest_first(judge.pool, &cube) {
            let Some(position) = cube.iter().position(|atom| atom.term == term) else { continue };
            let rest = without(&cube, position);
            if judge.implies(&terms(&rest), term) {
                cube = rest;
            }
        }
        cube
    }

    /// Atoms replaced by shorter ones that are equivalent where the rest of the cube holds.
    fn replaced(&self, judge: &mut Judge, mut cube: Cube) -> Cube {
        for term in largest_first(judge.pool, &cube) {
            let Some(position) = cube.iter().position(|atom| atom.term == term) else { continue };
            let rest = without(&cube, position);
            if let Some(shorter) = self.shorter(judge, &rest, &cube[position]) {
                cube[position] = shorter;
            }
        }
        cube
    }

    /// A shorter atom, equivalent where the rest holds.
    pub(crate) fn shorter(&self, judge: &mut Judge, rest: &[Atom], atom: &Atom) -> Option<Atom> {
        if atom.set.is_some() {
            return None;
        }
        let mut shorter: Vec<Atom> = candidates(judge, self.inputs, atom.term)
            .into_iter()
            .map(|term| self.atom(judge.pool, term))
            .filter(|candidate| candidate.size < atom.size)
            .collect();
        shorter.sort_by_key(|candidate| (candidate.size, judge.pool.hash(candidate.term)));
        shorter.dedup();
        let rest = terms(rest);
        shorter.into_iter().find(|candidate| judge.same(&rest, candidate.term, atom.term))
    }

    /// Sets of values widened as far as the rest of the cube makes up for it.
    fn relaxed(&self, judge: &mut Judge, mut cube: Cube) -> Cube {
        for position in 0..cube.len() {
            let Some((var, ranges)) = cube[position].set.clone() else { continue };
            let Some(scale) = self.scale(judge.pool, var) else { continue };
            let rest = terms(&without(&cube, position));
            if rest.is_empty() {
                continue;
            }
            let mut wider: Vec<Atom> =
                ranges.relaxed(scale).into_iter().map(|ranges| self.set(judge.pool, var, scale, ranges)).collect();
            wider.retain(|candidate| candidate.size < cube[position].size);
            wider.sort_by_key(|candidate| candidate.size);
            for candidate in wider {
                let mut from = rest.clone();
                from.push(candidate.term);
                if judge.implies(&from, cube[position].term) {
                    cube[position] = candidate;
                    break;
                }
            }
        }
        cube
    }
}

/// The conjuncts of conjunctions, each once; `None` if one is false.
fn flattened(judge: &Judge, conjuncts: &[TermId]) -> Option<Vec<TermId>> {
    let mut flat = Vec::new();
    let mut stack: Vec<TermId> = conjuncts.iter().rev().copied().collect();
    while let Some(next) = stack.pop() {
        if judge.pool.is_false(next) {
            return None;
        }
        if judge.pool.op(next) == Op::And {
            stack.extend([judge.pool.child(next, 1), judge.pool.child(next, 0)]);
        } else if !judge.pool.is_true(next) && !flat.contains(&next) {
            flat.push(next);
        }
    }
    Some(flat)
}
