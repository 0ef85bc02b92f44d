//! Special-value testing: most computations that differ do so for some of the values people get wrong.
//!
//! Each trial gives every variable of the query a value: the kept witness's, a special one (ends of ranges, powers of two, zeros and
//! infinities and NaNs), a constant of the query or a neighbour of one, another variable's, or any. A trial that satisfies the
//! term and then every constraint answers the query; none refutes it. The numbers come from the structure of the term, so
//! the same query makes the same trials.

use crate::difference::is_difference;
use crate::memo::Decided;
use crate::query::Query;
use crate::solver::Solver;
use crate::work;
use incise_term::concrete::{self, mask};
use incise_term::{Format, Op, Pool, TermId, VarId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Operators evaluated in all trials of one query, at most; at least `MIN_TRIALS` are made.
const MAX_STEPS: usize = 6_000;
/// The same for queries about floats, which are dear to search for.
const MAX_FLOAT_STEPS: usize = 60_000;
const MIN_TRIALS: usize = 24;
const MAX_TRIALS: usize = 300;
const MAX_FLOAT_TRIALS: usize = 1_500;
/// Nodes looked at for constants and floats.
const MAX_NODES: usize = 2_000;

impl Solver {
    pub(crate) fn by_trials(&mut self, pool: &Pool, query: &Query) -> Option<Decided> {
        if query.has_applications {
            return None;
        }
        // What is asked of floats is seldom narrow, and dear to search for.
        if !is_difference(pool, query.term) && !asks_floats(pool, query.term) {
            return None;
        }
        let shape = Shape::of(pool, &[query.term]);
        let n_trials = shape.n_trials();
        let vars: Vec<VarId> = pool.set_members(query.vars).to_vec();
        let mut random = Random(pool.hash(query.term) | 1);
        let mut values = vec![0; vars.len()];
        for trial in 0..n_trials {
            self.stats.work += shape.n_nodes() as u64 * work::EVALUATION;
            for at in 0..vars.len() {
                let width = pool.var_info(vars[at]).width;
                let value = shape.value(&mut random, trial, width, &values[..at], query.values[at]);
                values[at] = query.allowed(at, width, value);
                self.scratch.set(vars[at], values[at]);
            }
            let satisfied = self.scratch.holds(pool, query.term)
                && query.base_constraints().iter().all(|&constraint| self.scratch.holds(pool, constraint));
            if satisfied {
                return Some(Decided::Sat(self.component(pool, query, values.into(), Rc::from([]), false)));
            }
        }
        None
    }

    /// Values of the variables that satisfy the constraints. What is tried depends on the structure of the constraints and on
    /// the order of both, on nothing else.
    pub(crate) fn guess(&mut self, pool: &Pool, constraints: &[TermId], vars: &[VarId]) -> Option<Vec<u128>> {
        if !constraints.iter().any(|&constraint| is_difference(pool, constraint)) {
            return None;
        }
        let shape = Shape::of(pool, constraints);
        let n_trials = shape.n_trials();
        let seed = constraints.iter().fold(1, |seed: u64, &term| seed.rotate_left(1) ^ pool.hash(term));
        let mut random = Random(seed | 1);
        let mut values = vec![0; vars.len()];
        for trial in 0..n_trials {
            for at in 0..vars.len() {
                let width = pool.var_info(vars[at]).width;
                values[at] = shape.value(&mut random, trial, width, &values[..at], 0);
                self.scratch.set(vars[at], values[at]);
            }
            if constraints.iter().all(|&constraint| self.scratch.holds(pool, constraint)) {
                return Some(values);
            }
        }
        None
    }
}

/// Whether a condition is about floats, as far as it shows near its top.
fn asks_floats(pool: &Pool, term: TermId) -> bool {
    let mut level = vec![term];
    for _ in 0..3 {
        if level.iter().any(|&term| format(pool.op(term)).is_some()) {
            return true;
        }
        level = level.iter().flat_map(|&term| pool.children(term).iter().copied()).take(16).collect();
    }
    false
}

/// Numbers from a seed (xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 32) as usize % n
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// What a query's values could be about.
pub(crate) struct Shape {
    constants: Vec<u128>,
    formats: Vec<Format>,
    n_nodes: usize,
}

impl Shape {
    pub(crate) fn of(pool: &Pool, terms: &[TermId]) -> Shape {
        let mut shape = Shape { constants: Vec::new(), formats: Vec::new(), n_nodes: 0 };
        let mut seen = FxHashSet::default();
        let mut stack: Vec<TermId> = terms.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) || seen.len() > MAX_NODES {
                continue;
            }
            shape.n_nodes += 1;
            if let Some(value) = pool.as_const(term) {
                shape.constants.push(value);
            }
            if let Some(format) = format(pool.op(term))
                && !shape.formats.contains(&format)
            {
                shape.formats.push(format);
            }
            stack.extend(pool.children(term));
        }
        shape.constants.sort_unstable();
        shape.constants.dedup();
        shape
    }

    pub(crate) fn has_floats(&self) -> bool {
        !self.formats.is_empty()
    }

    /// Terms that are evaluated in a trial.
    pub(crate) fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// Whether variables of this width are taken to be floats.
    pub(crate) fn is_float(&self, width: u32) -> bool {
        self.formats.iter().any(|format| format.width() == width)
    }

    fn n_trials(&self) -> usize {
        let (steps, trials) =
            if self.has_floats() { (MAX_FLOAT_STEPS, MAX_FLOAT_TRIALS) } else { (MAX_STEPS, MAX_TRIALS) };
        (steps / self.n_nodes.max(1)).clamp(MIN_TRIALS, trials)
    }

    pub(crate) fn value(&self, random: &mut Random, trial: usize, width: u32, earlier: &[u128], kept: u128) -> u128 {
        // What is as wide as the floats of the query is mostly one of them.
        if let Some(&format) = self.formats.iter().find(|format| format.width() == width)
            && random.below(4) != 0
        {
            return match trial % 4 {
                1 => alike(random, format),
                2 => concrete::fp_from_sint(format, 16, (random.below(19) as u128).wrapping_sub(9) & mask(16)),
                3 => decimal(random, format),
                _ => float(random, format),
            };
        }
        let value = match random.below(8) {
            // The first trials stay near the witness, which satisfies the path condition.
            0 | 1 if trial % 4 != 3 => kept,
            2 if !self.constants.is_empty() => {
                let constant = self.constants[random.below(self.constants.len())];
                let near = constant.wrapping_add(random.below(3) as u128).wrapping_sub(1);
                if random.below(4) == 0 { near.wrapping_neg() } else { near }
            }
            3 if !earlier.is_empty() => {
                let other = earlier[random.below(earlier.len())];
                other.wrapping_add(random.below(3) as u128).wrapping_sub(1)
            }
            4 | 5 => random.wide() >> random.below(width as usize),
            _ => special(random, width),
        };
        value & mask(width)
    }
}

/// The format whose numbers an operator is about.
fn format(op: Op) -> Option<Format> {
    match op {
        Op::FpFromUint(format) | Op::FpFromSint(format) => Some(format),
        _ => op.operand_format(),
    }
}

/// A number of the same size as others made so, with as many digits as there are: their sums and products are rounded.
fn alike(random: &mut Random, format: Format) -> u128 {
    let integer_bit = if format.has_explicit_integer_bit() { 1u128 << 63 } else { 0 };
    let exponent = format.bias() as u128 + random.below(5) as u128 - 2;
    let fraction = random.wide() & mask(format.fraction_bits());
    let sign = u128::from(random.below(4) == 0) << (format.width() - 1);
    sign | exponent << format.significand_field_bits() | integer_bit | fraction
}

/// A number people write: a few digits, a point, one or two more.
fn decimal(random: &mut Random, format: Format) -> u128 {
    let digits = (random.below(2_001) as u128).wrapping_sub(1_000) & mask(16);
    let unit = concrete::fp_from_uint(format, [1, 10, 100][random.below(3)]);
    concrete::fp_div(format, concrete::fp_from_sint(format, 16, digits), unit)
}

/// Ends of ranges, small numbers, powers of two and their neighbours.
fn special(random: &mut Random, width: u32) -> u128 {
    let small = random.below(12) as u128;
    match random.below(6) {
        0 => small,
        1 => small.wrapping_neg(),
        2 => (1u128 << (width - 1)).wrapping_add(small).wrapping_sub(3),
        3 => (1u128 << random.below(width as usize)).wrapping_add(small % 3).wrapping_sub(1),
        4 => mask(width) >> random.below(width as usize),
        _ => (1u128 << random.below(width as usize)) | (1u128 << random.below(width as usize)),
    }
}

/// Zeros, ones, infinities, NaNs, the least and the greatest numbers, small integers, numbers of moderate size.
pub(crate) fn float(random: &mut Random, format: Format) -> u128 {
    let fraction_bits = format.significand_field_bits();
    let integer_bit = if format.has_explicit_integer_bit() { 1u128 << 63 } else { 0 };
    let exponents = mask(format.exponent_bits());
    let bias = format.bias() as u128;
    let fraction = random.wide() & mask(format.fraction_bits());
    let fraction = match random.below(8) {
        0 => 0,
        1 => 1 << (format.fraction_bits() - 1),
        2 => 1,
        3 => mask(format.fraction_bits()),
        _ => fraction,
    };
    let (exponent, fraction) = match random.below(12) {
        0 => (0, 0),
        1 => (0, fraction),
        2 => (bias, 0),
        3 => (bias + random.below(8) as u128, fraction & mask(3) << (format.fraction_bits() - 3)),
        4 => (exponents, 0),
        5 => (exponents, fraction | 1 << (format.fraction_bits() - 1)),
        6 => (exponents - 1, fraction),
        7 => (bias - 4 + random.below(9) as u128, fraction),
        _ => (bias - bias / 4 + random.below(format.bias() as usize / 2) as u128, fraction),
    };
    let integer_bit = if exponent == 0 { 0 } else { integer_bit };
    let sign = (random.below(2) as u128) << (format.width() - 1);
    sign | exponent << fraction_bits | integer_bit | fraction
}
