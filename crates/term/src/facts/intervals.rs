//! Unsigned and signed intervals through the operators. `out` starts with the whole range.

use super::known::Facts;
use crate::concrete::{mask, signed};
use crate::op::Op;

/// The comparison's truth, if the facts settle it.
pub(super) fn decide(op: Op, a: &Facts, b: &Facts) -> Option<bool> {
    let less = |a: &Facts, b: &Facts| {
        if a.unsigned.1 < b.unsigned.0 {
            Some(true)
        } else if a.unsigned.0 >= b.unsigned.1 {
            Some(false)
        } else {
            None
        }
    };
    let signed_less = |a: &Facts, b: &Facts| {
        if a.signed.1 < b.signed.0 {
            Some(true)
        } else if a.signed.0 >= b.signed.1 {
            Some(false)
        } else {
            None
        }
    };
    match op {
        Op::Eq => {
            let apart = a.unsigned.1 < b.unsigned.0
                || b.unsigned.1 < a.unsigned.0
                || a.signed.1 < b.signed.0
                || b.signed.1 < a.signed.0
                || a.bits.zeros & b.bits.ones != 0
                || a.bits.ones & b.bits.zeros != 0;
            if apart {
                return Some(false);
            }
            (a.value().is_some() && a.value() == b.value()).then_some(true)
        }
        Op::Ult => less(a, b),
        Op::Ule => less(b, a).map(|greater| !greater),
        Op::Slt => signed_less(a, b),
        Op::Sle => signed_less(b, a).map(|greater| !greater),
        _ => None,
    }
}

pub(super) fn unary(op: Op, width: u32, child_width: u32, a: &Facts, out: &mut Facts) {
    let least = signed(width, 1 << (width - 1));
    match op {
        Op::Not => {
            out.unsigned = (mask(width) - a.unsigned.1, mask(width) - a.unsigned.0);
            out.signed = (!a.signed.1, !a.signed.0);
        }
        Op::Neg => {
            if a.unsigned.0 > 0 {
                let wrapped = |value: u128| value.wrapping_neg() & mask(width);
                out.unsigned = (wrapped(a.unsigned.1), wrapped(a.unsigned.0));
            }
            if a.signed.0 > least {
                out.signed = (-a.signed.1, -a.signed.0);
            }
        }
        Op::Extract { lo } => {
            if a.unsigned.1 >> lo <= mask(width) {
                out.unsigned = (a.unsigned.0 >> lo, a.unsigned.1 >> lo);
            }
            let fits = |value: i128| signed(width, value as u128 & mask(width)) == value;
            if fits(a.signed.0 >> lo) && fits(a.signed.1 >> lo) {
                out.signed = (a.signed.0 >> lo, a.signed.1 >> lo);
            }
        }
        Op::Zext => {
            out.unsigned = a.unsigned;
            out.signed = (a.unsigned.0 as i128, a.unsigned.1 as i128);
        }
        Op::Sext => out.signed = a.signed,
        _ => debug_assert!(child_width <= width),
    }
}

pub(super) fn binary(op: Op, width: u32, a: &Facts, b: &Facts, out: &mut Facts) {
    let all = mask(width);
    match op {
        Op::Add => {
            out.unsigned = wrapped_sum(width, a.unsigned, b.unsigned).unwrap_or(out.unsigned);
            let (low, high) = (a.signed.0.checked_add(b.signed.0), a.signed.1.checked_add(b.signed.1));
            set_signed(width, low, high, out);
        }
        Op::Sub => {
            if a.unsigned.0 >= b.unsigned.1 {
                out.unsigned = (a.unsigned.0 - b.unsigned.1, a.unsigned.1 - b.unsigned.0);
            } else if a.unsigned.1 < b.unsigned.0 {
                let difference = |x: u128, y: u128| x.wrapping_sub(y) & all;
                out.unsigned = (difference(a.unsigned.0, b.unsigned.1), difference(a.unsigned.1, b.unsigned.0));
            }
            let (low, high) = (a.signed.0.checked_sub(b.signed.1), a.signed.1.checked_sub(b.signed.0));
            set_signed(width, low, high, out);
        }
        Op::Mul => {
            if let Some(high) = a.unsigned.1.checked_mul(b.unsigned.1).filter(|&high| high <= all) {
                out.unsigned = (a.unsigned.0 * b.unsigned.0, high);
            }
            let corner = |x: i128, y: i128| x.checked_mul(y);
            let (a, b) = (a.signed, b.signed);
            if let (Some(p), Some(q), Some(r), Some(s)) =
                (corner(a.0, b.0), corner(a.0, b.1), corner(a.1, b.0), corner(a.1, b.1))
            {
                let (low, high) = (p.min(q).min(r).min(s), p.max(q).max(r).max(s));
                set_signed(width, Some(low), Some(high), out);
            }
        }
        Op::Udiv => {
            if let Some(high) = a.unsigned.1.checked_div(b.unsigned.0) {
                out.unsigned = (a.unsigned.0 / b.unsigned.1, high);
            }
        }
        Op::Urem => {
            // Dividing by zero gives the dividend, never more.
            let below_divisor = if b.unsigned.0 > 0 { b.unsigned.1 - 1 } else { all };
            out.unsigned = (0, a.unsigned.1.min(below_divisor));
        }
        Op::Sdiv => {
            let Some(divisor) = b.value().map(|value| signed(width, value)) else { return };
            match divisor {
                0 | -1 => {}
                1.. => out.signed = (a.signed.0 / divisor, a.signed.1 / divisor),
                _ => out.signed = (a.signed.1 / divisor, a.signed.0 / divisor),
            }
        }
        Op::Srem => {
            // The sign of the dividend, at most its magnitude, and below the divisor's.
            let (mut low, mut high) = (a.signed.0.min(0), a.signed.1.max(0));
            let largest = b.value().map(|value| signed(width, value)).filter(|&divisor| divisor != 0);
            if let Some(divisor) = largest {
                // |divisor| - 1, which fits even for the least number.
                let limit = if divisor < 0 { !divisor } else { divisor - 1 };
                low = low.max(-limit);
                high = high.min(limit);
            }
            out.signed = (low, high);
        }
        Op::And => out.unsigned.1 = a.unsigned.1.min(b.unsigned.1),
        Op::Or => out.unsigned.0 = a.unsigned.0.max(b.unsigned.0),
        Op::Shl => {
            let bits = u128::from(width);
            let (least, most) = b.unsigned;
            if most < bits && a.unsigned.1 <= all >> most {
                out.unsigned = (a.unsigned.0 << least, a.unsigned.1 << most);
            } else if least >= bits {
                out.unsigned = (0, 0);
            }
        }
        Op::Lshr => {
            let bits = u128::from(width);
            let (least, most) = b.unsigned;
            let high = if least < bits { a.unsigned.1 >> least } else { 0 };
            let low = if most < bits { a.unsigned.0 >> most } else { 0 };
            out.unsigned = (low, high);
        }
        Op::Ashr => {
            let shift = |value: i128, amount: u128| value >> amount.min(u128::from(width) - 1);
            let (least, most) = b.unsigned;
            // Toward zero or -1: which amount is the extreme depends on the sign.
            let low = if a.signed.0 < 0 { shift(a.signed.0, least) } else { shift(a.signed.0, most) };
            let high = if a.signed.1 < 0 { shift(a.signed.1, most) } else { shift(a.signed.1, least) };
            out.signed = (low, high);
        }
        _ => {}
    }
}

/// The sum of two unsigned intervals, if no sum wraps or all do.
fn wrapped_sum(width: u32, a: (u128, u128), b: (u128, u128)) -> Option<(u128, u128)> {
    let all = mask(width);
    let sum = |x: u128, y: u128| {
        let (sum, carry) = x.overflowing_add(y);
        (sum & all, carry || sum > all)
    };
    let ((low, low_wraps), (high, high_wraps)) = (sum(a.0, b.0), sum(a.1, b.1));
    (low_wraps == high_wraps).then_some((low, high))
}

/// The signed interval, if both ends are within the width.
fn set_signed(width: u32, low: Option<i128>, high: Option<i128>, out: &mut Facts) {
    let fits = |value: &i128| signed(width, *value as u128 & mask(width)) == *value;
    if let (Some(low), Some(high)) = (low.filter(fits), high.filter(fits)) {
        out.signed = (low, high);
    }
}
