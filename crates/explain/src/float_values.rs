//! Floats that are simple to look at, the simplest first.

use incise_term::concrete::{fp_convert, fp_is_nan, mask};
use incise_term::{Format, Pool, TermId};
use rustc_hash::FxHashSet;

/// Constants of a condition that are looked at.
const MAX_CONSTANTS: usize = 64;

/// Values to try: small numbers, then what is near the constants of the condition or near `model`, at last `model`.
pub(crate) fn simple_floats(pool: &Pool, condition: TermId, format: Format, model: u128) -> Vec<u128> {
    let to_double = |bits: u128| f64::from_bits(fp_convert(format, Format::F64, bits) as u64);
    let from_double = |value: f64| fp_convert(Format::F64, format, value.to_bits().into());
    let mut values: Vec<f64> = (1..=10).flat_map(|n| [f64::from(n), -f64::from(n)]).collect();
    values.extend([0.5, -0.5, 0.25, 0.1, 1.5, 100.0, -100.0, 1000.0, -1000.0]);
    let mut near: Vec<f64> = constants(pool, condition, format).into_iter().map(to_double).collect();
    near.push(to_double(model));
    let mut more = Vec::new();
    for center in near.into_iter().filter(|center| center.is_finite()) {
        more.extend([center, center.trunc(), center.floor(), center.ceil(), center + 1.0, center - 1.0]);
        more.extend([center * 2.0, center / 2.0, -center]);
        more.extend([10.0, 100.0, 1000.0].map(|scale| (center * scale).round() / scale));
    }
    more.retain(|value| value.is_finite());
    // Short decimals first, then small numbers, positive ones first.
    more.sort_by(|a, b| {
        let key = |value: f64| format!("{:?}", value.abs()).len();
        (key(*a), a.abs(), *a < 0.0).partial_cmp(&(key(*b), b.abs(), *b < 0.0)).unwrap_or(std::cmp::Ordering::Equal)
    });
    values.extend(more);
    values.extend([f64::INFINITY, f64::NEG_INFINITY]);
    let mut bits: Vec<u128> = values.into_iter().map(from_double).collect();
    // The default NaN of the machine is the simplest there is.
    bits.push(from_double(f64::NAN) & mask(format.width() - 1));
    // Fewer and fewer bits of the fraction of the model dropped.
    if !fp_is_nan(format, model) {
        bits.extend((1..format.fraction_bits()).rev().step_by(4).map(|n| model & !mask(n)));
    }
    bits.push(model);
    let mut seen = FxHashSet::default();
    bits.retain(|&value| seen.insert(value));
    bits
}

/// The constants of a term that may be floats of a format.
fn constants(pool: &Pool, t: TermId, format: Format) -> Vec<u128> {
    let mut found = Vec::new();
    let (mut seen, mut stack) = (FxHashSet::default(), vec![t]);
    while let Some(next) = stack.pop() {
        if !seen.insert(next) || found.len() >= MAX_CONSTANTS {
            continue;
        }
        if let Some(value) = pool.as_const(next)
            && pool.width(next) == format.width()
            && !fp_is_nan(format, value)
        {
            found.push(value);
        }
        stack.extend_from_slice(pool.children(next));
    }
    found
}
