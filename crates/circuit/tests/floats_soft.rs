//! The formats without a machine type against `rustc_apfloat`, and square roots, which it lacks, against their
//! definition.

mod gates;
mod patterns;

use gates::{Lanes, Random, lane, spread};
use incise_circuit::Format;
use incise_circuit::float::{self, Rounding};
use patterns::{assemble, exponent, fraction, is_nan, nan_result, operands};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

const N_ROUNDS: usize = 1000;

const MODES: [(Rounding, Round); 5] = [
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::NearestAway, Round::NearestTiesToAway),
    (Rounding::Zero, Round::TowardZero),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
];

fn each_round(format: Format, n_rounds: usize, mut check: impl FnMut(&[[u128; 3]], [Vec<u64>; 3])) {
    let random = &mut Random(17);
    for _ in 0..n_rounds {
        let cases: Vec<_> = (0..64).map(|_| operands(random, format)).collect();
        let column = |i: usize| spread(format.width(), cases.iter().map(|case| case[i]));
        check(&cases, [column(0), column(1), column(2)]);
    }
}

fn or_nan(format: Format, result: u128, operands: &[u128]) -> u128 {
    if is_nan(format, result) { nan_result(format, operands) } else { result }
}

fn arithmetic<F: Float>(format: Format) {
    each_round(format, N_ROUNDS, |cases, [x, y, z]| {
        let g = &mut Lanes;
        let add = float::add(g, format, &x, &y);
        let sub = float::sub(g, format, &x, &y);
        let mul = float::mul(g, format, &x, &y);
        let div = float::div(g, format, &x, &y);
        let fma = float::fma(g, format, &x, &y, &z);
        let compared = float::compare(g, format, &x, &y);
        let (eq, lt, le) = (float::eq(g, format, &x, &y), float::lt(g, format, &x, &y), float::le(g, format, &x, &y));
        assert_eq!(eq, compared.equal);
        for (i, &[a, b, c]) in cases.iter().enumerate() {
            let (fa, fb, fc) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
            for (name, found, expected) in [
                ("add", &add, (fa + fb).value),
                ("sub", &sub, (fa - fb).value),
                ("mul", &mul, (fa * fb).value),
                ("div", &div, (fa / fb).value),
            ] {
                let expected = or_nan(format, expected.to_bits(), &[a, b]);
                assert_eq!(lane(found, i), expected, "{name} {a:#x} {b:#x} in {format:?}");
            }
            let expected = or_nan(format, fa.mul_add(fb, fc).value.to_bits(), &[a, b, c]);
            assert_eq!(lane(&fma, i), expected, "fma {a:#x} {b:#x} {c:#x} in {format:?}");
            let found = [eq, lt, le, compared.unordered].map(|flag| flag >> i & 1 == 1);
            let order = fa.partial_cmp(&fb);
            let expected = [
                order.is_some_and(|o| o.is_eq()),
                order.is_some_and(|o| o.is_lt()),
                order.is_some_and(|o| o.is_le()),
                order.is_none(),
            ];
            assert_eq!(found, expected, "{a:#x} and {b:#x} in {format:?}");
        }
    });
}

fn integrals<F: Float>(format: Format) {
    each_round(format, N_ROUNDS, |cases, [x, _, _]| {
        for (mode, round) in MODES {
            let found = float::round_to_integral(&mut Lanes, format, &x, mode);
            for (i, &[a, _, _]) in cases.iter().enumerate() {
                let expected = F::from_bits(a).round_to_integral(round).value.to_bits();
                assert_eq!(lane(&found, i), or_nan(format, expected, &[a]), "{mode:?} {a:#x} in {format:?}");
            }
        }
        for width in [2, 16, 32, 63, 64, 128] {
            let signed = float::to_signed(&mut Lanes, format, &x, width);
            let unsigned = float::to_unsigned(&mut Lanes, format, &x, width);
            let mask = u128::MAX >> (128 - width);
            for (i, &[a, _, _]) in cases.iter().enumerate() {
                let as_signed = F::from_bits(a).to_i128(width);
                let as_unsigned = F::from_bits(a).to_u128(width);
                let fits = |status: Status| !status.contains(Status::INVALID_OP);
                for (found, value, status) in [
                    (&signed, as_signed.value as u128, as_signed.status),
                    (&unsigned, as_unsigned.value, as_unsigned.status),
                ] {
                    let expected = (if fits(status) { value & mask } else { 0 }, fits(status));
                    let found = (lane(&found.bits, i), found.in_range >> i & 1 == 1);
                    assert_eq!(found, expected, "{a:#x} in {format:?} to {width} bits");
                }
            }
        }
    });
}

fn from_integers<F: Float>(format: Format) {
    let random = &mut Random(23);
    for width in [1, 5, 11, 12, 13, 16, 32, 64, 65, 66, 113, 114, 115, 128u32] {
        for _ in 0..60 {
            let mask = u128::MAX >> (128 - width);
            let values: Vec<_> = (0..64)
                .map(|_| {
                    let any = random.wide();
                    let shift = random.below(width.into()) as u32;
                    let tie = [any >> shift, u128::MAX << shift, 1 << shift | (any & 7) << (any as u32 % width), any];
                    tie[random.below(4) as usize].wrapping_add(random.below(3).into()).wrapping_sub(1) & mask
                })
                .collect();
            let x = spread(width as usize, values.iter().copied());
            let unsigned = float::from_unsigned(&mut Lanes, format, &x);
            let signed = float::from_signed(&mut Lanes, format, &x);
            for (i, &value) in values.iter().enumerate() {
                assert_eq!(lane(&unsigned, i), F::from_u128(value).value.to_bits(), "{value:#x} in {format:?}");
                let value = (value << (128 - width)) as i128 >> (128 - width);
                assert_eq!(lane(&signed, i), F::from_i128(value).value.to_bits(), "{value} in {format:?}");
            }
        }
    }
}

fn everything<F: Float>(format: Format) {
    arithmetic::<F>(format);
    integrals::<F>(format);
    from_integers::<F>(format);
}

#[test]
fn half() {
    everything::<Half>(Format::F16);
}

#[test]
fn bfloat() {
    everything::<BFloat>(Format::BF16);
}

#[test]
fn x87() {
    everything::<X87DoubleExtended>(Format::X87);
}

#[test]
fn quad() {
    everything::<Quad>(Format::F128);
}

fn remainders<F: Float>(format: Format) {
    each_round(format, N_ROUNDS, |cases, [x, y, _]| {
        let found = float::rem(&mut Lanes, format, &x, &y).expect("a small exponent");
        for (i, &[a, b, _]) in cases.iter().enumerate() {
            let expected = F::from_bits(a).c_fmod(F::from_bits(b)).value.to_bits();
            assert_eq!(lane(&found, i), or_nan(format, expected, &[a, b]), "{a:#x} % {b:#x} in {format:?}");
        }
    });
}

#[test]
fn remainders_where_the_exponent_is_small_enough() {
    remainders::<Half>(Format::F16);
    remainders::<BFloat>(Format::BF16);
    for format in [Format::X87, Format::F128] {
        let x = vec![0; format.width()];
        assert!(float::rem(&mut Lanes, format, &x, &x).is_none());
    }
}

fn conversion<F: FloatConvert<T>, T: Float>(from: Format, to: Format) {
    each_round(from, 300, |cases, [x, _, _]| {
        let found = float::convert(&mut Lanes, from, to, &x);
        for (i, &[a, _, _]) in cases.iter().enumerate() {
            let mut expected = F::from_bits(a).convert(&mut false).value.to_bits();
            if is_nan(from, a) {
                let (n, m) = (from.significand_bits, to.significand_bits);
                let payload = if m > n { fraction(from, a) << (m - n) } else { fraction(from, a) >> (n - m) };
                let negative = a >> (from.width() - 1) == 1;
                expected = assemble(to, negative, (1 << to.exponent_bits) - 1, payload | 1 << (m - 2));
            }
            assert_eq!(lane(&found, i), expected, "{a:#x} from {from:?} to {to:?}");
        }
    });
}

#[test]
fn conversions() {
    macro_rules! all_pairs {
        ([$(($from:ident, $from_format:ident)),*], $all:tt) => { $( all_pairs!(@ $from, $from_format, $all); )* };
        (@ $from:ident, $from_format:ident, [$(($to:ident, $to_format:ident)),*]) => {
            $( conversion::<$from, $to>(Format::$from_format, Format::$to_format); )*
        };
    }
    all_pairs!(
        [(Half, F16), (BFloat, BF16), (Single, F32), (Double, F64), (X87DoubleExtended, X87), (Quad, F128)],
        [(Half, F16), (BFloat, BF16), (Single, F32), (Double, F64), (X87DoubleExtended, X87), (Quad, F128)]
    );
}

/// 256 bits, high half first.
type Wide = (u128, u128);

fn square(a: u128) -> Wide {
    let (high, low) = (a >> 64, a & u128::from(u64::MAX));
    let middle = high * low;
    // a² = high²·2^128 + middle·2^65 + low².
    let (sum, carry) = (low * low).overflowing_add(middle << 65);
    (high * high + (middle >> 63) + u128::from(carry), sum)
}

fn shifted(a: u128, by: i64) -> Wide {
    assert!((0..256).contains(&by) && i64::from(a.leading_zeros()) + 128 >= by, "fits in 256 bits");
    match by {
        0 => (0, a),
        1..128 => (a >> (128 - by), a << by),
        _ => (a << (by - 128), 0),
    }
}

/// The significand with its top bit set, and the exponent of its last place.
fn normalized(format: Format, pattern: u128) -> (u128, i64) {
    let fraction_bits = format.significand_bits as i64 - 1;
    let field = exponent(format, pattern);
    let bias = (1i64 << (format.exponent_bits - 1)) - 1;
    let significand = fraction(format, pattern) | u128::from(field != 0) << fraction_bits;
    let up = fraction_bits - (127 - i64::from(significand.leading_zeros()));
    (significand << up, field.max(1) - bias - fraction_bits - up)
}

fn roots(format: Format) {
    each_round(format, N_ROUNDS, |cases, [x, _, _]| {
        let found = float::sqrt(&mut Lanes, format, &x);
        for (i, &[a, _, _]) in cases.iter().enumerate() {
            let root = lane(&found, i);
            let negative = a >> (format.width() - 1) == 1;
            let zero = exponent(format, a) == 0 && fraction(format, a) == 0;
            let special = exponent(format, a) == (1 << format.exponent_bits) - 1;
            if is_nan(format, a) || (negative && !zero) {
                assert_eq!(root, nan_result(format, &[a]), "√{a:#x} in {format:?}");
                continue;
            }
            if zero || special {
                assert_eq!(root, a, "√{a:#x} in {format:?}");
                continue;
            }
            assert_eq!(root >> (format.width() - 1), 0);
            let (radicand, radicand_exponent) = normalized(format, a);
            let (significand, root_exponent) = normalized(format, root);
            // In quarters of the last place: half a place above, half or, below a power of two, a quarter below.
            let radicand = shifted(radicand, radicand_exponent - 2 * (root_exponent - 2));
            let power_of_two = significand == 1 << (format.significand_bits - 1);
            let below = 4 * significand - if power_of_two { 1 } else { 2 };
            let above = 4 * significand + 2;
            assert!(square(below) < radicand && radicand < square(above), "√{a:#x} = {root:#x} in {format:?}");
        }
    });
}

#[test]
fn square_roots() {
    for format in [Format::F16, Format::BF16, Format::F32, Format::F64, Format::X87, Format::F128] {
        roots(format);
    }
}
