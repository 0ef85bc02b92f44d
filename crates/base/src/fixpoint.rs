//! Drivers of fixpoints: a worklist, rounds until nothing changes, and closures in which everything is visited once.
//!
//! The order of visits is that of insertion, never that of hashes. A [`Budget`] counts visits; who runs out of it gets [`Exhausted`] and has
//! to fall back on something sound.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::Hash;

/// Visits that are left to an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    most: u64,
    left: u64,
}

/// An analysis needs more visits than its budget has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The budget.
    pub most: u64,
}

impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the analysis takes more than {} steps", self.most)
    }
}

impl Budget {
    /// This many visits.
    pub const fn new(most: u64) -> Budget {
        Budget { most, left: most }
    }

    /// Counts one visit.
    pub fn spend(&mut self) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted { most: self.most })?;
        Ok(())
    }
}

/// Which of the items that wait is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The one that waits longest.
    First,
    /// The one that came last.
    Last,
}

/// Items that wait to be visited, each once; an item that was visited can come back.
#[derive(Clone, Debug)]
pub struct Worklist<T> {
    next: Next,
    waiting: VecDeque<T>,
    known: HashSet<T, rustc_hash::FxBuildHasher>,
}

impl<T: Copy + Eq + Hash> Worklist<T> {
    /// An empty one.
    pub fn new(next: Next) -> Worklist<T> {
        Worklist { next, waiting: VecDeque::new(), known: HashSet::default() }
    }

    /// An item is to be visited; nothing new if it waits already.
    pub fn push(&mut self, item: T) {
        if self.known.insert(item) {
            self.waiting.push_back(item);
        }
    }

    /// The next item, within a budget.
    pub fn pop(&mut self, budget: &mut Budget) -> Result<Option<T>, Exhausted> {
        let item = match self.next {
            Next::First => self.waiting.pop_front(),
            Next::Last => self.waiting.pop_back(),
        };
        if let Some(item) = &item {
            self.known.remove(item);
            budget.spend()?;
        }
        Ok(item)
    }

    /// The next item, where a bound on the number of visits is known.
    pub fn pop_unbounded(&mut self) -> Option<T> {
        self.pop(&mut Budget::new(1)).expect("one visit is one visit")
    }
}

impl<T: Copy + Eq + Hash> Extend<T> for Worklist<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

/// Rounds over everything until one of them changes nothing. Each must only add to a finite set.
pub fn until_stable(mut changes: impl FnMut() -> bool) {
    while changes() {}
}

/// What is reached from some items, themselves included, each visited once.
pub fn closure<T: Copy + Ord, I: IntoIterator<Item = T>>(
    from: impl IntoIterator<Item = T>,
    next: impl FnMut(T) -> I,
) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    depth_first(&mut from.into_iter().collect(), |item| found.insert(item), next);
    found
}

/// Visits what is pending and what follows from it, the last first, as long as it is new.
pub fn depth_first<T: Copy, I: IntoIterator<Item = T>>(
    pending: &mut Vec<T>,
    mut is_new: impl FnMut(T) -> bool,
    mut next: impl FnMut(T) -> I,
) {
    while let Some(item) = pending.pop() {
        if is_new(item) {
            pending.extend(next(item));
        }
    }
}
