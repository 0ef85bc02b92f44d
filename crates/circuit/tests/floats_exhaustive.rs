//! Every operation on every pattern of small formats against exact arithmetic.

mod exact;
mod gates;

use exact::{Exact, Number, UNIT};
use gates::{Lanes, lane, spread};
use incise_circuit::Format;
use incise_circuit::float::{self, Rounding};

const SMALL: [Format; 5] = [
    Format::implicit(3, 4),
    Format::implicit(4, 3),
    Format::implicit(3, 2),
    Format::implicit(3, 5),
    Format { exponent_bits: 3, significand_bits: 3, explicit_integer: true },
];

fn signed(number: Number) -> i128 {
    match number {
        Number::Finite { negative, magnitude } => {
            if negative {
                -magnitude
            } else {
                magnitude
            }
        }
        _ => panic!("finite numbers only"),
    }
}

fn is_negative(number: Number) -> bool {
    match number {
        Number::Infinite { negative } | Number::Finite { negative, .. } => negative,
        Number::Nan => panic!("numbers only"),
    }
}

/// a·b + c exactly, with `scale` units to the unit of a·b (and of c).
fn sum(exact: &Exact, product: (bool, Option<i128>), c: Number, scale: i128) -> u128 {
    // `None` is an infinite product.
    match (product, c) {
        ((p, None), Number::Infinite { negative }) if p != negative => exact.default_nan(),
        ((p, None), _) => exact.infinity(p),
        (_, Number::Infinite { negative }) => exact.infinity(negative),
        ((p, Some(product)), c) => {
            let total = product + signed(c) * scale;
            let negative = if total != 0 { total < 0 } else { p && is_negative(c) };
            exact.nearest_quotient(negative, total.abs(), scale)
        }
    }
}

/// The exact product in units times 2^-UNIT; nothing for 0 · ∞.
fn product(a: Number, b: Number) -> Option<(bool, Option<i128>)> {
    let negative = is_negative(a) != is_negative(b);
    let zero = |x| matches!(x, Number::Finite { magnitude: 0, .. });
    let infinite = |x| matches!(x, Number::Infinite { .. });
    if infinite(a) || infinite(b) {
        return (!zero(a) && !zero(b)).then_some((negative, None));
    }
    Some((negative, Some(signed(a) * signed(b))))
}

fn expected_add(exact: &Exact, a: u128, b: u128, negate: bool) -> u128 {
    let (x, y) = (exact.number(a), exact.number(b));
    if x == Number::Nan {
        return exact.quieted(a);
    }
    if y == Number::Nan {
        return exact.quieted(b);
    }
    let y = match y {
        Number::Infinite { negative } => Number::Infinite { negative: negative != negate },
        Number::Finite { negative, magnitude } => Number::Finite { negative: negative != negate, magnitude },
        Number::Nan => Number::Nan,
    };
    let x = match x {
        Number::Infinite { negative } => (negative, None),
        x => (is_negative(x), Some(signed(x))),
    };
    sum(exact, x, y, 1)
}

fn expected_fma(exact: &Exact, a: u128, b: u128, c: u128) -> u128 {
    for operand in [a, b, c] {
        if exact.number(operand) == Number::Nan {
            return exact.quieted(operand);
        }
    }
    match product(exact.number(a), exact.number(b)) {
        None => exact.default_nan(),
        Some(product) => sum(exact, product, exact.number(c), 1 << -UNIT),
    }
}

fn expected_binary(exact: &Exact, name: &str, a: u128, b: u128) -> u128 {
    let (x, y) = (exact.number(a), exact.number(b));
    match name {
        "add" => return expected_add(exact, a, b, false),
        "sub" => return expected_add(exact, a, b, true),
        "eq" | "lt" | "le" | "unordered" => {
            let rank = |number| match number {
                Number::Infinite { negative: false } => i128::MAX,
                Number::Infinite { negative: true } => i128::MIN,
                number => signed(number),
            };
            let nan = x == Number::Nan || y == Number::Nan;
            return u128::from(match name {
                "eq" => !nan && rank(x) == rank(y),
                "lt" => !nan && rank(x) < rank(y),
                "le" => !nan && rank(x) <= rank(y),
                _ => nan,
            });
        }
        _ => {}
    }
    if x == Number::Nan {
        return exact.quieted(a);
    }
    if y == Number::Nan {
        return exact.quieted(b);
    }
    let negative = is_negative(x) != is_negative(y);
    match name {
        "mul" => match product(x, y) {
            None => exact.default_nan(),
            Some((negative, None)) => exact.infinity(negative),
            Some((negative, Some(product))) => exact.nearest_quotient(negative, product.abs(), 1 << -UNIT),
        },
        "div" => match (x, y) {
            (Number::Infinite { .. }, Number::Infinite { .. }) => exact.default_nan(),
            (Number::Infinite { .. }, _) => exact.infinity(negative),
            (_, Number::Infinite { .. }) => exact.assemble(negative, 0, 0),
            _ if signed(y) == 0 && signed(x) == 0 => exact.default_nan(),
            _ if signed(y) == 0 => exact.infinity(negative),
            _ => exact.nearest_quotient(negative, signed(x).abs() << -UNIT, signed(y).abs()),
        },
        "rem" => match (x, y) {
            (Number::Infinite { .. }, _) => exact.default_nan(),
            (_, Number::Infinite { .. }) => a,
            _ if signed(y) == 0 => exact.default_nan(),
            _ => exact.nearest_quotient(is_negative(x), signed(x).abs() % signed(y).abs(), 1),
        },
        _ => panic!("no operation {name}"),
    }
}

#[test]
fn two_operands() {
    let names = ["add", "sub", "mul", "div", "rem", "eq", "lt", "le", "unordered"];
    for format in SMALL {
        let exact = Exact::new(format);
        let patterns = exact.patterns();
        for &a in &patterns {
            for chunk in patterns.chunks(64) {
                let x = spread(format.width(), std::iter::repeat_n(a, chunk.len()));
                let y = spread(format.width(), chunk.iter().copied());
                let g = &mut Lanes;
                for name in names {
                    let found = match name {
                        "add" => float::add(g, format, &x, &y),
                        "sub" => float::sub(g, format, &x, &y),
                        "mul" => float::mul(g, format, &x, &y),
                        "div" => float::div(g, format, &x, &y),
                        "rem" => float::rem(g, format, &x, &y).expect("a small exponent"),
                        "eq" => vec![float::eq(g, format, &x, &y)],
                        "lt" => vec![float::lt(g, format, &x, &y)],
                        "le" => vec![float::le(g, format, &x, &y)],
                        _ => vec![float::compare(g, format, &x, &y).unordered],
                    };
                    for (i, &b) in chunk.iter().enumerate() {
                        let expected = expected_binary(&exact, name, a, b);
                        let found = lane(&found, i);
                        assert_eq!(
                            found, expected,
                            "{name} {a:#b} {b:#b} = {found:#b}, not {expected:#b}, in {format:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn three_operands() {
    for format in [SMALL[0], SMALL[1], SMALL[2], SMALL[4]] {
        let exact = Exact::new(format);
        let patterns = exact.patterns();
        for &a in &patterns {
            for &b in &patterns {
                for chunk in patterns.chunks(64) {
                    let x = spread(format.width(), std::iter::repeat_n(a, chunk.len()));
                    let y = spread(format.width(), std::iter::repeat_n(b, chunk.len()));
                    let z = spread(format.width(), chunk.iter().copied());
                    let found = float::fma(&mut Lanes, format, &x, &y, &z);
                    for (i, &c) in chunk.iter().enumerate() {
                        let expected = expected_fma(&exact, a, b, c);
                        let found = lane(&found, i);
                        assert_eq!(
                            found, expected,
                            "{a:#b} · {b:#b} + {c:#b} = {found:#b}, not {expected:#b}, {format:?}"
                        );
                    }
                }
            }
        }
    }
}

/// The integer next to `magnitude` units in a direction.
fn integral(mode: Rounding, negative: bool, magnitude: i128) -> i128 {
    let one = 1i128 << -UNIT;
    let (whole, part) = (magnitude / one, magnitude % one);
    let up = match mode {
        Rounding::NearestEven => 2 * part > one || 2 * part == one && whole % 2 == 1,
        Rounding::NearestAway => 2 * part >= one,
        Rounding::Zero => false,
        Rounding::Up => part > 0 && !negative,
        Rounding::Down => part > 0 && negative,
    };
    whole + i128::from(up)
}

#[test]
fn one_operand() {
    let modes = [Rounding::NearestEven, Rounding::NearestAway, Rounding::Zero, Rounding::Up, Rounding::Down];
    for format in SMALL.into_iter().chain([Format::implicit(3, 7), Format::implicit(4, 6)]) {
        let exact = Exact::new(format);
        for a in exact.patterns() {
            let x = spread(format.width(), std::iter::once(a));
            let number = exact.number(a);
            let g = &mut Lanes;

            let root = match number {
                Number::Nan => exact.quieted(a),
                Number::Infinite { negative: false } | Number::Finite { magnitude: 0, .. } => a,
                _ if is_negative(number) => exact.default_nan(),
                // √(m·u) against h·u/2 is m·4/u against h².
                _ => exact.nearest(false, |halves| ((signed(number) * 4) << -UNIT).cmp(&(halves * halves))),
            };
            assert_eq!(lane(&float::sqrt(g, format, &x), 0), root, "√{a:#b} in {format:?}");

            for mode in modes {
                let expected = match number {
                    Number::Nan => exact.quieted(a),
                    Number::Infinite { .. } => a,
                    Number::Finite { negative, magnitude } => {
                        exact.nearest_quotient(negative, integral(mode, negative, magnitude) << -UNIT, 1)
                    }
                };
                let found = lane(&float::round_to_integral(g, format, &x, mode), 0);
                assert_eq!(found, expected, "{mode:?} of {a:#b} in {format:?}");
            }

            for width in 1..=12 {
                let whole = match number {
                    Number::Finite { negative, magnitude } => {
                        let whole = integral(Rounding::Zero, negative, magnitude);
                        Some(if negative { -whole } else { whole })
                    }
                    _ => None,
                };
                let mask = (1u128 << width) - 1;
                let unsigned = whole.filter(|w| (0..1 << width).contains(w));
                let signed = whole.filter(|w| (-(1 << (width - 1))..1 << (width - 1)).contains(w));
                for (found, expected) in [
                    (float::to_unsigned(g, format, &x, width), unsigned),
                    (float::to_signed(g, format, &x, width), signed),
                ] {
                    let bits = expected.unwrap_or(0) as u128 & mask;
                    assert_eq!(
                        (lane(&found.bits, 0), found.in_range & 1 == 1),
                        (bits, expected.is_some()),
                        "{a:#b} in {format:?} to {width} bits"
                    );
                }
            }
        }
    }
}

#[test]
fn conversion_between_formats() {
    let formats = SMALL.into_iter().chain([Format::implicit(3, 7), Format::implicit(4, 6), Format::implicit(5, 2)]);
    let formats: Vec<_> = formats.map(Exact::new).collect();
    for from in &formats {
        for to in &formats {
            for a in from.patterns() {
                let expected = match from.number(a) {
                    Number::Infinite { negative } => to.infinity(negative),
                    Number::Finite { negative, magnitude } => to.nearest_quotient(negative, magnitude, 1),
                    Number::Nan => {
                        let (negative, _, fraction) = from.fields(a).expect("a canonical pattern");
                        let (n, m) = (from.format.significand_bits, to.format.significand_bits);
                        let fraction = if m > n { fraction << (m - n) } else { fraction >> (n - m) };
                        to.quieted(to.infinity(negative) | fraction)
                    }
                };
                let x = spread(from.format.width(), std::iter::once(a));
                let found = lane(&float::convert(&mut Lanes, from.format, to.format, &x), 0);
                assert_eq!(found, expected, "{a:#b} from {:?} to {:?}", from.format, to.format);
            }
        }
    }
}

#[test]
fn conversion_from_integers() {
    for format in SMALL {
        let exact = Exact::new(format);
        for width in 1..=9 {
            for a in 0..1i128 << width {
                let x = spread(width, std::iter::once(a as u128));
                let unsigned = exact.nearest_quotient(false, a << -UNIT, 1);
                assert_eq!(lane(&float::from_unsigned(&mut Lanes, format, &x), 0), unsigned, "{a} to {format:?}");
                let value = if a >> (width - 1) == 1 { a - (1 << width) } else { a };
                let signed = exact.nearest_quotient(value < 0, value.abs() << -UNIT, 1);
                assert_eq!(lane(&float::from_signed(&mut Lanes, format, &x), 0), signed, "{value} to {format:?}");
            }
        }
    }
}
