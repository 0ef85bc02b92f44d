//! What the circuits do beside arithmetic: known bits change their size, never their value; NaNs are the processor's;
//! x87 patterns outside the contract are read as documented.

mod gates;
mod patterns;

use gates::{Bit, Evaluate, Lanes, Random, bits, lane, spread, value};
use incise_circuit::float::{self, Rounding};
use incise_circuit::{Format, Gates};
use patterns::{is_nan, operands};

/// Every operation on one triple of operands.
fn all_operations<G: Gates>(g: &mut G, format: Format, [a, b, c]: [&[G::Lit]; 3]) -> Vec<Vec<G::Lit>> {
    let compared = float::compare(g, format, a, b);
    let (signed, unsigned) = (float::to_signed(g, format, a, 20), float::to_unsigned(g, format, a, 20));
    let mut results = vec![
        float::add(g, format, a, b),
        float::sub(g, format, a, b),
        float::mul(g, format, a, b),
        float::div(g, format, a, b),
        float::fma(g, format, a, b, c),
        float::sqrt(g, format, a),
        vec![compared.less, compared.equal, compared.unordered, signed.in_range, unsigned.in_range],
        vec![float::eq(g, format, a, b), float::lt(g, format, a, b), float::le(g, format, a, b)],
        signed.bits,
        unsigned.bits,
        float::convert(g, format, Format::F16, a),
        float::convert(g, format, Format::X87, a),
        float::from_signed(g, format, a),
        float::from_unsigned(g, format, a),
    ];
    for mode in [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down] {
        results.push(float::round_to_integral(g, format, a, mode));
    }
    results.extend(float::rem(g, format, a, b));
    results
}

#[test]
fn known_bits_do_not_change_results() {
    let random = &mut Random(29);
    let formats =
        [(Format::F32, 20), (Format::F16, 100), (Format::BF16, 60), (Format::X87, 10), (Format::implicit(4, 5), 300)];
    for (format, n_rounds) in formats {
        for _ in 0..n_rounds {
            let case = operands(random, format);
            let plain = case.map(|operand| spread(format.width(), std::iter::once(operand)));
            let expected = all_operations(&mut Lanes, format, [&plain[0], &plain[1], &plain[2]]);
            let expected: Vec<_> = expected.iter().map(|result| lane(result, 0)).collect();
            let folded = case.map(|operand| {
                let known = match random.below(3) {
                    0 => 0,
                    1 => u128::MAX,
                    _ => random.wide(),
                };
                bits(format.width(), operand, known)
            });
            let found = all_operations(&mut Evaluate::default(), format, [&folded[0], &folded[1], &folded[2]]);
            let found: Vec<_> = found.iter().map(|result: &Vec<Bit>| value(result)).collect();
            assert_eq!(found, expected, "{case:#x?} in {format:?}");
        }
    }
}

/// Subtraction and division are not commutative, so no compiler swaps their operands before the processor sees them.
#[cfg(target_arch = "x86_64")]
#[test]
fn nans_are_those_of_the_processor() {
    use std::hint::black_box;
    let random = &mut Random(31);
    let mut n_nans = 0;
    for _ in 0..3000 {
        let cases: Vec<_> = (0..64).map(|_| operands(random, Format::F64)).collect();
        let x = spread(64, cases.iter().map(|case| case[0]));
        let y = spread(64, cases.iter().map(|case| case[1]));
        let sub = float::sub(&mut Lanes, Format::F64, &x, &y);
        let div = float::div(&mut Lanes, Format::F64, &x, &y);
        let narrow = float::convert(&mut Lanes, Format::F64, Format::F32, &x);
        for (i, &[a, b, _]) in cases.iter().enumerate() {
            let (fa, fb) = (black_box(f64::from_bits(a as u64)), black_box(f64::from_bits(b as u64)));
            n_nans += usize::from(is_nan(Format::F64, lane(&sub, i)));
            assert_eq!(lane(&sub, i), black_box(fa - fb).to_bits().into(), "{a:#x} − {b:#x}");
            assert_eq!(lane(&div, i), black_box(fa / fb).to_bits().into(), "{a:#x} / {b:#x}");
            assert_eq!(lane(&narrow, i), black_box(fa as f32).to_bits().into(), "{a:#x}");
        }
    }
    assert!(n_nans > 10_000, "{n_nans} NaNs");
}

/// An exponent of zero with the integer bit set is read as one; results are canonical.
#[test]
fn x87_patterns_with_a_wrong_integer_bit() {
    let format = Format::X87;
    let pseudo_denormal = 1u128 << 63 | 5;
    let canonical = 1 << 64 | pseudo_denormal;
    let unnormal = 0x4000 << 64 | 7u128;
    let as_if_set = unnormal | 1 << 63;
    let zero = vec![0; format.width()];
    for (given, read_as) in [(pseudo_denormal, canonical), (unnormal, as_if_set)] {
        let x = spread(format.width(), std::iter::once(given));
        assert_eq!(lane(&float::add(&mut Lanes, format, &x, &zero), 0), read_as);
        let y = spread(format.width(), std::iter::once(read_as));
        assert_eq!(float::eq(&mut Lanes, format, &x, &y) & 1, 1);
    }
}
