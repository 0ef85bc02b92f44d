//! Integer circuits against `u128` and `i128` arithmetic: exhaustively at small widths, at random at large ones, with
//! any mixture of known and unknown operand bits.

mod gates;

use gates::{Bit, Evaluate, Random, bits, value};
use incise_circuit::integer;

fn mask(width: usize) -> u128 {
    if width == 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(width: usize, a: u128) -> i128 {
    (a << (128 - width)) as i128 >> (128 - width)
}

/// SMT-LIB 2.6, theory FixedSizeBitVectors and logic QF_BV, on values.
fn expected(width: usize, a: u128, b: u128) -> Vec<(&'static str, u128)> {
    let (sa, sb) = (signed(width, a), signed(width, b));
    let shift = u32::try_from(b).ok().filter(|&s| (s as usize) < width);
    let sdiv = match (sb, sa < 0) {
        (0, false) => -1,
        (0, true) => 1,
        _ => sa.wrapping_div(sb),
    };
    let srem = if sb == 0 { sa } else { sa.wrapping_rem(sb) };
    let smod = if sb != 0 && srem != 0 && (srem < 0) != (sb < 0) { srem.wrapping_add(sb) } else { srem };
    let words: Vec<(&'static str, u128)> = vec![
        ("add", a.wrapping_add(b)),
        ("sub", a.wrapping_sub(b)),
        ("neg", a.wrapping_neg()),
        ("mul", a.wrapping_mul(b)),
        ("udiv", a.checked_div(b).unwrap_or(mask(width))),
        ("urem", a.checked_rem(b).unwrap_or(a)),
        ("sdiv", sdiv as u128),
        ("srem", srem as u128),
        ("smod", smod as u128),
        ("shl", shift.map_or(0, |s| a << s)),
        ("lshr", shift.map_or(0, |s| a >> s)),
        ("ashr", (sa >> shift.unwrap_or(127)) as u128),
        ("not", !a),
        ("negate_if", if b & 1 == 1 { a.wrapping_neg() } else { a }),
        ("increment_if", a.wrapping_add(b & 1)),
        ("decrement_if", a.wrapping_sub(b & 1)),
        ("eq", u128::from(a == b)),
        ("ult", u128::from(a < b)),
        ("ule", u128::from(a <= b)),
        ("slt", u128::from(sa < sb)),
        ("sle", u128::from(sa <= sb)),
        ("is_zero", u128::from(a == 0)),
        ("leading_zeros", u128::from(a.leading_zeros()) - (128 - width as u128)),
        ("population_count", u128::from(a.count_ones())),
        ("lost", u128::from(a & !mask(width.min(shift.unwrap_or(128) as usize)) != a)),
    ];
    words.into_iter().map(|(name, word)| (name, word & mask(width))).collect()
}

fn actual(a: &[Bit], b: &[Bit]) -> Vec<(&'static str, u128)> {
    let g = &mut Evaluate::default();
    let word = |bits: Vec<Bit>| value(&bits);
    let flag = |bit: Bit| u128::from(bit.value);
    let low = b[0];
    let (shifted, lost) = integer::shift_right_sticky(g, a, b);
    assert_eq!(value(&shifted), value(&integer::lshr(g, a, b)));
    vec![
        ("add", word(integer::add(g, a, b))),
        ("sub", word(integer::sub(g, a, b))),
        ("neg", word(integer::neg(g, a))),
        ("mul", word(integer::mul(g, a, b))),
        ("udiv", word(integer::udiv(g, a, b))),
        ("urem", word(integer::urem(g, a, b))),
        ("sdiv", word(integer::sdiv(g, a, b))),
        ("srem", word(integer::srem(g, a, b))),
        ("smod", word(integer::smod(g, a, b))),
        ("shl", word(integer::shl(g, a, b))),
        ("lshr", word(integer::lshr(g, a, b))),
        ("ashr", word(integer::ashr(g, a, b))),
        ("not", word(integer::not(g, a))),
        ("negate_if", word(integer::negate_if(g, low, a))),
        ("increment_if", word(integer::increment_if(g, low, a))),
        ("decrement_if", word(integer::decrement_if(g, low, a))),
        ("eq", flag(integer::eq(g, a, b))),
        ("ult", flag(integer::ult(g, a, b))),
        ("ule", flag(integer::ule(g, a, b))),
        ("slt", flag(integer::slt(g, a, b))),
        ("sle", flag(integer::sle(g, a, b))),
        ("is_zero", flag(integer::is_zero(g, a))),
        ("leading_zeros", word(integer::leading_zeros(g, a)) & mask(a.len())),
        ("population_count", word(integer::population_count(g, a)) & mask(a.len())),
        ("lost", flag(lost)),
    ]
}

fn check(width: usize, a: u128, b: u128, known_a: u128, known_b: u128) {
    let found = actual(&bits(width, a, known_a), &bits(width, b, known_b));
    assert_eq!(found, expected(width, a, b), "width {width}, a = {a:#x}, b = {b:#x}, known {known_a:#x} {known_b:#x}");
}

#[test]
fn every_operation_on_all_small_values() {
    for width in 1..=6 {
        for a in 0..=mask(width) {
            for b in 0..=mask(width) {
                check(width, a, b, 0, 0);
                check(width, a, b, 0, mask(width));
                check(width, a, b, mask(width), 0);
                check(width, a, b, !a, !b);
            }
        }
    }
}

/// Values near zero, near the ends, with one bit, or anything.
fn interesting(random: &mut Random, width: usize) -> u128 {
    let any = random.wide();
    let chosen = match random.below(8) {
        0 => any & 0xf,
        1 => !(any & 0xf),
        2 => 1 << (any as usize % width),
        3 => (1u128 << (width - 1)).wrapping_add(any & 3).wrapping_sub(2),
        4 => any >> (any as u32 % 128),
        5 => any % (width as u128 + 2),
        _ => any,
    };
    chosen & mask(width)
}

#[test]
fn every_operation_on_random_values_of_every_width() {
    let random = &mut Random(7);
    for width in 1..=128 {
        for _ in 0..60 {
            let (a, b) = (interesting(random, width), interesting(random, width));
            // Nothing, everything, anything, or the zeros at the top, as after an extension.
            let known = |random: &mut Random, value: u128| match random.below(4) {
                0 => 0,
                1 => u128::MAX,
                2 => !(u128::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)),
                _ => random.wide(),
            };
            let (known_a, known_b) = (known(random, a), known(random, b));
            check(width, a, b, known_a, known_b);
        }
    }
}

#[test]
fn carries_and_wide_products() {
    let random = &mut Random(11);
    let g = &mut Evaluate::default();
    for _ in 0..4000 {
        let (n, m) = (1 + random.below(64) as usize, 1 + random.below(63) as usize);
        let (a, b) = (interesting(random, n), interesting(random, m));
        let (known_a, known_b) = (random.wide(), random.wide());
        let product = integer::mul_wide(g, &bits(n, a, known_a), &bits(m, b, known_b));
        assert_eq!((product.len(), value(&product)), (n + m, a * b));
        let c = interesting(random, n);
        let carry = random.below(2) == 1;
        let (sum, out) = integer::add_with_carry(g, &bits(n, a, 0), &bits(n, c, 0), Bit { value: carry, known: false });
        assert_eq!(value(&sum) | u128::from(out.value) << n, a + c + u128::from(carry));
        let (difference, no_borrow) = integer::sub_with_no_borrow(g, &bits(n, a, 0), &bits(n, c, 0));
        assert_eq!((value(&difference), no_borrow.value), (a.wrapping_sub(c) & mask(n), a >= c));
    }
}

#[test]
fn shift_amounts_wider_or_narrower_than_the_value() {
    let random = &mut Random(13);
    let g = &mut Evaluate::default();
    for _ in 0..4000 {
        let (n, m) = (1 + random.below(100) as usize, 1 + random.below(100) as usize);
        let (a, by) = (interesting(random, n), interesting(random, m));
        let (x, y) = (bits(n, a, 0), bits(m, by, 0));
        let shift = u32::try_from(by).ok().filter(|&s| (s as usize) < n);
        assert_eq!(value(&integer::shl(g, &x, &y)), shift.map_or(0, |s| a << s) & mask(n));
        assert_eq!(value(&integer::lshr(g, &x, &y)), shift.map_or(0, |s| a >> s));
        assert_eq!(value(&integer::ashr(g, &x, &y)), (signed(n, a) >> shift.unwrap_or(127)) as u128 & mask(n));
    }
}

/// Of all (q, r), exactly the right one satisfies the relation.
#[test]
fn the_division_relation_has_exactly_one_solution() {
    let width = 3;
    for a in 0..8u128 {
        for b in 0..8u128 {
            let right = a.checked_div(b).map_or((7, a), |q| (q, a % b));
            for q in 0..8u128 {
                for r in 0..8u128 {
                    // `fresh` hands out from the end: q from bit 0, then r from bit 0.
                    let given = q | r << width;
                    let fresh = (0..2 * width).rev().map(|i| given >> i & 1 == 1).collect();
                    let g = &mut Evaluate { fresh, violated: false };
                    let (quotient, remainder) = integer::udivrem_by_relation(g, &bits(3, a, 0), &bits(3, b, 0));
                    assert_eq!((value(&quotient), value(&remainder)), (q, r));
                    assert_eq!(!g.violated, (q, r) == right, "{a} / {b} = {q} rest {r}");
                }
            }
        }
    }
}
