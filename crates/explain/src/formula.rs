//! The text of a disjunction of conjunctions: what several have in common is written once, and each atom is written
//! knowing what was found true before it is evaluated.

use crate::atom::{Atom, Context, Cube, terms};
use crate::error::Error;
use crate::judge::Judge;
use crate::print::{Printer, side_condition};
use crate::text::{Level, Text};
use incise_term::{Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

impl Context<'_> {
    /// The text of the disjunction, evaluated where all of `before` are known to hold.
    pub(crate) fn text(&self, judge: &mut Judge, cubes: &[Cube], before: &[TermId]) -> Result<Text, Error> {
        if cubes.is_empty() {
            return Ok(Text::atom("0"));
        }
        if cubes.iter().any(|cube| cube.is_empty()) {
            return Ok(Text::atom("1"));
        }
        if let [cube] = cubes {
            return self.conjunction(judge, cube, before);
        }
        let Some(shared) = most_shared(judge.pool, cubes) else {
            let mut cubes = cubes.to_vec();
            cubes.sort_by_cached_key(|cube| self.key(judge.pool, cube));
            let mut texts = Vec::new();
            for cube in &cubes {
                texts.push(self.conjunction(judge, cube, before)?);
            }
            return Ok(texts
                .into_iter()
                .reduce(|a, b| Text::binary(Level::Or, "||", a, b))
                .unwrap_or_else(|| Text::atom("0")));
        };
        let (with, without): (Vec<Cube>, Vec<Cube>) =
            cubes.iter().cloned().partition(|cube| cube.iter().any(|atom| atom.term == shared.term));
        let first = self.conjunction(judge, std::slice::from_ref(&shared), before)?;
        let rest: Vec<Cube> =
            (with.into_iter()).map(|cube| cube.into_iter().filter(|atom| atom.term != shared.term).collect()).collect();
        let mut known = before.to_vec();
        known.push(shared.term);
        let rest = self.text(judge, &rest, &known)?;
        let factored = if rest.as_str() == "1" { first } else { Text::binary(Level::And, "&&", first, rest) };
        if without.is_empty() {
            return Ok(factored);
        }
        let others = self.text(judge, &without, before)?;
        Ok(Text::binary(Level::Or, "||", factored, others))
    }

    /// Where a cube stands among others: by its first input, then the shorter one.
    fn key(&self, pool: &Pool, cube: &Cube) -> (usize, usize, Vec<u64>) {
        let first = cube.iter().map(|atom| self.inputs.first(pool, atom.term)).min().unwrap_or(0);
        let size = cube.iter().map(|atom| atom.size + 1).sum();
        (first, size, cube.iter().map(|atom| pool.hash(atom.term)).collect())
    }

    fn conjunction(&self, judge: &mut Judge, cube: &[Atom], before: &[TermId]) -> Result<Text, Error> {
        let mut atoms: Vec<(Vec<(TermId, TermId)>, &Atom)> =
            cube.iter().map(|atom| (partial(judge.pool, atom.term), atom)).collect();
        // What C does not define everywhere comes after what may guard it.
        let inputs = self.inputs;
        atoms.sort_by_key(|(partial, atom)| {
            let pool = &judge.pool;
            (!partial.is_empty(), inputs.first(pool, atom.term), atom.set.is_none(), atom.size, pool.hash(atom.term))
        });
        let mut known = before.to_vec();
        known.extend_from_slice(judge.assumed());
        let mut text: Option<Text> = None;
        for (partial, atom) in atoms {
            let safe: FxHashSet<TermId> =
                partial.into_iter().filter(|&(_, needs)| judge.implies(&known, needs)).map(|(node, _)| node).collect();
            let next = match self.text_of_set(judge.pool, atom) {
                Some(text) => text,
                None => {
                    let mut printer = Printer::new(judge.pool, self.inputs, &self.disguises, &safe);
                    let text = printer.condition(atom.term)?;
                    self.observes_nan.set(self.observes_nan.get() || printer.observes_nan);
                    text
                }
            };
            known.push(atom.term);
            text = Some(match text {
                Some(text) => Text::binary(Level::And, "&&", text, next),
                None => next,
            });
        }
        Ok(text.unwrap_or_else(|| Text::atom("1")))
    }
}

/// The atom that most cubes have, if more than one has it; of several the longest.
fn most_shared(pool: &Pool, cubes: &[Cube]) -> Option<Atom> {
    let mut counts: FxHashMap<TermId, (usize, &Atom)> = FxHashMap::default();
    for cube in cubes {
        for atom in cube {
            counts.entry(atom.term).or_insert((0, atom)).0 += 1;
        }
    }
    let shared = counts.into_values().filter(|&(count, _)| count > 1);
    let most = shared.max_by_key(|&(count, atom)| (count, atom.size, pool.hash(atom.term)));
    most.map(|(_, atom)| atom.clone())
}

/// The operators in a term that C defines only for some operands, each with what they need.
fn partial(pool: &mut Pool, t: TermId) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    let (mut seen, mut stack) = (FxHashSet::default(), vec![t]);
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        if let Some(needs) = side_condition(pool, next) {
            if pool.is_true(needs) {
                continue;
            }
            found.push((next, needs));
        }
        stack.extend_from_slice(pool.children(next));
    }
    found
}

/// The conjunction of the terms of each cube.
pub(crate) fn cube_terms(judge: &mut Judge, cubes: &[Cube]) -> Vec<TermId> {
    cubes.iter().map(|cube| judge.all(&terms(cube))).collect()
}
