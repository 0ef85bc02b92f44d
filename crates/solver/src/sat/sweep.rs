//! Sweeping: gates that are equal are one, also when their structure is not.
//!
//! Every gate is simulated on some inputs as it is made. One that agrees with an earlier gate (or its complement) on all of them is
//! compared with it by a small SAT call: if they are equal the earlier one takes its place, so that whatever is built on
//! it shares structure too; if not, the input that tells them apart, and some near it, join the simulation. Two
//! computations of the same value thus become the same gates from the inputs up [kuehlmann-krohm-1997, mishchenko-2006].
//!
//! *Invariant.* Under the assumptions given to [`Sweeper::assume`] (none before that) a gate has the same value as what it
//! was replaced by, for every input.

use super::{Gate, Limit, Lit, SatSolver, Status};
use crate::work;
use rustc_hash::FxHashMap;

/// Conflicts that one comparison may cost.
const CONFLICTS_PER_PAIR: u64 = 100;
/// Conflicts of all comparisons.
const MAX_CONFLICTS: u64 = 60_000;
/// Inputs found by SAT that join the simulation.
const MAX_COUNTEREXAMPLES: usize = 400;

/// What a variable is.
enum Definition {
    Free,
    Gate(Gate),
    All(Box<[Lit]>),
}

pub(crate) struct Sweeper {
    definitions: Vec<Definition>,
    /// 64 inputs each: by word, then by variable.
    words: Vec<Vec<u64>>,
    /// The inputs of each word on which the assumptions hold.
    valid: Vec<u64>,
    assumptions: Vec<Lit>,
    /// Variables that stand for themselves, by what they are on the valid inputs.
    classes: FxHashMap<u64, Vec<u32>>,
    representatives: Vec<u32>,
    random: u64,
    n_counterexamples: usize,
    conflicts: u64,
    /// When comparisons end; its work is that of the whole instance.
    limit: Limit,
    /// Gates that were replaced by others.
    pub(super) n_merged: u64,
}

impl Sweeper {
    pub(crate) fn new(limit: Limit) -> Sweeper {
        Sweeper {
            definitions: Vec::new(),
            words: vec![Vec::new(); 4],
            valid: vec![u64::MAX; 4],
            assumptions: Vec::new(),
            classes: FxHashMap::default(),
            representatives: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            n_counterexamples: 0,
            conflicts: 0,
            limit,
            n_merged: 0,
        }
    }

    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A new variable that is no gate.
    pub(crate) fn free(&mut self, lit: Lit) {
        debug_assert_eq!(lit.0 as usize >> 1, self.definitions.len());
        self.definitions.push(Definition::Free);
        for word in 0..self.words.len() {
            let (a, b, c) = (self.next(), self.next(), self.next());
            let value = match word % 4 {
                0 | 1 => a,
                2 => a & b & c,
                _ => a | b | c,
            };
            self.words[word].push(value);
        }
        self.enter(lit.0 >> 1);
    }

    /// The variable that is always true.
    pub(crate) fn truth(&mut self, lit: Lit) {
        self.free(lit);
        self.words.iter_mut().for_each(|word| word[0] = u64::MAX);
        self.rebuild();
    }

    /// The first simulated inputs are near this value of a free variable.
    pub(crate) fn near(&mut self, lit: Lit, value: bool) {
        let flips = self.next() & self.next() & self.next() & !1;
        let value = if value { u64::MAX } else { 0 };
        self.words[0][lit.0 as usize >> 1] = value ^ flips;
    }

    /// From now on gates need to be equal only where these literals hold.
    pub(crate) fn assume(&mut self, literals: &[Lit]) {
        self.assumptions = literals.to_vec();
        self.resimulate();
    }

    /// What stands for a new gate: itself, or an equal literal that is older.
    pub(crate) fn gate(&mut self, sat: &mut impl SatSolver, gate: Gate, output: Lit) -> Lit {
        self.settle(sat, Definition::Gate(gate), output)
    }

    /// The same for a conjunction of many.
    pub(crate) fn all(&mut self, sat: &mut impl SatSolver, inputs: &[Lit], output: Lit) -> Lit {
        self.settle(sat, Definition::All(inputs.into()), output)
    }

    fn settle(&mut self, sat: &mut impl SatSolver, definition: Definition, output: Lit) -> Lit {
        let var = output.0 >> 1;
        debug_assert_eq!(var as usize, self.definitions.len());
        for word in &mut self.words {
            let value = simulate(&definition, word);
            word.push(value);
        }
        self.definitions.push(definition);
        for _ in 0..4 {
            let Some(candidate) = self.candidate(var) else { break };
            match self.compare(sat, output, candidate) {
                Some(Status::Unsat) => {
                    self.n_merged += 1;
                    return candidate;
                }
                Some(Status::Sat) => {}
                _ => return output,
            }
        }
        self.enter(var);
        output
    }

    /// An older literal that agrees on all valid inputs.
    fn candidate(&self, var: u32) -> Option<Lit> {
        let (key, negated) = self.signature(var);
        for &other in self.classes.get(&key)? {
            let (_, other_negated) = self.signature(other);
            let differs = negated != other_negated;
            let flip = if differs { u64::MAX } else { 0 };
            let same = self
                .words
                .iter()
                .zip(&self.valid)
                .all(|(word, valid)| (word[var as usize] ^ word[other as usize] ^ flip) & valid == 0);
            if same {
                return Some(Lit(other << 1 | u32::from(differs)));
            }
        }
        None
    }

    /// A hash of the values on valid inputs, the same for the complement.
    fn signature(&self, var: u32) -> (u64, bool) {
        let mut first = None;
        let mut hash = 0u64;
        for (word, &valid) in self.words.iter().zip(&self.valid) {
            if valid == 0 {
                continue;
            }
            let value = word[var as usize];
            let negated = *first.get_or_insert(value >> valid.trailing_zeros() & 1 == 1);
            let value = if negated { !value } else { value } & valid;
            hash = (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        (hash, first.unwrap_or(false))
    }

    fn enter(&mut self, var: u32) {
        self.representatives.push(var);
        let (key, _) = self.signature(var);
        self.classes.entry(key).or_default().push(var);
    }

    fn rebuild(&mut self) {
        self.classes.clear();
        for var in std::mem::take(&mut self.representatives) {
            self.enter(var);
        }
    }

    /// Unsat: the two are equal. Sat: they are not, and the simulation knows it now. `None`: nothing is left to spend.
    fn compare(&mut self, sat: &mut impl SatSolver, a: Lit, b: Lit) -> Option<Status> {
        if self.conflicts >= MAX_CONFLICTS || self.limit.is_reached(sat.spent().work) {
            return None;
        }
        let limit = Limit {
            conflicts: Some(self.limit.conflicts.unwrap_or(u64::MAX).min(CONFLICTS_PER_PAIR)),
            work: None,
            deadline: self.limit.deadline,
        };
        for (a, b) in [(a, !b), (!a, b)] {
            let assumptions = [&self.assumptions[..], &[a, b]].concat();
            let before = sat.spent().conflicts;
            let status = sat.solve(&assumptions, limit, None);
            self.conflicts += sat.spent().conflicts - before;
            match status {
                Status::Unsat => {}
                Status::Limit => return Some(Status::Limit),
                Status::Sat => {
                    if self.n_counterexamples >= MAX_COUNTEREXAMPLES {
                        return Some(Status::Limit);
                    }
                    self.n_counterexamples += 1;
                    self.learn(sat);
                    return Some(Status::Sat);
                }
            }
        }
        Some(Status::Unsat)
    }

    /// The model of SAT and inputs near it join the simulation.
    fn learn(&mut self, sat: &mut impl SatSolver) {
        let mut word = Vec::with_capacity(self.definitions.len());
        for var in 0..self.definitions.len() {
            let value = match self.definitions[var] {
                Definition::Free => {
                    let flips = self.next() & self.next() & self.next() & self.next() & !1;
                    let flips = if var == 0 { 0 } else { flips };
                    (if sat.value(Lit((var as u32) << 1)) { u64::MAX } else { 0 }) ^ flips
                }
                _ => 0,
            };
            word.push(value);
        }
        self.words.push(word);
        self.valid.push(u64::MAX);
        sat.count((self.words.len() * self.definitions.len()) as u64 / work::GATES_SIMULATED);
        self.resimulate();
    }

    fn resimulate(&mut self) {
        for (word, valid) in self.words.iter_mut().zip(&mut self.valid) {
            for (var, definition) in self.definitions.iter().enumerate() {
                if !matches!(definition, Definition::Free) {
                    word[var] = simulate(definition, word);
                }
            }
            *valid = self.assumptions.iter().fold(u64::MAX, |valid, &lit| valid & literal(word, lit));
        }
        self.rebuild();
    }
}

fn literal(word: &[u64], lit: Lit) -> u64 {
    let value = word[lit.0 as usize >> 1];
    if lit.0 & 1 == 1 { !value } else { value }
}

fn simulate(definition: &Definition, word: &[u64]) -> u64 {
    let of = |lit: Lit| literal(word, lit);
    match definition {
        Definition::Free => 0,
        Definition::All(inputs) => inputs.iter().fold(u64::MAX, |all, &lit| all & of(lit)),
        Definition::Gate(gate) => match *gate {
            Gate::And(a, b) => of(a) & of(b),
            Gate::Xor(a, b) => of(a) ^ of(b),
            Gate::Mux(c, a, b) => of(c) & of(a) | !of(c) & of(b),
            Gate::Majority(a, b, c) => of(a) & of(b) | of(a) & of(c) | of(b) & of(c),
            Gate::Xor3(a, b, c) => of(a) ^ of(b) ^ of(c),
        },
    }
}
