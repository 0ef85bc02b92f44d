//! Arguments that are worth a call: those that the solver gave for a path, numbers in the program and beside them, small ones.

use crate::by_sequences::callee::{Callee, Values, Variable};
use std::collections::BTreeSet;

/// Arguments of a function that are kept.
const MAX_KNOWN: usize = 48;
/// Floating-point numbers that are tried.
const FLOATS: [f64; 10] = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, -0.25, 1000.0, 37.5];

/// Arguments for every function.
pub(crate) struct Arguments {
    numbers: Vec<i128>,
    /// What the solver gave, by function.
    known: Vec<BTreeSet<Values>>,
    random: Random,
}

impl Arguments {
    /// Numbers of the program, and nothing that a solver gave.
    pub(crate) fn new(numbers: Vec<i128>, n_functions: usize) -> Arguments {
        Arguments { numbers, known: vec![BTreeSet::new(); n_functions], random: Random(0x2545_f491_4f6c_dd1d) }
    }

    /// Keeps arguments of a function.
    pub(crate) fn learn(&mut self, function: usize, values: &Values) {
        if self.known[function].len() < MAX_KNOWN {
            self.known[function].insert(values.clone());
        }
    }

    /// Arguments that tell calls apart: the number of the call.
    pub(crate) fn numbered(callee: &Callee<'_, '_>, number: u64) -> Values {
        let value = |variable: &Variable| match (variable.is_float, variable.width) {
            (true, 32) => u128::from((number as f32).to_bits()),
            (true, 64) => u128::from((number as f64).to_bits()),
            (_, width) => masked(u128::from(number), width),
        };
        callee.variables.iter().map(value).collect()
    }

    /// Arguments drawn for a function.
    pub(crate) fn drawn(&mut self, function: usize, callee: &Callee<'_, '_>) -> Values {
        let n_known = self.known[function].len();
        if n_known > 0 && self.random.below(2) == 0 {
            let at = self.random.below(n_known);
            return self.known[function].iter().nth(at).cloned().unwrap_or_default();
        }
        callee.variables.iter().map(|variable| self.number(*variable)).collect()
    }

    fn number(&mut self, variable: Variable) -> u128 {
        if variable.is_float {
            let float = FLOATS[self.random.below(FLOATS.len())];
            let number = match self.random.below(2) {
                0 => float,
                _ => self.numbers[self.random.below(self.numbers.len())] as f64,
            };
            return match variable.width {
                32 => u128::from((number as f32).to_bits()),
                _ => u128::from(number.to_bits()),
            };
        }
        let number = match self.random.below(8) {
            0..=3 => self.numbers[self.random.below(self.numbers.len())] as u128,
            4..=5 => self.random.below(12) as u128,
            6 => self.random.below(1000) as u128,
            _ => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
        };
        masked(number, variable.width)
    }

    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }
}

fn masked(number: u128, width: u32) -> u128 {
    if width >= 128 { number } else { number & ((1 << width) - 1) }
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }
}
