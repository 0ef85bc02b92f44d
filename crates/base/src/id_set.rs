//! A set of ids as bits: as long as its greatest member asks, so that the empty set costs nothing.

use crate::ids::Id;
use std::marker::PhantomData;

/// A set of ids.
///
/// # Invariants
/// - The last word is not zero: equal sets have equal words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IdSet<I> {
    words: Vec<u64>,
    ids: PhantomData<I>,
}

impl<I: Id> IdSet<I> {
    /// The empty set.
    pub fn new() -> Self {
        IdSet { words: Vec::new(), ids: PhantomData }
    }
    /// Adds an id; whether it is new.
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = (id.index() / 64, 1 << (id.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }
    /// Whether an id is in it.
    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.index() / 64).is_some_and(|word| word >> (id.index() % 64) & 1 == 1)
    }
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
    /// Number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().enumerate().flat_map(|(position, &word)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|word| *word != 0).map(move |word| I::new(position * 64 + word.trailing_zeros() as usize))
        })
    }
    /// Adds all members of another set.
    pub fn union_with(&mut self, other: &IdSet<I>) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, added) in self.words.iter_mut().zip(&other.words) {
            *word |= added;
        }
    }
    /// Adds all members of another set, and to a third set those that are new here; whether any is.
    pub fn union_noting(&mut self, other: &IdSet<I>, fresh: &mut IdSet<I>) -> bool {
        let known = |words: &[u64], position: usize| words.get(position).copied().unwrap_or(0);
        let is_new = |position: &usize| other.words[*position] & !known(&self.words, *position) != 0;
        let Some(last) = (0..other.words.len()).rev().find(is_new) else { return false };
        if fresh.words.len() <= last {
            fresh.words.resize(last + 1, 0);
        }
        for (position, word) in fresh.words.iter_mut().enumerate().take(last + 1) {
            *word |= other.words[position] & !known(&self.words, position);
        }
        self.union_with(other);
        true
    }
    /// The members that another set does not have.
    pub fn without(&self, other: &IdSet<I>) -> IdSet<I> {
        let kept = |(position, word): (usize, &u64)| word & !other.words.get(position).copied().unwrap_or(0);
        Self::trimmed(self.words.iter().enumerate().map(kept).collect())
    }
    /// Takes out all members of another set.
    pub fn subtract(&mut self, other: &IdSet<I>) {
        for (word, gone) in self.words.iter_mut().zip(&other.words) {
            *word &= !gone;
        }
        self.trim();
    }
    /// The members that another set has too.
    pub fn within(&self, other: &IdSet<I>) -> IdSet<I> {
        Self::trimmed(self.words.iter().zip(&other.words).map(|(word, other)| word & other).collect())
    }
    /// Whether the two have a member in common.
    pub fn meets(&self, other: &IdSet<I>) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }
    fn trimmed(words: Vec<u64>) -> Self {
        let mut set = IdSet { words, ids: PhantomData };
        set.trim();
        set
    }
    fn trim(&mut self) {
        let n_words = self.words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        self.words.truncate(n_words);
    }
}

impl<I: Id> Default for IdSet<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id> FromIterator<I> for IdSet<I> {
    fn from_iter<It: IntoIterator<Item = I>>(ids: It) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

impl<I: Id> Extend<I> for IdSet<I> {
    fn extend<It: IntoIterator<Item = I>>(&mut self, ids: It) {
        ids.into_iter().for_each(|id| {
            self.insert(id);
        });
    }
}

impl<I: Id> std::fmt::Debug for IdSet<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
