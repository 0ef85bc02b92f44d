//! Exact decimal digits of `mantissa * 2^exponent`, and their rounding: half to even, as glibc does in the default mode.

/// A number as decimal digits: 0.d₁d₂d₃… × 10^point; no digits for zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

/// Digits are computed in groups of nine.
const GROUP: u64 = 1_000_000_000;

impl Decimal {
    /// All digits of `mantissa * 2^exponent`.
    pub(super) fn new(mantissa: u64, exponent: i32) -> Decimal {
        if mantissa == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        // m * 2^-k = m * 5^k / 10^k.
        let (base, step, power) = if exponent >= 0 { (2u64, 29, exponent) } else { (5, 12, -exponent) };
        let mut groups = vec![mantissa % GROUP, mantissa / GROUP % GROUP, mantissa / GROUP / GROUP];
        let mut left = power as u32;
        while left > 0 {
            let now = left.min(step);
            multiply(&mut groups, base.pow(now));
            left -= now;
        }
        let mut digits: Vec<u8> = Vec::with_capacity(9 * groups.len());
        for group in groups.iter().rev() {
            digits.extend(format!("{group:09}").bytes().map(|digit| digit - b'0'));
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        let point = digits.len() as i64 + i64::from(exponent.min(0));
        Decimal { digits, point }
    }

    /// Rounded to so many digits (none or fewer leave zero, or one when it rounds up to the next place).
    fn rounded(&self, keep: i64) -> Decimal {
        if keep >= self.digits.len() as i64 {
            return self.clone();
        }
        if keep < 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let (kept, rest) = self.digits.split_at(keep as usize);
        let tie = rest[0] == 5 && rest[1..].iter().all(|digit| *digit == 0);
        let odd = kept.last().is_some_and(|digit| digit % 2 == 1);
        let up = if tie { odd } else { rest[0] >= 5 };
        let mut result = Decimal { digits: kept.to_vec(), point: self.point };
        if up {
            let nines = result.digits.iter().rev().take_while(|digit| **digit == 9).count();
            result.digits.truncate(result.digits.len() - nines);
            match result.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => result = Decimal { digits: vec![1], point: self.point + 1 },
            }
        }
        result
    }

    fn digit(&self, index: i64) -> char {
        let digit = usize::try_from(index).ok().and_then(|index| self.digits.get(index)).copied().unwrap_or(0);
        char::from(b'0' + digit)
    }

    /// As `%.{precision}f` writes it.
    pub(super) fn fixed(&self, precision: usize) -> String {
        let rounded = self.rounded(self.point + precision as i64);
        let mut text: String = (0..rounded.point).map(|index| rounded.digit(index)).collect();
        if text.is_empty() {
            text.push('0');
        }
        if precision > 0 {
            text.push('.');
            text.extend((0..precision as i64).map(|index| rounded.digit(rounded.point + index)));
        }
        text
    }

    /// Mantissa and exponent as `%.{precision}e` writes them.
    pub(super) fn scientific(&self, precision: usize) -> (String, i64) {
        let rounded = self.rounded(precision as i64 + 1);
        let mut text = String::from(rounded.digit(0));
        if precision > 0 {
            text.push('.');
            text.extend((1..=precision as i64).map(|index| rounded.digit(index)));
        }
        (text, if rounded.digits.is_empty() { 0 } else { rounded.point - 1 })
    }
}

fn multiply(groups: &mut Vec<u64>, by: u64) {
    let mut carry = 0;
    for group in groups.iter_mut() {
        let product = *group * by + carry;
        *group = product % GROUP;
        carry = product / GROUP;
    }
    if carry > 0 {
        groups.push(carry);
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    /// Doubles are also printed, exactly, by the standard library.
    #[test]
    fn doubles_are_written_as_the_standard_library_writes_them() {
        let mut bits = 0x3ff0_0000_0000_0001u64;
        for _ in 0..3000 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let number = f64::from_bits(bits >> 1);
            let rounding = (bits % 23) as usize;
            check(number, rounding);
            check((bits % 100_000) as f64 / 8.0, rounding % 4);
        }
        check(0.0, 3);
        check(5e-324, 20);
        check(f64::MAX, 2);
        check(9.5, 0);
        check(0.5, 0);
    }

    fn check(number: f64, precision: usize) {
        if !number.is_finite() {
            return;
        }
        let bits = number.to_bits();
        let (field, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
        let (mantissa, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
        let decimal = Decimal::new(mantissa, exponent);
        assert_eq!(decimal.fixed(precision), format!("{number:.precision$}"));
        let (text, exponent) = decimal.scientific(precision);
        assert_eq!(format!("{text}e{exponent}"), format!("{number:.precision$e}"));
    }
}
