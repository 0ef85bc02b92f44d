//! Candidate relational invariants: how loop-carried values are related, in one version and between the two.
//!
//! # Invariants
//! - A relation is a guess that is used only where it holds at the first visit; whoever uses it proves that every later visit keeps it.

use crate::by_induction::slots::{self, Slot};
use crate::role::Role;
use incise_engine::{State, Value};
use incise_term::{Pool, TermId};

/// A slot of one version.
pub type Key = (Role, Slot);

/// How a number becomes one of another width; one of fewer bits is what the lower bits say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resize {
    /// As a signed number.
    Signed,
    /// As an unsigned number.
    Unsigned,
}

/// What a slot holds at a generalised visit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// What that slot of the new version holds, plus so much.
    Shifted(Slot, u128),
    /// What that slot of the new version holds, as a number of another width.
    Resized(Slot, Resize),
    /// What it held at the first visit, plus so much each time that the leader grew by one.
    Counted(TermId, Resize),
    /// What it held at the first visit, plus so much at first and so much more each time that the leader grew by one.
    Summed(TermId, TermId),
    /// Anything.
    Free,
}

/// What a slot that changes may be bounded by, below or above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Signed, by what it held at the first visit.
    SignedStart(Way),
    /// Unsigned, by what it held at the first visit.
    UnsignedStart(Way),
    /// Signed, from below, by a number.
    AtLeast(i8),
    /// Signed, from above, by what a slot holds that does not change.
    SignedAtMost(Slot),
    /// Unsigned, from above, by what a slot holds that does not change.
    UnsignedAtMost(Slot),
    /// Unsigned, from above, by a number that something is compared with.
    AtMost(u128),
    /// As far from what it held at the first visit as a multiple of its step.
    Even,
    /// Not zero.
    NotZero,
    /// One of what it held at the first visits.
    Among,
}

/// A direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// From below.
    Below,
    /// From above.
    Above,
}

/// A slot that grows or falls by one from visit to visit, in whose terms others are told; else the number of visits itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Leader {
    /// A slot, and whether it falls.
    Slot(Key, bool),
    /// The number of visits after the first; of 64 bits or of 32.
    Visits(bool),
}

/// What the leader held at first and holds now, and whether it falls.
#[derive(Clone, Copy)]
pub struct LeaderSpan {
    pub first: TermId,
    pub now: TermId,
    pub falls: bool,
}

/// A term as one of another width.
pub fn resized(pool: &mut Pool, term: TermId, width: u32, how: Resize) -> TermId {
    let have = pool.width(term);
    if width <= have {
        return pool.extract(term, 0, width);
    }
    match how {
        Resize::Signed => pool.sext(term, width),
        Resize::Unsigned => pool.zext(term, width),
    }
}

/// `start + factor * (now - first)` for a leader that is `first` at first and `now` here.
pub fn counted(pool: &mut Pool, start: TermId, factor: TermId, how: Resize, leader: LeaderSpan) -> TermId {
    let LeaderSpan { first, now, falls } = leader;
    let width = pool.width(start);
    let (first, now) = (resized(pool, first, width, how), resized(pool, now, width, how));
    let way = if falls { pool.sub(first, now) } else { pool.sub(now, first) };
    let way = pool.mul(factor, way);
    pool.add(start, way)
}

/// `start + step * k + more * k * (k - 1) / 2` for a leader that grew by `k` from `first` to `now`. Where `more` is an even number that
/// holds for any `k`, otherwise as long as the leader does not wrap round.
pub fn summed(pool: &mut Pool, start: TermId, (step, more): (TermId, TermId), leader: LeaderSpan) -> Option<TermId> {
    let LeaderSpan { first, now, falls } = leader;
    let (width, wide) = (pool.width(start), pool.width(now) + 1);
    if width >= wide || wide > 128 {
        return None;
    }
    let k = if falls { pool.sub(first, now) } else { pool.sub(now, first) };
    let pairs = match even(pool, more) {
        Some(half) => {
            let k = pool.extract(k, 0, width);
            let one = pool.constant(width, 1);
            let before = pool.sub(k, one);
            let product = pool.mul(k, before);
            pool.mul(half, product)
        }
        None => {
            let (k, one) = (pool.zext(k, wide), pool.constant(wide, 1));
            let before = pool.sub(k, one);
            let product = pool.mul(k, before);
            let half = pool.lshr(product, one);
            let half = pool.extract(half, 0, width);
            pool.mul(more, half)
        }
    };
    let k = pool.extract(k, 0, width);
    let evenly = pool.mul(step, k);
    let sum = pool.add(start, evenly);
    Some(pool.add(sum, pairs))
}

/// Half of an even number.
pub fn even(pool: &mut Pool, term: TermId) -> Option<TermId> {
    let number = pool.as_const(term).filter(|number| number & 1 == 0)?;
    Some(pool.constant(pool.width(term), number / 2))
}

/// The term of a scalar.
pub fn scalar(pool: &mut Pool, value: &Value, width: u32) -> Option<TermId> {
    match value {
        Value::Int(bits) | Value::Ptr { address: bits, .. } => Some(pool.constant(width, u128::from(*bits))),
        Value::Term(term) | Value::SymPtr { address: term, .. } => Some(*term),
        Value::Undefined | Value::Aggregate(_) => None,
    }
}

/// The term of what a slot holds in a state.
pub fn held(pool: &mut Pool, state: &State, slot: Slot, width: u32) -> Option<TermId> {
    let value = slots::value(pool, state, slot)?;
    scalar(pool, &value, width).filter(|term| pool.width(*term) == width)
}
