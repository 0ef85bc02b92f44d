//! Random terms for tests, from a small generator of our own so that a seed names a case for ever.
#![allow(dead_code)]

use incise_term::{Pool, TermId};

/// A generator of numbers (xorshift with a multiplication).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// A constant; small and extreme ones are frequent.
pub fn random_constant(pool: &mut Pool, random: &mut Random, width: u32) -> TermId {
    let max = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    let value = match random.below(4) {
        0 => u128::from(random.below(4)),
        1 => max - u128::from(random.below(3)).min(max),
        2 => (max >> 1) + u128::from(random.below(3)),
        _ => u128::from(random.next()) << 64 | u128::from(random.next()),
    };
    pool.constant(width, value)
}

/// Makes a term have the width wanted.
pub fn fit(pool: &mut Pool, random: &mut Random, t: TermId, width: u32) -> TermId {
    let from = pool.width(t);
    if from > width {
        let lo = random.below(u64::from(from - width) + 1) as u32;
        pool.extract(t, lo, width)
    } else if from < width {
        if random.below(2) == 0 { pool.zext(t, width) } else { pool.sext(t, width) }
    } else {
        t
    }
}

/// A term of a width over the variables.
pub fn random_term(pool: &mut Pool, random: &mut Random, vars: &[TermId], width: u32, depth: u32) -> TermId {
    if depth == 0 || random.below(6) == 0 {
        if random.below(3) == 0 {
            return random_constant(pool, random, width);
        }
        let var = vars[random.below(vars.len() as u64) as usize];
        return fit(pool, random, var, width);
    }
    let sub = |pool: &mut Pool, random: &mut Random| random_term(pool, random, vars, width, depth - 1);
    let a = sub(pool, random);
    match random.below(20) {
        0..=2 => {
            let b = sub(pool, random);
            pool.add(a, b)
        }
        3 | 4 => {
            let b = sub(pool, random);
            pool.sub(a, b)
        }
        5 => {
            let b = sub(pool, random);
            pool.mul(a, b)
        }
        6 => {
            let b = sub(pool, random);
            match random.below(4) {
                0 => pool.udiv(a, b),
                1 => pool.sdiv(a, b),
                2 => pool.urem(a, b),
                _ => pool.srem(a, b),
            }
        }
        7 => {
            let b = random_constant(pool, random, width);
            match random.below(2) {
                0 => pool.udiv(a, b),
                _ => pool.urem(a, b),
            }
        }
        8 => {
            let b = sub(pool, random);
            pool.and(a, b)
        }
        9 => {
            let b = sub(pool, random);
            pool.or(a, b)
        }
        10 => {
            let b = sub(pool, random);
            pool.xor(a, b)
        }
        11 => pool.not(a),
        12 => pool.neg(a),
        13 | 14 => {
            let b = if random.below(2) == 0 {
                sub(pool, random)
            } else {
                let amount = u128::from(random.below(u64::from(width) + 1));
                pool.constant(width, amount)
            };
            match random.below(3) {
                0 => pool.shl(a, b),
                1 => pool.lshr(a, b),
                _ => pool.ashr(a, b),
            }
        }
        15 | 16 => {
            let condition = random_bool(pool, random, vars, depth - 1);
            let b = random_term(pool, random, vars, width, depth - 1);
            pool.ite(condition, a, b)
        }
        17 if width > 1 => {
            let lo = 1 + random.below(u64::from(width) - 1) as u32;
            let high = random_term(pool, random, vars, width - lo, depth - 1);
            let low = random_term(pool, random, vars, lo, depth - 1);
            pool.concat(high, low)
        }
        18 => {
            let wider = width + 1 + random.below(8) as u32;
            let wide = random_term(pool, random, vars, wider, depth - 1);
            fit(pool, random, wide, width)
        }
        _ if width > 1 => {
            let narrower = 1 + random.below(u64::from(width)) as u32;
            let narrow = random_term(pool, random, vars, narrower, depth - 1);
            fit(pool, random, narrow, width)
        }
        _ => a,
    }
}

/// A truth value over the variables.
pub fn random_bool(pool: &mut Pool, random: &mut Random, vars: &[TermId], depth: u32) -> TermId {
    if depth > 0 {
        match random.below(8) {
            0 => {
                let (a, b) = (random_bool(pool, random, vars, depth - 1), random_bool(pool, random, vars, depth - 1));
                return match random.below(3) {
                    0 => pool.and(a, b),
                    1 => pool.or(a, b),
                    _ => pool.xor(a, b),
                };
            }
            1 => {
                let a = random_bool(pool, random, vars, depth - 1);
                return pool.not(a);
            }
            _ => {}
        }
    }
    let first = vars[random.below(vars.len() as u64) as usize];
    let width = pool.width(first);
    let a = random_term(pool, random, vars, width, depth);
    let b = if random.below(2) == 0 {
        random_constant(pool, random, width)
    } else {
        random_term(pool, random, vars, width, depth)
    };
    match random.below(7) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.ult(a, b),
        3 => pool.ule(a, b),
        4 => pool.slt(a, b),
        5 => pool.sle(a, b),
        _ => pool.sgt(a, b),
    }
}
