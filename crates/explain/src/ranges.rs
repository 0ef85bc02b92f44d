//! Sets of values of one integer input as sorted, disjoint ranges, and their text.
//!
//! Values are kept by their *rank*: the position in the order of the input's type, so that a range is one of the
//! source's (`x < 0` is one range of an `int`).

use crate::input::{CType, Input};
use crate::print::{character, integer, near_limit, order};
use crate::text::{Level, Text, measure};
use incise_term::concrete::{mask, signed};
use incise_term::{Pool, TermId};

/// The order of the values of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    pub(crate) width: u32,
    pub(crate) is_signed: bool,
    is_char: bool,
}

/// A set of ranks, as inclusive ranges.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Ranges(Vec<(u128, u128)>);

impl Scale {
    /// The scale of an integer input; others have none.
    pub(crate) fn of(pool: &Pool, input: &Input) -> Option<Scale> {
        let is_integer = matches!(input.ty, CType::Signed(_) | CType::Unsigned(_) | CType::Char);
        let width = pool.width(input.term);
        (is_integer && width > 1).then_some(Scale {
            width,
            is_signed: input.ty.is_signed(),
            is_char: input.ty == CType::Char,
        })
    }

    pub(crate) fn last(self) -> u128 {
        mask(self.width)
    }

    /// From bits to rank, and back.
    pub(crate) fn flip(self, value: u128) -> u128 {
        if self.is_signed { value ^ 1 << (self.width - 1) } else { value }
    }

    fn at_most(self, pool: &mut Pool, x: TermId, rank: u128) -> TermId {
        let bound = pool.constant(self.width, self.flip(rank));
        if self.is_signed { pool.sle(x, bound) } else { pool.ule(x, bound) }
    }

    fn at_least(self, pool: &mut Pool, x: TermId, rank: u128) -> TermId {
        let bound = pool.constant(self.width, self.flip(rank));
        if self.is_signed { pool.sle(bound, x) } else { pool.ule(bound, x) }
    }

    /// How a constant looks: zero first, then round numbers, then short ones.
    fn look(self, rank: u128) -> (u32, usize, u128) {
        let value = self.flip(rank);
        let magnitude = if self.is_signed { signed(self.width, value).unsigned_abs() } else { value };
        let roundness = match magnitude {
            0 => 0,
            _ if self.is_char && character(value).is_some_and(|text| text.as_str().len() == 3) => {
                let c = value as u8;
                if c.is_ascii_alphanumeric() { 0 } else { 2 }
            }
            _ if magnitude % 10 == 0 || magnitude.is_power_of_two() && magnitude >= 16 => 1,
            _ => 2,
        };
        // Of two names near a limit the nearer one.
        let distance = match near_limit(self.width, value, self.is_signed) {
            Some(_) => rank.min(self.last() - rank),
            None => 0,
        };
        (roundness, self.constant(rank).as_str().len(), distance)
    }

    fn constant(self, rank: u128) -> Text {
        let value = self.flip(rank);
        if self.is_char
            && let Some(text) = character(value)
        {
            return text;
        }
        near_limit(self.width, value, self.is_signed).unwrap_or_else(|| integer(self.width, value, self.is_signed).text)
    }

    fn equality(self, x: &str, operator: &'static str, rank: u128) -> Text {
        Text::binary(Level::Equality, operator, Text::input(x), self.constant(rank))
    }

    /// `x >= low`, or the strict form if its constant looks better.
    fn above(self, x: &str, low: u128) -> Text {
        let is_strict = low > 0 && self.look(low - 1) <= self.look(low);
        let bound = self.constant(if is_strict { low - 1 } else { low });
        Text::binary(Level::Order, order(true, is_strict), Text::input(x), bound)
    }

    fn below(self, x: &str, high: u128) -> Text {
        let is_strict = high < self.last() && self.look(high + 1) <= self.look(high);
        let bound = self.constant(if is_strict { high + 1 } else { high });
        Text::binary(Level::Order, order(false, is_strict), Text::input(x), bound)
    }
}

impl Ranges {
    pub(crate) fn new(mut ranges: Vec<(u128, u128)>) -> Ranges {
        ranges.sort_unstable();
        let mut merged: Vec<(u128, u128)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if last.1 == u128::MAX || low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Ranges(merged)
    }

    pub(crate) fn parts(&self) -> &[(u128, u128)] {
        &self.0
    }

    pub(crate) fn union(&self, other: &Ranges) -> Ranges {
        Ranges::new(self.0.iter().chain(&other.0).copied().collect())
    }

    pub(crate) fn complement(&self, last: u128) -> Ranges {
        let mut holes = Vec::new();
        let mut from = Some(0);
        for &(low, high) in &self.0 {
            if let Some(from) = from
                && low > from
            {
                holes.push((from, low - 1));
            }
            from = (high < last).then(|| high + 1);
        }
        if let Some(from) = from {
            holes.push((from, last));
        }
        Ranges(holes)
    }

    pub(crate) fn is_full(&self, scale: Scale) -> bool {
        self.0 == [(0, scale.last())]
    }

    /// Larger sets that take less to say: without the lower end, without the upper, without holes.
    pub(crate) fn relaxed(&self, scale: Scale) -> Vec<Ranges> {
        let (Some(&(low, _)), Some(&(_, high))) = (self.0.first(), self.0.last()) else { return Vec::new() };
        let mut more = vec![Ranges(vec![(0, high)]), Ranges(vec![(low, scale.last())]), Ranges(vec![(low, high)])];
        let open = |from_start: bool, to_end: bool| {
            let mut ranges = self.0.clone();
            ranges.push(if from_start { (0, low) } else { (low, low) });
            ranges.push(if to_end { (high, scale.last()) } else { (high, high) });
            Ranges::new(ranges)
        };
        more.extend([open(true, true), open(true, false), open(false, true)]);
        more.retain(|ranges| ranges != self && !ranges.is_full(scale));
        more
    }

    pub(crate) fn term(&self, pool: &mut Pool, scale: Scale, x: TermId) -> TermId {
        let mut any = pool.false_();
        for &(low, high) in &self.0 {
            let (from, to) = (scale.at_least(pool, x, low), scale.at_most(pool, x, high));
            let within = pool.bool_and(from, to);
            any = pool.bool_or(any, within);
        }
        any
    }

    /// The set as a condition on `x`.
    pub(crate) fn text(&self, scale: Scale, x: &str) -> Text {
        let holes = self.complement(scale.last());
        if holes.0.is_empty() {
            return Text::atom("1");
        }
        let inside =
            self.0.iter().map(|&range| within(scale, x, range)).reduce(|a, b| Text::binary(Level::Or, "||", a, b));
        let Some(inside) = inside else { return Text::atom("0") };
        // The hull without its holes, if those are single values.
        let hull = (self.0[0].0, self.0[self.0.len() - 1].1);
        let gaps = self.0.windows(2).map(|pair| (pair[0].1 + 1, pair[1].0 - 1));
        let ends = (hull != (0, scale.last())).then(|| within(scale, x, hull));
        let points = gaps.clone().all(|(low, high)| low == high);
        let without = gaps.map(|(low, _)| scale.equality(x, "!=", low));
        let outside = ends.into_iter().chain(without).reduce(|a, b| Text::binary(Level::And, "&&", a, b));
        match outside {
            Some(outside) if points && measure(outside.as_str()) <= measure(inside.as_str()) => outside,
            _ => inside,
        }
    }
}

fn within(scale: Scale, x: &str, (low, high): (u128, u128)) -> Text {
    match (low, high) {
        _ if low == high => scale.equality(x, "==", low),
        (0, _) if high + 1 == scale.last() => scale.equality(x, "!=", scale.last()),
        (1, _) if high == scale.last() => scale.equality(x, "!=", 0),
        (0, _) => scale.below(x, high),
        _ if high == scale.last() => scale.above(x, low),
        _ if high - low == 1 => {
            let either = |rank| scale.equality(x, "==", rank);
            Text::binary(Level::Or, "||", either(low), either(high))
        }
        _ => Text::binary(Level::And, "&&", scale.above(x, low), scale.below(x, high)),
    }
}
