//! Linear relations of a few slots that hold in some of the states seen.
//!
//! Over the integers there is at most one relation with all of the slots, up to a factor: the vector that is orthogonal to all differences of
//! samples. Modulo a power of two, factors are one, minus one, or a power of two.

use crate::by_coupling::fact::Fact;
use crate::by_coupling::places::Place;
use crate::by_coupling::seen::Seen;
use crate::by_coupling::writer::Modulus;

/// The largest factor in a sum.
const MAX_FACTOR: i128 = 4096;
/// The largest sum of factors.
const MAX_FACTORS: i128 = 8192;

/// The relation of these slots in these states; nothing where some of them have one without the others.
pub(crate) fn relation(seen: &Seen, places: &[Place], at: &[usize]) -> Option<Fact> {
    let factors = orthogonal(seen, places, at)?;
    if factors.iter().any(|factor| factor.abs() > MAX_FACTOR)
        || factors.iter().map(|f| f.abs()).sum::<i128>() > MAX_FACTORS
    {
        return None;
    }
    let terms: Vec<(i64, Place)> = factors.iter().zip(places).map(|(factor, place)| (*factor as i64, *place)).collect();
    let first = *at.first()?;
    let constant = terms.iter().map(|(factor, place)| i128::from(*factor) * seen.values[place][first]).sum();
    let width = seen.slots.get(places[0]).width();
    let is_plain = places.iter().all(|place| seen.slots.get(*place).width() == width);
    // Sums of slots of one width wrap around; with factors they are rather small numbers.
    let wraps = is_plain && factors.iter().all(|factor| factor.abs() == 1);
    Some(Fact::Linear(terms, constant, if wraps { Modulus::Bits(width) } else { Modulus::None }))
}

/// The only vector, up to a factor and without zeros, that is orthogonal to the differences of the states.
fn orthogonal(seen: &Seen, places: &[Place], at: &[usize]) -> Option<Vec<i128>> {
    let first = *at.first()?;
    let n = places.len();
    // Rows in echelon form with the columns of their leading numbers.
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    for sample in at {
        let mut row: Vec<i128> =
            places.iter().map(|place| seen.values[place][*sample] - seen.values[place][first]).collect();
        for (column, known) in &basis {
            row = eliminate(&row, known, *column)?;
        }
        if let Some(column) = row.iter().position(|number| *number != 0) {
            if basis.len() + 1 == n {
                return None;
            }
            // The other rows have a zero where this one leads.
            for (_, known) in &mut basis {
                *known = eliminate(known, &row, column)?;
            }
            basis.push((column, row));
        }
    }
    if basis.len() + 1 != n {
        return None;
    }
    let free = (0..n).find(|column| basis.iter().all(|(lead, _)| lead != column))?;
    let mut common = 1i128;
    for (lead, row) in &basis {
        let own = row[*lead] / gcd(row[*lead], row[free]);
        common = (common / gcd(common, own)).checked_mul(own)?.abs();
    }
    let mut found = vec![0; n];
    found[free] = common;
    for (lead, row) in &basis {
        found[*lead] = common.checked_mul(row[free])?.checked_neg()? / row[*lead];
    }
    let divisor = found.iter().fold(0, |divisor, number| gcd(divisor, *number));
    let sign = found.first()?.signum();
    (!found.contains(&0)).then(|| found.iter().map(|number| number / divisor * sign).collect())
}

/// A row without its number in a column, by another row.
fn eliminate(row: &[i128], by: &[i128], column: usize) -> Option<Vec<i128>> {
    if row[column] == 0 {
        return Some(row.to_vec());
    }
    let divisor = gcd(row[column], by[column]);
    let (own, other) = (by[column] / divisor, row[column] / divisor);
    let mut found = Vec::with_capacity(row.len());
    for (a, b) in row.iter().zip(by) {
        found.push(a.checked_mul(own)?.checked_sub(b.checked_mul(other)?)?);
    }
    let common = found.iter().fold(0, |common, number| gcd(common, *number));
    if common > 1 {
        found.iter_mut().for_each(|number| *number /= common);
    }
    Some(found)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// A relation of these slots with factors one and minus one, modulo two to the power of the greatest or the least of their widths.
pub(crate) fn wrapping(seen: &Seen, places: &[Place], at: &[usize]) -> Option<Fact> {
    let widths = || places.iter().map(|place| seen.slots.get(*place).width());
    let (least, most) = (widths().min()?, widths().max()?);
    let mut moduli = vec![Modulus::Bits(most)];
    if least < most && least < 32 {
        moduli.push(Modulus::Number(1 << least));
    }
    for modulus in moduli {
        for signs in 0..1u32 << (places.len() - 1) {
            let sign = |number: usize| if number > 0 && signs >> (number - 1) & 1 == 0 { -1 } else { 1 };
            let terms: Vec<(i64, Place)> = places.iter().enumerate().map(|(n, place)| (sign(n), *place)).collect();
            if let Some(fact) = with_terms(seen, terms, modulus, at) {
                return Some(fact);
            }
        }
    }
    None
}

/// That a slot is another, times a power of two, modulo two to the power of its width.
pub(crate) fn shifted(seen: &Seen, [place, other]: [Place; 2], at: &[usize]) -> Option<Fact> {
    let width = seen.slots.get(place).width();
    let modulus = Modulus::Bits(width);
    (1..width.min(12)).find_map(|bits| with_terms(seen, vec![(1, place), (-(1 << bits), other)], modulus, at))
}

/// The sum with the constant that the first state needs, if it holds in all.
fn with_terms(seen: &Seen, terms: Vec<(i64, Place)>, modulus: Modulus, at: &[usize]) -> Option<Fact> {
    let first = *at.first()?;
    let sum: i128 = terms.iter().map(|(factor, place)| i128::from(*factor) * seen.values[place][first]).sum();
    let constant = match modulus {
        Modulus::None => sum,
        Modulus::Number(number) => sum.rem_euclid(i128::from(number)),
        Modulus::Bits(bits) => {
            let low = sum.rem_euclid(1 << bits);
            if low >> (bits - 1) & 1 == 1 { low - (1 << bits) } else { low }
        }
    };
    let fact = Fact::Linear(terms, constant, modulus);
    seen.holds_at(&fact, at).then_some(fact)
}
