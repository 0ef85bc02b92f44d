//! Random conditions: what is printed, compiled by clang, is true for the same inputs as the terms, by evaluation.
//! Over narrow inputs every input is tried, over wide ones random and extreme values.

mod native;

use incise_explain::{CType, Effort, Error, Input, Question, explain, solver_config};
use incise_solver::Solver;
use incise_term::{Pool, TermId, VarKind};
use native::{Case, check};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

struct Maker {
    rng: StdRng,
    pool: Pool,
    inputs: Vec<Input>,
}

impl Maker {
    fn new(seed: u64, types: &[(CType, u32)]) -> Maker {
        let mut pool = Pool::new();
        let inputs = (types.iter().enumerate())
            .map(|(i, &(ty, width))| {
                let term = pool.var(&format!("x{i}"), width, VarKind::Input);
                Input { term, text: format!("s.x{i}"), ty }
            })
            .collect();
        Maker { rng: StdRng::seed_from_u64(seed), pool, inputs }
    }

    fn constant(&mut self, width: u32) -> TermId {
        let value: u128 = match self.rng.random_range(0..6) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => self.rng.random_range(0..12),
            _ => self.rng.random::<u128>() >> self.rng.random_range(0..128),
        };
        self.pool.constant(width, value)
    }

    /// A variable at some width.
    fn leaf(&mut self, width: u32) -> TermId {
        if self.rng.random_range(0..4) == 0 {
            return self.constant(width);
        }
        let input = self.inputs[self.rng.random_range(0..self.inputs.len())].clone();
        let have = self.pool.width(input.term);
        if have >= width {
            let lo = if self.rng.random_bool(0.8) { 0 } else { self.rng.random_range(0..=have - width) };
            return self.pool.extract(input.term, lo, width);
        }
        match input.ty.is_signed() != self.rng.random_bool(0.2) {
            true => self.pool.sext(input.term, width),
            false => self.pool.zext(input.term, width),
        }
    }

    fn int(&mut self, width: u32, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(width);
        }
        let op = self.rng.random_range(0..24);
        if op < 19 {
            let (a, b) = (self.int(width, depth - 1), self.int(width, depth - 1));
            let p = &mut self.pool;
            return match op {
                0..=2 => p.add(a, b),
                3 | 4 => p.sub(a, b),
                5 => p.mul(a, b),
                6 => p.udiv(a, b),
                7 => p.sdiv(a, b),
                8 => p.urem(a, b),
                9 => p.srem(a, b),
                10 | 11 => p.and(a, b),
                12 => p.or(a, b),
                13 => p.xor(a, b),
                14 => p.shl(a, b),
                15 => p.lshr(a, b),
                16 => p.ashr(a, b),
                17 => p.not(a),
                _ => p.neg(a),
            };
        }
        match op {
            19 | 20 => {
                let condition = self.truth(depth - 1);
                let (a, b) = (self.int(width, depth - 1), self.int(width, depth - 1));
                self.pool.ite(condition, a, b)
            }
            21 if width > 2 => {
                let low = self.rng.random_range(1..width);
                let (hi, lo) = (self.int(width - low, depth - 1), self.int(low, depth - 1));
                self.pool.concat(hi, lo)
            }
            22 if width < 60 => {
                let wider = width + self.rng.random_range(1..5);
                let lo = self.rng.random_range(0..=wider - width);
                let whole = self.int(wider, depth - 1);
                self.pool.extract(whole, lo, width)
            }
            _ if width > 2 => {
                let narrower = self.rng.random_range(1..width);
                let narrow = self.int(narrower, depth - 1);
                if self.rng.random_bool(0.5) { self.pool.sext(narrow, width) } else { self.pool.zext(narrow, width) }
            }
            _ => self.leaf(width),
        }
    }

    fn truth(&mut self, depth: u32) -> TermId {
        let op = self.rng.random_range(0..14);
        if op < 10 || depth == 0 {
            let input = self.inputs[self.rng.random_range(0..self.inputs.len())].term;
            let width = if self.rng.random_bool(0.8) { self.pool.width(input) } else { self.rng.random_range(1..100) };
            let depth = depth.saturating_sub(1);
            let other = depth.saturating_sub(self.rng.random_range(0..2));
            let (a, b) = (self.int(width, depth), self.int(width, other));
            let p = &mut self.pool;
            return match op {
                0 | 1 => p.eq(a, b),
                2 | 3 => p.ult(a, b),
                4 => p.ule(a, b),
                5 | 6 => p.slt(a, b),
                7 => p.sle(a, b),
                _ => p.ne(a, b),
            };
        }
        let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
        match op {
            10 => self.pool.and(a, b),
            11 => self.pool.or(a, b),
            12 => self.pool.not(a),
            _ => {
                let c = self.truth(depth - 1);
                self.pool.ite(c, a, b)
            }
        }
    }

    fn condition(&mut self, depth: u32) -> Vec<Vec<TermId>> {
        let n_disjuncts = self.rng.random_range(1..=3);
        (0..n_disjuncts)
            .map(|_| {
                let n_conjuncts = self.rng.random_range(1..=3);
                (0..n_conjuncts).map(|_| self.truth(depth)).collect()
            })
            .collect()
    }

    fn case(&mut self, solver: &mut Solver, depth: u32) -> Option<Case> {
        let condition = self.condition(depth);
        let effort = Effort { queries: [0, 40, 400][self.rng.random_range(0..3)] };
        let question = Question { condition: &condition, inputs: &self.inputs, example: None };
        let explained = match explain(&mut self.pool, solver, question, effort) {
            Ok(explained) => explained,
            // Texts have a limit; nothing else may go wrong.
            Err(Error::TooLarge) => return None,
            Err(error) => panic!("{error}"),
        };
        let mut whole = self.pool.false_();
        for conjuncts in condition {
            let mut all = self.pool.true_();
            for conjunct in conjuncts {
                all = self.pool.and(all, conjunct);
            }
            whole = self.pool.or(whole, all);
        }
        Some(Case { condition: whole, text: explained.text.to_string() })
    }
}

/// Every value of every input.
fn all_samples(inputs: &[Input], pool: &Pool) -> Vec<Vec<u128>> {
    let mut samples = vec![Vec::new()];
    for input in inputs {
        let n_values = if input.ty == CType::Bool { 2 } else { 1u128 << pool.width(input.term) };
        samples = (samples.into_iter())
            .flat_map(|sample| {
                (0..n_values).map(move |value| {
                    let mut longer = sample.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    samples
}

fn run(seed: u64, types: &[(CType, u32)], n_cases: usize, depth: u32, samples: impl Fn(&mut Maker) -> Vec<Vec<u128>>) {
    let mut maker = Maker::new(seed, types);
    let mut solver = Solver::new(solver_config()).unwrap();
    let mut cases = Vec::new();
    let mut failed = 0;
    while cases.len() < n_cases {
        match maker.case(&mut solver, depth) {
            Some(case) => cases.push(case),
            None => failed += 1,
        }
        assert!(failed <= 10 + n_cases / 10, "too many conditions have no text");
    }
    let samples = samples(&mut maker);
    check(&maker.pool, &maker.inputs, &samples, &cases);
}

#[test]
fn narrow_inputs() {
    use CType::{Bool, Char, Signed, Unsigned};
    let kinds: [&[(CType, u32)]; 6] = [
        &[(Signed(8), 8), (Unsigned(4), 4)],
        &[(Unsigned(8), 8), (Signed(4), 4)],
        &[(Char, 8), (Bool, 8), (Bool, 1)],
        &[(Signed(5), 5), (Unsigned(3), 3), (Bool, 8), (Signed(3), 3)],
        &[(Unsigned(6), 6), (Signed(6), 6)],
        &[(Unsigned(1), 1), (Signed(1), 1), (Unsigned(7), 7)],
    ];
    for (seed, types) in kinds.iter().enumerate() {
        for depth in 1..=3 {
            run(100 * seed as u64 + u64::from(depth), types, 40, depth, |maker| {
                all_samples(&maker.inputs, &maker.pool)
            });
        }
    }
}

fn wide_samples(maker: &mut Maker) -> Vec<Vec<u128>> {
    let mut samples = Vec::new();
    for _ in 0..3000 {
        let mut sample = Vec::new();
        for input in maker.inputs.clone() {
            let width = maker.pool.width(input.term);
            let near = maker.rng.random_range(0..8u128).wrapping_sub(4);
            let value: u128 = match maker.rng.random_range(0..6) {
                0 | 1 => near,
                2 => near.wrapping_add(1 << (width - 1)),
                3 => near.wrapping_add(1 << maker.rng.random_range(0..width)),
                4 => maker.rng.random_range(0..1000),
                _ => maker.rng.random::<u64>().into(),
            };
            sample.push(value & incise_term::concrete::mask(width));
        }
        samples.push(sample);
    }
    samples
}

#[test]
fn wide_inputs() {
    use CType::{Pointer, Signed, Unsigned};
    let kinds: [&[(CType, u32)]; 4] = [
        &[(Signed(32), 32), (Unsigned(32), 32)],
        &[(Signed(32), 32), (Signed(32), 32), (Unsigned(8), 8)],
        &[(Signed(64), 64), (Unsigned(64), 64), (Signed(16), 16)],
        &[(Unsigned(64), 64), (Pointer, 64), (Unsigned(16), 16)],
    ];
    for (seed, types) in kinds.iter().enumerate() {
        for depth in 1..=3 {
            run(7000 + 10 * seed as u64 + u64::from(depth), types, 25, depth, wide_samples);
        }
    }
}

/// Masks whose literals are `unsigned`: what is above them must not be lost, nor come from nowhere.
#[test]
fn masks_at_the_ends_of_types() {
    let types = [(CType::Signed(64), 64), (CType::Signed(32), 32), (CType::Unsigned(64), 64)];
    let mut maker = Maker::new(1, &types);
    let mut solver = Solver::new(solver_config()).unwrap();
    let mut cases = Vec::new();
    for shift in [1, 8, 16, 30, 31, 32, 33, 62, 63] {
        for width in [33, 40, 64, 65, 100, 128] {
            let [a, b, c] = [0, 1, 2].map(|i| {
                let term = maker.inputs[i].term;
                let have = maker.pool.width(term);
                if have > width { maker.pool.extract(term, 0, width) } else { maker.pool.sext(term, width) }
            });
            let low = maker.pool.constant(width, (1 << shift) - 1);
            let high = maker.pool.not(low);
            let (kept, dropped) = (maker.pool.and(a, high), maker.pool.and(b, low));
            let mixed = maker.pool.xor(dropped, a);
            for (x, y) in [(kept, c), (dropped, c), (mixed, b), (kept, b)] {
                for condition in [maker.pool.slt(x, y), maker.pool.ult(x, y), maker.pool.eq(x, y)] {
                    let dnf = [vec![condition]];
                    let explained = explain(
                        &mut maker.pool,
                        &mut solver,
                        Question { condition: &dnf, inputs: &maker.inputs, example: None },
                        Effort { queries: 0 },
                    );
                    cases.push(Case { condition, text: explained.unwrap().text.to_string() });
                }
            }
        }
    }
    let samples = wide_samples(&mut maker);
    check(&maker.pool, &maker.inputs, &samples, &cases);
}
