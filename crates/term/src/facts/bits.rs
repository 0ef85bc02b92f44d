//! Known bits through the operators.

use super::known::KnownBits;
use crate::concrete::mask;
use crate::op::Op;

const NOTHING: KnownBits = KnownBits { zeros: 0, ones: 0 };

pub(super) fn unary(op: Op, width: u32, child_width: u32, a: KnownBits) -> KnownBits {
    match op {
        Op::Not => KnownBits { zeros: a.ones, ones: a.zeros },
        Op::Neg => {
            let zero = KnownBits { zeros: mask(width), ones: 0 };
            sum(width, zero, KnownBits { zeros: a.ones, ones: a.zeros }, true)
        }
        Op::Extract { lo } => KnownBits { zeros: a.zeros >> lo & mask(width), ones: a.ones >> lo & mask(width) },
        Op::Zext => KnownBits { zeros: a.zeros | mask(width) & !mask(child_width), ones: a.ones },
        Op::Sext => {
            let high = mask(width) & !mask(child_width);
            let sign = 1 << (child_width - 1);
            KnownBits {
                zeros: a.zeros | if a.zeros & sign != 0 { high } else { 0 },
                ones: a.ones | if a.ones & sign != 0 { high } else { 0 },
            }
        }
        _ => NOTHING,
    }
}

pub(super) fn binary(op: Op, width: u32, a: KnownBits, b: KnownBits) -> KnownBits {
    let constant = |bits: KnownBits| (bits.zeros | bits.ones == mask(width)).then_some(bits.ones);
    match op {
        Op::And => KnownBits { zeros: a.zeros | b.zeros, ones: a.ones & b.ones },
        Op::Or => KnownBits { zeros: a.zeros & b.zeros, ones: a.ones | b.ones },
        Op::Xor => KnownBits { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros },
        Op::Add => sum(width, a, b, false),
        Op::Sub => sum(width, a, KnownBits { zeros: b.ones, ones: b.zeros }, true),
        Op::Mul => {
            // Trailing zeros add up.
            let trailing = (!a.zeros).trailing_zeros() + (!b.zeros).trailing_zeros();
            KnownBits { zeros: mask(trailing.min(width)), ones: 0 }
        }
        Op::Shl => match constant(b) {
            Some(amount) if amount < u128::from(width) => KnownBits {
                zeros: (a.zeros << amount | mask(amount as u32)) & mask(width),
                ones: a.ones << amount & mask(width),
            },
            Some(_) => KnownBits { zeros: mask(width), ones: 0 },
            // Trailing zeros stay.
            None => KnownBits { zeros: mask((!a.zeros).trailing_zeros().min(width)), ones: 0 },
        },
        Op::Lshr => match constant(b) {
            Some(amount) if amount < u128::from(width) => {
                let entering = mask(width) & !(mask(width) >> amount);
                KnownBits { zeros: a.zeros >> amount | entering, ones: a.ones >> amount }
            }
            Some(_) => KnownBits { zeros: mask(width), ones: 0 },
            None => NOTHING,
        },
        _ => NOTHING,
    }
}

/// `a + b + carry`: the sums of the smallest and of the largest values agree with the true sum in every bit whose
/// operands and incoming carry are known.
fn sum(width: u32, a: KnownBits, b: KnownBits, carry: bool) -> KnownBits {
    let all = mask(width);
    let carry = u128::from(carry);
    let largest = (!a.zeros & all).wrapping_add(!b.zeros & all).wrapping_add(carry);
    let smallest = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let carry_zero = !(largest ^ a.zeros ^ b.zeros);
    let carry_one = smallest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one) & all;
    KnownBits { zeros: !largest & known, ones: smallest & known }
}
