//! binary32 and binary64 against the processor and the C library, on hundreds of thousands of operands for each
//! operation.

mod gates;
mod patterns;

use gates::{Lanes, Random, lane, spread};
use incise_circuit::Format;
use incise_circuit::float::{self, Rounding};
use patterns::{integer_part, is_nan, nan_result, operands};

const N_ROUNDS: usize = 4000;

/// What a machine type does, on patterns.
trait Native: Copy {
    const FORMAT: Format;
    fn of(pattern: u128) -> Self;
    fn pattern(self) -> u128;
    fn binary(name: &str, a: Self, b: Self) -> u128;
    fn unary(name: &str, a: Self) -> Self;
    fn mul_add(self, b: Self, c: Self) -> Self;
    fn converted(self) -> u128;
    fn from_i128(value: i128) -> Self;
    fn from_u128(value: u128) -> Self;
    fn as_integers(self) -> (u128, u128, u128, u128);
}

macro_rules! native {
    ($float:ident, $other:ident, $format:expr, $bits:ident) => {
        impl Native for $float {
            const FORMAT: Format = $format;

            fn of(pattern: u128) -> Self {
                $float::from_bits(pattern as $bits)
            }

            fn pattern(self) -> u128 {
                self.to_bits().into()
            }

            fn binary(name: &str, a: Self, b: Self) -> u128 {
                match name {
                    "add" => (a + b).pattern(),
                    "sub" => (a - b).pattern(),
                    "mul" => (a * b).pattern(),
                    "div" => (a / b).pattern(),
                    "rem" => (a % b).pattern(),
                    "eq" => (a == b).into(),
                    "lt" => (a < b).into(),
                    "le" => (a <= b).into(),
                    _ => panic!("no operation {name}"),
                }
            }

            fn unary(name: &str, a: Self) -> Self {
                match name {
                    "sqrt" => a.sqrt(),
                    "NearestEven" => a.round_ties_even(),
                    "NearestAway" => a.round(),
                    "Zero" => a.trunc(),
                    "Up" => a.ceil(),
                    "Down" => a.floor(),
                    _ => panic!("no operation {name}"),
                }
            }

            fn mul_add(self, b: Self, c: Self) -> Self {
                $float::mul_add(self, b, c)
            }

            fn converted(self) -> u128 {
                (self as $other).to_bits().into()
            }

            fn from_i128(value: i128) -> Self {
                value as $float
            }

            fn from_u128(value: u128) -> Self {
                value as $float
            }

            fn as_integers(self) -> (u128, u128, u128, u128) {
                (self as i32 as u32 as u128, self as i64 as u64 as u128, self as u32 as u128, self as u64 as u128)
            }
        }
    };
}

native!(f32, f64, Format::F32, u32);
native!(f64, f32, Format::F64, u64);

/// 64 triples of operands at a time.
fn each_round<T: Native>(seed: u64, n_rounds: usize, mut check: impl FnMut(&[[u128; 3]], [Vec<u64>; 3])) {
    let random = &mut Random(seed);
    for _ in 0..n_rounds {
        let cases: Vec<_> = (0..64).map(|_| operands(random, T::FORMAT)).collect();
        let column = |i: usize| spread(T::FORMAT.width(), cases.iter().map(|case| case[i]));
        check(&cases, [column(0), column(1), column(2)]);
    }
}

type Binary = fn(&mut Lanes, Format, &[u64], &[u64]) -> Vec<u64>;

fn binary<T: Native>(name: &str, n_rounds: usize, circuit: Binary) {
    each_round::<T>(3, n_rounds, |cases, [x, y, _]| {
        let found = circuit(&mut Lanes, T::FORMAT, &x, &y);
        for (i, &[a, b, _]) in cases.iter().enumerate() {
            let mut expected = T::binary(name, T::of(a), T::of(b));
            if is_nan(T::FORMAT, expected) {
                expected = nan_result(T::FORMAT, &[a, b]);
            }
            let found = lane(&found, i);
            assert_eq!(found, expected, "{name} {a:#x} {b:#x} = {found:#x}, not {expected:#x}");
        }
    });
}

fn binary_operations<T: Native>() {
    binary::<T>("add", N_ROUNDS, float::add);
    binary::<T>("sub", N_ROUNDS, float::sub);
    binary::<T>("mul", N_ROUNDS, float::mul);
    binary::<T>("div", N_ROUNDS, float::div);
    binary::<T>("eq", N_ROUNDS, |g, format, a, b| vec![float::eq(g, format, a, b)]);
    binary::<T>("lt", N_ROUNDS, |g, format, a, b| vec![float::lt(g, format, a, b)]);
    binary::<T>("le", N_ROUNDS, |g, format, a, b| vec![float::le(g, format, a, b)]);
}

#[test]
fn two_operands_f32() {
    binary_operations::<f32>();
}

#[test]
fn two_operands_f64() {
    binary_operations::<f64>();
}

#[test]
fn remainders() {
    let rem: Binary = |g, format, a, b| float::rem(g, format, a, b).expect("at most 11 exponent bits");
    binary::<f32>("rem", N_ROUNDS, rem);
    binary::<f64>("rem", 160, rem);
}

fn three_operands<T: Native>() {
    each_round::<T>(5, N_ROUNDS, |cases, [x, y, z]| {
        let found = float::fma(&mut Lanes, T::FORMAT, &x, &y, &z);
        for (i, &[a, b, c]) in cases.iter().enumerate() {
            let mut expected = T::of(a).mul_add(T::of(b), T::of(c)).pattern();
            if is_nan(T::FORMAT, expected) {
                expected = nan_result(T::FORMAT, &[a, b, c]);
            }
            let found = lane(&found, i);
            assert_eq!(found, expected, "{a:#x} · {b:#x} + {c:#x} = {found:#x}, not {expected:#x}");
        }
    });
}

#[test]
fn fused_multiply_and_add() {
    three_operands::<f32>();
    three_operands::<f64>();
}

fn one_operand<T: Native>(other: Format) {
    let format = T::FORMAT;
    let modes = [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down];
    each_round::<T>(9, N_ROUNDS, |cases, [x, _, _]| {
        let mut found = vec![("sqrt".to_owned(), float::sqrt(&mut Lanes, format, &x))];
        for mode in modes {
            found.push((format!("{mode:?}"), float::round_to_integral(&mut Lanes, format, &x, mode)));
        }
        let converted = float::convert(&mut Lanes, format, other, &x);
        for (i, &[a, _, _]) in cases.iter().enumerate() {
            for (name, found) in &found {
                let mut expected = T::unary(name, T::of(a)).pattern();
                if is_nan(format, expected) {
                    expected = nan_result(format, &[a]);
                }
                let found = lane(found, i);
                assert_eq!(found, expected, "{name} {a:#x} = {found:#x}, not {expected:#x}");
            }
            let mut expected = T::of(a).converted();
            if is_nan(other, expected) {
                let (n, m) = (format.significand_bits, other.significand_bits);
                let payload = patterns::fraction(format, a);
                let payload = if m > n { payload << (m - n) } else { payload >> (n - m) };
                let negative = a >> (format.width() - 1) == 1;
                let quiet = 1 << (m - 2);
                expected = patterns::assemble(other, negative, (1 << other.exponent_bits) - 1, payload | quiet);
            }
            let found = lane(&converted, i);
            assert_eq!(found, expected, "convert {a:#x} = {found:#x}, not {expected:#x}");
        }
    });
}

#[test]
fn one_operand_f32() {
    one_operand::<f32>(Format::F64);
}

#[test]
fn one_operand_f64() {
    one_operand::<f64>(Format::F32);
}

fn to_integers<T: Native>() {
    let format = T::FORMAT;
    each_round::<T>(15, N_ROUNDS, |cases, [x, _, _]| {
        for width in [1, 8, 24, 32, 37, 64, 100] {
            let signed = float::to_signed(&mut Lanes, format, &x, width);
            let unsigned = float::to_unsigned(&mut Lanes, format, &x, width);
            for (i, &[a, _, _]) in cases.iter().enumerate() {
                let whole = integer_part(format, a);
                let as_signed = whole.filter(|w| (-(1 << (width - 1))..1 << (width - 1)).contains(w));
                let as_unsigned = whole.filter(|w| (0..1 << width).contains(w));
                for (found, expected) in [(&signed, as_signed), (&unsigned, as_unsigned)] {
                    let bits = expected.unwrap_or(0) as u128 & ((1 << width) - 1);
                    let found = (lane(&found.bits, i), found.in_range >> i & 1 == 1);
                    assert_eq!(found, (bits, expected.is_some()), "{a:#x} to {width} bits");
                }
                // And the reference against the machine, where that does not saturate.
                let (i32_bits, i64_bits, u32_bits, u64_bits) = T::of(a).as_integers();
                let machine = match width {
                    32 => Some((i32_bits, u32_bits)),
                    64 => Some((i64_bits, u64_bits)),
                    _ => None,
                };
                if let Some((machine_signed, machine_unsigned)) = machine {
                    let mask = (1 << width) - 1;
                    assert!(as_signed.is_none_or(|w| w as u128 & mask == machine_signed), "{a:#x}");
                    assert!(as_unsigned.is_none_or(|w| w as u128 == machine_unsigned), "{a:#x}");
                }
            }
        }
    });
}

#[test]
fn floats_to_integers() {
    to_integers::<f32>();
    to_integers::<f64>();
}

fn from_integers<T: Native>() {
    let random = &mut Random(21);
    for width in [1, 2, 8, 23, 24, 25, 32, 53, 54, 55, 64, 100, 127, 128] {
        for _ in 0..300 {
            let any = |random: &mut Random| {
                let shift = random.below(width) as u32;
                let value = match random.below(4) {
                    0 => random.wide() >> shift,
                    // Ties: few bits at the top, one where the precision ends.
                    1 => (random.wide() & 0xff) << shift | 1 << (random.below(width) as u32),
                    2 => u128::MAX << shift,
                    _ => u128::MAX >> shift,
                };
                value.wrapping_add(random.below(3).into()).wrapping_sub(1) & (u128::MAX >> (128 - width))
            };
            let values: Vec<_> = (0..64).map(|_| any(random)).collect();
            let x = spread(width as usize, values.iter().copied());
            let unsigned = float::from_unsigned(&mut Lanes, T::FORMAT, &x);
            let signed = float::from_signed(&mut Lanes, T::FORMAT, &x);
            for (i, &value) in values.iter().enumerate() {
                assert_eq!(lane(&unsigned, i), T::from_u128(value).pattern(), "{value:#x} of {width} bits");
                let value = (value << (128 - width)) as i128 >> (128 - width);
                assert_eq!(lane(&signed, i), T::from_i128(value).pattern(), "{value} of {width} bits");
            }
        }
    }
}

#[test]
fn floats_from_integers() {
    from_integers::<f32>();
    from_integers::<f64>();
}
