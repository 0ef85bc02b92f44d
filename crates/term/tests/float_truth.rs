//! Concrete floats against independent truth: the machine, `rustc_apfloat`, and wider formats.

mod random;

use incise_term::{Format, Rounding, concrete};
use random::{Rng, special_floats};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};
use std::hint::black_box;

const ROUNDS: usize = 60_000;

/// Equal, or both NaN when the reference does not define the bits of a NaN.
fn same(format: Format, ours: u128, reference: u128) -> bool {
    ours == reference || concrete::fp_is_nan(format, ours) && concrete::fp_is_nan(format, reference)
}

/// Triples: all pairs of special floats, then random ones.
fn triples(format: Format, rounds: usize) -> Vec<[u128; 3]> {
    let special = special_floats(format);
    let mut rng = Rng(format as u64 + 1);
    let mut all: Vec<[u128; 3]> = Vec::new();
    for &a in &special {
        for &b in &special {
            all.push([a, b, rng.pick(&special)]);
        }
    }
    all.extend((0..rounds).map(|_| [rng.float(format), rng.float(format), rng.float(format)]));
    all
}

fn check_against_apfloat<F: Float>(format: Format) {
    // The reference's remainder walks through all exponents: slow where there are 2^15.
    let rounds = if format.exponent_bits() == 15 { ROUNDS / 20 } else { ROUNDS };
    for [a, b, c] in triples(format, rounds) {
        let (x, y, z) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
        let check = |name: &str, ours: u128, theirs: F| {
            let theirs = theirs.to_bits();
            assert!(same(format, ours, theirs), "{format:?} {name} {a:x} {b:x} {c:x}: {ours:x}, not {theirs:x}");
        };
        check("add", concrete::fp_add(format, a, b), (x + y).value);
        check("sub", concrete::fp_sub(format, a, b), (x - y).value);
        check("mul", concrete::fp_mul(format, a, b), (x * y).value);
        check("div", concrete::fp_div(format, a, b), (x / y).value);
        check("rem", concrete::fp_rem(format, a, b), x.c_fmod(y).value);
        check("rem by integers", concrete::fp_rem_software(format, a, b), x.c_fmod(y).value);
        check("fma", concrete::fp_fma(format, a, b, c), x.mul_add(y, z).value);
        for (ours, theirs) in ROUNDINGS {
            let theirs = x.round_to_integral(theirs).value;
            check("round", concrete::fp_round_to_integral(format, ours, a), theirs);
        }
        assert_eq!(concrete::fp_eq(format, a, b), x == y, "{format:?} {a:x} = {b:x}");
        assert_eq!(concrete::fp_lt(format, a, b), x < y, "{format:?} {a:x} < {b:x}");
        assert_eq!(concrete::fp_le(format, a, b), x <= y, "{format:?} {a:x} <= {b:x}");
        assert_eq!(concrete::fp_is_nan(format, a), x.is_nan());
        assert_eq!(concrete::fp_is_inf(format, a), x.is_infinite());
        assert_eq!(concrete::fp_is_zero(format, a), x.is_zero());
        assert_eq!(concrete::fp_neg(format, a), (-x).to_bits());
        assert_eq!(concrete::fp_abs(format, a), x.abs().to_bits());
        for width in [2, 8, 16, 31, 32, 64, 128] {
            let mut exact = false;
            let unsigned = x.to_u128_r(width, rustc_apfloat::Round::TowardZero, &mut exact);
            let valid = !unsigned.status.contains(rustc_apfloat::Status::INVALID_OP);
            let expected = if valid { unsigned.value } else { 0 };
            assert_eq!(concrete::fp_to_uint(format, a, width as u32), expected, "{format:?} {a:x} to u{width}");
            let signed = x.to_i128_r(width, rustc_apfloat::Round::TowardZero, &mut exact);
            let valid = !signed.status.contains(rustc_apfloat::Status::INVALID_OP);
            let expected = if valid { signed.value as u128 & concrete::mask(width as u32) } else { 0 };
            assert_eq!(concrete::fp_to_sint(format, a, width as u32), expected, "{format:?} {a:x} to i{width}");
        }
        let mut rng = Rng(a as u64);
        let integer = rng.bits(128) >> rng.below(128);
        assert_eq!(concrete::fp_from_uint(format, integer), F::from_u128(integer).value.to_bits());
        let theirs = F::from_i128(integer as i128).value.to_bits();
        assert_eq!(concrete::fp_from_sint(format, 128, integer), theirs);
        let small = integer & 0xff;
        let theirs = F::from_i128(i128::from(small as u8 as i8)).value.to_bits();
        assert_eq!(concrete::fp_from_sint(format, 8, small), theirs);
    }
}

const ROUNDINGS: [(Rounding, rustc_apfloat::Round); 5] = [
    (Rounding::NearestEven, rustc_apfloat::Round::NearestTiesToEven),
    (Rounding::NearestAway, rustc_apfloat::Round::NearestTiesToAway),
    (Rounding::Zero, rustc_apfloat::Round::TowardZero),
    (Rounding::Up, rustc_apfloat::Round::TowardPositive),
    (Rounding::Down, rustc_apfloat::Round::TowardNegative),
];

#[test]
fn half_agrees_with_apfloat() {
    check_against_apfloat::<Half>(Format::F16);
}

#[test]
fn bfloat_agrees_with_apfloat() {
    check_against_apfloat::<BFloat>(Format::BF16);
}

#[test]
fn single_agrees_with_apfloat() {
    check_against_apfloat::<Single>(Format::F32);
}

#[test]
fn double_agrees_with_apfloat() {
    check_against_apfloat::<Double>(Format::F64);
}

#[test]
fn x87_agrees_with_apfloat() {
    check_against_apfloat::<X87DoubleExtended>(Format::X87);
}

#[test]
fn quad_agrees_with_apfloat() {
    check_against_apfloat::<Quad>(Format::F128);
}

#[test]
fn conversions_agree_with_apfloat() {
    fn check<F: Float + FloatConvert<T>, T: Float>(from: Format, to: Format) {
        for [a, ..] in triples(from, ROUNDS / 4) {
            let ours = concrete::fp_convert(from, to, a);
            let theirs = FloatConvert::<T>::convert(F::from_bits(a), &mut false).value.to_bits();
            assert!(same(to, ours, theirs), "{from:?} {a:x} to {to:?}: {ours:x}, not {theirs:x}");
        }
    }
    macro_rules! all {
        ($($f:ident $from:ident),*; $to:tt) => { $(all!(@ $f $from; $to);)* };
        (@ $f:ident $from:ident; [$($t:ident $to:ident),*]) => { $(check::<$f, $t>(Format::$from, Format::$to);)* };
    }
    all!(Half F16, BFloat BF16, Single F32, Double F64, X87DoubleExtended X87, Quad F128;
        [Half F16, BFloat BF16, Single F32, Double F64, X87DoubleExtended X87, Quad F128]);
}

#[test]
fn conversions_and_rounding_agree_with_the_machine() {
    for [a, ..] in triples(Format::F64, ROUNDS) {
        let x = f64::from_bits(a as u64);
        let narrow = u128::from((x as f32).to_bits());
        assert!(same(Format::F32, concrete::fp_convert(Format::F64, Format::F32, a), narrow));
        let check = |rounding: Rounding, expected: f64| {
            let ours = concrete::fp_round_to_integral(Format::F64, rounding, a);
            assert!(same(Format::F64, ours, u128::from(expected.to_bits())), "{rounding:?} {x:e}");
        };
        check(Rounding::NearestEven, x.round_ties_even());
        check(Rounding::NearestAway, x.round());
        check(Rounding::Zero, x.trunc());
        check(Rounding::Up, x.ceil());
        check(Rounding::Down, x.floor());
        let fits = |low: f64, high: f64| x.trunc() >= low && x.trunc() < high;
        let i32_value = if fits(-2f64.powi(31), 2f64.powi(31)) { x as i32 as u32 } else { 0 };
        assert_eq!(concrete::fp_to_sint(Format::F64, a, 32), u128::from(i32_value));
        let u64_value = if fits(0.0, 2f64.powi(64)) { x as u64 } else { 0 };
        assert_eq!(concrete::fp_to_uint(Format::F64, a, 64), u128::from(u64_value));
        let as_integer = a as u64;
        assert_eq!(concrete::fp_from_uint(Format::F64, a), u128::from((as_integer as f64).to_bits()));
        let signed = u128::from((as_integer as i64 as f32).to_bits());
        assert_eq!(concrete::fp_from_sint(Format::F32, 64, a), signed);
    }
    for [a, ..] in triples(Format::F32, ROUNDS) {
        let wide = u128::from(f64::from(f32::from_bits(a as u32)).to_bits());
        assert!(same(Format::F64, concrete::fp_convert(Format::F32, Format::F64, a), wide));
    }
}

#[test]
fn square_roots_by_integers_agree_with_the_machine() {
    for [a, b, c] in triples(Format::F64, ROUNDS) {
        for a in [a, b, c] {
            let theirs = u128::from(f64::from_bits(a as u64).sqrt().to_bits());
            assert!(same(Format::F64, concrete::fp_sqrt_software(Format::F64, a), theirs), "{a:x}");
            assert_eq!(concrete::fp_sqrt_software(Format::F64, a), concrete::fp_sqrt(Format::F64, a));
        }
    }
    for [a, b, c] in triples(Format::F32, ROUNDS) {
        for a in [a, b, c] {
            let theirs = u128::from(f32::from_bits(a as u32).sqrt().to_bits());
            assert!(same(Format::F32, concrete::fp_sqrt_software(Format::F32, a), theirs), "{a:x}");
            assert_eq!(concrete::fp_sqrt_software(Format::F32, a), concrete::fp_sqrt(Format::F32, a));
        }
    }
}

/// Rounding twice is harmless when the wider format has at least `2p + 2` bits (Figueroa, 1995): the root, and the
/// sum, product and quotient, in the wider format, rounded again, are those of the narrow one.
#[test]
fn narrow_formats_agree_with_wider_ones() {
    let pairs = [
        (Format::F16, Format::F32),
        (Format::F16, Format::F64),
        (Format::BF16, Format::F32),
        (Format::BF16, Format::F64),
        (Format::F32, Format::F64),
        (Format::F32, Format::X87),
        (Format::F64, Format::F128),
    ];
    for (narrow, wide) in pairs {
        // Subnormal results of the narrow format have fewer bits: the argument only gets stronger.
        for [a, b, _] in triples(narrow, ROUNDS / 2) {
            let up = |a| concrete::fp_convert(narrow, wide, a);
            let down = |a| concrete::fp_convert(wide, narrow, a);
            let check = |name: &str, ours: u128, by_wide: u128| {
                assert!(same(narrow, ours, down(by_wide)), "{narrow:?} by {wide:?}: {name} {a:x} {b:x}");
            };
            let (x, y) = (up(a), up(b));
            check("sqrt", concrete::fp_sqrt(narrow, a), concrete::fp_sqrt(wide, x));
            check("add", concrete::fp_add(narrow, a, b), concrete::fp_add(wide, x, y));
            check("sub", concrete::fp_sub(narrow, a, b), concrete::fp_sub(wide, x, y));
            check("mul", concrete::fp_mul(narrow, a, b), concrete::fp_mul(wide, x, y));
            check("div", concrete::fp_div(narrow, a, b), concrete::fp_div(wide, x, y));
            check("rem", concrete::fp_rem(narrow, a, b), concrete::fp_rem(wide, x, y));
        }
    }
}

/// The root `r` of `s` is right if `s` lies between the squares of the midpoints around `r`; squares of up to 64-bit
/// numbers are exact in `u128`.
#[test]
fn x87_square_roots_are_the_nearest() {
    let mut rng = Rng(87);
    for _ in 0..ROUNDS {
        // s = m * 2^62 with m of 64 bits, leading bit set: the root has 63 bits, its last place is 1/2.
        let m = rng.next() | 1 << 63;
        let s = concrete::fp_from_uint(Format::X87, u128::from(m) << 62);
        let root = concrete::fp_sqrt(Format::X87, s);
        let two = concrete::fp_from_uint(Format::X87, 2);
        let doubled = concrete::fp_to_uint(Format::X87, concrete::fp_mul(Format::X87, root, two), 64);
        // (2r - 1/2)^2 <= 4s <= (2r + 1/2)^2, with 4s = m * 2^64.
        let four_s = |shift: u128| (u128::from(m) << 64).wrapping_add(shift);
        let square = doubled * doubled;
        assert!(square.wrapping_sub(doubled) <= four_s(0), "{m:x}");
        assert!(four_s(0) <= square.saturating_add(doubled).saturating_add(1), "{m:x}");
    }
}

/// On x86-64 the machine itself has the NaN rules; sums and products are left out because a compiler may swap their operands.
#[cfg(target_arch = "x86_64")]
#[test]
fn nan_bits_are_the_machines() {
    for [a, b, _] in triples(Format::F64, 20_000) {
        let (x, y) = (black_box(f64::from_bits(a as u64)), black_box(f64::from_bits(b as u64)));
        let bits = |x: f64| u128::from(black_box(x).to_bits());
        assert_eq!(concrete::fp_sub(Format::F64, a, b), bits(x - y), "{a:x} - {b:x}");
        assert_eq!(concrete::fp_div(Format::F64, a, b), bits(x / y), "{a:x} / {b:x}");
        assert_eq!(concrete::fp_sqrt(Format::F64, a), bits(x.sqrt()), "sqrt {a:x}");
        let narrow = u128::from(black_box(x as f32).to_bits());
        assert_eq!(concrete::fp_convert(Format::F64, Format::F32, a), narrow, "{a:x} to single");
    }
    for [a, b, _] in triples(Format::F32, 20_000) {
        let (x, y) = (black_box(f32::from_bits(a as u32)), black_box(f32::from_bits(b as u32)));
        let bits = |x: f32| u128::from(black_box(x).to_bits());
        assert_eq!(concrete::fp_sub(Format::F32, a, b), bits(x - y), "{a:x} - {b:x}");
        assert_eq!(concrete::fp_div(Format::F32, a, b), bits(x / y), "{a:x} / {b:x}");
        let wide = u128::from(black_box(f64::from(x)).to_bits());
        assert_eq!(concrete::fp_convert(Format::F32, Format::F64, a), wide, "{a:x} to double");
    }
}

#[test]
fn the_first_nan_wins_and_is_quieted() {
    for format in Format::ALL {
        let infinity = concrete::infinity(format);
        let quiet_bit = 1 << (format.fraction_bits() - 1);
        let sign = 1 << (format.width() - 1);
        let (signalling, other) = (infinity | 3, infinity | sign | 5);
        let one = concrete::fp_from_uint(format, 1);
        assert_eq!(concrete::fp_add(format, signalling, other), signalling | quiet_bit);
        assert_eq!(concrete::fp_mul(format, one, other), other | quiet_bit);
        assert_eq!(concrete::fp_fma(format, one, other, signalling), other | quiet_bit);
        assert_eq!(concrete::fp_fma(format, 0, infinity, signalling), signalling | quiet_bit);
        assert_eq!(concrete::fp_neg(format, signalling), signalling | sign);
        let default = sign | infinity | quiet_bit;
        assert_eq!(concrete::fp_sub(format, infinity, infinity), default);
        assert_eq!(concrete::fp_mul(format, 0, infinity), default);
        assert_eq!(concrete::fp_div(format, 0, 0), default);
        assert_eq!(concrete::fp_rem(format, one, 0), default);
        assert_eq!(concrete::fp_rem(format, infinity, one), default);
        assert_eq!(concrete::fp_sqrt(format, one | sign), default);
        assert_eq!(concrete::fp_fma(format, infinity, one, infinity | sign), default);
        assert_eq!(concrete::fp_fma(format, 0, infinity, one), default);
        assert_eq!(concrete::fp_sqrt(format, sign), sign);
        assert_eq!(concrete::fp_min(format, signalling, one), one);
        assert_eq!(concrete::fp_min(format, signalling, other), signalling | quiet_bit);
        assert_eq!(concrete::fp_max(format, sign, 0), sign);
    }
}

#[test]
fn unsupported_x87_encodings_are_nans() {
    let one = concrete::fp_from_uint(Format::X87, 1);
    let default = concrete::default_nan(Format::X87);
    assert_eq!(default, 0xffff_c000_0000_0000_0000);
    let unnormal = one & !(1 << 63) | 7;
    let pseudo_infinity = 0x7fff_0000_0000_0000_0000;
    for bits in [unnormal, pseudo_infinity, pseudo_infinity | 9] {
        assert!(concrete::fp_is_nan(Format::X87, bits));
        assert_eq!(concrete::fp_add(Format::X87, bits, one), default);
        assert_eq!(concrete::fp_add(Format::X87, one, bits), default);
        assert!(!concrete::fp_eq(Format::X87, bits, bits));
        assert_eq!(concrete::fp_convert(Format::X87, Format::F64, bits), 0xfff8_0000_0000_0000);
    }
    let pseudo_denormal = 1 << 63 | 5;
    let canonical = 1 << 64 | 1 << 63 | 5;
    assert!(concrete::fp_eq(Format::X87, pseudo_denormal, canonical));
    assert!(!concrete::fp_lt(Format::X87, pseudo_denormal | 1 << 79, canonical | 1 << 79));
    assert_eq!(concrete::fp_add(Format::X87, pseudo_denormal, 0), canonical);
    assert_eq!(concrete::fp_mul(Format::X87, pseudo_denormal, one), canonical);
}
