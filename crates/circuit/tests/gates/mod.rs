//! Builders for tests: one that evaluates, one that counts; and a source of random numbers.
#![allow(dead_code, reason = "each test file uses a part")]

use incise_circuit::{Gates, Relations};

/// A value that a circuit may or may not look at: only `known` bits are constants to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bit {
    pub value: bool,
    pub known: bool,
}

/// Computes the value of every gate at once, and folds what a builder of formulas would.
#[derive(Default)]
pub struct Evaluate {
    /// What `fresh` gives out, from the end.
    pub fresh: Vec<bool>,
    /// Whether an asserted clause did not hold.
    pub violated: bool,
}

impl Gates for Evaluate {
    type Lit = Bit;

    fn constant(&self, value: bool) -> Bit {
        Bit { value, known: true }
    }

    fn as_constant(&self, a: Bit) -> Option<bool> {
        a.known.then_some(a.value)
    }

    fn not(&self, a: Bit) -> Bit {
        Bit { value: !a.value, known: a.known }
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let is_false = |a: Bit| a.known && !a.value;
        Bit { value: a.value && b.value, known: a.known && b.known || is_false(a) || is_false(b) }
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        Bit { value: a.value ^ b.value, known: a.known && b.known }
    }

    fn mux(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        let value = if condition.value { then.value } else { otherwise.value };
        let known = match (condition.known, then.known, otherwise.known) {
            (true, then, otherwise) => {
                if condition.value {
                    then
                } else {
                    otherwise
                }
            }
            (false, true, true) => then.value == otherwise.value,
            _ => false,
        };
        Bit { value, known }
    }
}

impl Relations for Evaluate {
    fn fresh(&mut self) -> Bit {
        Bit { value: self.fresh.pop().expect("a value for each variable"), known: false }
    }

    fn assert_clause(&mut self, literals: &[Bit]) {
        self.violated |= literals.iter().all(|a| !a.value);
    }
}

/// Evaluates a circuit on 64 inputs at once, none of whose bits are constants to it.
pub struct Lanes;

impl Gates for Lanes {
    type Lit = u64;

    fn constant(&self, value: bool) -> u64 {
        if value { u64::MAX } else { 0 }
    }

    fn as_constant(&self, _: u64) -> Option<bool> {
        None
    }

    fn not(&self, a: u64) -> u64 {
        !a
    }

    fn and(&mut self, a: u64, b: u64) -> u64 {
        a & b
    }

    fn xor(&mut self, a: u64, b: u64) -> u64 {
        a ^ b
    }

    fn mux(&mut self, condition: u64, then: u64, otherwise: u64) -> u64 {
        condition & then | !condition & otherwise
    }

    fn majority(&mut self, a: u64, b: u64, c: u64) -> u64 {
        a & b | a & c | b & c
    }
}

/// One literal a bit, one value a lane; at most 64 values.
pub fn spread(width: usize, values: impl Iterator<Item = u128>) -> Vec<u64> {
    let mut literals = vec![0; width];
    for (lane, value) in values.enumerate() {
        for (i, literal) in literals.iter_mut().enumerate() {
            *literal |= (value >> i & 1) as u64 * (1 << lane);
        }
    }
    literals
}

/// The value of one lane.
pub fn lane(literals: &[u64], lane: usize) -> u128 {
    literals.iter().enumerate().fold(0, |value, (i, literal)| value | u128::from(literal >> lane & 1) << i)
}

/// Counts gates after constant folding and sharing of equal gates.
#[derive(Default)]
pub struct Count {
    pub n_variables: i64,
    /// Two-input conjunctions and exclusive ors.
    pub n_two_input: usize,
    /// `mux`, `majority`, `xor3`, each of which a formula can encode with one variable.
    pub n_wide: usize,
    seen: std::collections::HashMap<(u8, [i64; 3]), i64>,
}

/// Literal 1 is true, −1 false.
impl Count {
    pub fn input(&mut self, width: usize) -> Vec<i64> {
        (0..width).map(|_| self.variable()).collect()
    }

    fn variable(&mut self) -> i64 {
        self.n_variables += 1;
        self.n_variables + 1
    }

    fn gate(&mut self, kind: u8, inputs: [i64; 3]) -> i64 {
        if let Some(&output) = self.seen.get(&(kind, inputs)) {
            return output;
        }
        if kind < 2 {
            self.n_two_input += 1
        } else {
            self.n_wide += 1
        }
        let output = self.variable();
        self.seen.insert((kind, inputs), output);
        output
    }
}

impl Gates for Count {
    type Lit = i64;

    fn constant(&self, value: bool) -> i64 {
        if value { 1 } else { -1 }
    }

    fn as_constant(&self, a: i64) -> Option<bool> {
        (a.abs() == 1).then_some(a == 1)
    }

    fn not(&self, a: i64) -> i64 {
        -a
    }

    fn and(&mut self, a: i64, b: i64) -> i64 {
        match (a.min(b), a.max(b)) {
            (a, b) if a == -1 || b == -1 || a == -b => -1,
            (a, b) if a == 1 || a == b => b,
            (a, 1) => a,
            (a, b) => self.gate(0, [a, b, 0]),
        }
    }

    fn xor(&mut self, a: i64, b: i64) -> i64 {
        let sign = a.signum() * b.signum();
        match (a.abs().min(b.abs()), a.abs().max(b.abs())) {
            (1, b) => -sign * b,
            (a, b) if a == b => -sign,
            (a, b) => sign * self.gate(1, [a, b, 0]),
        }
    }

    fn mux(&mut self, condition: i64, then: i64, otherwise: i64) -> i64 {
        match (condition, then, otherwise) {
            (1, t, _) => t,
            (-1, _, e) => e,
            (_, t, e) if t == e => t,
            (c, t, e) if t == -e => -self.xor(c, t),
            (c, 1, e) => self.or(c, e),
            (c, -1, e) => self.and(-c, e),
            (c, t, 1) => self.or(-c, t),
            (c, t, -1) => self.and(c, t),
            (c, t, e) if c == t => self.or(c, e),
            (c, t, e) if c == -t => self.and(-c, e),
            (c, t, e) if c == e => self.and(c, t),
            (c, t, e) if c == -e => self.or(-c, t),
            (c, t, e) => self.gate(2, [c, t, e]),
        }
    }

    fn majority(&mut self, a: i64, b: i64, c: i64) -> i64 {
        for (a, b, c) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.as_constant(a) {
                Some(true) => return self.or(b, c),
                Some(false) => return self.and(b, c),
                None if b == c => return b,
                None if b == -c => return a,
                None => {}
            }
        }
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        self.gate(3, inputs)
    }

    fn xor3(&mut self, a: i64, b: i64, c: i64) -> i64 {
        let foldable =
            [a, b, c].iter().any(|x| x.abs() == 1) || a.abs() == b.abs() || b.abs() == c.abs() || a.abs() == c.abs();
        if foldable {
            let (a, b, c) = if a.abs() == c.abs() { (a, c, b) } else { (a, b, c) };
            if b.abs() == c.abs() || c.abs() == 1 {
                let bc = self.xor(b, c);
                return self.xor(a, bc);
            }
            let ab = self.xor(a, b);
            return self.xor(ab, c);
        }
        let mut inputs = [a.abs(), b.abs(), c.abs()];
        inputs.sort_unstable();
        a.signum() * b.signum() * c.signum() * self.gate(4, inputs)
    }
}

/// xorshift64*, seeded: the same numbers in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// The bits of `value`, those under `known` constants to the circuit.
pub fn bits(width: usize, value: u128, known: u128) -> Vec<Bit> {
    let at = |value: u128, i: usize| i < 128 && value >> i & 1 == 1;
    (0..width).map(|i| Bit { value: at(value, i), known: at(known, i) }).collect()
}

pub fn value(bits: &[Bit]) -> u128 {
    bits.iter().enumerate().fold(0, |value, (i, bit)| value | u128::from(bit.value) << i)
}
