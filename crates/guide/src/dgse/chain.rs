//! The conditions that matter to a decision, each list once.

use incise_term::TermId;
use rustc_hash::FxHashMap;

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
    /// The number of conditions of a list.
    pub fn len(&self, chain: ChainId) -> u32 {
        (chain.0 as usize).checked_sub(1).map_or(0, |position| self.lists[position].2)
    }
    /// The conditions of a list in order.
    pub fn conditions(&self, chain: ChainId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut at = chain;
        while let Some((before, condition, _)) = (at.0 as usize).checked_sub(1).map(|position| self.lists[position]) {
            found.push(condition);
            at = before;
        }
        found.reverse();
        found
    }
}
