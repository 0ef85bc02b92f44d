//! The parts of a condition: sets of values of one input, and everything else as terms. An atom knows its term, by
//! which atoms are the same or not, and its text.

use crate::input::Inputs;
use crate::judge::Judge;
use crate::print::{Disguise, Printer};
use crate::ranges::{Ranges, Scale};
use crate::text::{Text, measure};
use incise_term::{Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// What cannot be printed is as long as this.
const UNPRINTABLE: usize = 10_000;

/// A condition that is not taken apart further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Atom {
    pub(crate) term: TermId,
    /// The values of one input, if it says no more than that.
    pub(crate) set: Option<(VarId, Ranges)>,
    /// How much there is to read.
    pub(crate) size: usize,
}

/// A conjunction of atoms.
pub(crate) type Cube = Vec<Atom>;

/// What atoms are made and printed with.
pub(crate) struct Context<'a> {
    pub(crate) inputs: &'a Inputs<'a>,
    pub(crate) disguises: FxHashMap<TermId, Disguise>,
    /// Was an atom written that depends on the bits of a NaN it computes?
    pub(crate) observes_nan: Cell<bool>,
}

impl Context<'_> {
    /// An atom of any term.
    pub(crate) fn atom(&self, pool: &Pool, term: TermId) -> Atom {
        let nothing = FxHashSet::default();
        let printed = Printer::new(pool, self.inputs, &self.disguises, &nothing).condition(term);
        let size = printed.map_or(UNPRINTABLE, |text| measure(text.as_str()));
        Atom { term, set: None, size }
    }

    /// An atom of the values of an input.
    pub(crate) fn set(&self, pool: &mut Pool, var: VarId, scale: Scale, ranges: Ranges) -> Atom {
        let x = pool.var_term(var);
        let term = ranges.term(pool, scale, x);
        let size = measure(self.set_text(var, scale, &ranges).as_str());
        Atom { term, set: Some((var, ranges)), size }
    }

    fn set_text(&self, var: VarId, scale: Scale, ranges: &Ranges) -> Text {
        ranges.text(scale, self.inputs.get(var).map_or("", |input| &input.text))
    }

    /// The text of a set of values; of other atoms there is none yet, because it depends on what stands before it.
    pub(crate) fn text_of_set(&self, pool: &Pool, atom: &Atom) -> Option<Text> {
        let (var, ranges) = atom.set.as_ref()?;
        Some(self.set_text(*var, self.scale(pool, *var)?, ranges))
    }

    /// The order of the values of an input, if it is an integer.
    pub(crate) fn scale(&self, pool: &Pool, var: VarId) -> Option<Scale> {
        Scale::of(pool, self.inputs.get(var)?)
    }
}

pub(crate) fn terms(cube: &[Atom]) -> Vec<TermId> {
    cube.iter().map(|atom| atom.term).collect()
}

/// The conjunction of a cube.
pub(crate) fn cube_term(judge: &mut Judge, cube: &[Atom]) -> TermId {
    judge.all(&terms(cube))
}

/// All atoms but one.
pub(crate) fn without(cube: &[Atom], position: usize) -> Cube {
    let mut rest = cube.to_vec();
    rest.remove(position);
    rest
}

/// Positions from the largest atom to the smallest; of equal ones the last first.
pub(crate) fn largest_first(pool: &Pool, cube: &[Atom]) -> Vec<TermId> {
    let mut order: Vec<&Atom> = cube.iter().collect();
    order.sort_by_key(|atom| (std::cmp::Reverse(atom.size), pool.hash(atom.term)));
    order.into_iter().map(|atom| atom.term).collect()
}
