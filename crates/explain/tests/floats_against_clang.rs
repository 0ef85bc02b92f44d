//! Random conditions on floats: what is printed, compiled by clang, has the truth that evaluation gives, for random
//! and extreme inputs, NaNs and both zeros among them.

mod native;

use incise_explain::{CType, Effort, Error, Input, Question, explain, solver_config};
use incise_solver::Solver;
use incise_term::{Format, Pool, Rounding, TermId, VarKind};
use native::{Case, check};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const FORMATS: [Format; 3] = [Format::F32, Format::F64, Format::X87];

struct Maker {
    rng: StdRng,
    pool: Pool,
    inputs: Vec<Input>,
}

impl Maker {
    fn new(seed: u64) -> Maker {
        let mut pool = Pool::new();
        let types = [
            CType::Float(Format::F32),
            CType::Float(Format::F32),
            CType::Float(Format::F64),
            CType::Float(Format::F64),
            CType::Signed(32),
            CType::Unsigned(64),
        ];
        let inputs = (types.into_iter().enumerate())
            .map(|(i, ty)| {
                let term = pool.var(&format!("x{i}"), ty.width().unwrap(), VarKind::Input);
                Input { term, text: format!("s.x{i}"), ty }
            })
            .collect();
        Maker { rng: StdRng::seed_from_u64(seed), pool, inputs }
    }

    fn constant(&mut self, format: Format) -> TermId {
        let values = [0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e10, -3.0, 1e-30, 1e30, f64::INFINITY, 100.0];
        let value = values[self.rng.random_range(0..values.len())];
        let double = self.pool.constant(64, value.to_bits().into());
        self.pool.fp_convert(Format::F64, format, double)
    }

    fn float(&mut self, format: Format, depth: u32) -> TermId {
        if depth == 0 {
            let i = self.rng.random_range(0..8);
            return match (i, format) {
                (0, _) => self.constant(format),
                (1, _) => self.pool.fp_from_sint(format, self.inputs[4].term),
                (2, _) => self.pool.fp_from_uint(format, self.inputs[5].term),
                (_, Format::F32) => self.inputs[i % 2].term,
                (_, Format::F64) => self.inputs[2 + i % 2].term,
                _ => {
                    let double = self.inputs[2 + i % 2].term;
                    self.pool.fp_convert(Format::F64, format, double)
                }
            };
        }
        let a = self.float(format, depth - 1);
        let op = self.rng.random_range(0..16);
        let p = &mut self.pool;
        match op {
            0 => return p.fp_neg(format, a),
            1 if format != Format::X87 => return p.fp_abs(format, a),
            2 => return p.fp_sqrt(format, a),
            3 => {
                let roundings =
                    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down];
                return p.fp_round_to_integral(format, roundings[self.rng.random_range(0..5)], a);
            }
            4 | 5 => {
                let from = FORMATS[self.rng.random_range(0..3)];
                let other = self.float(from, depth - 1);
                return self.pool.fp_convert(from, format, other);
            }
            _ => {}
        }
        let b = self.float(format, depth - 1);
        let p = &mut self.pool;
        match op {
            6 | 7 => p.fp_add(format, a, b),
            8 | 9 => p.fp_sub(format, a, b),
            10 | 11 => p.fp_mul(format, a, b),
            12 => p.fp_div(format, a, b),
            13 => p.fp_rem(format, a, b),
            14 if format != Format::X87 => p.fp_min(format, a, b),
            _ => {
                let less = p.fp_lt(format, a, b);
                p.ite(less, b, a)
            }
        }
    }

    fn truth(&mut self, depth: u32) -> TermId {
        let format = FORMATS[self.rng.random_range(0..3)];
        let a = self.float(format, depth);
        let op = self.rng.random_range(0..14);
        match op {
            0 => return self.pool.fp_is_nan(if format == Format::X87 { return self.truth(depth) } else { format }, a),
            1 if format != Format::X87 => return self.pool.fp_is_inf(format, a),
            2 if format != Format::X87 => return self.pool.fp_is_zero(format, a),
            3 if format != Format::X87 => return self.pool.extract(a, format.width() - 1, 1),
            4 => {
                let whole = self.pool.fp_to_sint(format, a, 32);
                return self.pool.slt(whole, self.inputs[4].term);
            }
            5 => {
                let whole = self.pool.fp_to_uint(format, a, 64);
                return self.pool.ult(whole, self.inputs[5].term);
            }
            6 => {
                let (x, c) = (self.inputs[0].term, self.constant(Format::F32));
                return self.pool.eq(x, c);
            }
            7 => {
                let (x, y) = (self.inputs[2].term, self.inputs[3].term);
                return self.pool.ult(x, y);
            }
            _ => {}
        }
        let b = self.float(format, depth.saturating_sub(1));
        let p = &mut self.pool;
        let compared = match op {
            8 | 9 => p.fp_eq(format, a, b),
            10 | 11 => p.fp_lt(format, a, b),
            _ => p.fp_le(format, a, b),
        };
        if self.rng.random_bool(0.4) { self.pool.not(compared) } else { compared }
    }
}

fn samples(rng: &mut StdRng) -> Vec<Vec<u128>> {
    let floats = [0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e10, -3.0, 3.5, -2.5, 1e-30, 1e30, f64::INFINITY, f64::NEG_INFINITY];
    let limits =
        [f64::NAN, -f64::NAN, 2147483647.0, 2147483648.0, -2147483648.5, -2147483649.0, 1e-310, 1.8446744073709552e19];
    let double = |rng: &mut StdRng| match rng.random_range(0..4) {
        0 | 1 => floats[rng.random_range(0..floats.len())],
        2 => limits[rng.random_range(0..limits.len())],
        _ => f64::from_bits(rng.random()),
    };
    (0..4000)
        .map(|_| {
            let mut sample: Vec<u128> = (0..2).map(|_| u128::from((double(rng) as f32).to_bits())).collect();
            sample.extend((0..2).map(|_| u128::from(double(rng).to_bits())));
            sample.push(u128::from(rng.random::<u32>() >> rng.random_range(0..32)));
            sample.push(u128::from(rng.random::<u64>() >> rng.random_range(0..64)));
            sample
        })
        .collect()
}

#[test]
fn floats() {
    for depth in 0..=2 {
        let mut maker = Maker::new(40 + u64::from(depth));
        let mut solver = Solver::new(solver_config()).unwrap();
        let mut cases = Vec::new();
        while cases.len() < 80 {
            let conjuncts: Vec<TermId> = (0..maker.rng.random_range(1..=3)).map(|_| maker.truth(depth)).collect();
            let queries = [0, 30, 300][maker.rng.random_range(0..3)];
            let condition = std::slice::from_ref(&conjuncts);
            let question = Question { condition, inputs: &maker.inputs, example: None };
            match explain(&mut maker.pool, &mut solver, question, Effort { queries }) {
                Ok(explained) if !explained.exact => {}
                Ok(explained) => {
                    let whole = conjuncts.into_iter().reduce(|a, b| maker.pool.and(a, b)).unwrap();
                    cases.push(Case { condition: whole, text: explained.text.to_string() });
                }
                Err(Error::TooLarge) => {}
                // `long double` has bits that no C integer shares.
                Err(Error::Operator(what)) if what.contains("X87") => {}
                Err(error) => panic!("{error}"),
            }
        }
        let samples = samples(&mut maker.rng);
        check(&maker.pool, &maker.inputs, &samples, &cases);
    }
}
