//! An over-approximation of the values of a term: an unsigned interval and bits that never change.

use incise_term::concrete::mask;

/// *Invariant*: not empty; the interval and the bits agree as far as the common prefix of the ends goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) width: u32,
    pub(super) lo: u128,
    pub(super) hi: u128,
    /// Bits that are always 0.
    pub(super) zeros: u128,
    /// Bits that are always 1.
    pub(super) ones: u128,
}

impl Interval {
    pub(super) fn anything(width: u32) -> Interval {
        Interval { width, lo: 0, hi: mask(width), zeros: 0, ones: 0 }
    }

    pub(super) fn exactly(width: u32, value: u128) -> Interval {
        Interval { width, lo: value, hi: value, zeros: !value & mask(width), ones: value }
    }

    pub(super) fn between(width: u32, lo: u128, hi: u128) -> Interval {
        Interval { width, lo, hi, zeros: 0, ones: 0 }.reduced().unwrap_or(Interval::anything(width))
    }

    pub(super) fn bits(width: u32, zeros: u128, ones: u128) -> Interval {
        Interval { width, lo: 0, hi: mask(width), zeros, ones }.reduced().unwrap_or(Interval::anything(width))
    }

    /// The only value, if there is one.
    pub(super) fn value(&self) -> Option<u128> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Values in both; `None` if there is none.
    pub(super) fn meet(&self, other: &Interval) -> Option<Interval> {
        Interval {
            width: self.width,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .reduced()
    }

    /// Values in either.
    pub(super) fn join(&self, other: &Interval) -> Interval {
        Interval {
            width: self.width,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// Lets interval and bits sharpen each other; `None` if nothing is left.
    pub(super) fn reduced(mut self) -> Option<Interval> {
        let all = mask(self.width);
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(!self.zeros & all);
        if self.lo > self.hi || self.zeros & self.ones != 0 {
            return None;
        }
        let differing = 128 - (self.lo ^ self.hi).leading_zeros();
        let prefix = if differing == 128 { 0 } else { all & !((1u128 << differing) - 1) };
        self.ones |= self.lo & prefix;
        self.zeros |= !self.lo & prefix;
        (self.zeros & self.ones == 0).then_some(self)
    }

    /// Both ends as signed numbers moved up by half the range, so that unsigned order is signed order.
    pub(super) fn flipped(&self) -> (u128, u128) {
        let sign = 1u128 << (self.width - 1);
        if (self.lo & sign) == (self.hi & sign) { (self.lo ^ sign, self.hi ^ sign) } else { (0, mask(self.width)) }
    }

    /// Is no value negative?
    pub(super) fn is_non_negative(&self) -> bool {
        self.hi >> (self.width - 1) == 0
    }
}
