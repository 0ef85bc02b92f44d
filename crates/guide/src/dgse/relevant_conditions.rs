//! Relevant path conditions: lists of the conditions that matter to a decision, each kept once.

use incise_deps::NodeId;
use incise_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A list of conditions in the order of the path: a relevant path condition ([dgse-tse2017] Def. 5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChainId(u32);

/// All lists that were met.
#[derive(Default)]
pub struct Chains {
    /// Each list as an earlier one and one more condition; the empty list is number 0 and not here.
    lists: Vec<(ChainId, TermId, u32)>,
    known: FxHashMap<(ChainId, TermId), ChainId>,
}

impl Chains {
    /// The empty list.
    pub fn empty() -> ChainId {
        ChainId(0)
    }
    /// A list with one more condition at its end.
    pub fn with(&mut self, chain: ChainId, condition: TermId) -> ChainId {
        let n_conditions = self.len(chain) + 1;
        let lists = &mut self.lists;
        *self.known.entry((chain, condition)).or_insert_with(|| {
            lists.push((chain, condition, n_conditions));
            ChainId(u32::try_from(lists.len()).expect("fewer than 2^32 lists"))
        })
    }
    /// The same, if it was met.
    pub fn find(&self, chain: ChainId, condition: TermId) -> Option<ChainId> {
        self.known.get(&(chain, condition)).copied()
    }
    /// The number of conditions of a list.
    pub fn len(&self, chain: ChainId) -> u32 {
        (chain.0 as usize).checked_sub(1).map_or(0, |position| self.lists[position].2)
    }
    /// A list without its last condition, and that; nothing for the empty one.
    pub fn split(&self, chain: ChainId) -> Option<(ChainId, TermId)> {
        let (before, condition, _) = self.lists[(chain.0 as usize).checked_sub(1)?];
        Some((before, condition))
    }
    /// The conditions of a list in order.
    pub fn conditions(&self, chain: ChainId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut at = chain;
        while let Some((before, condition)) = self.split(at) {
            found.push(condition);
            at = before;
        }
        found.reverse();
        found
    }
}

/// Sides that were tried: decisions by their list of conditions with the side's own at its end, and their place.
#[derive(Default)]
pub struct Sides {
    /// The first place of each list.
    first: Vec<Option<NodeId>>,
    /// The others.
    more: FxHashSet<Side>,
}

/// A side of a decision: what matters to it and its own condition, and where it is.
pub type Side = (ChainId, NodeId);

impl Sides {
    /// Whether a side is there.
    pub fn contains(&self, side: Side) -> bool {
        match self.first.get(side.0.0 as usize) {
            Some(Some(node)) => *node == side.1 || !self.more.is_empty() && self.more.contains(&side),
            _ => false,
        }
    }
    /// Adds a side; whether it was not there.
    pub fn insert(&mut self, side: Side) -> bool {
        let position = side.0.0 as usize;
        if self.first.len() <= position {
            self.first.resize(position + 1, None);
        }
        match &mut self.first[position] {
            Some(node) if *node == side.1 => false,
            Some(_) => self.more.insert(side),
            free => {
                *free = Some(side.1);
                true
            }
        }
    }
}
