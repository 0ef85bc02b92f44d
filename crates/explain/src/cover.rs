//! Minimises a disjunction of conjunctions, as in two-level logic minimisation (cubes, covers): neighbours merge, each cube is
//! expanded within the condition to a shorter one, and cubes that the others cover are dropped.

use crate::atom::{Atom, Context, Cube, cube_term, largest_first, terms, without};
use crate::judge::Judge;
use crate::ranges::Ranges;
use incise_term::{TermId, VarId};
use rustc_hash::FxHashMap;

impl Context<'_> {
    /// Cubes that together are as `condition` is; an empty cube means that it always holds.
    pub(crate) fn cover(&self, judge: &mut Judge, condition: TermId, cubes: Vec<Cube>) -> Vec<Cube> {
        let mut cubes = self.merged(judge, cubes);
        let outside = judge.negation(condition);
        for i in 0..cubes.len() {
            cubes[i] = self.widened(judge, &outside, &cubes, i);
        }
        let cubes = self.merged(judge, cubes);
        self.needed(judge, cubes)
    }

    /// Two cubes that differ in one atom only are one cube if the atoms are sets of the same input, or opposites.
    fn merged(&self, judge: &mut Judge, cubes: Vec<Cube>) -> Vec<Cube> {
        let mut cubes: Vec<Cube> = cubes.into_iter().map(|cube| self.sorted(judge, cube)).collect();
        loop {
            cubes.dedup_by_key(|cube| terms(cube));
            let Some((i, j, merged)) = self.mergeable(judge, &cubes) else { return cubes };
            cubes.remove(j);
            cubes[i] = self.sorted(judge, merged);
        }
    }

    pub(crate) fn sorted(&self, judge: &Judge, mut cube: Cube) -> Cube {
        let pool = &judge.pool;
        cube.sort_by_key(|atom| (self.inputs.first(pool, atom.term), pool.hash(atom.term)));
        cube
    }

    fn mergeable(&self, judge: &mut Judge, cubes: &[Cube]) -> Option<(usize, usize, Cube)> {
        // By what is left without one atom; an absent set is the full set.
        let mut rests: FxHashMap<Vec<TermId>, Vec<(usize, Option<usize>)>> = FxHashMap::default();
        for (i, cube) in cubes.iter().enumerate() {
            let whole = terms(cube);
            let mut keys = vec![(None, whole.clone())];
            keys.extend((0..cube.len()).map(|at| (Some(at), terms(&without(cube, at)))));
            for (at, key) in keys {
                for &(j, other) in rests.get(&key).into_iter().flatten() {
                    if i != j
                        && let Some(merged) = self.merge(judge, (&cubes[j], other), (cube, at))
                    {
                        return Some((j, i, merged));
                    }
                }
                rests.entry(key).or_default().push((i, at));
            }
        }
        None
    }

    fn merge(&self, judge: &mut Judge, a: (&Cube, Option<usize>), b: (&Cube, Option<usize>)) -> Option<Cube> {
        let (Some(at_a), Some(at_b)) = (a.1, b.1) else {
            // One cube is the other without an atom: the smaller conjunction includes it.
            return Some(if a.1.is_none() { a.0.clone() } else { b.0.clone() });
        };
        let (x, y) = (&a.0[at_a], &b.0[at_b]);
        let mut rest = without(a.0, at_a);
        if judge.pool.not(x.term) == y.term {
            return Some(rest);
        }
        let (Some((var, of_x)), Some((other, of_y))) = (&x.set, &y.set) else {
            let either = self.either(judge, x, y)?;
            rest.push(either);
            return Some(rest);
        };
        if var != other {
            return None;
        }
        let scale = self.scale(judge.pool, *var)?;
        let union = of_x.union(of_y);
        if !union.is_full(scale) {
            rest.push(self.set(judge.pool, *var, scale, union));
        }
        Some(rest)
    }

    /// One atom that says what two say about the same inputs.
    fn either(&self, judge: &mut Judge, x: &Atom, y: &Atom) -> Option<Atom> {
        if judge.pool.var_set(x.term) != judge.pool.var_set(y.term) {
            return None;
        }
        let either = judge.any(&[x.term, y.term]);
        let both = Atom { term: either, set: None, size: x.size + y.size };
        self.shorter(judge, &[], &both)
    }

    /// A larger cube with less to say that has nothing outside the condition.
    fn widened(&self, judge: &mut Judge, outside: &[TermId], cubes: &[Cube], i: usize) -> Cube {
        let mut cube = cubes[i].clone();
        for term in largest_first(judge.pool, &cube) {
            let Some(position) = cube.iter().position(|atom| atom.term == term) else { continue };
            let rest = without(&cube, position);
            if self.lies_within(judge, &rest, None, outside) {
                cube = rest;
                continue;
            }
            let Some((var, ranges)) = cube[position].set.clone() else { continue };
            for wider in self.wider(judge, var, &ranges, cubes) {
                if wider.size <= cube[position].size && self.lies_within(judge, &rest, Some(&wider), outside) {
                    cube[position] = wider;
                    break;
                }
            }
        }
        cube
    }

    fn lies_within(&self, judge: &mut Judge, cube: &[Atom], more: Option<&Atom>, outside: &[TermId]) -> bool {
        let mut conjuncts = terms(cube);
        conjuncts.extend(more.map(|atom| atom.term));
        conjuncts.extend_from_slice(outside);
        judge.excludes(&conjuncts)
    }

    /// Larger sets, shortest first: unions with the sets of other cubes, and sets without ends or holes.
    fn wider(&self, judge: &mut Judge, var: VarId, ranges: &Ranges, cubes: &[Cube]) -> Vec<Atom> {
        let Some(scale) = self.scale(judge.pool, var) else { return Vec::new() };
        let mut sets = ranges.relaxed(scale);
        for (other, more) in cubes.iter().flatten().filter_map(|atom| atom.set.as_ref()) {
            let union = ranges.union(more);
            if *other == var && union != *ranges && !union.is_full(scale) {
                sets.push(union);
            }
        }
        sets.sort();
        sets.dedup();
        let mut atoms: Vec<Atom> = sets.into_iter().map(|set| self.set(judge.pool, var, scale, set)).collect();
        atoms.sort_by_key(|atom| atom.size);
        atoms
    }

    /// Drops cubes that the others cover, the largest text first.
    fn needed(&self, judge: &mut Judge, mut cubes: Vec<Cube>) -> Vec<Cube> {
        let mut order: Vec<Vec<TermId>> = cubes.iter().map(|cube| terms(cube)).collect();
        let size = |cube: &Cube| cube.iter().map(|atom| atom.size + 1).sum::<usize>();
        let sizes: FxHashMap<Vec<TermId>, usize> = cubes.iter().map(|cube| (terms(cube), size(cube))).collect();
        order.sort_by_key(|key| {
            (std::cmp::Reverse(sizes[key]), key.iter().map(|&t| judge.pool.hash(t)).collect::<Vec<_>>())
        });
        for key in order {
            let Some(position) = cubes.iter().position(|cube| terms(cube) == key) else { continue };
            let mut conjuncts = key;
            for (i, cube) in cubes.iter().enumerate() {
                if i != position {
                    let term = cube_term(judge, cube);
                    conjuncts.extend(judge.negation(term));
                }
            }
            if cubes.len() > 1 && judge.excludes(&conjuncts) {
                cubes.remove(position);
            }
        }
        cubes
    }
}
