//! A set of unsigned values as sorted, disjoint, non-adjacent inclusive ranges.

use smallvec::SmallVec;

/// The ranges.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RangeSet {
    ranges: SmallVec<[(u128, u128); 2]>,
}

impl RangeSet {
    pub(crate) fn empty() -> RangeSet {
        RangeSet::default()
    }

    /// All values from `lo` to `hi`; empty if `lo > hi`.
    pub(crate) fn range(lo: u128, hi: u128) -> RangeSet {
        let mut set = RangeSet::empty();
        if lo <= hi {
            set.ranges.push((lo, hi));
        }
        set
    }

    /// The union of ranges in any order.
    pub(crate) fn from_ranges(ranges: impl IntoIterator<Item = (u128, u128)>) -> RangeSet {
        let mut sorted: SmallVec<[(u128, u128); 4]> = ranges.into_iter().collect();
        sorted.sort_unstable();
        let mut set = RangeSet::empty();
        for (lo, hi) in sorted {
            match set.ranges.last_mut() {
                Some(last) if last.1 == u128::MAX || lo <= last.1 + 1 => last.1 = last.1.max(hi),
                _ => set.ranges.push((lo, hi)),
            }
        }
        set
    }

    pub(crate) fn ranges(&self) -> &[(u128, u128)] {
        &self.ranges
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(crate) fn contains(&self, value: u128) -> bool {
        self.ranges.iter().any(|&(lo, hi)| lo <= value && value <= hi)
    }

    pub(crate) fn min(&self) -> Option<u128> {
        self.ranges.first().map(|range| range.0)
    }

    pub(crate) fn max(&self) -> Option<u128> {
        self.ranges.last().map(|range| range.1)
    }

    pub(crate) fn intersection(&self, other: &RangeSet) -> RangeSet {
        let (mut i, mut j) = (0, 0);
        let mut set = RangeSet::empty();
        while i < self.ranges.len() && j < other.ranges.len() {
            let (a, b) = (self.ranges[i], other.ranges[j]);
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                set.ranges.push((lo, hi));
            }
            if a.1 <= b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        set
    }

    pub(crate) fn union(&self, other: &RangeSet) -> RangeSet {
        RangeSet::from_ranges(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// Everything from 0 to `max` that is not in the set.
    pub(crate) fn complement(&self, max: u128) -> RangeSet {
        let mut set = RangeSet::empty();
        let mut from = 0;
        for &(lo, hi) in &self.ranges {
            if lo > from {
                set.ranges.push((from, lo - 1));
            }
            if hi >= max {
                return set;
            }
            from = hi + 1;
        }
        set.ranges.push((from, max));
        set
    }

    /// The set of `v - amount` modulo `max + 1`, where `max` is all ones of the width.
    pub(crate) fn shifted_down(&self, amount: u128, max: u128) -> RangeSet {
        let sub = |v: u128| v.wrapping_sub(amount) & max;
        RangeSet::from_ranges(self.ranges.iter().flat_map(|&(lo, hi)| {
            let (a, b) = (sub(lo), sub(hi));
            if a <= b { [Some((a, b)), None] } else { [Some((a, max)), Some((0, b))] }.into_iter().flatten()
        }))
    }

    /// The set of `max - v`.
    pub(crate) fn reflected(&self, max: u128) -> RangeSet {
        RangeSet { ranges: self.ranges.iter().rev().map(|&(lo, hi)| (max - hi, max - lo)).collect() }
    }
}
