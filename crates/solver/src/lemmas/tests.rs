//! Every law, on operands of every kind, with the results of the processor (`float`, `double`) or of a second implementation.

use super::laws::{of_one, of_two};
use super::operation::Kind;
use super::template::{Templates, Values};
use crate::trials::{Random, float};
use incise_term::{Format, concrete};

const FORMATS: [Format; 5] = [Format::F16, Format::BF16, Format::F32, Format::F64, Format::F128];

fn result(kind: Kind, format: Format, [a, b, c]: [u128; 3]) -> u128 {
    match kind {
        Kind::Sum => concrete::fp_add(format, a, b),
        Kind::Product => concrete::fp_mul(format, a, b),
        Kind::Quotient => concrete::fp_div(format, a, b),
        Kind::Remainder => concrete::fp_rem(format, a, b),
        Kind::Root => concrete::fp_sqrt(format, a),
        Kind::Fused => concrete::fp_fma(format, a, b, c),
    }
}

/// A float, often related to one of those before.
fn operand(random: &mut Random, format: Format, before: &[u128]) -> u128 {
    if before.is_empty() || random.below(2) == 0 {
        return float(random, format);
    }
    let other = before[random.below(before.len())];
    let sign = 1u128 << (format.width() - 1);
    match random.below(6) {
        0 | 1 => other,
        2 | 3 => other ^ sign,
        4 => other.wrapping_add(1) & concrete::mask(format.width()),
        _ => other.wrapping_sub(1) & concrete::mask(format.width()),
    }
}

#[test]
fn every_law_holds_for_all_operands() {
    let mut templates = Templates::default();
    let mut random = Random(0x1ee7_c0de);
    for kind in Kind::ALL {
        for format in FORMATS {
            let n = if matches!(format, Format::F32 | Format::F64) { 150_000 } else { 30_000 };
            for _ in 0..n {
                let mut drawn = Vec::new();
                for _ in 0..6 {
                    let next = operand(&mut random, format, &drawn);
                    drawn.push(next);
                }
                let values = |operands: [u128; 3]| Values { operands, result: result(kind, format, operands) };
                let one = values([drawn[0], drawn[1], drawn[2]]);
                let two = values([drawn[3], drawn[4], drawn[5]]);
                let broken = templates.broken_by_one(kind, format, one, 0..of_one(kind).all().count());
                assert!(broken.is_empty(), "law {broken:?} of {kind:?} in {format:?}: {:x?}", one.operands);
                for pair in [[one, two], [two, one]] {
                    let broken = templates.broken_by_two(kind, format, pair, 0..of_two(kind).all().count());
                    let operands = pair.map(|values| values.operands);
                    assert!(broken.is_empty(), "law {broken:?} of two {kind:?} in {format:?}: {operands:x?}");
                }
            }
        }
    }
}

/// A difference counts as the sum with the second operand negated.
#[test]
fn differences_are_sums_but_for_nans() {
    let mut random = Random(77);
    for format in FORMATS {
        for _ in 0..50_000 {
            let a = float(&mut random, format);
            let b = operand(&mut random, format, &[a]);
            let difference = concrete::fp_sub(format, a, b);
            let sum = concrete::fp_add(format, a, concrete::fp_neg(format, b));
            let nans = concrete::fp_is_nan(format, difference) && concrete::fp_is_nan(format, sum);
            assert!(nans || difference == sum, "{a:x} - {b:x} in {format:?}");
        }
    }
}
