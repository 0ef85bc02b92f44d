//! The same random terms in a pool that rewrites and in its slow twin.
#![allow(dead_code, reason = "each test file uses a part")]

use crate::random::Rng;
use incise_term::{Format, Pool, Rounding, TermId, VarKind, concrete};

/// A term in both pools.
#[derive(Clone, Copy)]
pub struct Twin {
    pub raw: TermId,
    pub rich: TermId,
    pub width: u32,
}

/// What may be built.
#[derive(Clone, Copy)]
pub struct Menu {
    pub max_width: u32,
    /// Products and divisions only up to this width.
    pub max_product: u32,
    /// Float operators of these formats.
    pub floats: &'static [Format],
}

pub struct Twins {
    pub raw: Pool,
    pub rich: Pool,
    pub terms: Vec<Twin>,
    menu: Menu,
}

const BINARY: [fn(&mut Pool, TermId, TermId) -> TermId; 22] = [
    Pool::add,
    Pool::sub,
    Pool::and,
    Pool::or,
    Pool::xor,
    Pool::add,
    Pool::sub,
    Pool::and,
    Pool::or,
    Pool::xor,
    Pool::shl,
    Pool::lshr,
    Pool::ashr,
    Pool::eq,
    Pool::ne,
    Pool::ult,
    Pool::ule,
    Pool::ugt,
    Pool::slt,
    Pool::sle,
    Pool::sgt,
    Pool::eq,
];

const PRODUCT: [fn(&mut Pool, TermId, TermId) -> TermId; 5] =
    [Pool::mul, Pool::udiv, Pool::urem, Pool::sdiv, Pool::srem];

type FloatBinary = fn(&mut Pool, Format, TermId, TermId) -> TermId;

const FLOAT: [FloatBinary; 10] = [
    Pool::fp_add,
    Pool::fp_sub,
    Pool::fp_mul,
    Pool::fp_div,
    Pool::fp_rem,
    Pool::fp_eq,
    Pool::fp_lt,
    Pool::fp_le,
    Pool::fp_min,
    Pool::fp_max,
];

const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down];

impl Twins {
    pub fn new(menu: Menu) -> Twins {
        Twins { raw: Pool::without_rewriting(), rich: Pool::new(), terms: Vec::new(), menu }
    }

    pub fn build(&mut self, make: impl Fn(&mut Pool, bool) -> TermId) -> Twin {
        let raw = make(&mut self.raw, false);
        let rich = make(&mut self.rich, true);
        let width = self.raw.width(raw);
        assert_eq!(width, self.rich.width(rich));
        let twin = Twin { raw, rich, width };
        self.terms.push(twin);
        twin
    }

    pub fn var(&mut self, name: &str, width: u32) -> Twin {
        self.build(|p, _| p.var(name, width, VarKind::Input))
    }

    pub fn constant(&mut self, width: u32, value: u128) -> Twin {
        self.build(|p, _| p.constant(width, value))
    }

    /// A term of any width, recent ones preferred.
    fn any(&self, rng: &mut Rng) -> Twin {
        let n = self.terms.len();
        let from = if rng.chance(3) { 0 } else { n.saturating_sub(8) };
        self.terms[from + rng.below(n - from)]
    }

    /// A term of this width: an existing one, a constant, or one brought to the width.
    fn of_width(&mut self, rng: &mut Rng, width: u32) -> Twin {
        if rng.chance(3) {
            let value = rng.bits(width);
            return self.constant(width, value);
        }
        let fitting: Vec<Twin> = self.terms.iter().copied().filter(|t| t.width == width).collect();
        if !fitting.is_empty() && !rng.chance(5) {
            let n = fitting.len();
            let from = if rng.chance(3) { 0 } else { n.saturating_sub(5) };
            return fitting[from + rng.below(n - from)];
        }
        let t = self.any(rng);
        self.resized(rng, t, width)
    }

    fn resized(&mut self, rng: &mut Rng, t: Twin, width: u32) -> Twin {
        if t.width >= width {
            let lo = rng.below((t.width - width + 1) as usize) as u32;
            self.build(|p, rich| p.extract(pick(t, rich), lo, width))
        } else if rng.chance(2) {
            self.build(|p, rich| p.zext(pick(t, rich), width))
        } else {
            self.build(|p, rich| p.sext(pick(t, rich), width))
        }
    }

    /// One more operator.
    pub fn step(&mut self, rng: &mut Rng) -> Twin {
        if !self.menu.floats.is_empty() && rng.chance(2) {
            return self.float_step(rng);
        }
        let a = self.any(rng);
        match rng.below(16) {
            0 => self.build(|p, rich| p.not(pick(a, rich))),
            1 => self.build(|p, rich| p.neg(pick(a, rich))),
            2 => {
                let width = 1 + rng.below(a.width as usize) as u32;
                self.resized(rng, a, width)
            }
            3 if a.width < self.menu.max_width => {
                let room = (self.menu.max_width - a.width) as usize;
                let width = a.width + 1 + rng.below(room) as u32;
                self.resized(rng, a, width)
            }
            4 | 5 if a.width < self.menu.max_width => {
                let room = (self.menu.max_width - a.width) as usize;
                let width = 1 + rng.below(room) as u32;
                let b = self.of_width(rng, width);
                self.build(|p, rich| p.concat(pick(a, rich), pick(b, rich)))
            }
            6..=8 => {
                let c = self.of_width(rng, 1);
                let b = self.of_width(rng, a.width);
                self.build(|p, rich| p.ite(pick(c, rich), pick(a, rich), pick(b, rich)))
            }
            9 | 10 if a.width <= self.menu.max_product => {
                let b = self.of_width(rng, a.width);
                let op = rng.pick(&PRODUCT);
                self.build(|p, rich| op(p, pick(a, rich), pick(b, rich)))
            }
            _ => {
                let b = self.of_width(rng, a.width);
                let op = rng.pick(&BINARY);
                if rng.chance(3) {
                    return self.build(|p, rich| op(p, pick(b, rich), pick(a, rich)));
                }
                self.build(|p, rich| op(p, pick(a, rich), pick(b, rich)))
            }
        }
    }

    fn float_operand(&mut self, rng: &mut Rng, format: Format) -> Twin {
        if rng.chance(4) {
            let value = rng.pick(&crate::random::special_floats(format));
            return self.constant(format.width(), value);
        }
        self.of_width(rng, format.width())
    }

    fn float_step(&mut self, rng: &mut Rng) -> Twin {
        let format = rng.pick(self.menu.floats);
        let a = self.float_operand(rng, format);
        match rng.below(14) {
            0 => self.build(|p, rich| p.fp_sqrt(format, pick(a, rich))),
            1 => {
                let rounding = rng.pick(&ROUNDINGS);
                self.build(|p, rich| p.fp_round_to_integral(format, rounding, pick(a, rich)))
            }
            2 => {
                let to = rng.pick(self.menu.floats);
                self.build(|p, rich| p.fp_convert(format, to, pick(a, rich)))
            }
            3 => self.build(|p, rich| p.fp_neg(format, pick(a, rich))),
            4 => {
                let t = self.any(rng);
                self.build(|p, rich| p.fp_from_uint(format, pick(t, rich)))
            }
            5 => {
                let t = self.any(rng);
                self.build(|p, rich| p.fp_from_sint(format, pick(t, rich)))
            }
            6 => {
                let width = 1 + rng.below(self.menu.max_width as usize) as u32;
                self.build(|p, rich| p.fp_to_uint(format, pick(a, rich), width))
            }
            7 => {
                let width = 1 + rng.below(self.menu.max_width as usize) as u32;
                self.build(|p, rich| p.fp_to_sint(format, pick(a, rich), width))
            }
            8 => self.build(|p, rich| p.fp_is_nan(format, pick(a, rich))),
            9 => {
                let (b, c) = (self.float_operand(rng, format), self.float_operand(rng, format));
                self.build(|p, rich| p.fp_fma(format, pick(a, rich), pick(b, rich), pick(c, rich)))
            }
            10 => {
                let b = self.float_operand(rng, format);
                self.build(|p, rich| p.fp_copysign(format, pick(a, rich), pick(b, rich)))
            }
            _ => {
                let b = self.float_operand(rng, format);
                let op = rng.pick(&FLOAT);
                self.build(|p, rich| op(p, format, pick(a, rich), pick(b, rich)))
            }
        }
    }

    /// The rewritten term copied as it is into the twin's pool.
    pub fn rich_in_raw(&mut self, t: Twin) -> TermId {
        self.rich.rebuild_in(&mut self.raw, t.rich)
    }
}

pub fn pick(t: Twin, rich: bool) -> TermId {
    if rich { t.rich } else { t.raw }
}

/// Does the value satisfy everything the pool claims to know of the term?
pub fn check_facts(pool: &Pool, t: TermId, value: u128) {
    let known = pool.known_bits(t);
    let text = || incise_term::display(pool, t).to_string();
    assert_eq!(value & known.zeros, 0, "zeros of {}", text());
    assert_eq!(value & known.ones, known.ones, "ones of {}", text());
    let (low, high) = pool.unsigned_range(t);
    assert!(low <= value && value <= high, "{value} outside {low}..{high}: {}", text());
    let (low, high) = pool.signed_range(t);
    let value = concrete::signed(pool.width(t), value);
    assert!(low <= value && value <= high, "{value} outside {low}..{high} signed: {}", text());
}
