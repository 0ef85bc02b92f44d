//! A set of values of one variable, in the representation that suits its width.

use super::{ByteSet, RangeSet};
use incise_term::concrete::mask;

/// The set. Two sets of one variable have the same representation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ValueSet {
    Bytes(ByteSet),
    Ranges(RangeSet),
}

/// How far a value is from zero, read as a signed number; of two equally far the positive one is nearer.
pub(crate) fn distance_from_zero(width: u32, value: u128) -> (u128, bool) {
    let negated = value.wrapping_neg() & mask(width);
    if width > 1 && negated < value { (negated, true) } else { (value, false) }
}

impl ValueSet {
    pub(crate) fn full(width: u32) -> ValueSet {
        if width <= ByteSet::MAX_WIDTH {
            ValueSet::Bytes(ByteSet::full(width))
        } else {
            ValueSet::Ranges(RangeSet::range(0, mask(width)))
        }
    }

    pub(crate) fn intersection(&self, other: &ValueSet) -> ValueSet {
        match (self, other) {
            (ValueSet::Bytes(a), ValueSet::Bytes(b)) => ValueSet::Bytes(a.intersection(b)),
            (ValueSet::Ranges(a), ValueSet::Ranges(b)) => ValueSet::Ranges(a.intersection(b)),
            _ => unreachable!("the width of a variable decides the representation of its values"),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self {
            ValueSet::Bytes(set) => set.is_empty(),
            ValueSet::Ranges(set) => set.is_empty(),
        }
    }

    pub(crate) fn contains(&self, value: u128) -> bool {
        match self {
            ValueSet::Bytes(set) => set.contains(value),
            ValueSet::Ranges(set) => set.contains(value),
        }
    }

    /// The smallest and the largest member.
    pub(crate) fn hull(&self) -> Option<(u128, u128)> {
        match self {
            ValueSet::Bytes(set) => Some((set.min()?, set.max()?)),
            ValueSet::Ranges(set) => Some((set.min()?, set.max()?)),
        }
    }

    /// The number of members, if at most `limit`.
    pub(crate) fn members(&self, limit: usize) -> Option<Vec<u128>> {
        match self {
            ValueSet::Bytes(set) => (set.len() <= limit).then(|| set.iter().collect()),
            ValueSet::Ranges(set) => {
                let mut members = Vec::new();
                for &(lo, hi) in set.ranges() {
                    if hi - lo >= (limit - members.len()) as u128 {
                        return None;
                    }
                    members.extend(lo..=hi);
                }
                Some(members)
            }
        }
    }

    /// The member nearest to zero by [`distance_from_zero`].
    pub(crate) fn nearest_zero(&self, width: u32) -> Option<u128> {
        match self {
            ValueSet::Bytes(set) => set.iter().min_by_key(|&value| distance_from_zero(width, value)),
            ValueSet::Ranges(set) => {
                // Within a range the distance is least at one of the ends.
                let ends = set.ranges().iter().flat_map(|&(lo, hi)| [lo, hi]);
                ends.min_by_key(|&value| distance_from_zero(width, value))
            }
        }
    }
}
