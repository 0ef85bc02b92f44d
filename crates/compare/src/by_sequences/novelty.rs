//! What is new about a pair of private states.
//!
//! A state is seen as a set of atoms: that a scalar holds a number, and which blocks the call executed that led there. Pairs of states with an atom
//! that no other had come first, then those with a pair of atoms that no other had.
//!
//! *Source*: N. Lipovetzky, H. Geffner, Width and serialization of classical planning problems, ECAI 2012.

use crate::by_sequences::callee::hashed;
use crate::by_sequences::concrete_states::{Left, Point};
use incise_engine::{Memory, Object, ObjectId, Prepared, Read, Value, only_read, scalars};
use std::collections::{BTreeSet, HashSet};

/// Numbers up to this are told apart; of greater ones only those in the program, and how many bits others have.
const SMALL: u64 = 160;
/// The most scalars of which pairs are looked at.
const MAX_PAIRED: usize = 40;
/// The most scalars of a version.
const MAX_SCALARS: usize = 400;

/// A scalar of private state.
struct Place {
    object: ObjectId,
    offset: usize,
    size: usize,
}

/// How new a pair of states is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Novelty {
    /// It has an atom that none had.
    Atom,
    /// It has a pair of atoms that none had.
    Pair,
    /// It is another pair of states.
    State,
    /// It was reached before.
    None,
}

/// The pairs of states that were reached.
pub(crate) struct Reached {
    places: [Vec<Place>; 2],
    /// Numbers in the program.
    numbers: BTreeSet<u64>,
    /// Objects up to this are variables.
    n_globals: [usize; 2],
    states: HashSet<u64>,
    atoms: HashSet<u64>,
    pairs: HashSet<u64>,
}

impl Reached {
    /// Nothing but the initial states.
    pub(crate) fn new(programs: [&Prepared<'_>; 2], root: &Point, numbers: &[i128]) -> Reached {
        let mut reached = Reached {
            places: programs.map(places),
            numbers: numbers.iter().map(|number| *number as u64).collect(),
            n_globals: [root.new.memory.n_made(), root.old.memory.n_made()],
            states: HashSet::new(),
            atoms: HashSet::new(),
            pairs: HashSet::new(),
        };
        reached.add(root, 0);
        reached
    }

    /// What the scalars hold, the new version's first, and other memory.
    fn held(&self, point: &Point) -> Vec<u64> {
        let mut found = Vec::new();
        for (places, Left { memory, .. }) in self.places.iter().zip([&point.new, &point.old]) {
            found.extend(places.iter().map(|place| number(memory, place)));
        }
        found
    }

    /// A number for what a pair of states holds.
    fn state(&self, point: &Point, held: &[u64]) -> u64 {
        let mut words = held.to_vec();
        for (first, Left { memory, .. }) in self.n_globals.iter().zip([&point.new, &point.old]) {
            for index in *first..memory.n_made() {
                words.extend(memory.get(Memory::made(index)).into_iter().flat_map(contents));
            }
        }
        hashed(words.iter())
    }

    /// A number for a pair of states.
    pub(crate) fn key(&self, point: &Point) -> u64 {
        self.state(point, &self.held(point))
    }

    /// Adds a pair of states that a call which executed this has led to.
    pub(crate) fn add(&mut self, point: &Point, executed: u64) -> Novelty {
        let held = self.held(point);
        if !self.states.insert(self.state(point, &held)) {
            return Novelty::None;
        }
        let atom = |(place, number): (usize, &u64)| hashed([place as u64, self.told_apart(*number)].iter());
        let mut atoms: Vec<u64> = held.iter().enumerate().map(atom).collect();
        atoms.push(hashed([u64::MAX, executed].iter()));
        let mut found = Novelty::State;
        if atoms.len() <= MAX_PAIRED {
            for (at, first) in atoms.iter().enumerate() {
                for second in &atoms[at + 1..] {
                    if self.pairs.insert(hashed([*first, *second].iter())) {
                        found = Novelty::Pair;
                    }
                }
            }
        }
        for atom in atoms {
            if self.atoms.insert(atom) {
                found = Novelty::Atom;
            }
        }
        found
    }

    /// Numbers that are not told apart are one.
    fn told_apart(&self, number: u64) -> u64 {
        let size = number.min(number.wrapping_neg());
        if size <= SMALL || self.numbers.contains(&number) {
            return number;
        }
        let is_negative = u64::from(number != size);
        1 << 63 | is_negative << 62 | u64::from(64 - size.leading_zeros())
    }
}

/// The scalars of the private globals that something writes.
fn places(prepared: &Prepared<'_>) -> Vec<Place> {
    let module = prepared.module();
    let unwritten = only_read(module);
    let mut found = Vec::new();
    for (id, global) in module.globals.iter_ids() {
        let is_model = module.files.get(global.span.file).is_some_and(|file| file.path.starts_with('<'));
        if !global.internal || global.constant || is_model || unwritten.contains(&global.name) {
            continue;
        }
        let Some(object) = prepared.global_object(id) else { continue };
        let all = scalars(module, global.source_type, global.size).into_iter();
        let all = all.filter(|scalar| !scalar.path.starts_with("[pad "));
        found.extend(all.map(|scalar| Place { object, offset: scalar.offset as usize, size: scalar.size as usize }));
        found.truncate(MAX_SCALARS);
    }
    found
}

/// The number at a place, signed; an address where a pointer is.
fn number(memory: &Memory, place: &Place) -> u64 {
    let Some(object) = memory.get(place.object) else { return 0 };
    match object.read(place.offset, place.size.min(8)) {
        Read::Concrete(bits) => {
            let unused = 64 - 8 * place.size.clamp(1, 8) as u32;
            ((bits << unused) as i64 >> unused) as u64
        }
        Read::Whole(value) => address(&value),
        _ => 0,
    }
}

fn address(value: &Value) -> u64 {
    match value {
        Value::Ptr { address, .. } => *address,
        Value::Int(bits) => *bits,
        _ => 0,
    }
}

/// What an object holds, word by word.
fn contents(object: &Object) -> Vec<u64> {
    let size = object.size as usize;
    let mut found = vec![object.address];
    for at in (0..size).step_by(8) {
        found.push(match object.read(at, 8.min(size - at)) {
            Read::Concrete(bits) => bits,
            Read::Whole(value) => address(&value),
            _ => 0,
        });
    }
    found
}
